//! What a list of items means on a layout: the one lowering of all notations (R6-R11).
//!
//! A [`Census`] looks at the list alone: how many axes it consumes, how many a `Fill` stands for. [`walk`] then goes
//! through items and axes together and tells a [`Sink`] what becomes of each axis. The sinks differ in what they
//! make of index tensors: a view has no place for them, a [`PickPlan`] moves their axes as NumPy does, an
//! [`OrthogonalPlan`] leaves each where it stands.

use super::item::{Flat, Item};
use super::orthogonal::{OrthogonalPlan, OrthogonalSink};
use super::outline::{OutlineSink, Part};
use super::pick::{Pick, PickPlan, PickSink};
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::layout::{Cutter, Dims, Entries, Layout, LayoutBuilder, MAX_RANK};

/// What an index means on one layout.
pub(crate) enum Plan<'a> {
    /// Strides can express it.
    View(Layout),
    /// It holds index tensors, whose values say which entries to take.
    Pick(Box<PickPlan<'a>>),
}

/// The plan of an index; index tensors give NumPy's result (R11).
#[inline]
pub(crate) fn resolve<'a>(op: &'static str, items: &'a [Item<'a>], layout: &'a Layout) -> Result<Plan<'a>> {
    let census = Census::take(op, items, layout)?;
    if census.tensors > 0 {
        return resolve_pick(op, items, layout, &census).map(Plan::Pick);
    }
    view(op, items, layout, &census).map(Plan::View)
}

/// The layout of an index without index tensors; with one, an error that names `load`.
#[inline]
pub(crate) fn resolve_view(op: &'static str, items: &[Item<'_>], layout: &Layout) -> Result<Layout> {
    view(op, items, layout, &Census::take(op, items, layout)?)
}

/// Whether the items are integers and ranges alone, and not more than there are axes: then nothing needs counting,
/// and [`cut`] can follow them in place.
#[inline(always)]
pub(crate) fn is_plain(items: &[Item<'_>], layout: &Layout) -> bool {
    items.len() <= layout.rank() && items.iter().all(|item| matches!(item, Item::At(_) | Item::Range(_)))
}

/// Cuts a layout down to what an index that [`is_plain`] takes; after an error it is of no use.
#[inline(always)]
pub(crate) fn cut(op: &'static str, items: &[Item<'_>], layout: &mut Layout) -> Result<()> {
    let mut cutter = Cutter::new(layout);
    for (axis, item) in items.iter().enumerate() {
        let len = cutter.size().unwrap_or(0);
        match item {
            Item::At(index) => cutter.at(entry_of(op, axis, *index, len)?),
            Item::Range(range) => cutter.range(range.entries(op, axis, len)?),
            _ => {}
        }
    }
    cutter.finish();
    Ok(())
}

/// The plan of an index in which each index tensor acts on its own axis and no axis moves.
pub(crate) fn resolve_orthogonal<'a>(
    op: &'static str,
    items: &'a [Item<'a>],
    layout: &'a Layout,
) -> Result<OrthogonalPlan<'a>> {
    let census = Census::take(op, items, layout)?;
    let mut sink = OrthogonalSink::new(layout);
    walk(op, Flat::new(items), layout, &census, &mut sink)?;
    sink.finish(op)
}

/// What becomes of each axis, in the order of the items: for whoever shows what an index takes.
pub(crate) fn outline(op: &'static str, items: &[Item<'_>], layout: &Layout) -> Result<Vec<Part>> {
    let census = Census::take(op, items, layout)?;
    let mut sink = OutlineSink::default();
    walk(op, Flat::new(items), layout, &census, &mut sink)?;
    Ok(sink.parts)
}

fn resolve_pick<'a>(
    op: &'static str,
    items: &'a [Item<'a>],
    layout: &'a Layout,
    census: &Census,
) -> Result<Box<PickPlan<'a>>> {
    let mut sink = PickSink::new(layout);
    walk(op, Flat::new(items), layout, census, &mut sink)?;
    sink.finish(op).map(Box::new)
}

#[inline]
fn view(op: &'static str, items: &[Item<'_>], layout: &Layout, census: &Census) -> Result<Layout> {
    let mut sink = LayoutBuilder::new(op, layout);
    if census.nested {
        walk(op, Flat::new(items), layout, census, &mut sink)?;
    } else {
        walk(op, items.iter(), layout, census, &mut sink)?;
    }
    sink.finish()
}

/// What the items are, before they meet the axes.
struct Census {
    /// The axes that the one `Fill` stands for.
    filled: usize,
    tensors: usize,
    /// Whether there are lists among the items.
    nested: bool,
}

impl Census {
    /// # Errors
    /// If the items consume more axes than there are, or hold two `Fill`s, or add too many axes.
    #[inline]
    fn take(op: &'static str, items: &[Item<'_>], layout: &Layout) -> Result<Self> {
        // Lists are rare, and opening them is not free.
        let nested = items.iter().any(|item| matches!(item, Item::Items(_)));
        if nested {
            Self::count(op, Flat::new(items), layout, nested)
        } else {
            Self::count(op, items.iter(), layout, nested)
        }
    }

    #[inline]
    fn count<'a>(
        op: &'static str,
        items: impl Iterator<Item = &'a Item<'a>>,
        layout: &Layout,
        nested: bool,
    ) -> Result<Self> {
        let (mut consumed, mut added, mut fills, mut tensors) = (0, 0, 0, 0);
        for item in items {
            match item {
                Item::At(_) | Item::Range(_) => consumed += 1,
                Item::NewAxis => added += 1,
                Item::Fill => fills += 1,
                Item::Tensor(tensor) => {
                    let handle = tensor.handle();
                    consumed += if handle.dtype == DType::Bool { handle.layout.rank() } else { 1 };
                    tensors += 1;
                }
                // `Flat` has opened it.
                Item::Items(_) => {}
            }
        }
        if fills > 1 {
            return Err(ErrorKind::TwoFills { op }.into());
        }
        if added > MAX_RANK {
            return Err(ErrorKind::RankLimit { op, rank: added }.into());
        }
        match layout.rank().checked_sub(consumed) {
            Some(filled) => Ok(Self { filled, tensors, nested }),
            None => Err(too_many(op, consumed, layout)),
        }
    }
}

#[cold]
fn too_many(op: &'static str, items: usize, layout: &Layout) -> Error {
    ErrorKind::TooManyItems { op, items, shape: Dims::from_slice(layout.shape()) }.into()
}

/// What hears, in axis order, what becomes of each axis.
pub(super) trait Sink<'a> {
    /// One entry of the next axis, which goes; the entry exists.
    fn at(&mut self, entry: usize) -> Result<()>;

    /// Some entries of the next axis, which stays; the entries exist.
    fn range(&mut self, entries: Entries) -> Result<()>;

    /// An axis of size 1 that the layout does not have.
    fn new_axis(&mut self);

    /// The next axes, maybe none, as they are.
    fn keep(&mut self, count: usize);

    /// An index tensor over the next axes, maybe none.
    fn pick(&mut self, op: &'static str, pick: Pick<'a>) -> Result<()>;
}

/// Goes through items and axes together.
#[inline]
fn walk<'a>(
    op: &'static str,
    items: impl Iterator<Item = &'a Item<'a>>,
    layout: &'a Layout,
    census: &Census,
    sink: &mut impl Sink<'a>,
) -> Result<()> {
    let mut axis = 0;
    let len_of = |axis: usize| match layout.shape().get(axis) {
        Some(&len) => Ok(len),
        None => Err(too_many(op, axis + 1, layout)),
    };
    for item in items {
        match item {
            Item::At(index) => {
                sink.at(entry_of(op, axis, *index, len_of(axis)?)?)?;
                axis += 1;
            }
            Item::Range(range) => {
                sink.range(range.entries(op, axis, len_of(axis)?)?)?;
                axis += 1;
            }
            Item::NewAxis => sink.new_axis(),
            Item::Fill => {
                sink.keep(census.filled);
                axis += census.filled;
            }
            Item::Tensor(tensor) => {
                let pick = Pick::new(op, tensor.handle(), layout, axis)?;
                axis += pick.lens.len();
                sink.pick(op, pick)?;
            }
            // `Flat` has opened it.
            Item::Items(_) => {}
        }
    }
    sink.keep(layout.rank().saturating_sub(axis));
    Ok(())
}

/// The entry that an integer means on an axis of this length.
#[inline]
pub(crate) fn entry_of(op: &'static str, axis: usize, index: i64, len: usize) -> Result<usize> {
    let entry = if index < 0 { index + len as i64 } else { index };
    if (0..len as i64).contains(&entry) { Ok(entry as usize) } else { Err(outside(op, axis, index, len)) }
}

#[cold]
fn outside(op: &'static str, axis: usize, index: i64, len: usize) -> Error {
    ErrorKind::IndexOutOfRange { op, axis, index, len }.into()
}

impl<'a> Sink<'a> for LayoutBuilder<'_> {
    #[inline]
    fn at(&mut self, entry: usize) -> Result<()> {
        self.at(entry)
    }

    #[inline]
    fn range(&mut self, entries: Entries) -> Result<()> {
        self.range(entries)
    }

    #[inline]
    fn new_axis(&mut self) {
        self.new_axis();
    }

    #[inline]
    fn keep(&mut self, count: usize) {
        self.keep(count);
    }

    #[cold]
    fn pick(&mut self, op: &'static str, pick: Pick<'a>) -> Result<()> {
        Err(ErrorKind::NotViewable { op, item: pick.kind.noun() }.into())
    }
}

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod tests;
