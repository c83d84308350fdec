//! The oracle: a view is a shape and a list that names, for each index in row-major order, an element of the memory.
//! It knows nothing of strides, and works everything out index by index.

use lunette::{DType, Scalar};

use crate::index::Taken;

/// What a view shows: element `memory[ids[flat]]` at each flat row-major index.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub shape: Vec<usize>,
    pub ids: Vec<usize>,
}

/// All indices of a shape, in row-major order.
pub fn indices(shape: &[usize]) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for &size in shape {
        all = all.iter().flat_map(|head| (0..size).map(move |i| [head.as_slice(), &[i]].concat())).collect();
    }
    all
}

/// The flat row-major place of an index.
pub fn flat(index: &[usize], shape: &[usize]) -> usize {
    index.iter().zip(shape).fold(0, |place, (&i, &size)| place * size + i)
}

impl Model {
    /// All of a memory, in row-major order.
    pub fn whole(shape: &[usize]) -> Self {
        Self { shape: shape.to_vec(), ids: (0..shape.iter().product()).collect() }
    }

    /// The view of `shape` whose element at each index is this view's at `from(index)`.
    pub fn remap(&self, shape: &[usize], from: impl Fn(&[usize]) -> Vec<usize>) -> Self {
        let ids = indices(shape).iter().map(|index| self.ids[flat(&from(index), &self.shape)]).collect();
        Self { shape: shape.to_vec(), ids }
    }

    /// What an index takes.
    pub fn take(&self, taken: &Taken) -> Self {
        let ids = taken.from.iter().map(|index| self.ids[flat(index, &self.shape)]).collect();
        Self { shape: taken.shape.clone(), ids }
    }

    /// Whether two indices reach the same element.
    pub fn overlaps_itself(&self) -> bool {
        let mut seen = std::collections::BTreeSet::new();
        self.ids.iter().any(|id| !seen.insert(id))
    }

    /// Whether some element is in both.
    pub fn meets(&self, other: &Self) -> bool {
        self.ids.iter().any(|id| other.ids.contains(id))
    }
}

/// The values that a store would put into a region of `region` shape, in its row-major order; none if they do not fit
/// (R14).
pub fn fit(region: &[usize], shape: &[usize], values: &[Scalar]) -> Option<Vec<Scalar>> {
    if shape.is_empty() {
        return Some(vec![values[0]; region.iter().product()]);
    }
    if region.is_empty() {
        return None;
    }
    let short: Vec<usize> = shape.iter().copied().skip_while(|&size| size == 1).collect();
    let stretches = short.len() <= region.len()
        && short.iter().rev().zip(region.iter().rev()).all(|(&from, &to)| from == to || from == 1);
    if stretches {
        let from = |index: &Vec<usize>| {
            let tail = &index[region.len() - short.len()..];
            let place: Vec<usize> =
                tail.iter().zip(&short).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect();
            values[flat(&place, &short)]
        };
        return Some(indices(region).iter().map(from).collect());
    }
    let squeezed = |shape: &[usize]| shape.iter().copied().filter(|&size| size != 1).collect::<Vec<_>>();
    (squeezed(region) == squeezed(shape)).then(|| values.to_vec())
}

/// The value that element number `id` starts with, whatever the dtype can hold of it.
pub fn start_value(id: usize, dtype: DType) -> Scalar {
    match dtype {
        DType::Bool => Scalar::Bool(id.is_multiple_of(3)),
        _ if !dtype.is_integer() && id % 13 > 8 => {
            Scalar::F64(special(id).unwrap_or(id as f64 % 100.0 + 0.5)).cast(dtype)
        }
        _ => Scalar::I64((id % 100) as i64 + 1).cast(dtype),
    }
}

/// A number that is none, for some elements.
pub fn special(id: usize) -> Option<f64> {
    [None, None, Some(f64::NAN), None, Some(f64::INFINITY), None, Some(f64::NEG_INFINITY)][id % 7]
}

/// The values stretched to a shape by broadcasting; none if they do not.
pub fn stretch(to: &[usize], shape: &[usize], values: &[Scalar]) -> Option<Vec<Scalar>> {
    let skipped = to.len().checked_sub(shape.len())?;
    if !shape.iter().zip(&to[skipped..]).all(|(&from, &to)| from == to || from == 1) {
        return None;
    }
    let place = |index: &Vec<usize>| -> Vec<usize> {
        index[skipped..].iter().zip(shape).map(|(&i, &size)| if size == 1 { 0 } else { i }).collect()
    };
    Some(indices(to).iter().map(|index| values[flat(&place(index), shape)]).collect())
}

/// Whether two lists hold the same values; NaN is the same as NaN.
pub fn alike(a: &[Scalar], b: &[Scalar]) -> bool {
    let parts = |value: &Scalar| match value.cast(DType::Complex128) {
        Scalar::Complex128(value) => {
            [value.re, value.im].map(|part| if part.is_nan() { None } else { Some(part) })
        }
        _ => [None; 2],
    };
    let same = |(a, b): (&Scalar, &Scalar)| a == b || a.dtype() == b.dtype() && parts(a) == parts(b);
    a.len() == b.len() && a.iter().zip(b).all(same)
}
