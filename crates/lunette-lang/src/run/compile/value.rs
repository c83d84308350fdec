//! Expressions of any type, as values.

use std::fmt::Write;
use std::sync::Arc;

use super::{Compiler, internal, with_more_stack};
use crate::program::{Expr, ExprKind};
use crate::run::failure::Mistake;
use crate::run::machine::{Code, Machine};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::Home;
use crate::source::Span;
use crate::types::Type;
use crate::value::{FunValue, Growing, RangeValue, Value};

impl Compiler<'_> {
    /// The code of an expression of any type.
    pub(super) fn value(&mut self, expr: &Expr) -> Code<Value> {
        let (code, far) = self.deeper(|compiler| match expr.ty {
            Type::Scalar(dtype) if !matches!(expr.kind, ExprKind::View(_)) => {
                with_dtype!(dtype, T => wrapped(compiler.scalar::<T>(expr)))
            }
            _ => compiler.value_code(expr),
        });
        if far { with_more_stack(code) } else { code }
    }

    /// The code of an expression by its kind; scalars only where they come out of other values.
    pub(super) fn value_code(&mut self, expr: &Expr) -> Code<Value> {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Constant(value) => {
                let value = value.value();
                Box::new(move |_| Ok(value.clone()))
            }
            ExprKind::Variable(variable) => match self.home(*variable) {
                Some(Home::Object { object, .. } | Home::Boxed { object, .. }) => {
                    Box::new(move |machine| machine.object(object, span))
                }
                _ => internal("a variable is no such value", span),
            },
            ExprKind::Copy(inner) if !matches!(expr.ty, Type::Tensor(_)) => {
                let code = self.value(inner);
                Box::new(move |machine| {
                    let value = code(machine)?;
                    value.deep_copy().map_err(|error| machine.library_failed(error, span))
                })
            }
            ExprKind::View(_)
            | ExprKind::Load { .. }
            | ExprKind::TensorLiteral { .. }
            | ExprKind::Copy(_) => {
                let code = self.tensor(expr);
                Box::new(move |machine| code(machine).map(Value::Tensor))
            }
            ExprKind::Tuple(fields) => self.tuple(fields),
            ExprKind::Closure { name, captures } => {
                let (name, captures) = (name.clone(), self.values(captures));
                Box::new(move |machine| {
                    let (name, captures) = (name.clone(), evaluate_all(&captures, machine)?);
                    Ok(Value::Fun(Arc::new(FunValue { name, function: None, captures })))
                })
            }
            ExprKind::Field { tuple, index } => self.field(tuple, *index, span),
            ExprKind::FieldAt { tuple, index } => self.field_at(tuple, index, span),
            ExprKind::Range(range) => {
                let range = self.range(range);
                Box::new(move |machine| range.get(machine).map(Value::Range))
            }
            ExprKind::Stepped { range, every } => self.stepped(range, every, span),
            ExprKind::Joined { left, right } => self.joined(left, right, span),
            ExprKind::Builtin { builtin, args } => self.builtin_value(expr, builtin, args),
            ExprKind::Call { function, args } => self.call_value(*function, args, (&expr.ty, span)),
            ExprKind::CallValue { callee, args } => self.call_of_value(callee, args, (&expr.ty, span)),
            ExprKind::Fun { function, captures } => {
                let (function, captures) = (*function, self.values(captures));
                Box::new(move |machine| {
                    let captures = evaluate_all(&captures, machine)?;
                    let name =
                        machine.functions.get(function.0 as usize).map(|function| function.name.clone());
                    let name = name.unwrap_or_else(|| Arc::from("lambda"));
                    Ok(Value::Fun(Arc::new(FunValue { name, function: Some(function), captures })))
                })
            }
            ExprKind::If { condition, then, otherwise } => {
                let (condition, then) = (self.condition(condition), self.value_block(then, span));
                let otherwise = match otherwise {
                    Some(block) => self.value_block(block, span),
                    None => Box::new(|_: &mut Machine<'_>| Ok(Value::nothing())),
                };
                Box::new(move |machine| if condition(machine)? { then(machine) } else { otherwise(machine) })
            }
            ExprKind::Block(block) => self.value_block(block, span),
            ExprKind::Convert(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Same { .. }
            | ExprKind::Logic { .. } => internal("an operator of scalars has no such type", span),
        }
    }

    pub(super) fn values(&mut self, exprs: &[Expr]) -> Vec<Code<Value>> {
        exprs.iter().map(|expr| self.value(expr)).collect()
    }

    fn tuple(&mut self, fields: &[Expr]) -> Code<Value> {
        let fields = self.values(fields);
        Box::new(move |machine| evaluate_all(&fields, machine).map(Value::tuple))
    }

    fn field(&mut self, tuple: &Expr, index: usize, span: Span) -> Code<Value> {
        let tuple = self.value(tuple);
        Box::new(move |machine| match &tuple(machine)? {
            Value::Tuple(fields) if index < fields.len() => Ok(fields[index].clone()),
            Value::Fun(function) if index < function.captures.len() => Ok(function.captures[index].clone()),
            _ => Err(machine.internal("a tuple has no such field", span)),
        })
    }

    fn field_at(&mut self, tuple: &Expr, index: &Expr, span: Span) -> Code<Value> {
        let (tuple, at, index_span) = (self.value(tuple), self.scalar::<i64>(index), index.span);
        Box::new(move |machine| {
            let Value::Tuple(fields) = tuple(machine)? else {
                return Err(machine.internal("what is indexed is no tuple", span));
            };
            let (index, len) = (at(machine)?, fields.len());
            let entry = if index < 0 { index.saturating_add(len as i64) } else { index };
            match usize::try_from(entry).ok().and_then(|entry| fields.get(entry)) {
                Some(field) => Ok(field.clone()),
                None => Err(machine.fail(Mistake::Field { index, len }, index_span)),
            }
        })
    }

    fn stepped(&mut self, range: &Expr, every: &Expr, span: Span) -> Code<Value> {
        let (range, every) = (self.value(range), self.scalar::<i64>(every));
        Box::new(move |machine| {
            let Value::Range(range) = range(machine)? else {
                return Err(machine.internal("what gets a step is no range", span));
            };
            let every = Some(every(machine)?);
            match range.step.or(range.every) {
                None => Ok(Value::Range(RangeValue { every, ..range })),
                Some(_) => {
                    Err(machine.fail(Mistake::TwoSteps { range: Value::Range(range).to_string() }, span))
                }
            }
        })
    }

    fn joined(&mut self, left: &Expr, right: &Expr, span: Span) -> Code<Value> {
        let (left, right) = (self.value(left), self.value(right));
        Box::new(move |machine| match (left(machine)?, right(machine)?) {
            (Value::Str(left), Value::Str(right)) => {
                join(&left, &right).map_err(|error| machine.fail(Mistake::Library(error), span))
            }
            _ => Err(machine.internal("what is joined are no strings", span)),
        })
    }
}

/// Two strings one after the other.
fn join(left: &str, right: &str) -> lunette::Result<Value> {
    let mut text = Growing::with_room("+", left.len().saturating_add(right.len()))?;
    // What does not succeed here, `finish` says.
    let _ = text.write_str(left).and_then(|()| text.write_str(right));
    text.finish("+").map(Value::Str)
}

/// A scalar as a value.
fn wrapped<T: Kept>(code: Code<T>) -> Code<Value> {
    Box::new(move |machine| Ok(code(machine)?.into_value()))
}

/// Evaluates from left to right.
pub(super) fn evaluate_all(
    codes: &[Code<Value>],
    machine: &mut Machine<'_>,
) -> Result<Vec<Value>, crate::run::failure::Stop> {
    codes.iter().map(|code| code(machine)).collect()
}
