//! The gamma function and its logarithm, number by number: they branch.
//!
//! Around 2 there are polynomials, up to [`STIRLING`] the rule Γ(x + 1) = x·Γ(x) leads there, and Stirling's series does the
//! rest. Negative numbers are reflected.
//!
//! Measured against exact values: Γ is within 6 units in the last place; the logarithm within 4 for positive numbers, and
//! for negative ones within 1e-15 of itself or of 1, for it has zeros between them.

use std::f64::consts::PI;

use super::real::polynomial;
use super::{exp, log, pow, trig};
use crate::kernels::isa::Isa;

/// From here on Stirling's series is exact to the last place.
const STIRLING: f64 = 9.0;

/// Above this Γ is infinite.
const LARGEST: f64 = 171.7;

/// Below this 1 / Γ(-x) is 0 in every digit.
const LEAST: f64 = -184.0;

/// log Γ(2 + z) / z for |z| ≤ ½: degree 19, 2^-55.1.
const LOG_NEAR_TWO: &[f64] = &[
    0.422_784_335_098_467_13,
    0.322_467_033_424_113_2,
    -0.067_352_301_053_198_14,
    0.020_580_808_427_784_57,
    -0.007_385_551_028_668_153_5,
    0.002_890_510_330_738_737,
    -0.001_192_753_912_001_022_6,
    0.000_509_669_524_885_309_6,
    -0.000_223_154_750_745_203_67,
    9.945_750_909_889_392e-5,
    -4.492_635_110_383_333_4e-5,
    2.050_726_741_605_779e-5,
    -9.438_458_716_242_811e-6,
    4.374_374_916_915_131e-6,
    -2.044_920_146_701_511_5e-6,
    9.578_663_334_114_758e-7,
    -4.303_558_760_359_961e-7,
    2.030_480_675_161_522_7e-7,
    -1.341_281_975_851_728_7e-7,
    6.379_047_507_619_774e-8,
];

/// 1 / Γ(2 + z) for |z| ≤ ½: degree 15, 2^-57.9.
const RECIPROCAL_NEAR_TWO: &[f64] = &[
    1.0,
    -0.422_784_335_098_467_13,
    -0.233_093_736_421_787_05,
    0.191_091_101_387_691_53,
    -0.024_552_490_005_374_752,
    -0.017_645_244_550_146_086,
    0.008_023_273_021_458_766,
    -0.000_804_329_775_547_694_5,
    -0.000_360_837_803_544_481_7,
    0.000_145_596_141_249_805_13,
    -1.754_596_827_067_657_8e-5,
    -2.588_987_414_363_024e-6,
    1.339_015_021_811_312_3e-6,
    -2.055_104_737_486_330_4e-7,
    -1.425_871_716_818_838_7e-9,
    6.365_451_850_342_688e-9,
];

/// Stirling's series in 1 / x², after 1 / x: Bernoulli's numbers, each divided by 2k (2k - 1).
const SERIES: &[f64] = &[
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];

/// log |Γ(x)|; infinite at 0 and at negative integers.
pub(crate) fn lgamma(x: f64) -> f64 {
    match x {
        _ if x.is_nan() => x,
        _ if x.is_infinite() || is_pole(x) => f64::INFINITY,
        ..-0.5 => ln(PI / (x * sin_pi(x)).abs()) - lgamma(-x),
        // Γ(x) = Γ(1 + x) / x.
        ..0.5 => lgamma_1p(x) - ln(x.abs()),
        ..1.5 => lgamma_1p(x - 1.0),
        ..STIRLING => {
            let (y, factor) = brought_down(x);
            let near = (y - 2.0) * polynomial(Isa::Base, y - 2.0, LOG_NEAR_TWO);
            if factor == 1.0 { near } else { near + ln(factor) }
        }
        // ½ log 2π - ½ is the constant.
        _ => (x - 0.5) * (ln(x) - 1.0) + (0.418_938_533_204_672_7 + series(x)),
    }
}

/// Γ(x); NaN at negative integers, which have an infinity on either side.
pub(crate) fn gamma(x: f64) -> f64 {
    match x {
        0.0 => f64::INFINITY.copysign(x),
        _ if x.is_nan() || is_pole(x) || x == f64::NEG_INFINITY => f64::NAN,
        ..LEAST => 0.0_f64.copysign(sin_pi(x)),
        ..-0.5 => {
            let [first, second] = gamma_factors(-x);
            -PI / (x * sin_pi(x)) / first / second
        }
        ..0.5 => 1.0 / (x * (1.0 + x) * polynomial(Isa::Base, x, RECIPROCAL_NEAR_TWO)),
        ..LARGEST => {
            let [first, second] = gamma_factors(x);
            first * second
        }
        _ => f64::INFINITY,
    }
}

/// Two numbers whose product is Γ(x), for x ≥ ½: it may be too large where they are not.
fn gamma_factors(x: f64) -> [f64; 2] {
    if x < 1.5 {
        return [1.0 / (x * polynomial(Isa::Base, x - 1.0, RECIPROCAL_NEAR_TWO)), 1.0];
    }
    if x < STIRLING {
        let (y, factor) = brought_down(x);
        return [factor / polynomial(Isa::Base, y - 2.0, RECIPROCAL_NEAR_TWO), 1.0];
    }
    // The exponent is exact: x has digits down to a quarter at least, where Γ is finite.
    let half = pow::pow(Isa::Base, x, 0.5 * x - 0.25);
    let small = exp::exp(Isa::Base, -x) * ((2.0 * PI).sqrt() * exp::exp(Isa::Base, series(x)));
    [half, half * small]
}

/// (y, product of x - 1, x - 2 to y) with y in 1.5 to 2.5.
fn brought_down(x: f64) -> (f64, f64) {
    let (mut y, mut factor) = (x, 1.0);
    while y > 2.5 {
        y -= 1.0;
        factor *= y;
    }
    (y, factor)
}

/// log Γ(1 + z) for |z| ≤ ½: log Γ(2 + z) - log(1 + z), which do not cancel.
fn lgamma_1p(z: f64) -> f64 {
    z * polynomial(Isa::Base, z, LOG_NEAR_TWO) - log::log1p(Isa::Base, z)
}

fn series(x: f64) -> f64 {
    polynomial(Isa::Base, 1.0 / (x * x), SERIES) / x
}

fn ln(x: f64) -> f64 {
    log::log(Isa::Base, x)
}

fn is_pole(x: f64) -> bool {
    x <= 0.0 && x == x.floor()
}

/// sin πx; the multiples of π are taken off exactly.
fn sin_pi(x: f64) -> f64 {
    let whole = x.round();
    let sin = trig::sin(Isa::Base, PI * (x - whole));
    if (0.5 * whole).fract() == 0.0 { sin } else { -sin }
}
