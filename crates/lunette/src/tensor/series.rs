//! Samples along a line: differences, slopes, values between samples, convolutions.

use super::operand::Factor;
use super::{Kind, Tensor};
use crate::error::Result;
use crate::ops::series::{self, Beyond, ConvolveMode, Spacing};

impl<K: Kind> Tensor<K> {
    /// The differences of neighbours along `axis`, taken `n` times; the axis gets `n` entries shorter.
    ///
    /// Integers wrap; bools tell whether neighbours differ.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![1, 4, 9, 16];
    /// assert_eq!(x.diff(1, 0)?, tensor![3, 5, 7]);
    /// assert_eq!(x.diff(2, 0)?, tensor![2, 2]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn diff(&self, n: usize, axis: i64) -> Result<Self> {
        series::diff("diff", &self.handle, n, axis).map(Self::wrap).map_err(|error| error.called("diff"))
    }

    /// As [`diff`](Self::diff), of the tensor with others before and after it along the axis; `None` is nothing. They
    /// have its shape, but for the size of the axis.
    ///
    /// # Errors
    /// As [`diff`](Self::diff), and if a shape does not fit.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (x, zero) = (tensor![1, 4, 9], tensor![0]);
    /// assert_eq!(x.diff_with(1, 0, Some(&zero), None)?, tensor![1, 3, 5]);
    /// assert_eq!(x.diff_with(1, 0, Some(&zero), Some(&zero))?, tensor![1, 3, 5, -9]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "ediff1d")]
    pub fn diff_with(
        &self,
        n: usize,
        axis: i64,
        prepend: Option<&Self>,
        append: Option<&Self>,
    ) -> Result<Self> {
        let ends = [prepend, append].map(|end| end.map(|end| &end.handle));
        series::diff_with("diff_with", &self.handle, n, axis, ends)
            .map(Self::wrap)
            .map_err(|error| error.called("diff_with"))
    }

    /// The slope along `axis` of samples that are `spacing` apart: by both neighbours, at the ends by the one there is.
    ///
    /// # Errors
    /// If there is no such axis, or it has fewer than two entries.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0.0, 1.0, 4.0, 9.0];
    /// assert_eq!(x.gradient(1.0, 0)?, tensor![1.0, 2.0, 4.0, 5.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn gradient(&self, spacing: f64, axis: i64) -> Result<Tensor<K::Float>> {
        let op = "gradient";
        let made = series::gradient(op, &self.handle, Spacing::Equal(spacing), axis);
        made.map(Tensor::wrap).map_err(|error| error.called(op))
    }

    /// As [`gradient`](Self::gradient), of samples at the places `x`: a vector along the axis, or a tensor that stretches
    /// to this one's shape. Between two neighbours it is the slope of the parabola through all three.
    ///
    /// # Errors
    /// As [`gradient`](Self::gradient), and if `x` has not a place for each sample, or is complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (x, y) = (tensor![0.0, 1.0, 3.0], tensor![0.0, 1.0, 9.0]);
    /// assert_eq!(y.gradient_over(&x, 0)?, tensor![1.0, 2.0, 4.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn gradient_over<X: Kind>(&self, x: &Tensor<X>, axis: i64) -> Result<Tensor<K::Float>> {
        let op = "gradient_over";
        let made = series::gradient(op, &self.handle, Spacing::Places(&x.handle), axis);
        made.map(Tensor::wrap).map_err(|error| error.called(op))
    }

    /// Angles along `axis` without jumps: where neighbours differ by half a period or more, those behind are moved by
    /// multiples of the period, which is 2π for radians.
    ///
    /// # Errors
    /// If there is no such axis, or the dtype is complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let degrees = tensor![350.0, 355.0, 2.0, 8.0];
    /// assert_eq!(degrees.unwrap(360.0, 0)?, tensor![350.0, 355.0, 362.0, 368.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn unwrap(&self, period: f64, axis: i64) -> Result<Tensor<K::Float>> {
        series::unwrap("unwrap", &self.handle, (period, period / 2.0), axis).map(Tensor::wrap)
    }

    /// As [`unwrap`](Self::unwrap), where only differences of `jump` or more, and of half a period at least, are jumps.
    ///
    /// # Errors
    /// As [`unwrap`](Self::unwrap).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let degrees = tensor![0.0, 200.0, 0.0, 350.0];
    /// assert_eq!(degrees.unwrap_with(360.0, 300.0, 0)?, tensor![0.0, 200.0, 0.0, -10.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn unwrap_with(&self, period: f64, jump: f64, axis: i64) -> Result<Tensor<K::Float>> {
        series::unwrap("unwrap_with", &self.handle, (period, jump), axis).map(Tensor::wrap)
    }

    /// The area below the lines through samples along `axis` that are `spacing` apart; 0 of fewer than two.
    ///
    /// # Errors
    /// If there is no such axis.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(tensor![[1_i32, 2, 3], [0, 4, 0]].trapezoid(0.5, 1)?, tensor![2.0, 2.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[doc(alias = "trapz")]
    #[doc(alias = "integrate")]
    pub fn trapezoid(&self, spacing: f64, axis: i64) -> Result<Tensor<K::Float>> {
        series::trapezoid("trapezoid", &self.handle, Spacing::Equal(spacing), axis).map(Tensor::wrap)
    }

    /// As [`trapezoid`](Self::trapezoid), of samples at the places `x`: a vector along the axis, or a tensor that
    /// stretches to this one's shape.
    ///
    /// # Errors
    /// If there is no such axis, or `x` has not a place for each sample.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (x, y) = (tensor![0.0_f64, 1.0, 3.0], tensor![2_i32, 2, 4]);
    /// assert_eq!(y.trapezoid_over(&x, 0)?.item()?, 8.0);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn trapezoid_over<F: Factor<K>>(
        &self,
        x: F,
        axis: i64,
    ) -> Result<Tensor<<F::Output as Kind>::Float>> {
        let op = "trapezoid_over";
        self.beside(op, x, |y, x| series::trapezoid(op, y, Spacing::Places(x), axis))
    }

    /// The value at each element of the line through the points whose coordinates `xp`, ascending, and `fp` hold.
    ///
    /// Before the first point it is the first value, behind the last the last. NaN stays NaN.
    ///
    /// # Errors
    /// If there is no point, the points are not in ascending order, the lists differ in length or have another rank than
    /// 1, or something is complex.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let (xp, fp) = (tensor![0, 1, 3], tensor![0.0, 10.0, 20.0]);
    /// assert_eq!(tensor![0.5, 2.0, 9.0].interp(&xp, &fp)?, tensor![5.0, 15.0, 20.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn interp<X: Kind, F: Kind>(&self, xp: &Tensor<X>, fp: &Tensor<F>) -> Result<Tensor<f64>> {
        series::interp("interp", &self.handle, [&xp.handle, &fp.handle], Beyond::default()).map(Tensor::wrap)
    }

    /// As [`interp`](Self::interp), with values of the caller's choice before the first point and behind the last one,
    /// or of a line that has a period.
    ///
    /// # Errors
    /// As [`interp`](Self::interp), and if the period is 0 or not finite.
    ///
    /// ```
    /// use lunette::Beyond;
    /// use lunette::prelude::*;
    /// let (xp, fp) = (tensor![0, 1, 3], tensor![0.0, 10.0, 20.0]);
    /// let beyond = Beyond { right: Some(-1.0), ..Beyond::default() };
    /// assert_eq!(tensor![-1.0, 2.0, 9.0].interp_with(&xp, &fp, beyond)?, tensor![0.0, 15.0, -1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn interp_with<X: Kind, F: Kind>(
        &self,
        xp: &Tensor<X>,
        fp: &Tensor<F>,
        beyond: Beyond,
    ) -> Result<Tensor<f64>> {
        series::interp("interp_with", &self.handle, [&xp.handle, &fp.handle], beyond).map(Tensor::wrap)
    }

    /// The convolution of this vector with another, in the dtype that holds both.
    ///
    /// # Errors
    /// If either has another rank than 1, or no elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::ConvolveMode;
    /// let (x, kernel) = (tensor![1, 2, 3], tensor![0, 1, 10]);
    /// assert_eq!(x.convolve(&kernel, ConvolveMode::Full)?, tensor![0, 1, 12, 23, 30]);
    /// assert_eq!(x.convolve(&kernel, ConvolveMode::Same)?, tensor![1, 12, 23]);
    /// assert_eq!(x.convolve(&kernel, ConvolveMode::Valid)?, tensor![12]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn convolve<F: Factor<K>>(&self, other: F, mode: ConvolveMode) -> Result<Tensor<F::Output>> {
        self.beside("convolve", other, |a, b| series::convolve("convolve", a, b, mode))
    }

    /// The correlation of this vector with another, in the dtype that holds both: the sums of products of its elements and
    /// the conjugates of the other's, which is moved along it. NumPy's default is [`ConvolveMode::Valid`].
    ///
    /// # Errors
    /// If either has another rank than 1, or no elements.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// use lunette::ConvolveMode;
    /// let (x, pattern) = (tensor![1, 2, 3], tensor![0, 1, 10]);
    /// assert_eq!(x.correlate(&pattern, ConvolveMode::Valid)?, tensor![32]);
    /// assert_eq!(x.correlate(&pattern, ConvolveMode::Full)?, tensor![10, 21, 32, 3, 0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn correlate<F: Factor<K>>(&self, other: F, mode: ConvolveMode) -> Result<Tensor<F::Output>> {
        self.beside("correlate", other, |a, b| series::correlate("correlate", a, b, mode))
    }
}
