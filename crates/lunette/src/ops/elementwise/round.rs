//! Numbers rounded to decimals, or to tens.

use super::binary::{BinaryOp, binary};
use super::domain::Domain;
use super::lazy::Expression;
use super::operand::Operand;
use super::unary::{UnaryOp, copy_in_order, unary};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::layout::{Layout, Order};
use crate::ops::{cast, create};
use crate::tensor::Handle;

/// The nearest number of so many decimals, halves to the even one; less than none are tens. Integers are rounded exactly.
pub(crate) fn round_to(x: &Handle, decimals: i32) -> Result<Handle> {
    let op = "round_to";
    Domain::Numbers.admit(op, x.dtype)?;
    let is_whole = x.dtype.is_integer();
    let made = match decimals {
        0 => unary(UnaryOp::Round, x),
        1.. if is_whole => copy_in_order(op, x),
        _ if x.dtype.is_complex() => by_parts(op, x, decimals),
        1.. => to_decimals(op, x, 10_f64.powi(decimals)),
        ..0 if is_whole => to_tens(op, x, decimals.unsigned_abs()),
        ..0 => to_tens_of_floats(op, x, 10_f64.powi(decimals.saturating_neg())),
    };
    made.map_err(|error| error.called(op))
}

/// The parts of complex numbers, each by itself.
fn by_parts(op: &'static str, x: &Handle, decimals: i32) -> Result<Handle> {
    let copy = copy_in_order(op, x)?;
    let one_axis = |len: usize| Layout::contiguous_for(op, &[len], Order::C);
    let numbers = Handle::fresh(copy.buffer, one_axis(x.layout.len())?, x.dtype);
    let parts = round_to(&cast::reinterpret(&numbers, x.dtype.as_real())?, decimals)?;
    Ok(Handle::fresh(parts.buffer, copy.layout, x.dtype))
}

/// Floats in hundredths or the like; numbers that are too large to have them stay.
fn to_decimals(op: &'static str, x: &Handle, scale: f64) -> Result<Handle> {
    let scaled = || tensor(x).binary(BinaryOp::Multiply, number(scale));
    let rounded = scaled().unary(UnaryOp::Round).binary(BinaryOp::Divide, number(scale));
    scaled().unary(UnaryOp::IsFinite).choose(rounded, tensor(x)).evaluate_for(op)
}

/// Floats rounded to a multiple of a power of ten.
fn to_tens_of_floats(op: &'static str, x: &Handle, scale: f64) -> Result<Handle> {
    // What the dtype makes of it is what is computed with: 1e5 is infinite as a half.
    let is_finite =
        matches!(Scalar::from(scale).cast(x.dtype).cast(DType::F64), Scalar::F64(cast) if cast.is_finite());
    if is_finite {
        let tens = tensor(x).binary(BinaryOp::Divide, number(scale)).unary(UnaryOp::Round);
        return tens.binary(BinaryOp::Multiply, number(scale)).evaluate_for(op);
    }
    // So many tens are more than there are: a zero of the same sign is left. 0 times infinity would be NaN.
    let nothing = tensor(x).binary(BinaryOp::Multiply, number(0.0));
    tensor(x).unary(UnaryOp::IsFinite).choose(nothing, tensor(x)).evaluate_for(op)
}

/// Integers rounded to a multiple of a power of ten, exactly; what does not fit any more wraps round.
fn to_tens(op: &'static str, x: &Handle, digits: u32) -> Result<Handle> {
    let wide = if x.dtype == DType::U64 { DType::U64 } else { DType::I64 };
    let Some(tens) =
        10_u64.checked_pow(digits).filter(|&tens| wide == DType::U64 || i64::try_from(tens).is_ok())
    else {
        // More than any integer of this width has.
        return create::full(op, x.dtype, x.shape(), Scalar::from(0_i64).cast(x.dtype));
    };
    let [ten, half, one] = [tens, tens / 2, 1].map(|value| Operand::Weak(Scalar::from(value).cast(wide)));
    let wide = cast::to_dtype(op, x, wide)?;
    let quotient = binary(BinaryOp::FloorDivide, Operand::Tensor(&wide), ten)?;
    let rest = binary(BinaryOp::Remainder, Operand::Tensor(&wide), ten)?;
    let last = binary(BinaryOp::BitwiseAnd, Operand::Tensor(&quotient), one)?;
    let is_tie = binary(BinaryOp::Equal, Operand::Tensor(&rest), half)?;
    let is_above = binary(BinaryOp::Greater, Operand::Tensor(&rest), half)?;
    // A half goes to the even neighbour, which is the upper one of an odd quotient.
    let is_up = binary(BinaryOp::LogicalAnd, Operand::Tensor(&is_tie), Operand::Tensor(&last))?;
    let is_up = binary(BinaryOp::LogicalOr, Operand::Tensor(&is_above), Operand::Tensor(&is_up))?;
    let quotient = binary(BinaryOp::Add, Operand::Tensor(&quotient), Operand::Tensor(&is_up))?;
    cast::to_dtype(op, &binary(BinaryOp::Multiply, Operand::Tensor(&quotient), ten)?, x.dtype)
}

fn tensor(x: &Handle) -> Expression {
    Expression::of(Operand::Tensor(x))
}

fn number(value: f64) -> Expression {
    Expression::of(Operand::Weak(Scalar::from(value)))
}
