//! Sums by one index tensor: every value goes straight to its sum, without a table of offsets between.
//!
//! Such a table has eight bytes for each value, written once and read once, and takes longer than the sums. Without it
//! index values are checked while sums are made already; so that one outside of the axis leaves nothing written, the
//! sums are made in a copy.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::offsets::{Along, Entry, dispatch_entry, entry, first_outside};
use super::{PickAxis, reached};
use crate::buffer::{Source, Target};
use crate::dtype::{DType, Numeric, dispatch};
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::copy::{to_fresh, transfer};
use crate::layout::{Dims, Layout, Order};

/// Index values that are made `i64` together, where they are not: few, so that they stay in the nearest cache.
const BLOCK: usize = 128;

/// Index values that are checked together, before the first of their sums.
const GROUP: usize = 8;

/// Adds every element of `src` to that entry of an axis which the integer at its place in `index` names; negative ones
/// count from the end. The axis lies in the segment that is `dst`, from `base` on. Elements are added in order;
/// integers wrap round.
///
/// # Errors
/// If the axis reaches outside of the segment, `index` and `src` are not two lists of one length, dtypes differ, `dst`
/// holds bools or `index` no integers, an integer lies outside of the axis, or there is no memory for a copy of the
/// axis. Then nothing has been written.
pub(crate) fn add_by_index(
    op: &'static str,
    (dst, base): (Target<'_>, usize),
    along: Along,
    index: Source<'_>,
    src: Source<'_>,
) -> Result<()> {
    let Along { axis, len, stride } = along;
    check_operands(op, dst.dtype(), index, src)?;
    reached(op, dst.as_source(), base, &[PickAxis::Step { size: len, stride }])?;
    let (entries, layout) = (Layout::new_for(op, &[len], &[stride], base)?, Layout::vector(len));
    // SAFETY: `reached` found all entries in the segment that is `dst`.
    let dst = unsafe { dst.with_layout(&entries) };
    let copy = to_fresh(op, &dst.as_source(), dst.dtype(), Order::C)?;
    let lock = copy.lock(op, Access::Write)?;
    let sums = lock.target(op, &layout, dst.dtype())?;
    // SAFETY: the copy is new and in one segment; the operands were checked.
    match unsafe { add_all(op, sums, index, src) }? {
        None => transfer(op, dst, sums.as_source()),
        Some(index) => Err(ErrorKind::IndexOutOfRange { op, axis, index, len }.into()),
    }
}

/// Two lists of one length, of which `src` has the dtype of the sums.
fn check_operands(op: &'static str, dtype: DType, index: Source<'_>, src: Source<'_>) -> Result<()> {
    if src.dtype() != dtype {
        return Err(ErrorKind::DTypeMismatch { op, expected: dtype, found: src.dtype() }.into());
    }
    let rank = index.layout().rank();
    if rank != 1 {
        return Err(ErrorKind::Rank { op, expected: "a list of integers", found: rank }.into());
    }
    if src.shape() != index.shape() {
        let (expected, found) = (Dims::from_slice(index.shape()), Dims::from_slice(src.shape()));
        let cure = "it must be the shape of the index";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    Ok(())
}

/// Makes the sums; gives an index value outside of them, if there is one.
///
/// # Safety
/// `sums` is in one segment that no value lies in; what [`check_operands`] checks holds.
unsafe fn add_all(
    op: &'static str,
    sums: Target<'_>,
    index: Source<'_>,
    src: Source<'_>,
) -> Result<Option<i64>> {
    let add = adder(op, src.dtype())?;
    let widen = widener(op, index.dtype())?;
    let (values, entries) = (Line::of(&src), Line::of(&index));
    let (len, count) = (sums.layout().len(), src.layout().len());
    let straight = index.dtype() == DType::I64 && entries.step == 1;
    let together = if straight { count.max(1) } else { BLOCK };
    let mut block = [0; BLOCK];
    for from in (0..count).step_by(together) {
        let count = together.min(count - from);
        let mut index = entries.at(from).cast();
        if !straight {
            // SAFETY: the block's elements are among those of `index`, and `widen` was chosen for their dtype.
            unsafe { widen(entries.at(from), entries.step, &mut block[..count]) };
            index = block.as_ptr();
        }
        let run = Run { index, values: values.at(from), step: values.step, count };
        // SAFETY: the run's elements are those of the block, index values as `i64`, and `add` was chosen for the
        // values' dtype, which is that of the sums. The rest is the caller's promise.
        if !unsafe { add(sums.start(), len, run) } {
            // SAFETY: as above.
            return Ok(unsafe { first_outside(index, 1, len, count) });
        }
    }
    Ok(None)
}

/// The elements of a region of one axis.
struct Line {
    start: *const u8,
    step: isize,
    item_size: usize,
}

impl Line {
    fn of(region: &Source<'_>) -> Self {
        let step = region.layout().strides().first().copied().unwrap_or(1);
        Self { start: region.start(), step, item_size: region.dtype().item_size() }
    }

    /// The address of an element; wrapping, so of anything where there is no such element.
    fn at(&self, k: usize) -> *const u8 {
        self.start.wrapping_offset((k as isize).wrapping_mul(self.step).wrapping_mul(self.item_size as isize))
    }
}

/// Turns index values, at steps of `isize` elements, into `i64`s.
///
/// # Safety
/// There are as many values as places, of the dtype that it was chosen for, and they may be read.
type Widen = unsafe fn(*const u8, isize, &mut [i64]);

fn widener(op: &'static str, dtype: DType) -> Result<Widen> {
    dispatch_entry!(dtype, T => Ok(widen::<T>), dtype => Err(ErrorKind::IndexDType { op, dtype }.into()))
}

unsafe fn widen<T: Entry>(start: *const u8, step: isize, out: &mut [i64]) {
    for (k, out) in out.iter_mut().enumerate() {
        // SAFETY: the caller's promise.
        *out = unsafe { start.cast::<T>().offset(k as isize * step).read() }.value();
    }
}

/// Index values one after the other, and what is added to the sums that they name, at steps of `step` elements.
#[derive(Clone, Copy)]
struct Run {
    index: *const i64,
    values: *const u8,
    step: isize,
    count: usize,
}

/// Adds the values of a run to sums that start there and are so many; false, and the sums of no use, if an index value
/// lies outside.
///
/// # Safety
/// Sums and values are of the dtype that it was chosen for; sums may be read and written, what the run names may be
/// read, and none of that is a sum.
type Add = unsafe fn(*mut u8, usize, Run) -> bool;

fn adder(op: &'static str, dtype: DType) -> Result<Add> {
    let cure = "bools cannot be added up: cast to an integer";
    dispatch!(dtype, numeric T => Ok(add_run::<T>), dtype => Err(ErrorKind::Unsupported { op, dtype, cure }.into()))
}

unsafe fn add_run<T: Numeric>(sums: *mut u8, len: usize, run: Run) -> bool {
    let (sums, values) = (sums.cast::<T>(), run.values.cast::<T>());
    let mut at = 0;
    // SAFETY, for both loops: a group lies inside of the run; the rest is the caller's promise.
    while at + GROUP <= run.count {
        // SAFETY: as above; a step of 1 is passed as a constant.
        let inside = unsafe {
            let (index, start) = (run.index.add(at), values.offset(at as isize * run.step));
            match run.step {
                1 => add_group::<T, GROUP>(sums, len, index, start, 1),
                step => add_group::<T, GROUP>(sums, len, index, start, step),
            }
        };
        if !inside {
            return false;
        }
        at += GROUP;
    }
    // SAFETY: as above.
    (at..run.count).all(|at| unsafe {
        add_group::<T, 1>(sums, len, run.index.add(at), values.offset(at as isize * run.step), 1)
    })
}

/// # Safety
/// As [`Add`], for `N` index values and `N` values at steps of `step`.
#[inline(always)]
unsafe fn add_group<T: Numeric, const N: usize>(
    sums: *mut T,
    len: usize,
    index: *const i64,
    values: *const T,
    step: isize,
) -> bool {
    let mut entries = [0; N];
    let mut inside = true;
    for (k, place) in entries.iter_mut().enumerate() {
        // SAFETY: there are `N` index values.
        *place = entry(unsafe { index.add(k).read() }, len as i64) as usize;
        inside &= *place < len;
    }
    if inside {
        for (k, place) in entries.into_iter().enumerate() {
            // SAFETY: there are `N` values, and more than `place` sums.
            unsafe {
                let sum = sums.add(place);
                sum.write(T::wrapping_add(sum.read(), values.offset(k as isize * step).read()));
            }
        }
    }
    inside
}
