//! Running a program over a nest, tile by tile.
//!
//! A tile is a piece of the two innermost axes; where rows are short and an operand is fast along an axis further out, it
//! is a piece of that one, too. Operands that are contiguous in it, or stand still, are used where they lie, and
//! everything else is gathered into scratch memory: strided, transposed, or of another dtype. Results that cannot be
//! written where they belong are scattered in the same way.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

mod scratch;
mod shape;

use std::sync::atomic::{AtomicBool, Ordering};

use smallvec::SmallVec;

use self::scratch::Scratch;
use self::shape::{TileSize, Tiling, Way};
use super::chunk::Arg;
use super::program::{Program, Slot};
use super::{MOST_LEAVES, Source, Target};
use crate::dtype::DType;
use crate::kernels::bypass::{self, Bypass, PIECE, pieces};
use crate::kernels::cast::{CastRow, cast_row};
use crate::kernels::copy::{Side, copy_strided};
use crate::kernels::item::ItemSize;
use crate::nest::{Nest, walk};

/// Rows at least this long are cast one by one; shorter ones are brought together first.
const LONG_ROW: usize = 64;

/// So many pieces ahead, operands are asked for where results go past the caches.
const FETCHED: usize = 4;

/// As much as the machine can ask for at once while it writes. `where` of two floats, which asks for less, takes less than half
/// of the time; three operands as wide as the result, which would ask for more, would take half as long again.
const MOST_FETCHED: usize = PIECE * 5 / 2;

/// Where results go.
pub(super) enum Sink<'a> {
    /// Into a region.
    Write(Target<'a>),
    /// Nowhere: it is only asked whether any of them is true.
    Any(&'a AtomicBool),
}

/// An operand in memory, and how it comes into the program or out of it.
#[derive(Clone, Copy)]
struct Operand {
    start: *mut u8,
    /// The dtype in memory.
    stored: DType,
    /// The dtype that the program sees.
    seen: DType,
    /// Moves elements from memory into the program; for the output, the other way.
    cast: CastRow,
}

impl Operand {
    fn is_cast(&self) -> bool {
        self.stored != self.seen
    }

    /// The element so many steps from the start.
    fn at(&self, offset: isize) -> *mut u8 {
        self.start.wrapping_offset(offset * self.stored.item_size() as isize)
    }
}

/// A program and the memory that it works on.
pub(super) struct Job<'a> {
    program: &'a Program,
    leaves: SmallVec<[Operand; 3]>,
    output: Operand,
    /// Whether results should go past the caches.
    bypasses: bool,
    any: Option<&'a AtomicBool>,
}

// SAFETY: the pointers are only used by `run`, whose callers promise that it may use them from any thread.
unsafe impl Sync for Job<'_> {}

/// What one run over a part of the nest works with.
struct Run<'a, const N: usize> {
    job: &'a Job<'a>,
    tiling: &'a Tiling<N>,
    scratch: Scratch,
    /// There where results go past the caches.
    bypass: Option<Bypass>,
}

impl<'a> Job<'a> {
    /// A program over a nest: operand 0 is the output, the others are the leaves.
    pub(super) fn new<const N: usize>(
        nest: &Nest<N>,
        sink: &Sink<'a>,
        sources: &[Source<'_>],
        program: &'a Program,
    ) -> Self {
        let operand = |(leaf, &seen): (&Source<'_>, &DType)| {
            let stored = leaf.dtype();
            Operand { start: leaf.start().cast_mut(), stored, seen, cast: cast_row(stored, seen) }
        };
        let leaves = sources.iter().zip(program.leaves()).map(operand).collect();
        let seen = program.dtype().unwrap_or(DType::Bool);
        let (start, stored, any) = match sink {
            Sink::Write(target) => (target.start(), target.dtype(), None),
            Sink::Any(found) => (std::ptr::null_mut(), seen, Some(*found)),
        };
        let bypasses = match sink {
            Sink::Write(target) => goes_past_the_caches(nest, target, sources),
            Sink::Any(_) => false,
        };
        let output = Operand { start, stored, seen, cast: cast_row(seen, stored) };
        Self { program, leaves, output, bypasses, any }
    }

    /// The size of an element of the output, in bytes.
    pub(super) fn output_item(&self) -> usize {
        self.output.stored.item_size()
    }

    /// Runs the program over a nest: operand 0 is the output, the others are the leaves.
    ///
    /// # Safety
    /// Every element that the nest reaches from an operand's start may be read, and, for the output, written by this
    /// thread. Leaves are apart from the output or its very elements, in the same places.
    pub(super) unsafe fn run<const N: usize>(&self, nest: &Nest<N>) {
        if nest.len() == 0 {
            return;
        }
        let tiling = Tiling::new(nest, self);
        let scratch = Scratch::new(self, &tiling);
        let bypass = if tiling.bypasses { Some(Bypass::begin()) } else { None };
        let mut run = Run { job: self, tiling: &tiling, scratch, bypass };
        run.scratch.put_constants(self.program);
        // SAFETY: the caller's promise, for one block of the nest after the other.
        walk(&tiling.around, nest.start(), |at| unsafe { run.block(at) });
    }
}

impl<const N: usize> Run<'_, N> {
    /// Runs over the axes of the tiles, starting at these offsets.
    ///
    /// # Safety
    /// As for [`Job::run`], for the elements of the block.
    unsafe fn block(&mut self, at: [isize; N]) {
        let Tiling { inner, outer, across, size, .. } = self.tiling;
        for run in (0..across.size).step_by(size.runs) {
            for row in (0..outer.size).step_by(size.rows) {
                for column in (0..inner.size).step_by(size.columns) {
                    if self.job.any.is_some_and(|found| found.load(Ordering::Relaxed)) {
                        return;
                    }
                    let corner = std::array::from_fn(|k| {
                        let steps = [(run, across), (row, outer), (column, inner)];
                        at[k]
                            + steps.map(|(turn, axis)| turn as isize * axis.strides[k]).iter().sum::<isize>()
                    });
                    let size = TileSize {
                        runs: size.runs.min(across.size - run),
                        rows: size.rows.min(outer.size - row),
                        columns: size.columns.min(inner.size - column),
                    };
                    // SAFETY: the tile is a part of the block.
                    unsafe { self.tile(corner, size) };
                }
            }
        }
    }

    /// Computes one tile of this size.
    ///
    /// # Safety
    /// As for [`Job::run`], for the elements of the tile.
    unsafe fn tile(&mut self, at: [isize; N], size: TileSize) {
        let mut args = [Arg::NONE; MOST_LEAVES];
        // SAFETY: the caller's promise. What is gathered fits the scratch memory, which was made for whole tiles.
        unsafe {
            for k in 0..self.job.leaves.len() {
                args[k] = self.bring(k, at[k + 1], size);
            }
            let way = self.tiling.ways[0];
            let dst = if way == Way::Gather { self.scratch.output() } else { self.job.output.at(at[0]) };
            for run in 0..size.runs {
                self.run(at, run, size.run(), dst, &mut args);
            }
            if way == Way::Gather {
                self.take_away(at[0], size);
            }
        }
    }

    /// Brings a leaf's part of the tile to where the loops can read it.
    ///
    /// # Safety
    /// As for [`Run::tile`].
    unsafe fn bring(&mut self, k: usize, at: isize, size: TileSize) -> Arg {
        let leaf = self.job.leaves[k];
        let src = leaf.at(at).cast_const();
        match self.tiling.ways[k + 1] {
            Way::Direct => Arg::moving(src),
            // SAFETY: the element may be read.
            Way::Still => unsafe { self.still(k, src) },
            Way::Gather => {
                let start = self.scratch.leaf(k);
                let from = (src, self.tiling.strides(k + 1));
                // SAFETY: the caller's promise; scratch memory is no operand's.
                unsafe { gather(&leaf, from, start, self.scratch.staging(), size) };
                Arg::moving(start)
            }
        }
    }

    /// A leaf that stands still at this element: the element itself, or what the program sees of it.
    ///
    /// # Safety
    /// The element may be read.
    unsafe fn still(&mut self, k: usize, src: *const u8) -> Arg {
        let leaf = &self.job.leaves[k];
        if !leaf.is_cast() {
            return Arg::still(src);
        }
        let seen = self.scratch.leaf(k);
        // SAFETY: the caller's promise; a leaf that stands still has scratch memory for one element.
        unsafe { (leaf.cast)(src, 0, seen, 1, 1) };
        Arg::still(seen)
    }

    /// Computes one run of a tile, of `len` elements; `dst` and `args` are those of the first run.
    ///
    /// # Safety
    /// As for [`Run::tile`].
    unsafe fn run(
        &mut self,
        at: [isize; N],
        run: usize,
        len: usize,
        dst: *mut u8,
        args: &mut [Arg; MOST_LEAVES],
    ) {
        for (k, leaf) in self.job.leaves.iter().enumerate() {
            let here = leaf.at(at[k + 1] + run as isize * self.tiling.across.strides[k + 1]).cast_const();
            match self.tiling.ways[k + 1] {
                Way::Direct => args[k] = Arg::moving(here),
                Way::Gather => {
                    let gathered = self.scratch.leaf(k).wrapping_add(run * len * leaf.seen.item_size());
                    args[k] = Arg::moving(gathered);
                }
                // SAFETY: as in `bring`.
                Way::Still if run > 0 && self.tiling.across.strides[k + 1] != 0 => unsafe {
                    args[k] = self.still(k, here);
                },
                Way::Still => {}
            }
        }
        let output = &self.job.output;
        let step = match self.tiling.ways[0] {
            Way::Gather => (len * output.seen.item_size()) as isize,
            _ => self.tiling.across.strides[0] * output.stored.item_size() as isize,
        };
        let dst = dst.wrapping_offset(run as isize * step);
        // SAFETY: the caller's promise, for one run.
        unsafe {
            match &self.bypass {
                Some(bypass) => self.send(bypass, dst, args, len),
                None => self.steps(dst, args, len),
            }
        }
    }

    /// Runs all steps over `len` contiguous elements, and sends each piece of the results past the caches as soon as it is
    /// there.
    ///
    /// # Safety
    /// As for [`Run::steps`]; nobody reads the results in the same breath.
    unsafe fn send(&self, bypass: &Bypass, dst: *mut u8, args: &[Arg; MOST_LEAVES], len: usize) {
        let item = self.job.output.seen.item_size();
        let mut args = *args;
        let fetches = self.fetches(len);
        for piece in pieces(dst, item, len) {
            if fetches {
                self.fetch(&args, piece.len());
            }
            // SAFETY: the caller's promise, for a part of the elements; the scratch memory has room for a piece.
            unsafe {
                self.steps(self.scratch.output(), &args, piece.len());
                bypass.copy(dst.add(piece.start * item), self.scratch.output(), piece.len() * item);
            }
            for (arg, leaf) in args.iter_mut().zip(&self.job.leaves) {
                *arg = arg.ahead(piece.len() * leaf.seen.item_size());
            }
        }
    }

    /// Whether operands should be asked for ahead in a row of `len` elements: there are few of them, and the row is so long
    /// that little is asked for behind its end.
    fn fetches(&self, len: usize) -> bool {
        let wide: usize = self.direct_leaves().map(|(_, item)| item).sum();
        let item = self.job.output.seen.item_size();
        wide * (PIECE / item) <= MOST_FETCHED && len * item >= 4 * FETCHED * PIECE
    }

    /// Asks for what some pieces further on is read where it lies.
    fn fetch(&self, args: &[Arg; MOST_LEAVES], piece_len: usize) {
        for (k, item) in self.direct_leaves() {
            args[k].fetch(FETCHED * piece_len * item, piece_len * item);
        }
    }

    /// The operands that are read where they lie, and the sizes of their elements.
    fn direct_leaves(&self) -> impl Iterator<Item = (usize, usize)> {
        let leaves = self.job.leaves.iter().zip(&self.tiling.ways[1..]).enumerate();
        leaves.filter(|(_, (_, way))| **way == Way::Direct).map(|(k, (leaf, _))| (k, leaf.seen.item_size()))
    }

    /// Runs all steps over `len` contiguous elements.
    ///
    /// # Safety
    /// The arguments are as the program's loops expect them, and `dst` has room for the results.
    unsafe fn steps(&self, dst: *mut u8, args: &[Arg; MOST_LEAVES], len: usize) {
        let scratch = &self.scratch;
        let place = |slot| match slot {
            Slot::Leaf(leaf) => scratch.leaf(usize::from(leaf)),
            Slot::Constant(constant) => scratch.constant(constant),
            Slot::Temp(temp) => scratch.temp(temp),
        };
        // SAFETY: the caller's promise; the scratch memory was made for the constants and temporaries of whole tiles.
        unsafe { self.job.program.run(dst, args, len, place) };
    }

    /// Takes the results of a tile out of scratch memory.
    ///
    /// # Safety
    /// As for [`Run::tile`].
    unsafe fn take_away(&mut self, at: isize, size: TileSize) {
        let output = self.job.output;
        let results = self.scratch.output();
        let len = size.elements();
        // SAFETY: the tile's results were just written to the scratch memory; staging memory has room for a tile of
        // any dtype; the rest is the caller's promise.
        unsafe {
            if let Some(found) = self.job.any {
                if (0..len).any(|k| results.add(k).read() != 0) {
                    found.store(true, Ordering::Relaxed);
                }
                return;
            }
            let mut from = results.cast_const();
            if output.is_cast() {
                (output.cast)(from, 1, self.scratch.staging(), 1, len);
                from = self.scratch.staging();
            }
            let to = Side { start: output.at(at), strides: &self.tiling.strides(0) };
            let from = Side { start: from, strides: &size.dense_strides() };
            copy_strided(ItemSize::of(output.stored), &size.shape(), to, from);
        }
    }
}

/// Whether results that go to `target` should go past the caches: they are too large for them, and are not read in the same
/// breath.
fn goes_past_the_caches<const N: usize>(nest: &Nest<N>, target: &Target<'_>, sources: &[Source<'_>]) -> bool {
    let is_again = |k: usize| {
        let same =
            |other: &Source<'_>| (other.start(), other.layout()) == (sources[k].start(), sources[k].layout());
        sources[..k].iter().any(same)
    };
    // What is read twice comes from memory once.
    let items = (0..sources.len()).map(|k| if is_again(k) { 0 } else { sources[k].dtype().item_size() });
    let is_in_place = sources.iter().any(|source| source.start() == target.start().cast_const());
    bypass::pays(nest, (target.start(), target.dtype().item_size()), items) && !is_in_place
}

/// Copies a tile of an operand to `dst`, run after run, cast to what the program sees.
///
/// # Safety
/// The tile's elements may be read; `dst` and `staging` have room for them.
unsafe fn gather(
    leaf: &Operand,
    (src, strides): (*const u8, [isize; 3]),
    dst: *mut u8,
    staging: *mut u8,
    size: TileSize,
) {
    let tile = |start: *mut u8| {
        let to = Side { start, strides: &size.dense_strides() };
        let from = Side { start: src, strides: &strides };
        // SAFETY: the caller's promise; `start` is scratch memory, which is no operand's.
        unsafe { copy_strided(ItemSize::of(leaf.stored), &size.shape(), to, from) };
    };
    if !leaf.is_cast() {
        return tile(dst);
    }
    let [across, _, inner] = strides;
    let is_transposed = size.runs > 1 && across.unsigned_abs() < inner.unsigned_abs();
    // SAFETY: the caller's promise; a long row is a run by itself.
    unsafe {
        if size.columns < LONG_ROW || is_transposed {
            tile(staging);
            return (leaf.cast)(staging, 1, dst, 1, size.elements());
        }
        for run in 0..size.runs {
            let from = src.wrapping_offset(run as isize * across * leaf.stored.item_size() as isize);
            (leaf.cast)(from, inner, dst.add(run * size.columns * leaf.seen.item_size()), 1, size.columns);
        }
    }
}
