//! What views are made of: a pointer and a layout. Nothing here follows the pointer, so nothing here is unsafe.

use crate::error::Result;
use crate::layout::{Axes, Layout};

/// A pointer to the element at index (0, …, 0), and the layout that leads to the others.
///
/// Whose elements these are, and for how long, is the promise of the type that holds it. Pointers to where nothing is,
/// as empty layouts give, may be made, so pointers move by wrapping arithmetic; who follows one knows that it is inside.
pub(super) struct Raw<T> {
    pub(super) first: *mut T,
    pub(super) layout: Layout,
}

impl<T> Clone for Raw<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { first: self.first, layout: self.layout.clone() }
    }
}

impl<T> Raw<T> {
    /// `start` is element 0 of the segment that `layout` counts from.
    #[inline]
    pub(super) fn new(start: *mut T, layout: Layout) -> Self {
        Self { first: start.wrapping_add(layout.offset()), layout }
    }

    /// Element 0 of the segment that the layout counts from.
    #[inline]
    pub(super) fn start(&self) -> *mut T {
        self.first.wrapping_sub(self.layout.offset())
    }

    /// The lowest element and the number of elements, when they fill one segment without a gap.
    pub(super) fn segment(&self) -> Option<(*mut T, usize)> {
        let lowest = self.layout.extent().map_or(0, |(lowest, _)| lowest);
        self.layout.is_contiguous().then(|| (self.start().wrapping_add(lowest), self.layout.len()))
    }

    #[inline]
    pub(super) fn axes(&self) -> &Axes {
        self.layout.axes()
    }

    /// The same memory through a layout that reaches only elements that this one reaches.
    #[inline]
    pub(super) fn relaid(&self, transform: impl FnOnce(&Layout) -> Result<Layout>) -> Result<Self> {
        let layout = transform(&self.layout)?;
        let inside = match (self.layout.extent(), layout.extent()) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((low, high)), Some((new_low, new_high))) => low <= new_low && new_high <= high,
        };
        assert!(inside, "{layout:?} reaches out of {:?}", self.layout);
        Ok(Self::new(self.start(), layout))
    }

    /// The part that some axes reach from an offset on: some of this one's indices, or none.
    #[inline]
    pub(super) fn part(&self, axes: Axes, offset: isize) -> Self {
        // Nothing is promised about the steps of an empty layout: it stays where it is.
        let offset = if axes.shape().contains(&0) { 0 } else { offset };
        let layout = Layout::trusted(axes, self.layout.offset().wrapping_add_signed(offset));
        Self { first: self.first.wrapping_offset(offset), layout }
    }

    /// The same axes some elements further, which are there.
    #[inline]
    pub(super) fn moved(&self, offset: isize) -> Self {
        let mut moved = self.clone();
        moved.first = self.first.wrapping_offset(offset);
        moved.layout.move_by(offset);
        moved
    }

    /// The axes in the opposite order.
    pub(super) fn transposed(&self) -> Self {
        Self { first: self.first, layout: self.layout.transpose() }
    }

    /// The part at one entry of an axis, which goes; the caller has checked both.
    #[inline]
    pub(super) fn index_axis(&self, axis: usize, index: usize) -> Self {
        let stride = self.layout.strides()[axis];
        self.part(self.axes().without(axis), stride.wrapping_mul(index as isize))
    }

    /// The parts before and from one entry of an axis on; the caller has checked both.
    pub(super) fn split_at(&self, axis: usize, index: usize) -> (Self, Self) {
        let (size, stride) = (self.layout.shape()[axis], self.layout.strides()[axis]);
        let resized = |to: usize| self.axes().resized(|k, size| if k == axis { to } else { size });
        let tail = self.part(resized(size - index), stride.wrapping_mul(index as isize));
        (self.part(resized(index), 0), tail)
    }
}
