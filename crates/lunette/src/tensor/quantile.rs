//! Medians, quantiles and percentiles.

use super::reduce::reductions;
use super::{Handle, Kind, Tensor};
use crate::error::Result;
use crate::index::{Axes, IntoAxes};
use crate::ops::quantile::{self, Interpolation, Nan, Options, Unit, Wanted};
use crate::ops::reduce::KeepDims;

reductions! {
    /// The median of the elements along the axes, `f64` for integers: the middle one, or the mean of the two in the
    /// middle. NaN if there is one, and where there are no elements.
    ///
    /// # Errors
    /// As [`sum`](Self::sum), and for complex numbers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[5, 1, 3], [8, 6, 9]].median(1)?, tensor![3.0, 8.0]);
    /// assert_eq!(tensor![1_i32, 2].median(..)?.item()?, 1.5);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    median, median_keepdims() -> K::Float = |op, x, axes, keep| median(op, x, axes, keep, Nan::Counts);

    /// The median of the elements along the axes that are not NaN.
    ///
    /// # Errors
    /// As [`median`](Self::median).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1.0, f64::NAN, 3.0].nanmedian(..)?.item()?, 2.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanmedian, nanmedian_keepdims() -> K::Float =
        |op, x, axes, keep| median(op, x, axes, keep, Nan::IsLeftOut);
}

fn median(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims, nan: Nan) -> Result<Handle> {
    one(op, x, Wanted::one(&0.5, Unit::Part), axes, (keep, nan))
}

fn one(
    op: &'static str,
    x: &Handle,
    wanted: Wanted<'_>,
    axes: &Axes,
    (keep, nan): (KeepDims, Nan),
) -> Result<Handle> {
    quantile::quantile(op, x, wanted, axes, Options { keep, method: Interpolation::Linear, nan })
}

/// Three methods for each row: one quantile, the same with `keepdims`, and several by any method; with the unit in which
/// they are given, whether NaN counts, and an example of each.
macro_rules! quantiles {
    ($(
        $(#[$doc:meta])*
        $name:ident, $keepdims:ident, $with:ident($q:ident: $Unit:ident, Nan::$Nan:ident),
            $of_keepdims:literal,
            $of_with:literal;
    )*) => {
        impl<K: Kind> Tensor<K> { $(
            $(#[$doc])*
            pub fn $name(&self, $q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
                let how = (KeepDims::No, Nan::$Nan);
                let wanted = Wanted::one(&$q, Unit::$Unit);
                one(stringify!($name), &self.handle, wanted, &axes.into_axes(), how).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), with the reduced axes kept, of size 1.")]
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            #[doc = $of_keepdims]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $keepdims(&self, $q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
                let how = (KeepDims::Yes, Nan::$Nan);
                let wanted = Wanted::one(&$q, Unit::$Unit);
                one(stringify!($keepdims), &self.handle, wanted, &axes.into_axes(), how).map(Tensor::wrap)
            }

            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), "), for several at once and by any of")]
            /// NumPy's methods; the result has a first axis for them.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($name), "`](Self::", stringify!($name), ").")]
            ///
            /// ```
            /// use lunette::prelude::*;
            /// use lunette::Interpolation;
            #[doc = $of_with]
            /// # Ok::<(), lunette::Error>(())
            /// ```
            pub fn $with(
                &self,
                $q: &[f64],
                axes: impl IntoAxes,
                method: Interpolation,
            ) -> Result<Tensor<K::Float>> {
                let options = Options { keep: KeepDims::No, method, nan: Nan::$Nan };
                let wanted = Wanted::several($q, Unit::$Unit);
                quantile::quantile(stringify!($with), &self.handle, wanted, &axes.into_axes(), options)
                    .map(Tensor::wrap)
            }
        )* }
    };
}

quantiles! {
    /// The value that the part `q` of the elements along the axes, from 0 to 1, lies below; between two elements on the
    /// line through both. NaN if there is one.
    ///
    /// # Errors
    /// As [`median`](Self::median), and if `q` lies outside of 0 to 1.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![4_f64, 1.0, 3.0, 2.0];
    /// assert_eq!(x.quantile(0.5, ..)?.item()?, 2.5);
    /// assert_eq!(x.quantile(0.1, 0)?.item()?, 1.3);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    quantile, quantile_keepdims, quantile_with(q: Part, Nan::Counts),
        "assert_eq!(tensor![[1, 2], [3, 5]].quantile_keepdims(0.5, 1)?, tensor![[1.5], [4.0]]);",
        "let ends = tensor![[4, 1], [3, 2]].quantile_with(&[0.0, 1.0], 0, Interpolation::Nearest)?;
assert_eq!(ends, tensor![[3.0, 1.0], [4.0, 2.0]]);";

    /// As [`quantile`](Self::quantile), without the elements that are NaN.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![4.0, f64::NAN, 2.0].nanquantile(0.5, ..)?.item()?, 3.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanquantile, nanquantile_keepdims, nanquantile_with(q: Part, Nan::IsLeftOut),
        "assert_eq!(tensor![[4.0, f64::NAN, 2.0]].nanquantile_keepdims(0.5, 1)?, tensor![[3.0]]);",
        "let x = tensor![4.0, f64::NAN, 2.0];
assert_eq!(x.nanquantile_with(&[0.5], .., Interpolation::Lower)?, tensor![2.0]);";

    /// As [`quantile`](Self::quantile), in percent: `p` is from 0 to 100.
    ///
    /// # Errors
    /// As [`median`](Self::median), and if `p` lies outside of 0 to 100.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1_i32, 2, 3, 4, 5].percentile(75.0, ..)?.item()?, 4.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    percentile, percentile_keepdims, percentile_with(p: Percent, Nan::Counts),
        "assert_eq!(tensor![[1, 2], [3, 5]].percentile_keepdims(50.0, 1)?, tensor![[1.5], [4.0]]);",
        "let x = tensor![1, 2, 3, 4];
assert_eq!(x.percentile_with(&[0.0, 60.0], .., Interpolation::Higher)?, tensor![1.0, 3.0]);";

    /// As [`percentile`](Self::percentile), without the elements that are NaN.
    ///
    /// # Errors
    /// As [`percentile`](Self::percentile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![4.0, f64::NAN, 2.0].nanpercentile(50.0, ..)?.item()?, 3.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    nanpercentile, nanpercentile_keepdims, nanpercentile_with(p: Percent, Nan::IsLeftOut),
        "assert_eq!(tensor![[4.0, f64::NAN, 2.0]].nanpercentile_keepdims(50.0, 1)?, tensor![[3.0]]);",
        "let x = tensor![4.0, f64::NAN, 2.0];
assert_eq!(x.nanpercentile_with(&[0.0, 50.0], .., Interpolation::Higher)?, tensor![2.0, 4.0]);";
}
