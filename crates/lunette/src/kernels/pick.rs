//! Gather and scatter: one side of the copy lies where tables of offsets say.
//!
//! The picked side is described by axes that either step or look up a table; the plain side is a region of the shape
//! that the axes span, element for element in row-major order. Extents are checked once, before the loops: the memory
//! that is picked from must be one segment, all of it accessible, as the memory of a locked buffer is.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

mod add;
mod elements;
mod few;
mod loops;
mod moves;
mod offsets;
mod sums;
mod table;

#[cfg(test)]
mod tests;

use self::add::add_into;
pub(crate) use self::elements::{From, Named, gather_elements};
pub(crate) use self::few::{FewValues, MOST_ENTRIES, gather_few, scatter_few};
use self::loops::{Loops, Picking};
use self::moves::{FromPicked, IntoPicked};
pub(crate) use self::offsets::{Along, Mode, offsets};
pub(crate) use self::sums::add_by_index;
pub(crate) use self::table::Table;
use super::copy::{span, to_fresh};
use super::item::{ItemSize, dispatch_item};
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};
use crate::nest::Nest;

/// One axis of the picked side: how far each entry lies from the base, in elements.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PickAxis<'a> {
    /// Entry `i` lies `i · stride` away.
    Step { size: usize, stride: isize },
    /// Entry `i` lies `table[i]` away.
    Table(&'a Table),
}

impl PickAxis<'_> {
    fn size(&self) -> usize {
        match self {
            Self::Step { size, .. } => *size,
            Self::Table(table) => table.len(),
        }
    }

    /// The least and the greatest distance; the axis is not empty.
    fn reach(&self) -> (i128, i128) {
        match self {
            Self::Step { size, stride } => {
                let end = (*size as i128 - 1) * *stride as i128;
                (end.min(0), end.max(0))
            }
            Self::Table(table) => (table.lowest() as i128, table.highest() as i128),
        }
    }
}

/// New memory, in row-major order of the axes, whose elements are those of `src` that lie `base` plus the distances of
/// all axes from where its layout counts.
///
/// # Errors
/// If the axes reach outside of the segment that is `src`, or there is no memory for the result.
pub(crate) fn gather_fresh(
    op: &'static str,
    src: Source<'_>,
    base: usize,
    axes: &[PickAxis<'_>],
) -> Result<Buffer> {
    let shape = shape_of(axes);
    let layout = Layout::contiguous_for(op, &shape, Order::C)?;
    let mut fresh = Fresh::new(op, &shape, src.dtype())?;
    if !layout.is_empty() {
        let reached = reached(op, src, base, axes)?;
        // SAFETY: `reached` lies inside of the segment that is `src`.
        let picked = unsafe { src.with_layout(&reached) };
        // SAFETY: the target is only written; shape and extent are right by construction, and new memory meets nothing.
        unsafe { gather_apart(&fresh.target(op, &layout)?, picked, base, axes) };
    }
    // SAFETY: every element has been written with an element of `src`.
    Ok(unsafe { fresh.assume_init() })
}

/// Copies every element of `src` to the element that lies `base` plus the distances of all axes from where the layout
/// of `dst` counts. Where several elements go to one place the last in row-major order stays.
///
/// # Errors
/// If the shape of `src` is not that of the axes, dtypes differ, or the axes reach outside of the segment that is `dst`.
pub(crate) fn scatter(
    op: &'static str,
    dst: Target<'_>,
    base: usize,
    axes: &[PickAxis<'_>],
    src: Source<'_>,
) -> Result<()> {
    with_plain_apart(op, dst, base, axes, src, |picking, dtype| {
        // SAFETY: `with_plain_apart` established what a picking promises.
        dispatch_item!(ItemSize::of(dtype), T => unsafe { picking.cast::<T>().run_disjoint::<IntoPicked>() });
    })
}

/// Adds every element of `src` to the element that lies `base` plus the distances of all axes from where the layout of
/// `dst` counts; integers wrap round. Where several elements go to one place all of them are added.
///
/// # Errors
/// As [`scatter`], and if the dtype is bool.
pub(crate) fn scatter_add(
    op: &'static str,
    dst: Target<'_>,
    base: usize,
    axes: &[PickAxis<'_>],
    src: Source<'_>,
) -> Result<()> {
    if dst.dtype() == DType::Bool {
        let cure = "bools cannot be added up: cast to an integer";
        return Err(ErrorKind::Unsupported { op, dtype: DType::Bool, cure }.into());
    }
    with_plain_apart(op, dst, base, axes, src, |picking, dtype| {
        // SAFETY: `with_plain_apart` established what a picking promises, for elements of this dtype.
        unsafe { add_into(picking, dtype) }
    })
}

/// Checks a scatter, copies `src` first where it meets what will be written, and runs the loops.
fn with_plain_apart(
    op: &'static str,
    dst: Target<'_>,
    base: usize,
    axes: &[PickAxis<'_>],
    src: Source<'_>,
    run: impl FnOnce(&Picking<'_, u8>, DType),
) -> Result<()> {
    check_plain(op, src, dst.dtype(), axes)?;
    if src.layout().is_empty() {
        return Ok(());
    }
    let reached = reached(op, dst.as_source(), base, axes)?;
    // SAFETY: `reached` lies inside of the segment that is `dst`.
    let picked = unsafe { dst.with_layout(&reached) };
    let from = base.wrapping_sub(reached.offset()) as isize;
    let run = |src: Source<'_>| {
        let loops = Loops::new(src.layout(), axes, from);
        run(&Picking { plain: src.start().cast_mut(), picked: picked.start(), loops }, src.dtype());
    };
    if meet(src, picked.as_source()) {
        let copy = to_fresh(op, &src, src.dtype(), Order::C)?;
        let layout = Layout::contiguous_for(op, src.shape(), Order::C)?;
        let lock = copy.lock(op, crate::Access::Read)?;
        run(lock.source(op, &layout, src.dtype())?);
    } else {
        run(src);
    }
    Ok(())
}

/// # Safety
/// `dst` has the shape of the axes and is not empty; `picked` is all that they reach from `base`, and has no byte in
/// common with `dst`.
unsafe fn gather_apart(dst: &Target<'_>, picked: Source<'_>, base: usize, axes: &[PickAxis<'_>]) {
    let from = base.wrapping_sub(picked.layout().offset()) as isize;
    let loops = Loops::new(dst.layout(), axes, from);
    let picking = Picking { plain: dst.start(), picked: picked.start().cast_mut(), loops };
    // SAFETY: the caller's promises are those of a picking.
    dispatch_item!(ItemSize::of(dst.dtype()), T => unsafe { picking.cast::<T>().run_shared::<FromPicked>() });
}

/// The shape that the axes span.
fn shape_of(axes: &[PickAxis<'_>]) -> Dims {
    axes.iter().map(PickAxis::size).collect()
}

/// Checks the plain side against the axes and the dtype of the picked side.
fn check_plain(op: &'static str, plain: Source<'_>, dtype: DType, axes: &[PickAxis<'_>]) -> Result<()> {
    if plain.dtype() != dtype {
        return Err(ErrorKind::DTypeMismatch { op, expected: dtype, found: plain.dtype() }.into());
    }
    if !plain.shape().iter().copied().eq(axes.iter().map(PickAxis::size)) {
        let (expected, found) = (shape_of(axes), Dims::from_slice(plain.shape()));
        return Err(ErrorKind::ShapeMismatch {
            op,
            expected,
            found,
            cure: "it must be the shape of the index",
        }
        .into());
    }
    Ok(())
}

/// The segment from the lowest to the highest element that the axes, none of which is empty, reach from `base`.
///
/// # Errors
/// If it is no part of `whole`, or that is not one segment: then there may be elements in between that belong to
/// somebody else.
fn reached(op: &'static str, whole: Source<'_>, base: usize, axes: &[PickAxis<'_>]) -> Result<Layout> {
    let (mut lowest, mut highest) = (base as i128, base as i128);
    for axis in axes {
        let (low, high) = axis.reach();
        // Saturating: more than `MAX_RANK` axes of any reach stay far below the limit of an `i128`.
        (lowest, highest) = (lowest.saturating_add(low), highest.saturating_add(high));
    }
    let (start, end) = segment(whole.layout()).unwrap_or_default();
    if lowest < start as i128 || highest >= end as i128 {
        return Err(ErrorKind::OutOfBounds { op, lowest, highest, len: Some(end.wrapping_sub(start)) }.into());
    }
    // No number wraps or is cut: all lie between `start` and `end`.
    Layout::new_for(op, &[(highest - lowest) as usize + 1], &[1], lowest as usize)
}

/// The elements from `start` to before `end` that a layout reaches, if it reaches all that lie between.
fn segment(layout: &Layout) -> Option<(usize, usize)> {
    let nest = Nest::new(layout.shape(), [layout.strides()]);
    let start = layout.offset().checked_add_signed(nest.start()[0])?;
    match nest.axes() {
        _ if nest.len() == 0 => None,
        [] => Some((start, start.checked_add(1)?)),
        [axis] if axis.strides[0] == 1 => Some((start, start.checked_add(axis.size)?)),
        _ => None,
    }
}

/// Whether the regions may have an element in common.
fn meet(a: Source<'_>, b: Source<'_>) -> bool {
    let (a, b) = (span(a), span(b));
    a.start < b.end && b.start < a.end
}
