//! The inverse functions, after Kahan ("Branch cuts for complex elementary functions", 1987).

use std::f64::consts::{FRAC_PI_2, LN_2};

use super::{Complex, log, plain, sqrt, turned, turned_back};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// From here on 1 ± z is z, and the square of z may be infinite.
const LARGE: f64 = 1e100;

/// acos z, with a real part in [0, π].
pub(crate) fn acos(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if x.is_infinite() || y.is_infinite() {
        return Complex::new(plain::atan2(y.abs(), x), INF.copysign(-y));
    }
    if x.is_nan() || y.is_nan() {
        return Complex::new(if x == 0.0 { FRAC_PI_2 } else { NAN }, NAN);
    }
    if is_large(z) {
        return Complex::new(plain::atan2(y.abs(), x), (-log_of_double(z)).copysign(-y));
    }
    let minus = sqrt(Complex::new(1.0 - x, -y));
    let plus = sqrt(Complex::new(1.0 + x, y));
    let re = 2.0 * plain::atan2(minus.re, plus.re);
    Complex::new(re, plain::asinh(plus.re * minus.im - plus.im * minus.re))
}

/// acosh z, with a real part that is not negative.
pub(crate) fn acosh(z: Complex) -> Complex {
    let angle = acos(z);
    Complex::new(angle.im.abs(), angle.re.copysign(z.im))
}

/// asin z = -i asinh(iz).
pub(crate) fn asin(z: Complex) -> Complex {
    turned_back(asinh(turned(z)))
}

/// asinh z, with an imaginary part in [-π/2, π/2].
pub(crate) fn asinh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if x.is_infinite() || y.is_infinite() {
        return Complex::new(INF.copysign(x), plain::atan2(y.abs(), x.abs()).copysign(y));
    }
    if x.is_nan() || y.is_nan() {
        return Complex::new(NAN, if y == 0.0 { y } else { NAN });
    }
    if is_large(z) {
        return Complex::new(log_of_double(z).copysign(x), plain::atan2(y, x.abs()));
    }
    let minus = sqrt(Complex::new(1.0 + y, -x));
    let plus = sqrt(Complex::new(1.0 - y, x));
    let re = plain::asinh(minus.re * plus.im - minus.im * plus.re);
    Complex::new(re, plain::atan2(y, minus.re * plus.re - minus.im * plus.im))
}

/// atan z = -i atanh(iz).
pub(crate) fn atan(z: Complex) -> Complex {
    turned_back(atanh(turned(z)))
}

/// atanh z, with an imaginary part in [-π/2, π/2].
pub(crate) fn atanh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if x.is_infinite() || y.is_infinite() {
        let im = if y.is_nan() { NAN } else { FRAC_PI_2.copysign(y) };
        return Complex::new(0.0_f64.copysign(x), im);
    }
    if x.is_nan() || y.is_nan() {
        return Complex::new(if x == 0.0 { x } else { NAN }, NAN);
    }
    if is_large(z) {
        let size = plain::hypot(x * 0.25, y * 0.25);
        return Complex::new(x * 0.25 / size / size * 0.25, FRAC_PI_2.copysign(y));
    }
    let size = x.abs();
    if size == 1.0 && y != 0.0 && y.abs() < 1e-100 {
        // The square of y is lost beside nothing else: log(2 / |y|) / 2.
        let re = 0.5 * (LN_2 - plain::log(y.abs()));
        return Complex::new(re.copysign(x), 0.5 * plain::atan2(2.0 * y, -y * y));
    }
    let apart = 1.0 - size;
    let re = 0.25 * plain::log1p(4.0 * size / (apart * apart + y * y));
    let im = 0.5 * plain::atan2(2.0 * y, apart * (1.0 + size) - y * y);
    Complex::new(re.copysign(x), im)
}

fn is_large(z: Complex) -> bool {
    z.re.abs() > LARGE || z.im.abs() > LARGE
}

/// log |2z|.
fn log_of_double(z: Complex) -> f64 {
    log(z).re + LN_2
}
