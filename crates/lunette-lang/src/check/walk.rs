//! Looking through a tree without checking it: which names a function needs from outside, what a loop changes.

use std::collections::HashSet;
use std::sync::Arc;

use super::expr::peeled;
use crate::syntax::tree::{Block, Else, Expr, ExprKind, Let, Param, Stmt, StmtKind};

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

/// The names that a function uses and does not declare itself, in the order of their first use.
pub(super) fn free_names(params: &[Param], body: &Block) -> Vec<Arc<str>> {
    let mut search = Search::default();
    search.function(params, body);
    search.free
}

#[derive(Default)]
struct Search {
    free: Vec<Arc<str>>,
    seen: HashSet<Arc<str>>,
    /// The names declared inside, block by block.
    declared: Vec<HashSet<Arc<str>>>,
}

impl Search {
    fn function(&mut self, params: &[Param], body: &Block) {
        self.declared.push(params.iter().map(|param| param.name.name.clone()).collect());
        self.block(body);
        self.declared.pop();
    }

    fn block(&mut self, block: &Block) {
        let functions = block.statements.iter().filter_map(|statement| match &statement.kind {
            StmtKind::Fun(fun) => Some(fun.name.name.clone()),
            _ => None,
        });
        self.declared.push(functions.collect());
        block.statements.iter().for_each(|statement| self.statement(statement));
        self.declared.pop();
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Let(Let { names, values, .. }) => {
                values.iter().for_each(|value| self.expr(value));
                names.iter().for_each(|(name, _)| self.declare(&name.name));
            }
            StmtKind::Store { place: left, value, .. } | StmtKind::Rebind { target: left, value, .. } => {
                self.expr(left);
                self.expr(value);
            }
            StmtKind::Expr { expr, .. } => self.expr(expr),
            StmtKind::Fun(fun) => self.function(&fun.params, &fun.body),
            StmtKind::ForRange { name, from, to, step, body } => {
                [from, to].into_iter().chain(step).for_each(|part| self.expr(part));
                self.loop_body(Some(&name.name), body);
            }
            StmtKind::ForIn { name, over, body } => {
                self.expr(over);
                self.loop_body(Some(&name.name), body);
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.loop_body(None, body);
            }
            StmtKind::Block(block) => self.block(block),
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Break | StmtKind::Continue | StmtKind::Module { .. } | StmtKind::Error => {}
        }
    }

    fn loop_body(&mut self, variable: Option<&Arc<str>>, body: &Block) {
        self.declared.push(variable.into_iter().cloned().collect());
        self.block(body);
        self.declared.pop();
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.used(name),
            ExprKind::Lambda(lambda) => self.function(&lambda.params, &lambda.body),
            // A method can be a function from outside.
            ExprKind::Member { name, .. } => self.used(&name.name),
            _ => {}
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

    fn declare(&mut self, name: &Arc<str>) {
        if let Some(names) = self.declared.last_mut() {
            names.insert(name.clone());
        }
    }

    fn used(&mut self, name: &Arc<str>) {
        let inside = self.declared.iter().rev().any(|names| names.contains(name));
        if !inside && self.seen.insert(name.clone()) {
            self.free.push(name.clone());
        }
    }
}
