//! The elements of a view, by reference.

use std::iter::FusedIterator;
use std::marker::PhantomData;

use rayon::iter::IntoParallelIterator;

use super::elements::Elements;
use super::par::{Par, SplitAt};
use super::{View, ViewMut};
use crate::dtype::Element;

/// The elements of a view in row-major order; see [`View::iter`].
///
/// ```
/// use lunette::prelude::*;
/// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// let mut iter = v.iter();
/// assert_eq!((iter.next(), iter.next_back(), iter.len()), (Some(&1), Some(&6), 4));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub struct Iter<'a, T: Element> {
    core: Elements<T>,
    borrow: PhantomData<&'a T>,
}

/// The elements of a view in row-major order, to write; see [`ViewMut::iter_mut`].
///
/// ```
/// use lunette::prelude::*;
/// let mut data = [1, 2, 3, 4, 5, 6];
/// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
/// *v.iter_mut().rev().next().unwrap() = 60;
/// assert_eq!(data[5], 60);
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct IterMut<'a, T: Element> {
    core: Elements<T>,
    borrow: PhantomData<&'a mut T>,
}

// SAFETY: a shared borrow of elements, which are `Sync`.
unsafe impl<T: Element> Send for Iter<'_, T> {}
// SAFETY: a shared `Iter` can only be cloned.
unsafe impl<T: Element> Sync for Iter<'_, T> {}
// SAFETY: the elements are the iterator's alone, and `Send`.
unsafe impl<T: Element> Send for IterMut<'_, T> {}
// SAFETY: a shared `IterMut` can only tell its length.
unsafe impl<T: Element> Sync for IterMut<'_, T> {}

impl<'a, T: Element> View<'a, T> {
    /// The elements in row-major order.
    ///
    /// As fast as a loop over a slice where the elements lie one after the other; `for_each`, `sum`, `fold` and the
    /// like are faster than a `for` loop elsewhere.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert!(v.transpose().iter().eq(&[1, 4, 2, 5, 3, 6]));
    /// # Ok(())
    /// # }
    /// ```
    #[inline]
    pub fn iter(&self) -> Iter<'a, T> {
        Iter { core: Elements::new(&self.raw), borrow: PhantomData }
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The elements in row-major order, to write.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.iter_mut().for_each(|x| *x *= 2);
    /// assert_eq!(data, [2, 4, 6, 8, 10, 12]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn iter_mut(&mut self) -> IterMut<'_, T> {
        self.as_view_mut().into_iter()
    }
}

impl<'a, T: Element> IntoIterator for View<'a, T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Element> IntoIterator for &View<'a, T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.iter()
    }
}

impl<'a, T: Element> IntoIterator for ViewMut<'a, T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        IterMut { core: Elements::new(&self.raw), borrow: PhantomData }
    }
}

impl<'a, T: Element> IntoIterator for &'a ViewMut<'_, T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    #[inline]
    fn into_iter(self) -> Iter<'a, T> {
        self.as_view().into_iter()
    }
}

impl<'a, T: Element> IntoIterator for &'a mut ViewMut<'_, T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    #[inline]
    fn into_iter(self) -> IterMut<'a, T> {
        self.iter_mut()
    }
}

impl<'a, T: Element> Iter<'a, T> {
    /// # Safety
    /// `place` came out of `core`.
    #[inline]
    unsafe fn give(place: *mut T) -> &'a T {
        // SAFETY: `core` points at elements of the view, which may be read for `'a`.
        unsafe { &*place }
    }
}

impl<'a, T: Element> IterMut<'a, T> {
    /// # Safety
    /// `place` came out of `core`, and was not given before.
    #[inline]
    unsafe fn give(place: *mut T) -> &'a mut T {
        // SAFETY: `core` gives each index once, different indices are different elements (invariant 2 of `ViewMut`),
        // and the elements are the iterator's alone for `'a`, because it was made from a view that is gone.
        unsafe { &mut *place }
    }
}

/// What all iterators of this folder do, from both ends: each takes places out of its core and gives what they mean.
macro_rules! iterators {
    ($($Iterator:ident gives $Item:ty;)*) => { $(
        impl<'a, T: Element> Iterator for $Iterator<'a, T> {
            type Item = $Item;

            #[inline]
            fn next(&mut self) -> Option<$Item> {
                // SAFETY: the place comes from the core, which forgets it.
                self.core.next().map(|place| unsafe { Self::give(place) })
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                (self.core.len(), Some(self.core.len()))
            }

            #[inline]
            fn count(self) -> usize {
                self.core.len()
            }

            #[inline]
            fn nth(&mut self, n: usize) -> Option<$Item> {
                self.core.skip(n);
                self.next()
            }

            #[inline]
            fn last(mut self) -> Option<$Item> {
                self.next_back()
            }

            #[inline]
            fn fold<A, F: FnMut(A, $Item) -> A>(self, init: A, mut visit: F) -> A {
                // SAFETY: as in `next`.
                self.core.fold(init, |acc, place| visit(acc, unsafe { Self::give(place) }))
            }
        }

        impl<T: Element> DoubleEndedIterator for $Iterator<'_, T> {
            #[inline]
            fn next_back(&mut self) -> Option<Self::Item> {
                // SAFETY: the place comes from the core, which forgets it.
                self.core.next_back().map(|place| unsafe { Self::give(place) })
            }

            #[inline]
            fn nth_back(&mut self, n: usize) -> Option<Self::Item> {
                self.core.skip_back(n);
                self.next_back()
            }
        }

        impl<T: Element> ExactSizeIterator for $Iterator<'_, T> {}

        impl<T: Element> FusedIterator for $Iterator<'_, T> {}

        impl<'a, T: Element> IntoParallelIterator for $Iterator<'a, T> {
            type Item = $Item;
            type Iter = Par<Self>;

            fn into_par_iter(self) -> Par<Self> {
                Par::new(self)
            }
        }

        impl<T: Element> SplitAt for $Iterator<'_, T> {
            fn split_at(self, n: usize) -> (Self, Self) {
                // The halves share no place, so each place is still given once.
                let (head, tail) = self.core.split_at(n);
                (Self { core: head, borrow: PhantomData }, Self { core: tail, borrow: PhantomData })
            }
        }
    )* };
}

iterators! {
    Iter gives &'a T;
    IterMut gives &'a mut T;
}

pub(super) use iterators;
