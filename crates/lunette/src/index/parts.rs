//! The walk's place in the source, for the plans that keep their own account of axes.

use crate::layout::{Entries, Layout};

/// The axes of the source one after the other, and how far the walk has moved.
pub(super) struct Parts<'a> {
    pub(super) layout: &'a Layout,
    next: usize,
    moved: isize,
}

impl<'a> Parts<'a> {
    pub(super) fn new(layout: &'a Layout) -> Self {
        Self { layout, next: 0, moved: 0 }
    }

    /// The size and stride of the next axis; the walk asks for no more axes than there are.
    pub(super) fn next(&mut self) -> (usize, isize) {
        let axis = self.next;
        self.next += 1;
        let size = self.layout.shape().get(axis).copied().unwrap_or(1);
        (size, self.layout.strides().get(axis).copied().unwrap_or(0))
    }

    pub(super) fn skip(&mut self, count: usize) {
        self.next += count;
    }

    /// Moves to one entry of the next axis.
    pub(super) fn at(&mut self, entry: usize) {
        let (_, stride) = self.next();
        // Wrapping, here and below: only an empty source can overflow, and its offset is never used.
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(entry as isize));
    }

    /// Moves to the first of some entries of the next axis; gives their number and stride.
    pub(super) fn range(&mut self, entries: Entries) -> (usize, isize) {
        let (_, stride) = self.next();
        self.moved = self.moved.wrapping_add(stride.wrapping_mul(entries.start as isize));
        (entries.len, stride.wrapping_mul(entries.step))
    }

    /// The source's offset moved to the first entry of everything.
    pub(super) fn offset(&self) -> usize {
        self.layout.offset().wrapping_add_signed(self.moved)
    }
}
