//! Discrete Fourier transforms: which axes, how long, by which factor.

use super::{create, rearrange};
use crate::dtype::{DType, dispatch};
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::fft::{Form, Transform, in_place, to_fresh};
use crate::layout::{AxisList, Layout, Order, resolve_axes, resolve_axis};
use crate::tensor::Handle;

/// Which way of a transform divides by the number of entries `n`; there and back always restores.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::{Complex64, FftOptions, Norm};
/// let x = tensor![3.0, 1.0];
/// let options = FftOptions { norm: Norm::Forward, ..Default::default() };
/// assert_eq!(x.fft_with(options)?, tensor![Complex64::new(2.0, 0.0), Complex64::new(1.0, 0.0)]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Norm {
    /// The way back divides by `n`.
    #[default]
    Backward,
    /// Both ways divide by the square root of `n`.
    Ortho,
    /// The way there divides by `n`.
    Forward,
}

/// How a transform along one axis is done: `FftOptions { axis: 0, ..Default::default() }`.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::FftOptions;
/// let x = Tensor::<f32>::ones([4, 3])?;
/// let options = FftOptions { n: Some(8), axis: 0, ..Default::default() };
/// assert_eq!(x.fft_with(options)?.shape(), [8, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FftOptions {
    /// How many entries are transformed: longer lanes are cut, shorter ones go on with zeros. The size of the axis
    /// where nothing is said; for `irfft` and `hfft` the length of the result, `2 * (size - 1)` where nothing is said.
    pub n: Option<usize>,
    /// The axis, the last one where nothing is said.
    pub axis: i64,
    /// Which way divides.
    pub norm: Norm,
}

impl Default for FftOptions {
    fn default() -> Self {
        Self { n: None, axis: -1, norm: Norm::Backward }
    }
}

/// How a transform along several axes is done: `FftnOptions { axes: Some(&[0, 1]), ..Default::default() }`.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::FftnOptions;
/// let x = Tensor::<f32>::ones([5, 4, 3])?;
/// let options = FftnOptions { s: Some(&[8, -1]), axes: Some(&[0, 1]), ..Default::default() };
/// assert_eq!(x.fftn_with(options)?.shape(), [8, 4, 3]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FftnOptions<'a> {
    /// How many entries are transformed along each of `axes`, -1 for the size of the axis; all where nothing is said. For
    /// the last axis of `irfftn` it is the length of the result, `2 * (size - 1)` where nothing is said.
    pub s: Option<&'a [i64]>,
    /// The axes, in order; the real ones of `rfftn` and `irfftn` lie along the last. All where nothing is said.
    pub axes: Option<&'a [i64]>,
    /// Which way divides.
    pub norm: Norm,
}

/// The transforms of the Array API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    /// `fft` and `fftn`.
    Forward,
    /// `ifft` and `ifftn`.
    Inverse,
    /// `rfft` and `rfftn`.
    Real,
    /// `irfft` and `irfftn`.
    InverseReal,
    /// `hfft`: the way there, of frequencies whose numbers are real.
    Hermitian,
    /// `ihfft`.
    InverseHermitian,
}

impl Family {
    /// Whether it takes real numbers only.
    fn takes_reals(self) -> bool {
        matches!(self, Self::Real | Self::InverseHermitian)
    }

    /// Whether it gives real numbers, and its length is that of the result.
    fn gives_reals(self) -> bool {
        matches!(self, Self::InverseReal | Self::Hermitian)
    }

    /// Whether it is a way back.
    fn is_inverse(self) -> bool {
        matches!(self, Self::Inverse | Self::InverseReal | Self::InverseHermitian)
    }

    /// The transform of lanes of `n` entries.
    fn transform(self, n: usize, norm: Norm) -> Transform {
        let form = match self {
            Self::Forward => Form::Forward,
            Self::Inverse => Form::Inverse,
            Self::Real | Self::InverseHermitian => Form::RealToHalf,
            Self::InverseReal | Self::Hermitian => Form::HalfToReal,
        };
        let scale = match norm {
            Norm::Ortho => 1.0 / (n as f64).sqrt(),
            Norm::Backward if self.is_inverse() => 1.0 / n as f64,
            Norm::Forward if !self.is_inverse() => 1.0 / n as f64,
            Norm::Backward | Norm::Forward => 1.0,
        };
        // A way there that gives real numbers, and its way back, are the usual ones of the conjugate.
        let conjugate = matches!(self, Self::Hermitian | Self::InverseHermitian);
        Transform { form, n, scale, conjugate }
    }

    fn check_dtype(self, op: &'static str, dtype: DType) -> Result<()> {
        if !self.takes_reals() || !dtype.is_complex() {
            return Ok(());
        }
        let cure = match self {
            Self::Real => "it takes real numbers: use `fft` or `fftn`, or the real part",
            _ => "it takes real numbers: use `ifft`, or the real part",
        };
        Err(ErrorKind::Unsupported { op, dtype, cure }.into())
    }

    /// How many entries there are along an axis of `size` where nothing is said.
    fn default_len(self, size: usize) -> usize {
        if self.gives_reals() { 2 * size.saturating_sub(1) } else { size }
    }
}

/// The transform along one axis.
pub(crate) fn along_axis(
    op: &'static str,
    x: &Handle,
    family: Family,
    options: FftOptions,
) -> Result<Handle> {
    family.check_dtype(op, x.dtype)?;
    let axis = resolve_axis(op, options.axis, x.layout.rank())?;
    let n = options.n.unwrap_or_else(|| family.default_len(x.shape()[axis]));
    check_len(op, n, family)?;
    transformed(op, x, axis, &family.transform(n, options.norm))
}

/// The transform along several axes; the real numbers of a family that has some lie along the last of them.
pub(crate) fn along_axes(
    op: &'static str,
    x: &Handle,
    family: Family,
    options: FftnOptions<'_>,
) -> Result<Handle> {
    family.check_dtype(op, x.dtype)?;
    let axes = axes_of(op, x, options.axes)?;
    let lens = lens_of(op, x, family, &axes, options.s)?;
    let steps = axes.iter().zip(&lens);
    // Real numbers are halved first, and are made last.
    let complex = if family.is_inverse() { Family::Inverse } else { Family::Forward };
    let Some((&last, others)) = axes.split_last() else {
        return to_output(op, x, family);
    };
    let at_last = family.transform(lens[others.len()], options.norm);
    let others = steps.take(others.len()).map(|(&axis, &n)| (axis, complex.transform(n, options.norm)));
    let mut order: Vec<(usize, Transform)> = others.collect();
    match family.gives_reals() {
        true => order.push((last, at_last)),
        false => order.insert(0, (last, at_last)),
    }
    let mut made: Option<Handle> = None;
    for (axis, transform) in &order {
        made = Some(match made {
            Some(made) if is_in_place(&made, *axis, transform) => in_its_place(op, made, *axis, transform)?,
            Some(made) => transformed(op, &made, *axis, transform)?,
            None => transformed(op, x, *axis, transform)?,
        });
    }
    made.map_or_else(|| to_output(op, x, family), Ok)
}

/// Without axes nothing is transformed, and the dtype is that of the result.
fn to_output(op: &'static str, x: &Handle, family: Family) -> Result<Handle> {
    if family.takes_reals() || family.gives_reals() {
        return Err(ErrorKind::Rank { op, expected: "at least one axis", found: x.layout.rank() }.into());
    }
    super::cast::cast(op, x, x.dtype.as_complex())
}

fn axes_of(op: &'static str, x: &Handle, axes: Option<&[i64]>) -> Result<AxisList> {
    match axes {
        Some(axes) => resolve_axes(op, axes, x.layout.rank()),
        None => Ok((0..x.layout.rank()).collect()),
    }
}

fn lens_of(
    op: &'static str,
    x: &Handle,
    family: Family,
    axes: &[usize],
    s: Option<&[i64]>,
) -> Result<Vec<usize>> {
    let s = s.unwrap_or_default();
    if !s.is_empty() && s.len() != axes.len() {
        let cure = "give one length for each axis that is transformed";
        return Err(x.layout.wrong_count(op, "lengths", [axes.len(), s.len()], cure));
    }
    let mut lens = Vec::with_capacity(axes.len());
    for (k, &axis) in axes.iter().enumerate() {
        let size = x.shape()[axis];
        let is_last = k + 1 == axes.len();
        let default = if is_last { family.default_len(size) } else { size };
        let n = match s.get(k) {
            None => default,
            Some(-1) => size,
            Some(&n) => usize::try_from(n).map_err(|_| {
                let allowed = "a length is 1 or more, or -1 for the size of its axis";
                ErrorKind::Argument { op, name: "s", found: n.to_string(), allowed }
            })?,
        };
        check_len(op, n, family)?;
        lens.push(n);
    }
    Ok(lens)
}

fn check_len(op: &'static str, n: usize, family: Family) -> Result<()> {
    if n > 0 {
        return Ok(());
    }
    let allowed = match family.gives_reals() {
        true => "a transform has at least one entry: say how many the result has",
        false => "a transform has at least one entry: say how many, and zeros fill them up",
    };
    Err(ErrorKind::Argument { op, name: "n", found: "0".to_owned(), allowed }.into())
}

fn transformed(op: &'static str, x: &Handle, axis: usize, transform: &Transform) -> Result<Handle> {
    let shape = transform.output_shape(x.shape(), axis);
    let layout = Layout::contiguous_for(op, &shape, Order::C)?;
    let lock = x.buffer.lock(op, Access::Read)?;
    let buffer = to_fresh(op, &layout, lock.source(op, &x.layout, x.dtype)?, axis, transform)?;
    Ok(Handle::fresh(buffer, layout, transform.output_dtype(x.dtype)))
}

/// Whether the transform of a tensor that nobody else knows can take its place.
fn is_in_place(made: &Handle, axis: usize, transform: &Transform) -> bool {
    matches!(transform.form, Form::Forward | Form::Inverse) && made.shape()[axis] == transform.n
}

fn in_its_place(op: &'static str, made: Handle, axis: usize, transform: &Transform) -> Result<Handle> {
    let lock = made.buffer.lock(op, Access::Write)?;
    in_place(op, lock.target(op, &made.layout, made.dtype)?, axis, transform)?;
    drop(lock);
    Ok(made)
}

/// The frequencies of `fft` (`whole`) or of `rfft`, for samples `d` apart.
pub(crate) fn frequencies(op: &'static str, dtype: DType, n: usize, d: f64, whole: bool) -> Result<Handle> {
    if !dtype.is_float() {
        return Err(ErrorKind::Unsupported { op, dtype, cure: "frequencies are f64 or another float" }.into());
    }
    check_len(op, n, Family::Forward)?;
    if d == 0.0 {
        let (found, allowed) = (format!("{d:?}"), "samples must lie apart");
        return Err(ErrorKind::Argument { op, name: "d", found, allowed }.into());
    }
    let span = n as f64 * d;
    let at = |k: usize| if whole && k >= n.div_ceil(2) { k as f64 - n as f64 } else { k as f64 };
    let len = if whole { n } else { n / 2 + 1 };
    dispatch!(dtype, T => create::from_flat_fn(op, &[len], |k| <T as crate::Element>::cast_from(at(k) / span)))
}

/// The zero frequency moved to the middle (`inverse`: back to the front) of each of these axes.
pub(crate) fn shift(op: &'static str, x: &Handle, axes: &Axes, inverse: bool) -> Result<Handle> {
    let axes = axes_of(op, x, axes.list())?;
    let shifts: Vec<i64> = axes
        .iter()
        .map(|&axis| (x.shape()[axis] / 2) as i64)
        .map(|half| if inverse { -half } else { half })
        .collect();
    let list = Axes::List(axes.iter().map(|&axis| axis as i64).collect());
    rearrange::roll(x, &shifts, &list)
}
