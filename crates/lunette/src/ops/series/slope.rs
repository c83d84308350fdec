//! Samples at places along an axis: their slopes, and the area below them.

use crate::dtype::{Scalar, promote};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::layout::{Dims, Order, resolve_axis};
use crate::ops::elementwise::{BinaryOp, Expression, Operand, binary, binary_into};
use crate::ops::rearrange::{part, reshape_to};
use crate::ops::reduce::{self, KeepDims};
use crate::ops::{cast, store};
use crate::tensor::Handle;

/// How far samples are apart.
#[derive(Clone, Copy)]
pub(crate) enum Spacing<'a> {
    Equal(f64),
    /// Each sample has a place, along the axis or along all of them.
    Places(&'a Handle),
}

/// The slope along `axis` of samples: by both neighbours, at the ends by the one there is.
pub(crate) fn gradient(op: &'static str, x: &Handle, spacing: Spacing<'_>, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let len = x.shape()[axis];
    if len < 2 {
        let (found, allowed) = (len.to_string(), "at least two samples along the axis");
        return Err(ErrorKind::Argument { op, name: "axis length", found, allowed }.into());
    }
    match spacing {
        Spacing::Equal(spacing) => equal_slopes(op, x, spacing, axis),
        Spacing::Places(places) => slopes_between(op, x, places, axis),
    }
}

fn equal_slopes(op: &'static str, x: &Handle, spacing: f64, axis: usize) -> Result<Handle> {
    let len = x.shape()[axis];
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

/// Between two gaps, the slope of the parabola through three samples: that on each side counts by the gap of the other.
fn slopes_between(op: &'static str, x: &Handle, places: &Handle, axis: usize) -> Result<Handle> {
    if places.dtype.is_complex() {
        let cure = "places are real numbers: take `real` first";
        return Err(ErrorKind::Unsupported { op, dtype: places.dtype, cure }.into());
    }
    let (dtype, gaps) = (x.dtype.as_float(), x.shape()[axis] - 1);
    let work = promote(dtype, places.dtype.as_float());
    let places = places_along(op, &cast::to_dtype(op, places, work)?, x, axis)?;
    let samples = cast::to_dtype(op, x, work)?;
    let slopes = rise(op, &samples, axis, gaps, BinaryOp::Subtract)?
        .binary(BinaryOp::Divide, rise(op, &places, axis, gaps, BinaryOp::Subtract)?)
        .evaluate_for(op)?;
    let made = Handle::zeros(op, work, x.shape(), Order::C)?;
    for (to, from) in [(0, 0), (gaps, gaps - 1)] {
        store::copy_into(op, &part(op, &made, axis, to..to + 1)?, &part(op, &slopes, axis, from..from + 1)?)?;
    }
    let inner = gaps - 1;
    let slope = |start: usize| -> Result<Expression> {
        Ok(Expression::of(Operand::Tensor(&part(op, &slopes, axis, start..start + inner)?)))
    };
    let gap = |start: usize, end: usize| -> Result<Expression> {
        let place = |start: usize| part(op, &places, axis, start..start + inner);
        let (low, high) = (place(start)?, place(end)?);
        Ok(Expression::of(Operand::Tensor(&high))
            .binary(BinaryOp::Subtract, Expression::of(Operand::Tensor(&low))))
    };
    let weighted = slope(0)?
        .binary(BinaryOp::Multiply, gap(1, 2)?)
        .binary(BinaryOp::Add, slope(1)?.binary(BinaryOp::Multiply, gap(0, 1)?));
    let between = weighted.binary(BinaryOp::Divide, gap(0, 2)?);
    between.evaluate_into(&part(op, &made, axis, 1..1 + inner)?).map_err(|error| error.called(op))?;
    cast::to_dtype(op, &made, dtype)
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
pub(super) fn rise(
    op: &'static str,
    x: &Handle,
    axis: usize,
    len: usize,
    of_both: BinaryOp,
) -> Result<Expression> {
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
