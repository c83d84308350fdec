//! Random views, and the transform by its definition.

use lunette::prelude::*;
use lunette::{Complex64, IndexRange, Norm, Result};

pub use crate::splitmix::Rng;

impl Rng {
    fn value(&mut self) -> f64 {
        self.below(2001) as f64 / 1000.0 - 1.0
    }

    /// A tensor of this shape as a view: axes permuted in memory, some turned round, some stepped, some stretched.
    pub fn view(&mut self, dtype: DType, shape: &[usize]) -> DynTensor {
        let rank = shape.len();
        let mut order: Vec<usize> = (0..rank).collect();
        for k in (1..rank).rev() {
            order.swap(k, self.below(k + 1));
        }
        let steps: Vec<i64> = order.iter().map(|_| [1, 1, 2, -1, -3][self.below(5)]).collect();
        let sizes: Vec<usize> = order.iter().map(|&axis| shape[axis]).collect();
        let stretched: Vec<bool> = order.iter().map(|_| self.below(10) == 0).collect();
        let stored: Vec<usize> = (0..rank)
            .map(|k| if stretched[k] { 1 } else { sizes[k] * steps[k].unsigned_abs() as usize })
            .collect();
        let is_complex = dtype.is_complex();
        let big = if dtype.is_integer() { 100.0 } else { 1.0 };
        let values = Tensor::from_flat_fn(&stored, |_| {
            Complex64::new(self.value() * big, if is_complex { self.value() } else { 0.0 })
        });
        let mut x = values.unwrap().into_dyn().cast_to(dtype).unwrap();
        for axis in 0..rank {
            let mut items = vec![Item::Range(IndexRange::FULL); axis];
            items.push(Item::Range(IndexRange::FULL.stepped(if stretched[axis] { 1 } else { steps[axis] })));
            x = x.view(&items).unwrap();
        }
        let mut back = vec![0_usize; rank];
        for (place, &axis) in order.iter().enumerate() {
            back[axis] = place;
        }
        x.permute(back).unwrap().broadcast_to(shape).unwrap()
    }
}

/// The values as complex numbers of double precision.
pub fn complex(x: &DynTensor) -> Result<Tensor<Complex64>> {
    x.cast_to(DType::Complex128)?.into_typed()
}

/// The transform of `n` entries along an axis by its definition; `sign` is -1 on the way there.
pub fn dft(x: &Tensor<Complex64>, n: usize, axis: usize, sign: f64, norm: Norm) -> Result<Tensor<Complex64>> {
    let mut shape = x.shape().to_vec();
    let size = shape[axis];
    shape[axis] = n;
    let scale = match norm {
        Norm::Ortho => 1.0 / (n as f64).sqrt(),
        Norm::Backward if sign > 0.0 => 1.0 / n as f64,
        Norm::Forward if sign < 0.0 => 1.0 / n as f64,
        _ => 1.0,
    };
    Tensor::from_fn(&shape, |index| {
        let mut index = index.to_vec();
        let k = index[axis];
        let mut sum = Complex64::new(0.0, 0.0);
        for j in 0..n.min(size) {
            index[axis] = j;
            let turn = sign * std::f64::consts::TAU * ((j * k) % n) as f64 / n as f64;
            sum += x.get(&index).unwrap() * Complex64::from_polar(1.0, turn);
        }
        sum * scale
    })
}

/// The first `len` entries along an axis.
pub fn first<T: Element>(x: &Tensor<T>, len: usize, axis: usize) -> Result<Tensor<T>> {
    x.moveaxis(axis, 0)?.view(s![..len])?.moveaxis(0, axis)
}

/// All `n` frequencies of which the first half is given, real where only real ones fit.
pub fn mirrored(half: &Tensor<Complex64>, n: usize, axis: usize) -> Result<Tensor<Complex64>> {
    let mut shape = half.shape().to_vec();
    let size = shape[axis];
    shape[axis] = n;
    Tensor::from_fn(&shape, |index| {
        let mut index = index.to_vec();
        let k = index[axis];
        let is_second = k > n / 2;
        index[axis] = if is_second { n - k } else { k };
        if index[axis] >= size {
            return Complex64::new(0.0, 0.0);
        }
        let value = half.get(&index).unwrap();
        match k {
            _ if is_second => value.conj(),
            _ if k == 0 || 2 * k == n => Complex64::new(value.re, 0.0),
            _ => value,
        }
    })
}

/// Whether values agree up to the rounding errors of a transform in the precision of `found`.
///
/// Every frequency depends on every value, so what is bounded is the length of the whole error, relative to the whole
/// signal: for lengths that are prime, a constant signal has all its error in one entry.
pub fn assert_close(found: &DynTensor, expected: &Tensor<Complex64>, what: &str) -> Result<()> {
    assert_eq!(found.shape(), expected.shape(), "{what}");
    let single = matches!(found.dtype(), DType::F32 | DType::Complex64);
    let (found, expected) = (complex(found)?.to_vec()?, expected.to_vec()?);
    let length = |squares: f64| squares.sqrt();
    let error = length(found.iter().zip(&expected).map(|(a, b)| (a - b).norm_sqr()).sum());
    let whole = length(expected.iter().map(|x| x.norm_sqr()).sum());
    assert!(error <= whole * if single { 1e-6 } else { 2e-14 }, "{what}: {error} of {whole}");
    Ok(())
}
