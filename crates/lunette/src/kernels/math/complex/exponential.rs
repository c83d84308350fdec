//! exp and what is made of it.

use super::{Complex, plain, turned, turned_back};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// Beyond this exponent e^x is made in two steps, because a sine or cosine may bring it back into range.
const SAFE: f64 = 700.0;

/// e^z.
pub(crate) fn exp(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return Complex::new(plain::exp(x), y);
    }
    if y.is_finite() && !x.is_nan() {
        return polar(x, y);
    }
    if x == -INF {
        return Complex::new(0.0, 0.0_f64.copysign(y));
    }
    Complex::new(if x == INF { INF } else { NAN }, NAN)
}

/// e^x (cos y + i sin y) for a finite y that is not zero, and any x but NaN.
fn polar(x: f64, y: f64) -> Complex {
    let (sin, cos) = plain::sin_cos(y);
    if x.abs() <= SAFE {
        let size = plain::exp(x);
        return Complex::new(size * cos, size * sin);
    }
    let step = SAFE.copysign(x);
    let (first, second) = (plain::exp(step), plain::exp(x - step));
    Complex::new(cos * first * second, sin * first * second)
}

/// e^z - 1.
pub(crate) fn expm1(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        // The standard has no negative zero here.
        return Complex::new(plain::expm1(x) + 0.0, y);
    }
    if x.abs() > SAFE || !y.is_finite() || x.is_nan() {
        let power = exp(z);
        return Complex::new(power.re - 1.0, power.im);
    }
    let half_sin = plain::sin(0.5 * y);
    let (sin, cos) = plain::sin_cos(y);
    let minus_1 = plain::expm1(x);
    Complex::new(minus_1 * cos - 2.0 * half_sin * half_sin, plain::exp(x) * sin)
}

/// sinh z.
pub(crate) fn sinh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return Complex::new(plain::sinh(x), y);
    }
    if !y.is_finite() {
        return Complex::new(if x == 0.0 || x.is_infinite() { x } else { NAN }, NAN);
    }
    if x.abs() > SAFE {
        let half = half_polar(x, y);
        return Complex::new(half.re.copysign(half.re * x), half.im);
    }
    let (sin, cos) = plain::sin_cos(y);
    Complex::new(plain::sinh(x) * cos, plain::cosh(x) * sin)
}

/// cosh z.
pub(crate) fn cosh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    // A zero with the sign of x · y.
    let zero = 0.0_f64.copysign(x) * 1.0_f64.copysign(y);
    if y == 0.0 {
        let sinh = plain::sinh(x);
        // An infinite one, also of a large number, times nothing would be NaN.
        return Complex::new(plain::cosh(x), if sinh.is_finite() { sinh * y } else { zero });
    }
    if !y.is_finite() {
        let im = if x == 0.0 { zero } else { NAN };
        return Complex::new(if x.is_infinite() { INF } else { NAN }, im);
    }
    if x.abs() > SAFE {
        let half = half_polar(x, y);
        return Complex::new(half.re, half.im.copysign(half.im * x));
    }
    let (sin, cos) = plain::sin_cos(y);
    Complex::new(plain::cosh(x) * cos, plain::sinh(x) * sin)
}

/// ½ e^|x| (cos y + i sin y).
fn half_polar(x: f64, y: f64) -> Complex {
    polar(x.abs() - 1.0, y) * (0.5 * std::f64::consts::E)
}

/// tanh z, after Kahan.
pub(crate) fn tanh(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if y == 0.0 {
        return Complex::new(plain::tanh(x), y);
    }
    if x.is_infinite() {
        return Complex::new(1.0_f64.copysign(x), 0.0_f64.copysign(y));
    }
    if x.is_nan() || !y.is_finite() {
        return Complex::new(if x == 0.0 { x } else { NAN }, NAN);
    }
    if x.abs() > 22.0 {
        let decay = plain::exp(-x.abs());
        let (sin, cos) = plain::sin_cos(y);
        return Complex::new(1.0_f64.copysign(x), 4.0 * sin * cos * decay * decay);
    }
    let tan = plain::tan(y);
    let square = 1.0 + tan * tan;
    let sinh = plain::sinh(x);
    let below = 1.0 + square * sinh * sinh;
    Complex::new(square * plain::cosh(x) * sinh / below, tan / below)
}

/// sin z = -i sinh(iz).
pub(crate) fn sin(z: Complex) -> Complex {
    turned_back(sinh(turned(z)))
}

/// cos z = cosh(iz).
pub(crate) fn cos(z: Complex) -> Complex {
    cosh(turned(z))
}

/// tan z = -i tanh(iz).
pub(crate) fn tan(z: Complex) -> Complex {
    turned_back(tanh(turned(z)))
}
