//! What reads a [`View`] reads everything that shows elements: the other types ask the view that they hold.

use rayon::iter::IntoParallelIterator;

use crate::buffer::{
    IndexedIter, IndexedIterMut, Iter, IterMut, Par, ReadGuard, View, ViewMut, Views, ViewsMut, WriteGuard,
};
use crate::dtype::{DType, Element, Scalar};
use crate::error::Result;
use crate::index::{IntoAxes, IntoInts, IntoShape, Item};
use crate::tensor::{IntoValue, Tensor};

/// Rows: methods of [`View`]; each type named in the head gets them all.
macro_rules! forward_reads {
    ($Type:ty { $(fn $method:ident ($($arg:ident: $Arg:ty),*) -> $Result:ty;)* }) => {
        impl<T: Element> $Type { $(
            #[doc = concat!("[`View::", stringify!($method), "`] of the elements.")]
            #[inline]
            #[track_caller]
            pub fn $method (&self, $($arg: $Arg),*) -> $Result {
                self.as_view().$method($($arg),*)
            }
        )* }
    };
}

/// The methods that read, for one type.
macro_rules! reads {
    ($Type:ty) => {
        forward_reads! { $Type {
            fn rank() -> usize;
            fn len() -> usize;
            fn is_empty() -> bool;
            fn dtype() -> DType;
            fn to_vec() -> Vec<T>;
            fn try_to_vec() -> Result<Vec<T>>;
            fn to_tensor() -> Result<Tensor<T>>;
            fn load(items: &[Item<'_>]) -> Result<Tensor<T>>;
            fn value() -> Result<T>;
            fn item() -> Result<T>;
            fn as_slice() -> Option<&[T]>;
            fn as_slice_memory_order() -> Option<&[T]>;
            fn get(index: impl IntoInts) -> Result<T>;
            fn get_ref(index: impl IntoInts) -> Result<&T>;
            fn view(index: &[Item<'_>]) -> Result<View<'_, T>>;
            fn transpose() -> View<'_, T>;
            fn permute(axes: impl IntoInts) -> Result<View<'_, T>>;
            fn squeeze(axes: impl IntoAxes) -> Result<View<'_, T>>;
            fn expand_dims(positions: impl IntoInts) -> Result<View<'_, T>>;
            fn flip(axes: impl IntoAxes) -> Result<View<'_, T>>;
            fn reshape(shape: impl IntoInts) -> Result<View<'_, T>>;
            fn diagonal() -> Result<View<'_, T>>;
            fn diagonal_of(offset: i64, axis1: i64, axis2: i64) -> Result<View<'_, T>>;
            fn broadcast_to(shape: impl IntoShape) -> Result<View<'_, T>>;
            fn index_axis(axis: i64, index: i64) -> Result<View<'_, T>>;
            fn split_at(axis: i64, index: i64) -> Result<(View<'_, T>, View<'_, T>)>;
            fn iter() -> Iter<'_, T>;
            fn indexed_iter() -> IndexedIter<'_, T>;
            fn axis_iter(axis: i64) -> Result<Views<'_, T>>;
            fn lanes(axis: i64) -> Result<Views<'_, T>>;
            fn windows(shape: impl IntoShape) -> Result<Views<'_, T>>;
            fn chunks(shape: impl IntoShape) -> Result<Views<'_, T>>;
            fn axis_chunks(axis: i64, size: usize) -> Result<Views<'_, T>>;
            fn par_iter() -> Par<Iter<'_, T>>;
            fn par_indexed_iter() -> Par<IndexedIter<'_, T>>;
            fn par_axis_iter(axis: i64) -> Result<Par<Views<'_, T>>>;
            fn par_lanes(axis: i64) -> Result<Par<Views<'_, T>>>;
            fn par_windows(shape: impl IntoShape) -> Result<Par<Views<'_, T>>>;
            fn par_chunks(shape: impl IntoShape) -> Result<Par<Views<'_, T>>>;
            fn par_axis_chunks(axis: i64, size: usize) -> Result<Par<Views<'_, T>>>;
        } }
    };
}

reads!(ViewMut<'_, T>);
reads!(ReadGuard<T>);
reads!(WriteGuard<T>);

/// Rows: methods of [`WriteGuard`], each with the method of [`ViewMut`] that gives the same and keeps the borrow.
macro_rules! forward_writes {
    ($(fn $method:ident($($arg:ident: $Arg:ty),*) -> $Result:ty = |$view:ident| $body:expr;)*) => {
        impl<T: Element> WriteGuard<T> { $(
            #[doc = concat!("[`ViewMut::", stringify!($method), "`] of the elements.")]
            #[inline]
            pub fn $method(&mut self, $($arg: $Arg),*) -> $Result {
                let $view = self.as_view_mut();
                $body
            }
        )* }
    };
}

forward_writes! {
    fn as_slice_mut() -> Option<&mut [T]> = |view| view.into_slice();
    fn get_mut(index: impl IntoInts) -> Result<&mut T> = |view| view.into_element("get_mut", index);
    fn view_mut(index: &[Item<'_>]) -> Result<ViewMut<'_, T>> = |view| view.into_view_mut(index);
    fn transpose_mut() -> ViewMut<'_, T> = |view| view.into_transpose();
    fn permute_mut(axes: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_permute(axes);
    fn squeeze_mut(axes: impl IntoAxes) -> Result<ViewMut<'_, T>> = |view| view.into_squeeze(axes);
    fn expand_dims_mut(positions: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_expand_dims(positions);
    fn flip_mut(axes: impl IntoAxes) -> Result<ViewMut<'_, T>> = |view| view.into_flip(axes);
    fn reshape_mut(shape: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_reshape(shape);
    fn diagonal_mut() -> Result<ViewMut<'_, T>> = |view| view.into_diagonal();
    fn diagonal_of_mut(offset: i64, axis1: i64, axis2: i64) -> Result<ViewMut<'_, T>> =
        |view| view.into_diagonal_of(offset, axis1, axis2);
    fn index_axis_mut(axis: i64, index: i64) -> Result<ViewMut<'_, T>> = |view| view.into_index_axis(axis, index);
    fn split_at_mut(axis: i64, index: i64) -> Result<(ViewMut<'_, T>, ViewMut<'_, T>)> =
        |view| view.into_split_at(axis, index);
    fn iter_mut() -> IterMut<'_, T> = |view| view.into_iter();
    fn indexed_iter_mut() -> IndexedIterMut<'_, T> = |view| view.into_indexed_iter();
    fn axis_iter_mut(axis: i64) -> Result<ViewsMut<'_, T>> = |view| view.into_axis_iter(axis);
    fn lanes_mut(axis: i64) -> Result<ViewsMut<'_, T>> = |view| view.into_lanes(axis);
    fn chunks_mut(shape: impl IntoShape) -> Result<ViewsMut<'_, T>> = |view| view.into_chunks(shape);
    fn axis_chunks_mut(axis: i64, size: usize) -> Result<ViewsMut<'_, T>> = |view| view.into_axis_chunks(axis, size);
    fn par_iter_mut() -> Par<IterMut<'_, T>> = |view| view.into_iter().into_par_iter();
    fn par_indexed_iter_mut() -> Par<IndexedIterMut<'_, T>> = |view| view.into_indexed_iter().into_par_iter();
    fn par_axis_iter_mut(axis: i64) -> Result<Par<ViewsMut<'_, T>>> =
        |view| Ok(view.into_axis_iter(axis)?.into_par_iter());
    fn par_lanes_mut(axis: i64) -> Result<Par<ViewsMut<'_, T>>> = |view| Ok(view.into_lanes(axis)?.into_par_iter());
    fn par_chunks_mut(shape: impl IntoShape) -> Result<Par<ViewsMut<'_, T>>> =
        |view| Ok(view.into_chunks(shape)?.into_par_iter());
}

impl<T: Element> WriteGuard<T> {
    /// Writes the element at an index; negative entries count from the end.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.write()?.set([1, -1], 60)?;
    /// assert_eq!(x.get([1, 2])?, 60);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the index has another rank or lies outside.
    pub fn set(&mut self, index: impl IntoInts, value: T) -> Result<()> {
        self.as_view_mut().set(index, value)
    }

    /// [`ViewMut::store`] into the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// x.write()?.store(s![.., 0], 7)?;
    /// assert_eq!(x, tensor![[7, 2, 3], [7, 5, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn store<'v>(&mut self, items: &[Item<'_>], value: impl IntoValue<'v>) -> Result<()> {
        self.as_view_mut().store(items, value)
    }

    /// [`ViewMut::assign`] to the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.write()?.assign(tensor![[5, 6], [7, 8]])?;
    /// assert_eq!(x, tensor![[5, 6], [7, 8]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn assign<'v>(&mut self, value: impl IntoValue<'v>) -> Result<()> {
        self.as_view_mut().assign(value)
    }

    /// [`ViewMut::fill`] of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.write()?.fill(0)?;
    /// assert_eq!(x, tensor![[0, 0], [0, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// As there.
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        self.as_view_mut().fill(value)
    }
}
