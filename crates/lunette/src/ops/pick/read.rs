//! Reading index tensors: from integers and bools to tables of element offsets, every entry checked.

use super::Places;
use crate::buffer::Lock;
use crate::dtype::DType;
use crate::error::Result;
use crate::index::{Axis, OrthogonalPlan, Pick, PickKind, PickPlan};
use crate::kernels::mask;
use crate::kernels::pick::{Along, Mode, PickAxis, Table, offsets};
use crate::layout::{Dims, Layout};
use crate::ops::lists;

/// A pick whose index tensors have been read.
pub(super) struct Walk {
    /// The element that every offset counts from.
    pub(super) base: usize,
    /// The shape of the result.
    pub(super) shape: Dims,
    axes: Vec<WalkAxis>,
}

/// One axis of the walk; the axes of one index tensor are a single one here.
pub(super) enum WalkAxis {
    Step { size: usize, stride: isize },
    Table(Table),
}

impl Walk {
    pub(super) fn new(base: usize, shape: Dims, axes: Vec<WalkAxis>) -> Self {
        Self { base, shape, axes }
    }

    /// All elements of a layout.
    pub(super) fn of_layout(layout: &Layout) -> Self {
        Self::new(layout.offset(), layout.shape().into(), steps(layout))
    }

    /// The axes as the kernels take them.
    pub(super) fn axes(&self) -> Vec<PickAxis<'_>> {
        let borrow = |axis| match axis {
            &WalkAxis::Step { size, stride } => PickAxis::Step { size, stride },
            WalkAxis::Table(table) => PickAxis::Table(table),
        };
        self.axes.iter().map(borrow).collect()
    }

    /// The elements one by one, as positions in what offsets count in.
    pub(super) fn places(&self, op: &'static str) -> Result<Places> {
        let mut positions = vec![self.base as isize];
        for axis in &self.axes {
            let size = axis.size();
            let mut next = lists::with_room(op, positions.len().saturating_mul(size))?;
            for &start in &positions {
                next.extend((0..size).map(|k| start.wrapping_add(axis.at(k))));
            }
            positions = next;
        }
        let positions = positions.into_iter().map(|position| position as usize).collect();
        Ok(Places { shape: self.shape.clone(), positions })
    }

    /// What the index tensors reach, if they were read into one table.
    pub(super) fn table(&self) -> &[isize] {
        let table = self.axes.iter().find_map(|axis| match axis {
            WalkAxis::Table(table) => Some(table.offsets()),
            WalkAxis::Step { .. } => None,
        });
        table.unwrap_or_default()
    }

    /// The sizes of the axes as the kernels take them.
    pub(super) fn merged_shape(&self) -> Dims {
        self.axes.iter().map(WalkAxis::size).collect()
    }
}

impl WalkAxis {
    fn size(&self) -> usize {
        match self {
            Self::Step { size, .. } => *size,
            Self::Table(table) => table.len(),
        }
    }

    /// How far an entry, which exists, lies from the base.
    fn at(&self, entry: usize) -> isize {
        match self {
            Self::Step { stride, .. } => stride.wrapping_mul(entry as isize),
            Self::Table(table) => table.offsets()[entry],
        }
    }
}

/// The axes of a layout, each at its own step.
pub(super) fn steps(layout: &Layout) -> Vec<WalkAxis> {
    let step = |(&size, &stride)| WalkAxis::Step { size, stride };
    layout.shape().iter().zip(layout.strides()).map(step).collect()
}

/// Reads the index tensors of a plan into one table over the index shape; `locks` are theirs, in order.
pub(super) fn read_plan(op: &'static str, plan: &PickPlan<'_>, locks: &[&Lock<'_>]) -> Result<Walk> {
    let picks = || plan.picks.iter().zip(locks.iter().copied());
    let hits: Vec<Option<Vec<isize>>> =
        picks().map(|(pick, lock)| read_mask(op, pick, lock)).collect::<Result<_>>()?;
    let counts: Vec<usize> = hits.iter().flatten().map(Vec::len).collect();
    let index_shape = plan.index_shape(op, &counts)?;
    let shape = plan.result_shape(op, &index_shape)?;
    let len = index_shape.iter().product();
    let mut table = Table::spare(len).map_or_else(|| lists::zeros(op, len), Ok)?;
    for ((pick, lock), hits) in picks().zip(hits) {
        match hits {
            Some(hits) => add_repeated(&mut table, &hits, index_shape.last().copied().unwrap_or(1)),
            None => read_integers(op, pick, lock, &index_shape, &mut table)?,
        }
    }
    let mut axes = steps(&plan.subspace);
    axes.insert(plan.position, WalkAxis::Table(Table::new(table)));
    Ok(Walk::new(plan.subspace.offset(), shape, axes))
}

/// Reads the index tensors of an orthogonal plan, each into a table of its own; `locks` are theirs, in order.
pub(super) fn read_orthogonal(
    op: &'static str,
    plan: &OrthogonalPlan<'_>,
    locks: &[&Lock<'_>],
) -> Result<Walk> {
    let mut locks = locks.iter();
    let (mut axes, mut counts) = (Vec::with_capacity(plan.axes.len()), Vec::new());
    for axis in &plan.axes {
        let (pick, lock) = match axis {
            &Axis::Step { size, stride } => {
                axes.push(WalkAxis::Step { size, stride });
                continue;
            }
            Axis::Pick(pick) => (pick, locks.next()),
        };
        let Some(lock) = lock else { break };
        let table = if let Some(hits) = read_mask(op, pick, lock)? {
            counts.push(hits.len());
            hits
        } else {
            let mut table = lists::zeros(op, pick.tensor.layout.len())?;
            read_integers(op, pick, lock, pick.tensor.layout.shape(), &mut table)?;
            table
        };
        axes.push(WalkAxis::Table(Table::new(table)));
    }
    Ok(Walk::new(plan.offset, plan.result_shape(op, &counts)?, axes))
}

/// The offsets of the true entries of a mask; none for a tensor of integers.
fn read_mask(op: &'static str, pick: &Pick<'_>, lock: &Lock<'_>) -> Result<Option<Vec<isize>>> {
    if pick.kind == PickKind::Index {
        return Ok(None);
    }
    let source = lock.source(op, &pick.tensor.layout, DType::Bool)?;
    mask::offsets(op, source, pick.strides).map(Some)
}

/// Adds what the integers of `pick`, stretched to `index_shape`, reach in the source.
fn read_integers(
    op: &'static str,
    pick: &Pick<'_>,
    lock: &Lock<'_>,
    index_shape: &[usize],
    table: &mut [isize],
) -> Result<()> {
    let (&[len], &[stride]) = (pick.lens, pick.strides) else { return Ok(()) };
    let along = Along { axis: pick.axis, len, stride };
    if table.is_empty() && pick.tensor.layout.rank() == 0 {
        // Nothing is picked, but a tensor of rank 0 is an integer, which must exist all the same, as in NumPy.
        let source = lock.source(op, &pick.tensor.layout, pick.tensor.dtype)?;
        return offsets(op, &source, along, &mut [0], Mode::Set);
    }
    let spread = pick.tensor.layout.broadcast_to_for(op, index_shape)?;
    let source = lock.source(op, &spread, pick.tensor.dtype)?;
    offsets(op, &source, along, table, Mode::Add)
}

/// Adds the entries of a mask, which lie along the last axis of the index shape, or stretch along it.
fn add_repeated(table: &mut [isize], hits: &[isize], last: usize) {
    if let &[only] = hits {
        table.iter_mut().for_each(|offset| *offset += only);
    } else if last == hits.len() && last > 0 {
        for row in table.chunks_exact_mut(last) {
            row.iter_mut().zip(hits).for_each(|(offset, hit)| *offset += hit);
        }
    }
}
