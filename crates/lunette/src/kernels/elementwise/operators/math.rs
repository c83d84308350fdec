//! The functions of `kernels::math`.

use crate::kernels::elementwise::chunk::{Binary, CHUNK, Unary, map};
use crate::kernels::isa::Isa;
use crate::kernels::math::Math;

macro_rules! functions {
    ($($Op:ident $function:ident)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Unary<T> for $Op {
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T) -> T {
                a.$function(isa)
            }
        }
    )* };
}

functions! {
    Exp exp
    Exp2 exp2
    Expm1 expm1
    Log log
    Log1p log1p
    Log2 log2
    Log10 log10
    Asin asin
    Acos acos
    Atan atan
    Sinh sinh
    Cosh cosh
    Tanh tanh
    Asinh asinh
    Acosh acosh
    Atanh atanh
}

/// Functions whose fast form has no answer for huge numbers: a chunk that holds one is computed number by number.
macro_rules! bounded_functions {
    ($($Op:ident $function:ident $slow:ident)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Unary<T> for $Op {
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T) -> T {
                a.$function(isa)
            }
            #[inline(always)]
            fn apply_chunk(isa: Isa, a: [T; CHUNK]) -> [T; CHUNK] {
                if a.iter().fold(false, |huge, a| huge | a.is_huge()) {
                    return a.map(T::$slow);
                }
                map(|k| Self::apply(isa, a[k]))
            }
        }
    )* };
}

bounded_functions! {
    Sin sin sin_any
    Cos cos cos_any
    Tan tan tan_any
}

macro_rules! functions_of_two {
    ($($Op:ident $function:ident)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Binary<T> for $Op {
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T, b: T) -> T {
                a.$function(b, isa)
            }
        }
    )* };
}

functions_of_two! {
    FloatPower pow
    Atan2 atan2
    Hypot hypot
    LogAddExp logaddexp
}

/// The next number after the first operand on the way to the second.
pub(in crate::kernels::elementwise) struct NextAfter;
impl<T: Math> Binary<T> for NextAfter {
    type Out = T;
    #[inline(always)]
    fn apply(_: Isa, a: T, b: T) -> T {
        a.nextafter(b)
    }
}
