//! Rust's operators on what shows elements: `&v + &w`, `&v * 2.0`, `1.0 - &v`, `-&v`. The result is a new tensor, but for
//! `v += &w` and its kin, which write over the elements.
//!
//! They panic as those of tensors do, with the words of the error, at the caller's line.

use std::ops;

use super::lend::Show;
use crate::buffer::{ReadGuard, View, ViewMut, WriteGuard, with_lent_mut};
use crate::dtype::{Complex32, Complex64, Element, bf16, f16};
use crate::error::Result;
use crate::ops::elementwise::{self, BinaryOp, binary, binary_in_place};
use crate::tensor::operand::{Lasting, Operand};
use crate::tensor::operators::{expect, operator_table};
use crate::tensor::{Handle, Tensor};

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
        binary_operators! { @right $Trait $method $Op $S:
            &View<'_, $S>, &ViewMut<'_, $S>, &ReadGuard<$S>, &WriteGuard<$S>
        }
    )* };
    (@right $Trait:ident $method:ident $Op:ident $S:ty: $($Right:ty),*) => { $(
        impl ops::$Trait<$Right> for $S {
            type Output = Tensor<$S>;

            #[track_caller]
            fn $method(self, right: $Right) -> Tensor<$S> {
                expect(after_scalar(BinaryOp::$Op, self, right))
            }
        }
    )* };
    (@assign [$($Type:ty),*] $Assign:ident $assign:ident $Op:ident) => { $(
        /// Writes over the elements, where they are; the right side is stretched to their shape.
        impl<K: Element, R: Operand<K>> ops::$Assign<R> for $Type {
            #[track_caller]
            fn $assign(&mut self, right: R) {
                if let Err(error) = write_over(BinaryOp::$Op, &mut self.as_view_mut(), right) {
                    panic!("{error}");
                }
            }
        }
    )* };
    ($($Trait:ident $method:ident, $Assign:ident $assign:ident => $Op:ident;)*) => { $(
        binary_operators! { [View<'_, K>, ViewMut<'_, K>, ReadGuard<K>, WriteGuard<K>] $Trait $method $Op }
        binary_operators! { @assign [ViewMut<'_, K>, WriteGuard<K>] $Assign $assign $Op }
        binary_operators! { @left $Trait $method $Op
            bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64
        }
    )* };
}

operator_table! { binary_operators }

/// The result of an operation whose left side is a scalar.
fn after_scalar<T: Element>(op: BinaryOp, left: T, right: &impl Show<T>) -> Result<Tensor<T>> {
    let left = Lasting::<T>::term(&left).0;
    right.lent(|x| binary(op, left, elementwise::Operand::Tensor(&x.handle)).map(Tensor::wrap))
}

/// The result of an operation, written over its left side.
fn write_over<T: Element>(op: BinaryOp, left: &mut ViewMut<'_, T>, right: impl Operand<T>) -> Result<()> {
    right.with_term(|right| {
        with_lent_mut(left, |buffer, layout| {
            binary_in_place(op, &Handle::fresh(buffer.clone(), layout, T::DTYPE), right.0)
        })
    })
}

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
