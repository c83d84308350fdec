//! What a picture shows, before anybody decides how it looks: blocks of cells, and a strip of memory.

use super::Explanation;
use super::excerpt::{Slot, excerpt};
use super::selection::Taken;
use crate::layout::Dims;

/// How much room there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) blocks: usize,
    pub(super) memory: usize,
}

/// The cells of the source, in blocks of its last two axes, and the memory they lie in.
pub(super) struct Picture {
    /// In order; `None` where blocks are left out.
    pub(super) blocks: Vec<Option<Block>>,
    pub(super) memory: Vec<Piece>,
}

/// A table of cells.
pub(super) struct Block {
    /// Its place on the axes before the last two.
    pub(super) lead: Dims,
    /// The entries of the last axis; none for a source of rank 0.
    pub(super) columns: Vec<Slot>,
    pub(super) rows: Vec<Row>,
}

/// A line of cells.
pub(super) struct Row {
    /// Its entry on the last axis but one; none for sources of rank 0 and 1.
    pub(super) header: Option<Slot>,
    pub(super) cells: Vec<Cell>,
}

/// One place of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// The index takes it: what is written on it.
    Taken(String),
    /// The index leaves it.
    Left,
    /// Cells are left out here.
    Gap,
}

/// One place of the strip of memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// An element of the source.
    Own { offset: usize, cell: Cell },
    /// An element that the source does not reach.
    Foreign(usize),
    /// Elements are left out here.
    Gap,
}

/// How many elements that are not the source's are drawn one by one.
const FOREIGN: usize = 3;

impl Picture {
    pub(super) fn new(explanation: &Explanation, room: Room) -> Self {
        let shape = explanation.source.shape();
        let slots = |axis: usize, room: usize| excerpt(shape[axis], &explanation.selection.taken(axis), room);
        let rank = shape.len();
        let columns = rank.checked_sub(1).map(|axis| slots(axis, room.columns));
        let rows = rank.checked_sub(2).map(|axis| slots(axis, room.rows));
        let mut left = room.blocks;
        let mut leading: Vec<Vec<Slot>> = Vec::new();
        for axis in (0..rank.saturating_sub(2)).rev() {
            let slots = slots(axis, left.max(1));
            left /= entries(&slots).count().max(1);
            leading.insert(0, slots);
        }
        let mut picture = Self { blocks: Vec::new(), memory: Vec::new() };
        if explanation.source.is_empty() {
            return picture;
        }
        let mut own = Vec::new();
        for lead in leads(&leading) {
            let block =
                lead.map(|lead| block(explanation, lead, (rows.as_deref(), columns.as_deref()), &mut own));
            picture.blocks.push(block);
        }
        picture.memory = strip(explanation, own, room.memory);
        picture
    }

    /// The number of characters of the longest text on a cell, in tables and in memory.
    pub(super) fn widest_label(&self) -> usize {
        let in_blocks = self.blocks.iter().flatten().flat_map(|block| &block.rows).flat_map(|row| &row.cells);
        let in_memory = self.memory.iter().filter_map(|piece| match piece {
            Piece::Own { cell, .. } => Some(cell),
            _ => None,
        });
        in_blocks.chain(in_memory).map(Cell::width).max().unwrap_or(1)
    }
}

impl Cell {
    fn width(&self) -> usize {
        match self {
            Self::Taken(label) => label.chars().count(),
            Self::Left | Self::Gap => 1,
        }
    }
}

/// The entries among slots.
fn entries(slots: &[Slot]) -> impl Iterator<Item = usize> {
    slots.iter().filter_map(|slot| match slot {
        Slot::Entry(entry) => Some(*entry),
        Slot::Gap => None,
    })
}

/// The places of all blocks in order, `None` where some are left out.
fn leads(axes: &[Vec<Slot>]) -> Vec<Option<Dims>> {
    let mut leads = vec![Some(Dims::new())];
    for slots in axes {
        let extend = |lead: Option<Dims>| -> Vec<Option<Dims>> {
            let Some(lead) = lead else { return vec![None] };
            let longer = |slot: &Slot| match slot {
                Slot::Entry(entry) => Some(lead.iter().copied().chain([*entry]).collect()),
                Slot::Gap => None,
            };
            slots.iter().map(longer).collect()
        };
        leads = leads.into_iter().flat_map(extend).collect();
    }
    leads.dedup();
    leads
}

/// The elements of the source that are shown: where each lies, and how it looks.
type Own = Vec<(usize, Cell)>;

fn block(
    explanation: &Explanation,
    lead: Dims,
    (rows, columns): (Option<&[Slot]>, Option<&[Slot]>),
    own: &mut Own,
) -> Block {
    let one = [Slot::Entry(0)];
    let lines = rows.unwrap_or(&one).iter().map(|row| {
        let cells = columns.unwrap_or(&one).iter().map(|column| {
            let mut index = lead.clone();
            for (axis, slot) in [(rows, row), (columns, column)] {
                match slot {
                    Slot::Entry(entry) if axis.is_some() => index.push(*entry),
                    Slot::Entry(_) => {}
                    Slot::Gap => return Cell::Gap,
                }
            }
            let cell = explanation.label(&index).map_or(Cell::Left, Cell::Taken);
            own.extend(explanation.source.offset_of(&index).map(|offset| (offset, cell.clone())));
            cell
        });
        Row { cells: cells.collect(), header: rows.map(|_| *row) }
    });
    let rows = lines.collect();
    Block { lead, columns: columns.unwrap_or_default().to_vec(), rows }
}

/// The memory in which the shown elements lie.
fn strip(explanation: &Explanation, mut own: Own, room: usize) -> Vec<Piece> {
    let complete = own.len() == explanation.source.len();
    // Where several cells share an element, one that is taken speaks for it.
    own.sort_by_key(|(offset, cell)| (*offset, *cell == Cell::Left));
    own.dedup_by_key(|(offset, _)| *offset);
    let taken = own.iter().enumerate().filter(|(_, (_, cell))| matches!(cell, Cell::Taken(_)));
    let taken = Taken::List(taken.map(|(k, _)| k).collect());
    let (mut pieces, mut expected, mut cut) = (Vec::new(), 0, false);
    for slot in excerpt(own.len(), &taken, room) {
        let Slot::Entry(k) = slot else {
            cut = true;
            continue;
        };
        let Some((offset, cell)) = own.get(k) else { continue };
        match offset.saturating_sub(expected) {
            0 => {}
            between if complete && !cut && between <= FOREIGN => {
                pieces.extend((expected..*offset).map(Piece::Foreign));
            }
            _ => pieces.push(Piece::Gap),
        }
        pieces.push(Piece::Own { offset: *offset, cell: cell.clone() });
        (expected, cut) = (offset + 1, false);
    }
    if explanation.source.extent().is_some_and(|(_, highest)| highest >= expected) {
        pieces.push(Piece::Gap);
    }
    pieces
}
