//! Registers of numbers, for what has to stay in them: sums of products, and lanes that are transformed side by side.
//!
//! Written with the machine's instructions: a plain loop over a tile of sums is not unrolled as a whole, and then the
//! sums go through memory at every step, which takes ten times as long; nor does one become exchanges between registers.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use std::arch::x86_64::{
    __m256, __m256d, __m256i, __m512, __m512d, __m512i, _mm256_add_epi32, _mm256_fmadd_pd, _mm256_fmadd_ps,
    _mm256_loadu_pd, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_mullo_epi32, _mm256_set1_epi32,
    _mm256_set1_pd, _mm256_set1_ps, _mm256_storeu_pd, _mm256_storeu_ps, _mm256_storeu_si256,
    _mm512_add_epi32, _mm512_add_epi64, _mm512_fmadd_pd, _mm512_fmadd_ps, _mm512_loadu_pd, _mm512_loadu_ps,
    _mm512_loadu_si512, _mm512_mullo_epi32, _mm512_mullo_epi64, _mm512_set1_epi32, _mm512_set1_epi64,
    _mm512_set1_pd, _mm512_set1_ps, _mm512_storeu_pd, _mm512_storeu_ps, _mm512_storeu_si512,
};

/// A register of numbers.
///
/// One exists only where the machine has its instructions: who makes the first one, by `load`, `splat` or `over`, promises
/// it. So the arithmetic is safe.
pub(super) trait Vector: Copy {
    type Item: Copy + Default;
    const LANES: usize;

    /// What transforms work on, with instructions of their own.
    #[cfg(feature = "fft")]
    type Register: Copy;
    /// # Safety
    /// The machine has the instructions.
    #[cfg(feature = "fft")]
    unsafe fn over(register: Self::Register) -> Self;
    #[cfg(feature = "fft")]
    fn register(self) -> Self::Register;

    /// # Safety
    /// The machine has the instructions, and `LANES` numbers may be read, at any alignment.
    unsafe fn load(from: *const Self::Item) -> Self;
    /// # Safety
    /// The machine has the instructions.
    unsafe fn splat(value: Self::Item) -> Self;
    /// # Safety
    /// `LANES` numbers may be written, at any alignment.
    unsafe fn store(self, to: *mut Self::Item);

    /// `self + a * b`; of floats rounded once.
    fn add_product(self, a: Self, b: Self) -> Self;

    /// # Safety
    /// The machine has the instructions.
    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self::splat(Self::Item::default()) }
    }
}

macro_rules! vectors {
    ($($(#[$doc:meta])* $V:ident($register:ty) of $lanes:literal $Item:ty as $passed:ty:
        $splat:ident $load:ident $store:ident |$sum:ident, $a:ident, $b:ident| $add_product:expr;)*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(super) struct $V($register);

        impl Vector for $V {
            type Item = $Item;
            const LANES: usize = $lanes;

            #[cfg(feature = "fft")]
            type Register = $register;

            #[cfg(feature = "fft")]
            #[inline(always)]
            unsafe fn over(register: $register) -> Self {
                Self(register)
            }

            #[cfg(feature = "fft")]
            #[inline(always)]
            fn register(self) -> $register {
                self.0
            }

            #[inline(always)]
            unsafe fn load(from: *const $Item) -> Self {
                // SAFETY: the caller's promise, here and below.
                Self(unsafe { $load(from.cast()) })
            }

            #[inline(always)]
            unsafe fn splat(value: $Item) -> Self {
                // SAFETY: as above.
                Self(unsafe { $splat(value as $passed) })
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut $Item) {
                // SAFETY: as above.
                unsafe { $store(to.cast(), self.0) }
            }

            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                let ($sum, $a, $b) = (self.0, a.0, b.0);
                // SAFETY: there is a vector, so the machine has the instructions.
                Self(unsafe { $add_product })
            }
        }
    )* };
}

vectors! {
    /// Sixteen integers of 32 bits, with `Isa::Avx512`.
    U32x16(__m512i) of 16 u32 as i32: _mm512_set1_epi32 _mm512_loadu_si512 _mm512_storeu_si512
        |sum, a, b| _mm512_add_epi32(sum, _mm512_mullo_epi32(a, b));
    /// Eight integers of 64 bits, with `Isa::Avx512`.
    U64x8(__m512i) of 8 u64 as i64: _mm512_set1_epi64 _mm512_loadu_si512 _mm512_storeu_si512
        |sum, a, b| _mm512_add_epi64(sum, _mm512_mullo_epi64(a, b));
    /// Eight integers of 32 bits, with `Isa::Avx2`.
    U32x8(__m256i) of 8 u32 as i32: _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256
        |sum, a, b| _mm256_add_epi32(sum, _mm256_mullo_epi32(a, b));
    /// Sixteen `f32`, with `Isa::Avx512`.
    F32x16(__m512) of 16 f32 as f32: _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps
        |sum, a, b| _mm512_fmadd_ps(a, b, sum);
    /// Eight `f64`, with `Isa::Avx512`.
    F64x8(__m512d) of 8 f64 as f64: _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd
        |sum, a, b| _mm512_fmadd_pd(a, b, sum);
    /// Eight `f32`, with `Isa::Avx2`.
    F32x8(__m256) of 8 f32 as f32: _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps
        |sum, a, b| _mm256_fmadd_ps(a, b, sum);
    /// Four `f64`, with `Isa::Avx2`.
    F64x4(__m256d) of 4 f64 as f64: _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd
        |sum, a, b| _mm256_fmadd_pd(a, b, sum);
}
