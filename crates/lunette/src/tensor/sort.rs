//! Sorting along an axis, and the first few of each row.
//!
//! Every sort is stable, in both directions: equal elements keep their order. NaN comes last in both directions.

use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::IntoInts;
use crate::ops::pick;
use crate::ops::sort::{self, Direction};

/// What [`Tensor::topk`] finds.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::TopK;
/// let TopK { values, indices } = tensor![10, 40, 20].topk(1, 0, true)?;
/// assert_eq!((values, indices), (tensor![40], tensor![1_i64]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct TopK<K: Kind> {
    /// The elements, the first of them first.
    pub values: Tensor<K>,
    /// Where they stand along the axis.
    pub indices: Tensor<i64>,
}

impl<K: Kind> Tensor<K> {
    /// A copy sorted along `axis`, the least element first. Stable; NaN comes last.
    ///
    /// -0.0 and 0.0 are equal, `false` is less than `true`, and complex numbers go by their real parts, then by their
    /// imaginary parts.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3.0, f64::NAN, 1.0], [2.0, 5.0, 4.0]];
    /// assert_eq!(x.sort(-1)?.view(s![.., 0])?, tensor![1.0, 2.0]);
    /// assert_eq!(x.sort(0)?.view(s![0])?, tensor![2.0, 5.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sort(&self, axis: i64) -> Result<Self> {
        sort::sort("sort", &self.handle, axis, Direction::Ascending).map(Self::wrap)
    }

    /// A copy sorted along `axis`, the greatest element first. Stable; NaN comes last here too.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 1, 2].sort_descending(0)?, tensor![3, 2, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sort_descending(&self, axis: i64) -> Result<Self> {
        sort::sort("sort_descending", &self.handle, axis, Direction::Descending).map(Self::wrap)
    }

    /// The indices that sort along `axis`, the least element first. Stable; NaN comes last.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![30, 10, 30, 20];
    /// let order = x.argsort(0)?;
    /// assert_eq!(order, tensor![1_i64, 3, 0, 2]);
    /// assert_eq!(x.take(&order, 0)?, x.sort(0)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn argsort(&self, axis: i64) -> Result<Tensor<i64>> {
        sort::argsort("argsort", &self.handle, axis, Direction::Ascending).map(Tensor::wrap)
    }

    /// The indices that sort along `axis`, the greatest element first. Stable: of equal elements the first one comes
    /// first here too; NaN comes last.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![30, 10, 30, 20].argsort_descending(0)?, tensor![0_i64, 2, 3, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn argsort_descending(&self, axis: i64) -> Result<Tensor<i64>> {
        sort::argsort("argsort_descending", &self.handle, axis, Direction::Descending).map(Tensor::wrap)
    }

    /// The `k` greatest elements along `axis` (the least ones if `largest` is false), sorted, and where they stand.
    ///
    /// The same as the first `k` of [`sort_descending`](Self::sort_descending) or [`sort`](Self::sort), at the cost of a
    /// selection: NaN comes last, and of equal elements the first ones are taken.
    ///
    /// # Errors
    /// If there is no such axis, or it has fewer than `k` entries.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let top = tensor![10, 40, 20, 30].topk(2, 0, true)?;
    /// assert_eq!((top.values, top.indices), (tensor![40, 30], tensor![1_i64, 3]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn topk(&self, k: usize, axis: i64, largest: bool) -> Result<TopK<K>> {
        let direction = if largest { Direction::Descending } else { Direction::Ascending };
        let indices = sort::argtopk("topk", &self.handle, k, axis, direction)?;
        let values = pick::take_along_axis(&self.handle, &indices, axis)?;
        Ok(TopK { values: Self::wrap(values), indices: Tensor::wrap(indices) })
    }

    /// A copy in which the elements at the places `nth` along `axis` stand where sorting would put them: none before
    /// them is greater, none behind them less. The order of the others is not specified. NaN is greater than all numbers.
    ///
    /// # Errors
    /// If there is no such axis or place.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![7, 1, 9, 4, 3];
    /// assert_eq!(x.partition(2, 0)?.get([2])?, 4); // the median
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn partition(&self, nth: impl IntoInts, axis: i64) -> Result<Self> {
        sort::partition("partition", &self.handle, &nth.into_ints(), axis).map(Self::wrap)
    }

    /// The indices that [`partition`](Self::partition) along `axis`: the one at each place `nth` names the element that
    /// sorting would put there, none before it names a greater one, none behind it a less. They are those of
    /// [`argsort`](Self::argsort), at its cost.
    ///
    /// # Errors
    /// If there is no such axis or place.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![7, 1, 9, 4, 3];
    /// assert_eq!(x.argpartition(2, 0)?.get([2])?, 3); // where the median stands
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn argpartition(&self, nth: impl IntoInts, axis: i64) -> Result<Tensor<i64>> {
        sort::argpartition("argpartition", &self.handle, &nth.into_ints(), axis).map(Tensor::wrap)
    }
}

/// The indices that sort along `axis` by several keys of one shape: by the last one, where it is equal by the one before
/// it, and so on, as NumPy's. Stable; NaN comes last.
///
/// # Errors
/// If there is no key, the shapes differ, or there is no such axis.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::lexsort;
/// let (given, family) = (tensor![2, 1, 1], tensor![5, 7, 5]);
/// assert_eq!(lexsort(&[&given, &family], 0)?, tensor![2_i64, 0, 1]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn lexsort<K: Kind>(keys: &[&Tensor<K>], axis: i64) -> Result<Tensor<i64>> {
    let keys: Vec<_> = keys.iter().map(|key| &key.handle).collect();
    sort::lexsort("lexsort", &keys, axis).map(Tensor::wrap)
}
