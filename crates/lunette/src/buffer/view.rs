//! Borrowed windows into memory, for loops at full speed.

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
