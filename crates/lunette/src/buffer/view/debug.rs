//! What iterators print of themselves: how much is left of them, and nothing of the elements.

use std::fmt;

use super::{IndexedIter, IndexedIterMut, Iter, IterMut, Views, ViewsMut};
use crate::dtype::Element;

macro_rules! debug {
    ($($Iterator:ident)*) => { $(
        impl<T: Element> fmt::Debug for $Iterator<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_struct(stringify!($Iterator)).field("dtype", &T::DTYPE).field("left", &self.len()).finish()
            }
        }
    )* };
}

debug! { Iter IterMut IndexedIter IndexedIterMut Views ViewsMut }
