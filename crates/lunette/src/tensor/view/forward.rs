//! What reads a [`View`] reads everything that shows elements: the other types ask the view that they hold.

use std::borrow::Cow;

use rayon::iter::IntoParallelIterator;

use crate::buffer::{
    IndexedIter, IndexedIterMut, Iter, IterMut, Par, ReadGuard, View, ViewMut, Views, ViewsMut, WriteGuard,
};
use crate::dtype::{DType, Element, Scalar};
use crate::error::Result;
use crate::index::{IntoAxes, IntoIndices, IntoInts, IntoRange, IntoShape, Item};
use crate::tensor::{IntoValue, Tensor};

/// Rows: methods of [`View`], each with an example on the 2 x 3 elements that the type's own lines make of 1 to 6; each
/// type named in the head gets them all.
macro_rules! forward_reads {
    ($Type:ty, $setup:literal { $(fn $method:ident $(<$life:lifetime>)? ($($arg:ident: $Arg:ty),*) -> $Result:ty, $example:literal;)* }) => {
        impl<T: Element> $Type { $(
            #[doc = concat!("[`View::", stringify!($method), "`] of the elements; what fails there fails here.")]
            #[doc = "\n```\nuse lunette::prelude::*;"]
            #[doc = $setup]
            #[doc = $example]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            #[inline]
            #[track_caller]
            pub fn $method $(<$life>)? (&self, $($arg: $Arg),*) -> $Result {
                self.as_view().$method($($arg),*)
            }
        )* }
    };
}

/// The methods that read, for one type.
macro_rules! reads {
    ($Type:ty, $setup:literal) => {
        forward_reads! { $Type, $setup {
            fn rank() -> usize,
                "assert_eq!(v.rank(), 2);";
            fn len() -> usize,
                "assert_eq!(v.len(), 6);";
            fn is_empty() -> bool,
                "assert!(!v.is_empty());";
            fn dtype() -> DType,
                "assert_eq!(v.dtype(), DType::I32);";
            fn to_vec() -> Vec<T>,
                "assert_eq!(v.to_vec(), [1, 2, 3, 4, 5, 6]);";
            fn try_to_vec() -> Result<Vec<T>>,
                "assert_eq!(v.try_to_vec()?, [1, 2, 3, 4, 5, 6]);";
            fn to_tensor() -> Result<Tensor<T>>,
                "assert_eq!(v.to_tensor()?, tensor![[1, 2, 3], [4, 5, 6]]);";
            fn load(items: &[Item<'_>]) -> Result<Tensor<T>>,
                "assert_eq!(v.load(s![.., &[2, 0]])?, tensor![[3, 1], [6, 4]]);";
            fn take<'i>(indices: impl IntoIndices<'i>, axis: i64) -> Result<Tensor<T>>,
                "assert_eq!(v.take(&[2, 0], 1)?, tensor![[3, 1], [6, 4]]);";
            fn ravel() -> Result<Cow<'_, [T]>>,
                "assert_eq!(v.ravel()?[..], [1, 2, 3, 4, 5, 6]);";
            fn value() -> Result<T>,
                "assert_eq!(v.value()?, 1);";
            fn item() -> Result<T>,
                "assert!(v.item().is_err()); // there are six";
            fn as_slice() -> Option<&[T]>,
                "assert_eq!(v.as_slice().unwrap(), [1, 2, 3, 4, 5, 6]);";
            fn as_slice_memory_order() -> Option<&[T]>,
                "assert_eq!(v.as_slice_memory_order().unwrap(), [1, 2, 3, 4, 5, 6]);";
            fn get(index: impl IntoInts) -> Result<T>,
                "assert_eq!(v.get([1, -1])?, 6);";
            fn get_ref(index: impl IntoInts) -> Result<&T>,
                "assert_eq!(v.get_ref([0, 1])?, &2);";
            fn view(index: &[Item<'_>]) -> Result<View<'_, T>>,
                "assert_eq!(v.view(s![.., 1])?.to_vec(), [2, 5]);";
            fn transpose() -> View<'_, T>,
                "assert_eq!(v.transpose().to_vec(), [1, 4, 2, 5, 3, 6]);";
            fn t() -> View<'_, T>,
                "assert_eq!(v.t().shape(), [3, 2]);";
            fn permute(axes: impl IntoInts) -> Result<View<'_, T>>,
                "assert_eq!(v.permute([1, 0])?.shape(), [3, 2]);";
            fn swapaxes(first: i64, second: i64) -> Result<View<'_, T>>,
                "assert_eq!(v.swapaxes(0, 1)?.shape(), [3, 2]);";
            fn moveaxis(source: impl IntoInts, destination: impl IntoInts) -> Result<View<'_, T>>,
                "assert_eq!(v.moveaxis(0, -1)?.shape(), [3, 2]);";
            fn squeeze(axes: impl IntoAxes) -> Result<View<'_, T>>,
                "assert_eq!(v.squeeze(..)?.shape(), [2, 3]);";
            fn expand_dims(positions: impl IntoInts) -> Result<View<'_, T>>,
                "assert_eq!(v.expand_dims(0)?.shape(), [1, 2, 3]);";
            fn flip(axes: impl IntoAxes) -> Result<View<'_, T>>,
                "assert_eq!(v.flip(0)?.to_vec(), [4, 5, 6, 1, 2, 3]);";
            fn reshape(shape: impl IntoInts) -> Result<View<'_, T>>,
                "assert_eq!(v.reshape([3, -1])?.shape(), [3, 2]);";
            fn diagonal() -> Result<View<'_, T>>,
                "assert_eq!(v.diagonal()?.to_vec(), [1, 5]);";
            fn diagonal_of(offset: i64, axis1: i64, axis2: i64) -> Result<View<'_, T>>,
                "assert_eq!(v.diagonal_of(1, 0, 1)?.to_vec(), [2, 6]);";
            fn broadcast_to(shape: impl IntoShape) -> Result<View<'_, T>>,
                "assert_eq!(v.broadcast_to([4, 2, 3])?.len(), 24);";
            fn index_axis(axis: i64, index: i64) -> Result<View<'_, T>>,
                "assert_eq!(v.index_axis(0, -1)?.to_vec(), [4, 5, 6]);";
            fn slice_axis(axis: i64, range: impl IntoRange) -> Result<View<'_, T>>,
                "assert_eq!(v.slice_axis(1, 1..)?.to_vec(), [2, 3, 5, 6]);";
            fn split_at(axis: i64, index: i64) -> Result<(View<'_, T>, View<'_, T>)>,
                "assert_eq!(v.split_at(1, 2)?.1.to_vec(), [3, 6]);";
            fn iter() -> Iter<'_, T>,
                "assert_eq!(v.iter().sum::<i32>(), 21);";
            fn indexed_iter() -> IndexedIter<'_, T>,
                "assert!(v.indexed_iter().all(|(index, &x)| x as usize == 3 * index[0] + index[1] + 1));";
            fn axis_iter(axis: i64) -> Result<Views<'_, T>>,
                "assert!(v.axis_iter(0)?.map(|row| row.iter().sum::<i32>()).eq([6, 15]));";
            fn lanes(axis: i64) -> Result<Views<'_, T>>,
                "assert!(v.lanes(0)?.map(|column| column.iter().sum::<i32>()).eq([5, 7, 9]));";
            fn windows(shape: impl IntoShape) -> Result<Views<'_, T>>,
                "assert_eq!(v.windows([2, 2])?.len(), 2);";
            fn chunks(shape: impl IntoShape) -> Result<Views<'_, T>>,
                "assert_eq!(v.chunks([1, 2])?.len(), 4);";
            fn axis_chunks(axis: i64, size: usize) -> Result<Views<'_, T>>,
                "assert_eq!(v.axis_chunks(1, 2)?.len(), 2);";
            fn par_iter() -> Par<Iter<'_, T>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_iter().sum::<i32>(), 21);";
            fn par_indexed_iter() -> Par<IndexedIter<'_, T>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_indexed_iter().filter(|(index, _)| index[0] == 0).count(), 3);";
            fn par_axis_iter(axis: i64) -> Result<Par<Views<'_, T>>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_axis_iter(0)?.count(), 2);";
            fn par_lanes(axis: i64) -> Result<Par<Views<'_, T>>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_lanes(0)?.count(), 3);";
            fn par_windows(shape: impl IntoShape) -> Result<Par<Views<'_, T>>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_windows([2, 2])?.count(), 2);";
            fn par_chunks(shape: impl IntoShape) -> Result<Par<Views<'_, T>>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_chunks([1, 2])?.count(), 4);";
            fn par_axis_chunks(axis: i64, size: usize) -> Result<Par<Views<'_, T>>>,
                "use rayon::prelude::*;\nassert_eq!(v.par_axis_chunks(1, 2)?.count(), 2);";
        } }
    };
}

reads!(
    ViewMut<'_, T>,
    "let mut data = [1, 2, 3, 4, 5, 6];\nlet v = ViewMut::from_slice_mut(&mut data, [2, 3])?;"
);
reads!(ReadGuard<T>, "let x = tensor![[1, 2, 3], [4, 5, 6]];\nlet v = x.read()?;");
reads!(WriteGuard<T>, "let x = tensor![[1, 2, 3], [4, 5, 6]];\nlet v = x.write()?;");

/// Rows: methods of [`WriteGuard`], each with the method of [`ViewMut`] that gives the same and keeps the borrow, and an
/// example on the elements `[[1, 2, 3], [4, 5, 6]]`.
macro_rules! forward_writes {
    ($(fn $method:ident($($arg:ident: $Arg:ty),*) -> $Result:ty = |$view:ident| $body:expr, $example:literal;)*) => {
        impl<T: Element> WriteGuard<T> { $(
            #[doc = concat!("[`ViewMut::", stringify!($method), "`] of the elements; what fails there fails here.")]
            #[doc = "\n```\nuse lunette::prelude::*;\nlet x = tensor![[1, 2, 3], [4, 5, 6]];\nlet mut v = x.write()?;"]
            #[doc = $example]
            #[doc = "# Ok::<(), lunette::Error>(())\n```"]
            #[inline]
            pub fn $method(&mut self, $($arg: $Arg),*) -> $Result {
                let $view = self.as_view_mut();
                $body
            }
        )* }
    };
}

forward_writes! {
    fn as_slice_mut() -> Option<&mut [T]> = |view| view.into_slice(),
        "v.as_slice_mut().unwrap()[0] = 9;\nassert_eq!(v[[0, 0]], 9);";
    fn as_slice_memory_order_mut() -> Option<&mut [T]> = |view| view.into_slice_memory_order(),
        "v.as_slice_memory_order_mut().unwrap().reverse();\nassert_eq!(v[[0, 0]], 6);";
    fn get_mut(index: impl IntoInts) -> Result<&mut T> = |view| view.into_element("get_mut", index),
        "*v.get_mut([0, -1])? += 10;\nassert_eq!(v[[0, 2]], 13);";
    fn view_mut(index: &[Item<'_>]) -> Result<ViewMut<'_, T>> = |view| view.into_view_mut(index),
        "v.view_mut(s![.., 0])?.fill(0)?;\nassert_eq!(v.to_vec(), [0, 2, 3, 0, 5, 6]);";
    fn transpose_mut() -> ViewMut<'_, T> = |view| view.into_transpose(),
        "v.transpose_mut()[[2, 0]] = 30;\nassert_eq!(v[[0, 2]], 30);";
    fn permute_mut(axes: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_permute(axes),
        "v.permute_mut([1, 0])?[[2, 0]] = 30;\nassert_eq!(v[[0, 2]], 30);";
    fn swapaxes_mut(first: i64, second: i64) -> Result<ViewMut<'_, T>> = |view| view.into_swapaxes(first, second),
        "v.swapaxes_mut(0, 1)?[[2, 0]] = 30;\nassert_eq!(v[[0, 2]], 30);";
    fn moveaxis_mut(source: impl IntoInts, destination: impl IntoInts) -> Result<ViewMut<'_, T>> =
        |view| view.into_moveaxis(source, destination),
        "v.moveaxis_mut(0, -1)?[[2, 0]] = 30;\nassert_eq!(v[[0, 2]], 30);";
    fn squeeze_mut(axes: impl IntoAxes) -> Result<ViewMut<'_, T>> = |view| view.into_squeeze(axes),
        "v.squeeze_mut(..)?[[0, 0]] = 9;\nassert_eq!(v[[0, 0]], 9);";
    fn expand_dims_mut(positions: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_expand_dims(positions),
        "v.expand_dims_mut(0)?[[0, 1, 0]] = 9;\nassert_eq!(v[[1, 0]], 9);";
    fn flip_mut(axes: impl IntoAxes) -> Result<ViewMut<'_, T>> = |view| view.into_flip(axes),
        "v.flip_mut(..)?[[0, 0]] = 9;\nassert_eq!(v[[1, 2]], 9);";
    fn reshape_mut(shape: impl IntoInts) -> Result<ViewMut<'_, T>> = |view| view.into_reshape(shape),
        "v.reshape_mut([3, -1])?[[2, 1]] = 9;\nassert_eq!(v[[1, 2]], 9);";
    fn diagonal_mut() -> Result<ViewMut<'_, T>> = |view| view.into_diagonal(),
        "v.diagonal_mut()?.fill(0)?;\nassert_eq!(v.to_vec(), [0, 2, 3, 4, 0, 6]);";
    fn diagonal_of_mut(offset: i64, axis1: i64, axis2: i64) -> Result<ViewMut<'_, T>> =
        |view| view.into_diagonal_of(offset, axis1, axis2),
        "v.diagonal_of_mut(1, 0, 1)?.fill(0)?;\nassert_eq!(v.to_vec(), [1, 0, 3, 4, 5, 0]);";
    fn index_axis_mut(axis: i64, index: i64) -> Result<ViewMut<'_, T>> = |view| view.into_index_axis(axis, index),
        "v.index_axis_mut(1, 0)?.fill(0)?;\nassert_eq!(v.to_vec(), [0, 2, 3, 0, 5, 6]);";
    fn split_at_mut(axis: i64, index: i64) -> Result<(ViewMut<'_, T>, ViewMut<'_, T>)> =
        |view| view.into_split_at(axis, index),
        "let (mut upper, lower) = v.split_at_mut(0, 1)?;\nupper.assign(&lower)?;\nassert_eq!(v.to_vec(), [4, 5, 6, 4, 5, 6]);";
    fn slice_axis_mut(axis: i64, range: impl IntoRange) -> Result<ViewMut<'_, T>> =
        |view| view.into_slice_axis(axis, range),
        "v.slice_axis_mut(1, 1..)?.fill(0)?;\nassert_eq!(v.to_vec(), [1, 0, 0, 4, 0, 0]);";
    fn iter_mut() -> IterMut<'_, T> = |view| view.into_iter(),
        "v.iter_mut().for_each(|x| *x *= 2);\nassert_eq!(v.to_vec(), [2, 4, 6, 8, 10, 12]);";
    fn indexed_iter_mut() -> IndexedIterMut<'_, T> = |view| view.into_indexed_iter(),
        "v.indexed_iter_mut().for_each(|(index, x)| *x = index[1] as i32);\nassert_eq!(v.to_vec(), [0, 1, 2, 0, 1, 2]);";
    fn axis_iter_mut(axis: i64) -> Result<ViewsMut<'_, T>> = |view| view.into_axis_iter(axis),
        "for mut row in v.axis_iter_mut(0)? {\n    row[0] = 0;\n}\nassert_eq!(v.to_vec(), [0, 2, 3, 0, 5, 6]);";
    fn lanes_mut(axis: i64) -> Result<ViewsMut<'_, T>> = |view| view.into_lanes(axis),
        "for mut column in v.lanes_mut(0)? {\n    column[1] = column[0];\n}\nassert_eq!(v.to_vec(), [1, 2, 3, 1, 2, 3]);";
    fn chunks_mut(shape: impl IntoShape) -> Result<ViewsMut<'_, T>> = |view| view.into_chunks(shape),
        "for mut chunk in v.chunks_mut([1, 2])? {\n    chunk[[0, 0]] = 0;\n}\nassert_eq!(v.to_vec(), [0, 2, 0, 0, 5, 0]);";
    fn axis_chunks_mut(axis: i64, size: usize) -> Result<ViewsMut<'_, T>> = |view| view.into_axis_chunks(axis, size),
        "for mut part in v.axis_chunks_mut(1, 2)? {\n    part[[0, 0]] = 0;\n}\nassert_eq!(v.to_vec(), [0, 2, 0, 4, 5, 6]);";
    fn par_iter_mut() -> Par<IterMut<'_, T>> = |view| view.into_iter().into_par_iter(),
        "use rayon::prelude::*;\nv.par_iter_mut().for_each(|x| *x *= 2);\nassert_eq!(v.to_vec(), [2, 4, 6, 8, 10, 12]);";
    fn par_indexed_iter_mut() -> Par<IndexedIterMut<'_, T>> = |view| view.into_indexed_iter().into_par_iter(),
        "use rayon::prelude::*;\nv.par_indexed_iter_mut().for_each(|(index, x)| *x = index[1] as i32);\nassert_eq!(v.to_vec(), [0, 1, 2, 0, 1, 2]);";
    fn par_axis_iter_mut(axis: i64) -> Result<Par<ViewsMut<'_, T>>> =
        |view| Ok(view.into_axis_iter(axis)?.into_par_iter()),
        "use rayon::prelude::*;\nv.par_axis_iter_mut(0)?.for_each(|mut row| row[0] = 0);\nassert_eq!(v.to_vec(), [0, 2, 3, 0, 5, 6]);";
    fn par_lanes_mut(axis: i64) -> Result<Par<ViewsMut<'_, T>>> = |view| Ok(view.into_lanes(axis)?.into_par_iter()),
        "use rayon::prelude::*;\nv.par_lanes_mut(0)?.for_each(|mut column| column[1] = column[0]);\nassert_eq!(v.to_vec(), [1, 2, 3, 1, 2, 3]);";
    fn par_chunks_mut(shape: impl IntoShape) -> Result<Par<ViewsMut<'_, T>>> =
        |view| Ok(view.into_chunks(shape)?.into_par_iter()),
        "use rayon::prelude::*;\nv.par_chunks_mut([1, 2])?.for_each(|mut chunk| chunk[[0, 0]] = 0);\nassert_eq!(v.to_vec(), [0, 2, 0, 0, 5, 0]);";
    fn par_axis_chunks_mut(axis: i64, size: usize) -> Result<Par<ViewsMut<'_, T>>> =
        |view| Ok(view.into_axis_chunks(axis, size)?.into_par_iter()),
        "use rayon::prelude::*;\nv.par_axis_chunks_mut(1, 2)?.for_each(|mut part| part[[0, 0]] = 0);\nassert_eq!(v.to_vec(), [0, 2, 0, 4, 5, 6]);";
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

    /// [`ViewMut::map_in_place`] of the elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.write()?.map_in_place(|v| v * v);
    /// assert_eq!(x, tensor![[1, 4], [9, 16]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn map_in_place(&mut self, f: impl FnMut(T) -> T) {
        self.as_view_mut().map_in_place(f);
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
