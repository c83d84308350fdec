//! Samples along a line: differences, slopes, values between samples, convolutions.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary, binary_into, unary};
use super::histogram::{floats, read_floats};
use super::rearrange::{part, reshape_to};
use super::reduce::{self, KeepDims};
use super::scan::{Initial, cumulative};
use super::search::{Side, check_vector, searchsorted};
use super::{cast, create, join, lists, load};
use crate::buffer::{lock_all, look};
use crate::dtype::{DType, Scalar, promote};
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::convolve as kernel;
use crate::kernels::scan::Running;
use crate::layout::{Dims, Layout, Order, resolve_axis};
use crate::nest::cancel::Pace;
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

/// The values at `x` of the line through the points `(xp, fp)`; `xp` ascends. Outside, the first or the last value.
pub(crate) fn interp(op: &'static str, x: &Handle, xp: &Handle, fp: &Handle) -> Result<Handle> {
    check_vector(op, xp)?;
    if xp.shape() != fp.shape() {
        let (expected, found) = (xp.shape().into(), fp.shape().into());
        return Err(
            ErrorKind::ShapeMismatch { op, expected, found, cure: "each point has two numbers" }.into()
        );
    }
    let (points, values) = (read_floats(op, xp)?, read_floats(op, fp)?);
    if points.is_empty() {
        return Err(ErrorKind::Empty { op, shape: xp.shape().into() }.into());
    }
    if !points.is_sorted() {
        let (found, allowed) = ("points that go up and down".into(), "they must be in ascending order");
        return Err(ErrorKind::Argument { op, name: "xp", found, allowed }.into());
    }
    let (at, knots) = (floats(op, x)?, floats(op, xp)?);
    let places: Vec<i64> = lists::read(op, &searchsorted(op, &knots, &at, Side::Right, None)?)?;
    look::<f64, _, 1>(op, [(&at.buffer, &at.layout)], |[at]| {
        let (mut at, mut pace) = (at.iter(), Pace::default());
        create::from_flat_fn(op, x.shape(), |k| {
            pace.step();
            at.next().map_or(0.0, |&at| between(&points, &values, places[k] as usize, at))
        })
    })?
}

/// The value at `x`, before which `place` points lie.
fn between(points: &[f64], values: &[f64], place: usize, x: f64) -> f64 {
    let last = points.len() - 1;
    match place {
        _ if x.is_nan() => x,
        0 => values[0],
        _ if place > last || points[place - 1] == x => values[place - 1],
        _ => {
            let (a, b) = (place - 1, place);
            let slope = (values[b] - values[a]) / (points[b] - points[a]);
            let from_left = slope * (x - points[a]) + values[a];
            match from_left.is_nan() {
                false => from_left,
                // An infinite value at one end need not spoil what the other end knows.
                true if values[a] == values[b] => values[a],
                true => slope * (x - points[b]) + values[b],
            }
        }
    }
}

/// Differences of neighbours along `axis`, taken `n` times. Bools differ or not.
pub(crate) fn diff(op: &'static str, x: &Handle, n: usize, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let subtract = if x.dtype == DType::Bool { BinaryOp::NotEqual } else { BinaryOp::Subtract };
    let mut result = None;
    // After as many differences as there are entries none is left.
    for _ in 0..n.min(x.shape()[axis]) {
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

/// The slope along `axis` of samples that are `spacing` apart: by both neighbours, at the ends by the one there is.
pub(crate) fn gradient(op: &'static str, x: &Handle, spacing: f64, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let len = x.shape()[axis];
    if len < 2 {
        let (found, allowed) = (len.to_string(), "at least two samples along the axis");
        return Err(ErrorKind::Argument { op, name: "axis length", found, allowed }.into());
    }
    let samples = cast::to_dtype(op, x, x.dtype.as_float())?;
    let slopes = Handle::zeros(op, samples.dtype, x.shape(), Order::C)?;
    let slope = |place: usize, count: usize, [low, high]: [usize; 2]| {
        let (low_part, high_part) =
            (part(op, &samples, axis, low..low + count)?, part(op, &samples, axis, high..high + count)?);
        let rise = binary(BinaryOp::Subtract, Operand::Tensor(&high_part), Operand::Tensor(&low_part))?;
        let run = Operand::Weak(Scalar::F64(spacing * (high - low) as f64));
        binary_into(
            BinaryOp::Divide,
            Operand::Tensor(&rise),
            run,
            &part(op, &slopes, axis, place..place + count)?,
        )
    };
    slope(0, 1, [0, 1])?;
    slope(len - 1, 1, [len - 2, len - 1])?;
    slope(1, len - 2, [0, 2])?;
    Ok(slopes)
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

/// How far samples are apart.
pub(crate) enum Spacing<'a> {
    Equal(f64),
    /// Each sample has a place, along the axis or along all of them.
    Places(&'a Handle),
}

/// The area below the lines through samples along `axis`.
pub(crate) fn trapezoid(op: &'static str, y: &Handle, spacing: Spacing<'_>, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, y.layout.rank())?;
    let len = y.shape()[axis].saturating_sub(1);
    let dtype = match spacing {
        Spacing::Equal(_) => y.dtype,
        Spacing::Places(x) => promote(x.dtype, y.dtype),
    }
    .as_float();
    let y = cast::to_dtype(op, y, dtype)?;
    let run = match spacing {
        Spacing::Equal(spacing) => Expression::of(Operand::Weak(Scalar::F64(spacing))),
        Spacing::Places(x) => {
            let x = cast::to_dtype(op, &places_along(op, x, &y, axis)?, dtype)?;
            rise(op, &x, axis, len, BinaryOp::Subtract)?
        }
    };
    let half = Expression::of(Operand::Weak(Scalar::F64(2.0)));
    let areas = rise(op, &y, axis, len, BinaryOp::Add)?.binary(BinaryOp::Multiply, run);
    let axes = Axes::List([axis as i64].into_iter().collect());
    areas
        .binary(BinaryOp::Divide, half)
        .reduce(op, |areas| reduce::sum(op, areas, &axes, KeepDims::No, dtype))
}

/// What an operation makes of each sample along an axis and the one before it.
fn rise(op: &'static str, x: &Handle, axis: usize, len: usize, of_both: BinaryOp) -> Result<Expression> {
    let start = usize::from(len > 0);
    let (low, high) = (part(op, x, axis, 0..len)?, part(op, x, axis, start..start + len)?);
    Ok(Expression::of(Operand::Tensor(&high)).binary(of_both, Expression::of(Operand::Tensor(&low))))
}

/// A place for each sample, without a copy: a vector goes along the axis.
fn places_along(op: &'static str, x: &Handle, y: &Handle, axis: usize) -> Result<Handle> {
    let mut shape = Dims::from_slice(x.shape());
    if let &[len] = x.shape() {
        shape = Dims::from_elem(1, y.layout.rank());
        shape[axis] = len;
    }
    if shape.get(axis) != y.shape().get(axis) || shape.len() != y.layout.rank() {
        let (expected, found) = (y.shape().into(), x.shape().into());
        let cure = "each sample has a place: a vector along the axis, or a tensor of the samples' shape";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    let along = reshape_to(op, x, &shape)?;
    Ok(along.with_overlapping_layout(along.layout.broadcast_to_for(op, y.shape())?))
}
