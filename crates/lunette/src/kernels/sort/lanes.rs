//! Vectors of codes, 64 bytes each, with AVX-512.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m512i, _mm512_cmplt_epu32_mask, _mm512_cmplt_epu64_mask, _mm512_loadu_si512, _mm512_mask_loadu_epi32,
    _mm512_mask_loadu_epi64, _mm512_mask_max_epu32, _mm512_mask_max_epu64, _mm512_mask_storeu_epi32,
    _mm512_mask_storeu_epi64, _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_max_epu32,
    _mm512_max_epu64, _mm512_min_epu32, _mm512_min_epu64, _mm512_permutexvar_epi32, _mm512_permutexvar_epi64,
    _mm512_set1_epi32, _mm512_set1_epi64, _mm512_storeu_si512,
};

use super::key::Key;

/// A vector of codes.
///
/// # Safety
/// Every method needs the instruction set of `Isa::Avx512`; those that take pointers read or write there as many codes
/// as a vector has, or as many as they are told.
pub(super) trait Lanes: Copy {
    type Key: Key;
    const LANES: usize;

    unsafe fn load(from: *const Self::Key) -> Self;
    /// Only the first `len` codes, fewer than a vector; the others are the greatest code.
    unsafe fn load_first(from: *const Self::Key, len: usize) -> Self;
    unsafe fn store(self, to: *mut Self::Key);
    /// Only the first `len` codes, at most a vector.
    unsafe fn store_first(self, to: *mut Self::Key, len: usize);
    unsafe fn splat(key: Self::Key) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    unsafe fn max(self, other: Self) -> Self;
    /// Lane `i` gets what lane `i ^ X` has.
    unsafe fn swap<const X: usize>(self) -> Self;
    /// Lanes `i` and `i ^ X` put in order.
    unsafe fn exchange<const X: usize>(self) -> Self;
    /// A bit for each lane that is less than the other's.
    unsafe fn below(self, other: Self) -> u32;
    /// The lanes whose bit is set, moved together.
    unsafe fn compress(self, lanes: u32) -> Self;

    /// Lanes in the opposite order.
    #[inline(always)]
    unsafe fn reverse(self) -> Self {
        // SAFETY: the caller's promise.
        unsafe { if Self::LANES == 16 { self.swap::<15>() } else { self.swap::<7>() } }
    }
}

/// Sixteen codes of four bytes.
#[derive(Clone, Copy)]
pub(super) struct Lanes32(__m512i);

/// Eight codes of eight bytes.
#[derive(Clone, Copy)]
pub(super) struct Lanes64(__m512i);

/// The bits of the lanes that take the greater of two exchanged codes.
const fn upper(xor: usize, lanes: usize) -> u32 {
    let high = 1 << xor.ilog2();
    let (mut bits, mut lane) = (0, 0);
    while lane < lanes {
        bits |= if lane & high != 0 { 1 << lane } else { 0 };
        lane += 1;
    }
    bits
}

macro_rules! lanes {
    ($V:ident, $K:ident, $I:ident, $M:ident, $count:literal,
     $load:ident $store:ident $splat:ident $min:ident $max:ident $mask_max:ident $permute:ident $less:ident $compress:ident) => {
        impl $V {
            const fn indices(xor: usize) -> [$I; $count] {
                let (mut indices, mut lane) = ([0; $count], 0);
                while lane < $count {
                    indices[lane] = (lane ^ xor) as $I;
                    lane += 1;
                }
                indices
            }
        }

        // SAFETY of all blocks: the promise of the trait's callers; masked-out lanes are not touched.
        #[expect(clippy::undocumented_unsafe_blocks, reason = "the comment above speaks for all")]
        impl Lanes for $V {
            type Key = $K;
            const LANES: usize = $count;

            #[inline(always)]
            unsafe fn load(from: *const $K) -> Self {
                Self(unsafe { _mm512_loadu_si512(from.cast()) })
            }
            #[inline(always)]
            unsafe fn load_first(from: *const $K, len: usize) -> Self {
                Self(unsafe { $load($splat(-1), ((1u32 << len) - 1) as $M, from.cast()) })
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $K) {
                unsafe { _mm512_storeu_si512(to.cast(), self.0) }
            }
            #[inline(always)]
            unsafe fn store_first(self, to: *mut $K, len: usize) {
                unsafe { $store(to.cast(), ((1u32 << len) - 1) as $M, self.0) }
            }
            #[inline(always)]
            unsafe fn splat(key: $K) -> Self {
                Self(unsafe { $splat(key as $I) })
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                Self(unsafe { $min(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                Self(unsafe { $max(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn swap<const X: usize>(self) -> Self {
                let indices = const { Self::indices(X) };
                Self(unsafe { $permute(_mm512_loadu_si512(indices.as_ptr().cast()), self.0) })
            }
            #[inline(always)]
            unsafe fn exchange<const X: usize>(self) -> Self {
                let upper = const { upper(X, $count) as $M };
                unsafe {
                    let other = self.swap::<X>();
                    Self($mask_max(self.min(other).0, upper, self.0, other.0))
                }
            }
            #[inline(always)]
            unsafe fn below(self, other: Self) -> u32 {
                u32::from(unsafe { $less(self.0, other.0) })
            }
            #[inline(always)]
            unsafe fn compress(self, lanes: u32) -> Self {
                Self(unsafe { $compress(lanes as $M, self.0) })
            }
        }
    };
}

lanes! { Lanes32, u32, i32, u16, 16,
_mm512_mask_loadu_epi32 _mm512_mask_storeu_epi32 _mm512_set1_epi32 _mm512_min_epu32 _mm512_max_epu32
_mm512_mask_max_epu32 _mm512_permutexvar_epi32 _mm512_cmplt_epu32_mask _mm512_maskz_compress_epi32 }
lanes! { Lanes64, u64, i64, u8, 8,
_mm512_mask_loadu_epi64 _mm512_mask_storeu_epi64 _mm512_set1_epi64 _mm512_min_epu64 _mm512_max_epu64
_mm512_mask_max_epu64 _mm512_permutexvar_epi64 _mm512_cmplt_epu64_mask _mm512_maskz_compress_epi64 }
