//! Squares of 16 bytes on a side, with the instructions that every x86-64 machine has.
//!
//! One interleaving step sends rows `k` and `k + half` to rows `2k` and `2k + 1`; repeated as often as the side has
//! bits, it has moved every bit of the row number into the column number: the square is transposed.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m128i, _mm_loadu_si128, _mm_setzero_si128, _mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpackhi_epi16,
    _mm_unpackhi_epi32, _mm_unpacklo_epi8, _mm_unpacklo_epi16, _mm_unpacklo_epi32,
};

use super::Square;

/// 16 by 16 bytes.
///
/// # Safety
/// The square's elements may be read and written.
#[inline(always)]
pub(super) unsafe fn transpose_u8(square: Square<u8>) {
    // SAFETY: the caller's promise.
    unsafe { shuffle::<u8, 16>(square, 4, |a, b| (_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b))) }
}

/// 8 by 8 items of two bytes.
///
/// # Safety
/// The square's elements may be read and written.
#[inline(always)]
pub(super) unsafe fn transpose_u16(square: Square<u16>) {
    // SAFETY: the caller's promise.
    unsafe { shuffle::<u16, 8>(square, 3, |a, b| (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b))) }
}

/// 4 by 4 items of four bytes.
///
/// # Safety
/// The square's elements may be read and written.
#[inline(always)]
pub(super) unsafe fn transpose_u32(square: Square<u32>) {
    // SAFETY: the caller's promise.
    unsafe { shuffle::<u32, 4>(square, 2, |a, b| (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b))) }
}

/// Transposes `N` rows of 16 bytes by `steps` interleavings.
///
/// # Safety
/// The `N` rows of 16 bytes may be read and written.
#[inline(always)]
unsafe fn shuffle<T, const N: usize>(
    square: Square<T>,
    steps: usize,
    interleave: impl Fn(__m128i, __m128i) -> (__m128i, __m128i),
) {
    // SAFETY: SSE2 is part of x86-64.
    let mut rows = [unsafe { _mm_setzero_si128() }; N];
    for (k, row) in rows.iter_mut().enumerate() {
        // SAFETY: row `k` of the source is 16 bytes that may be read, at any alignment.
        *row = unsafe { _mm_loadu_si128(square.src.offset(k as isize * square.steps[1]).cast()) };
    }
    for _ in 0..steps {
        let before = rows;
        for k in 0..N / 2 {
            (rows[2 * k], rows[2 * k + 1]) = interleave(before[k], before[k + N / 2]);
        }
    }
    for (k, row) in rows.iter().enumerate() {
        // SAFETY: row `k` of the destination is 16 bytes that may be written, at any alignment.
        unsafe { _mm_storeu_si128(square.dst.offset(k as isize * square.steps[0]).cast(), *row) };
    }
}
