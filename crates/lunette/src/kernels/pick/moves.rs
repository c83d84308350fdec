//! What happens between an element of the plain side and one of the picked side.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use crate::kernels::item::Item;

/// Moves one element, or a segment of them, between the two sides of a pick.
pub(super) trait Move<T> {
    /// # Safety
    /// Both elements may be accessed as the move does.
    unsafe fn element(plain: *mut T, picked: *mut T);

    /// `len` elements that lie one after the other on both sides.
    ///
    /// # Safety
    /// All of them may be accessed as the move does, and no plain one is a picked one.
    #[inline(always)]
    unsafe fn segment(plain: *mut T, picked: *mut T, len: usize) {
        for k in 0..len {
            // SAFETY: `k` is one of the `len` elements.
            unsafe { Self::element(plain.add(k), picked.add(k)) };
        }
    }
}

/// Gathers: the picked element replaces the plain one.
pub(super) struct FromPicked;

impl<T: Item> Move<T> for FromPicked {
    #[inline(always)]
    unsafe fn element(plain: *mut T, picked: *mut T) {
        // SAFETY: the caller's promise.
        unsafe { plain.write(picked.read()) };
    }

    #[inline(always)]
    unsafe fn segment(plain: *mut T, picked: *mut T, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_segment(plain.cast(), picked.cast(), len * size_of::<T>()) };
    }
}

/// Scatters: the plain element replaces the picked one.
pub(super) struct IntoPicked;

impl<T: Item> Move<T> for IntoPicked {
    #[inline(always)]
    unsafe fn element(plain: *mut T, picked: *mut T) {
        // SAFETY: the caller's promise.
        unsafe { picked.write(plain.read()) };
    }

    #[inline(always)]
    unsafe fn segment(plain: *mut T, picked: *mut T, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { copy_segment(picked.cast(), plain.cast(), len * size_of::<T>()) };
    }
}

/// Copies a short segment without the cost of a call.
///
/// # Safety
/// The bytes may be read and written, and the segments do not overlap.
#[inline(always)]
unsafe fn copy_segment(dst: *mut u8, src: *const u8, bytes: usize) {
    // SAFETY, for every arm: whole chunks from the start, and one that ends where the segment ends, cover it exactly.
    match bytes {
        // SAFETY: as above.
        0..4 => (0..bytes).for_each(|k| unsafe { dst.add(k).write(src.add(k).read()) }),
        // SAFETY: as above.
        4..8 => unsafe { copy_chunks::<4>(dst, src, bytes) },
        // SAFETY: as above.
        8..16 => unsafe { copy_chunks::<8>(dst, src, bytes) },
        // SAFETY: as above.
        16..32 => unsafe { copy_chunks::<16>(dst, src, bytes) },
        // SAFETY: as above.
        32..64 => unsafe { copy_chunks::<32>(dst, src, bytes) },
        // SAFETY: as above.
        64..2048 => unsafe { copy_chunks::<64>(dst, src, bytes) },
        // SAFETY: as above.
        _ => unsafe { dst.copy_from_nonoverlapping(src, bytes) },
    }
}

/// # Safety
/// As [`copy_segment`], and there are at least `N` bytes.
#[inline(always)]
unsafe fn copy_chunks<const N: usize>(dst: *mut u8, src: *const u8, bytes: usize) {
    let mut at = 0;
    while at + N < bytes {
        // SAFETY: the chunk ends before the segment does.
        unsafe { copy_chunk::<N>(dst.add(at), src.add(at)) };
        at += N;
    }
    // SAFETY: the last chunk ends with the segment, and starts inside of it because that has at least `N` bytes.
    unsafe { copy_chunk::<N>(dst.add(bytes - N), src.add(bytes - N)) };
}

/// # Safety
/// `N` bytes may be read and written.
#[inline(always)]
unsafe fn copy_chunk<const N: usize>(dst: *mut u8, src: *const u8) {
    // SAFETY: the caller's promise; arrays of bytes need no alignment.
    unsafe { dst.cast::<[u8; N]>().write(src.cast::<[u8; N]>().read()) };
}
