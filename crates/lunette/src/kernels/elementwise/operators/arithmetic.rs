//! Sums, products, quotients, signs, extremes. Integers wrap round.

use super::{binary, unary};
use crate::dtype::{Complex32, Complex64};
use crate::kernels::math;
use crate::kernels::math::complex::divide;

binary! { Add
    [u8 u16 u32 u64] |a, b| a.wrapping_add(b);
    [f32 f64 Complex32 Complex64] |a, b| a + b;
}

binary! { Subtract
    [u8 u16 u32 u64] |a, b| a.wrapping_sub(b);
    [f32 f64 Complex32 Complex64] |a, b| a - b;
}

binary! { Multiply
    [u8 u16 u32 u64] |a, b| a.wrapping_mul(b);
    [f32 f64 Complex32 Complex64] |a, b| a * b;
}

/// Nothing overflows in double precision on the way to a quotient of single precision.
#[inline(always)]
fn widen(z: Complex32) -> Complex64 {
    Complex64::new(z.re.into(), z.im.into())
}

#[inline(always)]
fn narrow(z: Complex64) -> Complex32 {
    Complex32::new(z.re as f32, z.im as f32)
}

binary! { Divide
    [f32 f64] |a, b| a / b;
    [Complex32] |a, b| narrow(divide(widen(a), widen(b)));
    [Complex64] |a, b| divide(a, b);
}

binary! {
    /// NaN wins over every number.
    Maximum
    [i8 i16 i32 i64 u8 u16 u32 u64] |a, b| a.max(b);
    [f32 f64] |a, b| if a > b || a.is_nan() { a } else { b };
}

binary! {
    /// NaN wins over every number.
    Minimum
    [i8 i16 i32 i64 u8 u16 u32 u64] |a, b| a.min(b);
    [f32 f64] |a, b| if a < b || a.is_nan() { a } else { b };
}

binary! {
    /// Every number wins over NaN.
    NumberMaximum
    [f32 f64] |a, b| if a >= b || b.is_nan() { a } else { b };
}

binary! {
    /// Every number wins over NaN.
    NumberMinimum
    [f32 f64] |a, b| if a <= b || b.is_nan() { a } else { b };
}

binary! { CopySign
    [f32 f64] |a, b| a.copysign(b);
}

unary! { Negative
    [u8 u16 u32 u64] |a| a.wrapping_neg();
    [f32 f64 Complex32 Complex64] |a| -a;
}

unary! { Absolute =>
    [i8 => i8, i16 => i16, i32 => i32, i64 => i64,] |a| a.wrapping_abs();
    [f32 => f32, f64 => f64,] |a| a.abs();
    // Squares of single precision neither overflow nor vanish in double precision.
    [Complex32 => f32,] |a| {
        let (re, im) = (f64::from(a.re), f64::from(a.im));
        let infinite = a.re.is_infinite() || a.im.is_infinite();
        if infinite { f32::INFINITY } else { (re * re + im * im).sqrt() as f32 }
    };
}

unary! { Sign
    [i8 i16 i32 i64] |a| a.signum();
    [u8 u16 u32 u64] |a| a.min(1);
    [f32 f64] |a| if a > 0.0 {
        1.0
    } else if a < 0.0 {
        -1.0
    } else if a == 0.0 {
        0.0
    } else {
        a
    };
}

unary! { Sqrt
    [f32 f64] |a| a.sqrt();
}

unary! { Cbrt
    [f32 f64] |a| a.cbrt();
}

unary! { Gamma
    [f32] |a| math::gamma(a.into()) as f32;
    [f64] |a| math::gamma(a);
}

unary! { Lgamma
    [f32] |a| math::lgamma(a.into()) as f32;
    [f64] |a| math::lgamma(a);
}

unary! { ToRadians
    [f32 f64] |a| a.to_radians();
}

unary! { ToDegrees
    [f32 f64] |a| a.to_degrees();
}
