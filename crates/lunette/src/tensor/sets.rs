//! Tensors as sets: distinct elements, membership.

use super::operand::{Factor, Lend, Values};
use super::{Handle, Kind, Tensor};
use crate::error::Result;
use crate::index::Item;
use crate::layout::Order;
use crate::ops::{join, load, rearrange, sets};

/// What [`Tensor::unique_all`] finds among the elements, and [`Tensor::unique_along`] among the entries of an axis.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::UniqueAll;
/// let UniqueAll { values, indices, .. } = tensor![3, 1, 3].unique_all()?;
/// assert_eq!((values, indices), (tensor![1, 3], tensor![1_i64, 0]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct UniqueAll<K: Kind> {
    /// The distinct elements in ascending order.
    pub values: Tensor<K>,
    /// The flat row-major position, or the entry of the axis, at which each of them comes first.
    pub indices: Tensor<i64>,
    /// For each element the position of its equal in `values`, in the shape of the tensor; a vector for the entries of
    /// an axis.
    pub inverse_indices: Tensor<i64>,
    /// How often each of them comes.
    pub counts: Tensor<i64>,
}

impl<K: Kind> UniqueAll<K> {
    fn wrap(sets::Unique { distinct, indices, inverse }: sets::Unique) -> Self {
        Self {
            values: Tensor::wrap(distinct.values),
            indices: Tensor::wrap(indices),
            inverse_indices: Tensor::wrap(inverse),
            counts: Tensor::wrap(distinct.counts),
        }
    }
}

/// What [`Tensor::unique_counts`] finds.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::UniqueCounts;
/// let UniqueCounts { values, counts } = tensor![3, 1, 3].unique_counts()?;
/// assert_eq!((values, counts), (tensor![1, 3], tensor![1_i64, 2]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct UniqueCounts<K: Kind> {
    /// The distinct elements in ascending order.
    pub values: Tensor<K>,
    /// How often each of them comes.
    pub counts: Tensor<i64>,
}

/// What [`Tensor::unique_inverse`] finds.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::UniqueInverse;
/// let UniqueInverse { values, inverse_indices } = tensor![3, 1, 3].unique_inverse()?;
/// assert_eq!((values, inverse_indices), (tensor![1, 3], tensor![1_i64, 0, 1]));
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct UniqueInverse<K: Kind> {
    /// The distinct elements in ascending order.
    pub values: Tensor<K>,
    /// For each element the position of its equal in `values`; in the shape of the tensor.
    pub inverse_indices: Tensor<i64>,
}

impl<K: Kind> Tensor<K> {
    /// The distinct elements in ascending order, where each comes first, which of them each element is, and how often
    /// each comes.
    ///
    /// Every NaN is distinct from all others; -0.0 and 0.0 are equal, and the one that comes first stands for both.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let unique = tensor![[30, 10], [30, 30]].unique_all()?;
    /// assert_eq!((unique.values, unique.counts), (tensor![10, 30], tensor![1_i64, 3]));
    /// assert_eq!(unique.indices, tensor![1_i64, 0]);
    /// assert_eq!(unique.inverse_indices, tensor![[1_i64, 0], [1, 1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "unique")]
    pub fn unique_all(&self) -> Result<UniqueAll<K>> {
        sets::unique_all("unique_all", &self.handle).map(UniqueAll::wrap)
    }

    /// The distinct entries of an axis, which are ordered by the first of their elements that differ; where each comes
    /// first, which of them each entry is, and how often each comes. Equality as in [`unique_all`](Self::unique_all).
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let unique = tensor![[2, 1], [0, 5], [2, 1]].unique_along(0)?;
    /// assert_eq!((unique.values, unique.counts), (tensor![[0, 5], [2, 1]], tensor![1_i64, 2]));
    /// assert_eq!(unique.inverse_indices, tensor![1_i64, 0, 1]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "unique")]
    pub fn unique_along(&self, axis: i64) -> Result<UniqueAll<K>> {
        sets::unique_along("unique_along", &self.handle, axis).map(UniqueAll::wrap)
    }

    /// The distinct elements in ascending order, and how often each comes; equality as in
    /// [`unique_all`](Self::unique_all).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let unique = tensor![3, 1, 3].unique_counts()?;
    /// assert_eq!((unique.values, unique.counts), (tensor![1, 3], tensor![1_i64, 2]));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "unique")]
    pub fn unique_counts(&self) -> Result<UniqueCounts<K>> {
        let found = sets::unique_counts("unique_counts", &self.handle)?;
        Ok(UniqueCounts { values: Self::wrap(found.values), counts: Tensor::wrap(found.counts) })
    }

    /// The distinct elements in ascending order, and which of them each element is; equality as in
    /// [`unique_all`](Self::unique_all).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![3, 1, 3];
    /// let unique = x.unique_inverse()?;
    /// assert_eq!(unique.values.take(&unique.inverse_indices, 0)?, x);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "unique")]
    pub fn unique_inverse(&self) -> Result<UniqueInverse<K>> {
        let found = sets::unique_all("unique_inverse", &self.handle)?;
        let (values, inverse) = (found.distinct.values, found.inverse);
        Ok(UniqueInverse { values: Self::wrap(values), inverse_indices: Tensor::wrap(inverse) })
    }

    /// The distinct elements in ascending order; equality as in [`unique_all`](Self::unique_all).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3, 1], [3, 2]].unique_values()?, tensor![1, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "unique")]
    pub fn unique_values(&self) -> Result<Self> {
        sets::unique_values("unique_values", &self.handle).map(Self::wrap)
    }

    /// For each element whether it is one of those of `set`, which may be a single number; if `invert` is true, whether
    /// it is none of them.
    ///
    /// Both are compared in the dtype that holds both, integers exactly. NaN is in no set.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2], [3, 4]];
    /// assert_eq!(x.isin(&tensor![4, 1, 9], false)?, tensor![[true, false], [false, true]]);
    /// assert_eq!(x.isin(3, true)?, tensor![[true, true], [false, true]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "in1d")]
    pub fn isin<S: Values<K>>(&self, set: S, invert: bool) -> Result<Tensor<bool>> {
        let set = set.values().0.into_tensor("isin", self.dtype())?;
        sets::isin("isin", &self.handle, &set, invert).map(Tensor::wrap)
    }

    /// The distinct elements that `other` has too, in ascending order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 1, 2, 3].intersect1d(&tensor![2, 3, 4])?, tensor![2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn intersect1d<L: Lend>(&self, other: L) -> Result<Self> {
        let op = "intersect1d";
        self.beside(op, other, |a, b| distinct_where(op, a, b, false))
    }

    /// The distinct elements that `other` does not have, in ascending order.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 1, 2, 3].setdiff1d(&tensor![2, 4])?, tensor![1, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn setdiff1d<L: Lend>(&self, other: L) -> Result<Self> {
        let op = "setdiff1d";
        self.beside(op, other, |a, b| distinct_where(op, a, b, true))
    }

    /// The distinct elements of both, in ascending order and in the dtype that holds both.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 1].union1d(&tensor![2, 3])?, tensor![1, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn union1d<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
        let op = "union1d";
        let row = |x: &Handle| rearrange::reshape_to(op, x, &[x.layout.len()]);
        self.beside(op, other, |a, b| sets::unique_values(op, &join::concat(&[&row(a)?, &row(b)?], 0)?))
    }

    /// The distinct elements that only one of both has, in ascending order and in the dtype that holds both.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 1, 3].setxor1d(&tensor![2, 3])?, tensor![1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn setxor1d<F: Factor<K>>(&self, other: F) -> Result<Tensor<F::Output>> {
        let op = "setxor1d";
        // Each in its own dtype: in the one that holds both, different integers may be equal.
        let joined = |a: &Handle, b: &Handle| {
            join::concat(&[&distinct_where(op, a, b, true)?, &distinct_where(op, b, a, true)?], 0)
        };
        self.beside(op, other, |a, b| sets::unique_values(op, &joined(a, b)?))
    }
}

/// The distinct elements of the first that the other has too, or does not have.
fn distinct_where(op: &'static str, x: &Handle, other: &Handle, absent: bool) -> Result<Handle> {
    let values = sets::unique_values(op, x)?;
    let kept = sets::isin(op, &values, other, absent)?;
    load::load(&values, &[Item::of_handle(&kept)], Order::C)
}
