//! The error function and what it leaves of 1.
//!
//! Near 0 erf is a polynomial. From ½ on erfc x = e^(-x²) · R(x), and R(x) · (1 + 2x) is so smooth on the whole way to
//! infinity that one polynomial in (x - 4) / (x + 4) gives it. x² is a pair: in its exponential every digit counts.

use super::double::{product, quick_sum, quotient, sum};
use super::exp::{Exp, clamp, exp_of_pair};
use super::real::{fma, polynomial};
use crate::kernels::isa::Isa;

pub(super) trait Erf: Exp {
    /// erf x / x - 1 in x², for |x| ≤ ½.
    const NEAR: &'static [Self];
    /// e^(x²) · erfc x · (1 + 2x) in (x - 4) / (x + 4), for x ≥ ½.
    const FAR: &'static [Self];
    /// What the first of these coefficients lost.
    const FAR_LOW: Self;
    /// From here on erfc is 0, and e^(-x²) is within the bounds of exponents up to here.
    const LAST: Self;
}

// Polynomials through the zeros of Chebyshev's, relative to the function, with the coefficients rounded: degree 5, 2^-29.3;
// degree 12, 2^-27.2.
impl Erf for f32 {
    const NEAR: &'static [Self] =
        &[0.128_379_17, -0.376_126_38, 0.112_837_74, -0.026_863_143, 0.005_200_413_5, -0.000_769_453_4];
    const FAR: &'static [Self] = &[
        1.232_995_2,
        -0.139_621_12,
        0.015_379_784,
        0.068_097_1,
        -0.101_041_42,
        0.093_732_64,
        -0.066_314_645,
        0.037_165_87,
        -0.016_246_889,
        0.005_044_626,
        -0.000_682_163_34,
        -0.000_227_954_49,
        9.822_266e-5,
    ];
    const FAR_LOW: Self = -3.506_163e-8;
    const LAST: Self = 10.15;
}

// The same: degree 9, 2^-57.3; degree 24, 2^-58.9.
impl Erf for f64 {
    const NEAR: &'static [Self] = &[
        0.128_379_167_095_512_6,
        -0.376_126_389_031_837_5,
        0.112_837_916_709_548_7,
        -0.026_866_170_644_999_72,
        0.005_223_977_622_016_936_5,
        -0.000_854_832_651_072_479_6,
        0.000_120_552_862_020_057_14,
        -1.492_300_336_815_209_9e-5,
        1.637_123_442_577e-6,
        -1.462_091_340_945_175e-7,
    ];
    const FAR: &'static [Self] = &[
        1.232_995_118_625_552_6,
        -0.139_621_116_840_562_5,
        0.015_379_652_102_620_052,
        0.068_097_054_254_691_09,
        -0.101_039_066_036_326_38,
        0.093_732_834_998_414_37,
        -0.066_330_365_811_598_2,
        0.037_167_515_536_295_98,
        -0.016_197_734_066_815_93,
        0.005_031_969_989_641_93,
        -0.000_757_773_211_283_42,
        -0.000_199_256_761_505_470_9,
        0.000_150_621_259_159_789_85,
        -2.439_898_077_338_717e-5,
        -1.122_057_175_652_257_9e-5,
        5.709_232_638_374_659e-6,
        2.904_603_319_167_455e-7,
        -8.247_998_677_571_289e-7,
        7.963_624_024_455_373e-8,
        1.096_782_244_028_401_1e-7,
        -2.257_686_996_013_782e-8,
        -1.409_589_087_005_807_3e-8,
        4.273_685_094_669_206e-9,
        1.337_697_594_418_752_6e-9,
        -5.364_303_796_398_674e-10,
    ];
    const FAR_LOW: Self = -4.625_212_961_975_344_3e-17;
    const LAST: Self = 27.3;
}

/// erf x.
#[inline(always)]
pub(super) fn erf<T: Erf>(isa: Isa, x: T) -> T {
    let far = (T::ONE - erfc_far(isa, x.abs())).copysign(x);
    if x.abs() < T::HALF { near(isa, x).0 } else { far }
}

/// 1 - erf x.
#[inline(always)]
pub(super) fn erfc<T: Erf>(isa: Isa, x: T) -> T {
    let far = erfc_far(isa, x.abs());
    let far = if x < T::ZERO { T::TWO - far } else { far };
    let (high, low) = near(isa, x);
    let (rest, lost) = quick_sum(T::ONE, -high);
    if x.abs() < T::HALF { rest + (lost - low) } else { far }
}

/// erf x for |x| < ½, as a pair.
#[inline(always)]
fn near<T: Erf>(isa: Isa, x: T) -> (T, T) {
    quick_sum(x, x * polynomial(isa, x * x, T::NEAR))
}

/// erfc x for x ≥ ½; NaN stays.
#[inline(always)]
fn erfc_far<T: Erf>(isa: Isa, x: T) -> T {
    let x = clamp(x, T::ZERO, T::LAST);
    let four = T::of(4.0);
    let t = (x - four) / (x + four);
    let (high, low) = quick_sum(T::FAR[0], t * polynomial(isa, t, &T::FAR[1..]));
    let (ratio, rest) = quotient(isa, (high, low + T::FAR_LOW), sum(T::TWO * x, T::ONE));
    let (square, square_low) = product(isa, x, x);
    let power = exp_of_pair(isa, -square, -square_low);
    fma(isa, power, rest, power * ratio)
}

/// 1 / (1 + e^(-x)), from the side on which nothing overflows.
#[inline(always)]
pub(super) fn sigmoid<T: Exp>(isa: Isa, x: T) -> T {
    let part = super::exp::exp(isa, -x.abs());
    let above = if x < T::ZERO { part } else { T::ONE };
    above / (T::ONE + part)
}
