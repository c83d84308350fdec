//! Which operators each type of scalar has.

use lunette::{Complex32, Complex64, bf16, f16};

use super::compound::{RuleOf, compound_by_rule, compound_store};
use super::rules::{
    Add, BitAnd, BitOr, BitXor, Div, Eq, FloorDiv, Ge, Gt, Le, Lt, Mul, Ne, Pow, Rem, Shl, Shr, Sub,
};
use super::{Operator, fused, plain};
use crate::run::machine::Code;
use crate::run::operand::Operand;
use crate::run::register::Kept;
use crate::run::target::Target;
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, UnaryOp};

/// A scalar with its operators; `None` where it has none of that name, which the checker has seen to.
pub(in crate::run) trait Number: Kept {
    /// The code of an operator: [`fused`] for the types that loops are made of, [`plain`] for the others, so that not
    /// every type multiplies the code.
    fn combine<O: Operator<Self>>(left: Operand<Self>, right: Operand<Self>, span: Span) -> Code<O::Out>;

    /// An operator whose result is of the same type.
    fn arithmetic(op: BinaryOp, left: Operand<Self>, right: Operand<Self>, span: Span) -> Option<Code<Self>>;

    /// A comparison.
    fn comparison(op: BinaryOp, left: Operand<Self>, right: Operand<Self>, span: Span) -> Option<Code<bool>>;

    /// A store that combines the old value with another one.
    fn compound<X: Target<Self>>(
        op: BinaryOp,
        target: X,
        value: Operand<Self>,
        span: Span,
    ) -> Option<Code<()>>;

    /// An operator whose result is of the same type, to be called.
    fn rule(op: BinaryOp) -> Option<RuleOf<Self>>;

    /// An operator of one scalar.
    fn unary(op: UnaryOp, operand: Code<Self>) -> Option<Code<Self>>;

    /// Code of bools as code of this type, if it is bool.
    fn from_bools(_: Code<bool>) -> Option<Code<Self>> {
        None
    }
}

/// A type, how its common operators are combined with their operands, its unary operators, and the lists: operators
/// that loops are full of, rarer ones, comparisons.
macro_rules! number {
    ($T:ident $combine:ident $unary:ident [$($common:ident)*] [$($rare:ident)*] [$($comparison:ident)*] $($more:item)?) => {
        impl Number for $T {
            fn combine<O: Operator<Self>>(left: Operand<Self>, right: Operand<Self>, span: Span) -> Code<O::Out> {
                $combine::<Self, O>(left, right, span)
            }

            fn arithmetic(
                op: BinaryOp,
                left: Operand<Self>,
                right: Operand<Self>,
                span: Span,
            ) -> Option<Code<Self>> {
                match op {
                    $(BinaryOp::$common => Some(Self::combine::<$common>(left, right, span)),)*
                    $(BinaryOp::$rare => Some(plain::<Self, $rare>(left, right, span)),)*
                    _ => None,
                }
            }

            fn comparison(
                op: BinaryOp,
                left: Operand<Self>,
                right: Operand<Self>,
                span: Span,
            ) -> Option<Code<bool>> {
                match op {
                    $(BinaryOp::$comparison => Some(Self::combine::<$comparison>(left, right, span)),)*
                    _ => None,
                }
            }

            fn compound<X: Target<Self>>(
                op: BinaryOp,
                target: X,
                value: Operand<Self>,
                span: Span,
            ) -> Option<Code<()>> {
                match op {
                    $(BinaryOp::$common => Some(compound_store::<Self, $common, X>(target, value, span)),)*
                    _ => Self::rule(op).map(|rule| compound_by_rule(rule, target, value, span)),
                }
            }

            fn rule(op: BinaryOp) -> Option<RuleOf<Self>> {
                match op {
                    $(BinaryOp::$common => Some(RuleOf::of::<$common>()),)*
                    $(BinaryOp::$rare => Some(RuleOf::of::<$rare>()),)*
                    _ => None,
                }
            }

            fn unary(op: UnaryOp, operand: Code<Self>) -> Option<Code<Self>> {
                $unary(op, operand)
            }

            $($more)?
        }
    };
}

macro_rules! integers {
    ($($T:ident $combine:ident,)*) => { $(
        number! { $T $combine integer
            [Add Sub Mul Rem] [FloorDiv Pow BitAnd BitOr BitXor Shl Shr] [Eq Ne Lt Le Gt Ge]
        }
    )* };
}

macro_rules! floats {
    ($($T:ident $combine:ident,)*) => { $(
        number! { $T $combine signed [Add Sub Mul Div] [FloorDiv Rem Pow] [Eq Ne Lt Le Gt Ge] }
    )* };
}

integers! { i8 plain, i16 plain, i32 fused, i64 fused, u8 plain, u16 plain, u32 plain, u64 plain, }
floats! { f16 plain, bf16 plain, f32 plain, f64 fused, }
number! { Complex32 plain signed [Add Sub Mul] [Div Pow] [Eq Ne] }
number! { Complex64 plain signed [Add Sub Mul] [Div Pow] [Eq Ne] }
number! { bool plain truth [] [Add Mul BitAnd BitOr BitXor] [Eq Ne Lt Le Gt Ge]
    fn from_bools(code: Code<bool>) -> Option<Code<Self>> {
        Some(code)
    }
}

/// Integers that have a sign or not: both wrap round.
fn integer<T: Number + Wrapping>(op: UnaryOp, operand: Code<T>) -> Option<Code<T>> {
    match op {
        UnaryOp::Negative => Some(Box::new(move |machine| Ok(operand(machine)?.negated()))),
        UnaryOp::Invert => Some(Box::new(move |machine| Ok(operand(machine)?.inverted()))),
        UnaryOp::Not => None,
    }
}

fn signed<T: Number + std::ops::Neg<Output = T>>(op: UnaryOp, operand: Code<T>) -> Option<Code<T>> {
    match op {
        UnaryOp::Negative => Some(Box::new(move |machine| Ok(-operand(machine)?))),
        UnaryOp::Invert | UnaryOp::Not => None,
    }
}

/// Of bools `~` is `not`.
fn truth(op: UnaryOp, operand: Code<bool>) -> Option<Code<bool>> {
    match op {
        UnaryOp::Negative => None,
        UnaryOp::Invert | UnaryOp::Not => Some(Box::new(move |machine| Ok(!operand(machine)?))),
    }
}

/// Integers that wrap round.
trait Wrapping {
    fn negated(self) -> Self;
    fn inverted(self) -> Self;
}

macro_rules! wrapping {
    ($($T:ident)*) => { $(
        impl Wrapping for $T {
            fn negated(self) -> Self {
                self.wrapping_neg()
            }
            fn inverted(self) -> Self {
                !self
            }
        }
    )* };
}

wrapping! { i8 i16 i32 i64 u8 u16 u32 u64 }
