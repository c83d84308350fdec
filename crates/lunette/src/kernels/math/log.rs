//! Logarithms.
//!
//! x = m · 2^k with m in [√½, √2), f = m - 1, s = f / (2 + f), and log m = log((1 + s) / (1 - s)) = 2s + s·R(s²).
//! Of that, f - f²/2 is taken out, which is exact enough: log m = f - (f²/2 - s·(f²/2 + R)).

use super::double::{product, quick_sum, sum};
use super::exp::Exp;
use super::real::{Real, fma, polynomial};
use crate::kernels::isa::Isa;

pub(super) trait Log: Exp {
    /// (log((1 + s) / (1 - s)) - 2s) / s³ in s², for |s| ≤ (√2 - 1) / (√2 + 1).
    const SERIES: &'static [Self];
    /// 1 / ln 10, rounded, and the rest.
    const PER_LN_10: (Self, Self);
    /// log10(2) in two parts; the first has so few bits that every exponent times it is exact.
    const LOG10_2: (Self, Self);
}

// Minimax polynomial (Remez), relative to the logarithm: degree 2, 2^-29.4; refitted after rounding, 2^-30.2.
impl Log for f32 {
    const SERIES: &'static [Self] = &[0.666_667_76, 0.399_775_74, 0.298_712_8];
    const PER_LN_10: (Self, Self) = (std::f32::consts::LOG10_E, -1.010_305e-8);
    const LOG10_2: (Self, Self) = (0.301_025_4, 4.605_039e-6);
}

// Minimax polynomial (Remez), relative to the logarithm: degree 6, 2^-58.7; refitted after rounding, 2^-59.3.
impl Log for f64 {
    const SERIES: &'static [Self] = &[
        0.666_666_666_666_671_1,
        0.399_999_999_995_354_9,
        0.285_714_287_200_689_4,
        0.222_222_005_592_811_4,
        0.181_834_723_700_554_34,
        0.153_161_851_782_467_36,
        0.147_763_146_149_667_26,
    ];
    const PER_LN_10: (Self, Self) = (std::f64::consts::LOG10_E, 1.098_319_650_216_765e-17);
    const LOG10_2: (Self, Self) = (0.301_029_995_664_066_5, -8.532_344_317_057_107e-14);
}

/// The natural logarithm.
#[inline(always)]
pub(super) fn log<T: Log>(isa: Isa, x: T) -> T {
    let (m, k, _) = x.split();
    let f = m - T::ONE;
    let rest = fma(isa, k, T::LN_2_LOW, log_rest(isa, f));
    at_the_ends(x, fma(isa, k, T::LN_2_HIGH, f + rest))
}

/// The logarithm to the base 2.
#[inline(always)]
pub(super) fn log2<T: Log>(isa: Isa, x: T) -> T {
    let (m, k, _) = x.split();
    let f = m - T::ONE;
    at_the_ends(x, fma(isa, f + log_rest(isa, f), T::LOG2_E, k))
}

/// The logarithm to the base 10.
#[inline(always)]
pub(super) fn log10<T: Log>(isa: Isa, x: T) -> T {
    let (m, k, _) = x.split();
    let (high, low) = in_base(isa, m - T::ONE, T::PER_LN_10);
    let (result, rest) = quick_sum(k * T::LOG10_2.0, high);
    at_the_ends(x, result + (rest + fma(isa, k, T::LOG10_2.1, low)))
}

/// The natural logarithm of 1 + x.
#[inline(always)]
pub(super) fn log1p<T: Log>(isa: Isa, x: T) -> T {
    let result = log1p_pair(isa, (x, T::ZERO), T::ZERO);
    let result = if x < T::INFINITY { result } else { x };
    let result = if x < -T::ONE { T::NAN } else { result };
    let result = if x == -T::ONE { -T::INFINITY } else { result };
    if x.abs() < T::TINY * T::TINY { x } else { result }
}

/// log(1 + x) + powers · ln 2 for a pair x > -1.
#[inline(always)]
pub(super) fn log1p_pair<T: Log>(isa: Isa, x: (T, T), powers: T) -> T {
    let (y, rest) = sum(T::ONE, x.0);
    let (m, k, shrink) = y.split();
    let k = k + powers;
    let (f, low) = quick_sum(m - T::ONE, (rest + x.1) * shrink);
    // The derivative of log(1 + f) is 1 - f + …; the next term would not change a digit.
    let low = fma(isa, -low, f, low);
    let rest = fma(isa, k, T::LN_2_LOW, log_rest(isa, f) + low);
    fma(isa, k, T::LN_2_HIGH, f + rest)
}

/// log(1 + f) - f.
#[inline(always)]
fn log_rest<T: Log>(isa: Isa, f: T) -> T {
    let s = f / (T::TWO + f);
    let z = s * s;
    let half_square = T::HALF * f * f;
    fma(isa, s, fma(isa, z, polynomial(isa, z, T::SERIES), half_square), -half_square)
}

/// log(1 + f) times a constant, as a pair.
#[inline(always)]
fn in_base<T: Log>(isa: Isa, f: T, factor: (T, T)) -> (T, T) {
    let (log, rest) = quick_sum(f, log_rest(isa, f));
    let (high, low) = product(isa, log, factor.0);
    (high, fma(isa, rest, factor.0, fma(isa, log, factor.1, low)))
}

/// The result, or what a logarithm is outside of the positive finite numbers.
#[inline(always)]
fn at_the_ends<T: Real>(x: T, result: T) -> T {
    let result = if x < T::INFINITY { result } else { x };
    let result = if x < T::ZERO { T::NAN } else { result };
    if x == T::ZERO { -T::INFINITY } else { result }
}
