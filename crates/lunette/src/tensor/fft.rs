//! Discrete Fourier transforms: the names and rules of the Array API.
//!
//! Each has a plain form, along the last axis or along all, and a `_with` form whose options say how long, along which
//! axes, and which way divides. Complex numbers keep their precision, `f32`, `f16` and `bf16` give `complex64`, and
//! other real numbers `complex128`. Operands may have any strides; results are new and row-major.

use super::{Dyn, Kind, Tensor};
use crate::dtype::{DType, Float};
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::fft::{self, Family, FftOptions, FftnOptions};

macro_rules! along_one_axis {
    ($($name:ident $with:ident $Family:ident -> $Out:ty, $what:literal, $example:literal, $options:literal;)*) => { $(
        #[doc = concat!($what, ", along the last axis.")]
        ///
        /// # Errors
        /// If there is no axis, the axis has no entries, the dtype is complex where real numbers are taken, a write
        /// guard on the memory lives, or there is no memory.
        ///
        /// ```
        /// use lunette::Complex64;
        /// use lunette::prelude::*;
        #[doc = $example]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            fft::along_axis(stringify!($name), &self.handle, Family::$Family, FftOptions::default())
                .map(Tensor::wrap)
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of any length, along any axis,")]
        /// divided as asked for.
        ///
        /// # Errors
        /// As for the plain form, and if the axis is out of range or `n` is 0.
        ///
        /// ```
        /// use lunette::prelude::*;
        /// use lunette::{FftOptions, Norm};
        /// let x = Tensor::<f64>::ones([6, 2])?;
        #[doc = $options]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $with(&self, options: FftOptions) -> Result<Tensor<$Out>> {
            fft::along_axis(stringify!($with), &self.handle, Family::$Family, options).map(Tensor::wrap)
        }
    )* };
}

macro_rules! along_axes {
    ($($name:ident $with:ident $Family:ident -> $Out:ty, $what:literal, $example:literal, $options:literal;)*) => { $(
        #[doc = concat!($what, ", along all axes.")]
        ///
        /// # Errors
        /// If an axis has no entries, the dtype is complex where real numbers are taken, a write guard on the memory
        /// lives, or there is no memory.
        ///
        /// ```
        /// use lunette::Complex64;
        /// use lunette::prelude::*;
        #[doc = $example]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $name(&self) -> Result<Tensor<$Out>> {
            fft::along_axes(stringify!($name), &self.handle, Family::$Family, FftnOptions::default())
                .map(Tensor::wrap)
        }

        #[doc = concat!("[`", stringify!($name), "`](Self::", stringify!($name), ") of any lengths, along any axes,")]
        /// divided as asked for.
        ///
        /// # Errors
        /// As for the plain form, and if an axis is out of range or named twice, a length is 0, or there are not as
        /// many lengths as axes.
        ///
        /// ```
        /// use lunette::FftnOptions;
        /// use lunette::prelude::*;
        /// let x = Tensor::<f64>::ones([6, 4, 2])?;
        #[doc = $options]
        /// # Ok::<(), lunette::Error>(())
        /// ```
        pub fn $with(&self, options: FftnOptions<'_>) -> Result<Tensor<$Out>> {
            fft::along_axes(stringify!($with), &self.handle, Family::$Family, options).map(Tensor::wrap)
        }
    )* };
}

impl<K: Kind> Tensor<K> {
    along_one_axis! {
        fft fft_with Forward -> K::Complex,
            "The discrete Fourier transform: as many frequencies as numbers",
            "let x = tensor![1.0_f64, 2.0];\nassert_eq!(x.fft()?, tensor![Complex64::new(3.0, 0.0), Complex64::new(-1.0, 0.0)]);",
            "let options = FftOptions { n: Some(8), axis: 0, norm: Norm::Ortho };\nassert_eq!(x.fft_with(options)?.shape(), [8, 2]);";
        ifft ifft_with Inverse -> K::Complex,
            "The inverse of `fft`: as many numbers as frequencies",
            "let x = tensor![1.0_f64, 2.0].fft()?;\nassert_eq!(x.ifft()?, tensor![Complex64::new(1.0, 0.0), Complex64::new(2.0, 0.0)]);",
            "let options = FftOptions { axis: 0, ..Default::default() };\nassert_eq!(x.ifft_with(options)?.shape(), [6, 2]);";
        rfft rfft_with Real -> K::Complex,
            "The first half of the frequencies of real numbers, `n / 2 + 1`, of which the others are the mirror image",
            "let x = tensor![1.0_f64, 2.0, 3.0, 2.0];\nassert_eq!(x.rfft()?.shape(), [3]);\nassert_eq!(x.rfft()?.get(0)?, Complex64::new(8.0, 0.0));",
            "let options = FftOptions { n: Some(5), axis: 0, norm: Norm::Forward };\nassert_eq!(x.rfft_with(options)?.shape(), [3, 2]);";
        irfft irfft_with InverseReal -> <K::Complex as Kind>::Real,
            "The inverse of `rfft`: `2 * (size - 1)` real numbers where `n` does not say otherwise; an odd length needs `n`",
            "let x = tensor![1.0_f64, 2.0, 3.0, 2.0];\nassert_eq!(x.rfft()?.irfft()?, x);",
            "let options = FftOptions { n: Some(11), axis: 0, ..Default::default() };\nassert_eq!(x.irfft_with(options)?.shape(), [11, 2]);";
        hfft hfft_with Hermitian -> <K::Complex as Kind>::Real,
            "The real frequencies of numbers of which the second half is the conjugate mirror image of the first, \
             which is given",
            "let x = tensor![3.0_f64, 1.0, 0.0];\nassert_eq!(x.hfft()?, tensor![5.0_f64, 3.0, 1.0, 3.0]);",
            "let options = FftOptions { n: Some(9), axis: 0, ..Default::default() };\nassert_eq!(x.hfft_with(options)?.shape(), [9, 2]);";
        ihfft ihfft_with InverseHermitian -> K::Complex,
            "The inverse of `hfft`: the first half of the numbers, `n / 2 + 1`",
            "let x = tensor![3.0_f64, 1.0, 0.0];\nassert_eq!(x.hfft()?.ihfft()?.get(0)?, Complex64::new(3.0, 0.0));",
            "let options = FftOptions { axis: 0, ..Default::default() };\nassert_eq!(x.ihfft_with(options)?.shape(), [4, 2]);";
    }

    along_axes! {
        fftn fftn_with Forward -> K::Complex,
            "The discrete Fourier transform",
            "let x = tensor![[1.0_f64, 2.0], [3.0, 4.0]];\nassert_eq!(x.fftn()?.get([0, 0])?, Complex64::new(10.0, 0.0));",
            "let options = FftnOptions { s: Some(&[8, -1]), axes: Some(&[0, 1]), ..Default::default() };\nassert_eq!(x.fftn_with(options)?.shape(), [8, 4, 2]);";
        ifftn ifftn_with Inverse -> K::Complex,
            "The inverse of `fftn`",
            "let x = tensor![[1.0_f64, 2.0], [3.0, 4.0]].fftn()?;\nassert_eq!(x.ifftn()?.get([1, 1])?, Complex64::new(4.0, 0.0));",
            "let options = FftnOptions { axes: Some(&[0, -1]), ..Default::default() };\nassert_eq!(x.ifftn_with(options)?.shape(), [6, 4, 2]);";
        rfftn rfftn_with Real -> K::Complex,
            "The frequencies of real numbers, the first half of them on the last axis",
            "let x = Tensor::<f64>::ones([2, 4])?;\nassert_eq!(x.rfftn()?.shape(), [2, 3]);\nassert_eq!(x.rfftn()?.get([0, 0])?, Complex64::new(8.0, 0.0));",
            "let options = FftnOptions { axes: Some(&[2, 0]), ..Default::default() };\nassert_eq!(x.rfftn_with(options)?.shape(), [4, 4, 2]);";
        irfftn irfftn_with InverseReal -> <K::Complex as Kind>::Real,
            "The inverse of `rfftn`: real numbers, `2 * (size - 1)` on the last axis where nothing else is said",
            "let x = Tensor::<f64>::ones([2, 4])?;\nassert_eq!(x.rfftn()?.irfftn()?, x);",
            "let options = FftnOptions { s: Some(&[6, 7]), axes: Some(&[0, 1]), ..Default::default() };\nassert_eq!(x.irfftn_with(options)?.shape(), [6, 7, 2]);";
    }

    /// The zero frequency moved from the front to the middle of each of these axes; `..` for all.
    ///
    /// # Errors
    /// If an axis is out of range or named twice, a write guard on the memory lives, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::fftfreq(4, 0.25)?.fftshift(..)?, tensor![-2.0_f64, -1.0, 0.0, 1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        fft::shift("fftshift", &self.handle, &axes.into_axes(), false)
            .map(Self::wrap)
            .map_err(|error| error.called("fftshift"))
    }

    /// The inverse of [`fftshift`](Self::fftshift), which differs from it where sizes are odd.
    ///
    /// # Errors
    /// As for [`fftshift`](Self::fftshift).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let x = tensor![0_i32, 1, 2, 3, 4];
    /// assert_eq!(x.fftshift(..)?.ifftshift(..)?, x);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn ifftshift(&self, axes: impl IntoAxes) -> Result<Self> {
        fft::shift("ifftshift", &self.handle, &axes.into_axes(), true)
            .map(Self::wrap)
            .map_err(|error| error.called("ifftshift"))
    }
}

impl<T: Float> Tensor<T> {
    /// The frequencies that `fft` of `n` samples `d` apart gives: 0 and up, then the negative ones.
    ///
    /// # Errors
    /// If `n` or `d` is 0, or there is no memory.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::fftfreq(5, 0.2)?, tensor![0.0_f64, 1.0, 2.0, -2.0, -1.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fftfreq(n: usize, d: f64) -> Result<Self> {
        fft::frequencies("fftfreq", T::DTYPE, n, d, true).map(Self::wrap)
    }

    /// The frequencies that `rfft` of `n` samples `d` apart gives; none is negative.
    ///
    /// # Errors
    /// As for [`fftfreq`](Self::fftfreq).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(Tensor::<f64>::rfftfreq(4, 0.25)?, tensor![0.0_f64, 1.0, 2.0]);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn rfftfreq(n: usize, d: f64) -> Result<Self> {
        fft::frequencies("rfftfreq", T::DTYPE, n, d, false).map(Self::wrap)
    }
}

impl Tensor<Dyn> {
    /// [`fftfreq`](Tensor::fftfreq) in a float dtype known at run time.
    ///
    /// # Errors
    /// As for [`fftfreq`](Tensor::fftfreq), and if the dtype is no float.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::fftfreq_of(DType::F32, 2, 0.5)?, tensor![0.0_f32, -1.0].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn fftfreq_of(dtype: DType, n: usize, d: f64) -> Result<Self> {
        fft::frequencies("fftfreq_of", dtype, n, d, true).map(Self::wrap)
    }

    /// [`rfftfreq`](Tensor::rfftfreq) in a float dtype known at run time.
    ///
    /// # Errors
    /// As for [`fftfreq_of`](Self::fftfreq_of).
    ///
    /// ```
    /// use lunette::prelude::*;
    /// assert_eq!(DynTensor::rfftfreq_of(DType::F32, 2, 0.5)?, tensor![0.0_f32, 1.0].into_dyn());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn rfftfreq_of(dtype: DType, n: usize, d: f64) -> Result<Self> {
        fft::frequencies("rfftfreq_of", dtype, n, d, false).map(Self::wrap)
    }
}
