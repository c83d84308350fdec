//! sinh, cosh and tanh.

use super::double::{divide, quick_sum};
use super::exp::{Exp, clamp, expm1_pair, scaled_exp};
use super::real::{fma, polynomial};
use crate::kernels::isa::Isa;

pub(super) trait Hyperbolic: Exp {
    /// (sinh x / x - 1) / x² in x², for |x| ≤ 1.
    const SINH: &'static [Self];
}

// Minimax polynomial (Remez), relative to sinh: degree 3, 2^-33.4, 2^-31.3 with the coefficients rounded.
impl Hyperbolic for f32 {
    const SINH: &'static [Self] = &[0.166_666_67, 0.008_333_307, 0.000_198_438_73, 2.776_060_5e-6];
}

// Minimax polynomial (Remez), relative to sinh: degree 6, 2^-62.5, 2^-61.8 with the coefficients rounded.
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

/// tanh x = -t / (2 + t) with t = e^(-2x) - 1, for x ≥ 0: the denominator never cancels.
///
/// t and 2 + t are pairs, because the errors of both are felt in full near 1.
#[inline(always)]
pub(super) fn tanh<T: Hyperbolic>(isa: Isa, x: T) -> T {
    let (t, t_low) = expm1_pair(isa, clamp(-T::TWO * x.abs(), T::LOWEST_M1, T::ZERO));
    let (below, below_low) = quick_sum(T::TWO, t);
    let result = divide(isa, (t, t_low), (below, below_low + t_low)).copysign(x);
    if x.abs() < T::TINY { x } else { result }
}

/// ½ e^x for x ≥ 0.
#[inline(always)]
fn half_exp<T: Exp>(isa: Isa, x: T) -> T {
    scaled_exp(isa, clamp(x, T::ZERO, T::HIGHEST + T::TWO), T::ZERO, T::HALF)
}
