//! Masks: which elements are true, and loads and stores of just those.
//!
//! A mask is read in blocks of up to 64 elements, each block as the bits of one word. A block without a true element
//! costs next to nothing, and what is left works on bits: it loops over those that are set, or hands them to
//! instructions that compress and expand.

mod blocks;
mod count;
mod few;
mod nonzero;
mod parts;
mod place;
mod select;
#[cfg(target_arch = "x86_64")]
mod simd;

#[cfg(test)]
mod tests;

pub(crate) use self::count::count;
pub(crate) use self::few::{MOST as MOST_SELECTED, select_few};
pub(crate) use self::nonzero::{nonzero, nonzero_positions, offsets};
pub(crate) use self::place::{store_scalar, store_values};
pub(crate) use self::select::select;
use super::copy::{span, to_fresh};
use crate::buffer::{Buffer, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};

/// Checks that a mask holds bools and has the shape of what it covers.
fn check_mask(op: &'static str, mask: &Source<'_>, covered: &[usize]) -> Result<()> {
    if mask.dtype() != DType::Bool {
        return Err(ErrorKind::DTypeMismatch { op, expected: DType::Bool, found: mask.dtype() }.into());
    }
    if mask.shape() != covered {
        let (mask, covered) = (Dims::from_slice(mask.shape()), Dims::from_slice(covered));
        return Err(ErrorKind::MaskShape { op, axis: 0, mask, covered }.into());
    }
    Ok(())
}

/// A copy of `read` if storing into `written` could change elements of it before they are read.
///
/// Regions that are the same element by element need none: every element is read before it is written.
fn copy_if_met(op: &'static str, read: &Source<'_>, written: Source<'_>) -> Result<Option<(Buffer, Layout)>> {
    let (a, b) = (span(*read), span(written));
    let apart =
        read.layout().is_empty() || written.layout().is_empty() || a.end <= b.start || b.end <= a.start;
    let same = read.start() == written.start()
        && read.dtype() == written.dtype()
        && read.shape() == written.shape()
        && read.layout().strides() == written.layout().strides();
    if apart || same {
        return Ok(None);
    }
    let layout = Layout::contiguous_for(op, read.shape(), Order::C)?;
    Ok(Some((to_fresh(op, read, read.dtype(), Order::C)?, layout)))
}
