//! Operators of scalars: the library's rules, one element at a time (R29).
//!
//! An operator is a type without values, so that each pair of operator and dtype becomes code of its own. `rules` holds
//! what each does; a test compares them with the library's results.

mod compound;
pub(super) mod native;
mod number;
mod rules;
#[cfg(test)]
mod tests;

use lunette::{DType, Error, ErrorKind};

use super::failure::Stop;
use super::machine::{Code, Machine};
use super::operand::{Get, Operand};
use super::register::Kept;
use crate::source::Span;

pub(super) use self::number::Number;

/// An operator of two scalars of type `T`.
pub(super) trait Operator<T>: 'static {
    /// What it gives.
    type Out: Kept;
    /// The library's name for it.
    const NAME: &'static str;

    fn apply(a: T, b: T) -> Result<Self::Out, Refusal>;
}

/// What integers have no answer for.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Refusal {
    DivisionByZero,
    NegativePower,
    NegativeShift,
    /// The library computes it, and said no.
    Library(Error),
}

impl Refusal {
    /// In the words of the library.
    pub(super) fn error(self, op: &'static str, dtype: DType) -> Error {
        let words = match self {
            Self::DivisionByZero => "integers cannot be divided by zero",
            Self::NegativePower => "integers have no negative powers: `cast` to floats first",
            Self::NegativeShift => "integers cannot be shifted by a negative number",
            Self::Library(error) => return error,
        };
        ErrorKind::Domain { op, dtype, words }.into()
    }
}

/// The result of an operator, or the mistake kept.
#[inline(always)]
pub(super) fn apply<T: Kept, O: Operator<T>>(
    machine: &mut Machine<'_>,
    a: T,
    b: T,
    span: Span,
) -> Result<O::Out, Stop> {
    O::apply(a, b).map_err(|refusal| machine.library_failed(refusal.error(O::NAME, T::DTYPE), span))
}

/// The code of an operator whose operands are evaluated by calls.
pub(super) fn plain<T: Kept, O: Operator<T>>(
    left: Operand<T>,
    right: Operand<T>,
    span: Span,
) -> Code<O::Out> {
    pair::<T, O>(left.into_code(), right.into_code(), span)
}

/// The code of an operator whose common operands are part of it.
pub(super) fn fused<T: Kept, O: Operator<T>>(
    left: Operand<T>,
    right: Operand<T>,
    span: Span,
) -> Code<O::Out> {
    use Operand::{Code, Constant, Element, Element2, Variable};
    match (left, right) {
        (Constant(a), Constant(b)) => pair::<T, O>(a, b, span),
        (Constant(a), Variable(b)) => pair::<T, O>(a, b, span),
        (Constant(a), Element(b)) => pair::<T, O>(a, b, span),
        (Constant(a), Element2(b)) => pair::<T, O>(a, b, span),
        (Constant(a), Code(b)) => pair::<T, O>(a, b, span),
        (Variable(a), Constant(b)) => pair::<T, O>(a, b, span),
        (Variable(a), Variable(b)) => pair::<T, O>(a, b, span),
        (Variable(a), Element(b)) => pair::<T, O>(a, b, span),
        (Variable(a), Element2(b)) => pair::<T, O>(a, b, span),
        (Variable(a), Code(b)) => pair::<T, O>(a, b, span),
        (Element(a), Constant(b)) => pair::<T, O>(a, b, span),
        (Element(a), Variable(b)) => pair::<T, O>(a, b, span),
        (Element(a), Element(b)) => pair::<T, O>(a, b, span),
        (Element(a), Element2(b)) => pair::<T, O>(a, b, span),
        (Element(a), Code(b)) => pair::<T, O>(a, b, span),
        (Element2(a), Constant(b)) => pair::<T, O>(a, b, span),
        (Element2(a), Variable(b)) => pair::<T, O>(a, b, span),
        (Element2(a), Element(b)) => pair::<T, O>(a, b, span),
        (Element2(a), Element2(b)) => pair::<T, O>(a, b, span),
        (Element2(a), Code(b)) => pair::<T, O>(a, b, span),
        (Code(a), Constant(b)) => pair::<T, O>(a, b, span),
        (Code(a), Variable(b)) => pair::<T, O>(a, b, span),
        (Code(a), Element(b)) => pair::<T, O>(a, b, span),
        (Code(a), Element2(b)) => pair::<T, O>(a, b, span),
        (Code(a), Code(b)) => pair::<T, O>(a, b, span),
    }
}

fn pair<T: Kept, O: Operator<T>>(a: impl Get<T>, b: impl Get<T>, span: Span) -> Code<O::Out> {
    Box::new(move |machine| {
        let a = a.get(machine)?;
        let b = b.get(machine)?;
        apply::<T, O>(machine, a, b, span)
    })
}
