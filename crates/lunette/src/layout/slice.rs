//! Parts of axes: entries at a regular step, single entries, diagonals.

use super::{Axes, Layout, MAX_RANK, resolve_axes, resolve_axis};
use crate::error::{ErrorKind, Result};

/// `len` entries of an axis: `start`, `start + step`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entries {
    pub(crate) start: usize,
    pub(crate) len: usize,
    pub(crate) step: isize,
}

impl Entries {
    /// Whether every entry exists on an axis of this size; no entries always do.
    #[inline(always)]
    fn lie_in(self, size: usize) -> bool {
        if self.len <= 1 {
            return self.len == 0 || self.start < size;
        }
        let way = isize::try_from(self.len - 1).ok().and_then(|steps| steps.checked_mul(self.step));
        let last = way.and_then(|way| self.start.checked_add_signed(way));
        self.step != 0 && self.start < size && last.is_some_and(|last| last < size)
    }
}

/// A layout made from a parent, axis by axis; each call costs the same whatever the rank.
///
/// The calls walk through the parent's axes in order: [`at`](Self::at), [`range`](Self::range) and
/// [`keep`](Self::keep) use them up, [`new_axis`](Self::new_axis) does not. Every part lies inside of the parent's,
/// so the invariants hold without a check at the end.
///
/// All of it is inlined by force: calls would send the axes through memory again and again, which took half of the
/// time of making a view.
pub(crate) struct LayoutBuilder<'a> {
    op: &'static str,
    parent: &'a Layout,
    next: usize,
    axes: Axes,
    moved: isize,
}

impl<'a> LayoutBuilder<'a> {
    #[inline(always)]
    pub(crate) fn new(op: &'static str, parent: &'a Layout) -> Self {
        Self { op, parent, next: 0, axes: Axes::new(), moved: 0 }
    }

    /// The number of axes that the result has so far.
    #[inline(always)]
    pub(crate) fn rank(&self) -> usize {
        self.axes.rank()
    }

    /// Uses up an axis: its number, size and stride.
    #[inline(always)]
    fn take(&mut self) -> Result<(usize, usize, isize)> {
        let axis = self.next;
        match (self.parent.shape().get(axis), self.parent.strides().get(axis)) {
            (Some(&size), Some(&stride)) => {
                self.next += 1;
                Ok((axis, size, stride))
            }
            _ => {
                let rank = self.parent.rank();
                Err(ErrorKind::AxisOutOfRange { op: self.op, axis: axis as i64, rank }.into())
            }
        }
    }

    /// One entry of the next axis, which goes.
    #[inline(always)]
    pub(crate) fn at(&mut self, index: usize) -> Result<()> {
        let (axis, len, stride) = self.take()?;
        if index >= len {
            return Err(out_of_range(self.op, axis, index, len));
        }
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(index as isize));
        Ok(())
    }

    /// Some entries of the next axis, which stays.
    #[inline(always)]
    pub(crate) fn range(&mut self, entries: Entries) -> Result<()> {
        let (axis, size, stride) = self.take()?;
        if !entries.lie_in(size) {
            return Err(entries_out_of_range(self.op, axis, size, entries));
        }
        // Wrapping: too large only where the stride takes part in no address.
        self.axes.push(entries.len, stride.wrapping_mul(entries.step));
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(entries.start as isize));
        Ok(())
    }

    /// The next `count` axes as they are; fewer when the parent ends.
    #[inline(always)]
    pub(crate) fn keep(&mut self, count: usize) {
        let end = self.next.saturating_add(count).min(self.parent.rank());
        let (shape, strides) = (&self.parent.shape()[self.next..end], &self.parent.strides()[self.next..end]);
        for (&size, &stride) in shape.iter().zip(strides) {
            self.axes.push(size, stride);
        }
        self.next = end;
    }

    /// An axis of size 1 that the parent does not have.
    #[inline(always)]
    pub(crate) fn new_axis(&mut self) {
        self.axes.push(1, 0);
    }

    /// The layout; axes not used up are kept.
    ///
    /// # Errors
    /// If there are more axes than [`MAX_RANK`].
    #[inline(always)]
    pub(crate) fn finish(mut self) -> Result<Layout> {
        self.keep(usize::MAX);
        if self.rank() > MAX_RANK {
            return Err(ErrorKind::RankLimit { op: self.op, rank: self.rank() }.into());
        }
        // An empty layout stays where its parent begins: the place of a first entry that does not exist may lie
        // outside of the memory.
        let moved = if self.axes.shape().contains(&0) { 0 } else { self.moved };
        Ok(Layout::trusted(self.axes, self.parent.offset.wrapping_add_signed(moved)))
    }
}

/// A layout cut down in its own place, axis by axis from the first: axes go or get shorter, and none is added.
///
/// What it cuts is mostly a copy that a view is made of. Cutting it where it lies spares the view a second copy of
/// axes that were just written, which took a third of the time of making one.
pub(crate) struct Cutter<'a> {
    layout: &'a mut Layout,
    next: usize,
    kept: usize,
    moved: isize,
    takes_nothing: bool,
}

impl<'a> Cutter<'a> {
    #[inline(always)]
    pub(crate) fn new(layout: &'a mut Layout) -> Self {
        Self { layout, next: 0, kept: 0, moved: 0, takes_nothing: false }
    }

    /// The size of the next axis.
    #[inline(always)]
    pub(crate) fn size(&self) -> Option<usize> {
        self.layout.shape().get(self.next).copied()
    }

    /// One entry of the next axis, which goes; the entry exists.
    #[inline(always)]
    pub(crate) fn at(&mut self, entry: usize) {
        let stride = self.layout.axes.strides().get(self.next).copied().unwrap_or(0);
        self.next += 1;
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(entry as isize));
    }

    /// Some entries of the next axis, which stays; the entries exist.
    #[inline(always)]
    pub(crate) fn range(&mut self, entries: Entries) {
        let (sizes, strides) = self.layout.axes.both_mut();
        let stride = strides.get(self.next).copied().unwrap_or(0);
        if let (Some(size), Some(kept)) = (sizes.get_mut(self.kept), strides.get_mut(self.kept)) {
            // Wrapping: too large only where the stride takes part in no address.
            (*size, *kept) = (entries.len, stride.wrapping_mul(entries.step));
        }
        self.next += 1;
        self.kept += 1;
        self.takes_nothing |= entries.len == 0;
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(entries.start as isize));
    }

    /// Keeps the axes that are left as they are.
    #[inline(always)]
    pub(crate) fn finish(self) {
        let Self { layout, next, mut kept, moved, mut takes_nothing } = self;
        let (sizes, strides) = layout.axes.both_mut();
        let rank = sizes.len();
        for axis in next..rank {
            takes_nothing |= sizes[axis] == 0;
            (sizes[kept], strides[kept]) = (sizes[axis], strides[axis]);
            kept += 1;
        }
        layout.axes.truncate(kept);
        // An empty layout stays where it began, as in `LayoutBuilder::finish`.
        if !takes_nothing {
            layout.offset = layout.offset.wrapping_add_signed(moved);
        }
    }
}

#[cold]
fn out_of_range(op: &'static str, axis: usize, index: usize, len: usize) -> crate::Error {
    let index = i64::try_from(index).unwrap_or(i64::MAX);
    ErrorKind::IndexOutOfRange { op, axis, index, len }.into()
}

#[cold]
fn entries_out_of_range(op: &'static str, axis: usize, size: usize, entries: Entries) -> crate::Error {
    if entries.step == 0 {
        return ErrorKind::StepZero { op, axis: Some(axis) }.into();
    }
    let last = entries.start as i128 + (entries.len as i128 - 1) * entries.step as i128;
    let at_fault = if entries.start < size { last } else { entries.start as i128 };
    let index = at_fault.clamp(i64::MIN as i128, i64::MAX as i128) as i64;
    ErrorKind::IndexOutOfRange { op, axis, index, len: size }.into()
}

impl Layout {
    /// The layout with only some entries of one axis.
    ///
    /// # Errors
    /// If the axis or an entry does not exist, or the step is 0 for more than one entry.
    pub(crate) fn slice_axis(&self, op: &'static str, axis: usize, entries: Entries) -> Result<Self> {
        let mut part = LayoutBuilder::new(op, self);
        part.keep(axis);
        part.range(entries)?;
        part.finish()
    }

    /// The layout of one entry of an axis, which goes.
    ///
    /// # Errors
    /// If the axis or the entry does not exist.
    pub(crate) fn index_axis(&self, op: &'static str, axis: usize, index: usize) -> Result<Self> {
        let mut part = LayoutBuilder::new(op, self);
        part.keep(axis);
        part.at(index)?;
        part.finish()
    }

    /// The layout with entries in the opposite order, on all axes or on the named ones.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// let x = Layout::contiguous(&[2, 3], Order::C)?;
    /// let turned = x.flip(Some(&[-1]))?;
    /// assert_eq!((turned.strides(), turned.offset()), (&[3, -1][..], 2));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range or named twice.
    pub fn flip(&self, axes: Option<&[i64]>) -> Result<Self> {
        self.flip_for("flip", axes)
    }

    /// [`flip`](Self::flip) for the operation `op`, which errors name.
    pub(crate) fn flip_for(&self, op: &'static str, axes: Option<&[i64]>) -> Result<Self> {
        let axes = match axes {
            Some(axes) => resolve_axes(op, axes, self.rank())?,
            None => (0..self.rank()).collect(),
        };
        let mut flipped = self.clone();
        for axis in axes {
            let stride = &mut flipped.axes.both_mut().1[axis];
            if !self.is_empty() {
                flipped.offset =
                    flipped.offset.wrapping_add_signed(*stride * (self.shape()[axis] as isize - 1));
            }
            *stride = stride.wrapping_neg();
        }
        Ok(flipped)
    }

    /// The layout of a diagonal of two axes, which become one axis at the end.
    ///
    /// `offset` counts diagonals from the main one: above 0 along `axis2`, below 0 along `axis1`. A diagonal
    /// outside of the axes is empty.
    ///
    /// ```
    /// use lunette::layout::{Layout, Order};
    /// # fn main() -> lunette::Result<()> {
    /// let x = Layout::contiguous(&[3, 4], Order::C)?;
    /// let above = x.diagonal(1, 0, 1)?;
    /// assert_eq!((above.shape(), above.strides(), above.offset()), (&[3][..], &[5][..], 1));
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If an axis is out of range, or both are the same.
    pub fn diagonal(&self, offset: i64, axis1: i64, axis2: i64) -> Result<Self> {
        self.diagonal_for("diagonal", offset, axis1, axis2)
    }

    /// [`diagonal`](Self::diagonal) for the operation `op`, which errors name.
    pub(crate) fn diagonal_for(&self, op: &'static str, offset: i64, axis1: i64, axis2: i64) -> Result<Self> {
        let (a, b) = (resolve_axis(op, axis1, self.rank())?, resolve_axis(op, axis2, self.rank())?);
        if a == b {
            return Err(ErrorKind::AxisRepeated { op, axis: a }.into());
        }
        let skipped = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
        let (skip_a, skip_b) = if offset < 0 { (skipped, 0) } else { (0, skipped) };
        let (shape, strides) = (self.shape(), self.strides());
        let len = shape[a].saturating_sub(skip_a).min(shape[b].saturating_sub(skip_b));
        let rest = || (0..self.rank()).filter(|&axis| axis != a && axis != b);
        // Wrapping: too large only where the diagonal has one entry or none.
        let step = strides[a].wrapping_add(strides[b]);
        let axes: Axes = rest().map(|axis| (shape[axis], strides[axis])).chain([(len, step)]).collect();
        let moved = match axes.shape().contains(&0) {
            true => 0,
            false => strides[a] * skip_a as isize + strides[b] * skip_b as isize,
        };
        Ok(Self::trusted(axes, self.offset.wrapping_add_signed(moved)))
    }

    /// The layout of the main diagonal of a matrix.
    ///
    /// # Errors
    /// Unless the rank is 2.
    pub(crate) fn main_diagonal(&self, op: &'static str) -> Result<Self> {
        if self.rank() != 2 {
            let expected = "rank 2 (`diagonal_of` names the two axes of a higher rank)";
            return Err(ErrorKind::Rank { op, expected, found: self.rank() }.into());
        }
        self.diagonal_for(op, 0, 0, 1)
    }
}
