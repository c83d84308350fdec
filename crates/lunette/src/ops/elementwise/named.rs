//! Functions that are made of others, each computed in one pass.

use std::f64::consts::PI;

use super::binary::BinaryOp;
use super::domain::Domain;
use super::lazy::Expression;
use super::operand::Operand;
use super::unary::UnaryOp;
use crate::dtype::{DType, Scalar, promote, promote_weak};
use crate::error::Result;
use crate::layout::broadcast_shapes_for;
use crate::ops::{cast, create};
use crate::tensor::Handle;

/// The angle of each number in the complex plane, from -π to π; that of a real number is 0 or π.
pub(crate) fn angle(x: &Handle) -> Result<Handle> {
    let op = "angle";
    let x = cast::to_dtype(op, x, Domain::Fractions.admit(op, x.dtype)?)?;
    let part = |part| tensor(&x).unary(part);
    part(UnaryOp::Imag).binary(BinaryOp::Atan2, part(UnaryOp::Real)).evaluate_for(op)
}

/// `sin(πx) / (πx)`, and 1 at 0.
pub(crate) fn sinc(x: &Handle) -> Result<Handle> {
    let op = "sinc";
    let dtype = Domain::Fractions.admit(op, x.dtype)?;
    // Halves round the angle by more than the wave is high.
    let work = if dtype.item_size() < 4 { DType::F32 } else { dtype };
    let x = cast::to_dtype(op, x, work)?;
    let turned = || tensor(&x).binary(BinaryOp::Multiply, number(PI));
    let wave = turned().unary(UnaryOp::Sin).binary(BinaryOp::Divide, turned());
    let made = is_zero(&x).choose(number(1.0), wave).evaluate_for(op)?;
    if work == dtype { Ok(made) } else { cast::cast(op, &made, dtype) }
}

/// 0 below zero, 1 above, and at zero what `at_zero` says; NaN stays.
pub(crate) fn heaviside(x: &Handle, at_zero: Operand<'_>) -> Result<Handle> {
    let op = "heaviside";
    let both = match at_zero {
        Operand::Weak(value) => promote_weak(value.dtype(), x.dtype),
        other => promote(x.dtype, other.dtype()),
    };
    let dtype = Domain::Floats.admit(op, both)?;
    let x = cast::to_dtype(op, x, dtype)?;
    let at_zero = match at_zero {
        Operand::Tensor(at_zero) => {
            broadcast_shapes_for(op, &[x.shape(), at_zero.shape()])?;
            tensor(&cast::to_dtype(op, at_zero, dtype)?)
        }
        Operand::Scalar(value) | Operand::Weak(value) => Expression::of(Operand::Weak(value.cast(dtype))),
    };
    let below = tensor(&x).binary(BinaryOp::Less, number(0.0));
    let above = tensor(&x).unary(UnaryOp::IsNan).choose(tensor(&x), number(1.0));
    is_zero(&x).choose(at_zero, below.choose(number(0.0), above)).evaluate_for(op)
}

/// Which end of the line an infinity lies at.
#[derive(Clone, Copy)]
pub(crate) enum End {
    Below,
    Above,
}

/// Whether each number is the infinity at one end.
pub(crate) fn is_infinity(op: &'static str, x: &Handle, end: End) -> Result<Handle> {
    let dtype = Domain::Ordered.admit(op, x.dtype)?;
    if !dtype.is_float() {
        return create::full(op, DType::Bool, x.shape(), false.into());
    }
    let infinity = match end {
        End::Below => f64::NEG_INFINITY,
        End::Above => f64::INFINITY,
    };
    tensor(x).binary(BinaryOp::Equal, number(infinity)).evaluate_for(op)
}

/// Whether each number has no imaginary part, or the other way round.
pub(crate) fn is_on_the_line(op: &'static str, x: &Handle, real: bool) -> Result<Handle> {
    if !x.dtype.is_complex() {
        return create::full(op, DType::Bool, x.shape(), real.into());
    }
    let compare = if real { BinaryOp::Equal } else { BinaryOp::NotEqual };
    tensor(x).unary(UnaryOp::Imag).binary(compare, number(0.0)).evaluate_for(op)
}

/// The fraction and the whole number of each number, both with its sign.
pub(crate) fn modf(x: &Handle) -> Result<[Handle; 2]> {
    let op = "modf";
    let x = cast::to_dtype(op, x, Domain::Floats.admit(op, x.dtype)?)?;
    let whole = || tensor(&x).unary(UnaryOp::Trunc);
    // What an infinity leaves is no NaN.
    let rest =
        tensor(&x).unary(UnaryOp::IsInf).choose(number(0.0), tensor(&x).binary(BinaryOp::Subtract, whole()));
    Ok([rest.binary(BinaryOp::CopySign, tensor(&x)).evaluate_for(op)?, whole().evaluate_for(op)?])
}

fn tensor(x: &Handle) -> Expression {
    Expression::of(Operand::Tensor(x))
}

fn number(value: f64) -> Expression {
    Expression::of(Operand::Weak(Scalar::F64(value)))
}

fn is_zero(x: &Handle) -> Expression {
    tensor(x).binary(BinaryOp::Equal, number(0.0))
}
