//! How large tiles are, and how each operand comes into them.

use super::{Job, LONG_ROW};
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
    /// The next one.
    pub(super) outer: Axis<N>,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Whether all rows of a tile are one run for the loops.
    pub(super) is_merged: bool,
    pub(super) ways: [Way; N],
}

impl<const N: usize> Tiling<N> {
    pub(super) fn new(nest: &Nest<N>, job: &Job<'_>) -> Self {
        let inner = nest.inner();
        let outer = nest.axes().get(1).copied().unwrap_or(Axis { size: 1, strides: [0; N] });
        // Short rows cost more to start than to run: several of them make one.
        let is_merged = inner.size < LONG_ROW && outer.size > 1;
        let mut tiling = Self { inner, outer, rows: 1, columns: 1, is_merged, ways: [Way::Direct; N] };
        for k in 0..=job.leaves.len() {
            tiling.ways[k] = tiling.way(k, job);
        }
        let used = &tiling.ways[..=job.leaves.len()];
        let needs_scratch = used.contains(&Way::Gather) || job.program.temps() > 0;
        let block = (TILE_BYTES / job.program.largest_item()).clamp(512, 2048);
        let is_transposed = |k: usize| {
            let (inner, outer) = (inner.strides[k].unsigned_abs(), outer.strides[k].unsigned_abs());
            tiling.ways[k] == Way::Gather && outer != 0 && outer < inner
        };
        let transposed = (0..=job.leaves.len()).any(is_transposed);
        (tiling.rows, tiling.columns) = match (is_merged, needs_scratch) {
            (true, _) => ((block / inner.size).clamp(1, outer.size), inner.size),
            (false, false) => (1, inner.size.min(LONG_RUN)),
            (false, true) if transposed => {
                let rows = (TRANSPOSED_BYTES / job.program.largest_item()).min(outer.size);
                (rows, (TRANSPOSED_BLOCK / rows).min(inner.size))
            }
            (false, true) => (1, block.min(inner.size)),
        };
        tiling
    }

    /// How operand `k` comes into a tile; operand 0 is the output, the others are the leaves.
    fn way(&self, k: usize, job: &Job<'_>) -> Way {
        let (inner, outer) = (self.inner.strides[k], self.outer.strides[k]);
        let operand = if k == 0 { &job.output } else { &job.leaves[k - 1] };
        let is_still = inner == 0 && (outer == 0 || !self.is_merged);
        let rows_join = !self.is_merged || outer == self.inner.size as isize;
        if k == 0 {
            let direct = inner == 1 && rows_join && !operand.is_cast() && job.any.is_none();
            return if direct { Way::Direct } else { Way::Gather };
        }
        match inner {
            0 if is_still => Way::Still,
            1 if rows_join && !operand.is_cast() => Way::Direct,
            _ => Way::Gather,
        }
    }
}
