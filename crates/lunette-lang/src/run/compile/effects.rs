//! What evaluating an expression can change.

use crate::program::{Block, Expr, ExprKind, Item, PlaceStep, RangeExpr, Stmt, StmtKind};
use crate::run::function::with_stack;

/// Whether evaluating an expression could give a variable of the same call another value. Only statements can, and they
/// stand in blocks; a function that is called has variables of its own.
pub(super) fn may_bind(expr: &Expr) -> bool {
    with_stack(|| binds(expr))
}

fn binds(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Constant(_) | ExprKind::Variable(_) => false,
        ExprKind::If { condition, then, otherwise } => {
            may_bind(condition) || block_may_bind(then) || otherwise.as_deref().is_some_and(block_may_bind)
        }
        ExprKind::Block(block) => block_may_bind(block),
        ExprKind::View(place) => place.steps.iter().any(|step| match step {
            PlaceStep::Index(items, _) => items_may_bind(items),
            PlaceStep::Transform(_, args, _) => args.iter().flatten().any(may_bind),
        }),
        ExprKind::Copy(inner) | ExprKind::Convert(inner) | ExprKind::Unary { operand: inner, .. } => {
            may_bind(inner)
        }
        ExprKind::Binary { left, right, .. }
        | ExprKind::Logic { left, right, .. }
        | ExprKind::Same { left, right, .. }
        | ExprKind::Joined { left, right } => may_bind(left) || may_bind(right),
        ExprKind::Load { base, items } => may_bind(base) || items_may_bind(items),
        ExprKind::Field { tuple, .. } => may_bind(tuple),
        ExprKind::FieldAt { tuple, index } => may_bind(tuple) || may_bind(index),
        ExprKind::Range(range) => range_may_bind(range),
        ExprKind::Stepped { range, every } => may_bind(range) || may_bind(every),
        ExprKind::Tuple(parts)
        | ExprKind::TensorLiteral { elements: parts, .. }
        | ExprKind::Call { args: parts, .. }
        | ExprKind::Fun { captures: parts, .. }
        | ExprKind::Closure { captures: parts, .. } => parts.iter().any(may_bind),
        ExprKind::CallValue { callee, args } => may_bind(callee) || args.iter().any(may_bind),
        ExprKind::Builtin { args, .. } => args.iter().flatten().any(may_bind),
    }
}

fn block_may_bind(block: &Block) -> bool {
    block.statements.iter().any(statement_may_bind) || block.value.as_deref().is_some_and(may_bind)
}

/// Every loop over something gives its variable values, and what leaves a block may skip what would follow it.
fn statement_may_bind(statement: &Stmt) -> bool {
    match &statement.kind {
        StmtKind::Expr(expr) => may_bind(expr),
        StmtKind::While { condition, body } => may_bind(condition) || block_may_bind(body),
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

/// The same of any item of an index.
pub(super) fn items_may_bind(items: &[Item]) -> bool {
    items.iter().any(item_may_bind)
}

fn item_may_bind(item: &Item) -> bool {
    match item {
        Item::At(expr) | Item::Value(expr) | Item::Tensor(expr) | Item::Tuple(expr) => may_bind(expr),
        Item::Range(range) => range_may_bind(range),
        Item::NewAxis | Item::Fill => false,
    }
}

fn range_may_bind(range: &RangeExpr) -> bool {
    [&range.start, &range.end, &range.step, &range.every].into_iter().flatten().any(may_bind)
}
