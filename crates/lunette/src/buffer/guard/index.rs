//! `guard[[i, j]]`, and loops over guards.
#![expect(unsafe_code, reason = "it follows the pointer of memory that a guard holds")]

use std::ops::{Index, IndexMut};

use super::{Pass, ReadGuard, WriteGuard};
use crate::buffer::{Iter, IterMut};
use crate::dtype::Element;
use crate::index::locate;
use crate::layout::Dims;

impl Pass {
    /// The element at an index; only for the `T` that the layout was checked for.
    ///
    /// # Panics
    /// If the index has another rank or lies outside.
    #[inline]
    #[track_caller]
    fn element<T: Element>(&self, index: &[usize]) -> *mut T {
        match self.layout.offset_of(index) {
            Some(offset) => self.start.cast::<T>().wrapping_add(offset),
            None => self.outside(index),
        }
    }

    #[cold]
    #[track_caller]
    fn outside(&self, index: &[usize]) -> ! {
        let index: Vec<i64> = index.iter().map(|&i| i64::try_from(i).unwrap_or(i64::MAX)).collect();
        match locate("index", &index, &self.layout) {
            Err(error) => panic!("{error}"),
            Ok(_) => panic!("index: {index:?} is out of range for shape {:?}", self.layout.shape()),
        }
    }
}

/// Rows: a way to write an index, and the list that it means.
macro_rules! spellings {
    ($([$($generics:tt)*] $Index:ty: $index:ident => $list:expr;)*) => { $(
        impl<T: Element $($generics)*> Index<$Index> for ReadGuard<T> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, $index: $Index) -> &T {
                // SAFETY: `element` gives an element that the guard's layout reaches, which was checked against the
                // buffer; nobody writes it while the guard is borrowed.
                unsafe { &*self.pass.element($list) }
            }
        }

        impl<T: Element $($generics)*> Index<$Index> for WriteGuard<T> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, $index: $Index) -> &T {
                // SAFETY: as for `ReadGuard`.
                unsafe { &*self.pass.element($list) }
            }
        }

        impl<T: Element $($generics)*> IndexMut<$Index> for WriteGuard<T> {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, $index: $Index) -> &mut T {
                // SAFETY: as for `ReadGuard`; the guard keeps everybody else out, and is borrowed exclusively.
                unsafe { &mut *self.pass.element($list) }
            }
        }
    )* };
}

spellings! {
    [, const N: usize] [usize; N]: index => &index;
    [] &[usize]: index => index;
    [] &Dims: index => index;
    [] usize: index => &[index];
}

impl<'a, T: Element> IntoIterator for &'a ReadGuard<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.as_view().into_iter()
    }
}

impl<'a, T: Element> IntoIterator for &'a WriteGuard<T> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T>;

    fn into_iter(self) -> Iter<'a, T> {
        self.as_view().into_iter()
    }
}

impl<'a, T: Element> IntoIterator for &'a mut WriteGuard<T> {
    type Item = &'a mut T;
    type IntoIter = IterMut<'a, T>;

    fn into_iter(self) -> IterMut<'a, T> {
        self.as_view_mut().into_iter()
    }
}
