//! The names that a piece of code uses and does not declare itself.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Part, parts};
use crate::check::expr::peeled;
use crate::source::Span;
use crate::syntax::tree::{Block, Expr, ExprKind, Let, Param, Stmt, StmtKind};

/// How a name is used.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::check) enum Use {
    /// As a value.
    Read,
    /// After a point, behind a name or something else: a method can be a function from outside.
    Member(Option<Arc<str>>),
    /// As what is stored to, or part of what is.
    Stored,
    /// On the left of `=`.
    Rebound,
}

/// A name from outside, at its first use of this kind.
#[derive(Clone, Debug)]
pub(in crate::check) struct FreeName {
    pub(in crate::check) name: Arc<str>,
    pub(in crate::check) span: Span,
    pub(in crate::check) as_what: Use,
}

/// The names that a function uses and does not declare itself, in the order of their first use.
pub(in crate::check) fn free_names(params: &[Param], body: &Block) -> Vec<Arc<str>> {
    let mut search = Search::default();
    search.function(params, body);
    let mut seen = HashSet::new();
    search.free.into_iter().map(|free| free.name).filter(|name| seen.insert(name.clone())).collect()
}

/// The uses of names that statements do not declare themselves.
pub(in crate::check) fn free_uses(statements: &[Stmt]) -> Vec<FreeName> {
    let mut search = Search::default();
    search.statements(statements);
    search.free
}

/// The same of an expression.
pub(in crate::check) fn free_uses_in(expr: &Expr) -> Vec<FreeName> {
    let mut search = Search::default();
    search.expr(expr);
    search.free
}

#[derive(Default)]
struct Search {
    free: Vec<FreeName>,
    seen: HashSet<(Arc<str>, Use)>,
    /// The names declared inside, block by block.
    declared: Vec<HashSet<Arc<str>>>,
}

impl Search {
    fn function(&mut self, params: &[Param], body: &Block) {
        self.declared.push(params.iter().map(|param| param.name.name.clone()).collect());
        self.statements(&body.statements);
        self.declared.pop();
    }

    fn statements(&mut self, statements: &[Stmt]) {
        let functions = statements.iter().filter_map(|statement| match &statement.kind {
            StmtKind::Fun(fun) => Some(fun.name.name.clone()),
            _ => None,
        });
        self.declared.push(functions.collect());
        statements.iter().for_each(|statement| self.statement(statement));
        self.declared.pop();
    }

    fn statement(&mut self, statement: &Stmt) {
        match &statement.kind {
            StmtKind::Let(Let { names, values, .. }) => {
                values.iter().for_each(|value| self.expr(value));
                names.iter().for_each(|(name, _)| self.declare(&name.name));
            }
            StmtKind::Store { place, value, .. } => {
                self.expr(place);
                self.place(place, Use::Stored);
                self.expr(value);
            }
            StmtKind::Rebind { target, value, .. } => {
                match &peeled(target).kind {
                    ExprKind::Name(_) => self.place(target, Use::Rebound),
                    _ => self.expr(target),
                }
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
            StmtKind::Block(block) => self.statements(&block.statements),
            StmtKind::Return(value) => value.iter().for_each(|value| self.expr(value)),
            StmtKind::Break | StmtKind::Continue | StmtKind::Module { .. } | StmtKind::Error => {}
        }
    }

    /// The name that a place is a part of.
    fn place(&mut self, place: &Expr, as_what: Use) {
        match &place.kind {
            ExprKind::Name(name) => self.used(name, place.span, as_what),
            ExprKind::Paren(inner) => self.place(inner, as_what),
            ExprKind::Index(index) => self.place(&index.base, as_what),
            _ => {}
        }
    }

    fn loop_body(&mut self, variable: Option<&Arc<str>>, body: &Block) {
        self.declared.push(variable.into_iter().cloned().collect());
        self.statements(&body.statements);
        self.declared.pop();
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Name(name) => self.used(name, expr.span, Use::Read),
            ExprKind::Lambda(lambda) => self.function(&lambda.params, &lambda.body),
            ExprKind::Member { base, name } => {
                let before = match &peeled(base).kind {
                    ExprKind::Name(base) => Some(base.clone()),
                    _ => None,
                };
                self.used(&name.name, name.span, Use::Member(before));
            }
            _ => {}
        }
        let mut found = Vec::new();
        parts(expr, &mut found);
        for part in found {
            match part {
                Part::Expr(expr) => self.expr(expr),
                Part::Block(block) => self.statements(&block.statements),
            }
        }
    }

    fn declare(&mut self, name: &Arc<str>) {
        if let Some(names) = self.declared.last_mut() {
            names.insert(name.clone());
        }
    }

    fn used(&mut self, name: &Arc<str>, span: Span, as_what: Use) {
        let inside = self.declared.iter().rev().any(|names| names.contains(name));
        if !inside && self.seen.insert((name.clone(), as_what.clone())) {
            self.free.push(FreeName { name: name.clone(), span, as_what });
        }
    }
}
