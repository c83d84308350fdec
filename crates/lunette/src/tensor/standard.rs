//! The names of the Array API standard and of the specification, where ours are others: the same operations.

use super::operand::Operand;
use super::{Kind, Tensor};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoInts;

impl<K: Kind> Tensor<K> {
    /// The standard's name for [`permute`](Self::permute).
    ///
    /// # Errors
    /// As [`permute`](Self::permute).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<i32>::zeros([2, 3, 4])?.permute_dims([2, 0, 1])?.shape(), [4, 2, 3]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn permute_dims(&self, axes: impl IntoInts) -> Result<Self> {
        self.permute(axes)
    }

    /// The standard's name for [`cast`](Self::cast).
    ///
    /// # Errors
    /// As [`cast`](Self::cast).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.5, 2.5].astype::<i32>()?, tensor![1, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn astype<U: Element>(&self) -> Result<Tensor<U>> {
        self.cast()
    }

    /// The specification's name for [`floor_divide`](Self::floor_divide).
    ///
    /// # Errors
    /// As [`floor_divide`](Self::floor_divide).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![7, -7].floor_div(2)?, tensor![3, -4]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn floor_div<R: Operand<K>>(&self, right: R) -> Result<Tensor<R::Output>> {
        self.floor_divide(right)
    }

    /// The specification's name for [`divide`](Self::divide): integers give `f64`.
    ///
    /// # Errors
    /// As [`divide`](Self::divide).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].true_div(&tensor![2, 4])?, tensor![0.5, 0.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn true_div<R: Operand<K>>(&self, right: R) -> Result<Tensor<<R::Output as Kind>::Float>> {
        self.divide(right)
    }
}
