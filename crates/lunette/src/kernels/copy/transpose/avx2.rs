//! Squares of 32 bytes on a side.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m256i, _mm256_loadu_si256, _mm256_permute2x128_si256, _mm256_setzero_si256, _mm256_storeu_si256,
    _mm256_unpackhi_epi32, _mm256_unpackhi_epi64, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
};

use super::Square;
use crate::kernels::item::Eight;

/// 8 by 8 items of four bytes.
///
/// # Safety
/// The square's elements may be read and written, and the machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transpose_u32(square: Square<u32>) {
    // SAFETY: the caller's promise.
    unsafe { store(square, transposed_u32(load(square))) };
}

/// 4 by 4 items of eight bytes.
///
/// # Safety
/// The square's elements may be read and written, and the machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transpose_u64(square: Square<Eight>) {
    // SAFETY: the caller's promise.
    unsafe { store(square, transposed_u64(load(square))) };
}

/// The columns of 8 rows of items of four bytes.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
pub(in crate::kernels) unsafe fn transposed_u32(rows: [__m256i; 8]) -> [__m256i; 8] {
    let mut quads = rows;
    for q in [0, 4] {
        // SAFETY: the caller's promise.
        unsafe {
            let ab = _mm256_unpacklo_epi32(rows[q], rows[q + 1]);
            let cd = _mm256_unpacklo_epi32(rows[q + 2], rows[q + 3]);
            quads[q] = _mm256_unpacklo_epi64(ab, cd);
            quads[q + 1] = _mm256_unpackhi_epi64(ab, cd);
            let ab = _mm256_unpackhi_epi32(rows[q], rows[q + 1]);
            let cd = _mm256_unpackhi_epi32(rows[q + 2], rows[q + 3]);
            quads[q + 2] = _mm256_unpacklo_epi64(ab, cd);
            quads[q + 3] = _mm256_unpackhi_epi64(ab, cd);
        }
    }
    // SAFETY: as above.
    unsafe { halves(quads) }
}

/// The columns of 4 rows of items of eight bytes.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
pub(in crate::kernels) unsafe fn transposed_u64([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    // SAFETY: the caller's promise.
    unsafe {
        halves([
            _mm256_unpacklo_epi64(a, b),
            _mm256_unpackhi_epi64(a, b),
            _mm256_unpacklo_epi64(c, d),
            _mm256_unpackhi_epi64(c, d),
        ])
    }
}

/// Exchanges the halves of vectors `k` and `k + N / 2`: the last step of a transpose.
///
/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn halves<const N: usize>(rows: [__m256i; N]) -> [__m256i; N] {
    let mut out = rows;
    for k in 0..N / 2 {
        // SAFETY: the caller's promise.
        unsafe {
            out[k] = _mm256_permute2x128_si256::<0x20>(rows[k], rows[k + N / 2]);
            out[k + N / 2] = _mm256_permute2x128_si256::<0x31>(rows[k], rows[k + N / 2]);
        }
    }
    out
}

/// # Safety
/// The `N` rows of 32 bytes of the source may be read.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn load<T, const N: usize>(square: Square<T>) -> [__m256i; N] {
    let mut rows = [_mm256_setzero_si256(); N];
    for (k, row) in rows.iter_mut().enumerate() {
        // SAFETY: row `k` may be read, at any alignment.
        *row = unsafe { _mm256_loadu_si256(square.src.offset(k as isize * square.steps[1]).cast()) };
    }
    rows
}

/// # Safety
/// The `N` rows of 32 bytes of the destination may be written.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn store<T, const N: usize>(square: Square<T>, rows: [__m256i; N]) {
    for (k, row) in rows.into_iter().enumerate() {
        // SAFETY: row `k` may be written, at any alignment.
        unsafe { _mm256_storeu_si256(square.dst.offset(k as isize * square.steps[0]).cast(), row) };
    }
}
