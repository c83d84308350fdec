//! Squares of 64 bytes on a side: every load and every store is a whole cache line.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_setzero_si512, _mm512_shuffle_i32x4, _mm512_storeu_si512,
    _mm512_stream_si512, _mm512_unpackhi_epi32, _mm512_unpackhi_epi64, _mm512_unpacklo_epi32,
    _mm512_unpacklo_epi64,
};

use super::Square;
use crate::kernels::item::Eight;

/// 16 by 16 items of four bytes.
///
/// # Safety
/// The square's elements may be read and written, past the caches as [`transpose`](super::transpose) says, and the machine has
/// AVX-512 F.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn transpose_u32(square: Square<u32>) {
    // SAFETY: the caller's promise.
    unsafe { store(square, transposed_u32(load(square))) };
}

/// 8 by 8 items of eight bytes.
///
/// # Safety
/// The square's elements may be read and written, past the caches as [`transpose`](super::transpose) says, and the machine has
/// AVX-512 F.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn transpose_u64(square: Square<Eight>) {
    // SAFETY: the caller's promise.
    unsafe { store(square, transposed_u64(load(square))) };
}

/// The columns of 16 rows of items of four bytes.
///
/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
pub(in crate::kernels) unsafe fn transposed_u32(rows: [__m512i; 16]) -> [__m512i; 16] {
    let mut quads = rows;
    for q in [0, 4, 8, 12] {
        // SAFETY: the caller's promise.
        unsafe {
            let ab = _mm512_unpacklo_epi32(rows[q], rows[q + 1]);
            let cd = _mm512_unpacklo_epi32(rows[q + 2], rows[q + 3]);
            quads[q] = _mm512_unpacklo_epi64(ab, cd);
            quads[q + 1] = _mm512_unpackhi_epi64(ab, cd);
            let ab = _mm512_unpackhi_epi32(rows[q], rows[q + 1]);
            let cd = _mm512_unpackhi_epi32(rows[q + 2], rows[q + 3]);
            quads[q + 2] = _mm512_unpacklo_epi64(ab, cd);
            quads[q + 3] = _mm512_unpackhi_epi64(ab, cd);
        }
    }
    // SAFETY: as above.
    unsafe { quarters(quads) }
}

/// The columns of 8 rows of items of eight bytes.
///
/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
pub(in crate::kernels) unsafe fn transposed_u64(rows: [__m512i; 8]) -> [__m512i; 8] {
    let mut pairs = rows;
    for p in [0, 2, 4, 6] {
        // SAFETY: the caller's promise.
        unsafe {
            pairs[p] = _mm512_unpacklo_epi64(rows[p], rows[p + 1]);
            pairs[p + 1] = _mm512_unpackhi_epi64(rows[p], rows[p + 1]);
        }
    }
    // SAFETY: as above.
    unsafe { quarters(pairs) }
}

/// Exchanges the quarters of vectors `k`, `k + N / 4`, `k + N / 2` and `k + 3 N / 4`: a transpose of 16-byte items,
/// the last step of every other one.
///
/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
unsafe fn quarters<const N: usize>(rows: [__m512i; N]) -> [__m512i; N] {
    let mut out = rows;
    let n = N / 4;
    for k in 0..n {
        let (a, b, c, d) = (rows[k], rows[k + n], rows[k + 2 * n], rows[k + 3 * n]);
        // SAFETY: the caller's promise.
        unsafe {
            let (even_ab, odd_ab) = (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xdd>(a, b));
            let (even_cd, odd_cd) = (_mm512_shuffle_i32x4::<0x88>(c, d), _mm512_shuffle_i32x4::<0xdd>(c, d));
            out[k] = _mm512_shuffle_i32x4::<0x88>(even_ab, even_cd);
            out[k + n] = _mm512_shuffle_i32x4::<0x88>(odd_ab, odd_cd);
            out[k + 2 * n] = _mm512_shuffle_i32x4::<0xdd>(even_ab, even_cd);
            out[k + 3 * n] = _mm512_shuffle_i32x4::<0xdd>(odd_ab, odd_cd);
        }
    }
    out
}

/// # Safety
/// The `N` rows of 64 bytes of the source may be read.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn load<T, const N: usize>(square: Square<T>) -> [__m512i; N] {
    let mut rows = [_mm512_setzero_si512(); N];
    for (k, row) in rows.iter_mut().enumerate() {
        // SAFETY: row `k` may be read, at any alignment.
        *row = unsafe { _mm512_loadu_si512(square.src.offset(k as isize * square.steps[1]).cast()) };
    }
    rows
}

/// # Safety
/// The `N` rows of 64 bytes of the destination may be written; those that go past the caches are aligned.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store<T, const N: usize>(square: Square<T>, rows: [__m512i; N]) {
    for (k, row) in rows.into_iter().enumerate() {
        // SAFETY: row `k` may be written, at any alignment, or is aligned.
        unsafe {
            let to = square.dst.offset(k as isize * square.steps[0]).cast();
            if square.bypasses { _mm512_stream_si512(to, row) } else { _mm512_storeu_si512(to.cast(), row) }
        }
    }
}
