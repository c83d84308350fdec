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
    let rows: [_; 8] = unsafe { load(square) };
    let mut quads = [_mm256_setzero_si256(); 8];
    for q in [0, 4] {
        let (ab, cd) =
            (_mm256_unpacklo_epi32(rows[q], rows[q + 1]), _mm256_unpacklo_epi32(rows[q + 2], rows[q + 3]));
        quads[q] = _mm256_unpacklo_epi64(ab, cd);
        quads[q + 1] = _mm256_unpackhi_epi64(ab, cd);
        let (ab, cd) =
            (_mm256_unpackhi_epi32(rows[q], rows[q + 1]), _mm256_unpackhi_epi32(rows[q + 2], rows[q + 3]));
        quads[q + 2] = _mm256_unpacklo_epi64(ab, cd);
        quads[q + 3] = _mm256_unpackhi_epi64(ab, cd);
    }
    // SAFETY: the caller's promise.
    unsafe { store(square, halves(quads)) };
}

/// 4 by 4 items of eight bytes.
///
/// # Safety
/// The square's elements may be read and written, and the machine has AVX2.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) unsafe fn transpose_u64(square: Square<Eight>) {
    // SAFETY: the caller's promise.
    let rows: [_; 4] = unsafe { load(square) };
    let pairs = [
        _mm256_unpacklo_epi64(rows[0], rows[1]),
        _mm256_unpackhi_epi64(rows[0], rows[1]),
        _mm256_unpacklo_epi64(rows[2], rows[3]),
        _mm256_unpackhi_epi64(rows[2], rows[3]),
    ];
    // SAFETY: the caller's promise.
    unsafe { store(square, halves(pairs)) };
}

/// Exchanges the halves of vectors `k` and `k + N / 2`: the last step of a transpose.
#[inline]
#[target_feature(enable = "avx2")]
fn halves<const N: usize>(rows: [__m256i; N]) -> [__m256i; N] {
    let mut out = rows;
    for k in 0..N / 2 {
        out[k] = _mm256_permute2x128_si256::<0x20>(rows[k], rows[k + N / 2]);
        out[k + N / 2] = _mm256_permute2x128_si256::<0x31>(rows[k], rows[k + N / 2]);
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
