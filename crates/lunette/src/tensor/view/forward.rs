//! What reads a [`View`] reads everything that shows elements: the other types ask the view that they hold.

use crate::buffer::{IndexedIter, Iter, Par, View, ViewMut, Views};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::index::{IndexInteger, Item};

/// Rows: methods of [`View`]; each type named in the head gets them all.
macro_rules! forward_reads {
    ($Type:ty { $(fn $method:ident $(<$I:ident: $Bound:path>)? ($($arg:ident: $Arg:ty),*) -> $Result:ty;)* }) => {
        impl<T: Element> $Type { $(
            #[doc = concat!("[`View::", stringify!($method), "`] of the elements.")]
            #[inline]
            pub fn $method $(<$I: $Bound>)? (&self, $($arg: $Arg),*) -> $Result {
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
            fn as_slice() -> Option<&[T]>;
            fn as_slice_memory_order() -> Option<&[T]>;
            fn get<I: IndexInteger>(index: impl AsRef<[I]>) -> Result<T>;
            fn get_ref<I: IndexInteger>(index: impl AsRef<[I]>) -> Result<&T>;
            fn view(index: &[Item<'_>]) -> Result<View<'_, T>>;
            fn transpose() -> View<'_, T>;
            fn permute(axes: impl AsRef<[i64]>) -> Result<View<'_, T>>;
            fn squeeze() -> Result<View<'_, T>>;
            fn squeeze_axes(axes: impl AsRef<[i64]>) -> Result<View<'_, T>>;
            fn expand_dims(axes: impl AsRef<[i64]>) -> Result<View<'_, T>>;
            fn flip(axes: impl AsRef<[i64]>) -> Result<View<'_, T>>;
            fn reshape(shape: impl AsRef<[i64]>) -> Result<View<'_, T>>;
            fn diagonal(offset: i64, axis1: i64, axis2: i64) -> Result<View<'_, T>>;
            fn broadcast_to(shape: impl AsRef<[usize]>) -> Result<View<'_, T>>;
            fn index_axis(axis: i64, index: i64) -> Result<View<'_, T>>;
            fn split_at(axis: i64, index: i64) -> Result<(View<'_, T>, View<'_, T>)>;
            fn iter() -> Iter<'_, T>;
            fn indexed_iter() -> IndexedIter<'_, T>;
            fn axis_iter(axis: i64) -> Result<Views<'_, T>>;
            fn lanes(axis: i64) -> Result<Views<'_, T>>;
            fn windows(shape: impl AsRef<[usize]>) -> Result<Views<'_, T>>;
            fn chunks(shape: impl AsRef<[usize]>) -> Result<Views<'_, T>>;
            fn axis_chunks(axis: i64, size: usize) -> Result<Views<'_, T>>;
            fn par_iter() -> Par<Iter<'_, T>>;
            fn par_indexed_iter() -> Par<IndexedIter<'_, T>>;
            fn par_axis_iter(axis: i64) -> Result<Par<Views<'_, T>>>;
            fn par_lanes(axis: i64) -> Result<Par<Views<'_, T>>>;
            fn par_windows(shape: impl AsRef<[usize]>) -> Result<Par<Views<'_, T>>>;
            fn par_chunks(shape: impl AsRef<[usize]>) -> Result<Par<Views<'_, T>>>;
            fn par_axis_chunks(axis: i64, size: usize) -> Result<Par<Views<'_, T>>>;
        } }
    };
}

reads!(ViewMut<'_, T>);
