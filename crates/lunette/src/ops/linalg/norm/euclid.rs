//! Roots of sums of squares, which are numbers even where the squares are none.

use super::vector_norm;
use crate::dtype::{Complex64, DType, Scalar};
use crate::error::Result;
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::ops::elementwise::{BinaryOp, Expression, Operand, UnaryOp};
use crate::ops::linalg::batch;
use crate::ops::lists;
use crate::ops::reduce::{self, KeepDims, LEAST_SQUARES, Over};
use crate::tensor::Handle;

/// The exponents of the powers of two that elements are multiplied by: normal numbers, whose reciprocals are some too.
const POWERS: [i32; 2] = [f64::MIN_EXP - 1, f64::MAX_EXP - 2];

/// The root of the sum of the squares of absolute values. Where the squares leave the range of numbers, which a sum tells,
/// it is taken once more of elements that have been scaled.
pub(super) fn norm(op: &'static str, x: &Handle, axes: &Axes, over: &Over, dtype: DType) -> Result<Handle> {
    let (norms, left_range) = root(op, x, None, over, dtype)?;
    // The squares of all other numbers have room in `f64`.
    if !left_range || !matches!(x.dtype, DType::F64 | DType::Complex128) {
        return Ok(norms);
    }
    let largest = vector_norm(op, x, f64::INFINITY, axes, KeepDims::Yes)?;
    let mut norms = lists::read::<f64>(op, &norms)?;
    let mut scales = lists::read::<f64>(op, &largest)?;
    for (scale, &norm) in scales.iter_mut().zip(&norms) {
        let is_usual = norm.is_nan() || (LEAST_SQUARES.sqrt()..f64::INFINITY).contains(&norm);
        *scale = if is_usual { 1.0 } else { scale_for(*scale) };
    }
    if scales.iter().any(|&scale| scale != 1.0) {
        let factors = batch::from_rows(op, vec![scales.clone()], largest.shape(), DType::F64)?;
        let (scaled, _) = root(op, x, Some(&factors), over, DType::F64)?;
        let scaled = lists::read::<f64>(op, &scaled)?;
        for ((norm, scaled), scale) in norms.iter_mut().zip(scaled).zip(scales) {
            *norm = if scale == 1.0 { *norm } else { scaled / scale };
        }
    }
    batch::from_rows(op, vec![norms], &over.shape, dtype)
}

/// A power of two that brings the largest absolute value near 1; 1 for one that is 0 or no number.
fn scale_for(largest: f64) -> f64 {
    if largest == 0.0 || !largest.is_finite() {
        return 1.0;
    }
    let [least, most] = POWERS;
    2.0_f64.powi((-largest.log2()).floor().clamp(f64::from(least), f64::from(most)) as i32)
}

/// The root of the sum of squares, of the elements as they are or times some factors.
fn root(
    op: &'static str,
    x: &Handle,
    factors: Option<&Handle>,
    over: &Over,
    dtype: DType,
) -> Result<(Handle, bool)> {
    let times_factors = |elements: Expression| match factors {
        Some(factors) => elements.binary(BinaryOp::Multiply, Expression::of(Operand::Tensor(factors))),
        None => elements,
    };
    let elements = || Expression::of(Operand::Tensor(x));
    if x.dtype.is_complex() {
        let zero = Scalar::from(Complex64::new(-0.0, -0.0));
        let widest = || elements().binary(BinaryOp::Add, Expression::of(Operand::Scalar(zero)));
        let square = |part: UnaryOp| times_factors(widest().unary(part)).unary(UnaryOp::Square);
        let squares = square(UnaryOp::Real).binary(BinaryOp::Add, square(UnaryOp::Imag));
        let root = |x: &dyn reduce::Reducible| reduce::root(op, x, over, Reduction::Sum, dtype);
        return reduced(op, &squares, root);
    }
    let root = |x: &dyn reduce::Reducible| reduce::root(op, x, over, Reduction::SumOfSquares, dtype);
    match factors {
        None => root(x),
        Some(_) => reduced(op, &times_factors(elements()), root),
    }
}

/// What `reduce` makes of the value of an expression, with what it says about it.
fn reduced(
    op: &'static str,
    expression: &Expression,
    reduce: impl FnOnce(&dyn reduce::Reducible) -> Result<(Handle, bool)>,
) -> Result<(Handle, bool)> {
    let mut said = false;
    let made = expression.reduce(op, |x| {
        let (made, found) = reduce(x)?;
        said = found;
        Ok(made)
    })?;
    Ok((made, said))
}
