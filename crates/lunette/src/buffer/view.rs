//! Borrowed windows into memory, for loops at full speed.
//!
//! The files below hold all the unsafe code of views: each of them follows pointers that a view or an iterator holds,
//! by the promises that [`View`] and [`ViewMut`] state. What can be written without lives in `tensor/view`.
#![expect(unsafe_code, reason = "a view reaches its elements through the pointer it was made with")]

mod axes;
mod debug;
mod element;
mod elements;
mod from;
mod indexed;
mod iter;
#[cfg(feature = "ndarray")]
mod ndarray;
mod par;
mod raw;
#[cfg(test)]
mod tests;
mod transform;
mod views;
mod walk;

use std::marker::PhantomData;

pub(super) use self::elements::each_byte;
pub use self::indexed::{IndexedIter, IndexedIterMut};
pub use self::iter::{Iter, IterMut};
pub use self::par::Par;
use self::raw::Raw;
pub use self::views::{Views, ViewsMut};
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::index::IntoShape;
use crate::layout::{Dims, Layout, Order};

/// A borrowed, read-only window into elements of type `T`; needs no tensor.
///
/// What its methods return lives as long as the data, not only as long as the variable that holds the view. A clone is a
/// second window into the same elements; views are no `Copy`, because a view of many axes keeps their sizes and strides
/// on the heap.
///
/// ```
/// use lunette::View;
/// # fn main() -> lunette::Result<()> {
/// let data = [1, 2, 3, 4, 5, 6];
/// let v = View::from_slice(&data, [2, 3])?;
/// assert_eq!(v[[1, 2]], 6);
/// assert_eq!(v.transpose().iter().sum::<i32>(), 21);
/// # Ok(())
/// # }
/// ```
// Invariant: every element that `raw` reaches may be read for `'a`, and nobody writes it meanwhile.
#[derive(Clone)]
pub struct View<'a, T: Element> {
    raw: Raw<T>,
    borrow: PhantomData<&'a [T]>,
}

/// A borrowed window into elements of type `T` that can be written; no two indices reach the same element.
///
/// Everything that reads a [`View`] works here too. What writes ends in `_mut`, or takes the view itself (`into_…`)
/// and then lives as long as the data.
///
/// ```
/// use lunette::ViewMut;
/// # fn main() -> lunette::Result<()> {
/// let mut data = [1, 2, 3, 4, 5, 6];
/// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
/// v[[1, 0]] = 40;
/// v.iter_mut().for_each(|x| *x += 1);
/// assert_eq!(data, [2, 3, 4, 41, 6, 7]);
/// # Ok(())
/// # }
/// ```
///
/// It is as exclusive as `&mut`: a second one cannot be had while the first is used.
///
/// ```compile_fail,E0499
/// # use lunette::ViewMut;
/// # fn main() -> lunette::Result<()> {
/// let mut data = [1, 2, 3];
/// let mut first = ViewMut::from_slice_mut(&mut data, [3])?;
/// let second = first.as_view_mut();
/// let third = first.as_view_mut();
/// drop((second, third));
/// # Ok(())
/// # }
/// ```
// Invariants:
// 1. Every element that `raw` reaches is this view's alone for `'a`, to read and to write.
// 2. No two indices of `raw` reach the same element.
pub struct ViewMut<'a, T: Element> {
    raw: Raw<T>,
    borrow: PhantomData<&'a mut [T]>,
}

// SAFETY: a view is a shared borrow of elements, which are `Sync` (a supertrait of `Element`), as `&[T]` is.
unsafe impl<T: Element> Send for View<'_, T> {}
// SAFETY: as above; a shared view only copies itself and reads.
unsafe impl<T: Element> Sync for View<'_, T> {}
// SAFETY: the elements are this view's alone (invariant 1) and `Send`, as with `&mut [T]`.
unsafe impl<T: Element> Send for ViewMut<'_, T> {}
// SAFETY: through a shared `ViewMut` elements can only be read, and they are `Sync`, as with `&mut [T]`.
unsafe impl<T: Element> Sync for ViewMut<'_, T> {}

impl<'a, T: Element> View<'a, T> {
    /// A view of a slice in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4], [2, 2])?;
    /// assert_eq!(v[[1, 0]], 3);
    /// assert!(View::from_slice(&[1, 2, 3], [2, 2]).unwrap_err().is_shape());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the slice has another number of elements than the shape.
    pub fn from_slice(data: &'a [T], shape: impl IntoShape) -> Result<Self> {
        Self::from_slice_in(data, shape, Order::C)
    }

    /// A view of a slice in the given order.
    ///
    /// ```
    /// use lunette::{layout::Order, View};
    /// # fn main() -> lunette::Result<()> {
    /// let v = View::from_slice_in(&[1, 2, 3, 4, 5, 6], [2, 3], Order::F)?;
    /// assert_eq!(v.to_vec(), [1, 3, 5, 2, 4, 6]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the slice has another number of elements than the shape.
    pub fn from_slice_in(data: &'a [T], shape: impl IntoShape, order: Order) -> Result<Self> {
        Self::from_parts(data, &layout_of("from_slice", data.len(), shape.into_shape(), order)?)
    }

    /// A view of those elements of a slice that a layout reaches.
    ///
    /// ```
    /// use lunette::{layout::Layout, View};
    /// # fn main() -> lunette::Result<()> {
    /// let windows = Layout::new(&[3, 2], &[1, 1], 0)?;
    /// assert_eq!(View::from_parts(&[1, 2, 3, 4], &windows)?.to_vec(), [1, 2, 2, 3, 3, 4]);
    /// assert!(View::from_parts(&[1, 2, 3], &windows).is_err());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the layout reaches an element that the slice does not have.
    pub fn from_parts(data: &'a [T], layout: &Layout) -> Result<Self> {
        check_extent("from_parts", data.len(), layout)?;
        // SAFETY: the extent of the layout lies inside of `data`, which is borrowed for `'a`.
        Ok(unsafe { Self::from_raw(data.as_ptr(), layout) })
    }

    /// A view of the elements that `layout` reaches, counted from `start`.
    ///
    /// # Safety
    /// Each of these elements must be initialised, and for `'a` it may be read and nobody writes it.
    pub(crate) unsafe fn from_raw(start: *const T, layout: &Layout) -> Self {
        Self { raw: Raw::new(start.cast_mut(), layout.clone()), borrow: PhantomData }
    }

    /// # Safety
    /// As for [`from_raw`](Self::from_raw).
    unsafe fn of(raw: Raw<T>) -> Self {
        Self { raw, borrow: PhantomData }
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.shape(), [2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.raw.layout.shape()
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.view(s![(.., -1), (.., 2)])?.strides(), [-3, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn strides(&self) -> &[isize] {
        self.raw.layout.strides()
    }

    /// The layout, counted from the start of the memory that the view was first made of.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.index_axis(0, 1)?.layout().offset(), 3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.raw.layout
    }

    /// The elements in row-major order as a slice, when that is how they lie in memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let v = View::from_slice(&[1, 2, 3, 4, 5, 6], [2, 3])?;
    /// assert_eq!(v.index_axis(0, 1)?.as_slice(), Some(&[4, 5, 6][..]));
    /// assert_eq!(v.index_axis(1, 0)?.as_slice(), None);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let len = self.raw.axes().line()?;
        // SAFETY: `len` elements lie one after the other from the first on, readable for `'a`; an empty view, whose
        // pointer may be anything, gives no line but an empty one at its own aligned address.
        Some(unsafe { slice(self.raw.first, len) })
    }

    /// The elements as a slice in the order in which they lie in memory, when they fill one segment without a gap.
    ///
    /// ```
    /// # use lunette::View;
    /// # fn main() -> lunette::Result<()> {
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let turned = View::from_slice(&data, [2, 3])?.transpose();
    /// assert_eq!(turned.as_slice(), None);
    /// assert_eq!(turned.as_slice_memory_order(), Some(&data[..]));
    /// # Ok(())
    /// # }
    /// ```
    pub fn as_slice_memory_order(&self) -> Option<&'a [T]> {
        let (lowest, len) = self.raw.segment()?;
        // SAFETY: the elements fill the segment from the lowest one on without a gap, readable for `'a`.
        Some(unsafe { slice(lowest, len) })
    }

    /// Where [`layout`](Self::layout) counts from.
    pub(crate) fn start(&self) -> *const T {
        self.raw.start()
    }

    /// The view through another layout.
    ///
    /// # Safety
    /// The layout that `transform` makes reaches only elements that the layout it gets reaches.
    unsafe fn relaid(&self, transform: impl FnOnce(&Layout) -> Result<Layout>) -> Result<Self> {
        let raw = self.raw.relaid(transform)?;
        // SAFETY: the elements are among those of this view.
        Ok(unsafe { Self::of(raw) })
    }
}

impl<'a, T: Element> ViewMut<'a, T> {
    /// A writable view of a slice in row-major order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [0; 4];
    /// ViewMut::from_slice_mut(&mut data, [2, 2])?[[1, 0]] = 3;
    /// assert_eq!(data, [0, 0, 3, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the slice has another number of elements than the shape.
    pub fn from_slice_mut(data: &'a mut [T], shape: impl IntoShape) -> Result<Self> {
        Self::from_slice_mut_in(data, shape, Order::C)
    }

    /// A writable view of a slice in the given order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [0; 4];
    /// ViewMut::from_slice_mut_in(&mut data, [2, 2], Order::F)?[[1, 0]] = 3;
    /// assert_eq!(data, [0, 3, 0, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the slice has another number of elements than the shape.
    pub fn from_slice_mut_in(data: &'a mut [T], shape: impl IntoShape, order: Order) -> Result<Self> {
        let layout = layout_of("from_slice_mut", data.len(), shape.into_shape(), order)?;
        // SAFETY: a fresh layout of one segment reaches each of `data.len()` elements once, and `data` is borrowed
        // exclusively for `'a`.
        Ok(unsafe { Self::from_raw(data.as_mut_ptr(), &layout) })
    }

    /// A writable view of the elements that `layout` reaches, counted from `start`.
    ///
    /// # Safety
    /// Each of these elements must be initialised and, for `'a`, be touched by nobody but through this view. No two
    /// indices of the layout may reach the same element.
    pub(crate) unsafe fn from_raw(start: *mut T, layout: &Layout) -> Self {
        Self { raw: Raw::new(start, layout.clone()), borrow: PhantomData }
    }

    /// # Safety
    /// As for [`from_raw`](Self::from_raw).
    unsafe fn of(raw: Raw<T>) -> Self {
        Self { raw, borrow: PhantomData }
    }

    /// The sizes of the axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.shape(), [2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn shape(&self) -> &[usize] {
        self.raw.layout.shape()
    }

    /// The steps of the axes, in elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_transpose().strides(), [1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn strides(&self) -> &[isize] {
        self.raw.layout.strides()
    }

    /// The layout, counted from the start of the memory that the view was first made of.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// assert_eq!(v.into_index_axis(0, 1)?.layout().offset(), 3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn layout(&self) -> &Layout {
        &self.raw.layout
    }

    /// The same elements, to read for as long as this view is borrowed.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let read = v.as_view();
    /// assert_eq!(read.iter().chain(read.iter()).sum::<i32>(), 42);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn as_view(&self) -> View<'_, T> {
        // SAFETY: this view is borrowed, and its elements are its own (invariant 1): nobody writes them.
        unsafe { View::of(self.raw.clone()) }
    }

    /// The same elements, to write for as long as this view is borrowed.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.as_view_mut().into_transpose()[[2, 0]] = 30;
    /// assert_eq!(v[[0, 2]], 30);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn as_view_mut(&mut self) -> ViewMut<'_, T> {
        // SAFETY: this view is borrowed exclusively, so its elements are the new view's alone.
        unsafe { ViewMut::of(self.raw.clone()) }
    }

    /// The same elements, read-only from now on.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v[[0, 0]] = 10;
    /// let v = v.into_view();
    /// let copies = (v.clone(), v); // a view to read can be had twice
    /// assert_eq!(copies.0[[0, 0]] + copies.1[[0, 0]], 20);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn into_view(self) -> View<'a, T> {
        // SAFETY: the elements were this view's alone for `'a`, and it is gone.
        unsafe { View::of(self.raw) }
    }

    /// The elements in row-major order as a slice to write, when that is how they lie in memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.as_slice_mut().unwrap().reverse();
    /// assert_eq!(data, [6, 5, 4, 3, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn as_slice_mut(&mut self) -> Option<&mut [T]> {
        self.as_view_mut().into_slice()
    }

    /// The elements in row-major order as a slice to write, when that is how they lie in memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.into_index_axis(0, 1)?.into_slice().unwrap().fill(0);
    /// assert_eq!(data, [1, 2, 3, 0, 0, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn into_slice(self) -> Option<&'a mut [T]> {
        let len = self.raw.axes().line()?;
        // SAFETY: `len` elements lie one after the other from the first on, and are this view's alone for `'a`.
        Some(unsafe { slice_mut(self.raw.first, len) })
    }

    /// The elements as a slice to write, in the order in which they lie in memory, when there is no gap.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// let turned = v.into_transpose();
    /// assert_eq!(turned.into_slice_memory_order().unwrap(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn into_slice_memory_order(self) -> Option<&'a mut [T]> {
        let (lowest, len) = self.raw.segment()?;
        // SAFETY: the elements fill the segment from the lowest one on without a gap, and are this view's alone.
        Some(unsafe { slice_mut(lowest, len) })
    }

    /// The elements as one slice in the order of the memory, to write, if they fill a segment without gaps.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut v = ViewMut::from_slice_mut(&mut data, [2, 3])?;
    /// v.transpose_mut().as_slice_memory_order_mut().unwrap()[1] = 20;
    /// assert_eq!(data, [1, 20, 3, 4, 5, 6]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn as_slice_memory_order_mut(&mut self) -> Option<&mut [T]> {
        self.as_view_mut().into_slice_memory_order()
    }

    /// Where [`layout`](Self::layout) counts from.
    pub(crate) fn start_mut(&mut self) -> *mut T {
        self.raw.start()
    }

    /// The view through another layout.
    ///
    /// # Safety
    /// The layout that `transform` makes reaches only elements that the layout it gets reaches, and by no two indices
    /// the same one if the layout it gets does not.
    unsafe fn relaid(self, transform: impl FnOnce(&Layout) -> Result<Layout>) -> Result<Self> {
        let raw = self.raw.relaid(transform)?;
        // SAFETY: the elements are among those of this view, which is gone, and each has one index (invariant 2).
        Ok(unsafe { Self::of(raw) })
    }
}

/// The layout of a shape over a slice of this length.
fn layout_of(op: &'static str, found: usize, shape: Dims, order: Order) -> Result<Layout> {
    let layout = Layout::contiguous_for(op, &shape, order)?;
    let expected = layout.len();
    if expected != found {
        return Err(ErrorKind::ElementCount { op, shape, expected, found }.into());
    }
    Ok(layout)
}

/// Whether a slice of this length has every element that the layout reaches.
fn check_extent(op: &'static str, len: usize, layout: &Layout) -> Result<()> {
    match layout.extent() {
        Some((lowest, highest)) if highest >= len => {
            let (lowest, highest) = (lowest as i128, highest as i128);
            Err(ErrorKind::OutOfBounds { op, lowest, highest, len: Some(len) }.into())
        }
        _ => Ok(()),
    }
}

/// # Safety
/// From `first` on, `len` elements may be read for `'a`; `first` may be anything when `len` is 0.
unsafe fn slice<'a, T>(first: *const T, len: usize) -> &'a [T] {
    if len == 0 {
        return &[];
    }
    // SAFETY: the caller's promise; memory that holds an element is aligned and not null.
    unsafe { std::slice::from_raw_parts(first, len) }
}

/// # Safety
/// From `first` on, `len` elements are the caller's alone for `'a`; `first` may be anything when `len` is 0.
unsafe fn slice_mut<'a, T>(first: *mut T, len: usize) -> &'a mut [T] {
    if len == 0 {
        return &mut [];
    }
    // SAFETY: the caller's promise; memory that holds an element is aligned and not null.
    unsafe { std::slice::from_raw_parts_mut(first, len) }
}
