//! Samples along a line: differences, slopes, values between samples, convolutions.

mod interp;
mod slope;

pub use self::interp::Beyond;
pub(crate) use self::interp::interp;
use self::slope::rise;
pub(crate) use self::slope::{Spacing, gradient, trapezoid};
use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary, binary_into, unary};
use super::rearrange::part;
use super::scan::{Initial, cumulative};
use super::search::check_vector;
use super::{cast, create, join, load};
use crate::buffer::lock_all;
use crate::dtype::{DType, Scalar, promote};
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::convolve as kernel;
use crate::kernels::scan::Running;
use crate::layout::{Layout, Order, resolve_axis};
use crate::tensor::Handle;

/// Which part of a convolution is wanted.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::ConvolveMode;
/// let x = tensor![1, 1, 1, 1];
/// assert_eq!(x.convolve(&tensor![1, 1], ConvolveMode::Full)?, tensor![1, 2, 2, 2, 1]);
/// assert_eq!(x.convolve(&tensor![1, 1], ConvolveMode::Valid)?, tensor![2, 2, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConvolveMode {
    /// Every place at which the two overlap at all.
    #[default]
    Full,
    /// As many entries as the longer one has, from the middle.
    Same,
    /// Only places at which the two overlap completely.
    Valid,
}

/// The convolution of two vectors.
pub(crate) fn convolve(op: &'static str, a: &Handle, b: &Handle, mode: ConvolveMode) -> Result<Handle> {
    check_vector(op, a)?;
    check_vector(op, b)?;
    let (long, short) = if a.layout.len() >= b.layout.len() { (a, b) } else { (b, a) };
    let dtype = promote(a.dtype, b.dtype);
    let working = kernel::working_dtype(dtype);
    let (n, m) = (long.layout.len(), short.layout.len());
    let (long, short) = (cast::to_dtype(op, long, working)?, cast::to_dtype(op, short, working)?);
    let locks = lock_all(op, [(&long.buffer, Access::Read), (&short.buffer, Access::Read)])?;
    let [long_lock, short_lock] = locks.each();
    let sums = kernel::convolve(
        op,
        long_lock.source(op, &long.layout, working)?,
        short_lock.source(op, &short.layout, working)?,
    )?;
    drop(locks);
    let full = cast::to_dtype(op, &Handle::fresh(sums, Layout::vector(n + m - 1), working), dtype)?;
    let (start, len) = match mode {
        ConvolveMode::Full => return Ok(full),
        ConvolveMode::Same => ((m - 1) / 2, n),
        ConvolveMode::Valid => (m - 1, n - m + 1),
    };
    load::copy(op, &part(op, &full, 0, start..start + len)?, Order::C)
}

/// The sums of products of `a` and the conjugate of `b`, moved along it; where `b` is longer, `a` moves along `b`, and the
/// sums come in the other direction.
pub(crate) fn correlate(op: &'static str, a: &Handle, b: &Handle, mode: ConvolveMode) -> Result<Handle> {
    let flipped = |x: &Handle| x.layout.flip_for(op, None).map(|layout| x.with_layout(layout));
    check_vector(op, a)?;
    check_vector(op, b)?;
    let conjugate = match b.dtype.is_complex() {
        true => &unary(UnaryOp::Conj, b)?,
        false => b,
    };
    if a.layout.len() >= b.layout.len() {
        return convolve(op, a, &flipped(conjugate)?, mode);
    }
    load::copy(op, &flipped(&convolve(op, conjugate, &flipped(a)?, mode)?)?, Order::C)
}

/// Differences of neighbours along `axis`, taken `n` times. Bools differ or not.
pub(crate) fn diff(op: &'static str, x: &Handle, n: usize, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let subtract = if x.dtype == DType::Bool { BinaryOp::NotEqual } else { BinaryOp::Subtract };
    // After as many differences as there are entries none is left.
    let times = n.min(x.shape()[axis]);
    if x.layout.is_empty() {
        // The axis may be longer than anybody can count, for there is nothing in it.
        let mut shape = x.layout.dims();
        shape[axis] -= times;
        return create::full(op, x.dtype, &shape, false.into());
    }
    let mut result = None;
    for _ in 0..times {
        let from = result.as_ref().unwrap_or(x);
        let len = from.shape()[axis] - 1;
        let part = |start: usize| part(op, from, axis, start..start + len);
        result = Some(binary(subtract, Operand::Tensor(&part(1)?), Operand::Tensor(&part(0)?))?);
    }
    result.map_or_else(|| load::copy(op, x, Order::C), Ok)
}

/// [`diff`] of a tensor between two others, where there are any.
pub(crate) fn diff_with(
    op: &'static str,
    x: &Handle,
    n: usize,
    axis: i64,
    [prepend, append]: [Option<&Handle>; 2],
) -> Result<Handle> {
    let parts: Vec<&Handle> = [prepend, Some(x), append].into_iter().flatten().collect();
    match parts.len() {
        1 => diff(op, x, n, axis),
        _ => diff(op, &join::concat_as(op, &parts, axis)?, n, axis),
    }
}

/// Angles along `axis` without jumps: where neighbours differ by `jump` or more, those behind are moved by multiples of the
/// period, so that they differ by half of it at most.
pub(crate) fn unwrap(op: &'static str, x: &Handle, (period, jump): (f64, f64), axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    if x.dtype.is_complex() {
        let cure = "take `angle` of complex numbers first";
        return Err(ErrorKind::Unsupported { op, dtype: x.dtype, cure }.into());
    }
    let dtype = x.dtype.as_float();
    // Halves would lose what is added up.
    let work = if dtype.item_size() < 4 { DType::F32 } else { dtype };
    let x = cast::to_dtype(op, x, work)?;
    let (made, len) = (load::copy(op, &x, Order::C)?, x.shape()[axis].saturating_sub(1));
    if len > 0 && !x.layout.is_empty() {
        let number = |value: f64| Expression::of(Operand::Weak(Scalar::F64(value)));
        let step = || rise(op, &x, axis, len, BinaryOp::Subtract);
        let half = period / 2.0;
        let near = step()?
            .binary(BinaryOp::Add, number(half))
            .binary(BinaryOp::Remainder, number(period))
            .binary(BinaryOp::Subtract, number(half))
            .evaluate_for(op)?;
        let near = || Expression::of(Operand::Tensor(&near));
        // Half a period up stays half a period up.
        let upward = near()
            .binary(BinaryOp::Equal, number(-half))
            .binary(BinaryOp::LogicalAnd, step()?.binary(BinaryOp::Greater, number(0.0)));
        let moved = upward.choose(number(half), near()).binary(BinaryOp::Subtract, step()?);
        let small = step()?.unary(UnaryOp::Abs).binary(BinaryOp::Less, number(jump));
        let moved = small.choose(number(0.0), moved).evaluate_for(op)?;
        let total = cumulative(op, &moved, axis as i64, Running::Sum, (work, Initial::Left))?;
        let behind = Operand::Tensor(&part(op, &x, axis, 1..1 + len)?);
        binary_into(BinaryOp::Add, behind, Operand::Tensor(&total), &part(op, &made, axis, 1..1 + len)?)
            .map_err(|error| error.called(op))?;
    }
    cast::to_dtype(op, &made, dtype)
}
