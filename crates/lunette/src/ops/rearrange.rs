//! The same values in another arrangement: reshape, roll, rotate, tile, repeat.

use std::ops::Range;

use super::{join, lists, load, pick};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::layout::{Dims, Entries, Layout, Order, checked_len, infer_shape, resolve_axis};
use crate::tensor::Handle;

/// The same elements in a new shape; one size may be -1. A view where strides allow it, else a copy.
pub(crate) fn reshape(x: &Handle, to: &[i64]) -> Result<Handle> {
    let op = "reshape";
    reshape_to(op, x, &infer_shape(op, x.shape(), to)?)
}

/// As [`reshape`], to sizes that are known to hold as many elements.
pub(crate) fn reshape_to(op: &'static str, x: &Handle, to: &[usize]) -> Result<Handle> {
    if let Some(layout) = x.layout.reshape(to) {
        return Ok(x.with_layout(layout));
    }
    in_shape(op, load::copy(op, x, Order::C)?, to)
}

/// A row-major tensor that has just been made, in a shape of as many elements; it goes on being no view.
pub(super) fn in_shape(op: &'static str, made: Handle, to: &[usize]) -> Result<Handle> {
    Ok(Handle::fresh(made.buffer, Layout::contiguous_for(op, to, Order::C)?, made.dtype))
}

/// A copy of all elements in row-major order along one axis.
pub(crate) fn flatten(x: &Handle) -> Result<Handle> {
    let op = "flatten";
    in_shape(op, load::copy(op, x, Order::C)?, &[x.layout.len()])
}

/// A view in a new shape, never a copy.
pub(crate) fn reshape_view(x: &Handle, to: &[i64]) -> Result<Handle> {
    let op = "reshape_view";
    let to = infer_shape(op, x.shape(), to)?;
    Ok(x.with_layout(x.layout.reshape_for(op, &to, "use `reshape`, which copies")?))
}

/// Entries moved along axes, those that leave at one end entering at the other.
///
/// Without axes the elements move in row-major order and the shape stays.
pub(crate) fn roll(x: &Handle, shifts: &[i64], axes: &Axes) -> Result<Handle> {
    let op = "roll";
    let Axes::List(list) = axes else {
        let [shift] = shifts else {
            let cure = "without axes all elements move by one shift";
            return Err(x.layout.wrong_count(op, "shift", [1, shifts.len()], cure));
        };
        let flat = reshape_to(op, x, &[x.layout.len()])?;
        return in_shape(op, roll_axis(op, &flat, *shift, 0)?, x.shape());
    };
    // An axis may stand several times: the shifts add up, so no uniqueness is asked for.
    if shifts.len() != 1 && shifts.len() != list.len() {
        let cure = "give one shift for each axis named, or one for all";
        return Err(x.layout.wrong_count(op, "shifts", [list.len(), shifts.len()], cure));
    }
    let mut rolled = None;
    for (k, &axis) in list.iter().enumerate() {
        let axis = resolve_axis(op, axis, x.layout.rank())?;
        let shift = if shifts.len() == 1 { shifts[0] } else { shifts[k] };
        rolled = Some(roll_axis(op, rolled.as_ref().unwrap_or(x), shift, axis)?);
    }
    rolled.map_or_else(|| load::copy(op, x, Order::C), Ok)
}

fn roll_axis(op: &'static str, x: &Handle, shift: i64, axis: usize) -> Result<Handle> {
    let size = x.shape()[axis];
    if size == 0 {
        return load::copy(op, x, Order::C);
    }
    let by = i128::from(shift).rem_euclid(size as i128) as usize;
    let (head, tail) = (part(op, x, axis, 0..size - by)?, part(op, x, axis, size - by..size)?);
    join::concat_as(op, &[&tail, &head], axis as i64)
}

/// A view of some entries of an axis.
pub(crate) fn part(op: &'static str, x: &Handle, axis: usize, entries: Range<usize>) -> Result<Handle> {
    let entries = Entries { start: entries.start, len: entries.len(), step: 1 };
    Ok(x.with_layout(x.layout.slice_axis(op, axis, entries)?))
}

/// A view turned by `quarters` times 90 degrees in the plane of two axes, from the first towards the second.
pub(crate) fn rot90(x: &Handle, quarters: i64, axes: [i64; 2]) -> Result<Handle> {
    let op = "rot90";
    let [first, second] = axes.map(|axis| resolve_axis(op, axis, x.layout.rank()));
    let (first, second) = (first?, second?);
    if first == second {
        return Err(ErrorKind::AxisRepeated { op, axis: first }.into());
    }
    let flip = |layout: &Layout, axis: usize| layout.flip_for(op, Some(&[axis as i64]));
    let layout = match quarters.rem_euclid(4) {
        0 => x.layout.clone(),
        1 => flip(&x.layout, second)?.swap_axes_for(op, first as i64, second as i64)?,
        2 => flip(&flip(&x.layout, first)?, second)?,
        _ => flip(&x.layout.swap_axes_for(op, first as i64, second as i64)?, second)?,
    };
    Ok(x.with_layout(layout))
}

/// The whole tensor again and again along each axis; the shorter of shape and repetitions gets leading ones.
pub(crate) fn tile(x: &Handle, repetitions: &[usize]) -> Result<Handle> {
    let op = "tile";
    let rank = x.layout.rank().max(repetitions.len());
    let at = |list: &[usize], k: usize| (k + list.len()).checked_sub(rank).map_or(1, |k| list[k]);
    let (mut axes, mut tiled) = (Vec::new(), Dims::new());
    for k in 0..rank {
        let (times, size) = (at(repetitions, k), at(x.shape(), k));
        axes.extend([(1, times), (size, size)]);
        tiled.push(product(op, "repetitions", times, size)?);
    }
    spread_and_copy(op, x, &axes, &tiled)
}

/// Every entry `times` in a row along an axis.
pub(crate) fn repeat(x: &Handle, times: usize, axis: i64) -> Result<Handle> {
    let op = "repeat";
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let mut axes: Vec<_> = x.shape().iter().map(|&size| (size, size)).collect();
    axes.insert(axis + 1, (1, times));
    let mut repeated = Dims::from_slice(x.shape());
    repeated[axis] = product(op, "times", times, x.shape()[axis])?;
    spread_and_copy(op, x, &axes, &repeated)
}

/// The elements under axes of which each goes from its first size to its second, copied, in the shape `merged`.
fn spread_and_copy(
    op: &'static str,
    x: &Handle,
    axes: &[(usize, usize)],
    merged: &[usize],
) -> Result<Handle> {
    if checked_len(op, merged)? == 0 {
        return Handle::zeros(op, x.dtype, merged, Order::C);
    }
    // Without axes of size 1 there are at most 62, because each of the others doubles an element count below 2^63.
    let (split, spread): (Dims, Dims) = axes.iter().copied().filter(|&axis| axis != (1, 1)).unzip();
    let apart = reshape_to(op, x, &split)?;
    let stretched = apart.with_overlapping_layout(apart.layout.broadcast_to_for(op, &spread)?);
    in_shape(op, load::copy(op, &stretched, Order::C)?, merged)
}

/// The size of an axis that is taken several times.
fn product(op: &'static str, name: &'static str, times: usize, size: usize) -> Result<usize> {
    times.checked_mul(size).ok_or_else(|| {
        let found = format!("{times} for an axis of length {size}");
        let allowed = "the repeated axis has more entries than can be counted";
        ErrorKind::Argument { op, name, found, allowed }.into()
    })
}

/// Each entry `times[i]` in a row along an axis.
pub(crate) fn repeat_each(x: &Handle, times: &[usize], axis: i64) -> Result<Handle> {
    let op = "repeat_each";
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    if times.len() != x.shape()[axis] {
        let cure = "give one number for each entry of the axis";
        return Err(x.layout.wrong_count(op, "repetitions", [x.shape()[axis], times.len()], cure));
    }
    let total = times.iter().try_fold(0usize, |n, &t| n.checked_add(t)).ok_or_else(|| {
        let (found, allowed) = (format!("{times:?}"), "together they are more than can be counted");
        ErrorKind::Argument { op, name: "times", found, allowed }
    })?;
    let mut repeated = Dims::from_slice(x.shape());
    repeated[axis] = total;
    checked_len(op, &repeated)?;
    let mut entries = lists::with_room(op, total)?;
    entries.extend(times.iter().enumerate().flat_map(|(i, &n)| std::iter::repeat_n(i, n)));
    pick::take_entries(op, x, &[(axis, entries)])
}
