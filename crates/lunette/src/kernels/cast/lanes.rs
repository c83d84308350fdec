//! How elements of each dtype become lanes, and lanes elements.

#![expect(unsafe_code, reason = "kernels go through raw pointers")]

use std::mem::MaybeUninit;

use super::blocks::BLOCK;
use super::half;
use super::lane::CastLane;
use crate::dtype::{Complex32, Complex64, Element, Odd, bf16, f16};
use crate::kernels::isa::{self, Isa, Task};

/// An element type, by what the loops see of it.
pub(super) trait Lanes: Element {
    /// What casts from this type start from.
    type In: Copy + 'static;
    /// What casts to this type end with.
    type Out: Copy + 'static;

    /// Whether elements in memory are lanes as they are.
    const DIRECT: bool;

    /// Turns strided elements into contiguous lanes.
    ///
    /// # Safety
    /// `len` is at most [`BLOCK`]; `src` is aligned elements that may be read, `lanes` lanes that may be
    /// written.
    unsafe fn load(src: *const u8, stride: isize, lanes: *mut u8, len: usize);

    /// As [`Lanes::load`], with lanes that need only be right about being zero.
    ///
    /// # Safety
    /// As for [`Lanes::load`].
    unsafe fn load_truth(src: *const u8, stride: isize, lanes: *mut u8, len: usize) {
        // SAFETY: the caller's promise.
        unsafe { Self::load(src, stride, lanes, len) };
    }

    /// Turns contiguous lanes into strided elements.
    ///
    /// # Safety
    /// `len` is at most [`BLOCK`]; `lanes` are lanes that may be read, `dst` aligned elements that may be
    /// written.
    unsafe fn store(lanes: *const u8, dst: *mut u8, stride: isize, len: usize);
}

/// Casts contiguous lanes.
///
/// # Safety
/// `len` lanes of each side are aligned, may be read and written, and have no byte in common.
pub(super) unsafe fn cast_lanes<S: CastLane<D>, D: Copy>(src: *const u8, dst: *mut u8, len: usize) {
    isa::run(CastLanes { src: src.cast::<S>(), dst: dst.cast::<D>(), len });
}

/// Casts lanes with strides.
///
/// # Safety
/// As for [`super::CastRow`].
pub(super) unsafe fn cast_strided<S: CastLane<D>, D: Copy>(
    (src, src_stride): (*const S, isize),
    (dst, dst_stride): (*mut D, isize),
    len: usize,
) {
    for k in 0..len as isize {
        // SAFETY: the caller's promise.
        unsafe { dst.offset(k * dst_stride).write(src.offset(k * src_stride).read().cast_lane()) };
    }
}

/// Making one promises what [`cast_lanes`] asks for.
pub(super) struct CastLanes<S, D> {
    pub(super) src: *const S,
    pub(super) dst: *mut D,
    pub(super) len: usize,
}

impl<S: CastLane<D>, D: Copy> Task for CastLanes<S, D> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for k in 0..self.len {
            // SAFETY: `cast_lanes`'s caller promised `len` lanes on both sides.
            unsafe { self.dst.add(k).write(self.src.add(k).read().cast_lane()) };
        }
    }
}

/// Copies strided values to contiguous memory.
///
/// # Safety
/// `len` values of each side are aligned, may be read and written, and have no byte in common.
pub(super) unsafe fn gather<T: Copy>(src: *const T, stride: isize, dst: *mut T, len: usize) {
    for k in 0..len {
        // SAFETY: the caller's promise.
        unsafe { dst.add(k).write(src.offset(k as isize * stride).read()) };
    }
}

/// Copies contiguous values to strided memory.
///
/// # Safety
/// As for [`gather`].
unsafe fn scatter<T: Copy>(src: *const T, dst: *mut T, stride: isize, len: usize) {
    for k in 0..len {
        // SAFETY: the caller's promise.
        unsafe { dst.offset(k as isize * stride).write(src.add(k).read()) };
    }
}

macro_rules! direct {
    ($($T:ident $In:ident),*) => { $(
        impl Lanes for $T {
            type In = $In;
            type Out = $T;
            const DIRECT: bool = true;

            unsafe fn load(src: *const u8, stride: isize, lanes: *mut u8, len: usize) {
                // SAFETY: the caller's promise; `In` has the size and the bits of the element.
                unsafe { gather::<$In>(src.cast(), stride, lanes.cast(), len) };
            }

            unsafe fn store(lanes: *const u8, dst: *mut u8, stride: isize, len: usize) {
                // SAFETY: the caller's promise.
                unsafe { scatter::<$T>(lanes.cast(), dst.cast(), stride, len) };
            }
        }
    )* };
}

direct! { bool u8, i8 i8, i16 i16, i32 i32, i64 i64, u8 u8, u16 u16, u32 u32, u64 u64, f32 f32, f64 f64 }

macro_rules! halves {
    ($($T:ident $widen:path, $narrow:path;)*) => { $(
        impl Lanes for $T {
            type In = f32;
            type Out = Odd;
            const DIRECT: bool = false;

            unsafe fn load(src: *const u8, stride: isize, lanes: *mut u8, len: usize) {
                // SAFETY: the caller's promise.
                unsafe { load_half::<$T>((src.cast(), stride), lanes.cast(), len, $widen) };
            }

            unsafe fn store(lanes: *const u8, dst: *mut u8, stride: isize, len: usize) {
                // SAFETY: the caller's promise.
                unsafe { store_half::<$T>(lanes.cast(), (dst.cast(), stride), len, $narrow) };
            }
        }
    )* };
}

halves! {
    f16 half::widen_f16, half::narrow_f16;
    bf16 half::widen_bf16, half::narrow_bf16;
}

/// # Safety
/// As for [`Lanes::load`].
unsafe fn load_half<H: Element>(
    (src, stride): (*const H, isize),
    lanes: *mut f32,
    len: usize,
    widen: unsafe fn(*const H, *mut f32, usize),
) {
    let mut packed = [const { MaybeUninit::<H>::uninit() }; BLOCK];
    // SAFETY: the caller's promise; a block is large enough for `len`.
    unsafe {
        if stride == 1 {
            return widen(src, lanes, len);
        }
        gather(src, stride, packed.as_mut_ptr().cast(), len);
        widen(packed.as_ptr().cast(), lanes, len);
    }
}

/// # Safety
/// As for [`Lanes::store`].
unsafe fn store_half<H: Element>(
    lanes: *const f32,
    (dst, stride): (*mut H, isize),
    len: usize,
    narrow: unsafe fn(*const f32, *mut H, usize),
) {
    let mut packed = [const { MaybeUninit::<H>::uninit() }; BLOCK];
    // SAFETY: the caller's promise; a block is large enough for `len`.
    unsafe {
        if stride == 1 {
            return narrow(lanes, dst, len);
        }
        narrow(lanes, packed.as_mut_ptr().cast(), len);
        scatter(packed.as_ptr().cast(), dst, stride, len);
    }
}

macro_rules! complex {
    ($($T:ident $part:ident),*) => { $(
        impl Lanes for $T {
            type In = $part;
            type Out = $part;
            const DIRECT: bool = false;

            unsafe fn load(src: *const u8, stride: isize, lanes: *mut u8, len: usize) {
                // SAFETY: the caller's promise; a complex number starts with its real part and is two parts
                // long.
                unsafe { gather::<$part>(src.cast(), 2 * stride, lanes.cast(), len) };
            }

            unsafe fn load_truth(src: *const u8, stride: isize, lanes: *mut u8, len: usize) {
                let (src, lanes) = (src.cast::<$T>(), lanes.cast::<$part>());
                for k in 0..len {
                    // SAFETY: the caller's promise.
                    unsafe {
                        let value = src.offset(k as isize * stride).read();
                        lanes.add(k).write(if value.re == 0.0 { value.im } else { value.re });
                    }
                }
            }

            unsafe fn store(lanes: *const u8, dst: *mut u8, stride: isize, len: usize) {
                let (lanes, dst) = (lanes.cast::<$part>(), dst.cast::<$T>());
                for k in 0..len {
                    // SAFETY: the caller's promise.
                    unsafe { dst.offset(k as isize * stride).write($T::new(lanes.add(k).read(), 0.0)) };
                }
            }
        }
    )* };
}

complex! { Complex32 f32, Complex64 f64 }
