//! Statements.

use lunette::{DType, DynTensor};

use super::{Compiler, internal};
use crate::program::{Expr, ExprKind, GlobalId, Stmt, StmtKind, Variable};
use crate::run::failure::Stop;
use crate::run::function::with_stack;
use crate::run::machine::{Code, Machine};
use crate::run::operand::{Constant, Get, InRegister, Operand};
use crate::run::register::{Kept, with_dtype};
use crate::run::slot::{Home, Slot};
use crate::source::Span;
use crate::value::Value;

impl Compiler<'_> {
    /// The code of a statement.
    pub(super) fn statement(&mut self, statement: &Stmt) -> Code<()> {
        with_stack(|| self.statement_code(statement))
    }

    fn statement_code(&mut self, statement: &Stmt) -> Code<()> {
        let span = statement.span;
        match &statement.kind {
            StmtKind::Bind { variable, value } => self.bind(*variable, value, span),
            StmtKind::BindTuple { variables, value } => self.bind_tuple(variables, value, span),
            StmtKind::Store { place, op, op_span, value } => self.store(place, (*op, *op_span), value),
            StmtKind::Expr(expr) => self.effect(expr),
            StmtKind::ForRange { variable, from, to, included, step, body } => {
                let parts = [Some(from), Some(to), step.as_ref()];
                let code = self.for_range(*variable, (parts, *included), body, span);
                stoppable(code, from.span.to(to.span))
            }
            StmtKind::ForIn { variable, over, body } => {
                stoppable(self.for_in(*variable, over, body), over.span)
            }
            StmtKind::While { condition, body } => {
                stoppable(self.while_loop(condition, body), condition.span)
            }
            StmtKind::Return(value) => self.return_code(value.as_ref()),
            StmtKind::Break => Box::new(|_| Err(Stop::Break)),
            StmtKind::Continue => Box::new(|_| Err(Stop::Continue)),
        }
    }

    fn bind(&mut self, variable: Variable, value: &Expr, span: Span) -> Code<()> {
        let code = match self.home(variable) {
            Some(Home::Register(slot, dtype)) => with_dtype!(dtype, T => match self.operand::<T>(value) {
                Operand::Constant(value) => bind_register::<T, Constant<T>>(slot, value),
                Operand::Variable(value) => bind_register::<T, InRegister>(slot, value),
                Operand::Element(value) => bind_register::<T, _>(slot, value),
                Operand::Element2(value) => bind_register::<T, _>(slot, value),
                Operand::Code(code) => bind_register::<T, Code<T>>(slot, code),
            }),
            Some(home @ Home::Boxed { .. }) => bind_object(home, self.boxed_value(value)),
            Some(home @ Home::Object { .. }) => match self.appended(variable, home, value) {
                Some(code) => code,
                None => bind_object(home, self.value(value)),
            },
            None => internal("a variable does not exist", span),
        };
        bound(variable, code)
    }

    /// The box of a scalar variable: another variable's, or a new one.
    fn boxed_value(&mut self, value: &Expr) -> Code<Value> {
        let (code, span) = (self.value(value), value.span);
        if matches!(value.kind, ExprKind::View(_)) {
            return code;
        }
        Box::new(move |machine| {
            let value = code(machine)?;
            boxed(machine, value, span)
        })
    }

    fn bind_tuple(&mut self, variables: &[Variable], value: &Expr, span: Span) -> Code<()> {
        let code = self.value(value);
        let homes: Option<Vec<(Home, Option<GlobalId>)>> =
            variables.iter().map(|&variable| Some((self.home(variable)?, global(variable)))).collect();
        let Some(homes) = homes else { return internal("a variable does not exist", span) };
        Box::new(move |machine| {
            let Value::Tuple(fields) = code(machine)? else {
                return Err(machine.internal("what is taken apart is no tuple", span));
            };
            for ((home, global), field) in homes.iter().zip(fields.iter()) {
                bind_value(machine, *home, field.clone(), span)?;
                mark_bound(machine, *global);
            }
            Ok(())
        })
    }
}

/// Gives a variable in a register its value.
fn bind_register<T: Kept, V: Get<T>>(slot: Slot, value: V) -> Code<()> {
    Box::new(move |machine| {
        let bits = value.get(machine)?.in_register();
        machine.set_bits(slot, bits);
        Ok(())
    })
}

/// Gives a variable among the objects its value.
fn bind_object(home: Home, value: Code<Value>) -> Code<()> {
    Box::new(move |machine| {
        let value = value(machine)?;
        machine.bind_object(home, value);
        Ok(())
    })
}

/// Gives any variable a value.
pub(super) fn bind_value(
    machine: &mut Machine<'_>,
    home: Home,
    value: Value,
    span: Span,
) -> Result<(), Stop> {
    match home {
        Home::Register(slot, dtype) => match bits_of(&value, dtype) {
            Some(bits) => machine.set_bits(slot, bits),
            None => return Err(machine.internal("a value has another dtype", span)),
        },
        Home::Boxed { .. } => {
            let value = boxed(machine, value, span)?;
            machine.bind_object(home, value);
        }
        Home::Object { .. } => machine.bind_object(home, value),
    }
    Ok(())
}

fn bits_of(value: &Value, dtype: DType) -> Option<u64> {
    with_dtype!(dtype, T => T::of_value(value).map(T::in_register))
}

/// A scalar in memory of its own.
fn boxed(machine: &mut Machine<'_>, value: Value, span: Span) -> Result<Value, Stop> {
    match value {
        Value::Scalar(scalar) => match DynTensor::scalar_of(scalar) {
            Ok(tensor) => Ok(Value::Tensor(tensor)),
            Err(error) => Err(machine.library_failed(error, span)),
        },
        other => Ok(other),
    }
}

fn global(variable: Variable) -> Option<GlobalId> {
    match variable {
        Variable::Global(id) => Some(id),
        Variable::Local(_) => None,
    }
}

/// Remembers that a global has a value, once its code has run.
fn bound(variable: Variable, code: Code<()>) -> Code<()> {
    match global(variable) {
        None => code,
        Some(id) => Box::new(move |machine| {
            code(machine)?;
            mark_bound(machine, Some(id));
            Ok(())
        }),
    }
}

fn mark_bound(machine: &mut Machine<'_>, global: Option<GlobalId>) {
    if let Some(bound) = global.and_then(|id| machine.bound.get_mut(id.0 as usize)) {
        *bound = true;
    }
}

/// A loop that tells where it stands if it is stopped between two rounds.
fn stoppable(code: Code<()>, span: Span) -> Code<()> {
    Box::new(move |machine| match code(machine) {
        Err(Stop::Interrupted) => Err(machine.interrupted(span)),
        other => other,
    })
}
