//! sin, cos and tan.
//!
//! sin and cos take multiples of π off x, π being the sum of three floats, and have one polynomial for what is left; tan
//! takes off multiples of π/2, and divides a sine by a cosine. That works while the multiple is exact in a float and its
//! rounding is right, which is up to [`Trig::HUGE`]; beyond it `huge` takes over, number by number.

use super::double::{cancel, divide, quick_sum};
use super::real::{Real, fma, polynomial, polynomial_in_pairs};
use crate::kernels::isa::Isa;

pub(super) trait Trig: Real {
    /// The largest size that the functions of this file take.
    const HUGE: Self;
    /// π as the sum of three floats.
    const PI: [Self; 3];
    /// (sin r / r - 1) / r² in r², for |r| ≤ π/2.
    const SIN_TO_HALF_PI: &'static [Self];
    /// The same for |r| ≤ π/4.
    const SIN: &'static [Self];
    /// (cos r - 1 + r²/2) / r⁴ in r², for |r| ≤ π/4.
    const COS: &'static [Self];
}

// Minimax polynomials (Remez), relative to the function, with the coefficients rounded: degree 4, 2^-30.3; degree 2,
// 2^-27.9; degree 2, 2^-32.9.
impl Trig for f32 {
    const HUGE: Self = 32_768.0;
    const PI: [Self; 3] = [std::f32::consts::PI, -8.742_278e-8, -3.430_249e-15];
    const SIN_TO_HALF_PI: &'static [Self] =
        &[-0.166_666_67, 0.008_333_355, -0.000_198_439_56, 2.767_736_3e-6, -2.643_901_6e-8];
    const SIN: &'static [Self] = &[-0.166_666_55, 0.008_332_189, -0.000_195_182_04];
    const COS: &'static [Self] = &[0.041_666_646, -0.001_388_731, 2.443_242_4e-5];
}

// Minimax polynomials (Remez), relative to the function, with the coefficients rounded: degree 7, 2^-61.5; degree 5,
// 2^-57.9; degree 5, 2^-63.2.
impl Trig for f64 {
    const HUGE: Self = 1_073_741_824.0;
    const PI: [Self; 3] = [std::f64::consts::PI, 1.224_646_799_147_353_2e-16, -2.994_769_809_718_339_7e-33];
    const SIN_TO_HALF_PI: &'static [Self] = &[
        -0.166_666_666_666_666_66,
        0.008_333_333_333_333_207,
        -0.000_198_412_698_412_124_8,
        2.755_731_921_156_942e-6,
        -2.505_210_690_440_548_5e-8,
        1.605_894_100_061_138e-10,
        -7.643_019_301_580_162e-13,
        2.721_418_511_032_963e-15,
    ];
    const SIN: &'static [Self] = &[
        -0.166_666_666_666_666_3,
        0.008_333_333_333_321_842,
        -0.000_198_412_698_293_610_5,
        2.755_731_353_978_258e-6,
        -2.505_073_465_518_922e-8,
        1.589_545_313_641_035_4e-10,
    ];
    const COS: &'static [Self] = &[
        0.041_666_666_666_666_65,
        -0.001_388_888_888_888_144_3,
        2.480_158_729_340_448_6e-5,
        -2.755_731_534_862_964_7e-7,
        2.087_584_450_405_830_6e-9,
        -1.136_534_461_097_994_3e-11,
    ];
}

/// sin x, for |x| ≤ `HUGE`.
#[inline(always)]
pub(super) fn sin<T: Trig>(isa: Isa, x: T) -> T {
    // Of the size, whose sine gets the sign of x: nothing else keeps that of -0.
    let size = x.abs();
    let rounded = fma(isa, size, T::of(std::f64::consts::FRAC_1_PI), T::ROUNDER);
    let r = take_off(isa, size, rounded - T::ROUNDER);
    sin_to_half_pi(isa, r).negate_if_odd(rounded).negate_if_negative(x)
}

/// cos x, for |x| ≤ `HUGE`.
#[inline(always)]
pub(super) fn cos<T: Trig>(isa: Isa, x: T) -> T {
    // cos((n - ½)π + r) = ±sin r.
    let rounded = fma(isa, x, T::of(std::f64::consts::FRAC_1_PI), T::HALF) + T::ROUNDER;
    let r = take_off(isa, x, (rounded - T::ROUNDER) - T::HALF);
    let result = sin_to_half_pi(isa, r).negate_if_odd(rounded);
    // The sine of a quarter turn less the angle may be one place off, where everybody expects a 1.
    if x.abs() < T::TINY { T::ONE } else { result }
}

/// tan x, for |x| ≤ `HUGE`.
#[inline(always)]
pub(super) fn tan<T: Trig>(isa: Isa, x: T) -> T {
    let rounded = fma(isa, x, T::of(std::f64::consts::FRAC_2_PI), T::ROUNDER);
    let r = take_off(isa, x, (rounded - T::ROUNDER) * T::HALF);
    let result = tan_of_reduced(isa, r, T::is_odd(rounded));
    if x.abs() < T::TINY { x } else { result }
}

/// (q, r) with x = q · π/2 + r and r in ±π/4, for |x| ≤ `HUGE`; the low two bits of q are right.
#[inline(always)]
pub(super) fn take_off_half_pi(isa: Isa, x: f64) -> (u32, (f64, f64)) {
    let rounded = fma(isa, x, std::f64::consts::FRAC_2_PI, f64::ROUNDER);
    (rounded.to_bits() as u32, take_off(isa, x, (rounded - f64::ROUNDER) * 0.5))
}

/// tan of the pair r in ±π/4, or of that plus π/2.
#[inline(always)]
pub(super) fn tan_of_reduced<T: Trig>(isa: Isa, r: (T, T), odd: bool) -> T {
    let sin = sin_terms(isa, r);
    let cos = cos_terms(isa, r);
    let above = if odd { (-cos.0, -cos.1) } else { sin };
    let below = if odd { sin } else { cos };
    divide(isa, above, quick_sum(below.0, below.1))
}

/// sin of the pair r in ±π/4, as r and the rest.
#[inline(always)]
pub(super) fn sin_terms<T: Trig>(isa: Isa, (r, low): (T, T)) -> (T, T) {
    let z = r * r;
    let low = fma(isa, -T::HALF * z, low, low);
    (r, fma(isa, r * z, polynomial(isa, z, T::SIN), low))
}

/// cos of the pair r in ±π/4, as 1 and the rest.
#[inline(always)]
pub(super) fn cos_terms<T: Trig>(isa: Isa, (r, low): (T, T)) -> (T, T) {
    let z = r * r;
    let rest = fma(isa, z, polynomial(isa, z, T::COS), -T::HALF);
    (T::ONE, fma(isa, z, rest, -r * low))
}

/// x - n·π, as a pair. What the first number lost may be more than half of its last place, where n·π is near x: it is small
/// beside it all the same.
#[inline(always)]
fn take_off<T: Trig>(isa: Isa, x: T, n: T) -> (T, T) {
    let [first, second, third] = T::PI;
    let x = cancel(isa, -n, first, x);
    let r = x - n * second;
    // All bits of x lie at or above the last one of n·π's second part, which is why this difference is exact though that
    // part may be the larger one.
    let taken = x - r;
    (r, fma(isa, -n, third, cancel(isa, -n, second, taken)))
}

/// sin of the pair r in ±π/2: the line r - r³/6 as a pair, which near π/2 is far from small, and the rest, which is.
#[inline(always)]
fn sin_to_half_pi<T: Trig>(isa: Isa, (r, low): (T, T)) -> T {
    let z = r * r;
    let (cube, third) = (r * z, T::SIN_TO_HALF_PI[0]);
    let line = fma(isa, cube, third, r);
    let excess = cancel(isa, -cube, third, line - r);
    // The cosine of r, of which little is asked, falls from 1 to 0 as z goes to its end.
    let excess = fma(isa, fma(isa, z, T::of(FALL), -T::ONE), low, excess);
    // A difference, because LLVM may swap the operands of some lanes of a sum, and then has to gather them again.
    line - fma(isa, -(z * z * r), polynomial_in_pairs(isa, z, &T::SIN_TO_HALF_PI[1..]), excess)
}

/// (2/π)².
const FALL: f64 = std::f64::consts::FRAC_2_PI * std::f64::consts::FRAC_2_PI;
