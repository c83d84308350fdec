//! Indices of one axis that is known by its number.

use super::resolve::entry_of;
use super::{IndexRange, IntoRange};
use crate::error::Result;
use crate::layout::{Layout, resolve_axis};

/// The axis and the entry that two numbers mean.
pub(crate) fn entry_along(
    op: &'static str,
    shape: &[usize],
    axis: i64,
    index: i64,
) -> Result<(usize, usize)> {
    let axis = resolve_axis(op, axis, shape.len())?;
    Ok((axis, entry_of(op, axis, index, shape[axis])?))
}

/// The layout of one entry of an axis, which goes.
pub(crate) fn index_axis(op: &'static str, layout: &Layout, axis: i64, index: i64) -> Result<Layout> {
    let (axis, entry) = entry_along(op, layout.shape(), axis, index)?;
    layout.index_axis(op, axis, entry)
}

/// The layout of the entries of an axis that a range takes.
pub(crate) fn slice_axis(
    op: &'static str,
    layout: &Layout,
    axis: i64,
    range: impl IntoRange,
) -> Result<Layout> {
    let axis = resolve_axis(op, axis, layout.rank())?;
    let range: IndexRange = range.into_range();
    layout.slice_axis(op, axis, range.entries(op, axis, layout.shape()[axis])?)
}
