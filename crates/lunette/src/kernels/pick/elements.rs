//! Single elements gathered by index tensors, a block at a time: their offsets never leave the nearest cache, where a
//! table of all of them would be written and read several times.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::offsets::{Along, Entry, Mode, dispatch_entry, read_block};
use super::{PickAxis, reached};
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::kernels::ahead::fetch_lines;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::layout::Layout;
use crate::nest::{Nest, threads};

/// Elements whose offsets are computed together.
const BLOCK: usize = 512;

/// A tensor of integers, of the shape of the result, and the axis whose entries it names.
#[derive(Clone, Copy)]
pub(crate) struct Named<'a> {
    pub(crate) index: Source<'a>,
    pub(crate) along: Along,
}

/// What is picked from: memory in one segment, the element that offsets count from, and how far one turn of each axis of
/// the result leads.
#[derive(Clone, Copy)]
pub(crate) struct From<'a> {
    pub(crate) memory: Source<'a>,
    pub(crate) base: usize,
    pub(crate) steps: &'a [isize],
}

/// New memory of a dense layout, each of whose elements lies where its index and the integers at its place say; none if
/// an integer lies outside of its axis, or there are more index tensors than there are loops for.
///
/// # Errors
/// If the axes reach outside of the segment, an index is of no integers, or there is no memory for the result.
pub(crate) fn gather_elements(
    op: &'static str,
    from: From<'_>,
    layout: &Layout,
    named: &[Named<'_>],
) -> Result<Option<Buffer>> {
    let on_axes =
        layout.shape().iter().zip(from.steps).map(|(&size, &stride)| PickAxis::Step { size, stride });
    let by_index =
        named.iter().map(|named| PickAxis::Step { size: named.along.len, stride: named.along.stride });
    let axes: SmallVec<[PickAxis<'_>; 8]> = on_axes.chain(by_index).collect();
    if axes.iter().any(|axis| axis.size() == 0) {
        return Ok(None);
    }
    let reached = reached(op, from.memory, from.base, &axes)?;
    let start = from.base.wrapping_sub(reached.offset()) as isize;
    // SAFETY: `reached` lies inside of the segment that is the memory.
    let picked = unsafe { from.memory.with_layout(&reached) };
    let mut fresh = Fresh::new(op, layout.shape(), from.memory.dtype())?;
    let job =
        Job { out: fresh.start(), picked: picked.start(), start, named, outside: AtomicBool::new(false) };
    let strides = Strides { layout, steps: from.steps };
    let done = match named.len() {
        1 => job.run::<3>(op, &strides, from.memory.dtype())?,
        2 => job.run::<4>(op, &strides, from.memory.dtype())?,
        3 => job.run::<5>(op, &strides, from.memory.dtype())?,
        _ => false,
    };
    // SAFETY: the job has written every element with one of the memory's.
    Ok(done.then(|| unsafe { fresh.assume_init() }))
}

/// How the result and what is picked step along the axes of the result.
struct Strides<'a> {
    layout: &'a Layout,
    steps: &'a [isize],
}

/// Making one promises: `out` is new memory for the elements of a dense layout, and every element that lies `start`,
/// the steps of the axes and one entry of each named axis from `picked` may be read; indices have the layout's shape.
struct Job<'a> {
    out: *mut u8,
    picked: *const u8,
    start: isize,
    named: &'a [Named<'a>],
    outside: AtomicBool,
}

// SAFETY: the pointers are used as the maker promised, from any thread; parts of the nest write different elements.
unsafe impl Sync for Job<'_> {}

/// Puts or adds to `out` how far the entries that integers name lie from the first; false if one lies outside of the axis.
///
/// # Safety
/// As many integers as `out` has places may be read at steps of the second argument.
type ReadBlock = unsafe fn(*const u8, isize, Along, &mut [isize], Mode) -> bool;

impl Job<'_> {
    /// Gathers everything; false if an integer lies outside of its axis. `N` is the number of indices and 2.
    fn run<const N: usize>(&self, op: &'static str, strides: &Strides<'_>, dtype: DType) -> Result<bool> {
        let of_operand = |k: usize| match k {
            0 => strides.layout.strides(),
            1 => strides.steps,
            _ => self.named[k - 2].index.layout().strides(),
        };
        let nest: Nest<N> = Nest::new(strides.layout.shape(), std::array::from_fn(of_operand));
        let readers: SmallVec<[ReadBlock; 3]> =
            self.named.iter().map(|named| reader(op, named.index.dtype())).collect::<Result<_>>()?;
        let index_bytes: usize = self.named.iter().map(|named| named.index.dtype().item_size()).sum();
        let bytes = nest.len().saturating_mul(2 * dtype.item_size() + index_bytes);
        dispatch_item!(ItemSize::of(dtype), T => threads::share_nest(&nest, bytes, |part| {
            // SAFETY: what making a job promises; the nest walks through the elements of its layouts.
            unsafe { self.run_part::<T, N>(part, &readers) }
        }));
        Ok(!self.outside.load(Ordering::Relaxed))
    }

    /// # Safety
    /// The nest is a part of that of the job, and the item size is `T`'s.
    unsafe fn run_part<T: Item, const N: usize>(&self, nest: &Nest<N>, readers: &[ReadBlock]) {
        let inner = nest.inner();
        let (out, picked) = (self.out.cast::<T>(), self.picked.cast::<T>());
        let mut offsets = [0isize; BLOCK];
        nest.for_each_row(|at| {
            for first in (0..inner.size).step_by(BLOCK) {
                let place = |operand: usize| at[operand] + first as isize * inner.strides[operand];
                let offsets = &mut offsets[..BLOCK.min(inner.size - first)];
                let base = self.start + place(1);
                let from = match inner.strides[1] {
                    0 => picked.wrapping_offset(base),
                    step => {
                        offsets.iter_mut().zip(0..).for_each(|(offset, k)| *offset = base + k * step);
                        picked
                    }
                };
                for (k, (named, read)) in self.named.iter().zip(readers).enumerate() {
                    let item = named.index.dtype().item_size() as isize;
                    let integers = named.index.start().wrapping_offset(place(k + 2) * item);
                    let mode = if k == 0 && inner.strides[1] == 0 { Mode::Set } else { Mode::Add };
                    if inner.strides[k + 2] == 1 && inner.size >= BLOCK {
                        // The next block, read while this one's elements are picked; short rows have none.
                        let block_bytes = BLOCK * item as usize;
                        fetch_lines(integers.wrapping_add(block_bytes), block_bytes);
                    }
                    // SAFETY: the block is a part of a row, which the nest reaches in the index.
                    if !unsafe { read(integers, inner.strides[k + 2], named.along, offsets, mode) } {
                        return self.outside.store(true, Ordering::Relaxed);
                    }
                }
                let to = out.wrapping_offset(place(0));
                // SAFETY: all entries were found inside of their axes, so the elements are some that may be read; the
                // places are those of the row in the result.
                unsafe {
                    match inner.strides[0] {
                        1 => pick(from, offsets, to, 1),
                        step => pick(from, offsets, to, step),
                    }
                }
            }
        });
    }
}

/// Copies the elements at some offsets to places one step apart; a step of 1 is passed as a constant.
///
/// # Safety
/// The elements may be read, and the places written.
#[inline(always)]
unsafe fn pick<T: Item>(from: *const T, offsets: &[isize], to: *mut T, step: isize) {
    for (k, &offset) in offsets.iter().enumerate() {
        // SAFETY: the caller's promise.
        unsafe { to.offset(k as isize * step).write(from.offset(offset).read()) };
    }
}

/// What reads integers of a dtype.
fn reader(op: &'static str, dtype: DType) -> Result<ReadBlock> {
    dispatch_entry!(dtype, T => Ok(read_as::<T> as ReadBlock), dtype => {
        Err(ErrorKind::IndexDType { op, dtype }.into())
    })
}

/// # Safety
/// As for [`ReadBlock`].
unsafe fn read_as<T: Entry>(
    start: *const u8,
    step: isize,
    along: Along,
    out: &mut [isize],
    mode: Mode,
) -> bool {
    isa::run(ReadOne::<T> { start: start.cast(), step, along, out, mode })
}

/// Making one promises what [`ReadBlock`] asks for.
struct ReadOne<'a, T> {
    start: *const T,
    step: isize,
    along: Along,
    out: &'a mut [isize],
    mode: Mode,
}

impl<T: Entry> Task for ReadOne<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self, _: Isa) -> bool {
        let Self { start, step, along, out, mode } = self;
        // Steps of 1 are passed as constants; a distance that needs no product takes half the time.
        match (step, along.stride) {
            // SAFETY: the maker's promise.
            (1, 1) => unsafe { read_block(start, 1, Along { stride: 1, ..along }, out, mode) },
            // SAFETY: as above.
            (1, _) => unsafe { read_block(start, 1, along, out, mode) },
            // SAFETY: as above.
            _ => unsafe { read_block(start, step, along, out, mode) },
        }
    }
}
