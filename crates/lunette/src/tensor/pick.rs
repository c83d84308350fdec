//! Picking entries by name: take, put, scatter, nonzero, positions as indices, and storing under a mask.

use super::{IntoValue, Kind, Tensor};
use crate::error::Result;
use crate::index::{IndexKind, IntoIndices, IntoShape, Item};
use crate::ops::pick::{self, Duplicates};
use crate::ops::{search, store};

impl<K: Kind> Tensor<K> {
    /// The entries of one axis that `indices` name, in their order; negative ones count from the end. A copy.
    ///
    /// The axis becomes the axes of `indices`.
    ///
    /// # Errors
    /// If an index lies outside of the axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.take(&[2, 0], 1)?, tensor![[3, 1], [6, 4]]);
    /// assert_eq!(x.take(&tensor![[2], [0]], 1)?.shape(), [2, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "index_select")]
    #[doc(alias = "select")]
    pub fn take<'i>(&self, indices: impl IntoIndices<'i>, axis: i64) -> Result<Self> {
        pick::take(&self.handle, indices.into_indices().handle(), axis).map(Self::wrap)
    }

    /// For each place of `indices` the entry that it names along `axis`, at the same place of the other axes. A copy.
    ///
    /// Off the axis the two shapes broadcast: with the indices that sort each row, this sorts each row.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[30, 10, 20], [5, 6, 4]];
    /// let order = tensor![[1, 2, 0], [2, 0, 1]];
    /// assert_eq!(x.take_along_axis(&order, 1)?, tensor![[10, 20, 30], [4, 5, 6]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "gather")]
    pub fn take_along_axis<I: IndexKind>(&self, indices: &Tensor<I>, axis: i64) -> Result<Self> {
        pick::take_along_axis(&self.handle, &indices.handle, axis).map(Self::wrap)
    }

    /// Writes `value` into the entries along `axis` that `indices` name, each at the same place of the other axes: the
    /// counterpart of [`take_along_axis`](Self::take_along_axis).
    ///
    /// The value goes to the shape that `indices` broadcast to off the axis.
    ///
    /// # Errors
    /// If the indices have another rank or one lies outside of the axis, or as [`store`](Self::store). Then nothing has
    /// been written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[30, 10, 20], [5, 6, 4]];
    /// x.put_along_axis(&x.argmax_keepdims(1)?, 99, 1)?;
    /// assert_eq!(x, tensor![[99, 10, 20], [5, 99, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn put_along_axis<'v, I: IndexKind>(
        &self,
        indices: &Tensor<I>,
        value: impl IntoValue<'v>,
        axis: i64,
    ) -> Result<()> {
        pick::put_along_axis(&self.handle, &indices.handle, &value.into_value(), axis)
    }

    /// Writes `value` at flat row-major positions, whatever the strides; negative ones count from the end.
    ///
    /// # Errors
    /// If a position lies outside, or as [`store`](Self::store). Then nothing has been written.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::<i32>::zeros([2, 3])?;
    /// x.put(&tensor![1, -1], &[7, 8])?;
    /// assert_eq!(x, tensor![[0, 7, 0], [0, 0, 8]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn put<'v, I: IndexKind>(&self, positions: &Tensor<I>, value: impl IntoValue<'v>) -> Result<()> {
        pick::put(&self.handle, &positions.handle, &value.into_value())
    }

    /// As [`store`](Self::store), saying what happens to elements that are picked twice.
    ///
    /// # Errors
    /// As [`store`](Self::store); for a sum also if the value's kind is higher than this tensor's (floats into
    /// integers), or this tensor holds bools.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let counts = Tensor::<i64>::zeros(3)?;
    /// counts.scatter(s![&tensor![0, 2, 2, 2]], 1, Duplicates::Sum)?;
    /// assert_eq!(counts, tensor![1_i64, 0, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "add.at")]
    pub fn scatter<'v>(
        &self,
        items: &[Item<'_>],
        value: impl IntoValue<'v>,
        duplicates: Duplicates,
    ) -> Result<()> {
        store::scatter(&self.handle, items, &value.into_value(), duplicates)
    }

    /// The elements that one index tensor for each axis names; an axis without one goes by its own place.
    ///
    /// The index tensors broadcast to the shape of the result; `None` for axis `k` means the index along axis `k`
    /// of the result. A copy.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = Tensor::from_flat_fn([4, 3], |i| i as i32)?;
    /// let rows = tensor![[1, 2, 2]];
    /// assert_eq!(x.gather(&[Some(&rows), None])?, tensor![[3, 7, 8]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn gather<I: IndexKind>(&self, indices: &[Option<&Tensor<I>>]) -> Result<Self> {
        pick::gather_places(&self.handle, &handles(indices)).map(Self::wrap)
    }

    /// A new tensor of the given shape in which each element of this one has been added at the place that the index
    /// tensors name; the counterpart of [`gather`](Self::gather).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![10, 20, 30];
    /// assert_eq!(x.scatter_to(&[Some(&tensor![1, 0, 1])], [2])?, tensor![20, 40]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "np.add.at")]
    pub fn scatter_to<I: IndexKind>(
        &self,
        indices: &[Option<&Tensor<I>>],
        shape: impl IntoShape,
    ) -> Result<Self> {
        pick::scatter_places(&self.handle, &handles(indices), &shape.into_shape()).map(Self::wrap)
    }

    /// Writes `value`, stretched to this tensor's shape, where `mask`, stretched likewise, is true.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// x.store_where(&tensor![true, false], &tensor![[10], [30]])?;
    /// assert_eq!(x, tensor![[10, 2], [30, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "putmask")]
    #[doc(alias = "place")]
    pub fn store_where<'v>(&self, mask: &Tensor<bool>, value: impl IntoValue<'v>) -> Result<()> {
        store::store_where(&self.handle, &mask.handle, &value.into_value())
    }

    /// Where the elements are not zero (NaN counts as not zero): one tensor of indices for each axis, row-major.
    ///
    /// # Errors
    /// If the rank is 0.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let hits = tensor![[0, 5], [7, 0]].nonzero()?;
    /// assert_eq!((&hits[0], &hits[1]), (&tensor![0_i64, 1], &tensor![1_i64, 0]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nonzero(&self) -> Result<Vec<Tensor<i64>>> {
        Ok(search::nonzero(&self.handle)?.into_iter().map(Tensor::wrap).collect())
    }

    /// The indices along each axis of a tensor of this shape that the flat row-major positions in it have, as
    /// [`argmax`](Self::argmax) of all elements names them; negative positions count from the end.
    ///
    /// # Errors
    /// If a position lies outside of the shape, or these are no integers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3, 1, 4], [1, 5, 9]];
    /// let place = x.argmax(..)?.unravel_index(x.shape())?;
    /// assert_eq!((place[0].item()?, place[1].item()?), (1, 2));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn unravel_index(&self, shape: impl IntoShape) -> Result<Vec<Tensor<i64>>> {
        let found = pick::unravel_index(&self.handle, &shape.into_shape())?;
        Ok(found.into_iter().map(Tensor::wrap).collect())
    }

    /// The flat row-major positions at which elements are not zero (NaN counts as not zero).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0, 5], [7, 0]].flatnonzero()?, tensor![1_i64, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn flatnonzero(&self) -> Result<Tensor<i64>> {
        search::flatnonzero(&self.handle).map(Tensor::wrap)
    }

    /// Where the elements are not zero: a table with one row of indices for each hit.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0, 5], [7, 0]].argwhere()?, tensor![[0_i64, 1], [1, 0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn argwhere(&self) -> Result<Tensor<i64>> {
        search::argwhere(&self.handle).map(Tensor::wrap)
    }
}

/// The flat row-major positions in a tensor of this shape that indices along its axes name, one tensor for each axis;
/// they broadcast, and negative ones count from the end. The counterpart of [`Tensor::unravel_index`].
///
/// # Errors
/// If an index lies outside of its axis, there are not as many tensors as axes, they do not broadcast, or they are no
/// integers.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::ravel_multi_index;
/// let (rows, columns) = (tensor![1, 0], tensor![2, -1]);
/// assert_eq!(ravel_multi_index(&[&rows, &columns], [2, 3])?, tensor![5_i64, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn ravel_multi_index<I: IndexKind>(indices: &[&Tensor<I>], shape: impl IntoShape) -> Result<Tensor<i64>> {
    let indices: Vec<_> = indices.iter().map(|index| &index.handle).collect();
    pick::ravel_multi_index(&indices, &shape.into_shape()).map(Tensor::wrap)
}

fn handles<'a, I: Kind>(tensors: &[Option<&'a Tensor<I>>]) -> Vec<Option<&'a crate::tensor::Handle>> {
    tensors.iter().map(|tensor| tensor.map(|tensor| &tensor.handle)).collect()
}
