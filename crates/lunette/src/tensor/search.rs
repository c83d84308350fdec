//! Where values go among sorted ones.

use super::operand::Values;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::IndexKind;
use crate::ops::search::{self, Side};

impl<K: Kind> Tensor<K> {
    /// For each of `values`, a tensor or a number, the index in this sorted vector before which it goes, so that the
    /// order is kept.
    ///
    /// [`Side::Left`] counts the elements that are less than the value, [`Side::Right`] those that are less or equal.
    /// The order is that of [`sort`](Self::sort), NaN last. Both are compared in the dtype that holds both, integers
    /// exactly. Nothing checks that the vector is sorted; if it is not, the indices mean nothing. A few values take
    /// microseconds, however long the vector is.
    ///
    /// # Errors
    /// If this tensor has another rank than 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Side;
    /// let x = tensor![10, 20, 20, 30];
    /// assert_eq!(x.searchsorted(&tensor![[20, 5]], Side::Left)?, tensor![[1_i64, 0]]);
    /// assert_eq!(x.searchsorted(25, Side::Left)?.item()?, 3);
    /// assert_eq!(x.searchsorted(&tensor![20.0, 35.5], Side::Right)?, tensor![3_i64, 4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "bisect")]
    pub fn searchsorted<V: Values<K>>(&self, values: V, side: Side) -> Result<Tensor<i64>> {
        let values = values.values().0.into_tensor("searchsorted", self.dtype())?;
        search::searchsorted("searchsorted", &self.handle, &values, side, None).map(Tensor::wrap)
    }

    /// As [`searchsorted`](Self::searchsorted) in a vector that is not sorted, by the indices that sort it.
    ///
    /// # Errors
    /// If this tensor has another rank than 1, or `sorter` another shape, or an index lies outside.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Side;
    /// let x = tensor![30, 10, 20];
    /// assert_eq!(x.searchsorted_by(&x.argsort(0)?, &tensor![25], Side::Left)?, tensor![2_i64]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn searchsorted_by<I: IndexKind, V: Kind>(
        &self,
        sorter: &Tensor<I>,
        values: &Tensor<V>,
        side: Side,
    ) -> Result<Tensor<i64>> {
        let (x, sorter) = (&self.handle, Some(&sorter.handle));
        search::searchsorted("searchsorted_by", x, &values.handle, side, sorter).map(Tensor::wrap)
    }
}
