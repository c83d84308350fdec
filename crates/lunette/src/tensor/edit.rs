//! Entries put into an axis and taken out of it: new tensors, because memory does not grow.

use super::{IntoValue, Kind, Tensor};
use crate::error::Result;
use crate::index::{IntoInts, IntoRange, IntoShape};
use crate::ops::edit;

impl<K: Kind> Tensor<K> {
    /// A copy with new entries before those that `positions` name along `axis`, or along the row of all elements for
    /// `None`; negative positions count from the end, and the size of the axis is the place behind the last entry.
    ///
    /// One position takes as many entries as the value has along the axis, several take one each. The value is stored
    /// as [`store`](Self::store) stores it: it broadcasts, and the dtype of this tensor stays.
    ///
    /// # Errors
    /// If a position lies outside of the axis, or the value does not fit the new entries or the dtype.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 2, 3];
    /// assert_eq!(x.insert(1, [8, 9], 0)?, tensor![1, 8, 9, 2, 3]);
    /// assert_eq!(x.insert([0, 3], [8, 9], 0)?, tensor![8, 1, 2, 3, 9]);
    /// assert_eq!(tensor![[1, 2], [3, 4]].insert(-1, 0, 1)?, tensor![[1, 0, 2], [3, 0, 4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn insert<'v>(
        &self,
        positions: impl IntoInts,
        value: impl IntoValue<'v>,
        axis: impl Into<Option<i64>>,
    ) -> Result<Self> {
        let (positions, value) = (positions.into_ints(), value.into_value());
        match axis.into() {
            Some(axis) => edit::insert("insert", &self.handle, &positions, &value, axis),
            None => edit::insert("insert", &self.ravel_for("insert")?.handle, &positions, &value, 0),
        }
        .map(Self::wrap)
    }

    /// A copy without the entries that `positions` name along `axis`, or along the row of all elements for `None`;
    /// negative ones count from the end, and one that is named twice goes once.
    ///
    /// # Errors
    /// If a position lies outside of the axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3, 4].delete([1, -1], 0)?, tensor![1, 3]);
    /// assert_eq!(tensor![[1, 2], [3, 4]].delete(0, 1)?, tensor![[2], [4]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "remove")]
    pub fn delete(&self, positions: impl IntoInts, axis: impl Into<Option<i64>>) -> Result<Self> {
        let axis = axis.into();
        // Long lists are not copied.
        let made = positions.with_ints(|positions| match axis {
            Some(axis) => edit::delete("delete", &self.handle, positions, axis),
            None => edit::delete("delete", &self.ravel_for("delete")?.handle, positions, 0),
        });
        made.map(Self::wrap)
    }

    /// A copy without a range of the entries of `axis`, or of the row of all elements for `None`: what is left is copied
    /// without a list of what goes.
    ///
    /// # Errors
    /// If an end of the range lies outside of the axis and the range does not cut, or its step is 0.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0, 1, 2, 3, 4];
    /// assert_eq!(x.delete_range(1..3, 0)?, tensor![0, 3, 4]);
    /// assert_eq!(x.delete_range((.., 2), 0)?, tensor![1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn delete_range(&self, range: impl IntoRange, axis: impl Into<Option<i64>>) -> Result<Self> {
        let (op, range) = ("delete_range", range.into_range());
        match axis.into() {
            Some(axis) => edit::delete_range(op, &self.handle, &range, axis),
            None => edit::delete_range(op, &self.ravel_for(op)?.handle, &range, 0),
        }
        .map(Self::wrap)
    }

    /// A copy of the entries of `axis` for which a vector is true, or of the row of all elements for `None`. The vector
    /// may be shorter than the axis: the entries behind it go.
    ///
    /// # Errors
    /// If the mask has another rank than 1, or is true for an entry that the axis does not have.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.compress(&tensor![true, false, true], 1)?, tensor![[1, 3], [4, 6]]);
    /// assert_eq!(x.compress(&tensor![false, true], None)?, tensor![2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "extract")]
    pub fn compress(&self, mask: &Tensor<bool>, axis: impl Into<Option<i64>>) -> Result<Self> {
        match axis.into() {
            Some(axis) => edit::compress("compress", &self.handle, &mask.handle, axis),
            None => edit::compress("compress", &self.ravel_for("compress")?.handle, &mask.handle, 0),
        }
        .map(Self::wrap)
    }

    /// A copy in a shape of any size: the elements in row-major order, again and again until they fill it. Where there
    /// is none, it holds zeros.
    ///
    /// # Errors
    /// If the size overflows or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2, 3].resize([2, 4])?, tensor![[1, 2, 3, 1], [2, 3, 1, 2]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn resize(&self, shape: impl IntoShape) -> Result<Self> {
        edit::resize("resize", &self.handle, &shape.into_shape()).map(Self::wrap)
    }
}
