//! Many elements to one: sums, products, means, variances, extremes, truth.
//!
//! Every reduction takes the axes to reduce (`..` for all of them) and gives a tensor without them; the form that ends
//! in `_keepdims` leaves them with size 1, so that the result broadcasts against the tensor it came from.

use super::{Dyn, Kind, Tensor};
use crate::dtype::{DType, Element};
use crate::error::Result;
use crate::index::{Axes, IntoAxes};
use crate::kernels::reduce::Reduction;
use crate::ops::arg::{self, Extreme};
use crate::ops::reduce::{self, KeepDims, Reducible, Spread};
use crate::ops::statistics;

/// A method for each row, and the same with `keepdims`.
macro_rules! reductions {
    ($(
        $(#[$doc:meta])*
        $name:ident, $keepdims:ident ($($arg:ident: $type:ty)?) -> $K:ty = $call:expr;
    )*) => {
        impl<K: Kind> Tensor<K> { $(
            $(#[$doc])*
            pub fn $name(&self, axes: impl IntoAxes $(, $arg: $type)?) -> Result<Tensor<$K>> {
                let op = stringify!($name);
                let made = $call(op, &self.handle, &axes.into_axes(), KeepDims::No $(, $arg)?);
                made.map(Tensor::wrap).map_err(|error| error.called(op))
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
            ///
            /// ```
            /// use lunette::prelude::*;
            /// let x = tensor![[1, 2, 3], [4, 5, 6]];
            #[doc = concat!("let kept = x.", stringify!($keepdims), "(1", $(", 0.0 /* ", stringify!($arg), " */",)? ")?;")]
            /// assert_eq!(kept.shape(), [2, 1]);
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $keepdims(&self, axes: impl IntoAxes $(, $arg: $type)?) -> Result<Tensor<$K>> {
                let op = stringify!($keepdims);
                let made = $call(op, &self.handle, &axes.into_axes(), KeepDims::Yes $(, $arg)?);
                made.map(Tensor::wrap).map_err(|error| error.called(op))
            }
        )* }
    };
}
pub(super) use reductions;

reductions! {
    /// The sum of the elements along the axes; 0 where there are none.
    ///
    /// Integers and bools are added up as `i64` or `u64`, which wrap; floats in short chains whose sums are added up
    /// exactly or in twice the precision. The result does not depend on the number of threads.
    ///
    /// # Errors
    /// If an axis is out of range or named twice.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(x.sum(..)?.item()?, 21_i64);
    /// assert_eq!(x.sum(0)?, tensor![5_i64, 7, 9]);
    /// assert_eq!(x.sum_keepdims(-1)?, tensor![[6_i64], [15]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "sum_axis")]
    sum, sum_keepdims() -> K::Sum =
        |op, x, axes, keep| reduce::sum(op, x, axes, keep, sum_dtype(x));

    /// The product of the elements along the axes; 1 where there are none.
    ///
    /// Integers and bools are multiplied as `i64` or `u64`, which wrap, floats as `f64`.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 4]].prod(0)?, tensor![3_i64, 8]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "product")]
    prod, prod_keepdims() -> K::Sum =
        |op, x, axes, keep| reduce::prod(op, x, axes, keep, sum_dtype(x));

    /// The mean of the elements along the axes, `f64` for integers; NaN where there are none.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 5]].mean(0)?, tensor![2.0, 3.5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "mean_axis")]
    mean, mean_keepdims() -> K::Float = reduce::mean;

    /// The variance of the elements along the axes: the sum of squared deviations from the mean, divided by their
    /// number less `correction`; NaN where that is not positive. Real also for complex numbers.
    ///
    /// It takes one pass over memory, and a mean that is far larger than the deviations does not drown them.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1e9_f64, 1e9 + 1.0, 1e9 + 2.0];
    /// assert_eq!(x.var(.., 0.0)?.item()?, 2.0 / 3.0);
    /// assert_eq!(x.var(.., 1.0)?.item()?, 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "var_axis")]
    var, var_keepdims(correction: f64) -> <K::Float as Kind>::Real =
        |op, x, axes, keep, correction| reduce::spread(op, x, axes, keep, (Spread::Variance, correction));

    /// The standard deviation of the elements along the axes, the root of [`var`](Self::var).
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1_f64, 3.0].std(.., 0.0)?.item()?, 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "std_axis")]
    std, std_keepdims(correction: f64) -> <K::Float as Kind>::Real =
        |op, x, axes, keep, correction| reduce::spread(op, x, axes, keep, (Spread::Deviation, correction));

    /// The least element along the axes; NaN if there is one.
    ///
    /// # Errors
    /// If there is no element to choose from, for complex numbers, and as [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3, 1], [2, 4]];
    /// assert_eq!(x.min(..)?.item()?, 1);
    /// assert_eq!(x.min(1)?, tensor![1, 2]);
    /// assert!(Tensor::<i32>::zeros([2, 0])?.min(1).is_err());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "amin")]
    min, min_keepdims() -> K = |op, x, axes, keep| reduce::extreme(op, x, axes, keep, Reduction::Least);

    /// The greatest element along the axes; NaN if there is one.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(tensor![1.0, f64::NAN, 2.0].max(..)?.item()?.is_nan());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "amax")]
    max, max_keepdims() -> K = |op, x, axes, keep| reduce::extreme(op, x, axes, keep, Reduction::Greatest);

    /// The range of the elements along the axes: the greatest less the least.
    ///
    /// # Errors
    /// As [`min`](Self::min), and for bool.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3, 1], [2, 7]].ptp(1)?, tensor![2, 5]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ptp, ptp_keepdims() -> K = statistics::ptp;

    /// The position of the first of the least elements along an axis, or in row-major order along all (`..`); that of
    /// the first NaN if there is one.
    ///
    /// # Errors
    /// As [`min`](Self::min), and if several axes are named.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[3, 1], [1, 4]];
    /// assert_eq!(x.argmin(..)?.item()?, 1);
    /// assert_eq!(x.argmin(0)?, tensor![1_i64, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    argmin, argmin_keepdims() -> i64 = |op, x, axes, keep| arg::arg(op, x, axes, keep, Extreme::Least);

    /// The position of the first of the greatest elements along an axis, or in row-major order along all (`..`); that
    /// of the first NaN if there is one.
    ///
    /// # Errors
    /// As [`argmin`](Self::argmin).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[3, 1], [1, 4]].argmax_keepdims(1)?, tensor![[0_i64], [1]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    argmax, argmax_keepdims() -> i64 = |op, x, axes, keep| arg::arg(op, x, axes, keep, Extreme::Greatest);

    /// Whether all elements along the axes are true, or not 0; true where there are none. It stops at the first that
    /// is not.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[true, false], [true, true]].all(0)?, tensor![true, false]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    all, all_keepdims() -> bool = |op, x, axes, keep| reduce::truth(op, x, axes, keep, Reduction::All);

    /// Whether any element along the axes is true, or not 0; false where there are none. It stops at the first that is.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert!(tensor![0.0, f64::NAN].any(..)?.item()?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    any, any_keepdims() -> bool = |op, x, axes, keep| reduce::truth(op, x, axes, keep, Reduction::Any);

    /// How many elements along the axes are true, or not 0.
    ///
    /// # Errors
    /// As [`sum`](Self::sum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0, 7], [0, 8]].count_nonzero(0)?, tensor![0_i64, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    count_nonzero, count_nonzero_keepdims() -> i64 = reduce::count_nonzero;
}

/// The dtype of a tensor's sums.
pub(super) fn sum_dtype(x: &dyn Reducible) -> DType {
    x.dtype().as_sum()
}

impl<K: Kind> Tensor<K> {
    /// The sum of the elements along the axes, taken and returned as another type.
    ///
    /// # Errors
    /// As [`sum`](Self::sum), for bool, and for the sum of complex numbers as a real type.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![200_u8, 100].sum_as::<u8>(..)?.item()?, 44);
    /// assert_eq!(tensor![1, 2].sum_as::<f32>(..)?.item()?, 3.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sum_as<U: Element>(&self, axes: impl IntoAxes) -> Result<Tensor<U>> {
        reduce::sum("sum_as", &self.handle, &axes.into_axes(), KeepDims::No, U::DTYPE).map(Tensor::wrap)
    }

    /// As [`sum_as`](Self::sum_as), for a dtype known at run time.
    ///
    /// # Errors
    /// As [`sum_as`](Self::sum_as).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].sum_to(DType::F32, ..)?.item()?, Scalar::F32(3.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sum_to(&self, dtype: DType, axes: impl IntoAxes) -> Result<Tensor<Dyn>> {
        reduce::sum("sum_to", &self.handle, &axes.into_axes(), KeepDims::No, dtype).map(Tensor::wrap)
    }

    /// As [`sum_to`](Self::sum_to), the axes left with size 1.
    ///
    /// # Errors
    /// As [`sum_as`](Self::sum_as).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1, 2].sum_to_keepdims(DType::F32, ..)?.get(0)?, Scalar::F32(3.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn sum_to_keepdims(&self, dtype: DType, axes: impl IntoAxes) -> Result<Tensor<Dyn>> {
        let op = "sum_to_keepdims";
        reduce::sum(op, &self.handle, &axes.into_axes(), KeepDims::Yes, dtype).map(Tensor::wrap)
    }

    /// The product of the elements along the axes, taken and returned as another type.
    ///
    /// # Errors
    /// As [`sum_as`](Self::sum_as).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2_u8, 100].prod_as::<f64>(..)?.item()?, 200.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn prod_as<U: Element>(&self, axes: impl IntoAxes) -> Result<Tensor<U>> {
        reduce::prod_to("prod_as", &self.handle, &axes.into_axes(), KeepDims::No, U::DTYPE).map(Tensor::wrap)
    }

    /// As [`prod_as`](Self::prod_as), for a dtype known at run time.
    ///
    /// # Errors
    /// As [`prod_as`](Self::prod_as).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 2].prod_to(DType::F32, ..)?.item()?, Scalar::F32(6.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn prod_to(&self, dtype: DType, axes: impl IntoAxes) -> Result<Tensor<Dyn>> {
        reduce::prod_to("prod_to", &self.handle, &axes.into_axes(), KeepDims::No, dtype).map(Tensor::wrap)
    }

    /// As [`prod_to`](Self::prod_to), the axes left with size 1.
    ///
    /// # Errors
    /// As [`prod_as`](Self::prod_as).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![3, 2].prod_to_keepdims(DType::F32, ..)?.get(0)?, Scalar::F32(6.0));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn prod_to_keepdims(&self, dtype: DType, axes: impl IntoAxes) -> Result<Tensor<Dyn>> {
        let op = "prod_to_keepdims";
        reduce::prod_to(op, &self.handle, &axes.into_axes(), KeepDims::Yes, dtype).map(Tensor::wrap)
    }

    /// The mean along the axes of elements that count as much as their weights, or all the same where there are none.
    ///
    /// The weights broadcast to this tensor's shape, or are a vector along the one axis that is named. Where they add
    /// up to 0 the mean is that of a division by 0. Tensors whose dtype is known at run time promote with their weights.
    ///
    /// # Errors
    /// As [`mean`](Self::mean), and if the weights have another shape.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1.0, 2.0], [3.0, 6.0]];
    /// assert_eq!(x.average(0, Some(&tensor![3.0, 1.0]))?, tensor![1.5, 3.0]);
    /// assert_eq!(x.average(.., Some(&tensor![[1.0, 0.0], [0.0, 1.0]]))?.item()?, 3.5);
    /// assert_eq!(x.average(0, None)?, x.mean(0)?);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn average(&self, axes: impl IntoAxes, weights: Option<&Self>) -> Result<Tensor<K::Float>> {
        self.averaged("average", &axes.into_axes(), weights, KeepDims::No)
    }

    /// As [`average`](Self::average), with the reduced axes kept, of size 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1, 2, 5]];
    /// assert_eq!(x.average_keepdims(1, Some(&tensor![1, 1, 2]))?, tensor![[3.25]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn average_keepdims(&self, axes: impl IntoAxes, weights: Option<&Self>) -> Result<Tensor<K::Float>> {
        self.averaged("average_keepdims", &axes.into_axes(), weights, KeepDims::Yes)
    }

    fn averaged(
        &self,
        op: &'static str,
        axes: &Axes,
        weights: Option<&Self>,
        keep: KeepDims,
    ) -> Result<Tensor<K::Float>> {
        let weights = weights.map(|weights| &weights.handle);
        statistics::average(op, &self.handle, weights, axes, keep).map(Tensor::wrap)
    }

    /// The covariances of the rows of a matrix: the sums of products of deviations, divided by the number of columns
    /// less `correction`, which is usually 1. A vector is one row, and gives a tensor of rank 0.
    ///
    /// # Errors
    /// If there are more than two axes.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]];
    /// assert_eq!(x.cov(1.0)?, tensor![[1.0, -2.0], [-2.0, 4.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn cov(&self, correction: f64) -> Result<Tensor<K::Float>> {
        statistics::cov("cov", &self.handle, correction).map(Tensor::wrap)
    }

    /// The correlation coefficients of the rows of a matrix, from -1 to 1: covariances divided by both standard
    /// deviations.
    ///
    /// # Errors
    /// As [`cov`](Self::cov).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1.0, 2.0, 3.0], [6.0, 4.0, 2.0]];
    /// assert_eq!(x.corrcoef()?, tensor![[1.0, -1.0], [-1.0, 1.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn corrcoef(&self) -> Result<Tensor<K::Float>> {
        statistics::corrcoef("corrcoef", &self.handle).map(Tensor::wrap)
    }
}
