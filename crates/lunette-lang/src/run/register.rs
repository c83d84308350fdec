//! Scalars and the 64 bits that registers hold of them.

use lunette::{Complex32, Complex64, Element, Scalar, bf16, f16};

use super::machine::Machine;
use crate::value::Value;

/// A scalar that a running program computes with: every element type.
pub(super) trait Kept: Element {
    /// The scalar from a register; only for types of at most 64 bits.
    fn of_register(bits: u64) -> Self;

    /// What a register holds of it; only for types of at most 64 bits.
    fn in_register(self) -> u64;

    /// Leaves the scalar where the caller of a function finds its result.
    #[inline(always)]
    fn give(self, machine: &mut Machine<'_>) {
        machine.given_bits = self.in_register();
    }

    /// The result that a function has left.
    #[inline(always)]
    fn taken(machine: &mut Machine<'_>) -> Option<Self> {
        Some(Self::of_register(machine.given_bits))
    }

    /// The scalar inside of a value of this dtype.
    fn of_value(value: &Value) -> Option<Self> {
        match value {
            Value::Scalar(scalar) => Self::try_from(*scalar).ok(),
            Value::Tensor(tensor) if tensor.rank() == 0 => {
                tensor.item().ok().and_then(|scalar| Self::try_from(scalar).ok())
            }
            _ => None,
        }
    }

    /// The scalar as a value.
    fn into_value(self) -> Value {
        Value::Scalar(self.into())
    }
}

/// Integers are held as the `i64` or `u64` of the same value: those of up to 32 bits, and `i64`, can be read as `i64`
/// without looking at their type.
macro_rules! integers {
    ($($T:ident as $Wide:ident),*) => { $(
        impl Kept for $T {
            #[inline(always)]
            fn of_register(bits: u64) -> Self {
                bits as Self
            }
            #[inline(always)]
            fn in_register(self) -> u64 {
                $Wide::from(self) as u64
            }
        }
    )* };
}

integers!(i8 as i64, i16 as i64, i32 as i64, i64 as i64, u8 as u64, u16 as u64, u32 as u64, u64 as u64);

macro_rules! others {
    ($($T:ident: $bits:ident => $from:expr, $value:ident => $to:expr;)*) => { $(
        impl Kept for $T {
            #[inline(always)]
            fn of_register($bits: u64) -> Self {
                $from
            }
            #[inline(always)]
            fn in_register(self) -> u64 {
                let $value = self;
                $to
            }
        }
    )* };
}

others! {
    bool: bits => bits != 0, value => u64::from(value);
    f16: bits => f16::from_bits(bits as u16), value => u64::from(value.to_bits());
    bf16: bits => bf16::from_bits(bits as u16), value => u64::from(value.to_bits());
    f32: bits => f32::from_bits(bits as u32), value => u64::from(value.to_bits());
    f64: bits => f64::from_bits(bits), value => value.to_bits();
    Complex32: bits => Complex32::new(f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32)),
        value => u64::from(value.re.to_bits()) | u64::from(value.im.to_bits()) << 32;
}

/// Two floats of 64 bits do not fit a register: such scalars are objects.
impl Kept for Complex64 {
    fn of_register(_: u64) -> Self {
        Self::default()
    }

    fn in_register(self) -> u64 {
        0
    }

    fn give(self, machine: &mut Machine<'_>) {
        machine.given = Some(Value::Scalar(Scalar::Complex128(self)));
    }

    fn taken(machine: &mut Machine<'_>) -> Option<Self> {
        machine.given.take().as_ref().and_then(Self::of_value)
    }
}

/// Runs a body with `$T` standing for the element type of a dtype.
macro_rules! with_dtype {
    ($dtype:expr, $T:ident => $body:expr) => {
        $crate::run::register::with_dtype!(@rows $dtype, $T => $body, [
            Bool bool, I8 i8, I16 i16, I32 i32, I64 i64, U8 u8, U16 u16, U32 u32, U64 u64,
            F16 lunette::f16, BF16 lunette::bf16, F32 f32, F64 f64,
            Complex64 lunette::Complex32, Complex128 lunette::Complex64
        ])
    };
    (@rows $dtype:expr, $T:ident => $body:expr, [$($D:ident $E:ty),*]) => {
        match $dtype {
            $(lunette::DType::$D => { type $T = $E; $body })*
        }
    };
}
pub(super) use with_dtype;
