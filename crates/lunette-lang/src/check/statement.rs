//! Statements.

use lunette::DType;

use super::Checker;
use super::block::{Checked, Want};
use super::expr::peeled;
use super::mistake::{FunctionMistake, ModuleMistake, Remark};
use super::typed::Typed;
use crate::program::{Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{self, Expr, ExprKind};
use crate::types::Type;

impl Checked {
    /// Adds a statement.
    pub(super) fn push(&mut self, kind: StmtKind, span: Span) {
        self.statements.push(Stmt { kind, span });
    }
}

impl Checker<'_> {
    /// One statement, added to those of its block.
    pub(super) fn statement(&mut self, statement: &tree::Stmt, checked: &mut Checked) {
        let span = statement.span;
        match &statement.kind {
            tree::StmtKind::Let(binding) => self.binding(binding, span, checked),
            tree::StmtKind::Store { place, op, op_span, value } => {
                self.store((place, *op, *op_span), value, span, checked);
            }
            tree::StmtKind::Rebind { target, equals, value } => {
                self.rebinding(target, *equals, value, (span, checked));
            }
            tree::StmtKind::Expr { expr, .. } => self.expression_statement(expr, span, checked),
            // It has been declared with the functions around it.
            tree::StmtKind::Fun(_) | tree::StmtKind::Error => {}
            tree::StmtKind::ForRange { name, from, to, step, body } => {
                let parts = [Some(from), Some(to), step.as_ref()];
                self.counting_loop(name, (parts, false), body, (span, checked));
            }
            tree::StmtKind::ForIn { name, over, body } => match &peeled(over).kind {
                // A range as it is written counts as `from` and `to` do, in the dtype of its parts.
                ExprKind::Range(range) if range.start.is_some() && range.end.is_some() => {
                    let parts = [range.start.as_ref(), range.end.as_ref(), range.step.as_ref()];
                    let included = range.notation == tree::RangeNotation::Inclusive;
                    self.counting_loop(name, (parts, included), body, (span, checked));
                }
                _ => self.loop_over(name, over, body, (span, checked)),
            },
            tree::StmtKind::While { condition, body } => self.while_loop(condition, body, (span, checked)),
            tree::StmtKind::Block(block) => {
                let inner = self.block(block, Want::Nothing);
                checked.stores |= inner.stores;
                checked.diverges |= inner.diverges;
                checked.statements.extend(inner.statements);
            }
            tree::StmtKind::Return(value) => self.return_statement(value.as_ref(), span, checked),
            tree::StmtKind::Break => self.leave_round(StmtKind::Break, span, checked),
            tree::StmtKind::Continue => self.leave_round(StmtKind::Continue, span, checked),
            tree::StmtKind::Module { path, path_span, alias } => match self.frame.is_outermost() {
                true => self.import((path, *path_span), alias, checked),
                false => self.report(ModuleMistake::NotOutermost { span }),
            },
        }
    }

    /// An expression for what it does.
    fn expression_statement(&mut self, expr: &Expr, span: Span, checked: &mut Checked) {
        let typed = match &expr.kind {
            ExprKind::If(branch) => self.if_expr(branch, Want::Nothing, span),
            _ => self.expr(expr, None),
        };
        if self.is_unused(&typed) {
            match &peeled(expr).kind {
                // A call may have been written for what it does.
                ExprKind::If(_) | ExprKind::Call(_) => {}
                _ => self.report(Remark::UnusedValue { span: expr.span, compares: is_comparison(expr) }),
            }
        }
        checked.push_expr(typed, span);
    }

    /// Whether there is a value, which goes nowhere.
    fn is_unused(&self, typed: &Typed) -> bool {
        // Of a call without its parentheses only the name may have been read.
        self.in_file() && !self.broken && !typed.is_silent() && *typed.ty() != Type::nothing()
    }

    fn leave_round(&mut self, kind: StmtKind, span: Span, checked: &mut Checked) {
        let breaks = matches!(kind, StmtKind::Break);
        match self.frame.loops.last_mut() {
            Some(broken) => *broken |= breaks,
            None => {
                let word = if breaks { "break" } else { "continue" };
                return self.report(FunctionMistake::OutsideLoop { word, span });
            }
        }
        checked.diverges = true;
        checked.push(kind, span);
    }

    /// A condition: one bool.
    pub(super) fn condition(&mut self, condition: &Expr, what: &'static str) -> Typed {
        let condition = peeled(condition);
        let typed = self.value(condition);
        if !typed.is_silent() && *typed.ty() != Type::Scalar(DType::Bool) {
            // The parentheses belong to the statement.
            let span = peeled(condition).span;
            let (text, ty) = (self.written(span), typed.ty().clone());
            self.report(super::mistake::KindMistake::Condition { what, ty, span, text });
        }
        typed
    }

    /// What is written at a place, if it is short; else dots.
    pub(super) fn written(&self, span: Span) -> String {
        let text = self.sources.get(span.file).map_or("", |source| source.slice(span));
        if text.len() <= 40 && !text.contains('\n') { text.to_owned() } else { "…".to_owned() }
    }

    /// Whether the text comes from a file, the module that is being imported above all.
    pub(super) fn in_file(&self) -> bool {
        self.kind == super::InputKind::File || self.importing.len() > 1
    }
}

/// `x == 5`, where `x = 5` may have been meant.
fn is_comparison(expr: &Expr) -> bool {
    matches!(peeled(expr).kind, ExprKind::Binary { op: tree::BinaryOp::Eq, .. })
}
