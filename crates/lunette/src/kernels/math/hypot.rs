//! The length of a vector of two numbers.

use super::real::{Real, fma};
use crate::kernels::isa::Isa;

/// √(x² + y²), without overflow or underflow in between.
#[inline(always)]
pub(super) fn hypot<T: Real>(isa: Isa, x: T, y: T) -> T {
    let (x, y) = (x.abs(), y.abs());
    let larger = if x > y { x } else { y };
    let smaller = if x > y { y } else { x };
    let (scale, back) = larger.scales();
    let (large, small) = (larger * scale, smaller * scale);
    let length = fma(isa, large, large, small * small).sqrt() * back;
    if (x == T::INFINITY) | (y == T::INFINITY) { T::INFINITY } else { length }
}
