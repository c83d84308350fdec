//! One element of a view: `v[[i, j]]`, `get`, `set`.

use std::ops::{Index, IndexMut};

use super::{View, ViewMut};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::{IntoInts, entry_of, wrong_count};
use crate::layout::{Axes, Dims};

impl<'a, T: Element> View<'a, T> {
    /// The element at an index; negative integers count from the end.
    ///
    /// ```
    /// use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.get([1, -1])?, 6);
    /// let error = v.get([0, 3]).unwrap_err();
    /// assert_eq!(error.to_string(), "get: index 3 is out of range for axis 1 of length 3 (allowed: -3 to 2)");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the index has another number of entries than the view has axes, or one lies outside.
    #[inline]
    pub fn get(&self, index: impl IntoInts) -> Result<T> {
        self.get_ref(index).copied()
    }

    /// The element at an index, by reference; negative integers count from the end.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// let last: &i32 = v.get_ref([-1, -1])?;
    /// assert_eq!(*last, 6);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`get`](Self::get).
    #[inline]
    pub fn get_ref(&self, index: impl IntoInts) -> Result<&'a T> {
        let place = index.with_ints(|index| place("get", self.raw.axes(), index))?;
        // SAFETY: the index lies inside, so the element is one of this view's, readable for `'a`.
        Ok(unsafe { &*self.raw.first.offset(place) })
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// The element at an index, to write; negative integers count from the end.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// *v.get_mut([0, -1])? += 10;
    /// assert_eq!(data, [1, 2, 13, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the index has another number of entries than the view has axes, or one lies outside.
    #[inline]
    pub fn get_mut(&mut self, index: impl IntoInts) -> Result<&mut T> {
        self.as_view_mut().into_element("get_mut", index)
    }

    /// Writes the element at an index; negative integers count from the end.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.set([1, 0], 40)?;
    /// assert!(v.set([2, 0], 0).unwrap_err().is_index());
    /// assert_eq!(data[3], 40);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As for [`get_mut`](Self::get_mut).
    #[inline]
    pub fn set(&mut self, index: impl IntoInts, value: T) -> Result<()> {
        *self.as_view_mut().into_element("set", index)? = value;
        Ok(())
    }

    /// The element at an index, to write for as long as the data lives.
    #[inline]
    pub(crate) fn into_element(self, op: &'static str, index: impl IntoInts) -> Result<&'a mut T> {
        let place = index.with_ints(|index| place(op, self.raw.axes(), index))?;
        // SAFETY: the index lies inside, so the element is one of this view's alone for `'a`, and the view is gone.
        Ok(unsafe { &mut *self.raw.first.offset(place) })
    }
}

/// The step in elements from index (0, …, 0) to an index whose entries may count from the end.
#[inline]
fn place(op: &'static str, axes: &Axes, index: &[i64]) -> Result<isize> {
    if index.len() != axes.rank() {
        return Err(wrong_count(op, index.len(), axes.shape()));
    }
    let mut place = 0isize;
    for (axis, (&i, (size, stride))) in index.iter().zip(axes.iter()).enumerate() {
        let entry = entry_of(op, axis, i, size)?;
        place = place.wrapping_add(stride.wrapping_mul(entry as isize));
    }
    Ok(place)
}

/// `v[[i, j]]`: no slower than a slice's `s[i]`, the checks included.
///
/// # Panics
/// With the words of [`get`](View::get)'s errors and at the caller's line, if the index has another rank or lies
/// outside.
impl<T: Element, const N: usize> Index<[usize; N]> for View<'_, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; N]) -> &T {
        let offset = self.raw.axes().offset_of(index);
        // SAFETY: `offset_of` returns for an index inside only, so the element is one of this view's.
        unsafe { &*self.raw.first.offset(offset) }
    }
}

impl<T: Element, const N: usize> Index<[usize; N]> for ViewMut<'_, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: [usize; N]) -> &T {
        let offset = self.raw.axes().offset_of(index);
        // SAFETY: as in `View`; this view is borrowed, so nobody writes the element meanwhile.
        unsafe { &*self.raw.first.offset(offset) }
    }
}

impl<T: Element, const N: usize> IndexMut<[usize; N]> for ViewMut<'_, T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: [usize; N]) -> &mut T {
        let offset = self.raw.axes().offset_of(index);
        // SAFETY: as in `View`; this view is borrowed exclusively, and the element is its own.
        unsafe { &mut *self.raw.first.offset(offset) }
    }
}

impl<T: Element> Index<&[usize]> for View<'_, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: &[usize]) -> &T {
        let offset = self.raw.axes().offset_of_slice(index);
        // SAFETY: `offset_of_slice` returns for an index inside only, so the element is one of this view's.
        unsafe { &*self.raw.first.offset(offset) }
    }
}

impl<T: Element> Index<&[usize]> for ViewMut<'_, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, index: &[usize]) -> &T {
        let offset = self.raw.axes().offset_of_slice(index);
        // SAFETY: as in `View`; this view is borrowed, so nobody writes the element meanwhile.
        unsafe { &*self.raw.first.offset(offset) }
    }
}

impl<T: Element> IndexMut<&[usize]> for ViewMut<'_, T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, index: &[usize]) -> &mut T {
        let offset = self.raw.axes().offset_of_slice(index);
        // SAFETY: as in `View`; this view is borrowed exclusively, and the element is its own.
        unsafe { &mut *self.raw.first.offset(offset) }
    }
}

/// Other ways to write an index, each by one of the ways above.
macro_rules! spellings {
    ($($Index:ty: $index:ident => $same:expr;)*) => { $(
        impl<T: Element> Index<$Index> for View<'_, T> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, $index: $Index) -> &T {
                &self[$same]
            }
        }

        impl<T: Element> Index<$Index> for ViewMut<'_, T> {
            type Output = T;

            #[inline]
            #[track_caller]
            fn index(&self, $index: $Index) -> &T {
                &self[$same]
            }
        }

        impl<T: Element> IndexMut<$Index> for ViewMut<'_, T> {
            #[inline]
            #[track_caller]
            fn index_mut(&mut self, $index: $Index) -> &mut T {
                &mut self[$same]
            }
        }
    )* };
}

spellings! {
    usize: index => [index];
    &Dims: index => index.as_slice();
}
