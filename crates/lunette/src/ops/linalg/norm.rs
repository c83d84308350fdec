//! Norms of vectors and matrices.

use num_traits::{Float, One, Zero};

use super::batch;
use super::field::{Field, dispatch_field};
use super::svd::svdvals;
use crate::dtype::DType;
use crate::error::Result;
use crate::index::Axes;
use crate::layout::{AxisList, Dims, resolve_axes};
use crate::ops::products::check_matrix;
use crate::ops::rearrange;
use crate::tensor::Handle;

/// Which norm of a matrix is meant.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(tensor![[3_i32, 4]].matrix_norm(lunette::MatrixNorm::Inf)?.item()?, 7.0);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatrixNorm {
    /// The root of the sum of the squares of all elements.
    #[default]
    Frobenius,
    /// The sum of the singular values.
    Nuclear,
    /// The largest sum of absolute values over a column.
    One,
    /// The smallest sum of absolute values over a column.
    NegOne,
    /// The largest singular value.
    Two,
    /// The smallest singular value.
    NegTwo,
    /// The largest sum of absolute values over a row.
    Inf,
    /// The smallest sum of absolute values over a row.
    NegInf,
}

/// The norm of the matrices of the last two axes.
pub(crate) fn matrix_norm(op: &'static str, x: &Handle, norm: MatrixNorm, keepdims: bool) -> Result<Handle> {
    check_matrix(op, x)?;
    let list = |axes: &[i64]| Axes::List(axes.into());
    // The sum over one of the axes, then the extreme over the other; of singular values there is only one axis.
    let twice = |sum: i64, extreme: f64| -> Result<Handle> {
        let sums = vector_norm(op, x, 1.0, &list(&[sum]), true)?;
        vector_norm(op, &sums, extreme, &list(&[-3 - sum]), true)
    };
    let of_values = |ord: f64| vector_norm(op, &svdvals(op, x)?, ord, &list(&[-1]), true);
    let made = match norm {
        MatrixNorm::Frobenius => vector_norm(op, x, 2.0, &list(&[-2, -1]), true)?,
        MatrixNorm::Nuclear => of_values(1.0)?,
        MatrixNorm::One => twice(-2, f64::INFINITY)?,
        MatrixNorm::NegOne => twice(-2, f64::NEG_INFINITY)?,
        MatrixNorm::Two => of_values(f64::INFINITY)?,
        MatrixNorm::NegTwo => of_values(f64::NEG_INFINITY)?,
        MatrixNorm::Inf => twice(-1, f64::INFINITY)?,
        MatrixNorm::NegInf => twice(-1, f64::NEG_INFINITY)?,
    };
    let batch = &x.shape()[..x.layout.rank() - 2];
    let ones: &[usize] = if keepdims { &[1, 1] } else { &[] };
    let shape: Dims = batch.iter().chain(ones).copied().collect();
    rearrange::in_shape(op, made, &shape)
}

/// The norm of order `ord` over some axes, which make one vector.
pub(crate) fn vector_norm(
    op: &'static str,
    x: &Handle,
    ord: f64,
    axes: &Axes,
    keepdims: bool,
) -> Result<Handle> {
    let rank = x.layout.rank();
    let reduced: AxisList = match axes {
        Axes::All => (0..rank).collect(),
        Axes::List(list) => resolve_axes(op, list, rank)?,
    };
    let kept: Vec<usize> = (0..rank).filter(|axis| !reduced.contains(axis)).collect();
    let order: Vec<i64> = kept.iter().chain(&reduced).map(|&axis| axis as i64).collect();
    let turned = x.with_layout(x.layout.permute_for(op, &order)?);
    let shape: Dims = match keepdims {
        true => (0..rank).map(|axis| if reduced.contains(&axis) { 1 } else { x.shape()[axis] }).collect(),
        false => kept.iter().map(|&axis| x.shape()[axis]).collect(),
    };
    let sizes = [kept.as_slice(), &reduced].map(|axes| axes.iter().map(|&axis| x.shape()[axis]).product());
    let dtype = x.dtype.as_float().as_real();
    dispatch_field!(x.dtype, T => norms::<T>(op, &turned, sizes, ord, dtype, &shape))
}

fn norms<T: Field>(
    op: &'static str,
    x: &Handle,
    [count, len]: [usize; 2],
    ord: f64,
    dtype: DType,
    shape: &[usize],
) -> Result<Handle> {
    let data = batch::rows::<T>(op, x)?;
    let norm = |k: usize| norm_of(&data[k * len..(k + 1) * len], ord);
    batch::from_rows(op, vec![(0..count).map(norm).collect()], shape, dtype)
}

/// The norm of one vector.
fn norm_of<T: Field>(values: &[T], ord: f64) -> T::Part {
    let (zero, one) = (T::Part::zero(), T::Part::one());
    let part = |value: f64| <T::Part as crate::Element>::cast_from(value);
    let extreme = |start: T::Part, pick: fn(T::Part, T::Part) -> T::Part| {
        // A NaN is the norm of every vector that holds one.
        values.iter().map(|value| value.modulus()).fold(start, |so_far, size| {
            if size.is_nan() || so_far.is_nan() { T::Part::nan() } else { pick(so_far, size) }
        })
    };
    if ord == f64::INFINITY {
        extreme(zero, Float::max)
    } else if ord == f64::NEG_INFINITY {
        extreme(T::Part::infinity(), Float::min)
    } else if ord == 0.0 {
        pairwise(values, &|value: T| if value == T::ZERO { zero } else { one })
    } else if ord == 1.0 {
        pairwise(values, &T::modulus)
    } else if ord == 2.0 {
        let sum = pairwise(values, &|value: T| value.modulus() * value.modulus());
        Float::sqrt(sum)
    } else {
        let sum = pairwise(values, &|value: T| Float::powf(value.modulus(), part(ord)));
        Float::powf(sum, part(1.0 / ord))
    }
}

/// The sum of `term` over all values, by halves.
fn pairwise<T: Field>(values: &[T], term: &impl Fn(T) -> T::Part) -> T::Part {
    if values.len() <= 128 {
        return values.iter().fold(T::Part::zero(), |sum, &value| sum + term(value));
    }
    let (left, right) = values.split_at(values.len() / 2);
    pairwise(left, term) + pairwise(right, term)
}
