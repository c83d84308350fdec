//! Pairs of normal numbers by the method of Box and Muller: a random radius and a random angle.
//!
//! The functions are made of sums, products, quotients and square roots, which every machine rounds alike, without
//! fused ones: the same seed gives the same bits everywhere. Branches there are none, so loops become vectors.

use std::f64::consts::{FRAC_PI_2, LN_2};

/// `atanh(s) / s` in powers of `s` squared, the last first; enough of them for s below 0.172.
const ATANH: [f64; 11] = [
    1.0 / 21.0,
    1.0 / 19.0,
    1.0 / 17.0,
    1.0 / 15.0,
    1.0 / 13.0,
    1.0 / 11.0,
    1.0 / 9.0,
    1.0 / 7.0,
    1.0 / 5.0,
    1.0 / 3.0,
    1.0,
];

/// `sin(x) / x` in powers of `x` squared, the last first; enough of them for an eighth of a turn.
const SIN: [f64; 8] = [
    -1.0 / 1_307_674_368_000.0,
    1.0 / 6_227_020_800.0,
    -1.0 / 39_916_800.0,
    1.0 / 362_880.0,
    -1.0 / 5_040.0,
    1.0 / 120.0,
    -1.0 / 6.0,
    1.0,
];

/// `cos(x)` in powers of `x` squared, the last first; enough of them for an eighth of a turn.
const COS: [f64; 9] = [
    1.0 / 20_922_789_888_000.0,
    -1.0 / 87_178_291_200.0,
    1.0 / 479_001_600.0,
    -1.0 / 3_628_800.0,
    1.0 / 40_320.0,
    -1.0 / 720.0,
    1.0 / 24.0,
    -1.0 / 2.0,
    1.0,
];

/// `-ln` of a number in (0, 1] that is drawn by 64 random bits.
#[inline(always)]
pub(super) fn minus_ln(bits: u64) -> f64 {
    let drawn = ((bits >> 11) + 1) as f64 * (1.0 / (1_u64 << 53) as f64);
    // drawn = mantissa * 2^exponent, the mantissa between the roots of 1/2 and 2.
    const ROOT_OF_HALF: u64 = std::f64::consts::FRAC_1_SQRT_2.to_bits();
    let exponent = (drawn.to_bits().wrapping_sub(ROOT_OF_HALF) as i64) >> 52;
    let mantissa = f64::from_bits(drawn.to_bits().wrapping_sub((exponent << 52) as u64));
    // Added to the bits of 1.5 * 2^52, an integer is added to the number: the way into floats that all vectors have.
    const OFFSET: f64 = 6_755_399_441_055_744.0;
    let exponent = f64::from_bits(OFFSET.to_bits().wrapping_add(exponent as u64)) - OFFSET;
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    // Not the negative of the sum: that of 1 would be -0.0.
    0.0 - (exponent * LN_2 + 2.0 * s * polynomial(&ATANH, s * s))
}

/// Two independent normal numbers of mean 0 and variance 1.
#[inline(always)]
pub(super) fn pair_f64(first: u64, second: u64) -> (f64, f64) {
    let radius = (2.0 * minus_ln(first)).sqrt();
    // Two bits are a quarter of a turn, the others an angle of up to an eighth to both sides.
    let part = ((second << 2) >> 11) as f64 * (1.0 / (1_u64 << 53) as f64) - 0.5;
    let angle = part * FRAC_PI_2;
    let square = angle * angle;
    let (sin, cos) = (angle * polynomial(&SIN, square), polynomial(&COS, square));
    let (is_odd, is_half) = ((second >> 62) & 1 == 1, second >> 63 == 1);
    let (x, y) = if is_odd { (-sin, cos) } else { (cos, sin) };
    let sign = if is_half { -radius } else { radius };
    (x * sign, y * sign)
}

/// As [`pair_f64`], of half the bits and half the digits.
#[inline(always)]
pub(super) fn pair_f32(first: u32, second: u32) -> (f32, f32) {
    let drawn = (first as f32 + 0.5) * (1.0 / 4_294_967_296.0);
    const ROOT_OF_HALF: u32 = std::f32::consts::FRAC_1_SQRT_2.to_bits();
    let exponent = (drawn.to_bits().wrapping_sub(ROOT_OF_HALF) as i32) >> 23;
    let mantissa = f32::from_bits(drawn.to_bits().wrapping_sub((exponent << 23) as u32));
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let ln = exponent as f32 * std::f32::consts::LN_2 + 2.0 * s * polynomial_f32::<5>(&ATANH, s * s);
    let radius = (-2.0 * ln).sqrt();
    let part = ((second << 2) >> 8) as f32 * (1.0 / 16_777_216.0) - 0.5;
    let angle = part * std::f32::consts::FRAC_PI_2;
    let square = angle * angle;
    let (sin, cos) = (angle * polynomial_f32::<5>(&SIN, square), polynomial_f32::<6>(&COS, square));
    let (is_odd, is_half) = ((second >> 30) & 1 == 1, second >> 31 == 1);
    let (x, y) = if is_odd { (-sin, cos) } else { (cos, sin) };
    let sign = if is_half { -radius } else { radius };
    (x * sign, y * sign)
}

#[inline(always)]
fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The last `TERMS` terms, which are those of the lowest powers.
#[inline(always)]
fn polynomial_f32<const TERMS: usize>(coefficients: &[f64], x: f32) -> f32 {
    coefficients[coefficients.len() - TERMS..]
        .iter()
        .fold(0.0, |sum, &coefficient| sum * x + coefficient as f32)
}
