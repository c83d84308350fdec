//! The elements of a view, with their indices.

use std::iter::FusedIterator;
use std::marker::PhantomData;

use rayon::iter::IntoParallelIterator;

use super::iter::iterators;
use super::par::{Par, SplitAt};
use super::raw::Raw;
use super::walk::{Place, Walk};
use super::{View, ViewMut};
use crate::dtype::Element;
use crate::layout::{Dims, INLINE_RANK};

/// The elements of a view in row-major order, each with its index; see [`View::indexed_iter`].
///
/// ```
/// use lunette::prelude::*;
/// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
/// let (index, &last) = v.indexed_iter().last().unwrap();
/// assert_eq!((&index[..], last), (&[1, 2][..], 6));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub struct IndexedIter<'a, T: Element> {
    core: Places<T>,
    borrow: PhantomData<&'a T>,
}

/// The elements of a view in row-major order, to write, each with its index; see [`ViewMut::indexed_iter_mut`].
///
/// ```
/// use lunette::prelude::*;
/// let mut data = [1, 2, 3, 4, 5, 6];
/// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
/// let (index, first) = v.indexed_iter_mut().next().unwrap();
/// *first = 10 + index.len() as i32;
/// assert_eq!(data[0], 12);
/// # Ok::<(), lunette::Error>(())
/// ```
pub struct IndexedIterMut<'a, T: Element> {
    core: Places<T>,
    borrow: PhantomData<&'a mut T>,
}

// SAFETY: a shared borrow of elements, which are `Sync`.
unsafe impl<T: Element> Send for IndexedIter<'_, T> {}
// SAFETY: a shared `IndexedIter` can only be cloned.
unsafe impl<T: Element> Sync for IndexedIter<'_, T> {}
// SAFETY: the elements are the iterator's alone, and `Send`.
unsafe impl<T: Element> Send for IndexedIterMut<'_, T> {}
// SAFETY: a shared `IndexedIterMut` can only tell its length.
unsafe impl<T: Element> Sync for IndexedIterMut<'_, T> {}

impl<'a, T: Element> View<'a, T> {
    /// The elements in row-major order, each with its index.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[7, 3, 9, 1], [2, 2])?;
    /// let (ix, &largest) = v.indexed_iter().max_by_key(|&(_, x)| x).unwrap();
    /// assert_eq!((ix[0], ix[1], largest), (1, 0, 9));
    /// assert_eq!(v[&ix], 9);
    /// # Ok(())
    /// # }
    /// ```
    pub fn indexed_iter(&self) -> IndexedIter<'a, T> {
        IndexedIter { core: Places::new(&self.raw), borrow: PhantomData }
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The elements in row-major order, to write, each with its index.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.indexed_iter_mut().for_each(|(index, x)| *x = (10 * index[0] + index[1]) as i32);
    /// assert_eq!(data, [0, 1, 2, 10, 11, 12]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn indexed_iter_mut(&mut self) -> IndexedIterMut<'_, T> {
        self.as_view_mut().into_indexed_iter()
    }

    /// The elements in row-major order, to write, each with its index.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let (_, last) = v.into_indexed_iter().last().unwrap();
    /// *last = 60;
    /// assert_eq!(data[5], 60);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_indexed_iter(self) -> IndexedIterMut<'a, T> {
        IndexedIterMut { core: Places::new(&self.raw), borrow: PhantomData }
    }
}

/// Indices in row-major order, each with a pointer to its element.
#[derive(Clone)]
struct Places<T> {
    first: *mut T,
    rank: usize,
    walk: Walk,
    /// The line that was walked last, and its index on all axes but the last.
    line: usize,
    outer: [usize; INLINE_RANK],
}

impl<T: Copy> Places<T> {
    fn new(raw: &Raw<T>) -> Self {
        let walk = Walk::new(raw.axes().clone());
        Self { first: raw.first, rank: raw.axes().rank(), walk, line: 0, outer: [0; INLINE_RANK] }
    }

    fn len(&self) -> usize {
        self.walk.len()
    }

    #[inline]
    fn next(&mut self) -> Option<(Dims, *mut T)> {
        self.walk.next().map(|place| self.named(place))
    }

    #[inline]
    fn next_back(&mut self) -> Option<(Dims, *mut T)> {
        self.walk.next_back().map(|place| self.named(place))
    }

    /// The index and the element of a place.
    #[inline]
    fn named(&mut self, place: Place) -> (Dims, *mut T) {
        let element = self.first.wrapping_offset(place.offset);
        let Some(last) = self.rank.checked_sub(1) else { return (Dims::new(), element) };
        if last >= INLINE_RANK {
            let mut index = self.walk.outer().index_at(place.line);
            index.push(place.at);
            return (index, element);
        }
        if place.line != self.line {
            let outer = self.walk.outer().index_at(place.line);
            self.outer.iter_mut().zip(outer).for_each(|(to, at)| *to = at);
            self.line = place.line;
        }
        // Chosen, not overwritten: reading a wide copy back after one narrow store would stall.
        let index = std::array::from_fn(|axis| if axis == last { place.at } else { self.outer[axis] });
        (Dims::from_buf_and_len(index, self.rank), element)
    }

    fn skip(&mut self, n: usize) {
        self.walk.skip(n);
    }

    fn skip_back(&mut self, n: usize) {
        self.walk.skip_back(n);
    }

    fn split_at(self, n: usize) -> (Self, Self) {
        let (head, tail) = self.walk.split_at(n);
        (Self { walk: head, ..self }, Self { walk: tail, ..self })
    }

    #[inline]
    fn fold<A>(mut self, init: A, mut visit: impl FnMut(A, (Dims, *mut T)) -> A) -> A {
        let mut acc = init;
        while let Some(place) = self.next() {
            acc = visit(acc, place);
        }
        acc
    }
}

impl<'a, T: Element> IndexedIter<'a, T> {
    /// # Safety
    /// The place came out of `core`.
    #[inline]
    unsafe fn give((index, place): (Dims, *mut T)) -> (Dims, &'a T) {
        // SAFETY: `core` points at elements of the view, which may be read for `'a`.
        (index, unsafe { &*place })
    }
}

impl<'a, T: Element> IndexedIterMut<'a, T> {
    /// # Safety
    /// The place came out of `core`, and was not given before.
    #[inline]
    unsafe fn give((index, place): (Dims, *mut T)) -> (Dims, &'a mut T) {
        // SAFETY: `core` gives each index once, different indices are different elements (invariant 2 of `ViewMut`),
        // and the elements are the iterator's alone for `'a`, because it was made from a view that is gone.
        (index, unsafe { &mut *place })
    }
}

iterators! {
    IndexedIter gives (Dims, &'a T);
    IndexedIterMut gives (Dims, &'a mut T);
}
