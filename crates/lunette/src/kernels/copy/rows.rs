//! Copies row by row, where both sides agree on the fast axis; one loop for each pattern of steps.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use crate::kernels::bypass::{Bypass, PIECE, Shelf, pieces};
use crate::kernels::item::Item;
use crate::nest::{Axis, Nest};

/// Copies along the rows of a nest.
///
/// # Safety
/// Every element that the nest reaches from `dst` and `src` may be written and read, and no element of one is an
/// element of the other.
#[inline(always)]
pub(super) unsafe fn copy_rows<T: Item>(nest: &Nest<2>, dst: *mut T, src: *const T) {
    let Axis { size, strides } = nest.inner();
    let [to, from] = strides;
    // SAFETY: for every arm, a row starts at the offsets of the nest and goes on with the steps of its inner axis, so
    // it stays inside what the caller promised. Each arm passes the steps as constants; the compiler makes a loop of
    // its own for each.
    let row = |at: [isize; 2]| unsafe { (dst.offset(at[0]), src.offset(at[1])) };
    match (to, from) {
        (1, 1) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above; rows of unit steps without a common element do not overlap.
            unsafe { dst.copy_from_nonoverlapping(src, size) }
        }),
        (1, 0) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { fill_row(dst, 1, size, src.read()) }
        }),
        (1, -1) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { copy_row(dst, 1, src, -1, size) }
        }),
        (1, 2) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { copy_row(dst, 1, src, 2, size) }
        }),
        (1, _) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { copy_row(dst, 1, src, from, size) }
        }),
        (_, 0) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { fill_row(dst, to, size, src.read()) }
        }),
        (_, 1) => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { copy_row(dst, to, src, 1, size) }
        }),
        _ => nest.for_each_row(|at| {
            let (dst, src) = row(at);
            // SAFETY: see above.
            unsafe { copy_row(dst, to, src, from, size) }
        }),
    }
}

/// As [`copy_rows`], past the caches.
///
/// # Safety
/// As for [`copy_rows`]; the destination's elements of a row lie side by side.
#[inline(always)]
pub(super) unsafe fn send_rows<T: Item>(nest: &Nest<2>, dst: *mut T, src: *const T) {
    let Axis { size, strides: [_, from] } = nest.inner();
    let (bypass, mut shelf) = (Bypass::begin(), Shelf::new());
    nest.for_each_row(|at| {
        // SAFETY: the caller's promise, for a row of the nest, which no other row of it meets.
        unsafe {
            let (dst, src) = (dst.offset(at[0]), src.offset(at[1]));
            match from {
                1 => bypass.copy(dst.cast(), src.cast(), size * size_of::<T>()),
                0 => {
                    put_on(&mut shelf, src.read());
                    send_copies::<T>(&bypass, &mut shelf, dst, size);
                }
                -1 => send_row(&bypass, &mut shelf, dst, (src, -1), size),
                2 => send_row(&bypass, &mut shelf, dst, (src, 2), size),
                _ => send_row(&bypass, &mut shelf, dst, (src, from), size),
            }
        }
    });
}

/// Copies a row of elements at steps of `from`, piece by piece.
///
/// # Safety
/// The elements at those steps may be read, and as many side by side be written, past the caches.
#[inline(always)]
unsafe fn send_row<T: Item>(
    bypass: &Bypass,
    shelf: &mut Shelf,
    dst: *mut T,
    (src, from): (*const T, isize),
    len: usize,
) {
    for piece in pieces(dst.cast(), size_of::<T>(), len) {
        let copied = shelf.start().cast::<T>();
        // SAFETY: the caller's promise, for some of the elements; the shelf is aligned for any, and long enough.
        unsafe {
            copy_row(copied, 1, src.offset(piece.start as isize * from), from, piece.len());
            bypass.copy(dst.add(piece.start).cast(), copied.cast(), piece.len() * size_of::<T>());
        }
    }
}

/// Fills a shelf with a value.
#[inline(always)]
pub(in crate::kernels) fn put_on<T: Item>(shelf: &mut Shelf, value: T) {
    // SAFETY: a shelf is aligned for any element, and has place for as many.
    unsafe { fill_row(shelf.start().cast::<T>(), 1, PIECE / size_of::<T>(), value) };
}

/// Writes the value that a shelf is filled with to `len` elements that lie side by side, past the caches.
///
/// # Safety
/// They may be written so, and [`put_on`] has filled the shelf with a `T`.
#[inline(always)]
pub(in crate::kernels) unsafe fn send_copies<T: Item>(
    bypass: &Bypass,
    shelf: &mut Shelf,
    dst: *mut T,
    len: usize,
) {
    for piece in pieces(dst.cast(), size_of::<T>(), len) {
        // SAFETY: the caller's promise, for some of the elements; a piece is no longer than the shelf.
        unsafe { bypass.copy(dst.add(piece.start).cast(), shelf.start(), piece.len() * size_of::<T>()) };
    }
}

/// Copies `len` elements at steps of `to` and `from`.
///
/// # Safety
/// The elements at those steps may be written and read.
#[inline(always)]
pub(super) unsafe fn copy_row<T: Item>(dst: *mut T, to: isize, src: *const T, from: isize, len: usize) {
    for i in 0..len as isize {
        // SAFETY: `i` is one of the `len` steps that the caller promised.
        unsafe { dst.offset(i * to).write(src.offset(i * from).read()) }
    }
}

/// Writes `value` to `len` elements at steps of `to`.
///
/// # Safety
/// The elements at those steps may be written.
#[inline(always)]
pub(in crate::kernels) unsafe fn fill_row<T: Item>(dst: *mut T, to: isize, len: usize, value: T) {
    for i in 0..len as isize {
        // SAFETY: `i` is one of the `len` steps that the caller promised.
        unsafe { dst.offset(i * to).write(value) }
    }
}
