//! Looking through a tree without checking it: which names a function needs from outside, what a loop changes.

mod free;

use std::collections::HashSet;
use std::sync::Arc;

pub(super) use self::free::{FreeName, Use, free_names, free_uses, free_uses_in};
use super::expr::peeled;
use crate::syntax::tree::{Block, Else, Expr, ExprKind, Let, Stmt, StmtKind};

/// The direct parts of an expression.
fn parts<'a>(expr: &'a Expr, found: &mut Vec<Part<'a>>) {
    match &expr.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Braces(items) => {
            found.extend(items.iter().map(Part::Expr));
        }
        ExprKind::Paren(inner) | ExprKind::Ref(inner) => found.push(Part::Expr(inner)),
        ExprKind::Unary { operand, .. } => found.push(Part::Expr(operand)),
        ExprKind::Member { base, .. } => found.push(Part::Expr(base)),
        ExprKind::Range(range) => {
            found.extend([&range.start, &range.end, &range.step].into_iter().flatten().map(Part::Expr));
        }
        ExprKind::Binary { left, right, .. } | ExprKind::Logic { left, right, .. } => {
            found.extend([Part::Expr(left), Part::Expr(right)]);
        }
        ExprKind::Call(call) => {
            found.push(Part::Expr(&call.callee));
            found.extend(call.args.iter().map(|arg| Part::Expr(&arg.value)));
        }
        ExprKind::Index(index) => {
            found.push(Part::Expr(&index.base));
            found.extend(index.items.iter().map(Part::Expr));
        }
        ExprKind::If(branch) => {
            found.extend([Part::Expr(&branch.condition), Part::Block(&branch.then)]);
            found.extend(branch.otherwise.iter().map(|otherwise| match otherwise {
                Else::Block(block) => Part::Block(block),
                Else::If(expr) => Part::Expr(expr),
            }));
        }
        _ => {}
    }
}

/// A part of a tree.
enum Part<'a> {
    Expr(&'a Expr),
    Block(&'a Block),
}

/// What is changed in a piece of code, found by names alone: other variables of the same name count too.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Names that are rebound.
    pub(super) rebound: HashSet<Arc<str>>,
    /// Names to which something is stored as a whole: a tensor keeps its sizes, a tuple gets other tensors.
    pub(super) stored: HashSet<Arc<str>>,
    /// Names that are rebound to a reference.
    pub(super) referring: HashSet<Arc<str>>,
    /// Names that are referred to with `&`.
    pub(super) referred: HashSet<Arc<str>>,
    /// Names to parts of which something is stored.
    pub(super) partly_stored: HashSet<Arc<str>>,
    /// Whether something is stored, or referred to, which lets others store.
    pub(super) stores: bool,
}

/// Whether an expression stores something, or refers to something, which lets others store.
pub(super) fn stores_in(expr: &Expr) -> bool {
    Changes::default().and_in(expr).stores
}

/// Whether an expression asks for the dtype or the rank of something.
pub(super) fn asks_type(expr: &Expr) -> bool {
    let asks = match &expr.kind {
        ExprKind::Call(call) => matches!(&call.callee.kind, ExprKind::Name(name) if is_type_word(name)),
        ExprKind::Member { name, .. } => is_type_word(&name.name),
        _ => false,
    };
    let mut found = Vec::new();
    parts(expr, &mut found);
    asks || found.iter().any(|part| matches!(part, Part::Expr(expr) if asks_type(expr)))
}

fn is_type_word(name: &str) -> bool {
    matches!(name, "rank" | "dtype")
}

/// The name that a place is a part of.
fn root(place: &Expr) -> Option<&Arc<str>> {
    match &place.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Paren(inner) => root(inner),
        ExprKind::Index(index) => root(&index.base),
        ExprKind::Member { base, .. } => root(base),
        ExprKind::Call(call) => match (&call.callee.kind, call.args.first()) {
            (ExprKind::Member { base, .. }, _) => root(base),
            (_, Some(first)) => root(&first.value),
            _ => None,
        },
        _ => None,
    }
}

impl Changes {
    /// What is changed in a block; functions inside of it cannot change what is outside of them.
    pub(super) fn of(block: &Block) -> Self {
        Self::of_all(&block.statements)
    }

    /// What is changed in statements.
    pub(super) fn of_all(statements: &[Stmt]) -> Self {
        let mut changes = Self::default();
        statements.iter().for_each(|statement| changes.statement(statement));
        changes
    }

    /// The same, and what is changed in an expression.
    pub(super) fn and_in(mut self, expr: &Expr) -> Self {
        self.expr(expr);
        self
    }

    fn block(&mut self, block: &Block) {
        block.statements.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Let(Let { values, .. }) => values.iter().for_each(|value| self.expr(value)),
            StmtKind::Store { place, value, .. } => {
                self.stores = true;
                match &peeled(place).kind {
                    ExprKind::Name(name) => drop(self.stored.insert(name.clone())),
                    _ => self.partly_stored.extend(root(place).cloned()),
                }
                self.expr(place);
                self.expr(value);
            }
            StmtKind::Rebind { target, value, .. } => self.rebinding(target, value),
            StmtKind::Expr { expr, .. } => self.expr(expr),
            StmtKind::ForRange { from, to, step, body, .. } => {
                self.expr(from);
                self.expr(to);
                step.iter().for_each(|step| self.expr(step));
                self.block(body);
            }
            StmtKind::ForIn { over: head, body, .. } | StmtKind::While { condition: head, body } => {
                self.expr(head);
                self.block(body);
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Fun(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Module { .. }
            | StmtKind::Error => {}
        }
    }

    fn rebinding(&mut self, target: &Expr, value: &Expr) {
        if let ExprKind::Name(name) = &peeled(target).kind {
            self.rebound.insert(name.clone());
            if matches!(value.kind, ExprKind::Ref(_)) {
                self.referring.insert(name.clone());
            }
        }
        self.expr(value);
    }

    fn expr(&mut self, expr: &Expr) {
        if let ExprKind::Ref(place) = &expr.kind {
            self.stores = true;
            self.referred.extend(root(place).cloned());
        }
        let mut found = Vec::new();
        parts(expr, &mut found);
        for part in found {
            match part {
                Part::Expr(expr) => self.expr(expr),
                Part::Block(block) => self.block(block),
            }
        }
    }
}
