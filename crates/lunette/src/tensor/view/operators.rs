//! Rust's operators on what shows elements: `&v + &w`, `&v * 2.0`, `-&v`. The result is a new tensor.
//!
//! They panic as those of tensors do, with the words of the error, at the caller's line.

use std::ops;

use super::lend::Show;
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard};
use crate::dtype::{Complex32, Complex64, Element, bf16, f16};
use crate::ops::elementwise::{self, BinaryOp, binary};
use crate::tensor::Tensor;
use crate::tensor::operand::{Lasting, Operand};
use crate::tensor::operators::{expect, operator_table};

macro_rules! binary_operators {
    ([$($Type:ty),*] $Trait:ident $method:ident $Op:ident) => { $(
        impl<K: Element, R: Operand<K>> ops::$Trait<R> for &$Type {
            type Output = Tensor<R::Output>;

            #[track_caller]
            fn $method(self, right: R) -> Self::Output {
                expect(right.with_term(|right| {
                    self.lent(|x| {
                        let left = elementwise::Operand::Tensor(&x.handle);
                        binary(BinaryOp::$Op, left, right.0).map(Tensor::wrap)
                    })
                }))
            }
        }
    )* };
    (@left $Trait:ident $method:ident $Op:ident $($S:ty)*) => { $(
        impl ops::$Trait<&View<'_, $S>> for $S {
            type Output = Tensor<$S>;

            #[track_caller]
            fn $method(self, right: &View<'_, $S>) -> Tensor<$S> {
                let left = Lasting::<$S>::term(&self).0;
                expect(right.lent(|x| {
                    binary(BinaryOp::$Op, left, elementwise::Operand::Tensor(&x.handle)).map(Tensor::wrap)
                }))
            }
        }
    )* };
    ($($Trait:ident $method:ident, $Assign:ident $assign:ident => $Op:ident;)*) => { $(
        binary_operators! { [View<'_, K>, ViewMut<'_, K>, ReadGuard<K>, WriteGuard<K>] $Trait $method $Op }
        binary_operators! { @left $Trait $method $Op
            bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64
        }
    )* };
}

operator_table! { binary_operators }

macro_rules! unary_operators {
    ($($Type:ty),*) => { $(
        impl<K: Element> ops::Neg for &$Type {
            type Output = Tensor<K>;

            #[track_caller]
            fn neg(self) -> Tensor<K> {
                expect(self.negative())
            }
        }

        impl<K: Element> ops::Not for &$Type {
            type Output = Tensor<K>;

            #[track_caller]
            fn not(self) -> Tensor<K> {
                expect(self.bitwise_invert())
            }
        }
    )* };
}

unary_operators! { View<'_, K>, ViewMut<'_, K>, ReadGuard<K>, WriteGuard<K> }
