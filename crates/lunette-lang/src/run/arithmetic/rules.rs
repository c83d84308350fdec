//! What each operator does to two scalars.

use lunette::{Complex32, Complex64, Element, Integer, Tensor, bf16, f16};

use super::{Operator, Refusal};

/// An operator, its name, and for sets of types what it does.
macro_rules! operator {
    ($Op:ident $name:literal; $([$($T:ty),*] |$a:ident, $b:ident| $body:expr;)*) => {
        pub(in crate::run) struct $Op;
        $($(
            impl Operator<$T> for $Op {
                type Out = $T;
                const NAME: &'static str = $name;
                #[inline(always)]
                fn apply($a: $T, $b: $T) -> Result<$T, Refusal> {
                    $body
                }
            }
        )*)*
    };
}

/// Operators of halves: computed as `f32`, and rounded once.
macro_rules! halves {
    ($($Op:ident)*) => { $(
        halves! { @each $Op f16 bf16 }
    )* };
    (@each $Op:ident $($T:ident)*) => { $(
        impl Operator<$T> for $Op {
            type Out = $T;
            const NAME: &'static str = <$Op as Operator<f32>>::NAME;
            #[inline]
            fn apply(a: $T, b: $T) -> Result<$T, Refusal> {
                <$Op as Operator<f32>>::apply(a.to_f32(), b.to_f32()).map($T::from_f32)
            }
        }
    )* };
}

/// A power of integers, which wraps round; the exponent is not negative.
macro_rules! power {
    ($base:expr, $exponent:expr) => {{
        let (mut power, mut base, mut left) = (1, $base, $exponent);
        while left != 0 {
            if left & 1 == 1 {
                power = base.wrapping_mul(power);
            }
            base = base.wrapping_mul(base);
            left >>= 1;
        }
        power
    }};
}

operator! { Add "add";
    [i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a.wrapping_add(b));
    [f32, f64, Complex32, Complex64] |a, b| Ok(a + b);
    [bool] |a, b| Ok(a | b);
}

operator! { Sub "subtract";
    [i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a.wrapping_sub(b));
    [f32, f64, Complex32, Complex64] |a, b| Ok(a - b);
}

operator! { Mul "multiply";
    [i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a.wrapping_mul(b));
    [f32, f64, Complex32, Complex64] |a, b| Ok(a * b);
    [bool] |a, b| Ok(a & b);
}

operator! { Div "divide";
    [f32, f64] |a, b| Ok(a / b);
    [Complex32] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.divide(b)));
    [Complex64] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.divide(b)));
}

operator! { FloorDiv "floor_divide";
    [i8, i16, i32, i64] |a, b| {
        if b == 0 {
            return Err(Refusal::DivisionByZero);
        }
        let quotient = a.wrapping_div(b);
        let cut_up = a.wrapping_rem(b) != 0 && (a < 0) != (b < 0);
        Ok(if cut_up { quotient - 1 } else { quotient })
    };
    [u8, u16, u32, u64] |a, b| a.checked_div(b).ok_or(Refusal::DivisionByZero);
    [f32, f64] |a, b| {
        let quotient = (a / b).floor();
        // Where the quotient was rounded up to an integer, what is left has the other sign than the divisor.
        let left = (-quotient).mul_add(b, a);
        let rounded_up = left != 0.0 && (left < 0.0) != (b < 0.0) && b.is_finite() && quotient.is_finite();
        Ok(if rounded_up { quotient - 1.0 } else { quotient })
    };
}

operator! { Rem "remainder";
    [i8, i16, i32, i64] |a, b| {
        if b == 0 {
            return Err(Refusal::DivisionByZero);
        }
        let left = a.wrapping_rem(b);
        Ok(if left != 0 && (left < 0) != (b < 0) { left + b } else { left })
    };
    [u8, u16, u32, u64] |a, b| a.checked_rem(b).ok_or(Refusal::DivisionByZero);
    [f32, f64] |a, b| {
        let left = a % b;
        Ok(if left == 0.0 {
            left.copysign(b)
        } else if (left < 0.0) != (b < 0.0) {
            left + b
        } else {
            left
        })
    };
}

operator! { Pow "pow";
    [i8, i16, i32, i64] |a, b| {
        if b < 0 {
            return Err(Refusal::NegativePower);
        }
        Ok(power!(a, b))
    };
    [u8, u16, u32, u64] |a, b| Ok(power!(a, b));
    [f32] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.pow(b)));
    [f64] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.pow(b)));
    [Complex32] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.pow(b)));
    [Complex64] |a, b| by_library(Tensor::scalar(a).and_then(|a| a.pow(b)));
}

operator! { BitAnd "bitwise_and";
    [bool, i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a & b);
}

operator! { BitOr "bitwise_or";
    [bool, i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a | b);
}

operator! { BitXor "bitwise_xor";
    [bool, i8, i16, i32, i64, u8, u16, u32, u64] |a, b| Ok(a ^ b);
}

operator! { Shl "bitwise_left_shift";
    // Past the width nothing is left.
    [i8, i16, i32, i64] |a, b| match u32::try_from(b.to_i128()) {
        Ok(by) => Ok(a.checked_shl(by).unwrap_or(0)),
        Err(_) if b < 0 => Err(Refusal::NegativeShift),
        Err(_) => Ok(0),
    };
    [u8, u16, u32, u64] |a, b| Ok(u32::try_from(b.to_i128()).ok().and_then(|by| a.checked_shl(by)).unwrap_or(0));
}

operator! { Shr "bitwise_right_shift";
    // Past the width only the sign is left.
    [i8, i16, i32, i64] |a, b| match u32::try_from(b.to_i128()) {
        Ok(by) => Ok(a.checked_shr(by).unwrap_or(if a < 0 { -1 } else { 0 })),
        Err(_) if b < 0 => Err(Refusal::NegativeShift),
        Err(_) => Ok(if a < 0 { -1 } else { 0 }),
    };
    [u8, u16, u32, u64] |a, b| Ok(u32::try_from(b.to_i128()).ok().and_then(|by| a.checked_shr(by)).unwrap_or(0));
}

halves! { Add Sub Mul Div FloorDiv Rem Pow }

/// Comparisons, as IEEE 754 has them.
macro_rules! comparison {
    ($($Op:ident $name:literal $op:tt;)*) => { $(
        pub(in crate::run) struct $Op;
        comparison! { @each $Op $name $op
            bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64
        }
    )* };
    (@each $Op:ident $name:literal $op:tt $($T:ident)*) => { $(
        impl Operator<$T> for $Op {
            type Out = bool;
            const NAME: &'static str = $name;
            #[inline(always)]
            fn apply(a: $T, b: $T) -> Result<bool, Refusal> {
                Ok(a $op b)
            }
        }
    )* };
}

comparison! {
    Eq "equal" ==;
    Ne "not_equal" !=;
    Lt "less" <;
    Le "less_equal" <=;
    Gt "greater" >;
    Ge "greater_equal" >=;
}

comparison! { @each Eq "equal" == Complex32 Complex64 }
comparison! { @each Ne "not_equal" != Complex32 Complex64 }

/// What the library computes of one element.
fn by_library<T: Element>(result: lunette::Result<Tensor<T>>) -> Result<T, Refusal> {
    result.and_then(|tensor| tensor.item()).map_err(Refusal::Library)
}
