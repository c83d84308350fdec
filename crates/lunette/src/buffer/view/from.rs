//! Views of plain slices and arrays, which cannot fail.

use super::{View, ViewMut};
use crate::dtype::Element;
use crate::layout::Layout;

impl<'a, T: Element> From<&'a [T]> for View<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a [T]) -> Self {
        // SAFETY: the one axis goes through `data`, which is borrowed for `'a`.
        unsafe { Self::from_raw(data.as_ptr(), &Layout::vector(data.len())) }
    }
}

impl<'a, T: Element> From<&'a mut [T]> for ViewMut<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a mut [T]) -> Self {
        // SAFETY: the one axis goes once through `data`, which is borrowed exclusively for `'a`.
        unsafe { Self::from_raw(data.as_mut_ptr(), &Layout::vector(data.len())) }
    }
}

impl<'a, T: Element> From<&'a Vec<T>> for View<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a Vec<T>) -> Self {
        Self::from(data.as_slice())
    }
}

impl<'a, T: Element> From<&'a mut Vec<T>> for ViewMut<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a mut Vec<T>) -> Self {
        Self::from(data.as_mut_slice())
    }
}

impl<'a, T: Element> From<ViewMut<'a, T>> for View<'a, T> {
    /// The same elements, read-only from now on.
    fn from(view: ViewMut<'a, T>) -> Self {
        view.into_view()
    }
}

impl<'a, T: Element, const N: usize> From<&'a [T; N]> for View<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a [T; N]) -> Self {
        Self::from(data.as_slice())
    }
}

impl<'a, T: Element, const N: usize> From<&'a mut [T; N]> for ViewMut<'a, T> {
    /// A view of rank 1.
    fn from(data: &'a mut [T; N]) -> Self {
        Self::from(data.as_mut_slice())
    }
}
