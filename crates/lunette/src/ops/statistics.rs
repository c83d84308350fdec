//! Ranges, weighted means and covariances, put together from reductions, products and elementwise operations.

use super::cast::{cast, to_dtype};
use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary, clip, unary, unary_owned};
use super::matmul::matmul;
use super::products::conjugate;
use super::rearrange::reshape_to;
use super::reduce::{self, KeepDims};
use crate::dtype::{DType, Scalar, promote};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::{Dims, resolve_axis};
use crate::tensor::Handle;

/// The greatest element less the least.
pub(crate) fn ptp(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims) -> Result<Handle> {
    let greatest = reduce::extreme(op, x, axes, keep, Reduction::Greatest)?;
    let least = reduce::extreme(op, x, axes, keep, Reduction::Least)?;
    binary(BinaryOp::Subtract, Operand::Tensor(&greatest), Operand::Tensor(&least))
}

/// The mean of elements that count as much as their weights: the sum of the products by the sum of the weights. Without
/// weights all count the same.
pub(crate) fn average(
    op: &'static str,
    x: &Handle,
    weights: Option<&Handle>,
    axes: &Axes,
    keep: KeepDims,
) -> Result<Handle> {
    let Some(weights) = weights else { return reduce::mean(op, x, axes, keep) };
    let result = promote(x.dtype, weights.dtype).as_float();
    // Sums of halves would soon be infinite.
    let dtype = if matches!(result, DType::F16 | DType::BF16) { DType::F32 } else { result };
    let (x, weights) = (to_dtype(op, x, dtype)?, to_dtype(op, weights, dtype)?);
    let weights = weight_each(op, &x, &weights, axes)?;
    let of = |handle: &Handle| Expression::of(Operand::Tensor(handle));
    let products = of(&x).binary(BinaryOp::Multiply, of(&weights));
    let sum = products.reduce(op, |products| reduce::sum(op, products, axes, keep, dtype))?;
    let whole = reduce::sum(op, &weights, axes, keep, dtype)?;
    to_dtype(op, &binary(BinaryOp::Divide, Operand::Tensor(&sum), Operand::Tensor(&whole))?, result)
}

/// A weight for each element, without a copy: those of an axis are a vector along it.
fn weight_each(op: &'static str, x: &Handle, weights: &Handle, axes: &Axes) -> Result<Handle> {
    if let (Axes::List(list), &[len]) = (axes, weights.shape())
        && let &[axis] = list.as_slice()
        && x.layout.rank() > 1
    {
        let axis = resolve_axis(op, axis, x.layout.rank())?;
        let mut shape: Dims = x.shape().iter().map(|_| 1).collect();
        shape[axis] = len;
        let along = reshape_to(op, weights, &shape)?;
        return Ok(along.with_overlapping_layout(along.layout.broadcast_to_for(op, x.shape())?));
    }
    Ok(weights.with_overlapping_layout(weights.layout.broadcast_to_for(op, x.shape())?))
}

/// The covariances of the rows of a matrix; a vector is one row, and its covariance of rank 0.
pub(crate) fn cov(op: &'static str, x: &Handle, correction: f64) -> Result<Handle> {
    in_single(op, x, |x| covariances(op, x, correction))
}

/// The covariances divided by the standard deviations of both rows.
pub(crate) fn corrcoef(op: &'static str, x: &Handle) -> Result<Handle> {
    in_single(op, x, |x| coefficients(op, x))
}

/// Computes on halves in single precision: deviations rounded to halves would leave little of their products.
fn in_single(op: &'static str, x: &Handle, compute: impl Fn(&Handle) -> Result<Handle>) -> Result<Handle> {
    match x.dtype {
        DType::F16 | DType::BF16 => cast(op, &compute(&cast(op, x, DType::F32)?)?, x.dtype),
        _ => compute(x),
    }
}

fn covariances(op: &'static str, x: &Handle, correction: f64) -> Result<Handle> {
    let (rows, columns) = match *x.shape() {
        [columns] => (1, columns),
        [rows, columns] => (rows, columns),
        _ => {
            let expected = "a vector, or a matrix with a variable in each row";
            return Err(ErrorKind::Rank { op, expected, found: x.layout.rank() }.into());
        }
    };
    let table = reshape_to(op, x, &[rows, columns])?;
    let mean = reduce::mean(op, &table, &Axes::List([1].as_slice().into()), KeepDims::Yes)?;
    let away = binary(BinaryOp::Subtract, Operand::Tensor(&table), Operand::Tensor(&mean))?;
    let turned = conjugate(&away.with_layout(away.layout.transpose()))?;
    let products = matmul(op, &away, &turned)?;
    let divisor = Scalar::from((columns as f64 - correction).max(0.0));
    let covariances = binary(BinaryOp::Divide, Operand::Tensor(&products), Operand::Weak(divisor))?;
    if x.layout.rank() == 1 { reshape_to(op, &covariances, &[]) } else { Ok(covariances) }
}

fn coefficients(op: &'static str, x: &Handle) -> Result<Handle> {
    let covariances = covariances(op, x, 1.0)?;
    if covariances.layout.rank() == 0 {
        return binary(BinaryOp::Divide, Operand::Tensor(&covariances), Operand::Tensor(&covariances));
    }
    let variances =
        unary(UnaryOp::Real, &covariances.with_layout(covariances.layout.diagonal_for(op, 0, 0, 1)?))?;
    let deviations = unary_owned(UnaryOp::Sqrt, variances)?;
    let rows = reshape_to(op, &deviations, &[deviations.layout.len(), 1])?;
    let by_row = binary(BinaryOp::Divide, Operand::Tensor(&covariances), Operand::Tensor(&rows))?;
    let found = binary(BinaryOp::Divide, Operand::Tensor(&by_row), Operand::Tensor(&deviations))?;
    // Rounding may lead a little too far.
    match found.dtype.is_complex() {
        true => Ok(found),
        false => {
            clip(&found, Some(Operand::Weak(Scalar::from(-1.0))), Some(Operand::Weak(Scalar::from(1.0))))
        }
    }
}
