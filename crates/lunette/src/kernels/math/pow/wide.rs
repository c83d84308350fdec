//! Powers of f32, in f64: no pairs are needed, and no sizes of numbers are special.
//!
//! Before it is rounded, the result is within a hundredth of a unit in the last place: what a float can hold is exact.

use super::log_at_the_ends;
use crate::kernels::isa::Isa;
use crate::kernels::math::exp::clamp;
use crate::kernels::math::real::{Real, fma, polynomial};

/// log2((1 + s) / (1 - s)) / s in s², for |s| ≤ (√2 - 1) / (√2 + 1).
// Minimax polynomial (Remez), relative to the logarithm: degree 4, 2^-37.8.
const LOG2: &[f64] = &[
    2.885_390_081_790_08,
    0.961_796_673_350_169_3,
    0.577_083_583_259_469_5,
    0.411_672_827_125_031_2,
    0.340_728_008_154_121_35,
];

/// 2^r for |r| ≤ ½.
// Minimax polynomial (Remez), relative to 2^r: degree 7, 2^-34.5.
const EXP2: &[f64] = &[
    0.999_999_999_961_685_1,
    0.693_147_180_728_439_4,
    0.240_226_511_981_441_68,
    0.055_504_103_534_557_724,
    0.009_618_027_254_083_455,
    0.001_333_392_255_872_426_4,
    0.000_154_692_911_979_308_86,
    1.520_192_295_505_714e-5,
];

/// Exponents beyond which every power of any number but 1 is 0 or infinite.
const FAR: f32 = 1e15;

/// Exponents of 2 beyond which there is nothing but 0 and infinity.
const LIMIT: f64 = 200.0;

/// |x|^y, or NaN.
#[inline(always)]
pub(super) fn pow_of_size(isa: Isa, x: f32, y: f32, lost: bool) -> f32 {
    let size = f64::from(x.abs());
    let log = log_at_the_ends(size, log2(isa, size), lost);
    // Infinite y times log 1 would be NaN.
    let exponent = f64::from(clamp(y, -FAR, FAR)) * log;
    exp2(isa, clamp(exponent, -LIMIT, LIMIT)) as f32
}

/// log2 x for a positive x that is not subnormal.
#[inline(always)]
fn log2(isa: Isa, x: f64) -> f64 {
    let (m, k, _) = x.split_lifted(0.0);
    let s = (m - 1.0) / (m + 1.0);
    fma(isa, s, polynomial(isa, s * s, LOG2), k)
}

/// 2^x for |x| ≤ [`LIMIT`].
#[inline(always)]
fn exp2(isa: Isa, x: f64) -> f64 {
    let rounded = x + f64::ROUNDER;
    let r = x - (rounded - f64::ROUNDER);
    polynomial(isa, r, EXP2) * power_of_two(rounded)
}

/// 2^n for n rounded by [`Real::ROUNDER`].
#[inline(always)]
fn power_of_two(rounded: f64) -> f64 {
    f64::from_bits((rounded.to_bits() + 1023) << 52)
}
