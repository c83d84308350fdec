//! Copies where source and destination disagree on the fast axis: transposes and their relatives in any rank.
//!
//! Two axes span the work: the one with the shortest step in the destination and the one with the shortest step in
//! the source. They are cut into square tiles whose sides are whole cache lines on both sides, so that every line is
//! read and written once. The other axes are loops around it; those that a row of the destination goes on along are walked
//! through band by band, so that a line that two of their turns share is still in the cache at the second.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use super::rows::copy_row;
use super::transpose::{Square, can_bypass, transpose};
use crate::kernels::bypass::{Bypass, LINE};
use crate::kernels::isa::Isa;
use crate::kernels::item::Item;
use crate::nest::{Axis, Nest, walk};

/// How many lines of a row of the source are read one after the other: rows are often a power of two apart, and then the
/// next line, which the machine fetches with the first, would be gone from the cache when its turn comes.
const LINES: usize = 4;

/// Lines so many bytes apart, or a multiple, compete for few places of the first cache, and of the second.
const PAGE: usize = 4096;

/// Axes shorter than this make tiles too thin to pay.
const SHORTEST_SIDE: usize = 4;

/// The axis along which the source is fast, if it is another one than the innermost of the nest and tiles pay.
#[inline]
pub(super) fn source_axis(nest: &Nest<2>) -> Option<usize> {
    let inner = nest.inner();
    let step = inner.strides[1].unsigned_abs();
    if nest.axes().len() < 2 || step <= 1 || inner.size < SHORTEST_SIDE {
        return None;
    }
    let faster = |axis: &Axis<2>| {
        let own = axis.strides[1].unsigned_abs();
        own != 0 && own < step && axis.size >= SHORTEST_SIDE
    };
    let candidates = nest.axes().iter().enumerate().filter(|(_, axis)| faster(axis));
    candidates.min_by_key(|(_, axis)| axis.strides[1].unsigned_abs()).map(|(k, _)| k)
}

/// The axis to cut when `parts` workers share a copy in tiles whose own would leave each with a few rows, if one around them
/// is long enough, and leaves each with some whole lines of a row.
pub(super) fn axis_around_tiles<T: Item>(nest: &Nest<2>, parts: usize) -> Option<usize> {
    let down = source_axis(nest)?;
    let is_long = |k: &usize| nest.axes()[*k].size >= 2 * parts;
    let leaves_lines = |k: &usize| {
        let axis = &nest.axes()[*k];
        let step = axis.strides[0].unsigned_abs().saturating_mul(size_of::<T>());
        step.saturating_mul(axis.size / parts) >= LINES * LINE
    };
    let outermost = (0..nest.axes().len()).rev().find(is_long)?;
    if outermost == down && nest.axes()[down].size / parts < LINES * LINE / size_of::<T>() {
        (1..down).rev().find(|k| is_long(k) && leaves_lines(k))
    } else {
        None
    }
}

/// A plane of a copy: `across` is the fast axis of the destination, `down` that of the source.
#[derive(Clone, Copy)]
struct Plane<T> {
    dst: *mut T,
    src: *const T,
    across: Axis<2>,
    down: Axis<2>,
    bypasses: bool,
}

/// Copies along a nest in tiles spanned by its innermost axis and `axis`.
///
/// # Safety
/// Every element that the nest reaches from `dst` and `src` may be written and read, no element of one is an element
/// of the other, `axis` is at least 1, and the machine has `isa`.
#[inline(always)]
pub(super) unsafe fn copy_tiles<T: Item>(
    isa: Isa,
    nest: &Nest<2>,
    (axis, bypasses): (usize, bool),
    dst: *mut T,
    src: *const T,
) {
    let bypasses = bypasses && can_bypass::<T>(isa);
    let _until_the_end = if bypasses { Some(Bypass::begin()) } else { None };
    let (across, mut down, mut start) = (nest.inner(), nest.axes()[axis], nest.start());
    if down.strides[1] < 0 {
        // The kernels want the source to run forwards; the destination takes any step.
        for (start, stride) in start.iter_mut().zip(&mut down.strides) {
            *start += (down.size as isize - 1) * *stride;
            *stride = -*stride;
        }
    }
    // The nest goes from the shortest steps of the destination to the longest.
    let (along, around) = (&nest.axes()[1..axis], &nest.axes()[axis + 1..]);
    let (band, side) = (band_len::<T>(&down, along), LINE / size_of::<T>());
    // As in a band, what is left over begins further ahead.
    let reaches_back = are_squares(&across, &down) && down.size >= side && !bypasses;
    walk(around, start, |around| {
        for top in (0..down.size).step_by(band) {
            let height = band.min(down.size - top);
            let (top, height) =
                if reaches_back && height < side { (down.size - side, side) } else { (top, height) };
            walk(along, around, |at| {
                // SAFETY: the offsets of the nest lie inside what the caller promised, and so do those of a plane at them;
                // the band lies inside of it.
                unsafe {
                    let plane =
                        Plane { dst: dst.offset(at[0]), src: src.offset(at[1]), across, down, bypasses };
                    copy_band(isa, plane.tile(0, top, across.size, height));
                }
            });
        }
    });
}

/// How many rows of the destination are written side by side. The machine finds few lines in the cache that are a multiple
/// of a page apart; rows that go on along other axes want theirs to be there still.
#[inline(always)]
fn band_len<T: Item>(down: &Axis<2>, along: &[Axis<2>]) -> usize {
    let side = LINE / size_of::<T>();
    let apart = down.strides[0].unsigned_abs() * size_of::<T>();
    if !along.is_empty() && apart.is_multiple_of(PAGE) { side } else { LINES * side }
}

/// Whether tiles are squares of contiguous rows on both sides.
#[inline(always)]
fn are_squares(across: &Axis<2>, down: &Axis<2>) -> bool {
    across.strides[0] == 1 && down.strides[1] == 1
}

/// Copies some rows of a plane's destination, tile by tile.
///
/// # Safety
/// As [`copy_tiles`], for the elements of the band.
#[inline(always)]
unsafe fn copy_band<T: Item>(isa: Isa, band: Plane<T>) {
    let side = LINE / size_of::<T>();
    let (width, height) = (band.across.size, band.down.size);
    // Then every row of a square is one line of the destination.
    let is_aligned = band.dst.addr().is_multiple_of(LINE) && band.down.strides[0] % side as isize == 0;
    let bypasses = band.bypasses && is_aligned;
    let are_squares = are_squares(&band.across, &band.down);
    // What is left over at the ends is a square too, which begins further ahead: elements that are written twice take less
    // time than those that are written one by one. What goes past the caches is written once.
    let whole = are_squares && !bypasses && width >= side && height >= side;
    for left in (0..width).step_by(side) {
        for top in (0..height).step_by(side) {
            let (left, top) =
                if whole { (left.min(width - side), top.min(height - side)) } else { (left, top) };
            let (w, h) = (side.min(width - left), side.min(height - top));
            // SAFETY: `left` and `top` lie inside of the band, `w` and `h` end inside of it; `copy_tiles` holds the
            // `Bypass`.
            unsafe {
                let tile = band.tile(left, top, w, h);
                if are_squares && w == side && h == side {
                    let steps = [tile.down.strides[0], tile.across.strides[1]];
                    transpose(isa, Square { dst: tile.dst, src: tile.src, steps, bypasses });
                } else {
                    copy_tile(tile);
                }
            }
        }
    }
}

impl<T: Item> Plane<T> {
    /// The `w` by `h` elements from (`left`, `top`) on.
    ///
    /// # Safety
    /// They lie inside of the plane.
    #[inline(always)]
    unsafe fn tile(&self, left: usize, top: usize, w: usize, h: usize) -> Self {
        let at = |n: usize| left as isize * self.across.strides[n] + top as isize * self.down.strides[n];
        // SAFETY: the caller promises that the element lies inside of the plane.
        let (dst, src) = unsafe { (self.dst.offset(at(0)), self.src.offset(at(1))) };
        Self {
            dst,
            src,
            across: Axis { size: w, ..self.across },
            down: Axis { size: h, ..self.down },
            ..*self
        }
    }
}

/// Copies one tile element by element; small enough to stay in the cache, whatever the steps are.
///
/// # Safety
/// As [`copy_tiles`], for the elements of the tile.
#[inline(always)]
unsafe fn copy_tile<T: Item>(tile: Plane<T>) {
    let Plane { dst, src, across, down, .. } = tile;
    for j in 0..down.size as isize {
        // SAFETY: `j` is a turn of `down`, and the row runs along `across`: elements of the tile.
        unsafe {
            let (dst, src) = (dst.offset(j * down.strides[0]), src.offset(j * down.strides[1]));
            copy_row(dst, across.strides[0], src, across.strides[1], across.size);
        }
    }
}
