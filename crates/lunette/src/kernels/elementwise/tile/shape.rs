//! How large tiles are, and how each operand comes into them.

use smallvec::SmallVec;

use super::{Job, LONG_ROW};
use crate::kernels::bypass;
use crate::nest::{Axis, Nest};

/// How many bytes of one operand a tile has at most: several operands and temporaries fit the first cache.
const TILE_BYTES: usize = 8 << 10;

/// How many bytes of the rows a tile has where an operand is transposed: some whole cache lines of it.
const TRANSPOSED_BYTES: usize = 256;

/// How many elements such a tile has: more than fit the first cache, because its rows should be long, too.
const TRANSPOSED_BLOCK: usize = 8192;

/// How many elements are computed at once where nothing needs scratch memory: so many that the pauses between them do
/// not count, and so few that somebody who wants to stop it need not wait.
const LONG_RUN: usize = 1 << 16;

/// How an operand comes into a tile, or out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// It is contiguous where it lies.
    Direct,
    /// One value serves a whole row.
    Still,
    /// It has to be copied.
    Gather,
}

/// How a nest is cut into tiles.
pub(super) struct Tiling<const N: usize> {
    /// The axis along which the loops run.
    pub(super) inner: Axis<N>,
    /// The next one, where rows are so short that several of them make one run; else an axis of one turn.
    pub(super) outer: Axis<N>,
    /// The axis along which a tile has several runs.
    pub(super) across: Axis<N>,
    /// The axes around the tiles, innermost first.
    pub(super) around: SmallVec<[Axis<N>; 8]>,
    pub(super) size: TileSize,
    pub(super) ways: [Way; N],
    /// Whether results go past the caches.
    pub(super) bypasses: bool,
}

/// How many turns of its axes a tile has.
#[derive(Clone, Copy)]
pub(super) struct TileSize {
    /// Of the axis across.
    pub(super) runs: usize,
    /// Of the outer axis.
    pub(super) rows: usize,
    /// Of the inner axis.
    pub(super) columns: usize,
}

impl TileSize {
    /// How many elements a run has.
    pub(super) fn run(self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn elements(self) -> usize {
        self.runs * self.run()
    }

    pub(super) fn shape(self) -> [usize; 3] {
        [self.runs, self.rows, self.columns]
    }

    /// The steps of a tile whose runs lie one behind the other.
    pub(super) fn dense_strides(self) -> [isize; 3] {
        [self.run() as isize, self.columns as isize, 1]
    }
}

impl<const N: usize> Tiling<N> {
    pub(super) fn new(nest: &Nest<N>, job: &Job<'_>) -> Self {
        let one_turn = Axis { size: 1, strides: [0; N] };
        let inner = nest.inner();
        let next = nest.axes().get(1).copied().unwrap_or(one_turn);
        let mut around: SmallVec<_> = nest.axes().iter().skip(2).copied().collect();
        // Short rows cost more to start than to run: several of them make one.
        let is_merged = inner.size < LONG_ROW && next.size > 1;
        let (outer, mut across) = if is_merged { (next, one_turn) } else { (one_turn, next) };
        let ways = std::array::from_fn(|k| way(k, job, &inner, &outer));
        let used = &ways[..=job.leaves.len()];
        if is_merged && let Some(fast) = fast_axis_around(used, &inner, &outer, &around) {
            across = around.remove(fast);
        }
        let needs_scratch = used.contains(&Way::Gather) || job.program.temps() > 0;
        let is_transposed = (0..used.len()).any(|k| used[k] == Way::Gather && is_faster(k, &across, &inner));
        let item = job.program.largest_item();
        let block = (TILE_BYTES / item).clamp(512, 2048);
        let runs = if is_transposed { (TRANSPOSED_BYTES / item).min(across.size) } else { 1 };
        let longest = match (is_transposed, needs_scratch || is_merged) {
            (true, _) => TRANSPOSED_BLOCK / runs,
            (false, true) => block,
            (false, false) => LONG_RUN,
        };
        let columns = longest.min(inner.size);
        let size = TileSize { runs, rows: (longest / columns).clamp(1, outer.size), columns };
        let is_direct = ways[0] == Way::Direct;
        let bypasses = job.bypasses && is_direct && bypass::suits(size.run(), 1, job.output_item());
        Self { inner, outer, across, around, size, ways, bypasses }
    }

    /// The steps of an operand along the axes of a tile.
    pub(super) fn strides(&self, k: usize) -> [isize; 3] {
        [self.across.strides[k], self.outer.strides[k], self.inner.strides[k]]
    }
}

/// The axis around short rows along which a gathered operand takes shorter steps than within them, if there is one: its
/// lines are read once if a tile has them whole.
fn fast_axis_around<const N: usize>(
    ways: &[Way],
    inner: &Axis<N>,
    outer: &Axis<N>,
    around: &[Axis<N>],
) -> Option<usize> {
    let is_fast = |k: usize, axis: &Axis<N>| is_faster(k, axis, inner) && is_faster(k, axis, outer);
    (1..ways.len()).filter(|&k| ways[k] == Way::Gather).find_map(|k| {
        let fast = around.iter().enumerate().filter(|(_, axis)| is_fast(k, axis));
        fast.min_by_key(|(_, axis)| axis.strides[k].unsigned_abs()).map(|(at, _)| at)
    })
}

/// Whether operand `k` takes shorter steps along `axis` than along `other`.
fn is_faster<const N: usize>(k: usize, axis: &Axis<N>, other: &Axis<N>) -> bool {
    let (step, other_step) = (axis.strides[k].unsigned_abs(), other.strides[k].unsigned_abs());
    step != 0 && step < other_step
}

/// How operand `k` comes into a run along both axes; operand 0 is the output, the others are the leaves.
fn way<const N: usize>(k: usize, job: &Job<'_>, inner: &Axis<N>, outer: &Axis<N>) -> Way {
    let Some(operand) = (if k == 0 { Some(&job.output) } else { job.leaves.get(k - 1) }) else {
        return Way::Direct;
    };
    let rows_join = outer.size == 1 || outer.strides[k] == inner.size as isize;
    let is_direct = inner.strides[k] == 1 && rows_join && !operand.is_cast();
    match (k, inner.strides[k], outer.strides[k]) {
        (0, ..) if is_direct && job.any.is_none() => Way::Direct,
        (0, ..) => Way::Gather,
        (_, 0, 0) => Way::Still,
        _ if is_direct => Way::Direct,
        _ => Way::Gather,
    }
}
