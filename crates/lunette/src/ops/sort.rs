//! Sorting along an axis. The axis goes last, so that kernels see rows; results go back to the shape that was asked for.

use super::{load, pick};
use crate::buffer::{Buffer, Source};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::index::entry_of;
use crate::kernels::sort as kernel;
use crate::layout::{Layout, Order, resolve_axis};
use crate::tensor::Handle;

/// Which elements come first.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Direction {
    Ascending,
    Descending,
}

/// A copy sorted along `axis`; stable, NaN last.
pub(crate) fn sort(op: &'static str, x: &Handle, axis: i64, direction: Direction) -> Result<Handle> {
    let descending = direction == Direction::Descending;
    if x.dtype.is_complex() {
        return pick::take_along_axis(x, &argsort(op, x, axis, direction)?, axis);
    }
    along(op, x, axis, x.dtype, None, |rows| kernel::sort(op, rows, descending))
}

/// The indices that sort along `axis`; stable, NaN last.
pub(crate) fn argsort(op: &'static str, x: &Handle, axis: i64, direction: Direction) -> Result<Handle> {
    let descending = direction == Direction::Descending;
    along(op, x, axis, DType::I64, None, |rows| kernel::argsort(op, rows, descending))
}

/// The indices of the first `k` elements along `axis`, sorted in that direction.
pub(crate) fn argtopk(
    op: &'static str,
    x: &Handle,
    k: usize,
    axis: i64,
    direction: Direction,
) -> Result<Handle> {
    let along_axis = resolve_axis(op, axis, x.layout.rank())?;
    let len = x.shape()[along_axis];
    if k > len {
        let (found, allowed) =
            (format!("{k} along axis {along_axis} of length {len}"), "no more than there are can be taken");
        return Err(ErrorKind::Argument { op, name: "k", found, allowed }.into());
    }
    let descending = direction == Direction::Descending;
    along(op, x, axis, DType::I64, Some(k), |rows| kernel::first_few(op, rows, k, descending))
}

/// A copy in which the elements at the places `nth` along `axis` stand where sorting would put them.
pub(crate) fn partition(op: &'static str, x: &Handle, nth: &[i64], axis: i64) -> Result<Handle> {
    let places = places(op, x, nth, axis)?;
    if x.dtype.is_complex() {
        return sort(op, x, axis, Direction::Ascending);
    }
    along(op, x, axis, x.dtype, None, |rows| kernel::partition(op, rows, &places))
}

/// The indices that partition along `axis`: those that sort do.
pub(crate) fn argpartition(op: &'static str, x: &Handle, nth: &[i64], axis: i64) -> Result<Handle> {
    places(op, x, nth, axis)?;
    argsort(op, x, axis, Direction::Ascending)
}

/// The indices that sort along `axis` by the last key, where it is equal by the one before it, and so on.
pub(crate) fn lexsort(op: &'static str, keys: &[&Handle], axis: i64) -> Result<Handle> {
    let Some((least, others)) = keys.split_first() else {
        let (found, allowed) = ("empty".to_owned(), "there must be at least one key to sort by");
        return Err(ErrorKind::Argument { op, name: "keys", found, allowed }.into());
    };
    if let Some(other) = others.iter().find(|other| other.shape() != least.shape()) {
        let (expected, found) = (least.shape().into(), other.shape().into());
        let cure = "keys must have equal shapes";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    let mut order = argsort(op, least, axis, Direction::Ascending)?;
    for key in others {
        // Stable: what this key leaves equal stays in the order of the keys before it.
        let arranged = pick::take_along_axis(key, &order, axis)?;
        let next = argsort(op, &arranged, axis, Direction::Ascending)?;
        order = pick::take_along_axis(&order, &next, axis)?;
    }
    Ok(order)
}

/// The places along an axis that numbers mean, negative ones counted from its end.
fn places(op: &'static str, x: &Handle, nth: &[i64], axis: i64) -> Result<Vec<usize>> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    nth.iter().map(|&index| entry_of(op, axis, index, x.shape()[axis])).collect()
}

/// Runs `work` on the rows along `axis`; it makes as many rows of `dtype`, of their length or of `len`.
fn along(
    op: &'static str,
    x: &Handle,
    axis: i64,
    dtype: DType,
    len: Option<usize>,
    work: impl FnOnce(Source<'_>) -> Result<Buffer>,
) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())? as i64;
    let rows = x.layout.move_axis_for(op, &[axis], &[-1])?;
    let mut shape = rows.dims();
    if let (Some(last), Some(len)) = (shape.last_mut(), len) {
        *last = len;
    }
    let lock = x.buffer.lock(op, Access::Read)?;
    let made = Layout::contiguous_for(op, &shape, Order::C)?;
    let made = Handle::fresh(work(lock.source(op, &rows, x.dtype)?)?, made, dtype);
    drop(lock);
    let back = made.layout.move_axis_for(op, &[-1], &[axis])?;
    if back.is_c_contiguous() {
        return Ok(Handle::fresh(made.buffer, back, dtype));
    }
    load::copy(op, &made.with_layout(back), Order::C)
}
