//! Sums of two floats: twice the digits, where one float has too few.
//!
//! The first number of a pair is the rounded value, the second what the rounding lost.

use super::real::{Real, fma, is_fused};
use crate::kernels::isa::Isa;

/// a + b for |a| ≥ |b|, or a = 0.
#[inline(always)]
pub(super) fn quick_sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    (sum, (a - sum) + b)
}

/// a + b.
#[inline(always)]
pub(super) fn sum<T: Real>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let part = sum - a;
    (sum, (a - (sum - part)) + (b - part))
}

/// a · b.
#[inline(always)]
pub(super) fn product<T: Real>(isa: Isa, a: T, b: T) -> (T, T) {
    let product = a * b;
    if is_fused(isa) {
        return (product, a.mul_add(b, -product));
    }
    let (a_high, a_low) = halves(a);
    let (b_high, b_low) = halves(b);
    let rest = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
    (product, rest)
}

/// a · b + c, for products that nearly cancel c: exact then, with and without the fused instruction.
#[inline(always)]
pub(super) fn cancel<T: Real>(isa: Isa, a: T, b: T, c: T) -> T {
    if is_fused(isa) {
        return a.mul_add(b, c);
    }
    let (high, low) = product(isa, a, b);
    (c + high) + low
}

/// The quotient of two pairs, of which the second is normalised.
#[inline(always)]
pub(super) fn quotient<T: Real>(isa: Isa, above: (T, T), below: (T, T)) -> (T, T) {
    let (quotient, rest, reciprocal) = divide_with_rest(isa, above, below);
    (quotient, rest * reciprocal)
}

/// The quotient of two pairs, of which the second is normalised, rounded.
#[inline(always)]
pub(super) fn divide<T: Real>(isa: Isa, above: (T, T), below: (T, T)) -> T {
    let (quotient, rest, reciprocal) = divide_with_rest(isa, above, below);
    fma(isa, rest, reciprocal, quotient)
}

#[inline(always)]
fn divide_with_rest<T: Real>(isa: Isa, above: (T, T), below: (T, T)) -> (T, T, T) {
    let reciprocal = T::ONE / below.0;
    let quotient = above.0 * reciprocal;
    let rest = fma(isa, -quotient, below.1, cancel(isa, -quotient, below.0, above.0) + above.1);
    (quotient, rest, reciprocal)
}

/// √a of a pair.
#[inline(always)]
pub(super) fn root<T: Real>(isa: Isa, a: (T, T)) -> (T, T) {
    let root = a.0.sqrt();
    let rest = cancel(isa, -root, root, a.0) + a.1;
    (root, rest * (T::HALF * root.rough_reciprocal()))
}

/// The leading half of the digits, and the rest.
#[inline(always)]
fn halves<T: Real>(a: T) -> (T, T) {
    let shifted = a * T::SPLITTER;
    let high = shifted - (shifted - a);
    (high, a - high)
}
