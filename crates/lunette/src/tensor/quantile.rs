//! Medians, quantiles and percentiles.

use super::reduce::reductions;
use super::{Handle, Kind, Tensor};
use crate::error::Result;
use crate::index::{Axes, IntoAxes};
use crate::ops::quantile::{self, Interpolation, Nan, Options};
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
    median, median_keepdims() -> K::Float = |op, x, axes, keep| one(op, x, 0.5, axes, (keep, Nan::Counts));

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
        |op, x, axes, keep| one(op, x, 0.5, axes, (keep, Nan::IsLeftOut));
}

fn one(op: &'static str, x: &Handle, q: f64, axes: &Axes, (keep, nan): (KeepDims, Nan)) -> Result<Handle> {
    let options = Options { keep, method: Interpolation::Linear, nan };
    quantile::quantile(op, x, (&[q], false), axes, options)
}

fn several(
    op: &'static str,
    x: &Handle,
    q: &[f64],
    axes: &Axes,
    (method, nan): (Interpolation, Nan),
) -> Result<Handle> {
    quantile::quantile(op, x, (q, true), axes, Options { keep: KeepDims::No, method, nan })
}

impl<K: Kind> Tensor<K> {
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
    pub fn quantile(&self, q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::No, Nan::Counts);
        one("quantile", &self.handle, q, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`quantile`](Self::quantile), with the reduced axes kept, of size 1.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 5]].quantile_keepdims(0.5, 1)?, tensor![[1.5], [4.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn quantile_keepdims(&self, q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::Yes, Nan::Counts);
        one("quantile", &self.handle, q, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// Several quantiles, by any of NumPy's methods; the result has a first axis for them.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Interpolation;
    /// let x = tensor![[4, 1], [3, 2]];
    /// let ends = x.quantile_with(&[0.0, 1.0], 0, Interpolation::Nearest)?;
    /// assert_eq!(ends, tensor![[3.0, 1.0], [4.0, 2.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn quantile_with(
        &self,
        q: &[f64],
        axes: impl IntoAxes,
        method: Interpolation,
    ) -> Result<Tensor<K::Float>> {
        several("quantile", &self.handle, q, &axes.into_axes(), (method, Nan::Counts)).map(Tensor::wrap)
    }

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
    pub fn nanquantile(&self, q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::No, Nan::IsLeftOut);
        one("nanquantile", &self.handle, q, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`nanquantile`](Self::nanquantile), with the reduced axes kept, of size 1.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[4.0, f64::NAN, 2.0]].nanquantile_keepdims(0.5, 1)?, tensor![[3.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nanquantile_keepdims(&self, q: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::Yes, Nan::IsLeftOut);
        one("nanquantile", &self.handle, q, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`quantile_with`](Self::quantile_with), without the elements that are NaN.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Interpolation;
    /// let x = tensor![4.0, f64::NAN, 2.0];
    /// assert_eq!(x.nanquantile_with(&[0.5], .., Interpolation::Lower)?, tensor![2.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nanquantile_with(
        &self,
        q: &[f64],
        axes: impl IntoAxes,
        method: Interpolation,
    ) -> Result<Tensor<K::Float>> {
        several("nanquantile", &self.handle, q, &axes.into_axes(), (method, Nan::IsLeftOut)).map(Tensor::wrap)
    }

    /// As [`quantile`](Self::quantile), in percent: `p` is from 0 to 100.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1_i32, 2, 3, 4, 5].percentile(75.0, ..)?.item()?, 4.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn percentile(&self, p: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::No, Nan::Counts);
        one("percentile", &self.handle, p / 100.0, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`percentile`](Self::percentile), with the reduced axes kept, of size 1.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1, 2], [3, 5]].percentile_keepdims(50.0, 1)?, tensor![[1.5], [4.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn percentile_keepdims(&self, p: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::Yes, Nan::Counts);
        one("percentile", &self.handle, p / 100.0, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`percentile`](Self::percentile), without the elements that are NaN.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![4.0, f64::NAN, 2.0].nanpercentile(50.0, ..)?.item()?, 3.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nanpercentile(&self, p: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::No, Nan::IsLeftOut);
        one("nanpercentile", &self.handle, p / 100.0, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`nanpercentile`](Self::nanpercentile), with the reduced axes kept, of size 1.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[4.0, f64::NAN, 2.0]].nanpercentile_keepdims(50.0, 1)?, tensor![[3.0]]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nanpercentile_keepdims(&self, p: f64, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        let how = (KeepDims::Yes, Nan::IsLeftOut);
        one("nanpercentile", &self.handle, p / 100.0, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`percentile_with`](Self::percentile_with), without the elements that are NaN.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Interpolation;
    /// let x = tensor![4.0, f64::NAN, 2.0];
    /// assert_eq!(x.nanpercentile_with(&[0.0, 50.0], .., Interpolation::Higher)?, tensor![2.0, 4.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn nanpercentile_with(
        &self,
        p: &[f64],
        axes: impl IntoAxes,
        method: Interpolation,
    ) -> Result<Tensor<K::Float>> {
        let q: Vec<f64> = p.iter().map(|p| p / 100.0).collect();
        let how = (method, Nan::IsLeftOut);
        several("nanpercentile_with", &self.handle, &q, &axes.into_axes(), how).map(Tensor::wrap)
    }

    /// As [`quantile_with`](Self::quantile_with), in percent.
    ///
    /// # Errors
    /// As [`quantile`](Self::quantile).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::Interpolation;
    /// let x = tensor![1, 2, 3, 4];
    /// assert_eq!(x.percentile_with(&[0.0, 60.0], .., Interpolation::Higher)?, tensor![1.0, 3.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn percentile_with(
        &self,
        p: &[f64],
        axes: impl IntoAxes,
        method: Interpolation,
    ) -> Result<Tensor<K::Float>> {
        let q: Vec<f64> = p.iter().map(|p| p / 100.0).collect();
        several("percentile", &self.handle, &q, &axes.into_axes(), (method, Nan::Counts)).map(Tensor::wrap)
    }
}
