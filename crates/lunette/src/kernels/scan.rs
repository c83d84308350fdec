//! Running totals along an axis.
//!
//! Blocks are totalled as the widest type of their kind, where they lie or, if that takes a conversion that has no loop of
//! its own, in the first cache: so there are a dozen kernels for fifteen dtypes, and sums of `f32` keep the precision of
//! `f64`. Blocks are totalled by themselves, in groups, and start from the last total of the block before: whoever totals
//! them, the results are the same. Where a total leaves the range of its type on the way, the block is totalled again, one
//! element after the other.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

mod pieces;
mod prefix;

use smallvec::SmallVec;

use self::pieces::LongLine;
use self::prefix::{Blocks, Kernel, Slot};
use super::cast::{CastRow, cast_row};
use super::fill::fill;
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::{DType, Scalar};
use crate::error::{ErrorKind, Result};
use crate::layout::{Entries, Layout, Order};
use crate::nest::{Axis, Nest, threads};

/// Elements that are totalled at a time: 4 KiB, or 8 of complex numbers.
const BLOCK: usize = 512;

/// Elements to a piece of a long line: some blocks that one thread totals, and finds in its cache when it stores them.
const PIECE: usize = 1 << 15;
const BLOCKS_TO_A_PIECE: usize = PIECE / BLOCK;

/// Shorter lines are totalled side by side, wherever their elements lie: a block of each would be mostly calls.
const SHORT_LINE: usize = 16;

/// Where there are this many lines, none is cut.
const ENOUGH_LINES: usize = 64;

/// Which totals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    Sum,
    Product,
    Greatest,
    Least,
}

/// The running totals of `src` along `axis` as elements of `dtype`, in row-major order; if `initial`, the total of
/// nothing comes first, and the axis is longer by one. Extremes of nothing there are none.
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
    let kernel = Kernel::new(running, dst.dtype());
    let scan = Scan {
        kernel,
        in_place: kernel.in_place(src.dtype(), dst.dtype()),
        load: cast_row(src.dtype(), kernel.dtype),
        store: cast_row(kernel.dtype, dst.dtype()),
        line: Axis { size, strides: [to_step, from_step] },
        nest: Nest::new(&shape, [&to, &from]),
        dst: dst.start(),
        src: src.start(),
        item_bytes: [dst.dtype().item_size(), src.dtype().item_size()],
    };
    let bytes = src.layout().len().saturating_mul(scan.item_bytes[0] + scan.item_bytes[1]);
    let inner = scan.nest.inner();
    let side_by_side = inner.size >= 8 && (inner.strides[0].abs() < to_step.abs() || size < SHORT_LINE);
    match side_by_side && !scan.nest.axes().is_empty() {
        true => scan.columns(bytes),
        false => scan.lines(bytes),
    }
}

/// A scan to be run; the nest is that of the other axes. Making one promises that what it reaches may be read and
/// written.
struct Scan {
    kernel: Kernel,
    /// How elements that lie side by side are totalled where they lie, without being copied, if there is a way for their
    /// dtypes.
    in_place: Option<Blocks>,
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

    /// How a line is totalled where it lies.
    fn line_in_place(&self) -> Option<Blocks> {
        self.in_place.filter(|_| self.line.strides == [1, 1])
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
        let parallel = threads::pieces(bytes) > 1;
        if parallel && lines < ENOUGH_LINES && size > PIECE {
            return self.lines_in_pieces(lines);
        }
        let to_a_task = (PIECE / size).max(1);
        let run = |task: usize| {
            for line in task * to_a_task..lines.min((task + 1) * to_a_task) {
                self.rest_of_line(line, 0, self.nothing());
            }
        };
        match parallel {
            true => threads::share(lines.div_ceil(to_a_task), run),
            false => (0..lines.div_ceil(to_a_task)).for_each(run),
        }
    }

    /// Long lines, in pieces that stay in the cache: whoever takes one totals its blocks, takes over the total before it
    /// from whoever took the piece before, hands on the total after it, and then stores the running totals.
    fn lines_in_pieces(&self, lines: usize) {
        let blocks = self.line.size.div_ceil(BLOCK);
        let pieces = self.line.size.div_ceil(PIECE);
        let lines: Vec<LongLine> =
            (0..lines).map(|line| LongLine::new(line, pieces, self.nothing())).collect();
        threads::share(lines.len() * pieces, |task| {
            let (line, piece) = (&lines[task / pieces], task % pieces);
            let first = piece * BLOCKS_TO_A_PIECE;
            let mut totals = [self.nothing(); BLOCKS_TO_A_PIECE];
            let totals = &mut totals[..BLOCKS_TO_A_PIECE.min(blocks - first)];
            for (block, total) in (first..).zip(totals.iter_mut()) {
                *total = self.total_of_block(line.number, block);
            }
            let mut before = line.wait_for(piece).unwrap_or_else(|| self.total_before(line, piece));
            for total in totals.iter_mut() {
                let own = std::mem::replace(total, before);
                // SAFETY: both are totals.
                unsafe { (self.kernel.add)(&mut before, &own) };
            }
            line.hand_on(piece + 1, before);
            for (block, before) in (first..).zip(totals.iter()) {
                if !self.block_after(line.number, block, &mut before.clone()) {
                    line.do_in_order_from(block, *before);
                    break;
                }
            }
        });
        for line in lines {
            if let Some((first, before)) = line.in_order() {
                self.rest_of_line(line.number, first, before);
            }
        }
    }

    /// The total before a piece, made of what is known of the line: whoever has taken the piece before does not come to
    /// it, because the system lets him wait or because he was told to stop.
    #[cold]
    fn total_before(&self, line: &LongLine, piece: usize) -> Slot {
        let (known, mut before) = line.last_known(piece);
        for block in known * BLOCKS_TO_A_PIECE..piece * BLOCKS_TO_A_PIECE {
            let own = self.total_of_block(line.number, block);
            // SAFETY: both are totals.
            unsafe { (self.kernel.add)(&mut before, &own) };
        }
        before
    }

    /// Stores the running totals of a line from some block on; `before` is the total before it.
    ///
    /// Every block starts from the last total that was stored, so that sums of what is not negative never fall.
    fn rest_of_line(&self, line: usize, first: usize, mut before: Slot) {
        for block in first..self.line.size.div_ceil(BLOCK) {
            if !self.block_after(line, block, &mut before) {
                self.ordered_block(line, block, &mut before);
            }
        }
    }

    /// Stores the running totals of a block after `before`, and moves that on; false, and what is stored is no total, if
    /// they have to be added up in order.
    fn block_after(&self, line: usize, block: usize, before: &mut Slot) -> bool {
        // SAFETY: it is a total.
        if !unsafe { (self.kernel.is_plain)(before) } {
            return false;
        }
        match self.line_in_place() {
            Some(blocks) => {
                let (dst, src, len) = self.place_of(line, block);
                // SAFETY: the elements and their places are some of the line's, side by side, and have no byte in common.
                unsafe { (blocks.running)(src, dst, len, before) }
            }
            // SAFETY: the block holds `len` elements.
            None => self.with_block(line, block, |elements, len| unsafe {
                (self.kernel.blocks.running)(elements, elements, len, before)
            }),
        }
    }

    /// Stores the running totals of a block, added up one after the other.
    fn ordered_block(&self, line: usize, block: usize, before: &mut Slot) {
        self.with_block(line, block, |elements, len| {
            // SAFETY: the block holds `len` elements, and the total has been written.
            unsafe { (self.kernel.ordered)(elements, len, before) };
            true
        });
    }

    /// The total of a block.
    fn total_of_block(&self, line: usize, block: usize) -> Slot {
        let mut total = self.nothing();
        if let Some(blocks) = self.line_in_place() {
            let (_, src, len) = self.place_of(line, block);
            // SAFETY: the elements are some of the line's, side by side.
            unsafe { (blocks.total)(src, len, &mut total) };
            return total;
        }
        self.with_block(line, block, |elements, len| {
            // SAFETY: the block holds `len` elements.
            unsafe { (self.kernel.blocks.total)(elements, len, &mut total) };
            false
        });
        total
    }

    /// Where a block of a line is written, where it is read, and how many elements it has.
    fn place_of(&self, line: usize, block: usize) -> (*mut u8, *const u8, usize) {
        let first = block * BLOCK;
        let (dst, src) = self.at(moved(self.start(line), self.line.strides, first));
        (dst, src, BLOCK.min(self.line.size - first))
    }

    /// Loads a block of a line, and stores what `work` makes of it if it says so; what it said.
    fn with_block(&self, line: usize, block: usize, work: impl FnOnce(*mut u8, usize) -> bool) -> bool {
        let mut room = std::mem::MaybeUninit::<Block>::uninit();
        let room = room.as_mut_ptr().cast::<u8>();
        let (dst, src, len) = self.place_of(line, block);
        let [to_step, from_step] = self.line.strides;
        // SAFETY: the elements are some of the line's, and the block has room for them in any dtype.
        unsafe {
            (self.load)(src, from_step, room, 1, len);
            let done = work(room, len);
            if done {
                (self.store)(room, 1, dst, to_step, len);
            }
            done
        }
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
        let in_place = self.in_place.filter(|_| [to_step, from_step] == [1, 1]);
        // SAFETY: the blocks have room for `len` elements of any dtype, and the rows are some of the nest's; source and
        // destination have no byte in common.
        unsafe {
            (self.kernel.start)(totals, len);
            for row in 0..self.line.size {
                let (dst, src) = self.at(moved(start, self.line.strides, row));
                if let Some(blocks) = in_place {
                    (blocks.row)(totals, src, dst, len);
                    continue;
                }
                (self.load)(src, from_step, block, 1, len);
                (self.kernel.blocks.row)(totals, block, block, len);
                (self.store)(block, 1, dst, to_step, len);
            }
        }
    }
}

fn moved(at: [isize; 2], strides: [isize; 2], steps: usize) -> [isize; 2] {
    [at[0] + strides[0] * steps as isize, at[1] + strides[1] * steps as isize]
}
