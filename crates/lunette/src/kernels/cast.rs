//! Rows of elements cast to another dtype, and rows searched for values that a dtype cannot hold.
//!
//! A loop for each of the 225 pairs and every instruction set would be far too many. There are loops only
//! between *lanes*, the types that instructions know: integers, `f32` and `f64`. What has another type goes
//! through blocks on the stack, which stay in the first cache: load to lanes, cast lanes, store from lanes.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

mod blocks;
mod check;
mod half;
mod lane;
mod lanes;
#[cfg(test)]
mod tests;

use self::blocks::Stages;
pub(crate) use self::check::first_unrepresentable;
use self::lane::CastLane;
use self::lanes::{Lanes, cast_lanes, cast_strided, gather};
use crate::dtype::{Complex32, Complex64, DType, Element, dispatch};

/// Casts a row: source, its stride, destination, its stride, number of elements; strides in elements.
///
/// # Safety
/// Every element that the strides reach must lie in memory that may be read, or written, and be aligned for
/// its dtype. Source and destination have no byte in common. A negative or zero source stride is fine; a
/// zero destination stride leaves one of the values.
pub(crate) type CastRow = unsafe fn(*const u8, isize, *mut u8, isize, usize);

/// The function that casts rows by R16's plain rule.
pub(crate) fn cast_row(from: DType, to: DType) -> CastRow {
    match (from, to) {
        _ if from == to => dispatch!(from, T => copy::<T>),
        (DType::Complex64, DType::Complex128) => cast_complex::<Complex32, Complex64>,
        (DType::Complex128, DType::Complex64) => cast_complex::<Complex64, Complex32>,
        _ => dispatch!(from, S => dispatch!(to, D => cast::<S, D>)),
    }
}

/// # Safety
/// As for [`CastRow`].
unsafe fn cast<S: Lanes, D: Lanes>(
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    len: usize,
) where
    S::In: CastLane<D::Out>,
{
    // SAFETY: all pointers and strides are the caller's, and the stages are those of these two types.
    unsafe {
        match (src_stride, dst_stride) {
            (1, 1) if S::DIRECT && D::DIRECT => cast_lanes::<S::In, D::Out>(src, dst, len),
            (0, _) if len > 1 => {
                cast::<S, D>(src, 1, dst, 1, 1);
                repeat::<D>(dst, dst_stride, len);
            }
            // One number at a time is fast enough for waiting on memory, except where floats are cut: that
            // takes many instructions, unless they do many numbers each.
            _ if S::DIRECT && D::DIRECT && !(S::DTYPE.is_float() && D::DTYPE.is_integer()) => {
                cast_strided::<S::In, D::Out>((src.cast(), src_stride), (dst.cast(), dst_stride), len);
            }
            _ => Stages::new::<S, D>().run((src, src_stride), (dst, dst_stride), len),
        }
    }
}

/// Writes the first element of a row to all others.
///
/// # Safety
/// As for the destination of a [`CastRow`], whose first element must have been written.
unsafe fn repeat<D: Element>(dst: *mut u8, stride: isize, len: usize) {
    let dst = dst.cast::<D>();
    // SAFETY: the caller's promise.
    unsafe {
        let value = dst.read();
        match stride {
            1 => (1..len).for_each(|k| dst.add(k).write(value)),
            _ => (1..len as isize).for_each(|k| dst.offset(k * stride).write(value)),
        }
    }
}

/// # Safety
/// As for [`CastRow`].
unsafe fn copy<T: Element>(src: *const u8, src_stride: isize, dst: *mut u8, dst_stride: isize, len: usize) {
    let (src, dst) = (src.cast::<T>(), dst.cast::<T>());
    // SAFETY: the caller's promise.
    unsafe {
        match (src_stride, dst_stride) {
            (1, 1) => src.copy_to_nonoverlapping(dst, len),
            (_, 1) => gather(src, src_stride, dst, len),
            _ => (0..len as isize)
                .for_each(|k| dst.offset(k * dst_stride).write(src.offset(k * src_stride).read())),
        }
    }
}

/// Complex to complex, which has two lanes to an element.
///
/// # Safety
/// As for [`CastRow`].
unsafe fn cast_complex<S: Lanes, D: Lanes>(
    src: *const u8,
    src_stride: isize,
    dst: *mut u8,
    dst_stride: isize,
    len: usize,
) where
    S::In: CastLane<D::Out>,
{
    // SAFETY: the caller's promise; a complex number is its two parts, one after the other.
    unsafe {
        if let (1, 1) = (src_stride, dst_stride) {
            return cast_lanes::<S::In, D::Out>(src, dst, 2 * len);
        }
        let (src, dst) = (src.cast::<S>(), dst.cast::<D>());
        for k in 0..len as isize {
            dst.offset(k * dst_stride).write(D::cast_from(src.offset(k * src_stride).read()));
        }
    }
}
