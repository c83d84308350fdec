//! Borrowed windows into memory, for loops at full speed.
#![expect(unsafe_code, reason = "who makes a view promises that the memory stays")]

use std::marker::PhantomData;

use crate::dtype::Element;
use crate::layout::Layout;

/// A borrowed, read-only window into elements of type `T`; needs no tensor.
pub struct View<'a, T: Element> {
    /// Element 0 of the segment that `layout` counts from. Every element that `layout` reaches may be read for `'a`.
    start: *const T,
    layout: Layout,
    borrow: PhantomData<&'a [T]>,
}

/// A borrowed window into elements of type `T` that can be written; no two indices reach the same element.
pub struct ViewMut<'a, T: Element> {
    /// Element 0 of the segment that `layout` counts from. Every element that `layout` reaches is this view's alone
    /// for `'a`, and no two indices reach the same one.
    start: *mut T,
    layout: Layout,
    borrow: PhantomData<&'a mut [T]>,
}

impl<'a, T: Element> View<'a, T> {
    /// A window into memory.
    ///
    /// # Safety
    /// Every element that `layout` reaches, counted from `start`, can be read for `'a`, is aligned and valid, and is
    /// written by nobody meanwhile.
    pub(crate) unsafe fn from_raw(start: *const T, layout: &Layout) -> Self {
        Self { start, layout: layout.clone(), borrow: PhantomData }
    }

    /// Element 0 of the segment that the layout counts from.
    pub(crate) fn start(&self) -> *const T {
        self.start
    }

    /// Which elements.
    pub(crate) fn layout(&self) -> Layout {
        self.layout.clone()
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// A window into memory.
    ///
    /// # Safety
    /// Every element that `layout` reaches, counted from `start`, can be read and written for `'a`, is aligned and
    /// valid, is reached by one index only, and is touched by nobody else meanwhile.
    pub(crate) unsafe fn from_raw(start: *mut T, layout: &Layout) -> Self {
        Self { start, layout: layout.clone(), borrow: PhantomData }
    }

    /// Element 0 of the segment that the layout counts from.
    pub(crate) fn start_mut(&mut self) -> *mut T {
        self.start
    }

    /// Which elements.
    pub(crate) fn layout(&self) -> Layout {
        self.layout.clone()
    }
}
