//! Discrete Fourier transforms.

use lunette::{DType, DynTensor, FftOptions, FftnOptions, Norm};

use super::args::Args;
use super::context::Failure;
use super::infer::Mistake;
use super::params::{DTYPE, LAST_AXIS, X};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const N: Param = Param::new("n", ParamKind::Int).count().or("the size of the axis").probe(2);
const S: Param = Param::new("s", ParamKind::Ints).or("the sizes of the axes").probe(2);
const AXES: Param = Param::new("axes", ParamKind::Axes).or("all");
const NORM: Param = Param::new("norm", ParamKind::Text).or("\"backward\"");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Fourier, name, params, run)
}

/// A transform along one axis.
macro_rules! along_axis {
    ($name:ident, $with:ident) => {
        row(stringify!($name), &[X, N, LAST_AXIS, NORM], |_, args| {
            Value::of(args.tensor(0)?.$with(options(args)?)?)
        })
        .extent(2)
    };
}

/// A transform along several axes.
macro_rules! along_axes {
    ($name:ident, $with:ident) => {
        row(stringify!($name), &[X, S, AXES, NORM], |_, args| {
            let s = args.get(1).map(|_| args.ints(1)).transpose()?;
            let axes = args.get(2).map(|_| args.ints(2)).transpose()?;
            let options = FftnOptions { s: s.as_deref(), axes: axes.as_deref(), norm: norm(args, 3)? };
            Value::of(args.tensor(0)?.$with(options)?)
        })
        .extent(2)
    };
}

pub(super) static ROWS: &[Builtin] = &[
    along_axis!(fft, fft_with)
        .doc(
            "The discrete Fourier transform along an axis, of which `n` numbers are taken or filled up with zeros. The \
             norm is \"backward\", \"ortho\" or \"forward\".",
            "real(fft([1.0, 2.0])) // tensor((2,), {3.0,-1.0})",
        )
        .sized(same_length),
    along_axis!(ifft, ifft_with)
        .doc("The inverse of `fft`.", "real(ifft(fft([1.0, 2.0]))) // tensor((2,), {1.0,2.0})")
        .sized(same_length),
    along_axis!(rfft, rfft_with)
        .doc(
            "The first half of the frequencies of real numbers, `n / 2 + 1`.",
            "real(rfft([1.0, 2.0, 3.0, 2.0])) // tensor((3,), {8.0,-2.0,0.0})",
        )
        .sized(sizes::tried),
    along_axis!(irfft, irfft_with)
        .doc(
            "The inverse of `rfft`: real numbers, an even number of them unless `n` says otherwise.",
            "irfft(rfft([1.0, 2.0, 3.0, 2.0])) // tensor((4,), {1.0,2.0,3.0,2.0})",
        )
        .sized(sizes::tried),
    along_axis!(hfft, hfft_with)
        .doc(
            "The real frequencies of numbers of which the first half is given, the second being its conjugate mirror image.",
            "hfft([3.0, 1.0, 0.0]) // tensor((4,), {5.0,3.0,1.0,3.0})",
        )
        .sized(sizes::tried),
    along_axis!(ihfft, ihfft_with)
        .doc("The inverse of `hfft`: the first half of the numbers.", "shape(ihfft([5.0, 3.0, 1.0, 3.0])) // (3,)")
        .sized(sizes::tried),
    along_axes!(fftn, fftn_with)
        .doc("The discrete Fourier transform along several axes.", "real(fftn([[1.0, 2.0], [3.0, 4.0]]))[0, 0] // 10.0")
        .sized(same_length),
    along_axes!(ifftn, ifftn_with)
        .doc("The inverse of `fftn`.", "real(ifftn(fftn([[1.0, 2.0], [3.0, 4.0]])))[1, 1] // 4.0")
        .sized(same_length),
    along_axes!(rfftn, rfftn_with)
        .doc("The frequencies of real numbers, the first half of them on the last axis.", "shape(rfftn(ones((2, 4)))) // (2,3)")
        .sized(sizes::tried),
    along_axes!(irfftn, irfftn_with)
        .doc("The inverse of `rfftn`.", "irfftn(rfftn(ones((2, 2)))) // tensor((2,2), {1.0,1.0,1.0,1.0})")
        .sized(sizes::tried),
    row("fftshift", &[X, AXES], |_, args| Value::of(args.tensor(0)?.fftshift(args.axes(1)?)?))
        .doc("The frequencies with 0 in the middle.", "fftshift([0, 1, -2, -1]) // tensor((4,), {-2,-1,0,1})")
        .sized(sizes::first),
    row("ifftshift", &[X, AXES], |_, args| Value::of(args.tensor(0)?.ifftshift(args.axes(1)?)?))
        .doc("The inverse of `fftshift`.", "ifftshift([-2, -1, 0, 1]) // tensor((4,), {0,1,-2,-1})")
        .sized(sizes::first),
    row("fftfreq", &[COUNT, SPACING, DTYPE.or("f64")], |_, args| {
        let (n, d) = (args.count(0)?, args.float_or(1, 1.0)?);
        Value::of(DynTensor::fftfreq_of(args.dtype(2)?.unwrap_or(DType::F64), n, d)?)
    })
    .doc("The frequencies that `fft` gives for `n` samples `d` apart.", "fftfreq(4) // tensor((4,), {0.0,0.25,-0.5,-0.25})")
    .sized(sizes::tried),
    row("rfftfreq", &[COUNT, SPACING, DTYPE.or("f64")], |_, args| {
        let (n, d) = (args.count(0)?, args.float_or(1, 1.0)?);
        Value::of(DynTensor::rfftfreq_of(args.dtype(2)?.unwrap_or(DType::F64), n, d)?)
    })
    .doc("The frequencies that `rfft` gives for `n` samples `d` apart.", "rfftfreq(4) // tensor((3,), {0.0,0.25,0.5})")
    .sized(sizes::tried),
];

const COUNT: Param = Param::new("n", ParamKind::Int).count();
const SPACING: Param = Param::new("d", ParamKind::Float).or("1.0");

fn norm(args: &Args<'_>, k: usize) -> Result<Norm, Failure> {
    args.word(k, &[("backward", Norm::Backward), ("ortho", Norm::Ortho), ("forward", Norm::Forward)])
}

fn options(args: &Args<'_>) -> Result<FftOptions, Failure> {
    let n = args.get(1).map(|_| args.count(1)).transpose()?;
    Ok(FftOptions { n, axis: args.int_or(2, -1)?, norm: norm(args, 3)? })
}

/// As long as before, unless `n` says otherwise.
fn same_length(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    if probe.arg(1).is_some() { sizes::tried(probe, ty) } else { sizes::first(probe, ty) }
}
