//! Index tensors as NumPy reads them (R11): they broadcast together, and their axes may move to the front.

use smallvec::SmallVec;

use super::parts::Parts;
use super::resolve::Sink;
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Entries, Layout, MAX_RANK, Strides, broadcast_shapes_for, checked_len};
use crate::tensor::Handle;

/// The strides of axes that lead nowhere.
static STILL: [isize; MAX_RANK] = [0; MAX_RANK];

/// How an index tensor picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PickKind {
    /// Integers that name entries of one axis.
    Index,
    /// Bools that say which entries to take, over as many axes as the mask has.
    Mask,
}

impl PickKind {
    /// How messages call it.
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Index => "an index tensor",
            Self::Mask => "a mask",
        }
    }
}

/// An index tensor and the axes of the source that it covers.
///
/// Its values are still unread: reading them needs the tensor's memory.
#[derive(Clone, Copy)]
pub(crate) struct Pick<'a> {
    pub(crate) tensor: &'a Handle,
    pub(crate) kind: PickKind,
    /// The first covered axis of the source.
    pub(crate) axis: usize,
    /// The sizes of the covered axes: one for integers; as many as the mask has, maybe none, for a mask.
    pub(crate) lens: &'a [usize],
    /// The strides of the covered axes, in elements of the source; zeros where the source is empty.
    pub(crate) strides: &'a [isize],
}

impl<'a> Pick<'a> {
    /// The index tensor over the axes of `layout` from `axis` on.
    ///
    /// # Errors
    /// If the tensor holds neither integers nor bools, or is a mask that does not [fit](mask_fits) the axes.
    pub(super) fn new(op: &'static str, tensor: &'a Handle, layout: &'a Layout, axis: usize) -> Result<Self> {
        let (kind, covered) = match tensor.dtype {
            DType::Bool => (PickKind::Mask, tensor.layout.rank()),
            DType::I8 | DType::I16 | DType::I32 | DType::I64 => (PickKind::Index, 1),
            DType::U8 | DType::U16 | DType::U32 | DType::U64 => (PickKind::Index, 1),
            dtype => return Err(ErrorKind::IndexDType { op, dtype }.into()),
        };
        let (Some(lens), Some(strides)) =
            (layout.shape().get(axis..axis + covered), layout.strides().get(axis..axis + covered))
        else {
            let shape = Dims::from_slice(layout.shape());
            return Err(ErrorKind::TooManyItems { op, items: axis + covered, shape }.into());
        };
        // Nothing is promised about the strides of an empty layout: sums of them may fit nowhere.
        let strides = if layout.is_empty() { &STILL[..covered] } else { strides };
        if kind == PickKind::Mask && !mask_fits(tensor.layout.shape(), lens) {
            let (mask, covered) = (Dims::from_slice(tensor.layout.shape()), Dims::from_slice(lens));
            return Err(ErrorKind::MaskShape { op, axis, mask, covered }.into());
        }
        Ok(Self { tensor, kind, axis, lens, strides })
    }

    /// Whether it is a mask that has an entry for each one of the axes it covers.
    pub(crate) fn is_mask_of_all(&self) -> bool {
        self.kind == PickKind::Mask && self.tensor.layout.shape() == self.lens
    }

    /// The axes that it puts into the result; a mask takes its number of true entries from `counts`.
    pub(super) fn result_dims(&self, counts: &mut impl Iterator<Item = usize>) -> Dims {
        match self.kind {
            PickKind::Index => Dims::from_slice(self.tensor.layout.shape()),
            PickKind::Mask => Dims::from_slice(&[counts.next().unwrap_or(0)]),
        }
    }
}

/// Whether each size of a mask is that of the axis it covers, or 0: a mask without entries picks nothing.
fn mask_fits(mask: &[usize], covered: &[usize]) -> bool {
    mask.iter().zip(covered).all(|(&size, &len)| size == len || size == 0)
}

/// What an index with index tensors takes, as NumPy reads it.
///
/// The index tensors, each mask as the list of its true entries, are broadcast together to an index shape. For each
/// place of that shape there is one copy of the subspace, moved by what all picks reach there. In the result the
/// axes of the index shape stand after the first `position` axes of the subspace.
pub(crate) struct PickPlan<'a> {
    /// The axes that ranges, `NewAxis` and `Fill` keep, moved by integers and range starts.
    ///
    /// An empty source can have a subspace that is not empty; its strides are then 0, and no entry of it exists.
    pub(crate) subspace: Layout,
    /// The index tensors, in order; at least one.
    pub(crate) picks: SmallVec<[Pick<'a>; 4]>,
    /// How many axes of the subspace stand before those of the index shape.
    pub(crate) position: usize,
}

impl PickPlan<'_> {
    /// The index shape; `counts` are the numbers of true entries of the masks, in order.
    ///
    /// # Errors
    /// If the index tensors do not broadcast.
    pub(crate) fn index_shape(&self, op: &'static str, counts: &[usize]) -> Result<Dims> {
        let mut counts = counts.iter().copied();
        let shapes: SmallVec<[Dims; 4]> =
            self.picks.iter().map(|pick| pick.result_dims(&mut counts)).collect();
        broadcast(op, &shapes)
    }

    /// The shape of the result for an index shape.
    ///
    /// # Errors
    /// If it has too many axes or elements.
    pub(crate) fn result_shape(&self, op: &'static str, index_shape: &[usize]) -> Result<Dims> {
        let (before, after) = self.subspace.shape().split_at(self.position);
        let shape: Dims = before.iter().chain(index_shape).chain(after).copied().collect();
        checked_len(op, &shape)?;
        Ok(shape)
    }

    /// The check that the tensors of integers broadcast; how masks do is known only once they are read.
    fn check_known_shapes(&self, op: &'static str) -> Result<()> {
        let known = self.picks.iter().filter(|pick| pick.kind == PickKind::Index);
        let shapes: SmallVec<[Dims; 4]> =
            known.map(|pick| Dims::from_slice(pick.tensor.layout.shape())).collect();
        broadcast(op, &shapes).map(drop)
    }
}

fn broadcast(op: &'static str, shapes: &[Dims]) -> Result<Dims> {
    broadcast_shapes_for(op, &shapes.iter().map(Dims::as_slice).collect::<SmallVec<[&[usize]; 4]>>())
}

/// Where the walk stands relative to the items that NumPy calls advanced: index tensors, and integers beside them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    Before,
    Inside,
    After,
}

/// Collects a [`PickPlan`].
pub(super) struct PickSink<'a> {
    parts: Parts<'a>,
    shape: Dims,
    strides: Strides,
    picks: SmallVec<[Pick<'a>; 4]>,
    run: Run,
    position: usize,
}

impl<'a> PickSink<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self {
            parts: Parts::new(layout),
            shape: Dims::new(),
            strides: Strides::new(),
            picks: SmallVec::new(),
            run: Run::Before,
            position: 0,
        }
    }

    /// NumPy's rule: one unbroken run of advanced items puts its axes where it stands, a broken one at the front.
    fn advanced(&mut self) {
        match self.run {
            Run::Before => {
                self.position = self.shape.len();
                self.run = Run::Inside;
            }
            Run::Inside => {}
            Run::After => self.position = 0,
        }
    }

    /// Ranges, `NewAxis` and `Fill` break a run, also a `Fill` that stands for no axis.
    fn separate(&mut self) {
        if self.run == Run::Inside {
            self.run = Run::After;
        }
    }

    fn push(&mut self, (size, stride): (usize, isize)) {
        self.shape.push(size);
        self.strides.push(stride);
    }

    pub(super) fn finish(mut self, op: &'static str) -> Result<PickPlan<'a>> {
        let source = self.parts.layout;
        let mut offset = source.offset();
        if source.is_empty() {
            self.strides.fill(0);
        } else if !self.shape.contains(&0) {
            offset = self.parts.offset();
        }
        let subspace = Layout::new_for(op, &self.shape, &self.strides, offset)?;
        let plan = PickPlan { subspace, picks: self.picks, position: self.position };
        plan.check_known_shapes(op)?;
        Ok(plan)
    }
}

impl<'a> Sink<'a> for PickSink<'a> {
    fn at(&mut self, entry: usize) -> Result<()> {
        self.parts.at(entry);
        self.advanced();
        Ok(())
    }

    fn range(&mut self, entries: Entries) -> Result<()> {
        self.separate();
        let axis = self.parts.range(entries);
        self.push(axis);
        Ok(())
    }

    fn new_axis(&mut self) {
        self.separate();
        self.push((1, 0));
    }

    fn keep(&mut self, count: usize) {
        self.separate();
        for _ in 0..count {
            let axis = self.parts.next();
            self.push(axis);
        }
    }

    fn pick(&mut self, _op: &'static str, pick: Pick<'a>) -> Result<()> {
        self.advanced();
        self.parts.skip(pick.lens.len());
        self.picks.push(pick);
        Ok(())
    }
}

#[cfg(test)]
mod tests;
