//! Numbers in place of NaN and infinities.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp};
use super::rearrange::reshape_to;
use super::{cast, load};
use crate::dtype::{DType, Scalar, finfo};
use crate::error::Result;
use crate::layout::Order;
use crate::tensor::Handle;

/// What [`nan_to_num`](crate::Tensor::nan_to_num) puts in place of numbers that are not finite.
///
/// ```
/// use lunette::Substitutes;
/// use lunette::prelude::*;
/// let x = tensor![f64::NAN, f64::INFINITY, 1.5];
/// let plain = Substitutes { nan: -1.0, posinf: Some(9.0), ..Substitutes::default() };
/// assert_eq!(x.nan_to_num(plain)?, tensor![-1.0, 9.0, 1.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Substitutes {
    /// In place of NaN; 0 by default.
    pub nan: f64,
    /// In place of infinity; the greatest finite number of the dtype by default.
    pub posinf: Option<f64>,
    /// In place of minus infinity; the least finite number of the dtype by default.
    pub neginf: Option<f64>,
}

/// A copy with numbers in place of NaN and infinities; of complex numbers both parts are looked at by themselves.
pub(crate) fn nan_to_num(op: &'static str, x: &Handle, by: Substitutes) -> Result<Handle> {
    if x.dtype.is_float() {
        return replaced(x, by);
    }
    let copied = load::copy(op, x, Order::C)?;
    if !x.dtype.is_complex() {
        return Ok(copied);
    }
    // A complex number is two of its parts, one after the other.
    let flat = reshape_to(op, &copied, &[x.layout.len()])?;
    let made = replaced(&cast::reinterpret(&flat, x.dtype.as_real())?, by)?;
    let made = reshape_to(op, &cast::reinterpret(&made, x.dtype)?, x.shape())?;
    Ok(Handle { is_view: false, ..made })
}

fn replaced(x: &Handle, by: Substitutes) -> Result<Handle> {
    let dtype = x.dtype;
    let limits = finfo(dtype)?;
    let all = || Expression::of(Operand::Tensor(x));
    let number = |value: f64| Expression::of(Operand::Scalar(in_dtype(value, dtype)));
    let is = |value: f64| all().binary(BinaryOp::Equal, number(value));
    let least = is(f64::NEG_INFINITY).choose(number(by.neginf.unwrap_or(limits.min)), all());
    let bounded = is(f64::INFINITY).choose(number(by.posinf.unwrap_or(limits.max)), least);
    all().unary(UnaryOp::IsNan).choose(number(by.nan), bounded).evaluate()
}

fn in_dtype(value: f64, dtype: DType) -> Scalar {
    Scalar::from(value).cast(dtype)
}
