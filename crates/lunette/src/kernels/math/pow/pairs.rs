//! Powers of f64: what the exponent needs beyond one float is in a second one.
//!
//! The leading terms of the logarithm are pairs, and so are those of the power of e: before it is rounded, the result is
//! within a few hundredths of a unit in the last place.

use super::log_at_the_ends;
use crate::kernels::isa::Isa;
use crate::kernels::math::double::{cancel, product, quick_sum};
use crate::kernels::math::exp::{Exp, clamp, exp_of_pair};
use crate::kernels::math::real::{Real, fma, polynomial};

/// (log((1 + s) / (1 - s)) / s - 2 - ⅔ s² - ⅖ s⁴) / s⁶ in s², for |s| ≤ (√2 - 1) / (√2 + 1).
// The coefficients from s⁶ on of a minimax polynomial (Remez), relative to the logarithm; that of s⁴ stands below as ⅖.
const TAIL: &[f64] = &[
    0.285_714_285_714_252_7,
    0.222_222_222_234_899_2,
    0.181_818_179_581_673_57,
    0.153_846_370_123_882_9,
    0.133_321_092_352_460_73,
    0.118_054_002_585_907_62,
    0.097_795_176_275_934_52,
    0.157_177_394_877_646_68,
];

/// ⅔, rounded, and the rest.
const TWO_THIRDS: (f64, f64) = (0.666_666_666_666_666_6, 3.700_743_415_417_188e-17);
/// ⅖, rounded, and the rest.
const TWO_FIFTHS: (f64, f64) = (0.4, -2.220_446_049_250_313e-17);
/// Exponents beyond which every power of any number but 1 is 0 or infinite; its square is still finite.
const FAR: f64 = 1e150;
/// Exponents of e beyond which there is nothing but 0 and infinity, with 2^n still in two normal parts.
const LIMIT: f64 = 800.0;

/// |x|^y, or NaN.
#[inline(always)]
pub(super) fn pow_of_size(isa: Isa, x: f64, y: f64, lost: bool) -> f64 {
    let size = x.abs();
    let (log, log_low) = log_pair(isa, size);
    // Infinite logarithms give infinite exponents, which are beyond the limit.
    let log = log_at_the_ends(size, log, lost);
    // Infinite y times log 1 would be NaN.
    let y = clamp(y, -FAR, FAR);
    let (exponent, low) = product(isa, y, log);
    let low = fma(isa, y, log_low, low);
    // What an infinite exponent lost is NaN, which becomes -1 here, and that is as good as anything at the limit.
    let low = if low > -1.0 { low } else { -1.0 };
    let low = if low < 1.0 { low } else { 1.0 };
    exp_of_pair(isa, clamp(exponent, -LIMIT, LIMIT), low)
}

/// log x as a pair with about 16 more bits than one float has.
#[inline(always)]
fn log_pair(isa: Isa, x: f64) -> (f64, f64) {
    let (m, k, _) = x.split();
    let f = m - 1.0;
    // s = f / (m + 1).
    let (below, below_low) = quick_sum(1.0, m);
    let reciprocal = 1.0 / below;
    let s = f * reciprocal;
    let rest = fma(isa, -s, below_low, cancel(isa, -s, below, f));
    let s_low = rest * reciprocal;
    // z = s².
    let (z, z_low) = product(isa, s, s);
    let z_low = fma(isa, 2.0 * s, s_low, z_low);
    // log m = 2s + s·z·(⅔ + z·(⅖ + z·tail)).
    let tail = fma(isa, z, polynomial(isa, z, TAIL), TWO_FIFTHS.1);
    let (next, next_low) = quick_sum(TWO_FIFTHS.0, tail);
    let (part, part_low) = product(isa, z, next);
    let part_low = fma(isa, z, next_low, fma(isa, z_low, next, part_low));
    let (inner, inner_low) = quick_sum(TWO_THIRDS.0, part);
    let inner_low = inner_low + (part_low + TWO_THIRDS.1);
    let (square, square_low) = product(isa, z, inner);
    let square_low = fma(isa, z, inner_low, fma(isa, z_low, inner, square_low));
    let (cube, cube_low) = product(isa, s, square);
    let cube_low = fma(isa, s, square_low, fma(isa, s_low, square, cube_low));
    let (log, log_low) = quick_sum(2.0 * s, cube);
    let log_low = log_low + fma(isa, 2.0, s_low, cube_low);
    // Plus k · ln 2.
    let (log, rest) = quick_sum(k * f64::LN_2_HIGH, log);
    (log, rest + fma(isa, k, f64::LN_2_LOW, log_low))
}
