//! asinh, acosh and atanh, as logarithms of 1 + something that is a pair.

use super::double::{product, quick_sum, quotient, root, sum};
use super::log::{Log, log1p_pair};
use super::real::select;
use crate::kernels::isa::Isa;

/// asinh x = log(1 + x + x² / (1 + √(1 + x²))) for x ≥ 0, and log 2x where that is the same.
#[inline(always)]
pub(super) fn asinh<T: Log>(isa: Isa, x: T) -> T {
    let size = x.abs();
    let square = size * size;
    let rest = square / (T::ONE + (square + T::ONE).sqrt());
    let result = log1p_or_log2x(isa, size, quick_sum(size, rest)).copysign(x);
    if size < T::TINY { x } else { result }
}

/// acosh x = log(1 + t + √(2t + t²)) with t = x - 1, and log 2x where that is the same.
#[inline(always)]
pub(super) fn acosh<T: Log>(isa: Isa, x: T) -> T {
    let t = x - T::ONE;
    let (square, square_low) = product(isa, t, t);
    let (inner, rest) = sum(T::TWO * t, square);
    let (root, root_low) = root(isa, (inner, rest + square_low));
    let (high, low) = sum(root, t);
    let result = log1p_or_log2x(isa, x, (high, low + root_low));
    if x >= T::ONE { result } else { T::NAN }
}

/// atanh x = ½ log(1 + 2x / (1 - x)) for x ≥ 0.
#[inline(always)]
pub(super) fn atanh<T: Log>(isa: Isa, x: T) -> T {
    let size = x.abs();
    let ratio = quotient(isa, (T::TWO * size, T::ZERO), quick_sum(T::ONE, -size));
    let result = T::HALF * log1p_pair(isa, ratio, T::ZERO);
    let result = if size == T::ONE { T::INFINITY } else { result };
    let result = if size <= T::ONE { result.copysign(x) } else { T::NAN };
    if size < T::TINY { x } else { result }
}

/// log(1 + y), or log 2x if x is so large that its square might be infinite.
#[inline(always)]
fn log1p_or_log2x<T: Log>(isa: Isa, x: T, y: (T, T)) -> T {
    let large = x > T::ONE / T::TINY;
    let high = select(large, x - T::ONE, y.0);
    let low = select(large, T::ZERO, y.1);
    let powers = select(large, T::ONE, T::ZERO);
    let result = log1p_pair(isa, (high, low), powers);
    if x < T::INFINITY { result } else { x }
}

/// log(e^x + e^y).
#[inline(always)]
pub(super) fn logaddexp<T: Log>(isa: Isa, x: T, y: T) -> T {
    let larger = if x > y { x } else { y };
    let difference = if x == y { T::ZERO } else { -(x - y).abs() };
    let part = super::log::log1p(isa, super::exp::exp(isa, difference));
    let result = if larger.abs() == T::INFINITY { larger } else { larger + part };
    #[expect(clippy::eq_op, reason = "NaN alone differs from itself")]
    let lost = (x != x) | (y != y);
    if lost { T::NAN } else { result }
}
