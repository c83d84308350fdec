//! A few elements under a mask, one by one: blocks, parts and a nest take longer to set up than they do.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use crate::buffer::{Buffer, Fresh, Piece};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::item::{Item, ItemSize, dispatch_item};

/// The most elements that are looked at here.
pub(crate) const MOST: usize = 64;

/// The elements of `src` where `mask`, which has as many, is true, and how many they are; none if that is not done here,
/// because there are many, or the mask is none of theirs.
///
/// # Errors
/// If there is no memory for the result.
pub(crate) fn select_few(
    op: &'static str,
    mask: Piece<'_>,
    src: Piece<'_>,
) -> Result<Option<(Buffer, usize)>> {
    let len = src.len();
    if len > MOST || mask.len() != len || mask.dtype() != DType::Bool {
        return Ok(None);
    }
    // SAFETY: a piece of bools is so many bytes side by side, each 0 or 1. They are copied, because nobody makes references
    // into memory that others may write.
    let chosen = |k: usize| unsafe { mask.start().add(k).read() };
    let count = (0..len).map(|k| usize::from(chosen(k))).sum();
    let mut fresh = Fresh::small(op, count, src.dtype())?;
    // SAFETY: both pieces have so many elements, and there is room for as many as are true, in new memory.
    dispatch_item!(ItemSize::of(src.dtype()), T => unsafe {
        copy_chosen::<T>(src.start().cast(), len, |k| chosen(k) != 0, fresh.start().cast());
    });
    // SAFETY: every element has been written with an element of `src`.
    Ok(Some((unsafe { fresh.assume_init() }, count)))
}

/// # Safety
/// So many elements may be read, and there is room for those that are chosen, which meets none of them.
#[inline]
unsafe fn copy_chosen<T: Item>(from: *const T, len: usize, chosen: impl Fn(usize) -> bool, mut to: *mut T) {
    for k in (0..len).filter(|&k| chosen(k)) {
        // SAFETY: the caller's promise.
        unsafe {
            to.write(from.add(k).read());
            to = to.add(1);
        }
    }
}
