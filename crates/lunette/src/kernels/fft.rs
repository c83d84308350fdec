//! Discrete Fourier transforms along an axis.
//!
//! Complex lanes of lengths that small primes make up are transformed several abreast, and so are the parts of a long
//! one (`abreast`). For all others rustfft and realfft transform single lanes that lie in one piece. Lanes that do not are
//! gathered into scratch memory several at a time, so that whole cache lines are used on both ways, and so are lanes of
//! another dtype. Lanes are shared by the threads.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

#[cfg(target_arch = "x86_64")]
mod abreast;
#[cfg(not(target_arch = "x86_64"))]
#[path = "fft/one_by_one.rs"]
mod abreast;
mod lanes;
mod long;
mod turns;

use self::abreast::{Abreast, Job};
use self::lanes::{Lanes, Part, run_lanes};
use self::long::{run_long, sides};
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout};
use crate::nest::Nest;

/// What becomes of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// All frequencies of numbers, real or complex.
    Forward,
    /// Numbers of all their frequencies.
    Inverse,
    /// The first half of the frequencies of real numbers, which determine the others.
    RealToHalf,
    /// Real numbers of the first half of their frequencies.
    HalfToReal,
}

/// A transform of every lane along an axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transform {
    pub(crate) form: Form,
    /// How many numbers or frequencies there are, counting both halves; not 0.
    pub(crate) n: usize,
    /// What the results are multiplied by.
    pub(crate) scale: f64,
    /// Whether frequencies of real numbers are conjugated: on the way in, or on the way out.
    pub(crate) conjugate: bool,
}

impl Transform {
    /// How many entries of a lane are taken; missing ones are 0.
    fn input_len(&self) -> usize {
        if self.form == Form::HalfToReal { self.n / 2 + 1 } else { self.n }
    }

    /// How many entries a lane of the result has.
    pub(crate) fn output_len(&self) -> usize {
        if self.form == Form::RealToHalf { self.n / 2 + 1 } else { self.n }
    }

    /// The dtype of the result, for numbers of this dtype.
    pub(crate) fn output_dtype(&self, input: DType) -> DType {
        let complex = input.as_complex();
        if self.form == Form::HalfToReal { complex.as_real() } else { complex }
    }

    /// The shape of the result.
    pub(crate) fn output_shape(&self, input: &[usize], axis: usize) -> Dims {
        let mut shape = Dims::from_slice(input);
        shape[axis] = self.output_len();
        shape
    }
}

/// The transform of every lane of `src` along `axis`, in new memory that `layout` lays out without gaps.
///
/// # Errors
/// If the shapes do not fit each other, or there is no memory.
pub(crate) fn to_fresh(
    op: &'static str,
    layout: &Layout,
    src: Source<'_>,
    axis: usize,
    transform: &Transform,
) -> Result<Buffer> {
    check_shapes(op, layout.shape(), src.shape(), axis, transform)?;
    let dtype = transform.output_dtype(src.dtype());
    let mut fresh = Fresh::new(op, layout.shape(), dtype)?;
    // SAFETY: the lanes of `dst` are written before they are read; together they are all of the new memory, which
    // `src` is no part of.
    unsafe {
        run(op, fresh.target(op, layout)?, src, axis, transform)?;
        Ok(fresh.assume_init())
    }
}

/// The transform of every lane along `axis`, in place of what is transformed: complex numbers in, as many out.
///
/// # Errors
/// If the shapes do not fit each other, or there is no memory.
pub(crate) fn in_place(op: &'static str, dst: Target<'_>, axis: usize, transform: &Transform) -> Result<()> {
    check_shapes(op, dst.shape(), dst.shape(), axis, transform)?;
    if transform.output_dtype(dst.dtype()) != dst.dtype() || !dst.dtype().is_complex() {
        let expected = dst.dtype().as_complex();
        return Err(ErrorKind::DTypeMismatch { op, expected, found: dst.dtype() }.into());
    }
    // SAFETY: the source is the destination.
    unsafe { run(op, dst, dst.as_source(), axis, transform) }
}

fn check_shapes(
    op: &'static str,
    dst: &[usize],
    src: &[usize],
    axis: usize,
    transform: &Transform,
) -> Result<()> {
    if axis >= src.len() {
        return Err(ErrorKind::AxisOutOfRange { op, axis: axis as i64, rank: src.len() }.into());
    }
    let expected = transform.output_shape(src, axis);
    if *expected != *dst || transform.n == 0 {
        let cure = "the result has the shape of the operand but for the axis of the transform";
        return Err(ErrorKind::ShapeMismatch { op, expected, found: Dims::from_slice(dst), cure }.into());
    }
    Ok(())
}

/// # Safety
/// The shapes have been checked, `dst` has the dtype of the result, and either shares nothing with `src`, or is the
/// same elements under the same layout.
unsafe fn run(
    op: &'static str,
    dst: Target<'_>,
    src: Source<'_>,
    axis: usize,
    transform: &Transform,
) -> Result<()> {
    if dst.layout().is_empty() {
        return Ok(());
    }
    // SAFETY: the caller's promise.
    unsafe {
        match dst.dtype() {
            DType::F32 | DType::Complex64 => run_in::<f32>(op, dst, src, axis, transform),
            _ => run_in::<f64>(op, dst, src, axis, transform),
        }
    }
}

/// # Safety
/// As [`run`], for results of `T` or its complex numbers that are not empty.
unsafe fn run_in<T: Abreast>(
    op: &'static str,
    dst: Target<'_>,
    src: Source<'_>,
    axis: usize,
    transform: &Transform,
) -> Result<()> {
    let lane = |layout: &Layout| layout.strides()[axis];
    let to = Part { start: dst.start(), step: lane(dst.layout()), dtype: dst.dtype() };
    let from = Part { start: src.start().cast_mut(), step: lane(src.layout()), dtype: src.dtype() };
    let starts = starts(dst, src, axis);
    // Halves may be complex on both sides too, and have fewer entries than the transform.
    let is_complex = matches!(transform.form, Form::Forward | Form::Inverse)
        && src.dtype() == dst.dtype()
        && src.dtype().is_complex();
    let is_whole = src.shape()[axis] >= transform.n;
    // SAFETY: the caller's promise; the lanes start at the indices of the other axes.
    unsafe {
        if is_complex && is_whole {
            let job = Job { op, transform, dst: to, src: from, starts: &starts };
            if let Some(done) = abreast::run::<T>(&job) {
                return done;
            }
            // Whether threads will share it makes no difference: the same numbers give the same result.
            if let (1, Some(sides)) = (starts.len(), sides(transform.n)) {
                return run_long::<T>(op, transform, sides, to, from);
            }
        }
        run_lanes(op, &starts, &Lanes::<T>::new(op, transform, to, from, src.shape()[axis])?)
    }
}

/// Where lanes along `axis` start, in the destination and in the source.
fn starts(dst: Target<'_>, src: Source<'_>, axis: usize) -> Nest<2> {
    let without_axis = |strides: &[isize]| -> Vec<isize> {
        strides.iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &stride)| stride).collect()
    };
    let (to, from) = (without_axis(dst.layout().strides()), without_axis(src.layout().strides()));
    let shape: Vec<usize> =
        src.shape().iter().enumerate().filter(|&(k, _)| k != axis).map(|(_, &size)| size).collect();
    Nest::new(&shape, [&to, &from])
}
