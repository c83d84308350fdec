//! What becomes of each axis, item by item: the outline of a picture, not a plan to follow.

use super::pick::{Pick, PickKind};
use super::resolve::Sink;
use crate::error::Result;
use crate::layout::{Dims, Entries};

/// What one item does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// One entry of the next axis, which goes.
    Entry(usize),
    /// Some entries of the next axis.
    Entries(Entries),
    /// The next axis as it is.
    Whole,
    /// A new axis of size 1.
    NewAxis,
    /// An index tensor of this shape over the next `covered` axes.
    Pick { kind: PickKind, shape: Dims, covered: usize },
}

impl Part {
    /// The number of axes of the source that it uses up.
    pub(crate) fn covered(&self) -> usize {
        match self {
            Self::Entry(_) | Self::Entries(_) | Self::Whole => 1,
            Self::NewAxis => 0,
            Self::Pick { covered, .. } => *covered,
        }
    }
}

/// Writes the outline down.
#[derive(Default)]
pub(super) struct OutlineSink {
    pub(super) parts: Vec<Part>,
}

impl<'a> Sink<'a> for OutlineSink {
    fn at(&mut self, entry: usize) -> Result<()> {
        self.parts.push(Part::Entry(entry));
        Ok(())
    }

    fn range(&mut self, entries: Entries) -> Result<()> {
        self.parts.push(Part::Entries(entries));
        Ok(())
    }

    fn new_axis(&mut self) {
        self.parts.push(Part::NewAxis);
    }

    fn keep(&mut self, count: usize) {
        self.parts.extend(std::iter::repeat_n(Part::Whole, count));
    }

    fn pick(&mut self, _op: &'static str, pick: Pick<'a>) -> Result<()> {
        let shape = Dims::from_slice(pick.tensor.layout.shape());
        self.parts.push(Part::Pick { kind: pick.kind, shape, covered: pick.lens.len() });
        Ok(())
    }
}
