//! What evaluating an expression can change.

use crate::program::{Block, Expr, ExprKind, Item, PlaceStep, RangeExpr, Stmt, StmtKind};
use crate::run::function::with_stack;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// A variable of the same call gets another value. Only statements do that, and they stand in blocks; a function
    /// that is called has variables of its own.
    Value,
    /// The same, or memory is stored to, which a function can do with references that it is given.
    Memory,
}

/// Whether evaluating an expression could give a variable of the same call another value.
pub(super) fn may_bind(expr: &Expr) -> bool {
    Change::Value.may_happen(expr)
}

/// Whether evaluating an expression could store to what a variable of the same call refers to.
pub(super) fn may_store(expr: &Expr) -> bool {
    Change::Memory.may_happen(expr)
}

/// The same as `may_bind` of any item of an index.
pub(super) fn items_may_bind(items: &[Item]) -> bool {
    Change::Value.may_happen_in_items(items)
}

impl Change {
    fn may_happen(self, expr: &Expr) -> bool {
        with_stack(|| self.happens(expr))
    }

    fn happens(self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Constant(_) | ExprKind::Variable(_) => false,
            ExprKind::If { condition, then, otherwise } => {
                self.may_happen(condition)
                    || self.may_happen_in_block(then)
                    || otherwise.as_deref().is_some_and(|block| self.may_happen_in_block(block))
            }
            ExprKind::Block(block) => self.may_happen_in_block(block),
            // A reference is an argument: who gets it may store through it.
            ExprKind::View(place) => {
                self == Self::Memory || place.steps.iter().any(|step| self.may_happen_in_step(step))
            }
            ExprKind::Copy(inner) | ExprKind::Convert(inner) | ExprKind::Unary { operand: inner, .. } => {
                self.may_happen(inner)
            }
            ExprKind::Binary { left, right, .. }
            | ExprKind::Logic { left, right, .. }
            | ExprKind::Same { left, right, .. }
            | ExprKind::Joined { left, right } => self.may_happen(left) || self.may_happen(right),
            ExprKind::Load { base, items } => self.may_happen(base) || self.may_happen_in_items(items),
            ExprKind::Field { tuple, .. } => self.may_happen(tuple),
            ExprKind::FieldAt { tuple, index } => self.may_happen(tuple) || self.may_happen(index),
            ExprKind::Range(range) => self.may_happen_in_range(range),
            ExprKind::Stepped { range, every } => self.may_happen(range) || self.may_happen(every),
            ExprKind::Tuple(parts)
            | ExprKind::TensorLiteral { elements: parts, .. }
            | ExprKind::Call { args: parts, .. }
            | ExprKind::Fun { captures: parts, .. }
            | ExprKind::Closure { captures: parts, .. } => self.may_happen_in(parts),
            ExprKind::CallValue { callee, args } => self.may_happen(callee) || self.may_happen_in(args),
            ExprKind::Builtin { args, .. } => self.may_happen_in(args.iter().flatten()),
        }
    }

    fn may_happen_in<'e>(self, exprs: impl IntoIterator<Item = &'e Expr>) -> bool {
        exprs.into_iter().any(|expr| self.may_happen(expr))
    }

    fn may_happen_in_step(self, step: &PlaceStep) -> bool {
        match step {
            PlaceStep::Index(items, _) => self.may_happen_in_items(items),
            PlaceStep::Transform(_, args, _) => self.may_happen_in(args.iter().flatten()),
        }
    }

    fn may_happen_in_block(self, block: &Block) -> bool {
        block.statements.iter().any(|statement| self.may_happen_in_statement(statement))
            || block.value.as_deref().is_some_and(|value| self.may_happen(value))
    }

    /// Every loop over something gives its variable values, and what leaves a block may skip what would follow it.
    fn may_happen_in_statement(self, statement: &Stmt) -> bool {
        match &statement.kind {
            StmtKind::Expr(expr) => self.may_happen(expr),
            StmtKind::While { condition, body } => {
                self.may_happen(condition) || self.may_happen_in_block(body)
            }
            StmtKind::Bind { .. }
            | StmtKind::BindTuple { .. }
            | StmtKind::Store { .. }
            | StmtKind::ForRange { .. }
            | StmtKind::ForIn { .. }
            | StmtKind::Return(_)
            | StmtKind::Break
            | StmtKind::Continue => true,
        }
    }

    fn may_happen_in_items(self, items: &[Item]) -> bool {
        items.iter().any(|item| match item {
            Item::At(expr) | Item::Value(expr) | Item::Tensor(expr) | Item::Tuple(expr) => {
                self.may_happen(expr)
            }
            Item::Range(range) => self.may_happen_in_range(range),
            Item::NewAxis | Item::Fill => false,
        })
    }

    fn may_happen_in_range(self, range: &RangeExpr) -> bool {
        self.may_happen_in([&range.start, &range.end, &range.step, &range.every].into_iter().flatten())
    }
}
