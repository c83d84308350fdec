//! The functions of `lunette.fft`: discrete Fourier transforms.

use lunette::layout::Dims;
use lunette::{DType, DynTensor, FftOptions, FftnOptions, Norm};
use pyo3::prelude::*;

use crate::arg::{AxesArg, Several, TensorArg};
use crate::device::DeviceArg;
use crate::dtype::DTypeArg;
use crate::error::{Result, value_error};
use crate::functions::registry::{functions, publish};
use crate::functions::scalars::size;
use crate::tensor::New;
use crate::work::{Cost, work};

fn norm_of(op: &str, name: Option<&str>) -> Result<Norm> {
    // NumPy's None is the default.
    match name.unwrap_or("backward") {
        "backward" => Ok(Norm::Backward),
        "ortho" => Ok(Norm::Ortho),
        "forward" => Ok(Norm::Forward),
        name => Err(value_error(format!(
            "{op}: `norm` is \"backward\", \"ortho\" or \"forward\", found {name:?}"
        ))),
    }
}

/// How many elements a transform works on that brings some axes to other lengths.
fn transformed(x: &DynTensor, lengths: impl IntoIterator<Item = (i64, usize)>) -> usize {
    let mut shape = Dims::from_slice(x.shape());
    for (axis, length) in lengths {
        // An axis that there is not is told by the transform itself.
        let axis = if axis < 0 { axis.wrapping_add(shape.len() as i64) } else { axis };
        if let Some(size) = usize::try_from(axis).ok().and_then(|axis| shape.get_mut(axis)) {
            *size = length;
        }
    }
    shape.iter().fold(1, |all: usize, &size| all.saturating_mul(size)).max(x.len())
}

/// The axes of a transform with the lengths that are asked for: the last ones, unless they are named.
fn lengths(options: &FftnOptions<'_>) -> impl Iterator<Item = (i64, usize)> {
    let lengths = options.s.unwrap_or_default();
    let axis = |k: usize| match options.axes {
        None => k as i64 - lengths.len() as i64,
        Some(axes) => axes.get(k).copied().unwrap_or(i64::MAX),
    };
    lengths.iter().enumerate().filter_map(move |(k, &size)| Some((axis(k), usize::try_from(size).ok()?)))
}

macro_rules! along_an_axis {
    ($($(#[doc = $doc:literal])* $name:ident $with:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(
            signature = (x, /, n=None, axis=-1, norm=None),
            text_signature = "(x, /, *, n=None, axis=-1, norm='backward')"
        )]
        fn $name(
            py: Python<'_>,
            x: TensorArg<'_>,
            n: Option<i64>,
            axis: i64,
            norm: Option<&str>,
        ) -> Result<New> {
            let (x, n, norm) = (x.0, n.map(size).transpose()?, norm_of(stringify!($name), norm)?);
            let elements = transformed(x, n.map(|n| (axis, n)));
            work(py, elements, Cost::Sorting, || x.$with(FftOptions { n, axis, norm })).map(New)
        }
    )* };
}

macro_rules! along_axes {
    ($($(#[doc = $doc:literal])* $name:ident $with:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(
            signature = (x, /, s=None, axes=None, norm=None),
            text_signature = "(x, /, *, s=None, axes=None, norm='backward')"
        )]
        fn $name(
            py: Python<'_>,
            x: TensorArg<'_>,
            s: Option<Several>,
            axes: Option<Several>,
            norm: Option<&str>,
        ) -> Result<New> {
            let (x, norm) = (x.0, norm_of(stringify!($name), norm)?);
            let [s, axes] = [&s, &axes].map(|named| named.as_ref().map(|named| &named.0[..]));
            let options = FftnOptions { s, axes, norm };
            let elements = transformed(x, lengths(&options));
            work(py, elements, Cost::Sorting, || x.$with(options)).map(New)
        }
    )* };
}

along_an_axis! {
    /// The discrete Fourier transform along an axis: as many frequencies as numbers.
    ///
    /// >>> xp.fft.fft(xp.asarray([1.0, 2.0]))
    /// Tensor([ 3.0+0.0j, -1.0+0.0j])
    fft fft_with;

    /// The inverse of `fft`.
    ///
    /// >>> xp.fft.ifft(xp.asarray([3.0 + 0j, -1.0 + 0j]))
    /// Tensor([1.0+0.0j, 2.0+0.0j])
    ifft ifft_with;

    /// The first half of the frequencies of real numbers, of which the others are the mirror image.
    ///
    /// >>> xp.fft.rfft(xp.asarray([1.0, 2.0, 3.0, 2.0]))
    /// Tensor([ 8.0+0.0j, -2.0-0.0j,  0.0+0.0j])
    rfft rfft_with;

    /// The inverse of `rfft`: real numbers, `2 * (size - 1)` of them where `n` does not say otherwise.
    ///
    /// >>> xp.fft.irfft(xp.asarray([8.0 + 0j, -2.0 + 0j, 0j]))
    /// Tensor([1.0, 2.0, 3.0, 2.0])
    irfft irfft_with;

    /// The real frequencies of numbers of which the second half is the conjugate mirror image of the first.
    ///
    /// >>> xp.fft.hfft(xp.asarray([3.0 + 0j, 1.0 + 0j, 0j]))
    /// Tensor([5.0, 3.0, 1.0, 3.0])
    hfft hfft_with;

    /// The inverse of `hfft`.
    ///
    /// >>> xp.fft.ihfft(xp.asarray([5.0, 3.0, 1.0, 3.0]))
    /// Tensor([3.0-0.0j, 1.0+0.0j, 0.0-0.0j])
    ihfft ihfft_with;
}

along_axes! {
    /// The discrete Fourier transform along several axes, along all where none are named.
    ///
    /// >>> xp.fft.fftn(xp.asarray([[1.0, 2.0], [3.0, 4.0]]))
    /// Tensor([[10.0+0.0j, -2.0+0.0j],
    ///         [-4.0+0.0j,  0.0+0.0j]])
    fftn fftn_with;

    /// The inverse of `fftn`.
    ///
    /// >>> xp.fft.ifftn(xp.fft.fftn(xp.asarray([[1.0, 2.0], [3.0, 4.0]])))
    /// Tensor([[1.0+0.0j, 2.0+0.0j],
    ///         [3.0+0.0j, 4.0+0.0j]])
    ifftn ifftn_with;

    /// The frequencies of real numbers along several axes, the first half of them along the last.
    ///
    /// >>> xp.fft.rfftn(xp.ones((2, 4))).shape
    /// (2, 3)
    rfftn rfftn_with;

    /// The inverse of `rfftn`.
    ///
    /// >>> xp.fft.irfftn(xp.fft.rfftn(xp.ones((2, 4)))).shape
    /// (2, 4)
    irfftn irfftn_with;
}

/// The frequencies that `fft` of `n` samples, `d` apart, gives: first those from 0 up, then the negative ones.
///
/// >>> xp.fft.fftfreq(4)
/// Tensor([ 0.00,  0.25, -0.50, -0.25])
#[pyfunction]
#[pyo3(signature = (n, /, *, d=1.0, dtype=None, device=None))]
fn fftfreq(
    py: Python<'_>,
    n: i64,
    d: f64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let (_, n, dtype) = (device, size(n)?, dtype.map_or(DType::F64, |dtype| dtype.0));
    work(py, n, Cost::Linear, || DynTensor::fftfreq_of(dtype, n, d)).map(New)
}

/// The frequencies that `rfft` of `n` samples, `d` apart, gives.
///
/// >>> xp.fft.rfftfreq(4)
/// Tensor([0.00, 0.25, 0.50])
#[pyfunction]
#[pyo3(signature = (n, /, *, d=1.0, dtype=None, device=None))]
fn rfftfreq(
    py: Python<'_>,
    n: i64,
    d: f64,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
) -> Result<New> {
    let (_, n, dtype) = (device, size(n)?, dtype.map_or(DType::F64, |dtype| dtype.0));
    work(py, n, Cost::Linear, || DynTensor::rfftfreq_of(dtype, n, d)).map(New)
}

/// The entries rolled so that the frequency 0 is in the middle of each of the axes.
///
/// >>> xp.fft.fftshift(xp.fft.fftfreq(4))
/// Tensor([-0.50, -0.25,  0.00,  0.25])
#[pyfunction]
#[pyo3(signature = (x, /, *, axes=None))]
fn fftshift(py: Python<'_>, x: TensorArg<'_>, axes: Option<AxesArg>) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axes));
    work(py, x.len(), Cost::Linear, || x.fftshift(axes)).map(New)
}

/// The inverse of `fftshift`.
///
/// >>> xp.fft.ifftshift(xp.asarray([-2, -1, 0, 1]))
/// Tensor([ 0,  1, -2, -1])
#[pyfunction]
#[pyo3(signature = (x, /, *, axes=None))]
fn ifftshift(py: Python<'_>, x: TensorArg<'_>, axes: Option<AxesArg>) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axes));
    work(py, x.len(), Cost::Linear, || x.ifftshift(axes)).map(New)
}

pub fn register(parent: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = &PyModule::new(parent.py(), "lunette._lunette.fft")?;
    register_functions(module)?;
    publish(module, "lunette.fft")?;
    parent.add("fft", module)
}

fn register_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module: fft, ifft, rfft, irfft, hfft, ihfft, fftn, ifftn, rfftn, irfftn, fftfreq, rfftfreq,
        fftshift, ifftshift
    )
}
