//! Looking for extremes along one axis, on several threads.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use smallvec::SmallVec;

use super::arg::{ArgKernel, Best};
use super::kernel::{COLUMNS, GROUP};
use super::run::{Feed, each};
use super::short::SHORT_ROWS;
use super::widest_half;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Axes, Dims, Order, Strides};
use crate::nest::{Axis, Nest};

/// Elements that a task should have.
const TASK: usize = 1 << 17;

/// Elements that are converted at a time.
const BLOCK: usize = 2048;

/// Elements that are looked through at a time where they are read as they are.
const LONG_BLOCK: usize = 1 << 13;

/// Rows that are looked through at a time where they are read as they are.
const ROWS: usize = 1 << 12;

/// The position along `axis`, which is not empty, of the first of the least or greatest elements; the first NaN if
/// there is one. The dtype must be real; positions come in row-major order of the other axes.
///
/// # Errors
/// If there is no memory for them.
pub(crate) fn arg(op: &'static str, src: &Source<'_>, axis: usize, greatest: bool) -> Result<Buffer> {
    let read_as = widest_half(src.dtype());
    let (mut shape, mut strides) = (src.layout().dims(), Strides::from_slice(src.layout().strides()));
    let line = Axis { size: shape.remove(axis), strides: [strides.remove(axis)] };
    let mut fresh = Fresh::new(op, &shape, DType::I64)?;
    let plan = Plan::new(&shape, &strides, line, src.dtype() == read_as);
    let run = ArgRun {
        plan,
        kernel: ArgKernel::new(greatest, read_as),
        feed: Feed::new(src.dtype(), read_as),
        src: src.start(),
        out: fresh.start().cast(),
    };
    let bytes = src.layout().len().saturating_mul(run.feed.item_bytes);
    match run.plan.way {
        Way::Rows => run.by_rows(op, bytes)?,
        Way::ShortRows => run.by_short_rows(bytes),
        Way::Columns => run.by_columns(bytes),
    }
    // SAFETY: the plan reaches every position, and the run has written each of them.
    Ok(unsafe { fresh.assume_init() })
}

/// In which order elements are looked at.
struct Plan {
    /// The axis to look along.
    line: Axis<1>,
    /// The innermost of the other axes, with the strides of source and positions.
    tile: Axis<2>,
    tile_len: usize,
    outer: SmallVec<[Axis<2>; 8]>,
    start: [isize; 2],
    way: Way,
}

/// How lines are looked through.
#[derive(Clone, Copy)]
enum Way {
    /// One after the other.
    Rows,
    /// As rows, which are short, of elements that are read as they are, and follow each other.
    ShortRows,
    /// Many side by side.
    Columns,
}

impl Plan {
    fn new(shape: &Dims, strides: &Strides, line: Axis<1>, direct: bool) -> Self {
        let fresh = Axes::contiguous(shape, Order::C);
        let nest = Nest::new(shape, [strides, fresh.strides()]);
        let mut outer: SmallVec<[Axis<2>; 8]> = nest.axes().iter().copied().collect();
        let tile = if outer.is_empty() { Axis { size: 1, strides: [0, 0] } } else { outer.remove(0) };
        let inside = tile.strides[0].abs() < line.strides[0].abs();
        let follow = line.strides == [1] && tile.strides == [line.size as isize, 1];
        let way = match tile.size < 8 || (!inside && line.size >= 48) {
            true => Way::Rows,
            false if direct && follow && SHORT_ROWS.contains(&line.size) => Way::ShortRows,
            false => Way::Columns,
        };
        let wanted = match way {
            Way::Rows => 1,
            Way::ShortRows => TASK / line.size,
            // Some tiles for each of a few threads.
            Way::Columns if direct && tile.strides[0] == 1 => {
                (tile.size / 8).next_multiple_of(64).clamp(64, COLUMNS)
            }
            Way::Columns => 256,
        };
        Self { line, tile, tile_len: wanted.min(tile.size), outer, start: nest.start(), way }
    }

    fn outer_len(&self) -> usize {
        self.outer.iter().map(|axis| axis.size).product()
    }

    /// Where the tile that starts at `from` of the outer combination starts, in source and positions.
    fn at(&self, mut combination: usize, from: usize) -> [isize; 2] {
        let mut at = self.start;
        let mut advance = |strides: [isize; 2], steps: usize| {
            at[0] += strides[0] * steps as isize;
            at[1] += strides[1] * steps as isize;
        };
        advance(self.tile.strides, from);
        for axis in &self.outer {
            advance(axis.strides, combination % axis.size);
            combination /= axis.size;
        }
        at
    }
}

/// A search to be run. Making one promises that the plan reaches elements that may be read from `src`, and positions
/// that may be written from `out`.
struct ArgRun {
    plan: Plan,
    kernel: ArgKernel,
    feed: Feed,
    src: *const u8,
    out: *mut i64,
}

// SAFETY: the source is only read, and every position is written by one task.
unsafe impl Sync for ArgRun {}

impl ArgRun {
    /// One line after the other; long lines, if there are few, in pieces.
    fn by_rows(&self, op: &'static str, bytes: usize) -> Result<()> {
        let Axis { size, .. } = self.plan.line;
        let lines = self.plan.outer_len() * self.plan.tile.size;
        if lines >= 64 || size < 2 * TASK {
            let to_a_task = (TASK / size).max(1);
            each(lines.div_ceil(to_a_task), bytes, |task| {
                for line in task * to_a_task..lines.min((task + 1) * to_a_task) {
                    self.put(line, self.look(line, 0, size));
                }
            });
            return Ok(());
        }
        let pieces = size.div_ceil(TASK);
        let mut found: Vec<Best> = Vec::new();
        let out_of_memory = |_| ErrorKind::OutOfMemory { op, bytes: pieces * lines * size_of::<Best>() };
        found.try_reserve_exact(pieces * lines).map_err(out_of_memory)?;
        found.resize(pieces * lines, Best::NONE);
        let place = Place(found.as_mut_ptr());
        each(pieces * lines, bytes, |task| {
            let (line, from) = (task / pieces, task % pieces * TASK);
            let best = self.look(line, from, size.min(from + TASK));
            let whole = &place;
            // SAFETY: there is a place for each task.
            unsafe { whole.0.add(task).write(best) };
        });
        for line in 0..lines {
            let mut best = Best::NONE;
            for &piece in &found[line * pieces..(line + 1) * pieces] {
                // SAFETY: both are of this kernel.
                unsafe { (self.kernel.merge)(&mut best, piece) };
            }
            self.put(line, best);
        }
        Ok(())
    }

    /// Looks through a part of a line: first for the extreme, and in which block it is, then for its place there.
    fn look(&self, line: usize, from: usize, to: usize) -> Best {
        let [at, _] = self.plan.at(line / self.plan.tile.size, line % self.plan.tile.size);
        let step = self.plan.line.strides[0];
        let block = if self.feed.direct && step == 1 { LONG_BLOCK } else { BLOCK };
        let mut room = [std::mem::MaybeUninit::<u64>::uninit(); BLOCK];
        let mut row = |first: usize| {
            let len = block.min(to - first);
            let src = self.feed.at(self.src, at + first as isize * step);
            // SAFETY: the elements are some of the line's; the room is large enough for any of a real dtype.
            unsafe { (self.feed.row(src, step, room.as_mut_ptr().cast(), len), len) }
        };
        let (mut best, mut first, mut held) = (Best::NONE, from, row(from));
        loop {
            // SAFETY: as many elements are held.
            unsafe { (self.kernel.block)(held.0, held.1, first as i64, &mut best) };
            if first + held.1 >= to {
                break;
            }
            first += held.1;
            held = row(first);
        }
        if best.at as usize != first {
            held = row(best.at as usize);
        }
        // SAFETY: as above; they are those among which the best is.
        unsafe { (self.kernel.place)(held.0, held.1, &mut best) };
        best
    }

    fn put(&self, line: usize, best: Best) {
        let [_, at] = self.plan.at(line / self.plan.tile.size, line % self.plan.tile.size);
        // SAFETY: the plan reaches it.
        unsafe { self.out.offset(at).write(best.at) };
    }

    /// A tile of short lines, one after the other.
    fn by_short_rows(&self, bytes: usize) {
        self.each_tile(bytes, |[from, to], rows| {
            let (src, width) = (self.feed.at(self.src, from), self.plan.line.size);
            // SAFETY: the plan reaches the rows, which follow each other, and their positions, which do so too.
            unsafe { (self.kernel.short_rows)(src, width, rows, self.out.offset(to)) };
        });
    }

    /// A tile of lines side by side.
    fn by_columns(&self, bytes: usize) {
        self.each_tile(bytes, |[from, to], columns| {
            let mut bests = vec![Best::NONE; columns];
            self.look_each(from, &mut bests);
            for (k, best) in bests.iter().enumerate() {
                // SAFETY: the plan reaches it.
                unsafe { self.out.offset(to + k as isize * self.plan.tile.strides[1]).write(best.at) };
            }
        });
    }

    /// Calls `run` with where each tile starts, in source and positions, and how many lines it has.
    fn each_tile(&self, bytes: usize, run: impl Fn([isize; 2], usize) + Sync) {
        let plan = &self.plan;
        let tiles = plan.tile.size.div_ceil(plan.tile_len);
        each(plan.outer_len() * tiles, bytes, |unit| {
            let from = unit % tiles * plan.tile_len;
            run(plan.at(unit / tiles, from), plan.tile_len.min(plan.tile.size - from));
        });
    }

    fn look_each(&self, at: isize, bests: &mut [Best]) {
        let Axis { size, strides: [stride] } = self.plan.line;
        let (step, columns) = (self.plan.tile.strides[0], bests.len());
        let direct = self.feed.direct && step == 1;
        let mut room = Vec::<u64>::with_capacity(if direct { 0 } else { GROUP * columns });
        let room = room.as_mut_ptr().cast::<u8>();
        let rows = if direct { ROWS } else { GROUP };
        for first in (0..size).step_by(rows) {
            let count = rows.min(size - first);
            let src = self.feed.at(self.src, at + first as isize * stride);
            // SAFETY: the rows are some of the plan's; there is room for a group of them.
            unsafe {
                let (src, stride) = match direct {
                    true => (src, stride),
                    false => {
                        self.feed.gather(src, stride, step, (count, columns), room);
                        (room.cast_const(), columns as isize)
                    }
                };
                (self.kernel.rows)(src, stride, (count, columns), first as i64, bests.as_mut_ptr());
            }
        }
    }
}

/// Memory that tasks write to, each to a part of its own.
struct Place(*mut Best);

// SAFETY: whoever shares it sees to that.
unsafe impl Sync for Place {}
