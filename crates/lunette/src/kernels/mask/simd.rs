//! Compressing and expanding with AVX-512: only the lanes of true elements are read and written.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m512i, _bzhi_u64, _mm512_mask_storeu_epi8, _mm512_mask_storeu_epi16, _mm512_mask_storeu_epi32,
    _mm512_mask_storeu_epi64, _mm512_maskz_compress_epi8, _mm512_maskz_compress_epi16,
    _mm512_maskz_compress_epi32, _mm512_maskz_compress_epi64, _mm512_maskz_expand_epi8,
    _mm512_maskz_expand_epi16, _mm512_maskz_expand_epi32, _mm512_maskz_expand_epi64, _mm512_maskz_loadu_epi8,
    _mm512_maskz_loadu_epi16, _mm512_maskz_loadu_epi32, _mm512_maskz_loadu_epi64, _mm512_set1_epi8,
    _mm512_set1_epi16, _mm512_set1_epi32, _mm512_set1_epi64, _mm512_test_epi8_mask,
};

/// Vectors of one item size; every method needs the instruction set of `Isa::Avx512`.
pub(super) trait Lanes: Copy {
    /// Items in a vector.
    const COUNT: usize;

    /// # Safety
    /// The items whose bit in `lanes` is set may be read.
    unsafe fn load(lanes: u64, from: *const Self) -> __m512i;

    /// # Safety
    /// The items whose bit in `lanes` is set may be written.
    unsafe fn store(to: *mut Self, lanes: u64, items: __m512i);

    /// The items whose bit is set, moved together.
    ///
    /// # Safety
    /// The machine has `Isa::Avx512`, here and below.
    unsafe fn compress(lanes: u64, items: __m512i) -> __m512i;

    /// The first items, moved to where a bit is set.
    ///
    /// # Safety
    /// See above.
    unsafe fn expand(lanes: u64, items: __m512i) -> __m512i;

    /// The same item everywhere.
    ///
    /// # Safety
    /// See above.
    unsafe fn splat(self) -> __m512i;
}

macro_rules! lanes {
    ($($T:ty, $M:ty, $S:ty: $load:ident $store:ident $compress:ident $expand:ident $splat:ident;)*) => { $(
        impl Lanes for $T {
            const COUNT: usize = 64 / size_of::<$T>();

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
            unsafe fn load(lanes: u64, from: *const Self) -> __m512i {
                // SAFETY: the caller's promise; other lanes are not touched.
                unsafe { $load(lanes as $M, from.cast()) }
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
            unsafe fn store(to: *mut Self, lanes: u64, items: __m512i) {
                // SAFETY: the caller's promise; other lanes are not touched.
                unsafe { $store(to.cast(), lanes as $M, items) };
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
            unsafe fn compress(lanes: u64, items: __m512i) -> __m512i {
                $compress(lanes as $M, items)
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
            unsafe fn expand(lanes: u64, items: __m512i) -> __m512i {
                $expand(lanes as $M, items)
            }

            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
            unsafe fn splat(self) -> __m512i {
                $splat(self as $S)
            }
        }
    )* };
}

lanes! {
    u8, u64, i8: _mm512_maskz_loadu_epi8 _mm512_mask_storeu_epi8 _mm512_maskz_compress_epi8
        _mm512_maskz_expand_epi8 _mm512_set1_epi8;
    u16, u32, i16: _mm512_maskz_loadu_epi16 _mm512_mask_storeu_epi16 _mm512_maskz_compress_epi16
        _mm512_maskz_expand_epi16 _mm512_set1_epi16;
    u32, u16, i32: _mm512_maskz_loadu_epi32 _mm512_mask_storeu_epi32 _mm512_maskz_compress_epi32
        _mm512_maskz_expand_epi32 _mm512_set1_epi32;
    u64, u8, i64: _mm512_maskz_loadu_epi64 _mm512_mask_storeu_epi64 _mm512_maskz_compress_epi64
        _mm512_maskz_expand_epi64 _mm512_set1_epi64;
}

/// Up to 64 elements of a mask as bits.
///
/// # Safety
/// `len` bytes, at most 64, may be read, and the machine has `Isa::Avx512`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2")]
pub(super) unsafe fn mask_bits(mask: *const u8, len: usize) -> u64 {
    // SAFETY: only the first `len` bytes are read.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(low_bits(len), mask.cast()) };
    _mm512_test_epi8_mask(bytes, bytes)
}

/// Writes the items of a block of 64 whose bit is set to `out`, one after the other.
///
/// # Safety
/// Those items may be read, as many places of `out` may be written, and the machine has `Isa::Avx512`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
pub(super) unsafe fn compress<T: Lanes>(src: *const T, bits: u64, mut out: *mut T) {
    for part in (0..64).step_by(T::COUNT) {
        let lanes = (bits >> part) & low_bits(T::COUNT);
        let count = lanes.count_ones() as usize;
        // SAFETY: only lanes whose bit is set are read, and as many places are written. The pointer to a part behind
        // the end of a row is made by wrapping, and nothing is read from it.
        unsafe {
            let items = T::compress(lanes, T::load(lanes, src.wrapping_add(part)));
            T::store(out, low_bits(count), items);
            out = out.add(count);
        }
    }
}

/// Reads from `src`, one after the other, the items of a block of 64 whose bit is set.
///
/// # Safety
/// As many items of `src` as bits are set may be read, the items whose bit is set may be written, and the machine has
/// `Isa::Avx512`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2,popcnt")]
pub(super) unsafe fn expand<T: Lanes>(dst: *mut T, bits: u64, mut src: *const T) {
    for part in (0..64).step_by(T::COUNT) {
        let lanes = (bits >> part) & low_bits(T::COUNT);
        let count = lanes.count_ones() as usize;
        // SAFETY: as many items are read as lanes are set, and only those are written; wrapping as above.
        unsafe {
            let items = T::expand(lanes, T::load(low_bits(count), src));
            T::store(dst.wrapping_add(part), lanes, items);
            src = src.add(count);
        }
    }
}

/// Writes `value` to the items of a block of 64 whose bit is set.
///
/// # Safety
/// Those items may be written, and the machine has `Isa::Avx512`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,bmi2")]
pub(super) unsafe fn splat<T: Lanes>(dst: *mut T, bits: u64, value: T) {
    // SAFETY: only lanes whose bit is set are written; wrapping as above.
    unsafe {
        let items = value.splat();
        for part in (0..64).step_by(T::COUNT) {
            T::store(dst.wrapping_add(part), (bits >> part) & low_bits(T::COUNT), items);
        }
    }
}

/// The lowest `count` bits, at most 64.
#[inline]
#[target_feature(enable = "bmi2")]
fn low_bits(count: usize) -> u64 {
    _bzhi_u64(u64::MAX, count as u32)
}
