//! `place += value`: the right side is evaluated, then the place is read, combined and written.

use super::{Operator, Refusal, apply};
use crate::run::failure::Stop;
use crate::run::machine::{Code, Machine};
use crate::run::operand::{Get, Operand};
use crate::run::register::Kept;
use crate::run::target::Target;
use crate::source::Span;

/// An operator of two scalars whose result is of the same type.
#[derive(Clone, Copy)]
pub(in crate::run) struct RuleOf<T> {
    apply: fn(T, T) -> Result<T, Refusal>,
    name: &'static str,
}

impl<T: Kept> RuleOf<T> {
    pub(super) fn of<O: Operator<T, Out = T>>() -> Self {
        Self { apply: O::apply, name: O::NAME }
    }

    pub(in crate::run) fn apply(self, machine: &mut Machine<'_>, a: T, b: T, span: Span) -> Result<T, Stop> {
        (self.apply)(a, b).map_err(|refusal| machine.library_failed(refusal.error(self.name, T::DTYPE), span))
    }
}

/// A compound store with the operator in its code.
pub(super) fn compound_store<T: Kept, O: Operator<T, Out = T>, X: Target<T>>(
    target: X,
    value: Operand<T>,
    span: Span,
) -> Code<()> {
    stored(target, value, move |machine, left, right| apply::<T, O>(machine, left, right, span))
}

/// A compound store that calls the operator.
pub(super) fn compound_by_rule<T: Kept, X: Target<T>>(
    rule: RuleOf<T>,
    target: X,
    value: Operand<T>,
    span: Span,
) -> Code<()> {
    stored(target, value, move |machine, left, right| rule.apply(machine, left, right, span))
}

/// The index first, then the value, then what the place holds by then (R13).
fn stored<T: Kept, X: Target<T>>(
    target: X,
    value: Operand<T>,
    operate: impl Fn(&mut Machine<'_>, T, T) -> Result<T, Stop> + Send + Sync + 'static,
) -> Code<()> {
    Box::new(move |machine| {
        let index = target.index(machine)?;
        let right = value.get(machine)?;
        let left = target.read(machine, index)?;
        let result = operate(machine, left, right)?;
        target.write(machine, index, result)
    })
}
