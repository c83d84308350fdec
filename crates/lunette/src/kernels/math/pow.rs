//! x^y = e^(y · log x).
//!
//! y · log x reaches 745 (103 for f32), and its absolute error is the relative error of the result: the logarithm has to
//! be known to about 16 bits more than a float holds. Its leading terms are therefore pairs, and so are those of the power
//! of e: before it is rounded, the result is within a few hundredths of a unit in the last place.

use super::double::{cancel, product, quick_sum};
use super::exp::{Exp, clamp, exp_of_pair};
use super::real::{fma, polynomial};
use crate::kernels::isa::Isa;

pub(super) trait Pow: Exp {
    /// (log((1 + s) / (1 - s)) / s - 2 - ⅔ s² - ⅖ s⁴) / s⁶ in s², for |s| ≤ (√2 - 1) / (√2 + 1).
    const TAIL: &'static [Self];
    /// ⅔, rounded, and the rest.
    const TWO_THIRDS: (Self, Self);
    /// ⅖, rounded, and the rest.
    const TWO_FIFTHS: (Self, Self);
    /// Exponents beyond which every power of any number but 1 is 0 or infinite; its square is still finite.
    const FAR: Self;
    /// Exponents of e beyond which there is nothing but 0 and infinity, with 2^n still in two normal parts.
    const LIMIT: Self;
}

// The coefficients from s⁶ on of a minimax polynomial (Remez), relative to the logarithm; that of s⁴ stands above as ⅖.
impl Pow for f32 {
    const TAIL: &'static [Self] = &[0.285_713_8, 0.222_130_28, 0.189_895_47];
    const TWO_THIRDS: (Self, Self) = (0.666_666_7, -1.986_821_6e-8);
    const TWO_FIFTHS: (Self, Self) = (0.4, -5.960_464_5e-9);
    const FAR: Self = 1e15;
    const LIMIT: Self = 110.0;
}

// The coefficients from s⁶ on of a minimax polynomial (Remez), relative to the logarithm; that of s⁴ stands above as ⅖.
impl Pow for f64 {
    const TAIL: &'static [Self] = &[
        0.285_714_285_714_252_7,
        0.222_222_222_234_899_2,
        0.181_818_179_581_673_57,
        0.153_846_370_123_882_9,
        0.133_321_092_352_460_73,
        0.118_054_002_585_907_62,
        0.097_795_176_275_934_52,
        0.157_177_394_877_646_68,
    ];
    const TWO_THIRDS: (Self, Self) = (0.666_666_666_666_666_6, 3.700_743_415_417_188e-17);
    const TWO_FIFTHS: (Self, Self) = (0.4, -2.220_446_049_250_313e-17);
    const FAR: Self = 1e150;
    const LIMIT: Self = 800.0;
}

/// x^y.
#[inline(always)]
pub(super) fn pow<T: Pow>(isa: Isa, x: T, y: T) -> T {
    let power = positive_pow(isa, x.abs(), y);
    let whole = y.is_integer(isa);
    let odd = whole & !(T::HALF * y).is_integer(isa);
    let signed = if odd { power.copysign(x) } else { power };
    let lost = (x < T::ZERO) & (x > -T::INFINITY) & !whole;
    let power = if lost { T::NAN } else { signed };
    if (x == T::ONE) | (y == T::ZERO) { T::ONE } else { power }
}

/// x^y for x ≥ 0.
#[inline(always)]
fn positive_pow<T: Pow>(isa: Isa, x: T, y: T) -> T {
    let (log, log_low) = log_pair(isa, x);
    // Infinite logarithms give infinite exponents, which are beyond the limit. NaN stays.
    let log = if x < T::INFINITY { log } else { x };
    let log = if x == T::ZERO { -T::INFINITY } else { log };
    // Infinite y times log 1 would be NaN.
    let y = clamp(y, -T::FAR, T::FAR);
    let (exponent, low) = product(isa, y, log);
    let low = fma(isa, y, log_low, low);
    // What an infinite exponent lost is NaN, which becomes -1 here, and that is as good as anything at the limit.
    let low = if low > -T::ONE { low } else { -T::ONE };
    let low = if low < T::ONE { low } else { T::ONE };
    exp_of_pair(isa, clamp(exponent, -T::LIMIT, T::LIMIT), low)
}

/// log x as a pair with about 16 more bits than one float has.
#[inline(always)]
fn log_pair<T: Pow>(isa: Isa, x: T) -> (T, T) {
    let (m, k, _) = x.split();
    let f = m - T::ONE;
    // s = f / (m + 1).
    let (below, below_low) = quick_sum(T::ONE, m);
    let reciprocal = T::ONE / below;
    let s = f * reciprocal;
    let rest = fma(isa, -s, below_low, cancel(isa, -s, below, f));
    let s_low = rest * reciprocal;
    // z = s².
    let (z, z_low) = product(isa, s, s);
    let z_low = fma(isa, T::TWO * s, s_low, z_low);
    // log m = 2s + s·z·(⅔ + z·(⅖ + z·tail)).
    let tail = fma(isa, z, polynomial(isa, z, T::TAIL), T::TWO_FIFTHS.1);
    let (next, next_low) = quick_sum(T::TWO_FIFTHS.0, tail);
    let (part, part_low) = product(isa, z, next);
    let part_low = fma(isa, z, next_low, fma(isa, z_low, next, part_low));
    let (inner, inner_low) = quick_sum(T::TWO_THIRDS.0, part);
    let inner_low = inner_low + (part_low + T::TWO_THIRDS.1);
    let (square, square_low) = product(isa, z, inner);
    let square_low = fma(isa, z, inner_low, fma(isa, z_low, inner, square_low));
    let (cube, cube_low) = product(isa, s, square);
    let cube_low = fma(isa, s, square_low, fma(isa, s_low, square, cube_low));
    let (log, log_low) = quick_sum(T::TWO * s, cube);
    let log_low = log_low + fma(isa, T::TWO, s_low, cube_low);
    // Plus k · ln 2.
    let (log, rest) = quick_sum(k * T::LN_2_HIGH, log);
    (log, rest + fma(isa, k, T::LN_2_LOW, log_low))
}
