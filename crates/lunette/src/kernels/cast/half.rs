//! `f16` and `bf16` to `f32` and back, contiguous.

#![expect(unsafe_code, reason = "kernels go through raw pointers")]

use crate::dtype::{bf16, f16};
use crate::kernels::isa::{self, Isa, Task};

/// # Safety
/// `len` values of each side are aligned, may be read and written, and have no byte in common.
pub(super) unsafe fn widen_bf16(src: *const bf16, dst: *mut f32, len: usize) {
    isa::run(Each { src, dst, len, convert: |value: bf16| f32::from_bits(u32::from(value.to_bits()) << 16) });
}

/// # Safety
/// As for [`widen_bf16`].
pub(super) unsafe fn narrow_bf16(src: *const f32, dst: *mut bf16, len: usize) {
    isa::run(Each { src, dst, len, convert: bf16::from_f32 });
}

/// # Safety
/// As for [`widen_bf16`].
pub(super) unsafe fn widen_f16(src: *const f16, dst: *mut f32, len: usize) {
    #[cfg(target_arch = "x86_64")]
    if f16c::is_there() {
        // SAFETY: the caller's promise, and the machine has the instructions.
        return unsafe { f16c::widen(src, dst, len) };
    }
    isa::run(Each { src, dst, len, convert: f16::to_f32 });
}

/// # Safety
/// As for [`widen_bf16`].
pub(super) unsafe fn narrow_f16(src: *const f32, dst: *mut f16, len: usize) {
    #[cfg(target_arch = "x86_64")]
    if f16c::is_there() {
        // SAFETY: the caller's promise, and the machine has the instructions.
        return unsafe { f16c::narrow(src, dst, len) };
    }
    isa::run(Each { src, dst, len, convert: f16::from_f32 });
}

/// One value after the other; making one promises what [`widen_bf16`] asks for.
struct Each<S, D, F> {
    src: *const S,
    dst: *mut D,
    len: usize,
    convert: F,
}

impl<S, D, F: Fn(S) -> D> Task for Each<S, D, F> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for k in 0..self.len {
            // SAFETY: whoever made the task promised `len` values on both sides.
            unsafe { self.dst.add(k).write((self.convert)(self.src.add(k).read())) };
        }
    }
}

/// The instructions that convert eight `f16` at once; the compiler does not find them by itself.
#[cfg(target_arch = "x86_64")]
mod f16c {
    use std::arch::x86_64::{
        _MM_FROUND_TO_NEAREST_INT, _mm_loadu_si128, _mm_storeu_si128, _mm256_cvtph_ps, _mm256_cvtps_ph,
        _mm256_loadu_ps, _mm256_storeu_ps,
    };

    use crate::dtype::f16;

    /// Whether the machine has the instructions that the others are compiled for: all of them, since an emulator or
    /// an operating system may switch off one alone.
    pub(super) fn is_there() -> bool {
        std::arch::is_x86_feature_detected!("avx") && std::arch::is_x86_feature_detected!("f16c")
    }

    /// # Safety
    /// As for [`super::widen_bf16`].
    #[target_feature(enable = "avx,f16c")]
    pub(super) unsafe fn widen(src: *const f16, dst: *mut f32, len: usize) {
        let whole = len - len % 8;
        for k in (0..whole).step_by(8) {
            // SAFETY: eight values from `k` on are below `len`.
            unsafe { _mm256_storeu_ps(dst.add(k), _mm256_cvtph_ps(_mm_loadu_si128(src.add(k).cast()))) };
        }
        for k in whole..len {
            // SAFETY: `k` is below `len`.
            unsafe { dst.add(k).write(src.add(k).read().to_f32()) };
        }
    }

    /// # Safety
    /// As for [`super::widen_bf16`].
    #[target_feature(enable = "avx,f16c")]
    pub(super) unsafe fn narrow(src: *const f32, dst: *mut f16, len: usize) {
        let whole = len - len % 8;
        for k in (0..whole).step_by(8) {
            // SAFETY: eight values from `k` on are below `len`.
            unsafe {
                let eight = _mm256_cvtps_ph::<_MM_FROUND_TO_NEAREST_INT>(_mm256_loadu_ps(src.add(k)));
                _mm_storeu_si128(dst.add(k).cast(), eight);
            }
        }
        for k in whole..len {
            // SAFETY: `k` is below `len`.
            unsafe { dst.add(k).write(f16::from_f32(src.add(k).read())) };
        }
    }
}
