//! Random tensors in random memory orders, and products by loops that know no strides.

use lunette::prelude::*;
use lunette::{Complex64, promote};

pub use crate::splitmix::Rng;

impl Rng {
    /// Small numbers, so that sums of products are exact in every dtype that is not an integer.
    fn value(&mut self, dtype: DType) -> Scalar {
        let small = self.below(7) as i64 - 3;
        match dtype {
            DType::Complex64 | DType::Complex128 => {
                Scalar::from(Complex64::new(small as f64, self.below(5) as f64 - 2.0)).cast(dtype)
            }
            DType::Bool => Scalar::from(self.below(4) == 0),
            _ if dtype.is_integer() => Scalar::from(self.next()).cast(dtype),
            _ => Scalar::from(small).cast(dtype),
        }
    }

    /// A tensor of this shape as a view: axes permuted in memory, some turned round, some stepped, some stretched.
    pub fn tensor(&mut self, dtype: DType, shape: &[usize]) -> DynTensor {
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).collect();
        for k in (1..rank).rev() {
            order.swap(k, self.below(k + 1));
        }
        let steps: Vec<usize> = (0..rank).map(|_| 1 + self.below(5) / 4).collect();
        let stretched: Vec<bool> = (0..rank).map(|_| self.below(12) == 0).collect();
        let sizes: Vec<usize> =
            order.iter().map(|&axis| if stretched[axis] { 1 } else { shape[axis] * steps[axis] }).collect();
        let whole = DynTensor::zeros_of(dtype, &sizes).unwrap();
        for k in 0..whole.len() {
            let value = self.value(dtype);
            let mut rest = k;
            let mut index = vec![0; sizes.len()];
            for axis in (0..sizes.len()).rev() {
                index[axis] = rest % sizes[axis];
                rest /= sizes[axis];
            }
            whole.set(&index, value).unwrap();
        }
        let mut back = vec![0; rank];
        for (place, &axis) in order.iter().enumerate() {
            back[axis] = place;
        }
        let mut view = whole.permute(&back).unwrap();
        for axis in 0..rank {
            if !stretched[axis] && steps[axis] > 1 {
                let first = view.moveaxis(axis, 0).unwrap().view(s![(.., steps[axis])]).unwrap();
                view = first.moveaxis(0, axis).unwrap();
            }
            if self.below(3) == 0 {
                view = view.flip(axis).unwrap();
            }
        }
        view.broadcast_to(shape).unwrap()
    }
}

/// A number that every value can be compared as; integers keep their low bits.
pub fn add(a: Scalar, b: Scalar) -> Scalar {
    combine(a, b, i64::wrapping_add, |a, b| a + b, |a, b| a | b)
}

pub fn mul(a: Scalar, b: Scalar) -> Scalar {
    combine(a, b, i64::wrapping_mul, |a, b| a * b, |a, b| a & b)
}

/// Both in their common dtype, combined, in that dtype.
fn combine(
    a: Scalar,
    b: Scalar,
    integers: fn(i64, i64) -> i64,
    floats: fn(Complex64, Complex64) -> Complex64,
    bools: fn(bool, bool) -> bool,
) -> Scalar {
    let dtype = promote(a.dtype(), b.dtype());
    if dtype == DType::Bool {
        let is_true = |x: Scalar| x == Scalar::Bool(true);
        return Scalar::from(bools(is_true(a), is_true(b)));
    }
    if dtype.is_integer() {
        let bits = |x: Scalar| i64::try_from(x.cast(dtype).cast(DType::I64)).unwrap();
        return Scalar::from(integers(bits(a), bits(b))).cast(dtype);
    }
    let value = |x: Scalar| Complex64::try_from(x.cast(dtype).cast(DType::Complex128)).unwrap();
    Scalar::from(floats(value(a), value(b))).cast(dtype)
}

/// Every index of a shape, in row-major order.
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all.into_iter().flat_map(|index| (0..size).map(move |k| [&index[..], &[k]].concat())).collect();
    }
    all
}

/// The entry of a batch, read at an index of the batch that it is stretched to.
pub fn stretched(index: &[usize], shape: &[usize]) -> Vec<usize> {
    let skip = index.len() - shape.len();
    index[skip..].iter().zip(shape).map(|(&k, &size)| if size == 1 { 0 } else { k }).collect()
}
