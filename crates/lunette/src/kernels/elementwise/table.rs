//! From operator and dtype to a loop: operators are matched once, dtypes once for each set of them.

use super::chunk::{self, Loop};
use super::operators::arithmetic::{
    Absolute, Add, Cbrt, CopySign, Divide, Gamma, Lgamma, Maximum, Minimum, Multiply, Negative,
    NumberMaximum, NumberMinimum, Sign, Sqrt, Subtract, ToDegrees, ToRadians,
};
use super::operators::bits::{BitAnd, BitOr, BitXor, Invert, Not, ShiftLeft, ShiftRight, Where};
use super::operators::compare::{Equal, IsFinite, IsInfinite, IsNan, Less, LessEqual, NotEqual, SignBit};
use super::operators::divide::{
    CommonDivisor, CommonMultiple, CutDivide, CutRemainder, FloorDivide, Power, Remainder,
};
use super::operators::math::{
    Acos, Acosh, Asin, Asinh, Atan, Atan2, Atanh, Cos, Cosh, Erf, Erfc, Exp, Exp2, Expm1, FloatPower, Hypot,
    Log, Log1p, Log2, Log10, LogAddExp, NextAfter, NextBF16, NextF16, Sigmoid, Sin, Sinh, Tan, Tanh,
};
use super::operators::parts::{Conjugate, ImaginaryPart, RealPart};
use super::operators::round::{Ceil, Floor, Round, Trunc};
use crate::dtype::{Complex32, Complex64, DType};
use crate::kernels::item::{Eight, ItemSize};

/// An operator of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    Negative,
    Absolute,
    Sign,
    Sqrt,
    Cbrt,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log1p,
    Log2,
    Log10,
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Sinh,
    Cosh,
    Tanh,
    Asinh,
    Acosh,
    Atanh,
    Erf,
    Erfc,
    Gamma,
    /// The logarithm of the gamma function.
    Lgamma,
    Sigmoid,
    ToRadians,
    ToDegrees,
    Floor,
    Ceil,
    Trunc,
    Round,
    Invert,
    /// The other bool.
    Not,
    IsNan,
    IsInfinite,
    IsFinite,
    SignBit,
    Conjugate,
    RealPart,
    ImaginaryPart,
}

/// An operator of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Subtract,
    Multiply,
    Divide,
    FloorDivide,
    Remainder,
    /// Integer division that cuts, as Rust's.
    CutDivide,
    /// What is left by it.
    CutRemainder,
    CommonDivisor,
    CommonMultiple,
    /// A power of integers.
    Power,
    /// A power of floats.
    FloatPower,
    Atan2,
    Hypot,
    LogAddExp,
    Maximum,
    Minimum,
    /// The greater of two floats, or the one that is a number.
    NumberMaximum,
    /// The less of two floats, or the one that is a number.
    NumberMinimum,
    CopySign,
    NextAfter,
    /// The next `f16`, held as `f32`.
    NextF16,
    /// The next `bf16`, held as `f32`.
    NextBF16,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    BitAnd,
    BitOr,
    BitXor,
    ShiftLeft,
    ShiftRight,
}

/// An operator of three operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ternary {
    /// The second where the first, a bool, is true, else the third.
    Where,
}

impl Unary {
    /// The loop over elements of this dtype; none if the operator has none.
    pub(crate) fn on(self, dtype: DType) -> Option<Loop> {
        use unary_sets::{bits, bools, complex, float, signed, unsigned, wide};
        match self {
            Self::Negative => {
                bits::<Negative>(dtype).or(float::<Negative>(dtype)).or(complex::<Negative>(dtype))
            }
            Self::Absolute => {
                signed::<Absolute>(dtype).or(float::<Absolute>(dtype)).or(complex::<Absolute>(dtype))
            }
            Self::Sign => signed::<Sign>(dtype)
                .or(unsigned::<Sign>(dtype))
                .or(float::<Sign>(dtype))
                .or(wide::<Sign>(dtype)),
            Self::Sqrt => float::<Sqrt>(dtype).or(wide::<Sqrt>(dtype)),
            Self::Cbrt => float::<Cbrt>(dtype),
            Self::Exp => float::<Exp>(dtype).or(wide::<Exp>(dtype)),
            Self::Exp2 => float::<Exp2>(dtype).or(wide::<Exp2>(dtype)),
            Self::Expm1 => float::<Expm1>(dtype).or(wide::<Expm1>(dtype)),
            Self::Log => float::<Log>(dtype).or(wide::<Log>(dtype)),
            Self::Log1p => float::<Log1p>(dtype).or(wide::<Log1p>(dtype)),
            Self::Log2 => float::<Log2>(dtype).or(wide::<Log2>(dtype)),
            Self::Log10 => float::<Log10>(dtype).or(wide::<Log10>(dtype)),
            Self::Sin => float::<Sin>(dtype).or(wide::<Sin>(dtype)),
            Self::Cos => float::<Cos>(dtype).or(wide::<Cos>(dtype)),
            Self::Tan => float::<Tan>(dtype).or(wide::<Tan>(dtype)),
            Self::Asin => float::<Asin>(dtype).or(wide::<Asin>(dtype)),
            Self::Acos => float::<Acos>(dtype).or(wide::<Acos>(dtype)),
            Self::Atan => float::<Atan>(dtype).or(wide::<Atan>(dtype)),
            Self::Sinh => float::<Sinh>(dtype).or(wide::<Sinh>(dtype)),
            Self::Cosh => float::<Cosh>(dtype).or(wide::<Cosh>(dtype)),
            Self::Tanh => float::<Tanh>(dtype).or(wide::<Tanh>(dtype)),
            Self::Asinh => float::<Asinh>(dtype).or(wide::<Asinh>(dtype)),
            Self::Acosh => float::<Acosh>(dtype).or(wide::<Acosh>(dtype)),
            Self::Atanh => float::<Atanh>(dtype).or(wide::<Atanh>(dtype)),
            Self::Erf => float::<Erf>(dtype),
            Self::Erfc => float::<Erfc>(dtype),
            Self::Gamma => float::<Gamma>(dtype),
            Self::Lgamma => float::<Lgamma>(dtype),
            Self::Sigmoid => float::<Sigmoid>(dtype),
            Self::ToRadians => float::<ToRadians>(dtype),
            Self::ToDegrees => float::<ToDegrees>(dtype),
            Self::Floor => float::<Floor>(dtype),
            Self::Ceil => float::<Ceil>(dtype),
            Self::Trunc => float::<Trunc>(dtype),
            Self::Round => float::<Round>(dtype).or(complex::<Round>(dtype)),
            Self::Invert => bits::<Invert>(dtype),
            Self::Not => bools::<Not>(dtype),
            Self::IsNan => float::<IsNan>(dtype).or(complex::<IsNan>(dtype)),
            Self::IsInfinite => float::<IsInfinite>(dtype).or(complex::<IsInfinite>(dtype)),
            Self::IsFinite => float::<IsFinite>(dtype).or(complex::<IsFinite>(dtype)),
            Self::SignBit => float::<SignBit>(dtype),
            Self::Conjugate => complex::<Conjugate>(dtype),
            Self::RealPart => complex::<RealPart>(dtype),
            Self::ImaginaryPart => complex::<ImaginaryPart>(dtype),
        }
    }
}

impl Binary {
    /// The loop over elements of this dtype; none if the operator has none.
    pub(crate) fn on(self, dtype: DType) -> Option<Loop> {
        use binary_sets::{bits, bools, complex, float, signed, unsigned, wide};
        match self {
            Self::Add => bits::<Add>(dtype).or(float::<Add>(dtype)).or(complex::<Add>(dtype)),
            Self::Subtract => {
                bits::<Subtract>(dtype).or(float::<Subtract>(dtype)).or(complex::<Subtract>(dtype))
            }
            Self::Multiply => {
                bits::<Multiply>(dtype).or(float::<Multiply>(dtype)).or(complex::<Multiply>(dtype))
            }
            Self::Divide => float::<Divide>(dtype).or(complex::<Divide>(dtype)),
            Self::FloorDivide => {
                signed::<FloorDivide>(dtype)
                    .or(unsigned::<FloorDivide>(dtype))
                    .or(float::<FloorDivide>(dtype))
            }
            Self::Remainder => {
                signed::<Remainder>(dtype).or(unsigned::<Remainder>(dtype)).or(float::<Remainder>(dtype))
            }
            Self::CutDivide => signed::<CutDivide>(dtype).or(unsigned::<CutDivide>(dtype)),
            Self::CutRemainder => signed::<CutRemainder>(dtype)
                .or(unsigned::<CutRemainder>(dtype))
                .or(float::<CutRemainder>(dtype)),
            Self::CommonDivisor => signed::<CommonDivisor>(dtype).or(unsigned::<CommonDivisor>(dtype)),
            Self::CommonMultiple => signed::<CommonMultiple>(dtype).or(unsigned::<CommonMultiple>(dtype)),
            Self::Power => bits::<Power>(dtype),
            Self::FloatPower => float::<FloatPower>(dtype).or(wide::<FloatPower>(dtype)),
            Self::Atan2 => float::<Atan2>(dtype),
            Self::Hypot => float::<Hypot>(dtype),
            Self::LogAddExp => float::<LogAddExp>(dtype),
            Self::Maximum => {
                signed::<Maximum>(dtype).or(unsigned::<Maximum>(dtype)).or(float::<Maximum>(dtype))
            }
            Self::Minimum => {
                signed::<Minimum>(dtype).or(unsigned::<Minimum>(dtype)).or(float::<Minimum>(dtype))
            }
            Self::NumberMaximum => float::<NumberMaximum>(dtype),
            Self::NumberMinimum => float::<NumberMinimum>(dtype),
            Self::CopySign => float::<CopySign>(dtype),
            Self::NextAfter => float::<NextAfter>(dtype),
            Self::NextF16 => held_single::<NextF16>(dtype),
            Self::NextBF16 => held_single::<NextBF16>(dtype),
            Self::Equal => {
                let exact = bits::<Equal>(dtype).or(bools::<Equal>(dtype));
                exact.or(float::<Equal>(dtype)).or(complex::<Equal>(dtype))
            }
            Self::NotEqual => {
                let exact = bits::<NotEqual>(dtype).or(bools::<NotEqual>(dtype));
                exact.or(float::<NotEqual>(dtype)).or(complex::<NotEqual>(dtype))
            }
            Self::Less => {
                let exact = signed::<Less>(dtype).or(unsigned::<Less>(dtype)).or(bools::<Less>(dtype));
                exact.or(float::<Less>(dtype))
            }
            Self::LessEqual => {
                let exact = signed::<LessEqual>(dtype).or(unsigned::<LessEqual>(dtype));
                exact.or(bools::<LessEqual>(dtype)).or(float::<LessEqual>(dtype))
            }
            Self::BitAnd => bits::<BitAnd>(dtype).or(bools::<BitAnd>(dtype)),
            Self::BitOr => bits::<BitOr>(dtype).or(bools::<BitOr>(dtype)),
            Self::BitXor => bits::<BitXor>(dtype).or(bools::<BitXor>(dtype)),
            Self::ShiftLeft => bits::<ShiftLeft>(dtype),
            Self::ShiftRight => signed::<ShiftRight>(dtype).or(unsigned::<ShiftRight>(dtype)),
        }
    }
}

/// The loop of an operator of halves, which are held as `f32`.
fn held_single<O: chunk::Binary<f32>>(dtype: DType) -> Option<Loop> {
    (dtype == DType::F32).then_some(chunk::binary::<O, f32> as Loop)
}

impl Ternary {
    /// The loop whose second and third operands are of this dtype.
    pub(crate) fn on(self, dtype: DType) -> Loop {
        let Self::Where = self;
        match ItemSize::of(dtype) {
            ItemSize::One => chunk::ternary::<Where, u8, u8>,
            ItemSize::Two => chunk::ternary::<Where, u8, u16>,
            ItemSize::Four => chunk::ternary::<Where, u8, u32>,
            ItemSize::Eight => chunk::ternary::<Where, u8, Eight>,
            ItemSize::Sixteen => chunk::ternary::<Where, u8, [u64; 2]>,
        }
    }
}

/// Functions from dtype to loop, one for each set of dtypes that operators share.
macro_rules! sets {
    ($arity:ident $Operator:ident; $($set:ident [$($D:ident $T:ty),*])*) => { $(
        pub(super) fn $set<O>(dtype: DType) -> Option<Loop>
        where
            $(O: $Operator<$T>),*
        {
            match dtype {
                $(DType::$D => Some($arity::<O, $T>),)*
                _ => None,
            }
        }
    )* };
}

/// The sets, for operators of one and of two operands.
macro_rules! all_sets {
    ($name:ident, $arity:ident $Operator:ident) => {
        mod $name {
            use super::super::chunk::{$Operator, $arity};
            use super::*;

            sets! { $arity $Operator;
                bools [Bool u8]
                bits [I8 u8, I16 u16, I32 u32, I64 u64, U8 u8, U16 u16, U32 u32, U64 u64]
                signed [I8 i8, I16 i16, I32 i32, I64 i64]
                unsigned [U8 u8, U16 u16, U32 u32, U64 u64]
                float [F32 f32, F64 f64]
                complex [Complex64 Complex32, Complex128 Complex64]
                wide [Complex128 Complex64]
            }
        }
    };
}

all_sets! { unary_sets, unary Unary }
all_sets! { binary_sets, binary Binary }
