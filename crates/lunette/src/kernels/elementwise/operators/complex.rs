//! Functions of complex numbers; `complex64` goes through `complex128`.

use super::arithmetic::{Absolute, Sign, Sqrt};
use super::math::{
    Acos, Acosh, Asin, Asinh, Atan, Atanh, Cos, Cosh, Exp, Exp2, Expm1, FloatPower, Log, Log1p, Log2, Log10,
    Sin, Sinh, Tan, Tanh,
};
use crate::dtype::Complex64;
use crate::kernels::elementwise::chunk::{Binary, Unary};
use crate::kernels::isa::Isa;
use crate::kernels::math::complex;

macro_rules! functions {
    ($($Op:ident $function:expr;)*) => { $(
        impl Unary<Complex64> for $Op {
            type Out = Complex64;
            #[inline(always)]
            fn apply(_: Isa, z: Complex64) -> Complex64 {
                $function(z)
            }
        }
    )* };
}

functions! {
    Sign complex::sign;
    Sqrt complex::sqrt;
    Exp complex::exp;
    Exp2 |z| complex::pow(Complex64::new(2.0, 0.0), z);
    Expm1 complex::expm1;
    Log complex::log;
    Log1p complex::log1p;
    Log2 complex::log2;
    Log10 complex::log10;
    Sin complex::sin;
    Cos complex::cos;
    Tan complex::tan;
    Asin complex::asin;
    Acos complex::acos;
    Atan complex::atan;
    Sinh complex::sinh;
    Cosh complex::cosh;
    Tanh complex::tanh;
    Asinh complex::asinh;
    Acosh complex::acosh;
    Atanh complex::atanh;
}

impl Unary<Complex64> for Absolute {
    type Out = f64;
    #[inline(always)]
    fn apply(isa: Isa, z: Complex64) -> f64 {
        complex::abs(z, isa)
    }
}

impl Binary<Complex64> for FloatPower {
    type Out = Complex64;
    #[inline(always)]
    fn apply(_: Isa, a: Complex64, b: Complex64) -> Complex64 {
        complex::pow(a, b)
    }
}
