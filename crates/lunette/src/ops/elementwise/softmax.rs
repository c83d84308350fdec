//! Exponentials that are divided by their sum, and the logarithm of that sum: nothing overflows on the way, because the
//! greatest element is taken off first.

use super::binary::BinaryOp;
use super::domain::Domain;
use super::lazy::Expression;
use super::operand::Operand;
use super::unary::UnaryOp;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::ops::rearrange::reshape_to;
use crate::ops::reduce::{self, KeepDims, Over};
use crate::ops::{cast, create};
use crate::tensor::Handle;

/// Which of the two is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Share {
    /// The share that each exponential has in the sum.
    Plain,
    /// Its logarithm.
    Logarithm,
}

/// e^x divided by the sum of these along the axes, or the logarithm of that.
pub(crate) fn softmax(op: &'static str, x: &Handle, axes: &Axes, share: Share) -> Result<Handle> {
    let (x, dtype) = widened(op, x)?;
    Over::new(op, &x, axes, KeepDims::Yes)?;
    if x.layout.is_empty() {
        return cast::cast(op, &x, dtype);
    }
    let shifted = match share {
        Share::Plain => less(&x, &greatest(op, &x, axes)?),
        Share::Logarithm => less(&x, &finite_greatest(op, &x, axes)?),
    };
    let shifted = shifted.evaluate_for(op)?;
    let powers = tensor(&shifted).unary(UnaryOp::Exp).evaluate_for(op)?;
    let sum = reduce::sum(op, &powers, axes, KeepDims::Yes, x.dtype)?;
    let made = match share {
        Share::Plain => tensor(&powers).binary(BinaryOp::Divide, tensor(&sum)),
        Share::Logarithm => tensor(&shifted).binary(BinaryOp::Subtract, tensor(&sum).unary(UnaryOp::Log)),
    };
    cast::to_dtype(op, &made.evaluate_for(op)?, dtype)
}

/// The logarithm of the sum of e^x along the axes; of nothing it is minus infinity.
pub(crate) fn logsumexp(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims) -> Result<Handle> {
    let (x, dtype) = widened(op, x)?;
    let over = Over::new(op, &x, axes, keep)?;
    if over.len == 0 {
        return create::full(op, dtype, &over.shape, Scalar::from(f64::NEG_INFINITY).cast(dtype));
    }
    let top = finite_greatest(op, &x, axes)?;
    let powers = less(&x, &top).unary(UnaryOp::Exp).evaluate_for(op)?;
    let sum = reduce::sum(op, &powers, axes, keep, x.dtype)?;
    let top = reshape_to(op, &top, &over.shape)?;
    let made = tensor(&sum).unary(UnaryOp::Log).binary(BinaryOp::Add, tensor(&top)).evaluate_for(op)?;
    cast::to_dtype(op, &made, dtype)
}

/// The tensor as it is computed, halves as `f32`, and the dtype of the result.
fn widened(op: &'static str, x: &Handle) -> Result<(Handle, DType)> {
    let dtype = Domain::Floats.admit(op, x.dtype)?;
    let work = if dtype.item_size() < 4 { DType::F32 } else { dtype };
    Ok((cast::to_dtype(op, x, work)?, dtype))
}

fn greatest(op: &'static str, x: &Handle, axes: &Axes) -> Result<Handle> {
    reduce::extreme(op, x, axes, KeepDims::Yes, Reduction::Greatest)
}

/// The greatest elements, or 0 where that is infinite or NaN: it is to be taken off and must leave the others alone.
fn finite_greatest(op: &'static str, x: &Handle, axes: &Axes) -> Result<Handle> {
    let top = greatest(op, x, axes)?;
    let zero = Expression::of(Operand::Weak(Scalar::from(0.0)));
    tensor(&top).unary(UnaryOp::IsFinite).choose(tensor(&top), zero).evaluate_for(op)
}

fn less(x: &Handle, top: &Handle) -> Expression {
    tensor(x).binary(BinaryOp::Subtract, tensor(top))
}

fn tensor(x: &Handle) -> Expression {
    Expression::of(Operand::Tensor(x))
}
