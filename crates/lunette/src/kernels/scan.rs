//! Running totals along an axis.
//!
//! Blocks are converted to the widest type of their kind, totalled in the first cache, and stored: so there are six
//! kernels for fifteen dtypes, and sums of `f32` keep the precision of `f64`. A long line is cut into pieces whose totals
//! are added up in order; the pieces depend on its length alone, and so do the results.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

mod prefix;

use smallvec::SmallVec;

use self::prefix::{Kernel, Slot};
use super::cast::{CastRow, cast_row};
use super::fill::fill;
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::{DType, Scalar};
use crate::error::{ErrorKind, Result};
use crate::layout::{Entries, Layout, Order};
use crate::nest::{Axis, Nest, threads};

/// Elements that are totalled at a time: 4 KiB, or 8 of complex numbers.
const BLOCK: usize = 512;

/// Elements to a piece of a long line.
const PIECE: usize = 1 << 16;

/// Where there are this many lines, none is cut.
const ENOUGH_LINES: usize = 64;

/// Which totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Sum,
    Product,
}

/// The running totals of `src` along `axis` as elements of `dtype`, in row-major order; if `initial`, the total of
/// nothing comes first, and the axis is longer by one.
///
/// # Errors
/// If there is no memory for them.
pub(crate) fn scan_fresh(
    op: &'static str,
    running: Running,
    src: &Source<'_>,
    axis: usize,
    (dtype, initial): (DType, bool),
) -> Result<(Buffer, Layout)> {
    let mut shape = src.layout().dims();
    let len = shape[axis];
    let too_large = || ErrorKind::TooLarge { op, dims: src.layout().dims() };
    shape[axis] = len.checked_add(usize::from(initial)).ok_or_else(too_large)?;
    let layout = Layout::contiguous_for(op, &shape, Order::C)?;
    let mut fresh = Fresh::new(op, &shape, dtype)?;
    let part = |start: usize, len: usize| layout.slice_axis(op, axis, Entries { start, len, step: 1 });
    let (first, rest) = (part(0, usize::from(initial))?, part(usize::from(initial), len)?);
    // SAFETY: both parts are written without being read, and together they are the whole, which nobody else knows.
    unsafe {
        let whole = fresh.target(op, &layout)?;
        fill(whole.with_layout(&first), Scalar::from(running == Running::Product).cast(dtype));
        scan(running, &whole.with_layout(&rest), src, axis);
        Ok((fresh.assume_init(), layout))
    }
}

/// Writes the running totals of `src` along `axis` to `dst`, which is of the same shape and has no byte in common with
/// it. The totals are those of elements cast to the widest type of the destination's kind.
fn scan(running: Running, dst: &Target<'_>, src: &Source<'_>, axis: usize) {
    debug_assert_eq!(dst.shape(), src.shape());
    if dst.shape() != src.shape() || dst.layout().is_empty() {
        return;
    }
    let mut shape = src.layout().dims();
    let size = shape.remove(axis);
    let without = |strides: &[isize]| -> (SmallVec<[isize; 8]>, isize) {
        let mut strides = SmallVec::from_slice(strides);
        let step = strides.remove(axis);
        (strides, step)
    };
    let (to, to_step) = without(dst.layout().strides());
    let (from, from_step) = without(src.layout().strides());
    let kernel = Kernel::new(running == Running::Product, dst.dtype());
    let scan = Scan {
        kernel,
        load: cast_row(src.dtype(), kernel.dtype),
        store: cast_row(kernel.dtype, dst.dtype()),
        line: Axis { size, strides: [to_step, from_step] },
        nest: Nest::new(&shape, [&to, &from]),
        dst: dst.start(),
        src: src.start(),
        item_bytes: [dst.dtype().item_size(), src.dtype().item_size()],
    };
    let bytes = src.layout().len() * (scan.item_bytes[0] + scan.item_bytes[1]);
    let inner = scan.nest.inner();
    let side_by_side = inner.size >= 8 && inner.strides[0].abs() < to_step.abs();
    match side_by_side && !scan.nest.axes().is_empty() {
        true => scan.columns(bytes),
        false => scan.lines(bytes),
    }
}

/// A scan to be run; the nest is that of the other axes. Making one promises that what it reaches may be read and
/// written.
struct Scan {
    kernel: Kernel,
    load: CastRow,
    store: CastRow,
    line: Axis<2>,
    nest: Nest<2>,
    dst: *mut u8,
    src: *const u8,
    item_bytes: [usize; 2],
}

// SAFETY: the source is only read, and every total is written by one task.
unsafe impl Sync for Scan {}

/// Room for a block.
#[repr(align(64))]
struct Block {
    _room: [Slot; BLOCK],
}

impl Scan {
    /// The addresses at two offsets.
    fn at(&self, [to, from]: [isize; 2]) -> (*mut u8, *const u8) {
        let [to_bytes, from_bytes] = self.item_bytes;
        (
            self.dst.wrapping_offset(to * to_bytes as isize),
            self.src.wrapping_offset(from * from_bytes as isize),
        )
    }

    /// Where the line with this number starts.
    fn start(&self, mut number: usize) -> [isize; 2] {
        let mut at = self.nest.start();
        for axis in self.nest.axes() {
            at = moved(at, axis.strides, number % axis.size);
            number /= axis.size;
        }
        at
    }

    /// One line after the other.
    fn lines(&self, bytes: usize) {
        let (lines, size) = (self.nest.len(), self.line.size);
        let pieces = if lines < ENOUGH_LINES { size.div_ceil(PIECE) } else { 1 };
        let (cut, parallel) = (pieces > 1, threads::pieces(bytes) > 1);
        if cut && parallel {
            return self.lines_in_pieces(lines, pieces);
        }
        let to_a_task = (PIECE / size).max(1);
        let run = |task: usize| {
            for line in task * to_a_task..lines.min((task + 1) * to_a_task) {
                let mut before = self.nothing();
                for piece in 0..pieces {
                    let total = self.piece(line, self.bounds(piece, pieces), Some(&before));
                    // SAFETY: both are totals.
                    unsafe { (self.kernel.add)(&mut before, &total) };
                }
            }
        };
        match parallel {
            true => threads::share(lines.div_ceil(to_a_task), run),
            false => (0..lines.div_ceil(to_a_task)).for_each(run),
        }
    }

    /// Long lines: first the total of each piece, then the totals before each, then the pieces.
    fn lines_in_pieces(&self, lines: usize, pieces: usize) {
        let mut totals = vec![self.nothing(); lines * pieces];
        let place = Place(totals.as_mut_ptr());
        threads::share(lines * pieces, |task| {
            let total = self.piece(task / pieces, self.bounds(task % pieces, pieces), None);
            let whole = &place;
            // SAFETY: there is a place for each task.
            unsafe { whole.0.add(task).write(total) };
        });
        for line in totals.chunks_exact_mut(pieces) {
            let mut before = self.nothing();
            for total in line {
                let own = std::mem::replace(total, before);
                // SAFETY: both are totals.
                unsafe { (self.kernel.add)(&mut before, &own) };
            }
        }
        threads::share(lines * pieces, |task| {
            self.piece(task / pieces, self.bounds(task % pieces, pieces), Some(&totals[task]));
        });
    }

    fn bounds(&self, piece: usize, pieces: usize) -> (usize, usize) {
        match pieces {
            1 => (0, self.line.size),
            _ => (piece * PIECE, self.line.size.min((piece + 1) * PIECE)),
        }
    }

    /// The total of a piece of a line; stores the running totals if what comes before it is given.
    fn piece(&self, line: usize, (from, to): (usize, usize), before: Option<&Slot>) -> Slot {
        let start = self.start(line);
        let mut total = self.nothing();
        let mut block = std::mem::MaybeUninit::<Block>::uninit();
        let block = block.as_mut_ptr().cast::<u8>();
        for first in (from..to).step_by(BLOCK) {
            let len = BLOCK.min(to - first);
            let (dst, src) = self.at(moved(start, self.line.strides, first));
            let [to_step, from_step] = self.line.strides;
            // SAFETY: the elements are some of the line's, and the block has room for them in any dtype.
            unsafe {
                (self.load)(src, from_step, block, 1, len);
                let mut own = self.nothing();
                (self.kernel.prefix)(block, len, &mut own);
                if let Some(before) = before {
                    let mut shift = *before;
                    (self.kernel.add)(&mut shift, &total);
                    (self.kernel.shift)(block, len, &shift);
                    (self.store)(block, 1, dst, to_step, len);
                }
                (self.kernel.add)(&mut total, &own);
            }
        }
        total
    }

    fn nothing(&self) -> Slot {
        let mut slot = [0; 2];
        // SAFETY: a slot holds any total.
        unsafe { (self.kernel.start)(slot.as_mut_ptr().cast(), 1) };
        slot
    }

    /// Many lines side by side: each row is added to a row of totals.
    fn columns(&self, bytes: usize) {
        let inner = self.nest.inner();
        let (tiles, combinations) = (inner.size.div_ceil(BLOCK), self.nest.len() / inner.size);
        let run = |task: usize| {
            let from = task % tiles * BLOCK;
            let len = BLOCK.min(inner.size - from);
            let start = moved(self.start(task / tiles * inner.size), inner.strides, from);
            self.column_tile(start, inner.strides, len);
        };
        match threads::pieces(bytes) {
            1 => (0..tiles * combinations).for_each(run),
            _ => threads::share(tiles * combinations, run),
        }
    }

    fn column_tile(&self, start: [isize; 2], [to_step, from_step]: [isize; 2], len: usize) {
        let mut totals = std::mem::MaybeUninit::<Block>::uninit();
        let mut block = std::mem::MaybeUninit::<Block>::uninit();
        let (totals, block) = (totals.as_mut_ptr().cast::<u8>(), block.as_mut_ptr().cast::<u8>());
        // SAFETY: the blocks have room for `len` elements of any dtype, and the rows are some of the nest's.
        unsafe {
            (self.kernel.start)(totals, len);
            for row in 0..self.line.size {
                let (dst, src) = self.at(moved(start, self.line.strides, row));
                (self.load)(src, from_step, block, 1, len);
                (self.kernel.row)(totals, block, len);
                (self.store)(block, 1, dst, to_step, len);
            }
        }
    }
}

fn moved(at: [isize; 2], strides: [isize; 2], steps: usize) -> [isize; 2] {
    [at[0] + strides[0] * steps as isize, at[1] + strides[1] * steps as isize]
}

/// Memory that tasks write to, each to a part of its own.
struct Place(*mut Slot);

// SAFETY: whoever shares it sees to that.
unsafe impl Sync for Place {}
