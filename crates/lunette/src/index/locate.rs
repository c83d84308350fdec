//! One integer for each axis: the place of one element.

use super::resolve::entry_of;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::Layout;

/// The offset of the element at an index with one integer for each axis; negative ones count from the end.
///
/// # Errors
/// If an integer lies outside of its axis, or their number is not the rank.
#[inline]
pub(crate) fn locate(op: &'static str, index: &[i64], layout: &Layout) -> Result<usize> {
    let (shape, strides) = (layout.shape(), layout.strides());
    if index.len() != shape.len() {
        return Err(wrong_count(op, index.len(), shape));
    }
    let mut offset = layout.offset() as isize;
    for (axis, (&entry, (&len, &stride))) in index.iter().zip(shape.iter().zip(strides)).enumerate() {
        // Wrapping: were another axis empty, its own check would fail, and the sum is thrown away.
        offset = offset.wrapping_add(stride.wrapping_mul(entry_of(op, axis, entry, len)? as isize));
    }
    Ok(offset as usize)
}

/// The error about an index that has not one integer for each axis.
#[cold]
pub(crate) fn wrong_count(op: &'static str, items: usize, shape: &[usize]) -> Error {
    let (rank, shape) = (shape.len(), shape.into());
    match items > rank {
        true => ErrorKind::TooManyItems { op, items, shape }.into(),
        false => ErrorKind::TooFewItems { op, items, shape }.into(),
    }
}
