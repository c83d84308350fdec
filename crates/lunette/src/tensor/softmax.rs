//! Exponentials that are divided by their sum, and the logarithm of that sum.

use super::reduce::reductions;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::elementwise::{Share, logsumexp, softmax};
use crate::ops::reduce::KeepDims;

reductions! {
    /// The logarithm of the sum of e^x along the axes, without overflow on the way; minus infinity where there is nothing.
    ///
    /// Integers give `f64`, and halves are computed as `f32`.
    ///
    /// # Errors
    /// If an axis is out of range or named twice, and for complex numbers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![[1000.0, 1000.0], [0.0, f64::NEG_INFINITY]];
    /// assert_eq!(x.logsumexp(1)?, tensor![1000.0 + 2.0_f64.ln(), 0.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    logsumexp, logsumexp_keepdims() -> K::Float = logsumexp;
}

impl<K: Kind> Tensor<K> {
    /// e^x divided by the sum of these along the axes: numbers from 0 to 1 whose sum is 1.
    ///
    /// Nothing overflows on the way. Integers give `f64`, and halves are computed as `f32`. Where an element is plus
    /// infinity, or all are minus infinity, the result is NaN.
    ///
    /// # Errors
    /// If an axis is out of range or named twice, and for complex numbers.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[0.0, 0.0], [1000.0, 0.0]].softmax(1)?, tensor![[0.5, 0.5], [1.0, 0.0]]);
    /// assert_eq!(tensor![f64::NEG_INFINITY, 0.0].softmax(0)?, tensor![0.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn softmax(&self, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        softmax("softmax", &self.handle, &axes.into_axes(), Share::Plain).map(Tensor::wrap)
    }

    /// The logarithm of [`softmax`](Self::softmax), also where that is too small for a number.
    ///
    /// # Errors
    /// As [`softmax`](Self::softmax).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![1000.0, 0.0].log_softmax(0)?, tensor![0.0, -1000.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn log_softmax(&self, axes: impl IntoAxes) -> Result<Tensor<K::Float>> {
        softmax("log_softmax", &self.handle, &axes.into_axes(), Share::Logarithm).map(Tensor::wrap)
    }
}
