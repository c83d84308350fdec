//! Numbers in place of NaN, and reductions and running totals that leave it out; where there can be no NaN, they are the
//! plain ones.

use super::reduce::reductions;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::IntoAxes;
use crate::kernels::scan::Running;
use crate::ops::arg::Extreme;
use crate::ops::finite::{Substitutes, nan_to_num};
use crate::ops::nan::{Skipping, nan_arg, running, skipping};
use crate::ops::reduce::{KeepDims, Spread};

reductions! {
    /// The sum of the elements along the axes that are not NaN; 0 where there are none.
    ///
    /// # Errors
    /// As [`sum`](Self::sum), and for complex numbers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1.0, f64::NAN], [2.0, 3.0]].nansum(0)?, tensor![3.0, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nansum, nansum_keepdims() -> K::Sum = |op, x, axes, keep| skipping(op, x, axes, keep, Skipping::Sum);

    /// The product of the elements along the axes that are not NaN; 1 where there are none.
    ///
    /// # Errors
    /// As [`nansum`](Self::nansum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2.0, f64::NAN, 3.0].nanprod(..)?.item()?, 6.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanprod, nanprod_keepdims() -> K::Sum =
        |op, x, axes, keep| skipping(op, x, axes, keep, Skipping::Product);

    /// The mean of the elements along the axes that are not NaN; NaN where there are none.
    ///
    /// # Errors
    /// As [`nansum`](Self::nansum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.0, f64::NAN, 2.0].nanmean(..)?.item()?, 1.5);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanmean, nanmean_keepdims() -> K::Float =
        |op, x, axes, keep| skipping(op, x, axes, keep, Skipping::Mean);

    /// The variance of the elements along the axes that are not NaN, as [`var`](Self::var).
    ///
    /// # Errors
    /// As [`nansum`](Self::nansum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.0, f64::NAN, 3.0].nanvar(.., 0.0)?.item()?, 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanvar, nanvar_keepdims(correction: f64) -> <K::Float as Kind>::Real = |op, x, axes, keep, correction| {
        skipping(op, x, axes, keep, Skipping::Spread(Spread::Variance, correction))
    };

    /// The standard deviation of the elements along the axes that are not NaN, as [`std`](Self::std).
    ///
    /// # Errors
    /// As [`nansum`](Self::nansum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.0, f64::NAN, 5.0].nanstd(.., 0.0)?.item()?, 2.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanstd, nanstd_keepdims(correction: f64) -> <K::Float as Kind>::Real = |op, x, axes, keep, correction| {
        skipping(op, x, axes, keep, Skipping::Spread(Spread::Deviation, correction))
    };

    /// The least element along the axes that is not NaN; NaN where there is none.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2.0, f64::NAN, 1.0].nanmin(..)?.item()?, 1.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanmin, nanmin_keepdims() -> K =
        |op, x, axes, keep| skipping(op, x, axes, keep, Skipping::Extreme(Extreme::Least));

    /// The greatest element along the axes that is not NaN; NaN where there is none.
    ///
    /// # Errors
    /// As [`min`](Self::min).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![2.0, f64::NAN, 1.0].nanmax(..)?.item()?, 2.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanmax, nanmax_keepdims() -> K =
        |op, x, axes, keep| skipping(op, x, axes, keep, Skipping::Extreme(Extreme::Greatest));

    /// The position of the first of the least elements that are not NaN, along an axis or in row-major order along all.
    ///
    /// # Errors
    /// As [`argmin`](Self::argmin), and if there is nothing but NaN to choose from.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![f64::NAN, 2.0, 1.0].nanargmin(..)?.item()?, 2);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanargmin, nanargmin_keepdims() -> i64 = |op, x, axes, keep| nan_arg(op, x, axes, keep, Extreme::Least);

    /// The position of the first of the greatest elements that are not NaN, along an axis or in row-major order along
    /// all.
    ///
    /// # Errors
    /// As [`nanargmin`](Self::nanargmin).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![f64::NAN, 2.0, 1.0].nanargmax(0)?.item()?, 1);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanargmax, nanargmax_keepdims() -> i64 =
        |op, x, axes, keep| nan_arg(op, x, axes, keep, Extreme::Greatest);
}

impl<K: Kind> Tensor<K> {
    /// A copy with finite numbers in place of NaN and infinities; by default 0 and the limits of the dtype.
    ///
    /// Both parts of a complex number are looked at by themselves. Integers and bools stay as they are.
    ///
    /// ```
    /// use lunette::Substitutes;
    /// use lunette::prelude::*;
    /// let x = tensor![1.5, f64::NAN, f64::NEG_INFINITY];
    /// assert_eq!(x.nan_to_num(Substitutes::default())?, tensor![1.5, 0.0, f64::MIN]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nan_to_num(&self, by: Substitutes) -> Result<Self> {
        nan_to_num("nan_to_num", &self.handle, by).map(Self::wrap).map_err(|error| error.called("nan_to_num"))
    }

    /// The running sums along an axis, in which NaN changes nothing: before the first number they are 0.
    ///
    /// # Errors
    /// As [`cumsum`](Self::cumsum).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![f64::NAN, 1.0, f64::NAN, 2.0];
    /// assert_eq!(x.nancumsum(0)?, tensor![0.0, 1.0, 1.0, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nancumsum(&self, axis: i64) -> Result<Tensor<K::Sum>> {
        running("nancumsum", &self.handle, axis, Running::Sum).map(Tensor::wrap)
    }

    /// The running products along an axis, in which NaN changes nothing: before the first number they are 1.
    ///
    /// # Errors
    /// As [`cumprod`](Self::cumprod).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![f64::NAN, 3.0, f64::NAN, 2.0];
    /// assert_eq!(x.nancumprod(0)?, tensor![1.0, 3.0, 3.0, 6.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nancumprod(&self, axis: i64) -> Result<Tensor<K::Sum>> {
        running("nancumprod", &self.handle, axis, Running::Product).map(Tensor::wrap)
    }
}
