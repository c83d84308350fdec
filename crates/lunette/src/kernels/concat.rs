//! Several regions side by side in new memory.

#![expect(unsafe_code, reason = "it writes into memory that is not yet initialised")]

use super::copy::transfer;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Entries, Layout, Order};

/// The regions one after the other along `axis`, cast to `dtype`, row-major.
///
/// # Errors
/// If there is no region, `axis` is none of theirs, their shapes differ off the axis, or there is no memory.
pub(crate) fn concat_fresh(
    op: &'static str,
    parts: &[Source<'_>],
    axis: usize,
    dtype: DType,
) -> Result<Buffer> {
    let mut shape = Dims::from_slice(parts.first().map_or(&[], Source::shape));
    let rank = shape.len();
    let Some(size) = shape.get_mut(axis) else {
        return Err(ErrorKind::AxisOutOfRange { op, axis: axis as i64, rank }.into());
    };
    let total = parts.iter().try_fold(0usize, |n, part| n.checked_add(part.shape().get(axis).copied()?));
    *size = total.ok_or_else(|| ErrorKind::RankLimit { op, rank })?;
    let whole = Layout::contiguous_for(op, &shape, Order::C)?;
    let mut fresh = Fresh::new(op, &shape, dtype)?;
    let mut start = 0;
    for part in parts {
        let len = part.shape()[axis];
        let region = whole.slice_axis(op, axis, Entries { start, len, step: 1 })?;
        // SAFETY: `transfer` writes every element of the target and reads only the part, which new memory is not of.
        unsafe { transfer(op, fresh.target(op, &region)?, *part)? };
        start += len;
    }
    // SAFETY: `transfer` accepts only equal shapes, so each part has filled its region, and the regions, one after
    // the other along the axis up to its whole size, are all of the memory.
    Ok(unsafe { fresh.assume_init() })
}
