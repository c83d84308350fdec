//! e^x, 2^x and e^x - 1.
//!
//! x = n·ln 2 + r with |r| ≤ ½·ln 2, e^r is a polynomial, and 2^n is made of bits. It is multiplied in two steps,
//! because e^x may be subnormal, or finite where 2^n alone is not.

use super::double::{product, quick_sum};
use super::real::{Real, fma, polynomial, polynomial_in_pairs};
use crate::kernels::isa::Isa;

pub(super) trait Exp: Real {
    /// 1 / ln 2.
    const LOG2_E: Self;
    /// ln 2 in two parts; the first has so few bits that every n times it is exact.
    const LN_2_HIGH: Self;
    const LN_2_LOW: Self;
    /// ln 2, rounded, and the rest.
    const LN_2: (Self, Self);
    /// (e^r - 1 - r) / r² for |r| ≤ ½·ln 2; the first coefficient is ½, which [`exp_of_pair`] adds apart.
    const POLYNOMIAL: &'static [Self];
    /// Bounds of the exponents outside of which e^x is 0 or infinite, all the same.
    const LOWEST: Self;
    const HIGHEST: Self;
    /// Below this e^x - 1 is -1.
    const LOWEST_M1: Self;
}

// Minimax polynomial (Remez), relative to e^r - 1: degree 5, 2^-31.0, 2^-28.2 with the coefficients rounded.
impl Exp for f32 {
    const LOG2_E: Self = std::f32::consts::LOG2_E;
    const LN_2_HIGH: Self = 0.693_176_27;
    const LN_2_LOW: Self = -2.908_897_1e-5;
    const LN_2: (Self, Self) = (std::f32::consts::LN_2, -1.904_654_2e-9);
    const POLYNOMIAL: &'static [Self] =
        &[0.5, 0.166_666_36, 0.041_666_51, 0.008_341_51, 0.001_393_054_4, 0.000_150_458_6];
    const LOWEST: Self = -104.0;
    const HIGHEST: Self = 89.0;
    const LOWEST_M1: Self = -20.0;
}

// Minimax polynomial (Remez), relative to e^r - 1: degree 10, 2^-61.7, 2^-60.9 with the coefficients rounded.
impl Exp for f64 {
    const LOG2_E: Self = std::f64::consts::LOG2_E;
    const LN_2_HIGH: Self = 0.693_147_180_560_117_7;
    const LN_2_LOW: Self = -1.723_944_452_561_483_5e-13;
    const LN_2: (Self, Self) = (std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);
    const POLYNOMIAL: &'static [Self] = &[
        0.5,
        0.166_666_666_666_666_77,
        0.041_666_666_666_666_7,
        0.008_333_333_333_321_714,
        0.001_388_888_888_887_139_3,
        0.000_198_412_698_850_253_05,
        2.480_158_732_232_604e-5,
        2.755_724_596_422_259_5e-6,
        2.755_730_204_283_661e-7,
        2.510_827_671_400_828e-8,
        2.089_900_286_777_979_6e-9,
    ];
    const LOWEST: Self = -746.0;
    const HIGHEST: Self = 710.0;
    const LOWEST_M1: Self = -40.0;
}

/// e^x.
#[inline(always)]
pub(super) fn exp<T: Exp>(isa: Isa, x: T) -> T {
    scaled_exp(isa, clamp(x, T::LOWEST, T::HIGHEST), T::ZERO, T::ONE)
}

/// 2^x.
#[inline(always)]
pub(super) fn exp2<T: Exp>(isa: Isa, x: T) -> T {
    let x = clamp(x, T::LOWEST * T::of(1.5), T::HIGHEST * T::of(1.5));
    let rounded = x + T::EXPONENT_ROUNDER;
    let part = x - (rounded - T::EXPONENT_ROUNDER);
    let r = part * T::LN_2.0;
    let low = fma(isa, part, T::LN_2.1, super::double::cancel(isa, part, T::LN_2.0, -r));
    scale(T::ONE + expm1_near_zero(isa, r, low), rounded)
}

/// e^x - 1.
#[inline(always)]
pub(super) fn expm1<T: Exp>(isa: Isa, x: T) -> T {
    let (high, low, rounded) = reduce(isa, clamp(x, T::LOWEST_M1, T::HIGHEST), T::ZERO);
    let (r, low) = quick_sum(high, low);
    let part = expm1_near_zero(isa, r, low);
    // Half of everything, because 2^n is infinite before e^x is.
    let half = T::half_power_of_two(rounded);
    let result = T::TWO * fma(isa, half, part, half - T::HALF);
    if x.abs() < T::TINY * T::TINY { x } else { result }
}

/// e^(x + low) · factor, for x between the bounds of the exponents and a factor that is a power of two.
///
/// What 1 + r loses is added to the small rest: the result is nearly always the nearest number.
#[inline(always)]
pub(super) fn scaled_exp<T: Exp>(isa: Isa, x: T, low: T, factor: T) -> T {
    let (high, low, rounded) = reduce(isa, x, low);
    let (r, low) = quick_sum(high, low);
    let (line, lost) = quick_sum(T::ONE, r);
    scale((line + expm1_rest(isa, r, low + lost)) * factor, rounded)
}

const _: () = assert!(<f32 as Exp>::POLYNOMIAL[0] == 0.5 && <f64 as Exp>::POLYNOMIAL[0] == 0.5);

/// e^(x + low) to hundredths of a unit in the last place before it is rounded, for x between the bounds of the exponents.
///
/// 1 + r + r²/2 is a sum of pairs: what its roundings lose is added to the small rest, which is rounded far below.
#[inline(always)]
pub(super) fn exp_of_pair<T: Exp>(isa: Isa, x: T, low: T) -> T {
    let (high, low, rounded) = reduce(isa, x, low);
    let (r, low) = quick_sum(high, low);
    let (square, square_low) = product(isa, r, r);
    let (line, line_low) = quick_sum(T::ONE, r);
    let (sum, sum_low) = quick_sum(line, T::HALF * square);
    let lost = fma(isa, T::HALF, square_low, line_low + sum_low);
    // e^low = 1 + low, and the rest of the series from r³ on.
    let lost = fma(isa, low, sum, lost);
    let rest = fma(isa, square * r, polynomial(isa, r, &T::POLYNOMIAL[1..]), lost);
    scale(sum + rest, rounded)
}

/// `x` between two bounds; NaN stays.
#[inline(always)]
pub(super) fn clamp<T: Real>(x: T, lowest: T, highest: T) -> T {
    let x = if x < lowest { lowest } else { x };
    if x > highest { highest } else { x }
}

#[inline(always)]
fn scale<T: Real>(x: T, rounded: T) -> T {
    let (first, second) = T::powers_of_two(rounded);
    x * first * second
}

/// (r, rest of r, n) with x + low = n·ln 2 + r; the parts of r are not normalised.
#[inline(always)]
fn reduce<T: Exp>(isa: Isa, x: T, low: T) -> (T, T, T) {
    let rounded = fma(isa, x, T::LOG2_E, T::EXPONENT_ROUNDER);
    let n = rounded - T::EXPONENT_ROUNDER;
    let high = fma(isa, -n, T::LN_2_HIGH, x);
    let low = fma(isa, -n, T::LN_2_LOW, low);
    (high, low, rounded)
}

#[inline(always)]
fn expm1_near_zero<T: Exp>(isa: Isa, r: T, low: T) -> T {
    r + expm1_rest(isa, r, low)
}

/// e^(r + low) - 1 - r.
#[inline(always)]
fn expm1_rest<T: Exp>(isa: Isa, r: T, low: T) -> T {
    fma(isa, r * r, polynomial_in_pairs(isa, r, T::POLYNOMIAL), low)
}
