//! Rust's operators on tensors: `&a + &b`, `a * 2.0`, `1.0 - &a`, `a += &b`, `-a`.
//!
//! Operators cannot return errors: they panic, with the words of the error, at the caller's line. A tensor that is
//! given away (`a + &b`) and that nobody else holds gives its memory to the result.

mod right;

use std::ops;

use self::right::Begun;
pub use self::right::RightOperand;
pub(super) use self::right::expect;
use super::operand::{Lasting, Operand};
use super::{Dyn, Kind, Tensor};
use crate::dtype::{Complex32, Complex64, bf16, f16};
use crate::ops::elementwise::{self, BinaryOp, UnaryOp, binary, binary_in_place, unary, unary_owned};

macro_rules! binary_operators {
    ($($Trait:ident $method:ident, $Assign:ident $assign:ident => $Op:ident;)*) => { $(
        impl<K: Kind, R: RightOperand<K>> ops::$Trait<R> for &Tensor<K> {
            type Output = R::Result;

            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                right.after(Begun::borrowed(BinaryOp::$Op, &self.handle))
            }
        }

        impl<K: Kind, R: RightOperand<K>> ops::$Trait<R> for Tensor<K> {
            type Output = R::Result;

            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                right.after(Begun::given(BinaryOp::$Op, self.handle))
            }
        }

        /// Writes into the tensor's memory, so every handle to it sees the result; shape and dtype stay.
        impl<K: Kind, R: Operand<K>> ops::$Assign<R> for Tensor<K> {
            #[track_caller]
            fn $assign(&mut self, right: R) {
                let target = &self.handle;
                if let Err(error) = right.with_term(|right| binary_in_place(BinaryOp::$Op, target, right.0)) {
                    panic!("{error}");
                }
            }
        }

        binary_operators! { @left $Trait $method $Op
            bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64
        }
    )* };
    (@left $Trait:ident $method:ident $Op:ident $($S:ty)*) => { $(
        binary_operators! { @left $Trait $method $Op $S, $S }
        binary_operators! { @left $Trait $method $Op $S, Dyn }
    )* };
    (@left $Trait:ident $method:ident $Op:ident $S:ty, $K:ty) => {
        impl ops::$Trait<&Tensor<$K>> for $S {
            type Output = Tensor<$K>;

            #[track_caller]
            fn $method(self, right: &Tensor<$K>) -> Tensor<$K> {
                let left = Lasting::<$K>::term(&self);
                let right = elementwise::Operand::Tensor(&right.handle);
                expect(binary(BinaryOp::$Op, left.0, right).map(Tensor::wrap))
            }
        }

        impl ops::$Trait<Tensor<$K>> for $S {
            type Output = Tensor<$K>;

            #[track_caller]
            fn $method(self, right: Tensor<$K>) -> Tensor<$K> {
                ops::$Trait::$method(self, &right)
            }
        }
    };
}

/// Calls a macro with Rust's operators of two operands: the trait and its method, those that assign, and the operation.
macro_rules! operator_table {
    ($operators:ident) => {
        $operators! {
            Add add, AddAssign add_assign => Add;
            Sub sub, SubAssign sub_assign => Subtract;
            Mul mul, MulAssign mul_assign => Multiply;
            Div div, DivAssign div_assign => CutDivide;
            Rem rem, RemAssign rem_assign => CutRemainder;
            BitAnd bitand, BitAndAssign bitand_assign => BitwiseAnd;
            BitOr bitor, BitOrAssign bitor_assign => BitwiseOr;
            BitXor bitxor, BitXorAssign bitxor_assign => BitwiseXor;
            Shl shl, ShlAssign shl_assign => LeftShift;
            Shr shr, ShrAssign shr_assign => RightShift;
        }
    };
}
pub(super) use operator_table;

operator_table! { binary_operators }

macro_rules! unary_operators {
    ($($Trait:ident $method:ident => $Op:ident;)*) => { $(
        impl<K: Kind> ops::$Trait for &Tensor<K> {
            type Output = Tensor<K>;

            #[track_caller]
            fn $method(self) -> Tensor<K> {
                expect(unary(UnaryOp::$Op, &self.handle).map(Tensor::wrap))
            }
        }

        impl<K: Kind> ops::$Trait for Tensor<K> {
            type Output = Self;

            #[track_caller]
            fn $method(self) -> Self {
                expect(unary_owned(UnaryOp::$Op, self.handle).map(Tensor::wrap))
            }
        }
    )* };
}

unary_operators! {
    Neg neg => Negative;
    Not not => BitwiseInvert;
}
