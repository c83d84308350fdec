//! Logarithms and powers.

use std::f64::consts::{LN_2, LOG2_E, LOG10_E};

use super::{Complex, plain};
use crate::kernels::isa::Isa;
use crate::kernels::math::double::{product, sum};

/// log z, with an imaginary part in [-π, π].
pub(crate) fn log(z: Complex) -> Complex {
    Complex::new(log_abs(z.re, z.im), plain::atan2(z.im, z.re))
}

/// The logarithm to the base 2.
pub(crate) fn log2(z: Complex) -> Complex {
    let log = log(z);
    Complex::new(log.re * LOG2_E, log.im * LOG2_E)
}

/// The logarithm to the base 10.
pub(crate) fn log10(z: Complex) -> Complex {
    let log = log(z);
    Complex::new(log.re * LOG10_E, log.im * LOG10_E)
}

/// log(1 + z).
pub(crate) fn log1p(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    let im = plain::atan2(y, 1.0 + x);
    let size = plain::hypot(1.0 + x, y);
    if !(0.5..3.0).contains(&size) {
        return Complex::new(log_abs(1.0 + x, y), im);
    }
    // |1 + z|² - 1 = 2x + x² + y².
    let (x_square, x_low) = product(Isa::Base, x, x);
    let (y_square, y_low) = product(Isa::Base, y, y);
    let (squares, squares_low) = sum(x_square, y_square);
    let (all, all_low) = sum(2.0 * x, squares);
    Complex::new(0.5 * plain::log1p_pair(sum(all, all_low + squares_low + x_low + y_low)), im)
}

/// log √(x² + y²).
fn log_abs(x: f64, y: f64) -> f64 {
    let size = plain::hypot(x, y);
    if size.is_infinite() && x.is_finite() && y.is_finite() {
        return plain::log(plain::hypot(0.5 * x, 0.5 * y)) + LN_2;
    }
    if size < 1e-290 {
        // A subnormal length has lost digits.
        const LIFT: f64 = f64::from_bits((1023 + 200) << 52);
        return plain::log(plain::hypot(x * LIFT, y * LIFT)) - 200.0 * LN_2;
    }
    if !(0.5..2.0).contains(&size) {
        return plain::log(size);
    }
    // Near 1 the logarithm is small, and all digits of x² + y² - 1 count.
    let (large, small) = if x.abs() > y.abs() { (x, y) } else { (y, x) };
    let (large_square, large_low) = product(Isa::Base, large, large);
    let (small_square, small_low) = product(Isa::Base, small, small);
    let (less, less_low) = sum(large_square, -1.0);
    let (all, all_low) = sum(less, small_square);
    0.5 * plain::log1p_pair(sum(all, all_low + (less_low + large_low + small_low)))
}

/// z^w = e^(w log z); small whole exponents by multiplication.
pub(crate) fn pow(z: Complex, w: Complex) -> Complex {
    if w.re == 0.0 && w.im == 0.0 {
        return Complex::new(1.0, 0.0);
    }
    if z.re == 0.0 && z.im == 0.0 {
        let part = if w.re > 0.0 { 0.0 } else { f64::NAN };
        return Complex::new(part, part);
    }
    if w.im == 0.0 && w.re.abs() <= 64.0 && w.re.trunc() == w.re && z.re.is_finite() && z.im.is_finite() {
        let power = whole_power(z, w.re.abs() as u32);
        if power.re.is_finite() && power.im.is_finite() && power.norm_sqr() > 1e-280 {
            let one = Complex::new(1.0, 0.0);
            return if w.re < 0.0 { super::divide(one, power) } else { power };
        }
    }
    let (size, angle) = (plain::hypot(z.re, z.im), plain::atan2(z.im, z.re));
    let log = log_abs(z.re, z.im);
    let turn = Complex::new(0.0, w.re * angle + w.im * log);
    // The power of the size is exact to the last place; e^(w log z) would not be.
    let length = plain::pow(size, w.re) * plain::exp(-w.im * angle);
    if length.is_finite() && length > 1e-300 {
        let direction = super::exp(turn);
        return Complex::new(length * direction.re, length * direction.im);
    }
    super::exp(Complex::new(w.re * log - w.im * angle, turn.im))
}

/// z^n by squaring.
fn whole_power(z: Complex, mut n: u32) -> Complex {
    let mut power = Complex::new(1.0, 0.0);
    let mut square = z;
    loop {
        if n & 1 != 0 {
            power *= square;
        }
        n >>= 1;
        if n == 0 {
            return power;
        }
        square = square * square;
    }
}
