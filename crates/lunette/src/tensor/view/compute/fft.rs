//! Fourier transforms.

use super::{computed, each_type};
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::Element;
use crate::error::Result;
use crate::index::IntoAxes;
use crate::ops::fft::{FftOptions, FftnOptions};
use crate::tensor::Tensor;
use crate::tensor::view::lend::Show;

computed! {
    fn fft() -> Tensor<K::Complex>,
        "assert_eq!(v.fft()?.get([0, 0])?.re, 6.0);";
    fn fft_with(options: FftOptions) -> Tensor<K::Complex>,
        "let options = lunette::FftOptions { axis: 0, ..Default::default() };\n\
         assert_eq!(v.fft_with(options)?.get([0, 0])?.re, 5.0);";
    fn ifft() -> Tensor<K::Complex>,
        "assert_eq!(v.ifft()?.get([0, 0])?.re, 2.0);";
    fn ifft_with(options: FftOptions) -> Tensor<K::Complex>,
        "let options = lunette::FftOptions { axis: 0, ..Default::default() };\n\
         assert_eq!(v.ifft_with(options)?.get([0, 0])?.re, 2.5);";
    fn rfft() -> Tensor<K::Complex>,
        "assert_eq!(v.rfft()?.shape(), [2, 2]);";
    fn rfft_with(options: FftOptions) -> Tensor<K::Complex>,
        "let options = lunette::FftOptions { n: Some(8), ..Default::default() };\n\
         assert_eq!(v.rfft_with(options)?.shape(), [2, 5]);";
    fn irfft() -> Tensor<<K::Complex as Element>::Real>,
        "assert_eq!(v.irfft()?.shape(), [2, 4]);";
    fn irfft_with(options: FftOptions) -> Tensor<<K::Complex as Element>::Real>,
        "let options = lunette::FftOptions { n: Some(5), ..Default::default() };\n\
         assert_eq!(v.irfft_with(options)?.shape(), [2, 5]);";
    fn hfft() -> Tensor<<K::Complex as Element>::Real>,
        "assert_eq!(v.hfft()?.shape(), [2, 4]);";
    fn hfft_with(options: FftOptions) -> Tensor<<K::Complex as Element>::Real>,
        "let options = lunette::FftOptions { n: Some(5), ..Default::default() };\n\
         assert_eq!(v.hfft_with(options)?.shape(), [2, 5]);";
    fn ihfft() -> Tensor<K::Complex>,
        "assert_eq!(v.ihfft()?.shape(), [2, 2]);";
    fn ihfft_with(options: FftOptions) -> Tensor<K::Complex>,
        "let options = lunette::FftOptions { n: Some(8), ..Default::default() };\n\
         assert_eq!(v.ihfft_with(options)?.shape(), [2, 5]);";
    fn fftn() -> Tensor<K::Complex>,
        "assert_eq!(v.fftn()?.get([0, 0])?.re, 21.0);";
    fn fftn_with(options: FftnOptions<'_>) -> Tensor<K::Complex>,
        "let options = lunette::FftnOptions { axes: Some(&[0]), ..Default::default() };\n\
         assert_eq!(v.fftn_with(options)?.get([0, 0])?.re, 5.0);";
    fn ifftn() -> Tensor<K::Complex>,
        "assert_eq!(v.ifftn()?.get([0, 0])?.re, 3.5);";
    fn ifftn_with(options: FftnOptions<'_>) -> Tensor<K::Complex>,
        "let options = lunette::FftnOptions { axes: Some(&[0]), ..Default::default() };\n\
         assert_eq!(v.ifftn_with(options)?.get([0, 0])?.re, 2.5);";
    fn rfftn() -> Tensor<K::Complex>,
        "assert_eq!(v.rfftn()?.shape(), [2, 2]);";
    fn rfftn_with(options: FftnOptions<'_>) -> Tensor<K::Complex>,
        "let options = lunette::FftnOptions { axes: Some(&[1]), ..Default::default() };\n\
         assert_eq!(v.rfftn_with(options)?.shape(), [2, 2]);";
    fn irfftn() -> Tensor<<K::Complex as Element>::Real>,
        "assert_eq!(v.irfftn()?.shape(), [2, 4]);";
    fn irfftn_with(options: FftnOptions<'_>) -> Tensor<<K::Complex as Element>::Real>,
        "let options = lunette::FftnOptions { axes: Some(&[1]), ..Default::default() };\n\
         assert_eq!(v.irfftn_with(options)?.shape(), [2, 4]);";
    fn fftshift(axes: impl IntoAxes) -> Tensor<K>,
        "assert_eq!(v.fftshift(1)?, tensor![[3, 1, 2], [6, 4, 5]]);";
    fn ifftshift(axes: impl IntoAxes) -> Tensor<K>,
        "assert_eq!(v.ifftshift(1)?, tensor![[2, 3, 1], [5, 6, 4]]);";
}
