//! sinh, cosh and tanh.

use super::exp::{Exp, clamp, scaled_exp};
use super::real::{fma, polynomial, polynomial_in_pairs, select};
use crate::kernels::isa::Isa;

pub(super) trait Hyperbolic: Exp {
    /// (sinh x / x - 1) / x² in x², for |x| ≤ 1.
    const SINH: &'static [Self];
    /// Up to where tanh is a polynomial: from where on 1 minus a rounded number is as good, which is where tanh x is ½.
    const NEAR: Self;
    /// x³ / (x - tanh x) in x², for |x| ≤ `NEAR`: its nearest pole is far away, so that few terms are enough.
    const TANH: &'static [Self];
    /// (e^2r - 1 - 2r) / r² for |r| ≤ ¼·ln 2; tanh has at most 0.73 of the relative error of its e^2x.
    const EXP_TWICE: &'static [Self];
}

// Minimax polynomials (Remez). Relative to sinh: degree 3, 2^-33.4, 2^-31.3 with the coefficients rounded; to tanh: degree
// 3, 2^-28.8; to e^2r: degree 4, 2^-28.3, 2^-28.0 with the coefficients rounded.
impl Hyperbolic for f32 {
    const SINH: &'static [Self] = &[0.166_666_67, 0.008_333_307, 0.000_198_438_73, 2.776_060_5e-6];
    const NEAR: Self = 1.0;
    const TANH: &'static [Self] = &[3.000_000_7, 1.199_993_3, -0.005_692_765, 0.000_226_969_19];
    const EXP_TWICE: &'static [Self] = &[1.999_999_8, 1.333_321_7, 0.666_694_2, 0.267_798_75, 0.088_413_194];
}

// Minimax polynomials (Remez). Relative to sinh: degree 6, 2^-62.5, 2^-61.8 with the coefficients rounded; to tanh: degree
// 6, 2^-60.8, 2^-60.4 with the coefficients rounded; to e^2r: degree 9, 2^-57.9, 2^-56.3 with the coefficients rounded.
impl Hyperbolic for f64 {
    const SINH: &'static [Self] = &[
        0.166_666_666_666_666_69,
        0.008_333_333_333_332_912,
        0.000_198_412_698_415_934_16,
        2.755_731_910_675_258_5e-6,
        2.505_213_099_978_954_6e-8,
        1.605_665_904_935_428_5e-10,
        7.776_604_929_190_1e-13,
    ];
    const NEAR: Self = 0.5625;
    const TANH: &'static [Self] = &[
        3.000_000_000_000_001,
        1.199_999_999_999_92,
        -0.005_714_285_711_970_846,
        0.000_253_968_222_852_785_6,
        -1.220_344_781_504_103_4e-5,
        5.979_029_725_759_95e-7,
        -2.781_800_434_076_802_8e-8,
    ];
    const EXP_TWICE: &'static [Self] = &[
        2.000_000_000_000_004_4,
        1.333_333_333_333_313,
        0.666_666_666_664_484_3,
        0.266_666_666_671_821_7,
        0.088_888_889_239_024_84,
        0.025_396_824_968_417_51,
        0.006_349_182_242_776_511,
        0.001_410_948_425_858_872_7,
        0.000_282_933_597_790_651_5,
        5.120_003_854_978_152e-5,
    ];
}

/// sinh x: a polynomial to 1, from there on what its name says.
#[inline(always)]
pub(super) fn sinh<T: Hyperbolic>(isa: Isa, x: T) -> T {
    let z = x * x;
    let near = fma(isa, x * z, polynomial(isa, z, T::SINH), x);
    let half = half_exp(isa, x.abs());
    let far = (half - T::of(0.25) / half).copysign(x);
    let result = if x.abs() > T::ONE { far } else { near };
    if x.abs() < T::TINY { x } else { result }
}

/// cosh x.
#[inline(always)]
pub(super) fn cosh<T: Hyperbolic>(isa: Isa, x: T) -> T {
    let half = half_exp(isa, x.abs());
    half + T::of(0.25) / half
}

/// tanh x = x - x³ / (x³ / (x - tanh x)) near 0, and 1 - 1 / (½ e^2x + ½) from there on: one division serves both.
#[inline(always)]
pub(super) fn tanh<T: Hyperbolic>(isa: Isa, x: T) -> T {
    let size = x.abs();
    let square = size * size;
    let is_near = size < T::NEAR;
    let whole = select(is_near, size, T::ONE);
    let above = select(is_near, size * square, T::ONE);
    let farthest = -T::HALF * T::LOWEST_M1;
    let far = half_exp_of_twice_plus_half(isa, if size > farthest { farthest } else { size });
    let below = select(is_near, polynomial_in_pairs(isa, square, T::TANH), far);
    (whole - above / below).copysign(x)
}

/// ½ e^x for x ≥ 0.
#[inline(always)]
fn half_exp<T: Exp>(isa: Isa, x: T) -> T {
    scaled_exp(isa, clamp(x, T::ZERO, T::HIGHEST + T::TWO), T::ZERO, T::HALF)
}

/// ½ e^2x + ½ for 0 ≤ x < ½ · `HIGHEST`, as precise as tanh needs it from `NEAR` on.
#[inline(always)]
fn half_exp_of_twice_plus_half<T: Hyperbolic>(isa: Isa, x: T) -> T {
    let rounded = fma(isa, x, T::TWO * T::LOG2_E, T::EXPONENT_ROUNDER);
    let n = rounded - T::EXPONENT_ROUNDER;
    let r = fma(isa, -n, T::HALF * T::LN_2.0, x);
    // What r lost by the rounding of ln 2 is felt in the line alone, and r itself need not wait for it.
    let line = fma(isa, -n, T::LN_2.1, r + r);
    let part = fma(isa, r * r, polynomial_in_pairs(isa, r, T::EXP_TWICE), line);
    let half = T::half_power_of_two(rounded);
    // One rounding beside that of the part, which is small.
    fma(isa, half, part, half + T::HALF)
}
