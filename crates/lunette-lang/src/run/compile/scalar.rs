//! Scalar expressions, for the type of their value.

use lunette::DType;

use super::{Compiler, internal, with_more_stack};
use crate::program::{Block, Expr, ExprKind};
use crate::run::arithmetic::Number;
use crate::run::failure::Mistake;
use crate::run::machine::Code;
use crate::run::operand::{Constant, Get, InRegister, Operand};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::{Home, ObjectRef};
use crate::source::Span;
use crate::syntax::tree::{BinaryOp, LogicOp};
use crate::types::Type;
use crate::value::Value;

impl Compiler<'_> {
    /// The code of a scalar expression; its dtype is that of `T`.
    pub(super) fn scalar<T: Number>(&mut self, expr: &Expr) -> Code<T> {
        self.operand::<T>(expr).into_code()
    }

    /// A scalar expression as an operand of other code.
    pub(super) fn operand<T: Number>(&mut self, expr: &Expr) -> Operand<T> {
        match self.deeper(|compiler| compiler.operand_code(expr)) {
            (Operand::Code(code), true) => Operand::Code(with_more_stack(code)),
            (operand, _) => operand,
        }
    }

    fn operand_code<T: Number>(&mut self, expr: &Expr) -> Operand<T> {
        match &expr.kind {
            ExprKind::Constant(value) => match T::of_value(&value.value()) {
                Some(value) => Operand::Constant(Constant(value)),
                None => Operand::Code(internal("a constant has another dtype", expr.span)),
            },
            ExprKind::Variable(variable) => match self.home(*variable) {
                Some(Home::Register(slot, dtype)) if dtype == T::DTYPE => Operand::Variable(InRegister(slot)),
                Some(Home::Boxed { object, .. }) => Operand::Code(boxed(object, expr.span)),
                Some(Home::Object { object, .. }) => Operand::Code(held(object, expr.span)),
                _ => Operand::Code(internal("a variable has another dtype", expr.span)),
            },
            ExprKind::Convert(inner) => match self.widened(inner, T::DTYPE) {
                Some(variable) => Operand::Variable(variable),
                None => Operand::Code(self.converted::<T>(inner, expr.span)),
            },
            ExprKind::Load { base, items } => match self.element(base, items, expr.span) {
                Some(element) => element,
                None => Operand::Code(self.scalar_load(base, items, expr.span)),
            },
            ExprKind::Copy(inner) => self.operand(inner),
            _ => Operand::Code(self.scalar_code(expr)),
        }
    }

    fn scalar_code<T: Number>(&mut self, expr: &Expr) -> Code<T> {
        let span = expr.span;
        let code = match &expr.kind {
            ExprKind::Unary { op, operand } => {
                let operand = self.scalar::<T>(operand);
                T::unary(*op, operand)
            }
            ExprKind::Binary { op, left, right } if !is_comparison(*op) => {
                let (left, right) = (self.operand::<T>(left), self.operand::<T>(right));
                T::arithmetic(*op, left, right, span)
            }
            ExprKind::Binary { .. } | ExprKind::Same { .. } | ExprKind::Logic { .. } => {
                self.truth(expr).and_then(T::from_bools)
            }
            ExprKind::Builtin { builtin, args } => Some(self.builtin_scalar(builtin, args, span)),
            ExprKind::Call { function, args } => Some(self.call_scalar(*function, args, span)),
            ExprKind::If { condition, then, otherwise } => {
                Some(self.if_scalar(condition, (then, otherwise.as_deref()), span))
            }
            ExprKind::Block(block) => Some(self.scalar_block(block, span)),
            ExprKind::Field { tuple, index } => self.size_of_axis(tuple, *index, span).or_else(|| {
                let value = self.value_code(expr);
                Some(unwrapped(value, span))
            }),
            _ => {
                let value = self.value_code(expr);
                Some(unwrapped(value, span))
            }
        };
        code.unwrap_or_else(|| internal("an operator has no such dtype", span))
    }

    fn if_scalar<T: Number>(
        &mut self,
        condition: &Expr,
        (then, otherwise): (&Block, Option<&Block>),
        span: Span,
    ) -> Code<T> {
        let condition = self.scalar::<bool>(condition);
        let then = self.scalar_block::<T>(then, span);
        let otherwise = match otherwise {
            Some(block) => self.scalar_block::<T>(block, span),
            None => internal("an `if` without `else` has no value", span),
        };
        Box::new(move |machine| if condition(machine)? { then(machine) } else { otherwise(machine) })
    }

    /// Comparisons, `and` and `or`; `None` if the operands have no order.
    pub(super) fn truth(&mut self, expr: &Expr) -> Option<Code<bool>> {
        match &expr.kind {
            ExprKind::Binary { op, left, right } => {
                let Type::Scalar(dtype) = left.ty else { return None };
                with_dtype!(dtype, S => {
                    let (left, right) = (self.operand::<S>(left), self.operand::<S>(right));
                    S::comparison(*op, left, right, expr.span)
                })
            }
            ExprKind::Logic { op, left, right } => {
                let (left, right) = (self.scalar::<bool>(left), self.scalar::<bool>(right));
                Some(match op {
                    LogicOp::And => Box::new(move |machine| Ok(left(machine)? && right(machine)?)),
                    LogicOp::Or => Box::new(move |machine| Ok(left(machine)? || right(machine)?)),
                })
            }
            ExprKind::Same { equal, left, right } => {
                let (left, right, equal) = (self.value(left), self.value(right), *equal);
                let span = expr.span;
                Some(Box::new(move |machine| {
                    let (left, right) = (left(machine)?, right(machine)?);
                    let same = left.same(&right).map_err(|error| machine.library_failed(error, span))?;
                    Ok(same == equal)
                }))
            }
            _ => None,
        }
    }

    /// A variable that can be read as the wider type without a conversion: integers lie in registers as the `i64` or
    /// `u64` of the same value.
    fn widened(&self, expr: &Expr, to: DType) -> Option<InRegister> {
        let ExprKind::Variable(variable) = &expr.kind else { return None };
        let Some(Home::Register(slot, from)) = self.home(*variable) else { return None };
        let same = match to {
            DType::I64 => from.is_integer() && from != DType::U64,
            DType::U64 => matches!(from, DType::U8 | DType::U16 | DType::U32),
            _ => false,
        };
        same.then_some(InRegister(slot))
    }

    fn converted<T: Number>(&mut self, inner: &Expr, span: Span) -> Code<T> {
        let Type::Scalar(from) = inner.ty else { return internal("what is converted is no scalar", span) };
        if (from, T::DTYPE) == (DType::U64, DType::I64) {
            return self.index_of_u64(inner, span);
        }
        with_dtype!(from, S => match self.operand::<S>(inner) {
            Operand::Variable(operand) => cast::<S, T>(operand),
            other => cast::<S, T>(other.into_code()),
        })
    }

    /// A `u64` becomes an `i64` only where it is an index: there, what `i64` cannot hold is larger than every length.
    fn index_of_u64<T: Number>(&mut self, inner: &Expr, span: Span) -> Code<T> {
        let index = self.scalar::<u64>(inner);
        Box::new(move |machine| {
            let index = index(machine)?;
            match i64::try_from(index) {
                Ok(index) => Ok(T::cast_from(index)),
                Err(_) => Err(machine.fail(Mistake::IndexTooLarge { index }, span)),
            }
        })
    }
}

/// Code that converts by the plain rule.
pub(super) fn cast<S: Kept, T: Kept>(operand: impl Get<S>) -> Code<T> {
    Box::new(move |machine| Ok(T::cast_from(operand.get(machine)?)))
}

/// The scalar inside of a variable that somebody refers to.
fn boxed<T: Kept>(object: ObjectRef, span: Span) -> Code<T> {
    let bracket = super::index::no_items(span);
    Box::new(move |machine| {
        let at = machine.place(object);
        match machine.objects.element::<T, 0>(at, []) {
            Some(value) => Ok(value),
            None => machine.element_slowly::<T, 0>(at, [], &bracket),
        }
    })
}

/// A scalar that is too wide for a register.
fn held<T: Kept>(object: ObjectRef, span: Span) -> Code<T> {
    unwrapped(Box::new(move |machine| machine.object(object, span)), span)
}

/// The scalar inside of a value.
pub(super) fn unwrapped<T: Kept>(value: Code<Value>, span: Span) -> Code<T> {
    Box::new(move |machine| match T::of_value(&value(machine)?) {
        Some(value) => Ok(value),
        None => Err(machine.internal("a value has another dtype", span)),
    })
}

fn is_comparison(op: BinaryOp) -> bool {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq | Ne | Lt | Le | Gt | Ge)
}
