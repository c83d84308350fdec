//! Mathematical functions, written so that loops over them become vector instructions.
//!
//! Every function is plain arithmetic on one element, without branches and tables, and is inlined into the loop of an
//! [`isa::run`](super::isa::run) task. It takes the task's instruction set, which is a constant there: with it the
//! function knows whether a fused multiplication and addition is one instruction, or would be a call.
//!
//! Results are within 2 units in the last place of the exact one, for all arguments, and mostly within 1. Special cases
//! are those of the Array API standard.

mod area;
pub(crate) mod complex;
mod double;
mod erf;
mod exp;
mod gamma;
mod huge;
mod hyperbolic;
mod hypot;
mod inverse;
mod log;
mod pow;
mod real;
mod trig;

#[cfg(test)]
mod tests;

pub(crate) use self::gamma::{gamma, lgamma};
use self::trig::Trig;
use super::isa::Isa;

/// Declares [`Math`] and implements it for both floats: rows of a name and the function that does it.
macro_rules! math {
    ($(#[$doc:meta] $name:ident $(, $other:ident)? => $function:path;)*) => {
        /// The functions of real numbers, for f32 and f64; f16 and bf16 are computed in f32.
        pub(crate) trait Math: Copy {
            $(#[$doc] fn $name(self, $($other: Self,)? isa: Isa) -> Self;)*

            /// Whether `sin`, `cos` and `tan` cannot take this number, and `sin_any`, `cos_any` and `tan_any` must.
            ///
            /// A loop asks this of a block first, and does blocks that have such a number one by one.
            fn is_huge(self) -> bool;
            /// sin of any number; branches.
            fn sin_any(self) -> Self;
            /// cos of any number; branches.
            fn cos_any(self) -> Self;
            /// tan of any number; branches.
            fn tan_any(self) -> Self;
            /// The next number towards `to`.
            fn nextafter(self, to: Self) -> Self;
        }

        math!(@implement f32 $($name $(, $other)? => $function;)*);
        math!(@implement f64 $($name $(, $other)? => $function;)*);
    };
    (@implement $float:ident $($name:ident $(, $other:ident)? => $function:path;)*) => {
        impl Math for $float {
            $(#[inline(always)]
            fn $name(self, $($other: Self,)? isa: Isa) -> Self {
                $function(isa, self $(, $other)?)
            })*

            #[inline(always)]
            fn is_huge(self) -> bool {
                self.abs() > Self::HUGE
            }

            fn sin_any(self) -> Self {
                huge::sin_any(self.into()) as Self
            }

            fn cos_any(self) -> Self {
                huge::cos_any(self.into()) as Self
            }

            fn tan_any(self) -> Self {
                huge::tan_any(self.into()) as Self
            }

            #[inline(always)]
            fn nextafter(self, to: Self) -> Self {
                real::Real::nextafter(self, to)
            }
        }
    };
}

math! {
    /// e^x.
    exp => exp::exp;
    /// 2^x.
    exp2 => exp::exp2;
    /// e^x - 1.
    expm1 => exp::expm1;
    /// The natural logarithm.
    log => log::log;
    /// The logarithm to the base 2.
    log2 => log::log2;
    /// The logarithm to the base 10.
    log10 => log::log10;
    /// The natural logarithm of 1 + x.
    log1p => log::log1p;
    /// log(e^x + e^y); where that is near 0, to the precision of the larger of x and y.
    logaddexp, y => area::logaddexp;
    /// x^y.
    pow, y => pow::pow;
    /// The sine of a number that is not [huge](Math::is_huge).
    sin => trig::sin;
    /// The cosine of a number that is not [huge](Math::is_huge).
    cos => trig::cos;
    /// The tangent of a number that is not [huge](Math::is_huge).
    tan => trig::tan;
    /// The inverse of the sine.
    asin => inverse::asin;
    /// The inverse of the cosine.
    acos => inverse::acos;
    /// The inverse of the tangent.
    atan => inverse::atan;
    /// The angle of the point (x, self).
    atan2, x => inverse::atan2;
    /// The hyperbolic sine.
    sinh => hyperbolic::sinh;
    /// The hyperbolic cosine.
    cosh => hyperbolic::cosh;
    /// The hyperbolic tangent.
    tanh => hyperbolic::tanh;
    /// The inverse of the hyperbolic sine.
    asinh => area::asinh;
    /// The inverse of the hyperbolic cosine.
    acosh => area::acosh;
    /// The inverse of the hyperbolic tangent.
    atanh => area::atanh;
    /// The error function.
    erf => erf::erf;
    /// 1 less the error function.
    erfc => erf::erfc;
    /// 1 / (1 + e^-x).
    sigmoid => erf::sigmoid;
    /// The length of the vector (self, y).
    hypot, y => hypot::hypot;
}
