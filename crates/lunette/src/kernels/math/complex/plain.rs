//! The functions of real numbers as the complex ones call them: out of line, and for the fewest instructions.
//!
//! A call through `isa::run` costs more than fused instructions save in one number; that was measured.

use crate::kernels::isa::Isa;
use crate::kernels::math::{Math, huge, log};

macro_rules! plain {
    ($($name:ident($($x:ident),*);)*) => { $(
        #[inline(never)]
        pub(super) fn $name($($x: f64),*) -> f64 {
            Math::$name($($x,)* Isa::Base)
        }
    )* };
}

plain! {
    asinh(x);
    cosh(x);
    exp(x);
    expm1(x);
    log(x);
    log1p(x);
    sinh(x);
    tanh(x);
    atan2(y, x);
    hypot(x, y);
    pow(x, y);
}

/// log(1 + x) of a pair.
#[inline(never)]
pub(super) fn log1p_pair(x: (f64, f64)) -> f64 {
    log::log1p_pair(Isa::Base, x, 0.0)
}

/// sin x and cos x of any x, for less than two calls.
pub(super) fn sin_cos(x: f64) -> (f64, f64) {
    huge::sin_cos_any(x)
}

pub(super) fn sin(x: f64) -> f64 {
    huge::sin_any(x)
}

pub(super) fn tan(x: f64) -> f64 {
    huge::tan_any(x)
}
