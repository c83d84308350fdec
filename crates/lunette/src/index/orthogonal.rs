//! The second reading of index tensors (R11): each acts on its own axis, and no axis moves.

use smallvec::SmallVec;

use super::parts::Parts;
use super::pick::Pick;
use super::resolve::Sink;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Entries, Layout, MAX_RANK, checked_len};

/// What becomes of one axis, or of the axes that a mask covers.
#[derive(Clone, Copy)]
pub(crate) enum Axis<'a> {
    /// One axis of the result, at a regular step.
    Step {
        /// The number of entries.
        size: usize,
        /// The step, in elements of the source.
        stride: isize,
    },
    /// The axes of a tensor of integers, or one axis with the true entries of a mask.
    Pick(Pick<'a>),
}

/// What an index takes when every index tensor acts on its own axis.
///
/// The element at an index of the result lies at `offset`, moved by what each axis reaches there.
pub(crate) struct OrthogonalPlan<'a> {
    /// The axes, in the order in which the source has them.
    pub(crate) axes: SmallVec<[Axis<'a>; 8]>,
    /// Where integers and range starts lead to. An empty source, or a range that takes nothing, has no such place:
    /// then it is the offset of the source.
    pub(crate) offset: usize,
}

impl OrthogonalPlan<'_> {
    /// The shape of the result; `counts` are the numbers of true entries of the masks, in order.
    ///
    /// # Errors
    /// If it has too many axes or elements.
    pub(crate) fn result_shape(&self, op: &'static str, counts: &[usize]) -> Result<Dims> {
        let mut counts = counts.iter().copied();
        let mut shape = Dims::new();
        for axis in &self.axes {
            match axis {
                Axis::Step { size, .. } => shape.push(*size),
                Axis::Pick(pick) => shape.extend(pick.result_dims(&mut counts)),
            }
        }
        checked_len(op, &shape)?;
        Ok(shape)
    }
}

/// Collects an [`OrthogonalPlan`].
pub(super) struct OrthogonalSink<'a> {
    parts: Parts<'a>,
    axes: SmallVec<[Axis<'a>; 8]>,
}

impl<'a> OrthogonalSink<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { parts: Parts::new(layout), axes: SmallVec::new() }
    }

    fn push(&mut self, (size, stride): (usize, isize)) {
        self.axes.push(Axis::Step { size, stride });
    }

    pub(super) fn finish(self, op: &'static str) -> Result<OrthogonalPlan<'a>> {
        if self.axes.len() > MAX_RANK {
            return Err(ErrorKind::RankLimit { op, rank: self.axes.len() }.into());
        }
        let takes_nothing = self.axes.iter().any(|axis| matches!(axis, Axis::Step { size: 0, .. }));
        let source = self.parts.layout;
        let offset = if takes_nothing || source.is_empty() { source.offset() } else { self.parts.offset() };
        Ok(OrthogonalPlan { axes: self.axes, offset })
    }
}

impl<'a> Sink<'a> for OrthogonalSink<'a> {
    fn at(&mut self, entry: usize) -> Result<()> {
        self.parts.at(entry);
        Ok(())
    }

    fn range(&mut self, entries: Entries) -> Result<()> {
        let axis = self.parts.range(entries);
        self.push(axis);
        Ok(())
    }

    fn new_axis(&mut self) {
        self.push((1, 0));
    }

    fn keep(&mut self, count: usize) {
        for _ in 0..count {
            let axis = self.parts.next();
            self.push(axis);
        }
    }

    fn pick(&mut self, _op: &'static str, pick: Pick<'a>) -> Result<()> {
        self.parts.skip(pick.lens.len());
        self.axes.push(Axis::Pick(pick));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
