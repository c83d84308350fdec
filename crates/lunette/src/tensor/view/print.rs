//! Views and guards as text.

use std::fmt;

use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{Element, Scalar};
use crate::print::{self, Page};

/// As a tensor with the same elements prints.
impl<T: Element> fmt::Display for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |index: &[usize]| -> Scalar { self[index].into() };
        fmt::Display::fmt(&Page::new(self.shape(), T::DTYPE, &cell), f)
    }
}

/// As a tensor with the same elements prints.
impl<T: Element> fmt::LowerExp for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |index: &[usize]| -> Scalar { self[index].into() };
        fmt::LowerExp::fmt(&Page::new(self.shape(), T::DTYPE, &cell), f)
    }
}

/// The dtype, shape, strides and offset, and the values.
impl<T: Element> fmt::Debug for View<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (layout, cell) = (self.layout(), |index: &[usize]| -> Scalar { self[index].into() });
        let page = Page::new(self.shape(), T::DTYPE, &cell);
        fmt::Debug::fmt(&print::debug("View", T::DTYPE, layout, Some(page)), f)
    }
}

/// What shows elements prints as the view of them.
macro_rules! as_views {
    ($($Type:ty),*) => { $(
        impl<T: Element> fmt::Display for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.as_view(), f)
            }
        }

        impl<T: Element> fmt::LowerExp for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerExp::fmt(&self.as_view(), f)
            }
        }

        impl<T: Element> fmt::Debug for $Type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.as_view(), f)
            }
        }
    )* };
}

as_views! { ViewMut<'_, T>, ReadGuard<T>, WriteGuard<T> }
