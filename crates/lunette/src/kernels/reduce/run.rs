//! Running a plan: units on threads, their accumulators merged in order.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use super::gather::gather_row;
use super::kernel::{GROUP, Kernel, ShortRows};
use super::plan::{LONG_BLOCK, Mode, Plan, SHORT_BLOCK, Unit};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::kernels::cast::{CastRow, cast_row};
use crate::nest::cancel::Pace;
use crate::nest::{Axis, threads, walk};

/// Results that are finished at a time.
const FINISHED: usize = 128;

/// How elements come into blocks.
#[derive(Clone, Copy)]
pub(super) struct Feed {
    /// How elements become what the kernel reads.
    cast: CastRow,
    /// Whether contiguous elements are read as they are.
    pub(super) direct: bool,
    pub(super) item_bytes: usize,
    /// The size of what the kernel reads.
    input_bytes: usize,
}

impl Feed {
    /// Elements of one dtype, read as another.
    pub(super) fn new(from: DType, to: DType) -> Self {
        Self {
            cast: if from == to { gather_row(from) } else { cast_row(from, to) },
            direct: from == to,
            item_bytes: from.item_size(),
            input_bytes: to.item_size(),
        }
    }

    /// Contiguous elements for the kernel: those at `src`, or what becomes of them in `room`.
    ///
    /// # Safety
    /// `len` elements at steps of `stride` may be read, and as many that the kernel reads may be written to `room`.
    #[inline]
    pub(super) unsafe fn row(&self, src: *const u8, stride: isize, room: *mut u8, len: usize) -> *const u8 {
        if self.direct && stride == 1 {
            return src;
        }
        // SAFETY: the caller's promise.
        unsafe { (self.cast)(src, stride, room, 1, len) };
        room
    }

    /// Brings rows and columns, `stride` and `step` apart, into `room`, row after row.
    ///
    /// # Safety
    /// The elements may be read, and as many that the kernel reads may be written to `room`.
    pub(super) unsafe fn gather(
        &self,
        src: *const u8,
        stride: isize,
        step: isize,
        (rows, columns): (usize, usize),
        room: *mut u8,
    ) {
        for row in 0..rows {
            // SAFETY: the caller's promise.
            unsafe {
                let to = room.add(row * columns * self.input_bytes);
                (self.cast)(self.at(src, row as isize * stride), step, to, 1, columns);
            }
        }
    }

    /// An element `offset` elements further.
    #[inline]
    pub(super) fn at(&self, src: *const u8, offset: isize) -> *const u8 {
        src.wrapping_offset(offset * self.item_bytes as isize)
    }
}

/// What is done to results before they are cast to the dtype they are stored in.
pub(crate) type Post<'a> = &'a (dyn Fn(&mut [f64]) + Sync);

/// A reduction to be run. Making one promises that every element that the plan reaches from `src` may be read and is
/// of the feed's dtype, and that every result that it reaches from `out` may be written as `result`.
pub(super) struct Run<'a> {
    pub(super) plan: &'a Plan,
    pub(super) kernel: Kernel,
    pub(super) feed: Feed,
    pub(super) src: *const u8,
    pub(super) out: *mut u8,
    pub(super) result: DType,
    pub(super) post: Option<Post<'a>>,
    /// The first byte of an accumulator that nothing can change any more.
    pub(super) last_word: Option<u8>,
}

// SAFETY: the source is only read, and every result is written by one task.
unsafe impl Sync for Run<'_> {}

/// Memory that a task works in.
struct Scratch {
    accs: SmallVec<[u64; 64]>,
    room: Vec<u64>,
}

impl Run<'_> {
    /// Runs the reduction, on several threads where that pays.
    ///
    /// # Errors
    /// If there is no memory for the accumulators.
    pub(super) fn run(&self, op: &'static str) -> Result<()> {
        let elements = self.plan.results().saturating_mul(self.plan.reduced_len());
        let bytes = elements.saturating_mul(self.feed.item_bytes);
        let pieces = self.plan.pieces();
        if pieces > 1 {
            return self.run_in_pieces(op, bytes);
        }
        match (self.plan.short_rows(), self.kernel.short_rows) {
            (Some(width), Some(short_rows)) if self.feed.direct => {
                self.run_short_rows(width, short_rows, bytes)
            }
            _ => self.run_units(bytes),
        }
        Ok(())
    }

    fn run_units(&self, bytes: usize) {
        let (units, to_a_task) = (self.plan.units(), self.plan.units_to_a_task());
        each(units.div_ceil(to_a_task), bytes, |task| {
            let mut scratch = self.scratch();
            for unit in task * to_a_task..units.min((task + 1) * to_a_task) {
                let unit = self.plan.unit(unit);
                self.accumulate(&unit, 0, &mut scratch, &AtomicBool::new(false));
                // SAFETY: the accumulators are those of the unit.
                unsafe { self.finish(&unit, scratch.accs.as_ptr()) };
            }
        });
    }

    /// Units of short rows, which need no accumulators.
    fn run_short_rows(&self, width: usize, short_rows: ShortRows, bytes: usize) {
        let (units, to_a_task) = (self.plan.units(), self.plan.units_to_a_task());
        each(units.div_ceil(to_a_task), bytes, |task| {
            for unit in task * to_a_task..units.min((task + 1) * to_a_task) {
                let unit = self.plan.unit(unit);
                // SAFETY: the plan says that its rows are of this width, which is a short one, and follow each other.
                self.store(&unit, |from, len, to| unsafe {
                    let src = self.feed.at(self.src, unit.at[0] + (from * width) as isize);
                    short_rows(src, width, len, to);
                });
            }
        });
    }

    /// Runs each unit's pieces by themselves, and merges them in their order.
    fn run_in_pieces(&self, op: &'static str, bytes: usize) -> Result<()> {
        let (plan, words) = (self.plan, self.kernel.acc_words);
        let (units, pieces, results) = (plan.units(), plan.pieces(), plan.results());
        let mut partial: Vec<u64> = Vec::new();
        let len = pieces * results * words;
        let out_of_memory = |_| ErrorKind::OutOfMemory { op, bytes: len * size_of::<u64>() };
        partial.try_reserve_exact(len).map_err(out_of_memory)?;
        let place = Place(partial.as_mut_ptr());
        let decided = AtomicBool::new(false);
        each(units * pieces, bytes, |task| {
            let (unit, piece) = (plan.unit(task / pieces), task % pieces);
            let mut scratch = self.scratch();
            self.accumulate(&unit, piece, &mut scratch, &decided);
            let whole = &place;
            // SAFETY: there is room for the accumulators of all results, for each piece, and every task has its own.
            unsafe {
                let to = whole.0.add((piece * results + unit.number) * words);
                to.copy_from_nonoverlapping(scratch.accs.as_ptr(), unit.len * words);
            }
        });
        each(units, len * size_of::<u64>(), |unit| {
            let (unit, whole) = (plan.unit(unit), &place);
            // SAFETY: every task has written its accumulators; those of a unit are used by one thread.
            unsafe {
                let accs = whole.0.add(unit.number * words);
                for piece in 1..pieces {
                    (self.kernel.merge)(accs, accs.add(piece * results * words), unit.len);
                }
                self.finish(&unit, accs);
            }
        });
        Ok(())
    }

    fn scratch(&self) -> Scratch {
        let words = |elements: usize| (elements * self.feed.input_bytes).div_ceil(size_of::<u64>());
        let line_step = match self.plan.mode {
            Mode::Rows => self.plan.reduced[0].strides[0],
            Mode::Columns | Mode::Wide(_) => self.plan.tile.strides[0],
        };
        let room = if self.feed.direct && line_step == 1 { 0 } else { words(self.plan.room()) };
        Scratch {
            accs: SmallVec::from_elem(0, self.plan.accumulators() * self.kernel.acc_words),
            room: Vec::with_capacity(room),
        }
    }

    /// Reduces one piece of a unit into the first of the scratch's accumulators.
    fn accumulate(&self, unit: &Unit, piece: usize, scratch: &mut Scratch, decided: &AtomicBool) {
        let (axes, moved) = self.plan.piece(piece);
        let src = self.feed.at(self.src, unit.at[0] + moved);
        let (accs, room) = (scratch.accs.as_mut_ptr(), scratch.room.as_mut_ptr().cast::<u8>());
        // SAFETY: the scratch has room for what the plan says; the axes walk through elements of the plan, which may
        // be read.
        unsafe {
            (self.kernel.start)(accs, self.plan.accumulators());
            match self.plan.mode {
                Mode::Rows => self.rows(&axes, unit.len, src, (accs, room), decided),
                Mode::Columns => self.columns(&axes, unit.len, src, (accs, room)),
                Mode::Wide(rows) => self.wide(&axes, rows, src, (accs, room)),
            }
        }
    }

    /// # Safety
    /// From `src`, the axes and a tile of `len` reach elements that may be read; there are as many accumulators, and
    /// the room that the plan says.
    unsafe fn rows(
        &self,
        axes: &[Axis<1>],
        len: usize,
        src: *const u8,
        (accs, room): (*mut u64, *mut u8),
        decided: &AtomicBool,
    ) {
        let Axis { size, strides: [stride] } = axes[0];
        let (tile, words) = (self.plan.tile.strides[0], self.kernel.acc_words);
        let block = if self.feed.direct && stride == 1 { LONG_BLOCK } else { SHORT_BLOCK };
        let mut pace = Pace::default();
        walk(&axes[1..], [0], |[at]| {
            for from in (0..size).step_by(block) {
                pace.step();
                if self.last_word.is_some() && decided.load(Ordering::Relaxed) {
                    return;
                }
                let count = block.min(size - from);
                for k in 0..len {
                    let offset = at + from as isize * stride + k as isize * tile;
                    // SAFETY: the offset is one of the walk's; the rest is the caller's promise.
                    unsafe {
                        let row = self.feed.row(self.feed.at(src, offset), stride, room, count);
                        (self.kernel.block)(row, count, accs.add(k * words));
                    }
                }
                // SAFETY: there is at least one accumulator, and it has been written.
                let first = unsafe { accs.cast::<u8>().read() };
                if self.plan.results() == 1 && self.last_word == Some(first) {
                    decided.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    /// # Safety
    /// As [`Run::rows`].
    unsafe fn columns(
        &self,
        axes: &[Axis<1>],
        len: usize,
        src: *const u8,
        (accs, room): (*mut u64, *mut u8),
    ) {
        let Axis { size, strides: [stride] } = axes[0];
        let mut pace = Pace::default();
        walk(&axes[1..], [0], |[at]| {
            for from in (0..size).step_by(GROUP) {
                pace.step();
                let first = self.feed.at(src, at + from as isize * stride);
                // SAFETY: the rows are some of the walk's; the rest is the caller's promise.
                unsafe { self.group(first, stride, (GROUP.min(size - from), len), accs, room) };
            }
        });
    }

    /// # Safety
    /// As [`Run::rows`], for `rows` times as many accumulators as columns.
    unsafe fn wide(&self, axes: &[Axis<1>], rows: usize, src: *const u8, (accs, room): (*mut u64, *mut u8)) {
        let Axis { size, strides: [stride] } = axes[0];
        let (columns, words) = (self.plan.tile.size, self.kernel.acc_words);
        let (long, left) = (size / rows, size % rows);
        let long_stride = rows as isize * stride;
        let mut pace = Pace::default();
        walk(&axes[1..], [0], |[at]| {
            // SAFETY: a long row is `rows` rows, whose elements follow each other at the steps of the tile; the rest
            // is the caller's promise.
            unsafe {
                for from in (0..long).step_by(GROUP) {
                    pace.step();
                    let first = self.feed.at(src, at + from as isize * long_stride);
                    let shape = (GROUP.min(long - from), rows * columns);
                    self.group(first, long_stride, shape, accs, room);
                }
                let first = self.feed.at(src, at + long as isize * long_stride);
                self.group(first, long_stride, (usize::from(left > 0), left * columns), accs, room);
            }
        });
        // SAFETY: there are `rows` times as many accumulators as columns.
        (1..rows).for_each(|k| unsafe { (self.kernel.merge)(accs, accs.add(k * columns * words), columns) });
    }

    /// Merges a group of rows into the accumulators of their columns.
    ///
    /// # Safety
    /// From `src`, rows and columns at the steps of `stride` and the tile may be read; there are as many accumulators
    /// as columns, and room for the rows unless they are read as they are.
    unsafe fn group(
        &self,
        src: *const u8,
        stride: isize,
        (rows, columns): (usize, usize),
        accs: *mut u64,
        room: *mut u8,
    ) {
        let step = self.plan.tile.strides[0];
        // SAFETY: the caller's promise.
        unsafe {
            if self.feed.direct && (step == 1 || columns == 1) {
                return (self.kernel.group)(src, stride, rows, columns, accs);
            }
            self.feed.gather(src, stride, step, (rows, columns), room);
            (self.kernel.group)(room, columns as isize, rows, columns, accs);
        }
    }

    /// Writes the results of a unit.
    ///
    /// # Safety
    /// `accs` are the accumulators of the unit.
    unsafe fn finish(&self, unit: &Unit, accs: *const u64) {
        self.store(unit, |from, len, to| {
            // SAFETY: the caller's promise.
            unsafe { (self.kernel.finish)(accs.add(from * self.kernel.acc_words), len, to) };
        });
    }

    /// Stores the results of a unit, some at a time: `make` writes a number of them, from one on, as the kernel's
    /// output.
    fn store(&self, unit: &Unit, make: impl Fn(usize, usize, *mut u8)) {
        let finish = Finish::new(self.kernel, self.result, self.post);
        let step = self.plan.tile.strides[1];
        for from in (0..unit.len).step_by(FINISHED) {
            let len = FINISHED.min(unit.len - from);
            let offset = (unit.at[1] + from as isize * step) * self.result.item_size() as isize;
            // SAFETY: the unit's results may be written, and there are not more than are finished at a time.
            unsafe { finish.store(len, (self.out.offset(offset), step), |made| make(from, len, made)) };
        }
    }
}

/// The way of results from what a kernel finishes to what is stored.
pub(super) struct Finish<'a> {
    made: DType,
    post: Option<Post<'a>>,
    store: CastRow,
}

impl<'a> Finish<'a> {
    #[inline]
    pub(super) fn new(kernel: Kernel, result: DType, post: Option<Post<'a>>) -> Self {
        Self { made: kernel.output, post, store: cast_row(kernel.output, result) }
    }

    /// Stores `len` results, which `make` writes as the kernel's output to where it is told.
    ///
    /// # Safety
    /// They are [`FINISHED`] at most, `make` writes as many, and they may be written to that place at steps of so many
    /// results.
    #[inline]
    pub(super) unsafe fn store(&self, len: usize, (out, step): (*mut u8, isize), make: impl FnOnce(*mut u8)) {
        let mut finished = [const { MaybeUninit::<[u64; 2]>::uninit() }; FINISHED];
        make(finished.as_mut_ptr().cast());
        // SAFETY: two words hold any element, and those of `finished` have been written, as `f64` where they are; the rest
        // is the caller's promise.
        unsafe {
            if let (Some(post), DType::F64) = (self.post, self.made) {
                post(std::slice::from_raw_parts_mut(finished.as_mut_ptr().cast::<f64>(), len));
            }
            (self.store)(finished.as_ptr().cast(), 1, out, step, len);
        }
    }
}

/// Memory that tasks write to, each to a part of its own.
struct Place(*mut u64);

// SAFETY: whoever shares it sees to that.
unsafe impl Sync for Place {}

/// Runs `count` tasks that read `bytes` in all, on several threads where that pays.
pub(super) fn each(count: usize, bytes: usize, task: impl Fn(usize) + Sync) {
    match threads::pieces(bytes) {
        1 => (0..count).for_each(task),
        _ => threads::share(count, task),
    }
}
