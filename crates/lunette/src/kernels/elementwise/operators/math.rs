//! The functions of `kernels::math`.

use half::{bf16, f16};

use crate::kernels::elementwise::chunk::{Binary, CHUNK, Unary};
use crate::kernels::isa::Isa;
use crate::kernels::math::Math;

/// How many elements a loop takes at once: whole chunks, but of doubles `few`. Of two registers of AVX-512 one goes on while
/// the other waits, and in four of AVX2 there is room for constants beside them: tanh of 8 doubles takes 3.7 ns one register
/// at a time, 3.5 two at a time, and with AVX2 7.8 in chunks of 16, 8.5 in chunks of 32.
const fn doubles<T>(few: usize) -> usize {
    if size_of::<T>() == size_of::<f64>() { few } else { CHUNK }
}

/// Functions of one number, and how many are computed at once.
macro_rules! functions {
    ($($Op:ident $function:ident $(at once $at_once:expr)?;)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Unary<T> for $Op {
            $(const AT_ONCE: usize = $at_once;)?
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T) -> T {
                a.$function(isa)
            }
        }
    )* };
}

functions! {
    Exp exp at once doubles::<T>(16);
    Exp2 exp2 at once doubles::<T>(16);
    Expm1 expm1 at once doubles::<T>(16);
    Log log;
    Log1p log1p;
    Log2 log2;
    Log10 log10;
    Asin asin;
    Acos acos;
    Atan atan;
    Sinh sinh at once doubles::<T>(16);
    Cosh cosh at once doubles::<T>(16);
    Tanh tanh at once doubles::<T>(16);
    Asinh asinh;
    Acosh acosh;
    Atanh atanh;
    Erf erf at once doubles::<T>(8);
    Erfc erfc at once doubles::<T>(8);
    Sigmoid sigmoid;
}

/// Functions whose fast form has no answer for huge numbers.
macro_rules! bounded_functions {
    ($($Op:ident $function:ident $slow:ident $(at once $at_once:expr)?;)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Unary<T> for $Op {
            $(const AT_ONCE: usize = $at_once;)?
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T) -> T {
                a.$function(isa)
            }
            #[inline(always)]
            fn is_beyond(a: T) -> bool {
                a.is_huge()
            }
            #[inline(always)]
            fn apply_beyond(a: T) -> T {
                a.$slow()
            }
        }
    )* };
}

bounded_functions! {
    Sin sin sin_any at once doubles::<T>(16);
    Cos cos cos_any at once doubles::<T>(16);
    Tan tan tan_any at once doubles::<T>(16);
}

/// Functions of two numbers, and how many are computed at once.
macro_rules! functions_of_two {
    ($($Op:ident $function:ident $(at once $at_once:expr)?;)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl<T: Math> Binary<T> for $Op {
            $(const AT_ONCE: usize = $at_once;)?
            type Out = T;
            #[inline(always)]
            fn apply(isa: Isa, a: T, b: T) -> T {
                a.$function(b, isa)
            }
        }
    )* };
}

functions_of_two! {
    FloatPower pow at once doubles::<T>(8);
    Atan2 atan2;
    Hypot hypot;
    LogAddExp logaddexp;
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

/// [`NextAfter`] of halves, which loops hold as `f32`: the next `f32` would be rounded back to where it came from.
macro_rules! next_halves {
    ($($Op:ident $Half:ident)*) => { $(
        pub(in crate::kernels::elementwise) struct $Op;
        impl Binary<f32> for $Op {
            type Out = f32;
            #[inline(always)]
            fn apply(_: Isa, a: f32, b: f32) -> f32 {
                let bits = $Half::from_f32(a).to_bits();
                let beside = [1, bits.wrapping_sub(1), bits.wrapping_add(1)];
                next_half(a, b, beside.map(|bits| $Half::from_bits(bits).to_f32()))
            }
        }
    )* };
}

next_halves! {
    NextF16 f16
    NextBF16 bf16
}

/// The neighbour of `a` on the way to `b`, among the least number above 0 and those next to `a` towards 0 and away from it.
#[inline(always)]
fn next_half(a: f32, b: f32, [least, inward, outward]: [f32; 3]) -> f32 {
    match () {
        () if a.is_nan() || b.is_nan() => a + b,
        () if a == b => b,
        () if a == 0.0 => least.copysign(b),
        () if (b > a) == (a > 0.0) => outward,
        () => inward,
    }
}
