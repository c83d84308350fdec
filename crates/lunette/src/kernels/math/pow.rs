//! x^y = 2^(y · log2 x).
//!
//! The exponent reaches 1075 (150 for f32), and its absolute error is the relative error of the result: the logarithm has
//! to be known to about 16 bits more than a float holds. f32 has them in f64, and f64 in pairs.

mod pairs;
mod wide;

use super::real::Real;
use crate::kernels::isa::Isa;

pub(super) trait Pow: Real {
    /// |x|^y; NaN where the result is `lost`, as no real number is it. Infinite x lose nothing.
    fn pow_of_size(isa: Isa, x: Self, y: Self, lost: bool) -> Self;
}

impl Pow for f32 {
    #[inline(always)]
    fn pow_of_size(isa: Isa, x: Self, y: Self, lost: bool) -> Self {
        wide::pow_of_size(isa, x, y, lost)
    }
}

impl Pow for f64 {
    #[inline(always)]
    fn pow_of_size(isa: Isa, x: Self, y: Self, lost: bool) -> Self {
        pairs::pow_of_size(isa, x, y, lost)
    }
}

/// x^y.
#[inline(always)]
pub(super) fn pow<T: Pow>(isa: Isa, x: T, y: T) -> T {
    let whole = y.is_integer(isa);
    let odd = whole & !(T::HALF * y).is_integer(isa);
    let power = T::pow_of_size(isa, x, y, (x < T::ZERO) & !whole);
    let power = if odd { power.copysign(x) } else { power };
    if (x == T::ONE) | (y == T::ZERO) { T::ONE } else { power }
}

/// The logarithm of |x|, or what stands for it where that is no number, or the power has none.
///
/// Asked in this order, because the compiler makes many instructions of one question whether x is negative and finite.
#[inline(always)]
fn log_at_the_ends<T: Real>(size: T, log: T, lost: bool) -> T {
    let log = if lost { T::NAN } else { log };
    let log = if size < T::INFINITY { log } else { size };
    if size == T::ZERO { -T::INFINITY } else { log }
}
