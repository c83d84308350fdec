//! Functions of complex numbers, one number at a time; complex64 is computed in complex128.
//!
//! Branch cuts, signed zeros, infinities and NaN are those of the Array API standard, which are mostly those of C99,
//! annex G. Each function names the exceptions first, then computes. None of them is inlined into loops: they branch,
//! and are large. [`abs`] and [`divide`] do neither, and are vectors where the loop is.

mod arithmetic;
mod exponential;
mod inverse;
mod logarithm;
mod plain;

#[cfg(test)]
mod tests;

pub(crate) use self::arithmetic::{abs, divide, sign, sqrt};
pub(crate) use self::exponential::{cos, cosh, exp, expm1, sin, sinh, tan, tanh};
pub(crate) use self::inverse::{acos, acosh, asin, asinh, atan, atanh};
pub(crate) use self::logarithm::{log, log1p, log2, log10, pow};

type Complex = num_complex::Complex<f64>;

/// i · z, exactly: signs of zeros follow the turn.
fn turned(z: Complex) -> Complex {
    Complex::new(-z.im, z.re)
}

/// -i · z, exactly.
fn turned_back(z: Complex) -> Complex {
    Complex::new(z.im, -z.re)
}
