//! What the functions need of a float: arithmetic, its bits, and little else.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::kernels::isa::Isa;

/// f32 or f64, as the functions of this module see it.
///
/// Everything here is a handful of instructions that exist for vectors too, so that loops over the functions become
/// loops over vectors: no branches, and no conversions between floats and integers of 64 bits, which AVX2 lacks.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + 'static
{
    const ZERO: Self;
    const ONE: Self;
    const HALF: Self;
    const TWO: Self;
    const NAN: Self;
    const INFINITY: Self;
    /// Adding this rounds to an integer, even for ties, and leaves it in the low bits: 1.5 · 2^(bits of the fraction).
    const ROUNDER: Self;
    /// [`Real::ROUNDER`] plus twice the bias of the exponent, so that the low bits are never negative.
    const EXPONENT_ROUNDER: Self;
    /// From here on every number is an integer.
    const INTEGERS: Self;
    /// Below this size f(x) = x for every odd function f here with f'(0) = 1, and its next term is lost.
    const TINY: Self;
    /// Splits a number into halves, by multiplication.
    const SPLITTER: Self;

    fn of(value: f64) -> Self;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;
    fn sqrt(self) -> Self;
    fn mul_add(self, factor: Self, summand: Self) -> Self;
    /// An approximation of 1 / self to about six bits, for corrections.
    fn rough_reciprocal(self) -> Self;
    /// `self`, negated if the integer that was rounded by [`Real::ROUNDER`] is odd.
    fn negate_if_odd(self, rounded: Self) -> Self;
    /// `self`, negated if the sign of the other number is minus.
    fn negate_if_negative(self, other: Self) -> Self;
    /// Whether this is an integer; infinities are.
    fn is_integer(self, isa: Isa) -> bool;
    /// Whether the integer that was rounded by [`Real::ROUNDER`] is odd.
    fn is_odd(rounded: Self) -> bool;
    /// Two powers of two whose product is 2^n, for n rounded by [`Real::EXPONENT_ROUNDER`]: 2^n may not be normal.
    fn powers_of_two(rounded: Self) -> (Self, Self);
    /// 2^(n - 1), for n rounded by [`Real::EXPONENT_ROUNDER`], where that is normal.
    fn half_power_of_two(rounded: Self) -> Self;
    /// (m, k, 2^-k) with x = m · 2^k and m in [√½, √2), for a positive x; 2^-k is 0 where it is not normal.
    fn split(self) -> (Self, Self, Self);
    /// [`split`](Real::split) of x · 2^-`lift`, for a normal x.
    fn split_lifted(self, lift: Self) -> (Self, Self, Self);
    /// Powers of two, one the reciprocal of the other: the first brings a number of this size near to 1.
    fn scales(self) -> (Self, Self);
    /// The next number in the direction of `to`.
    fn nextafter(self, to: Self) -> Self;
}

macro_rules! real {
    ($real:ident, $bits:ident, fraction $fraction:literal, bias $bias:literal, tiny $tiny:literal) => {
        impl Real for $real {
            const ZERO: Self = 0.0;
            const ONE: Self = 1.0;
            const HALF: Self = 0.5;
            const TWO: Self = 2.0;
            const NAN: Self = Self::NAN;
            const INFINITY: Self = Self::INFINITY;
            const ROUNDER: Self = 1.5 * ((1 as $bits) << $fraction) as Self;
            const EXPONENT_ROUNDER: Self = 1.5 * ((1 as $bits) << $fraction) as Self + 2.0 * $bias as Self;
            const INTEGERS: Self = ((1 as $bits) << $fraction) as Self;
            const TINY: Self = $tiny;
            const SPLITTER: Self = ((1 as $bits) << ($fraction / 2 + 1)) as Self + 1.0;

            #[inline(always)]
            fn of(value: f64) -> Self {
                value as Self
            }

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                self.copysign(sign)
            }

            #[inline(always)]
            fn sqrt(self) -> Self {
                self.sqrt()
            }

            #[inline(always)]
            fn mul_add(self, factor: Self, summand: Self) -> Self {
                self.mul_add(factor, summand)
            }

            #[inline(always)]
            fn rough_reciprocal(self) -> Self {
                // The bits of a float are nearly its logarithm: negating them divides, to 12 %. One step of Newton's.
                const ONES: $bits = ((2 * $bias) << $fraction) - ((1 << $fraction) / 16);
                let guess = Self::from_bits(ONES.wrapping_sub(self.to_bits()));
                guess * (2.0 - self * guess)
            }

            #[inline(always)]
            fn negate_if_odd(self, rounded: Self) -> Self {
                Self::from_bits(self.to_bits() ^ (rounded.to_bits() << ($bits::BITS - 1)))
            }

            #[inline(always)]
            fn negate_if_negative(self, other: Self) -> Self {
                Self::from_bits(self.to_bits() ^ (other.to_bits() & (1 << ($bits::BITS - 1))))
            }

            #[inline(always)]
            fn is_integer(self, isa: Isa) -> bool {
                if is_fused(isa) {
                    return self.trunc() == self;
                }
                // Where rounding is a call, adding and subtracting a large number rounds.
                let size = self.abs();
                (size >= <Self as Real>::INTEGERS)
                    | ((size + <Self as Real>::INTEGERS) - <Self as Real>::INTEGERS == size)
            }

            #[inline(always)]
            fn is_odd(rounded: Self) -> bool {
                rounded.to_bits() & 1 != 0
            }

            #[inline(always)]
            fn powers_of_two(rounded: Self) -> (Self, Self) {
                // What is above the low bits is even, and is shifted out.
                let sum = rounded.to_bits();
                let first = sum >> 1;
                (Self::from_bits(first << $fraction), Self::from_bits((sum - first) << $fraction))
            }

            #[inline(always)]
            fn half_power_of_two(rounded: Self) -> Self {
                Self::from_bits(rounded.to_bits().wrapping_sub($bias + 1) << $fraction)
            }

            #[inline(always)]
            fn split(self) -> (Self, Self, Self) {
                const LIFT: $real = ((1 as $bits) << ($fraction + 2)) as $real;
                let subnormal = self < Self::MIN_POSITIVE;
                let lifted = if subnormal { self * LIFT } else { self };
                lifted.split_lifted(if subnormal { ($fraction + 2) as Self } else { 0.0 })
            }

            #[inline(always)]
            fn split_lifted(self, lift: Self) -> (Self, Self, Self) {
                const ROOT_HALF: $bits = (std::$real::consts::FRAC_1_SQRT_2).to_bits();
                const ONE: $bits = $bias << $fraction;
                // The exponent becomes the fraction of a large number; subtracting that number makes it a float.
                const BASE: $real = ((1 as $bits) << $fraction) as $real + $bias as $real;
                let shifted = self.to_bits().wrapping_add(ONE - ROOT_HALF);
                let field = shifted >> $fraction;
                let m = Self::from_bits((shifted & ((1 << $fraction) - 1)) + ROOT_HALF);
                let k = Self::from_bits(field | ((1 as $bits) << $fraction).wrapping_mul($bias + $fraction))
                    - (BASE + lift);
                let inverse = (if field > 2 * $bias { 0 } else { (2 * $bias as $bits).wrapping_sub(field) })
                    << $fraction;
                (m, k, Self::from_bits(inverse))
            }

            #[inline(always)]
            fn scales(self) -> (Self, Self) {
                let field = (self.to_bits() >> $fraction) & (2 * $bias + 1);
                let field = if field > 2 * $bias - 1 { 2 * $bias - 1 } else { field };
                let field = if field < 1 { 1 } else { field };
                (Self::from_bits((2 * $bias - field) << $fraction), Self::from_bits(field << $fraction))
            }

            #[inline(always)]
            fn nextafter(self, to: Self) -> Self {
                let bits = self.to_bits();
                // Bits of one sign are ordered as sizes are: away from zero is one more.
                let away = (to > self) == (self > 0.0);
                let moved = Self::from_bits(if away { bits.wrapping_add(1) } else { bits.wrapping_sub(1) });
                let moved = if self == 0.0 { Self::from_bits(1).copysign(to) } else { moved };
                let moved = if self == to { to } else { moved };
                if self.is_nan() | to.is_nan() { self + to } else { moved }
            }
        }
    };
}

real!(f32, u32, fraction 23, bias 127, tiny 1.220_703_1e-4);
real!(f64, u64, fraction 52, bias 1023, tiny 7.450_580_596_923_828e-9);

/// Whether a · b + c is one instruction here.
#[inline(always)]
pub(super) fn is_fused(isa: Isa) -> bool {
    cfg!(any(target_arch = "aarch64", target_feature = "fma")) || isa != Isa::Base
}

/// a · b + c, rounded once where that is one instruction, else twice.
#[inline(always)]
pub(super) fn fma<T: Real>(isa: Isa, a: T, b: T, c: T) -> T {
    if is_fused(isa) { a.mul_add(b, c) } else { a * b + c }
}

/// The polynomial with these coefficients, the constant first, after Horner: the least work, where it is part of much else
/// that need not wait for it.
#[inline(always)]
pub(super) fn polynomial<T: Real>(isa: Isa, x: T, coefficients: &'static [T]) -> T {
    let mut sum = coefficients[coefficients.len() - 1];
    for &coefficient in coefficients[..coefficients.len() - 1].iter().rev() {
        sum = fma(isa, sum, x, coefficient);
    }
    sum
}

/// The same polynomial, after Horner in x² with pairs of terms: half as many steps wait for the one before, for one
/// multiplication more. A processor looks only so far ahead for other elements to go on with meanwhile: with it exp of
/// doubles takes 9 % less time on Zen 5, with tan it makes no difference.
#[inline(always)]
pub(super) fn polynomial_in_pairs<T: Real>(isa: Isa, x: T, coefficients: &'static [T]) -> T {
    let (square, len) = (x * x, coefficients.len());
    let mut sum = if len % 2 == 1 { coefficients[len - 1] } else { pair(isa, x, coefficients, len - 2) };
    for k in (0..(len - 1) / 2).rev() {
        sum = fma(isa, sum, square, pair(isa, x, coefficients, 2 * k));
    }
    sum
}

/// The term of one coefficient and that of the next, over the power of the first. No closure: the compiler does not have to
/// inline those.
#[inline(always)]
fn pair<T: Real>(isa: Isa, x: T, coefficients: &'static [T], k: usize) -> T {
    fma(isa, coefficients[k + 1], x, coefficients[k])
}

/// One of two values, both of which are computed: the compiler is not to make a branch of it, nor two copies of what
/// follows.
#[inline(always)]
pub(super) fn select<T>(condition: bool, yes: T, no: T) -> T {
    std::hint::select_unpredictable(condition, yes, no)
}
