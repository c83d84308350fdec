//! `if`, `and`, and what is done for its effect.

use super::{Compiler, is_nothing, sequence};
use crate::program::{Block, Expr, ExprKind};
use crate::run::failure::Stop;
use crate::run::function::with_stack;
use crate::run::machine::Code;
use crate::run::register::with_dtype;
use crate::syntax::tree::LogicOp;
use crate::types::Type;

impl Compiler<'_> {
    /// The code of an expression whose value is not wanted.
    pub(super) fn effect_code(&mut self, expr: &Expr) -> Code<()> {
        match &expr.kind {
            ExprKind::If { condition, then, otherwise } => {
                self.if_effect(condition, then, otherwise.as_deref())
            }
            ExprKind::Block(block) => self.block_effect(block),
            ExprKind::Call { function, args } => self.call_effect(*function, args, expr.span),
            _ => match expr.ty {
                Type::Scalar(dtype) if !matches!(expr.kind, ExprKind::View(_)) => with_dtype!(dtype, T => {
                    let code = self.scalar::<T>(expr);
                    Box::new(move |machine| code(machine).map(drop))
                }),
                _ => {
                    let code = self.value_code(expr);
                    Box::new(move |machine| code(machine).map(drop))
                }
            },
        }
    }

    fn if_effect(&mut self, condition: &Expr, then: &Block, otherwise: Option<&Block>) -> Code<()> {
        let conditions = self.conjunction(condition);
        let then = self.block_effect(then);
        match otherwise {
            None => when(conditions, then),
            Some(block) => {
                let otherwise = self.block_effect(block);
                let condition = all_of(conditions);
                Box::new(move |machine| if condition(machine)? { then(machine) } else { otherwise(machine) })
            }
        }
    }

    /// The parts of `a and b and c`.
    fn conjunction(&mut self, condition: &Expr) -> Vec<Code<bool>> {
        with_stack(|| match &condition.kind {
            ExprKind::Logic { op: LogicOp::And, left, right } => {
                let mut parts = self.conjunction(left);
                parts.extend(self.conjunction(right));
                parts
            }
            _ => vec![self.scalar::<bool>(condition)],
        })
    }

    /// The code of a condition.
    pub(super) fn condition(&mut self, condition: &Expr) -> Code<bool> {
        all_of(self.conjunction(condition))
    }

    /// The code of `return`.
    pub(super) fn return_code(&mut self, value: Option<&Expr>) -> Code<()> {
        let Some(value) = value else { return Box::new(|_| Err(Stop::Return)) };
        let result = self.result.clone();
        match result {
            Type::Scalar(dtype) => with_dtype!(dtype, T => {
                let code = self.scalar::<T>(value);
                Box::new(move |machine| {
                    crate::run::register::Kept::give(code(machine)?, machine);
                    Err(Stop::Return)
                })
            }),
            ty if is_nothing(&ty) => {
                let code = self.effect(value);
                sequence(vec![code, Box::new(|_| Err(Stop::Return))])
            }
            _ => {
                let code = self.value(value);
                Box::new(move |machine| {
                    machine.given = Some(code(machine)?);
                    Err(Stop::Return)
                })
            }
        }
    }
}

/// Does something if all conditions hold; they are asked from left to right.
fn when(mut conditions: Vec<Code<bool>>, then: Code<()>) -> Code<()> {
    match (conditions.pop(), conditions.pop(), conditions.is_empty()) {
        (Some(one), None, _) => Box::new(move |machine| if one(machine)? { then(machine) } else { Ok(()) }),
        (Some(second), Some(first), true) => {
            Box::new(move |machine| if first(machine)? && second(machine)? { then(machine) } else { Ok(()) })
        }
        (last, before, _) => {
            conditions.extend(before.into_iter().chain(last));
            let condition = all_of(conditions);
            Box::new(move |machine| if condition(machine)? { then(machine) } else { Ok(()) })
        }
    }
}

fn all_of(mut conditions: Vec<Code<bool>>) -> Code<bool> {
    if conditions.len() == 1 {
        return conditions.swap_remove(0);
    }
    Box::new(move |machine| {
        for condition in &conditions {
            if !condition(machine)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}
