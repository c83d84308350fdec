//! From strides to the order in which elements are reduced; pure geometry.
//!
//! The order follows memory. It depends on shapes and strides alone: whoever runs a piece of it, the pieces are the
//! same, and so is the result.

use smallvec::SmallVec;

use super::kernel::{COLUMNS, GROUP};
use super::short::SHORT_ROWS;
use crate::nest::{Axis, Nest};

/// Elements that a task should have: enough to be worth handing to a thread.
const TASK: usize = 1 << 17;

/// Where this many tasks come from different results, no result is shared between tasks.
const ENOUGH_TASKS: usize = 64;

/// A reduction is cut into no more pieces than this: each leaves an accumulator, and views can be longer than memory.
const MOST_PIECES: usize = 1 << 20;

/// Shorter rows are not reduced one by one, but side by side.
const SHORT_ROW: usize = 48;

/// Fewer columns are joined over several rows.
const FEW_COLUMNS: usize = 64;

/// Results of a tile of rows.
const ROW_TILE: usize = 256;

/// Elements of a row that may be read as they are; longer rows come in pieces.
pub(super) const LONG_BLOCK: usize = 1 << 14;

/// Elements of a row that are converted or gathered at a time.
pub(super) const SHORT_BLOCK: usize = 1024;

/// Columns that are converted or gathered at a time.
const LOADED_COLUMNS: usize = 512;

/// A tile of gathered rows takes no more bytes of memory than this, because each of its cache lines is read often.
const GATHERED_BYTES: usize = 1 << 15;

/// What the inner loop runs along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Along the first reduced axis: each block of a row goes into one accumulator.
    Rows,
    /// Along the tile: rows lie along the first reduced axis, and each column has an accumulator.
    Columns,
    /// As columns, with this many rows read as one long row, because there are so few columns.
    Wide(usize),
}

/// The order in which elements are reduced. Strides are those of the source and of the result.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) mode: Mode,
    pub(super) start: [isize; 2],
    /// The kept axis that is walked through in tiles.
    pub(super) tile: Axis<2>,
    pub(super) tile_len: usize,
    /// The other kept axes.
    pub(super) outer: SmallVec<[Axis<2>; 8]>,
    /// The reduced axes; along the first one goes the inner loop, or the group of rows.
    pub(super) reduced: SmallVec<[Axis<1>; 8]>,
    /// Which reduced axis is cut into pieces, and how long they are.
    pub(super) cut: usize,
    pub(super) cut_len: usize,
}

impl Plan {
    /// The plan for elements of a shape that is not empty; the result stands still along reduced axes. `direct` says
    /// that contiguous elements can be read as they are, `item_bytes` how large they are.
    pub(super) fn new(
        shape: &[usize],
        src: &[isize],
        out: &[isize],
        direct: bool,
        item_bytes: usize,
    ) -> Self {
        let nest = Nest::new(shape, [src, out]);
        let (mut kept, mut reduced) = (SmallVec::<[Axis<2>; 8]>::new(), SmallVec::<[Axis<1>; 8]>::new());
        for axis in nest.axes() {
            match axis.strides {
                [step, 0] => reduced.push(Axis { size: axis.size, strides: [step] }),
                _ => kept.push(*axis),
            }
        }
        let inner_is_reduced = nest.axes().first().is_none_or(|axis| axis.strides[1] == 0);
        if reduced.is_empty() {
            reduced.push(Axis { size: 1, strides: [1] });
        }
        let mode = mode(inner_is_reduced, kept.first(), &reduced[0]);
        let tile = if kept.is_empty() { Axis { size: 1, strides: [0, 0] } } else { kept.remove(0) };
        let tile_len = tile_len(mode, &tile, &reduced[0], direct, item_bytes);
        let mut plan =
            Self { mode, start: nest.start(), tile, tile_len, outer: kept, reduced, cut: 0, cut_len: 0 };
        plan.cut();
        plan
    }

    /// Decides where reductions that are long and few are cut.
    fn cut(&mut self) {
        let longest = (0..self.reduced.len()).max_by_key(|&k| self.reduced[k].size).unwrap_or(0);
        let size = self.reduced[longest].size;
        (self.cut, self.cut_len) = (longest, size);
        let work = self.tile_len.saturating_mul(self.reduced_len());
        if self.units() >= ENOUGH_TASKS || work < 2 * TASK {
            return;
        }
        let turns = (TASK / (work / size)).max(1).max(size.div_ceil(MOST_PIECES));
        self.cut_len = match (self.mode, longest) {
            (Mode::Rows, 0) => turns.next_multiple_of(SHORT_BLOCK),
            // Few rows would leave more accumulators than are worth their memory.
            (Mode::Columns, 0) => turns.max(256),
            (Mode::Wide(rows), 0) => turns.next_multiple_of(rows * GROUP),
            _ => turns,
        }
        .min(size);
    }

    /// Elements to a result.
    pub(super) fn reduced_len(&self) -> usize {
        self.reduced.iter().map(|axis| axis.size).product()
    }

    /// How many results there are.
    pub(super) fn results(&self) -> usize {
        self.outer.iter().map(|axis| axis.size).product::<usize>() * self.tile.size
    }

    fn tiles(&self) -> usize {
        self.tile.size.div_ceil(self.tile_len)
    }

    /// How many tiles of results there are in all.
    pub(super) fn units(&self) -> usize {
        self.outer.iter().map(|axis| axis.size).product::<usize>() * self.tiles()
    }

    /// Into how many pieces each tile's reduction is cut.
    pub(super) fn pieces(&self) -> usize {
        self.reduced[self.cut].size.div_ceil(self.cut_len)
    }

    /// How long the rows are, if each result is that of a short row, and rows follow each other. Then they can be
    /// reduced one by one, with the results of columns.
    pub(super) fn short_rows(&self) -> Option<usize> {
        let [Axis { size, strides: [1] }] = self.reduced[..] else {
            return None;
        };
        let follow = self.mode == Mode::Columns && self.tile.strides[0] == size as isize;
        (follow && SHORT_ROWS.contains(&size)).then_some(size)
    }

    /// How many units make a task.
    pub(super) fn units_to_a_task(&self) -> usize {
        let work = self.tile_len.saturating_mul(self.cut_len).max(1);
        let work = work.saturating_mul(self.reduced_len() / self.reduced[self.cut].size);
        (TASK / work).max(1)
    }

    /// How many accumulators a unit needs.
    pub(super) fn accumulators(&self) -> usize {
        match self.mode {
            Mode::Rows | Mode::Columns => self.tile_len,
            Mode::Wide(rows) => rows * self.tile_len,
        }
    }

    /// How many elements are converted or gathered at a time, at most.
    pub(super) fn room(&self) -> usize {
        match self.mode {
            Mode::Rows => SHORT_BLOCK.min(self.reduced[0].size),
            Mode::Columns => GROUP.min(self.reduced[0].size) * self.tile_len,
            Mode::Wide(rows) => GROUP * rows * self.tile_len,
        }
    }

    /// A tile of results: where it starts in source and result, how many there are, and the number of the first.
    pub(super) fn unit(&self, unit: usize) -> Unit {
        let (mut combination, tile) = (unit / self.tiles(), unit % self.tiles());
        let from = tile * self.tile_len;
        let mut at = self.start;
        advance(&mut at, self.tile.strides, from);
        let number = combination * self.tile.size + from;
        for axis in &self.outer {
            advance(&mut at, axis.strides, combination % axis.size);
            combination /= axis.size;
        }
        Unit { at, len: self.tile_len.min(self.tile.size - from), number }
    }

    /// The reduced axes of one piece, and how far its first element is from the first of all.
    pub(super) fn piece(&self, piece: usize) -> (SmallVec<[Axis<1>; 8]>, isize) {
        let mut axes = self.reduced.clone();
        let from = piece * self.cut_len;
        let axis = &mut axes[self.cut];
        axis.size = self.cut_len.min(axis.size - from);
        let moved = from as isize * axis.strides[0];
        (axes, moved)
    }
}

/// A tile of results.
pub(super) struct Unit {
    /// The offsets of the first one's first element, and of the first one.
    pub(super) at: [isize; 2],
    pub(super) len: usize,
    /// The number of the first one among all.
    pub(super) number: usize,
}

fn advance(at: &mut [isize; 2], strides: [isize; 2], steps: usize) {
    at[0] += strides[0] * steps as isize;
    at[1] += strides[1] * steps as isize;
}

/// What the inner loop runs along; `row` is the innermost reduced axis, `tile` the innermost kept one.
fn mode(inner_is_reduced: bool, tile: Option<&Axis<2>>, row: &Axis<1>) -> Mode {
    let Some(tile) = tile else {
        return Mode::Rows;
    };
    let joined = tile.strides[0].checked_mul(tile.size as isize) == Some(row.strides[0]);
    match inner_is_reduced {
        true if row.size >= SHORT_ROW || tile.size < 8 => Mode::Rows,
        true => Mode::Columns,
        false if tile.size >= FEW_COLUMNS => Mode::Columns,
        false if joined => Mode::Wide((LOADED_COLUMNS / tile.size).min(row.size / GROUP).max(1)),
        false if row.size >= SHORT_ROW => Mode::Rows,
        false => Mode::Columns,
    }
}

/// How many results a tile has.
fn tile_len(mode: Mode, tile: &Axis<2>, row: &Axis<1>, direct: bool, item_bytes: usize) -> usize {
    let wanted = match mode {
        Mode::Wide(_) => tile.size,
        // Rows that lie one behind the other; a few make up for the work on a tile.
        Mode::Rows if row.size >= SHORT_BLOCK && tile.strides[0].abs() > row.strides[0].abs() => {
            (LONG_BLOCK / row.size).max(1)
        }
        Mode::Rows => ROW_TILE,
        Mode::Columns if direct && tile.strides[0] == 1 => COLUMNS,
        Mode::Columns => {
            let apart = tile.strides[0].unsigned_abs().max(1) * item_bytes;
            (GATHERED_BYTES / apart).clamp(64, LOADED_COLUMNS)
        }
    };
    wanted.min(tile.size)
}

#[cfg(test)]
mod tests {
    use super::{Mode, Plan};

    /// A row-major tensor, reduced along some axes.
    fn plan(shape: &[usize], reduced: &[usize]) -> Plan {
        let step = |axis: usize| shape[axis + 1..].iter().product::<usize>() as isize;
        let src: Vec<isize> = (0..shape.len()).map(step).collect();
        let mut next = 1;
        let mut out = vec![0; shape.len()];
        for axis in (0..shape.len()).rev().filter(|axis| !reduced.contains(axis)) {
            out[axis] = next;
            next *= shape[axis] as isize;
        }
        Plan::new(shape, &src, &out, true, 4)
    }

    #[test]
    fn the_inner_loop_runs_along_memory() {
        let check = |shape: &[usize], reduced: &[usize], mode: Mode| {
            assert_eq!(plan(shape, reduced).mode, mode, "{shape:?} over {reduced:?}");
        };
        check(&[], &[], Mode::Rows);
        check(&[1000], &[0], Mode::Rows);
        check(&[1000], &[], Mode::Columns);
        check(&[100, 200], &[1], Mode::Rows);
        check(&[100, 200], &[0], Mode::Columns);
        check(&[10_000, 3], &[1], Mode::Columns);
        check(&[10_000, 3], &[0], Mode::Wide(170));
        check(&[5, 300, 7], &[0, 2], Mode::Columns);
        check(&[5, 300, 70], &[0, 2], Mode::Rows);
    }

    #[test]
    fn short_rows_are_those_that_follow_each_other() {
        let check = |shape: &[usize], reduced: &[usize], width: Option<usize>| {
            assert_eq!(plan(shape, reduced).short_rows(), width, "{shape:?} over {reduced:?}");
        };
        check(&[10_000, 3], &[1], Some(3));
        check(&[100, 100, 2, 2], &[2, 3], Some(4));
        check(&[10_000, 3], &[0], None);
        check(&[10_000, 1], &[1], None);
        check(&[10_000, 16], &[1], Some(16));
        check(&[10_000, 17], &[1], None);
        check(&[4, 3], &[1], None);
        check(&[5, 1000, 3], &[0, 2], None);
        let every_other = Plan::new(&[10_000, 3], &[6, 1], &[1, 0], true, 4);
        assert_eq!(every_other.short_rows(), None);
    }

    #[test]
    fn units_and_pieces_are_all_there_is() {
        for (shape, reduced) in [(&[3, 1_000_000][..], &[1][..]), (&[2000, 5000], &[0]), (&[70, 9, 80], &[1])]
        {
            let plan = plan(shape, reduced);
            let results: usize = (0..plan.units()).map(|unit| plan.unit(unit).len).sum();
            assert_eq!(results, plan.results());
            let cut: usize = (0..plan.pieces()).map(|piece| plan.piece(piece).0[plan.cut].size).sum();
            assert_eq!(cut, plan.reduced[plan.cut].size);
            assert_eq!(plan.results() * plan.reduced_len(), shape.iter().product::<usize>());
        }
    }
}
