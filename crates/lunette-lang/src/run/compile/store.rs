//! Stores of scalars: into variables and into single elements. Stores of tensors are in `regions`.

use lunette::{DType, Element, Error, ErrorKind, Scalar};

use super::index::no_items;
use super::{Compiler, internal};
use crate::program::{Expr, Item, Place, PlaceStep};
use crate::run::arithmetic::Number;
use crate::run::machine::Code;
use crate::run::operand::{Get, Operand};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::Home;
use crate::run::target::{BoxTarget, RegisterTarget, Target, WideTarget};
use crate::source::Span;
use crate::syntax::tree::BinaryOp;
use crate::types::Type;

/// What a store does with the old value, and where its sign stands.
pub(super) type Operation = (Option<BinaryOp>, Span);

impl Compiler<'_> {
    /// The code of `place <- value` or `place += value`.
    pub(super) fn store(&mut self, place: &Place, operation: Operation, value: &Expr) -> Code<()> {
        let (Type::Scalar(to), Some(home)) = (&place.ty, self.home(place.root)) else {
            return self.store_region(place, operation, value);
        };
        let span = place.span;
        match (place.steps.as_slice(), home) {
            ([], Home::Register(slot, _)) => {
                with_dtype!(*to, T => self.store_scalar::<T>(RegisterTarget(slot), operation, value))
            }
            ([], Home::Boxed { object, .. }) => {
                with_dtype!(*to, T => {
                    self.store_scalar::<T>(BoxTarget { object, bracket: no_items(span) }, operation, value)
                })
            }
            ([], Home::Object { object, .. }) => {
                with_dtype!(*to, T => {
                    self.store_scalar::<T>(WideTarget { home, object, bracket: no_items(span) }, operation, value)
                })
            }
            ([PlaceStep::Index(items, span)], Home::Object { object, .. }) => match items.as_slice() {
                [Item::At(i)] => {
                    let element = self.element_of(object, [i], (items, *span));
                    with_dtype!(*to, T => self.store_scalar::<T>(element, operation, value))
                }
                [Item::At(i), Item::At(j)] => {
                    let element = self.element_of(object, [i, j], (items, *span));
                    with_dtype!(*to, T => self.store_scalar::<T>(element, operation, value))
                }
                _ => self.store_region(place, operation, value),
            },
            ([PlaceStep::Index(first, _), PlaceStep::Index(second, span)], Home::Object { object, .. }) => {
                match (first.as_slice(), second.as_slice()) {
                    ([Item::At(i)], [Item::At(j)]) => {
                        let element = self.chained_element_of(object, [i, j], *span);
                        with_dtype!(*to, T => self.store_scalar::<T>(element, operation, value))
                    }
                    _ => self.store_region(place, operation, value),
                }
            }
            _ => self.store_region(place, operation, value),
        }
    }

    fn store_scalar<T: Number>(
        &mut self,
        target: impl Target<T>,
        (op, op_span): Operation,
        value: &Expr,
    ) -> Code<()> {
        let Type::Scalar(from) = value.ty else {
            return internal("what is stored is no scalar", value.span);
        };
        match op {
            None if from == T::DTYPE => plain_store(target, self.operand::<T>(value)),
            None => {
                with_dtype!(from, S => converting_store::<S, T>(target, self.scalar::<S>(value), value.span))
            }
            Some(op) if from == T::DTYPE && result_dtype(op, from) == from => {
                let value = self.operand::<T>(value);
                T::compound(op, target, value, op_span)
                    .unwrap_or_else(|| internal("an operator has no such dtype", op_span))
            }
            Some(op) => self.widened_compound(target, op, value, op_span),
        }
    }

    /// A compound store whose operands have different dtypes: computed in their common one, then stored as R16 says.
    fn widened_compound<T: Number>(
        &mut self,
        target: impl Target<T>,
        op: BinaryOp,
        value: &Expr,
        op_span: Span,
    ) -> Code<()> {
        let (Type::Scalar(from), value_span) = (&value.ty, value.span) else {
            return internal("what is stored is no scalar", value.span);
        };
        let common = result_dtype(op, lunette::promote(*from, T::DTYPE));
        with_dtype!(common, C => {
            let Some(rule) = C::rule(op) else { return internal("an operator has no such dtype", op_span) };
            let value: Code<C> = with_dtype!(*from, S => super::scalar::cast::<S, C>(self.scalar::<S>(value)));
            Box::new(move |machine| {
                let index = target.index(machine)?;
                let right = value(machine)?;
                let left = C::cast_from(target.read(machine, index)?);
                let result = rule.apply(machine, left, right, op_span)?;
                match checked::<C, T>(result) {
                    Ok(result) => target.write(machine, index, result),
                    Err(error) => Err(machine.library_failed(error, value_span)),
                }
            })
        })
    }
}

/// The dtype in which an operator works.
fn result_dtype(op: BinaryOp, dtype: DType) -> DType {
    if op == BinaryOp::Div { dtype.as_float() } else { dtype }
}

fn plain_store<T: Number, X: Target<T>>(target: X, value: Operand<T>) -> Code<()> {
    Box::new(move |machine| {
        let index = target.index(machine)?;
        let value = value.get(machine)?;
        target.write(machine, index, value)
    })
}

/// A store of a scalar of another dtype.
fn converting_store<S: Number, T: Number>(target: impl Target<T>, value: Code<S>, span: Span) -> Code<()> {
    Box::new(move |machine| {
        let index = target.index(machine)?;
        match checked::<S, T>(value(machine)?) {
            Ok(value) => target.write(machine, index, value),
            Err(error) => Err(machine.library_failed(error, span)),
        }
    })
}

/// A scalar as a store converts it (R16).
fn checked<S: Kept, T: Kept>(value: S) -> Result<T, Error> {
    match T::holds(value) {
        true => Ok(T::cast_from(value)),
        false => {
            let scalar: Scalar = value.into();
            let to = T::DTYPE;
            match scalar.try_cast(to) {
                Err(error) => Err(error),
                Ok(_) => {
                    let (value, cure) = (scalar.to_string(), "`cast` converts without this check");
                    Err(ErrorKind::Unrepresentable { op: "store", value, to, cure }.into())
                }
            }
        }
    }
}
