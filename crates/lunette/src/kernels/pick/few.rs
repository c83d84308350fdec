//! A few entries of the first axis: read and written at once, because a plan, a table and a nest take many times longer
//! than ten elements do.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::offsets::{Along, Mode, dispatch_entry, read_block};
use crate::buffer::{Buffer, Fresh, Piece, Source, Target};
use crate::dtype::Scalar;
use crate::error::Result;
use crate::kernels::copy::span;
use crate::kernels::fill::bytes_of;
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::layout::Layout;

/// The most integers that are read here.
pub(crate) const MOST_ENTRIES: usize = 64;

/// The most elements that are copied here: they take less than a microsecond.
const MOST_ELEMENTS: usize = 256;

/// New memory that holds, one after the other, the entries of the first axis of `src` that integers name.
///
/// None where that is not done here: entries that are not one segment each, many of them, no integers, and an integer
/// that names nothing, of which others tell.
///
/// # Errors
/// If there is no memory for the result.
pub(crate) fn gather_few(op: &'static str, src: Source<'_>, index: Piece<'_>) -> Result<Option<Buffer>> {
    let mut room = [0; MOST_ENTRIES];
    let Some(Few { places, row }) = read(src.layout(), index, &mut room) else { return Ok(None) };
    let mut fresh = Fresh::small(op, row * places.len(), src.dtype())?;
    // SAFETY: `read` found each place to be that of an entry of `src`, which reaches as many elements from there on as a
    // row has; there is room for so many rows in new memory, which meets nothing.
    dispatch_item!(ItemSize::of(src.dtype()), T => unsafe {
        copy_rows::<T>(src.start().cast(), places, row, fresh.start().cast());
    });
    // SAFETY: every element has been written with an element of `src`.
    Ok(Some(unsafe { fresh.assume_init() }))
}

/// What is written into a few entries.
#[derive(Clone, Copy)]
pub(crate) enum FewValues<'a> {
    /// One value into every element.
    One(&'a Scalar),
    /// An element for each element, in row-major order.
    Each(Piece<'a>),
}

/// Writes values into the entries of the first axis of `dst` that integers name; where one is named twice the last stays.
///
/// `false`, and nothing is written, where that is not done here: as for [`gather_few`], and where the values have another
/// dtype or number than the elements, or lie among them.
pub(crate) fn scatter_few(dst: Target<'_>, index: Piece<'_>, values: FewValues<'_>) -> bool {
    let mut room = [0; MOST_ENTRIES];
    let Some(Few { places, row }) = read(dst.layout(), index, &mut room) else { return false };
    let fits = match values {
        FewValues::One(value) => value.dtype() == dst.dtype(),
        FewValues::Each(piece) => {
            let (from, to) = (piece.addresses(), span(dst.as_source()));
            piece.dtype() == dst.dtype()
                && piece.len() == row * places.len()
                && (from.end <= to.start || to.end <= from.start)
        }
    };
    if fits {
        // SAFETY: `read` found each place to be that of an entry of `dst`, which reaches as many elements from there on as
        // a row has; the values are of its dtype, one for each element or one for all, and lie elsewhere.
        dispatch_item!(ItemSize::of(dst.dtype()), T => unsafe {
            match values {
                FewValues::One(value) => {
                    let bytes = bytes_of(value);
                    // No item is larger or more strictly aligned than two `u64`.
                    fill_rows(dst.start().cast(), places, row, bytes.as_ptr().cast::<T>().read());
                }
                FewValues::Each(piece) => write_rows::<T>(dst.start().cast(), places, row, piece.start().cast()),
            }
        });
    }
    fits
}

/// Where a few entries lie, in elements from the first, and how many elements each has.
struct Few<'r> {
    places: &'r [isize],
    row: usize,
}

/// Reads the integers; none where they are not read here.
#[inline]
fn read<'r>(layout: &Layout, index: Piece<'_>, room: &'r mut [isize; MOST_ENTRIES]) -> Option<Few<'r>> {
    let row = row_len(layout)?;
    if row.saturating_mul(index.len()) > MOST_ELEMENTS {
        return None;
    }
    let places = room.get_mut(..index.len())?;
    let along = Along { axis: 0, len: layout.shape()[0], stride: layout.strides()[0] };
    let all_exist = dispatch_entry!(
        index.dtype(),
        // SAFETY: a piece is so many elements of its dtype, side by side.
        T => unsafe { read_block(index.start().cast::<T>(), 1, along, places, Mode::Set) },
        _other => false
    );
    all_exist.then_some(Few { places, row })
}

/// How many elements an entry of the first axis has, if they lie side by side; none of a layout without elements or axes.
fn row_len(layout: &Layout) -> Option<usize> {
    let (inner, steps) = (layout.shape().get(1..)?, layout.strides().get(1..)?);
    let mut len = 1usize;
    for (&size, &step) in inner.iter().zip(steps).rev() {
        if size != 1 && step.cast_unsigned() != len {
            return None;
        }
        len = len.checked_mul(size)?;
    }
    (len > 0 && layout.shape()[0] > 0).then_some(len)
}

/// Copies rows of `len` elements, each from its place, to the places side by side from `to` on.
///
/// # Safety
/// The elements of all rows may be read, and there is room for them, which meets none of them.
#[inline]
unsafe fn copy_rows<T: Item>(from: *const T, places: &[isize], len: usize, to: *mut T) {
    if len == 1 {
        for (k, &place) in places.iter().enumerate() {
            // SAFETY: the caller's promise.
            unsafe { to.add(k).write(from.offset(place).read()) };
        }
        return;
    }
    for (k, &place) in places.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { from.offset(place).copy_to_nonoverlapping(to.add(k * len), len) };
    }
}

/// Copies rows of `len` elements, side by side from `values` on, each to its place.
///
/// # Safety
/// The places of all rows may be written, and as many elements read, which lie elsewhere.
#[inline]
unsafe fn write_rows<T: Item>(to: *mut T, places: &[isize], len: usize, values: *const T) {
    for (k, &place) in places.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.offset(place).copy_from_nonoverlapping(values.add(k * len), len) };
    }
}

/// Writes one value into rows of `len` elements.
///
/// # Safety
/// The places of all rows may be written.
#[inline]
unsafe fn fill_rows<T: Item>(to: *mut T, places: &[isize], len: usize, value: T) {
    for &place in places {
        for k in 0..len {
            // SAFETY: the caller's promise.
            unsafe { to.offset(place).add(k).write(value) };
        }
    }
}
