//! Statements.

use lunette::DType;

use super::Checker;
use super::block::{Checked, Want};
use super::expr::peeled;
use super::mistake::{FunctionMistake, ModuleMistake, Remark};
use super::scope::Symbol;
use super::typed::Typed;
use crate::builtins::{self, Builtin};
use crate::program::{Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree::{self, Call, Expr, ExprKind};
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
                ExprKind::If(_) => {}
                ExprKind::Call(call) => self.unused_call(call, &typed, expr.span),
                _ => self.report(Remark::UnusedValue { span: expr.span, compares: is_comparison(expr) }),
            }
        }
        checked.push_expr(typed, span);
    }

    /// A call whose value goes nowhere. Functions of the program, and built-in ones that do something beside giving a value,
    /// may have been called for what they do.
    fn unused_call(&mut self, call: &Call, typed: &Typed, span: Span) {
        let Some((builtin, first)) = self.built_in(call).filter(|(builtin, _)| !builtin.acts()) else {
            return;
        };
        let place = first.filter(|first| self.could_take(first, typed.ty()));
        let cure = place.map(|place| format!("{} <- {}", self.written(place.span), self.written(span)));
        self.report(Remark::UnusedCall { name: builtin.name, span, cure });
    }

    /// The built-in function that a call means, and its first argument.
    fn built_in<'t>(&self, call: &'t Call) -> Option<(&'static Builtin, Option<&'t Expr>)> {
        match &peeled(&call.callee).kind {
            ExprKind::Name(name) if self.resolve(name).is_none() => {
                Some((builtins::find(name)?, call.args.first().map(|arg| &arg.value)))
            }
            ExprKind::Member { base, name } if self.names_module(base).is_none() => {
                let own = match self.resolve(&name.name) {
                    Some(Symbol::Variable(variable)) => self.may_be_function(variable),
                    Some(Symbol::Function(_)) => true,
                    _ => false,
                };
                builtins::find(&name.name).filter(|_| !own).map(|builtin| (builtin, Some(&**base)))
            }
            _ => None,
        }
    }

    /// Whether an expression is a mutable name of a type: it may have been meant to be changed.
    fn could_take(&self, expr: &Expr, ty: &Type) -> bool {
        let ExprKind::Name(name) = &peeled(expr).kind else { return false };
        let Some(Symbol::Variable(variable)) = self.resolve(name) else { return false };
        self.info(variable).is_some_and(|info| info.mutable && info.ty.erased() == ty.erased())
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
            // The head of its loop has not been read.
            None if self.broken => return,
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
