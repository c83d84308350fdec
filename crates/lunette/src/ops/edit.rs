//! Entries put into an axis, and taken out of it: always a new tensor, because memory does not grow.

use std::ops::Range;

use super::rearrange::{in_shape, part, reshape_to};
use super::{join, lists, pick, store};
use crate::error::{Error, ErrorKind, RangeEnd, Result};
use crate::index::IndexRange;
use crate::layout::{Dims, Entries, Order, checked_len, resolve_axis};
use crate::tensor::{Handle, Value};

/// The tensor with new entries before the entries of an axis that `positions` name, in its own dtype.
///
/// One position takes as many entries as the value has along the axis; several take one each.
pub(crate) fn insert(
    op: &'static str,
    x: &Handle,
    positions: &[i64],
    value: &Value<'_>,
    axis: i64,
) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let size = x.shape()[axis];
    let cuts = positions.iter().map(|&position| cut(op, axis, position, size)).collect::<Result<Vec<_>>>()?;
    let count = if cuts.len() == 1 { along(value.shape(), axis, x.layout.rank()) } else { cuts.len() };
    let mut shape = Dims::from_slice(x.shape());
    shape[axis] = count;
    let added = Handle::zeros(op, x.dtype, &shape, Order::C)?;
    store::store_whole(op, &added, value)?;
    if let &[cut] = &cuts[..] {
        let (before, after) = (part(op, x, axis, 0..cut)?, part(op, x, axis, cut..size)?);
        return join::concat_as(op, &[&before, &added, &after], axis as i64);
    }
    let joined = join::concat_as(op, &[x, &added], axis as i64)?;
    let order = inserted_order(op, size, &cuts)?;
    pick::take_entries(op, &joined, &[(axis, order)])
}

/// The place of a cut, counted from the front; behind the last entry is one too.
fn cut(op: &'static str, axis: usize, value: i64, len: usize) -> Result<usize> {
    let counted = i128::from(value) + if value < 0 { len as i128 } else { 0 };
    usize::try_from(counted).ok().filter(|&place| place <= len).ok_or_else(|| {
        ErrorKind::RangeEnd { op, axis, end: RangeEnd::Cut, value, len, max: len as i64 }.into()
    })
}

/// The size that a shape has along an axis of tensors of some rank, to which it is raised by axes in front.
fn along(shape: &[usize], axis: usize, rank: usize) -> usize {
    (axis + shape.len()).checked_sub(rank).map_or(1, |axis| shape[axis])
}

/// Which entry of the old ones, followed by a new one for each cut, comes where. New entries of one place keep their order.
fn inserted_order(op: &'static str, size: usize, cuts: &[usize]) -> Result<Vec<usize>> {
    let mut order = lists::with_room(op, size.saturating_add(cuts.len()))?;
    let mut by_place: Vec<usize> = (0..cuts.len()).collect();
    by_place.sort_by_key(|&k| cuts[k]);
    let mut next = 0;
    for k in by_place {
        order.extend(next..cuts[k]);
        next = cuts[k];
        order.push(size + k);
    }
    order.extend(next..size);
    Ok(order)
}

/// The tensor without the entries of an axis that `positions` name; one that is named twice goes once.
pub(crate) fn delete(op: &'static str, x: &Handle, positions: &[i64], axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let len = x.shape()[axis];
    let place = |&index: &i64| {
        let counted = i128::from(index) + if index < 0 { len as i128 } else { 0 };
        let place = usize::try_from(counted).ok().filter(|&place| place < len);
        place.ok_or_else(|| Error::from(ErrorKind::IndexOutOfRange { op, axis, index, len }))
    };
    if positions.len() <= FEW && are_long(x, axis, positions.len() + 1) {
        let mut places = positions.iter().map(place).collect::<Result<Vec<_>>>()?;
        places.sort_unstable();
        places.dedup();
        let starts = [0].into_iter().chain(places.iter().map(|place| place + 1));
        let ends = places.iter().copied().chain([len]);
        return in_runs(op, x, axis, &starts.zip(ends).map(|(start, end)| start..end).collect::<Vec<_>>());
    }
    let mut gone = marks(op, len)?;
    for index in positions {
        gone[place(index)?] = true;
    }
    without(op, x, axis, &gone)
}

/// The tensor without a range of the entries of an axis.
pub(crate) fn delete_range(op: &'static str, x: &Handle, range: &IndexRange, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let len = x.shape()[axis];
    let Entries { start, len: count, step } = range.entries(op, axis, len)?;
    let apart = step.unsigned_abs();
    // What is named backwards goes all the same.
    let first = if step < 0 { start - (count - 1) * apart } else { start };
    if (apart == 1 || count == 0) && are_long(x, axis, 2) {
        return in_runs(op, x, axis, &[0..first, first + count..len]);
    }
    let mut gone = marks(op, len)?;
    gone[first..].iter_mut().step_by(apart).take(count).for_each(|gone| *gone = true);
    without(op, x, axis, &gone)
}

/// A mark for each entry of an axis, none of which is set.
fn marks(op: &'static str, len: usize) -> Result<Vec<bool>> {
    lists::check_room::<bool>(op, len)?;
    Ok(vec![false; len])
}

/// Up to so many runs of entries are copied as they lie, instead of entry by entry.
const FEW: usize = 16;

/// So many bytes side by side are copied in less time than it takes to pick them.
const LONG_BYTES: usize = 512;

/// Whether so many runs of the entries of an axis are worth a copy each: one copy goes through all that lies before the axis.
fn are_long(x: &Handle, axis: usize, runs: usize) -> bool {
    let entries = |sizes: &[usize]| sizes.iter().fold(1usize, |all, &size| all.saturating_mul(size));
    let (before, after) = (entries(&x.shape()[..axis]), entries(&x.shape()[axis + 1..]));
    let mean = (x.shape()[axis] / runs.max(1)).saturating_mul(after).saturating_mul(x.dtype.item_size());
    before <= 1 || mean >= LONG_BYTES
}

/// The entries of an axis in these runs, one after the other.
fn in_runs(op: &'static str, x: &Handle, axis: usize, runs: &[Range<usize>]) -> Result<Handle> {
    let runs = runs.iter().map(|run| part(op, x, axis, run.clone())).collect::<Result<Vec<_>>>()?;
    join::concat_as(op, &runs.iter().collect::<Vec<_>>(), axis as i64)
}

/// The entries of an axis that are not marked.
fn without(op: &'static str, x: &Handle, axis: usize, gone: &[bool]) -> Result<Handle> {
    let begins = |k: usize| !gone[k] && (k == 0 || gone[k - 1]);
    let count = (0..gone.len()).filter(|&k| begins(k)).count();
    if count <= FEW && are_long(x, axis, count) {
        let end =
            |from: usize| gone[from..].iter().position(|&gone| gone).map_or(gone.len(), |run| from + run);
        let mut runs: Vec<_> = (0..gone.len()).filter(|&k| begins(k)).map(|k| k..end(k)).collect();
        // Without a run there is a result too, of no entries.
        runs.push(gone.len()..gone.len());
        return in_runs(op, x, axis, &runs);
    }
    let mut kept = lists::with_room(op, gone.iter().filter(|&&gone| !gone).count())?;
    kept.extend(gone.iter().enumerate().filter(|(_, gone)| !**gone).map(|(entry, _)| entry));
    pick::take_entries(op, x, &[(axis, kept)])
}

/// The entries of an axis for which `mask` is true; it may be shorter than the axis, whose other entries go then.
pub(crate) fn compress(op: &'static str, x: &Handle, mask: &Handle, axis: i64) -> Result<Handle> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    super::search::check_vector(op, mask)?;
    let (mask, len): (Vec<bool>, usize) = (lists::read(op, mask)?, x.shape()[axis]);
    if let Some(index) = mask.iter().rposition(|&hit| hit).filter(|&last| last >= len) {
        return Err(ErrorKind::IndexOutOfRange { op, axis, index: index as i64, len }.into());
    }
    lists::check_room::<bool>(op, len)?;
    let mut gone = vec![true; len];
    gone.iter_mut().zip(&mask).for_each(|(gone, &hit)| *gone = !hit);
    without(op, x, axis, &gone)
}

/// All elements in row-major order again and again until they fill a shape; zeros where there is none.
pub(crate) fn resize(op: &'static str, x: &Handle, shape: &[usize]) -> Result<Handle> {
    let (len, needed) = (x.layout.len(), checked_len(op, shape)?);
    if len == 0 || needed == 0 {
        return Handle::zeros(op, x.dtype, shape, Order::C);
    }
    let row = reshape_to(op, x, &[len])?;
    let made = Handle::zeros(op, x.dtype, &[needed], Order::C)?;
    let (times, rest) = (needed / len, needed % len);
    let whole = reshape_to(op, &part(op, &made, 0, 0..times * len)?, &[times, len])?;
    store::copy_into(op, &whole, &row)?;
    store::copy_into(op, &part(op, &made, 0, needed - rest..needed)?, &part(op, &row, 0, 0..rest)?)?;
    in_shape(op, made, shape)
}
