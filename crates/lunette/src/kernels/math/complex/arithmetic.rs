//! abs, sign, divide and sqrt.

use super::{Complex, plain};
use crate::kernels::isa::Isa;
use crate::kernels::math::Math;
use crate::kernels::math::real::Real;

/// |z|.
#[inline(always)]
pub(crate) fn abs(z: Complex, isa: Isa) -> f64 {
    Math::hypot(z.re, z.im, isa)
}

/// z / |z|, and 0 for 0; for one infinite part the direction of its axis.
pub(crate) fn sign(z: Complex) -> Complex {
    if z.re.is_nan() || z.im.is_nan() || (z.re.is_infinite() && z.im.is_infinite()) {
        return Complex::new(f64::NAN, f64::NAN);
    }
    if z.re == 0.0 && z.im == 0.0 {
        return Complex::new(0.0, 0.0);
    }
    let larger = z.re.abs().max(z.im.abs());
    if larger.is_infinite() {
        let unit =
            |part: f64| if part.is_infinite() { 1.0_f64.copysign(part) } else { 0.0_f64.copysign(part) };
        return Complex::new(unit(z.re), unit(z.im));
    }
    let scale = larger.scales().0;
    let z = Complex::new(z.re * scale, z.im * scale);
    let size = plain::hypot(z.re, z.im);
    Complex::new(z.re / size, z.im / size)
}

/// a / b; by zero it is infinite, and by infinity zero, as in C99.
///
/// Without fused products: they would round one of the two that cancel in z / z, and leave an imaginary part.
#[inline(always)]
pub(crate) fn divide(a: Complex, b: Complex) -> Complex {
    let (above, grow) = scaled_dividend(a);
    let larger = b.re.abs().max(b.im.abs());
    let scale = if larger == f64::INFINITY { 0.0 } else { larger.scales().0 };
    let unit = |part: f64| if part.abs() == f64::INFINITY { 1.0 } else { 0.0 }.copysign(part);
    let below = if larger == f64::INFINITY {
        Complex::new(unit(b.re), unit(b.im))
    } else {
        Complex::new(b.re * scale, b.im * scale)
    };
    let square = below.re * below.re + below.im * below.im;
    let re = (above.re * below.re + above.im * below.im) / square;
    let im = (above.im * below.re - above.re * below.im) / square;
    let infinite = f64::INFINITY.copysign(b.re);
    let by_zero = larger == 0.0;
    Complex::new(
        if by_zero { infinite * a.re } else { re * scale * grow },
        if by_zero { infinite * a.im } else { im * scale * grow },
    )
}

/// The dividend away from the ends of what floats can hold, and the factor that makes up for it.
#[inline(always)]
fn scaled_dividend(a: Complex) -> (Complex, f64) {
    const LARGE: f64 = f64::from_bits((1023 + 1000) << 52);
    const SMALL: f64 = f64::from_bits((1023 - 900) << 52);
    const SHRINK: f64 = f64::from_bits((1023 - 100) << 52);
    const GROW: f64 = f64::from_bits((1023 + 100) << 52);
    let larger = a.re.abs().max(a.im.abs());
    let factor = if larger > LARGE { SHRINK } else { 1.0 };
    let factor = if larger < SMALL { GROW } else { factor };
    let unit = |part: f64| if part.abs() == f64::INFINITY { 1.0 } else { 0.0 }.copysign(part);
    if larger == f64::INFINITY {
        (Complex::new(unit(a.re), unit(a.im)), f64::INFINITY)
    } else {
        (Complex::new(a.re * factor, a.im * factor), 1.0 / factor)
    }
}

/// The square root with a real part that is not negative.
pub(crate) fn sqrt(z: Complex) -> Complex {
    let (x, y) = (z.re, z.im);
    if x == 0.0 && y == 0.0 {
        return Complex::new(0.0, y);
    }
    if y.is_infinite() {
        return Complex::new(f64::INFINITY, y);
    }
    if x.is_infinite() {
        return match (x > 0.0, y.is_nan()) {
            (true, true) => Complex::new(x, f64::NAN),
            (true, false) => Complex::new(x, 0.0_f64.copysign(y)),
            (false, true) => Complex::new(f64::NAN, f64::INFINITY),
            (false, false) => Complex::new(0.0, f64::INFINITY.copysign(y)),
        };
    }
    if x.is_nan() || y.is_nan() {
        return Complex::new(f64::NAN, f64::NAN);
    }
    // Powers of four, so that their roots are exact.
    let larger = x.abs().max(y.abs());
    let (factor, back) = if larger > 1e300 {
        (1.0 / 16.0, 4.0)
    } else if larger < 1e-290 {
        (f64::from_bits((1023 + 120) << 52), f64::from_bits((1023 - 60) << 52))
    } else {
        (1.0, 1.0)
    };
    let (x, y) = (x * factor, y * factor);
    let root = (0.5 * (x.abs() + plain::hypot(x, y))).sqrt();
    let other = y.abs() / (2.0 * root);
    if x >= 0.0 {
        Complex::new(root * back, other.copysign(y) * back)
    } else {
        Complex::new(other * back, root.copysign(y) * back)
    }
}
