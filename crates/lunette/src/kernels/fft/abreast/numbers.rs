//! What transforms do with registers of real numbers, one number for each of the lanes that go side by side.

#![expect(unsafe_code, reason = "the machine's instructions on vectors")]

use std::arch::x86_64::{
    __m256, __m256d, __m512, __m512d, _mm256_add_pd, _mm256_add_ps, _mm256_castpd_si256, _mm256_castps_si256,
    _mm256_castsi256_pd, _mm256_castsi256_ps, _mm256_fnmadd_pd, _mm256_fnmadd_ps, _mm256_mul_pd,
    _mm256_mul_ps, _mm256_permute2f128_pd, _mm256_permute2f128_ps, _mm256_shuffle_ps, _mm256_sub_pd,
    _mm256_sub_ps, _mm256_unpackhi_pd, _mm256_unpackhi_ps, _mm256_unpacklo_pd, _mm256_unpacklo_ps,
    _mm512_add_pd, _mm512_add_ps, _mm512_castpd_si512, _mm512_castps_si512, _mm512_castsi512_pd,
    _mm512_castsi512_ps, _mm512_fnmadd_pd, _mm512_fnmadd_ps, _mm512_mul_pd, _mm512_mul_ps,
    _mm512_permutex2var_pd, _mm512_permutex2var_ps, _mm512_setr_epi32, _mm512_setr_epi64, _mm512_sub_pd,
    _mm512_sub_ps,
};

use lunette_fourier::Real;

use crate::kernels::copy::transpose::{avx2, avx512};
use crate::kernels::vector::{F32x8, F32x16, F64x4, F64x8, Vector};

/// A vector of real numbers; as there is one, the machine has its instructions.
pub(in crate::kernels::fft) trait Numbers: Vector<Item: Real> {
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// `self - a * b`, rounded once.
    fn sub_product(self, a: Self, b: Self) -> Self;
    /// The numbers at the even places of two vectors, and those at the odd places.
    fn parted(self, next: Self) -> [Self; 2];
    /// The other way round: the numbers of both in turn.
    fn joined(self, odd: Self) -> [Self; 2];
    /// Makes columns of as many rows as a vector has numbers.
    fn transpose(load: impl Fn(usize) -> Self, store: impl FnMut(usize, Self));

    /// A constant.
    #[inline(always)]
    fn of(self, value: f64) -> Self {
        // SAFETY: there is a vector, so the machine has the instructions.
        unsafe { Self::splat(Self::Item::nearest(value)) }
    }
}

macro_rules! numbers {
    ($($V:ident: $add:ident $sub:ident $mul:ident $sub_product:ident $parted:ident $joined:ident
       $transposed:path, $bits:ident $numbers:ident;)*) => { $(
        impl Numbers for $V {
            #[inline(always)]
            fn add(self, other: Self) -> Self {
                // SAFETY: there is a vector, so the machine has the instructions; the same below.
                unsafe { Self::over($add(self.register(), other.register())) }
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { Self::over($sub(self.register(), other.register())) }
            }

            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { Self::over($mul(self.register(), other.register())) }
            }

            #[inline(always)]
            fn sub_product(self, a: Self, b: Self) -> Self {
                // SAFETY: as above.
                unsafe { Self::over($sub_product(a.register(), b.register(), self.register())) }
            }

            #[inline(always)]
            fn parted(self, next: Self) -> [Self; 2] {
                // SAFETY: as above.
                unsafe {
                    let [even, odd] = $parted(self.register(), next.register());
                    [Self::over(even), Self::over(odd)]
                }
            }

            #[inline(always)]
            fn joined(self, odd: Self) -> [Self; 2] {
                // SAFETY: as above.
                unsafe {
                    let [low, high] = $joined(self.register(), odd.register());
                    [Self::over(low), Self::over(high)]
                }
            }

            #[inline(always)]
            fn transpose(load: impl Fn(usize) -> Self, mut store: impl FnMut(usize, Self)) {
                let first = load(0).register();
                // SAFETY: as above.
                let mut rows = unsafe { [$bits(first); <$V as Vector>::LANES] };
                for (k, row) in rows.iter_mut().enumerate().skip(1) {
                    // SAFETY: as above.
                    *row = unsafe { $bits(load(k).register()) };
                }
                // SAFETY: as above.
                let columns = unsafe { $transposed(rows) };
                for (k, column) in columns.into_iter().enumerate() {
                    // SAFETY: as above.
                    store(k, unsafe { Self::over($numbers(column)) });
                }
            }
        }
    )* };
}

numbers! {
    F32x16: _mm512_add_ps _mm512_sub_ps _mm512_mul_ps _mm512_fnmadd_ps parted_f32x16 joined_f32x16
        avx512::transposed_u32, _mm512_castps_si512 _mm512_castsi512_ps;
    F64x8: _mm512_add_pd _mm512_sub_pd _mm512_mul_pd _mm512_fnmadd_pd parted_f64x8 joined_f64x8
        avx512::transposed_u64, _mm512_castpd_si512 _mm512_castsi512_pd;
    F32x8: _mm256_add_ps _mm256_sub_ps _mm256_mul_ps _mm256_fnmadd_ps parted_f32x8 joined_f32x8
        avx2::transposed_u32, _mm256_castps_si256 _mm256_castsi256_ps;
    F64x4: _mm256_add_pd _mm256_sub_pd _mm256_mul_pd _mm256_fnmadd_pd parted_f64x4 joined_f64x4
        avx2::transposed_u64, _mm256_castpd_si256 _mm256_castsi256_pd;
}

/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
unsafe fn parted_f32x16(a: __m512, b: __m512) -> [__m512; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        let odd = _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
        [_mm512_permutex2var_ps(a, even, b), _mm512_permutex2var_ps(a, odd, b)]
    }
}

/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
unsafe fn joined_f32x16(a: __m512, b: __m512) -> [__m512; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
        let high = _mm512_setr_epi32(8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
        [_mm512_permutex2var_ps(a, low, b), _mm512_permutex2var_ps(a, high, b)]
    }
}

/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
unsafe fn parted_f64x8(a: __m512d, b: __m512d) -> [__m512d; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let even = _mm512_setr_epi64(0, 2, 4, 6, 8, 10, 12, 14);
        let odd = _mm512_setr_epi64(1, 3, 5, 7, 9, 11, 13, 15);
        [_mm512_permutex2var_pd(a, even, b), _mm512_permutex2var_pd(a, odd, b)]
    }
}

/// # Safety
/// The machine has AVX-512 F.
#[inline(always)]
unsafe fn joined_f64x8(a: __m512d, b: __m512d) -> [__m512d; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let low = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
        let high = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
        [_mm512_permutex2var_pd(a, low, b), _mm512_permutex2var_pd(a, high, b)]
    }
}

/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn parted_f32x8(a: __m256, b: __m256) -> [__m256; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm256_permute2f128_ps::<0x20>(a, b), _mm256_permute2f128_ps::<0x31>(a, b));
        [_mm256_shuffle_ps::<0x88>(low, high), _mm256_shuffle_ps::<0xdd>(low, high)]
    }
}

/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn joined_f32x8(a: __m256, b: __m256) -> [__m256; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm256_unpacklo_ps(a, b), _mm256_unpackhi_ps(a, b));
        [_mm256_permute2f128_ps::<0x20>(low, high), _mm256_permute2f128_ps::<0x31>(low, high)]
    }
}

/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn parted_f64x4(a: __m256d, b: __m256d) -> [__m256d; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm256_permute2f128_pd::<0x20>(a, b), _mm256_permute2f128_pd::<0x31>(a, b));
        [_mm256_unpacklo_pd(low, high), _mm256_unpackhi_pd(low, high)]
    }
}

/// # Safety
/// The machine has AVX2.
#[inline(always)]
unsafe fn joined_f64x4(a: __m256d, b: __m256d) -> [__m256d; 2] {
    // SAFETY: the caller's promise.
    unsafe {
        let (low, high) = (_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b));
        [_mm256_permute2f128_pd::<0x20>(low, high), _mm256_permute2f128_pd::<0x31>(low, high)]
    }
}
