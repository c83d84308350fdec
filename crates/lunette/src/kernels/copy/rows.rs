//! Copies row by row, where both sides agree on the fast axis; one loop for each pattern of steps.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

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
