//! Tensors that are equal, and numbers that are up to a tolerance.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary};
use super::reduce::{self, KeepDims};
use super::{cast, lists};
use crate::dtype::{DType, Scalar, promote};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::broadcast_shapes_for;
use crate::tensor::Handle;

/// How far apart numbers may be that count as equal: `|a - b| <= atol + rtol * |b|`.
///
/// ```
/// use lunette::Tolerance;
/// use lunette::prelude::*;
/// let (a, b) = (tensor![1.0_f64, f64::NAN], tensor![1.01_f64, f64::NAN]);
/// let loose = Tolerance { rtol: 0.02, equal_nan: true, ..Tolerance::default() };
/// assert!(a.allclose(&b, loose)?);
/// assert!(!a.allclose(&b, Tolerance::default())?);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// The allowed difference, as a part of the second number; 1e-5 by default.
    pub rtol: f64,
    /// The allowed difference beside that, for numbers near zero; 1e-8 by default.
    pub atol: f64,
    /// Whether two NaNs count as equal; no by default.
    pub equal_nan: bool,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { rtol: 1e-5, atol: 1e-8, equal_nan: false }
    }
}

/// Whether both have one shape and all elements are equal; none of two dtypes needs to be the other.
pub(crate) fn array_equal(op: &'static str, a: &Handle, b: &Handle) -> Result<bool> {
    if a.shape() != b.shape() {
        return Ok(false);
    }
    all_equal(op, a, b)
}

/// As [`array_equal`], of shapes that need only broadcast; where they do not, nothing is equal.
pub(crate) fn array_equiv(op: &'static str, a: &Handle, b: &Handle) -> Result<bool> {
    match broadcast_shapes_for(op, &[a.shape(), b.shape()]) {
        Ok(_) => all_equal(op, a, b),
        Err(error) if matches!(error.kind(), ErrorKind::Broadcast { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether all elements are equal, stretched to each other.
fn all_equal(op: &'static str, a: &Handle, b: &Handle) -> Result<bool> {
    // Not fused with the reduction: the comparison by itself is exact between any two dtypes of integers.
    let equal = binary(BinaryOp::Equal, Operand::Tensor(a), Operand::Tensor(b));
    let equal = equal.map_err(|error| error.called(op))?;
    let all = reduce::truth(op, &equal, &Axes::All, KeepDims::No, Reduction::All)?;
    Ok(lists::read::<bool>(op, &all)? == [true])
}

/// Where elements are equal up to the tolerance.
pub(crate) fn isclose(op: &'static str, a: &Handle, b: &Handle, tolerance: Tolerance) -> Result<Handle> {
    closeness(op, a, b, tolerance)?.evaluate_for(op)
}

/// Whether all elements are equal up to the tolerance.
pub(crate) fn allclose(op: &'static str, a: &Handle, b: &Handle, tolerance: Tolerance) -> Result<Handle> {
    closeness(op, a, b, tolerance)?
        .reduce(op, |close| reduce::truth(op, close, &Axes::All, KeepDims::No, Reduction::All))
        .map_err(|error| error.called(op))
}

/// Equal, infinities included; or near a finite number; or, if that counts, both NaN.
fn closeness(op: &'static str, a: &Handle, b: &Handle, tolerance: Tolerance) -> Result<Expression> {
    let dtype = compared_as(promote(a.dtype, b.dtype));
    let (a, b) = (cast::to_dtype(op, a, dtype)?, cast::to_dtype(op, b, dtype)?);
    let of = |handle: &Handle| Expression::of(Operand::Tensor(handle));
    let number = |value: f64| Expression::of(Operand::Scalar(Scalar::from(value).cast(dtype.as_real())));
    let distance = of(&a).binary(BinaryOp::Subtract, of(&b)).unary(UnaryOp::Abs);
    let allowed = of(&b)
        .unary(UnaryOp::Abs)
        .binary(BinaryOp::Multiply, number(tolerance.rtol))
        .binary(BinaryOp::Add, number(tolerance.atol));
    let near = distance
        .binary(BinaryOp::LessEqual, allowed)
        .binary(BinaryOp::LogicalAnd, of(&b).unary(UnaryOp::IsFinite));
    let close = of(&a).binary(BinaryOp::Equal, of(&b)).binary(BinaryOp::LogicalOr, near);
    if !tolerance.equal_nan {
        return Ok(close);
    }
    let both_nan = of(&a).unary(UnaryOp::IsNan).binary(BinaryOp::LogicalAnd, of(&b).unary(UnaryOp::IsNan));
    Ok(close.binary(BinaryOp::LogicalOr, both_nan))
}

/// Halves cannot tell differences of the default tolerances, and differences of integers might wrap.
fn compared_as(dtype: DType) -> DType {
    match dtype {
        DType::F16 | DType::BF16 => DType::F32,
        dtype => dtype.as_float(),
    }
}
