//! Random views, and the elements that each result of a reduction is made of.

pub use lunette::index::Axes;
use lunette::index::IntoItem;
use lunette::index::Ints;
use lunette::prelude::*;
use lunette::{Complex64, Result};

pub use crate::splitmix::Rng;

impl Rng {
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A shape with a few thousand elements at most, sizes 0 and 1 among them.
    pub fn shape(&mut self) -> Vec<usize> {
        let mut left = [20, 200, 6000][self.below(3)];
        let rank = self.below(5);
        let mut shape = Vec::new();
        for _ in 0..rank {
            let size = match self.below(8) {
                0 => 1,
                1..4 => 1 + self.below(5),
                _ => 1 + self.below(left.min(300)),
            };
            left = (left / size).max(1);
            shape.push(size);
        }
        if rank > 0 && self.chance(5) {
            shape[rank - 1] = 0;
        }
        shape
    }

    /// Some axes of a tensor, now and then counted from the end, or all of them.
    pub fn axes(&mut self, rank: usize) -> (Axes, Vec<bool>) {
        if self.chance(20) {
            return (Axes::All, vec![true; rank]);
        }
        let mut list = Ints::new();
        let mut reduced = vec![false; rank];
        for (axis, reduced) in reduced.iter_mut().enumerate() {
            if self.chance(50) {
                *reduced = true;
                list.push(if self.chance(50) { axis as i64 } else { axis as i64 - rank as i64 });
            }
        }
        (Axes::List(list), reduced)
    }

    /// A view of this shape with elements that `value` makes: permuted, stepped, turned round or broadcast.
    pub fn view(&mut self, dtype: DType, value: impl Fn(&mut Self) -> Scalar) -> Result<DynTensor> {
        let shape = self.shape();
        let steps: Vec<usize> = shape.iter().map(|_| if self.chance(25) { 2 } else { 1 }).collect();
        let stretched: Vec<bool> = shape.iter().map(|_| self.chance(10)).collect();
        let mut order: Vec<usize> = (0..shape.len()).collect();
        if self.chance(50) {
            for k in (1..order.len()).rev() {
                order.swap(k, self.below(k + 1));
            }
        }
        let size = |axis: usize| if stretched[axis] { 1 } else { steps[axis] * shape[axis] };
        let memory: Vec<usize> = order.iter().map(|&axis| size(axis)).collect();
        let x = DynTensor::zeros_of(dtype, &memory)?;
        let len: usize = memory.iter().product();
        let flat = x.reshape_view([len])?;
        for k in 0..len {
            flat.set([k], value(self).cast(dtype))?;
        }
        let back: Vec<usize> =
            (0..order.len()).map(|axis| order.iter().position(|&a| a == axis).unwrap()).collect();
        let items: Vec<Item<'_>> =
            (0..order.len()).map(|axis| (.., steps[axis] as i64).into_item()).collect();
        let turned: Vec<i64> = (0..order.len()).filter(|_| self.chance(20)).map(|axis| axis as i64).collect();
        let small: Vec<Item<'_>> = items
            .into_iter()
            .zip(&stretched)
            .map(|(item, &stretched)| if stretched { (..).into_item() } else { item })
            .collect();
        x.permute(back)?.view(&small)?.flip(turned)?.broadcast_to(&shape)
    }
}

/// The elements of each result in row-major order, for every index of the result.
pub fn groups(x: &DynTensor, reduced: &[bool]) -> Vec<Vec<Scalar>> {
    let kept: Vec<usize> = (0..x.rank()).filter(|&axis| !reduced[axis]).collect();
    let results: usize = kept.iter().map(|&axis| x.shape()[axis]).product();
    let mut groups = vec![vec![]; results];
    for index in indices(x.shape()) {
        let place = kept.iter().fold(0, |place, &axis| place * x.shape()[axis] + index[axis]);
        groups[place].push(x.get(&index).unwrap());
    }
    groups
}

/// Every index of a shape in row-major order.
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all.iter().flat_map(|index| (0..size).map(move |k| [&index[..], &[k]].concat())).collect();
    }
    all
}

/// The shape of a result, without the reduced axes, and with them.
pub fn shapes(x: &DynTensor, reduced: &[bool]) -> (Vec<usize>, Vec<usize>) {
    let sizes = || x.shape().iter().zip(reduced);
    (
        sizes().filter(|(_, reduced)| !**reduced).map(|(&size, _)| size).collect(),
        sizes().map(|(&size, &reduced)| if reduced { 1 } else { size }).collect(),
    )
}

pub fn complex(value: Scalar) -> Complex64 {
    value.cast(DType::Complex128).try_into().unwrap()
}

pub fn float(value: Scalar) -> f64 {
    value.cast(DType::F64).try_into().unwrap()
}

pub fn integer(value: Scalar) -> i64 {
    value.cast(DType::I64).try_into().unwrap()
}

/// Asserts that two numbers agree up to some relative error, NaN with NaN.
#[track_caller]
pub fn close(name: &str, found: Complex64, expected: Complex64, tolerance: f64) {
    let near = |a: f64, b: f64| {
        a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * (1.0 + expected.norm())
    };
    assert!(near(found.re, expected.re) && near(found.im, expected.im), "{name}: {found} is not {expected}");
}

/// How exact results of a dtype are, relatively.
pub fn tolerance(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => 2e-3,
        DType::BF16 => 1e-2,
        DType::F32 | DType::Complex64 => 2e-6,
        _ => 1e-13,
    }
}
