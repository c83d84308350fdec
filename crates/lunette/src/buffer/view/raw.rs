//! What views are made of: a pointer and axes. Nothing here follows the pointer, so nothing here is unsafe.

use super::axes::Axes;
use crate::error::Result;
use crate::layout::Layout;

/// A pointer to the element at index (0, …, 0), and the axes that lead to the others.
///
/// Whose elements these are, and for how long, is the promise of the type that holds it.
pub(super) struct Raw<T> {
    pub(super) first: *mut T,
    pub(super) axes: Axes,
}

impl<T> Clone for Raw<T> {
    #[inline]
    fn clone(&self) -> Self {
        Self { first: self.first, axes: self.axes.clone() }
    }
}

impl<T> Raw<T> {
    /// `start` is element 0 of the segment that `layout` counts from.
    pub(super) fn new(start: *mut T, layout: &Layout) -> Self {
        Self { first: start.wrapping_add(layout.offset()), axes: Axes::from(layout) }
    }

    /// The lowest element that is reached; where [`layout`](Self::layout) counts from.
    pub(super) fn start(&self) -> *mut T {
        self.first.wrapping_offset(self.axes.lowest())
    }

    /// The layout, counted from the lowest element that is reached.
    pub(super) fn layout(&self) -> Layout {
        let offset = self.axes.lowest().unsigned_abs();
        Layout::new("view", self.axes.shape(), self.axes.strides(), offset)
            .unwrap_or_else(|error| unreachable!("the layout was checked when the view was made: {error}"))
    }

    /// The same memory through a layout that reaches only elements that this one reaches.
    pub(super) fn relaid(&self, transform: impl FnOnce(&Layout) -> Result<Layout>) -> Result<Self> {
        let before = self.layout();
        let after = transform(&before)?;
        let inside = match (before.extent(), after.extent()) {
            (_, None) => true,
            (None, Some(_)) => false,
            (Some((low, high)), Some((new_low, new_high))) => low <= new_low && new_high <= high,
        };
        assert!(inside, "{after:?} reaches out of {before:?}");
        Ok(Self::new(self.start(), &after))
    }

    /// The axes in the opposite order.
    pub(super) fn transposed(&self) -> Self {
        Self { first: self.first, axes: self.axes.iter().rev().collect() }
    }

    /// The part at one entry of an axis, which goes; the caller has checked both.
    pub(super) fn index_axis(&self, axis: usize, index: usize) -> Self {
        let stride = self.axes.strides()[axis];
        Self { first: self.moved(stride.wrapping_mul(index as isize)), axes: self.axes.without(axis) }
    }

    /// The parts before and from one entry of an axis on; the caller has checked both.
    pub(super) fn split_at(&self, axis: usize, index: usize) -> (Self, Self) {
        let stride = self.axes.strides()[axis];
        let resized = |to: usize| self.axes.resized(|k, size| if k == axis { to } else { size });
        let size = self.axes.shape()[axis];
        let head = Self { first: self.first, axes: resized(index) };
        let tail =
            Self { first: self.moved(stride.wrapping_mul(index as isize)), axes: resized(size - index) };
        (head, tail)
    }

    /// The pointer some elements further.
    #[inline]
    pub(super) fn moved(&self, offset: isize) -> *mut T {
        self.first.wrapping_offset(offset)
    }
}
