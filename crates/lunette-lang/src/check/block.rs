//! Statements one after the other, and the value at their end.

use super::Checker;
use super::mistake::Remark;
use super::scope::{Moment, ScopeId};
use super::typed::Typed;
use super::walk::{Changes, free_uses};
use crate::program::{Block, Stmt, StmtKind};
use crate::source::Span;
use crate::syntax::tree;
use crate::types::Type;

/// Whether somebody wants the value of a block.
#[derive(Clone, Copy, Debug)]
pub(super) enum Want<'t> {
    /// Nobody does.
    Nothing,
    /// A prompt shows it, unless a `;` follows.
    Shown,
    /// Somebody takes it if there is one, preferably of the type.
    Maybe(Option<&'t Type>),
    /// There has to be one.
    Value(Option<&'t Type>),
}

impl Want<'_> {
    /// Whether the last expression is taken as the value. A `;` ends it just as a new line does, but hides it at a prompt.
    fn takes(self, ended: bool) -> bool {
        match self {
            Self::Nothing => false,
            Self::Shown => !ended,
            Self::Maybe(_) | Self::Value(_) => true,
        }
    }
}

/// A block that has been checked.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) statements: Vec<Stmt>,
    pub(super) value: Option<Typed>,
    /// Whether its end is never reached.
    pub(super) diverges: bool,
    /// Whether something in it stores.
    pub(super) stores: bool,
}

impl Checked {
    /// A block that is never reached, and left out because of what would be wrong with its values.
    pub(super) fn unreached() -> Self {
        Self { statements: Vec::new(), value: None, diverges: true, stores: false }
    }

    /// Goes on with an expression for what it does; nothing after it is reached if it never gives a value.
    pub(super) fn push_expr(&mut self, typed: Typed, span: Span) {
        self.stores |= typed.stores;
        self.diverges |= typed.is_never();
        self.statements.push(Stmt { kind: StmtKind::Expr(typed.expr), span });
    }

    /// As the program has it.
    pub(super) fn into_block(self) -> Block {
        Block { statements: self.statements, value: self.value.map(|value| Box::new(value.expr)) }
    }

    /// The same with a value that nobody wants.
    pub(super) fn without_value(mut self) -> Self {
        if let Some(Typed { expr, .. }) = self.value.take() {
            let span = expr.span;
            self.statements.push(Stmt { kind: StmtKind::Expr(expr), span });
        }
        self
    }

    /// The type of its value: nothing without one, never if the end is not reached.
    pub(super) fn ty(&self) -> Type {
        match &self.value {
            Some(value) => value.ty().clone(),
            None if self.diverges => Type::Never,
            None => Type::nothing(),
        }
    }
}

impl Checker<'_> {
    /// The type of a value that a prompt shows.
    pub(super) fn shown(&self, checked: &Checked) -> Option<Type> {
        let value = checked.value.as_ref()?;
        let is_there = *value.ty() != Type::nothing() || !self.says_nothing(&value.expr);
        is_there.then(|| value.ty().clone())
    }

    /// The statements of a text, at its outermost level.
    pub(super) fn text(&mut self, tree: &tree::Module, scope: ScopeId) -> Checked {
        let statements = &tree.statements;
        let Some(names) = self.env.scopes.get_mut(scope.0) else {
            return Checked { statements: Vec::new(), value: None, diverges: false, stores: false };
        };
        let first = names.reserve(statements.len());
        self.frame.scope = scope;
        self.frame.moment = first;
        self.frame.referred = Changes::of_all(statements).referred;
        self.note_upcoming(statements);
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores: false };
        self.box_referred(statements, &mut checked.statements);
        self.declare_outermost_functions(statements, first);
        let want = if self.in_file() { Want::Nothing } else { Want::Shown };
        for (k, statement) in statements.iter().enumerate() {
            self.frame.moment = Moment(first.0.saturating_add(k as u32 + 1));
            self.next_statement(statement, (k, statements), want, &mut checked);
        }
        checked
    }

    /// A block with names of its own.
    pub(super) fn block(&mut self, block: &tree::Block, want: Want<'_>) -> Checked {
        self.in_block(|checker| checker.statements(&block.statements, want))
    }

    /// The statements of a block.
    pub(super) fn statements(&mut self, statements: &[tree::Stmt], want: Want<'_>) -> Checked {
        let mut checked = Checked { statements: Vec::new(), value: None, diverges: false, stores: false };
        self.declare_early_functions(statements);
        for (k, statement) in statements.iter().enumerate() {
            if let tree::StmtKind::Fun(_) = statement.kind {
                self.declare_functions_from(statements, k);
            }
            self.next_statement(statement, (k, statements), want, &mut checked);
            if std::mem::take(&mut self.chosen_end) && checked.diverges {
                self.skipped(free_uses(statements.get(k + 1..).unwrap_or_default()));
                break;
            }
        }
        self.frame.upcoming.pop();
        checked
    }

    /// One statement more; the last one may be the value.
    fn next_statement(
        &mut self,
        statement: &tree::Stmt,
        (k, all): (usize, &[tree::Stmt]),
        want: Want<'_>,
        checked: &mut Checked,
    ) {
        // One remark is enough for all that follows.
        let before = k.checked_sub(1).and_then(|k| all.get(k));
        if checked.diverges && before.is_some_and(|before| self.last_diverging == Some(before.span)) {
            self.report(Remark::Unreachable { span: statement.span });
        }
        let is_last = k + 1 == all.len();
        let diverged = checked.diverges;
        match &statement.kind {
            tree::StmtKind::Expr { expr, ended } if is_last && want.takes(*ended) => {
                let value = self.tail(expr, want);
                // What is never reached, or never comes, is no value.
                if diverged || value.is_never() {
                    checked.push_expr(value, statement.span);
                } else {
                    checked.stores |= value.stores;
                    checked.value = Some(value);
                }
            }
            _ => self.statement(statement, checked),
        }
        if checked.diverges && !diverged {
            self.last_diverging = Some(statement.span);
        }
    }

    /// The expression at the end of a block.
    fn tail(&mut self, expr: &tree::Expr, want: Want<'_>) -> Typed {
        // What stands inside of blocks is not hidden.
        let want = if matches!(want, Want::Shown) { Want::Maybe(None) } else { want };
        match (&expr.kind, want) {
            (tree::ExprKind::If(branch), want) => {
                Typed { span: expr.span, ..self.if_expr(branch, want, expr.span) }
            }
            (_, Want::Value(expected)) => {
                let value = self.value_for(expr, expected);
                self.leaning(value, expected)
            }
            (_, Want::Maybe(expected)) => self.expr(expr, expected),
            (_, Want::Nothing | Want::Shown) => self.expr(expr, None),
        }
    }
}
