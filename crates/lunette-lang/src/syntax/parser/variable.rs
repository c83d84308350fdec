//! `let`.

use super::Parser;
use crate::source::Span;
use crate::syntax::mistake::{BindingSlip, Form, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, Ident, Let, StmtKind, TypeExpr};

impl Parser<'_> {
    /// `let [mut] a[: T], b[: T] = x, y`.
    pub(super) fn let_statement(&mut self) -> StmtKind {
        self.bump();
        let mutable = self.at(TokenKind::Mut).then(|| self.span());
        self.eat(TokenKind::Mut);
        let start = self.span();
        let names = self.let_names(mutable.is_some());
        let names_span = self.since(start);
        if names.is_empty() {
            return self.no_statement();
        }
        let values = if self.let_sign(mutable.is_some()) {
            self.let_values()
        } else {
            vec![self.error_expr(self.here())]
        };
        let values = self.as_many(names.len(), values, names_span);
        StmtKind::Let(Let { mutable, names, values })
    }

    /// The names with their types. After a mistake there are none.
    fn let_names(&mut self, mutable: bool) -> Vec<(Ident, Option<TypeExpr>)> {
        let mut names = Vec::new();
        let parens = matches!(self.kind(), TokenKind::LeftParen | TokenKind::LeftBracket);
        if parens {
            self.report(BindingSlip::LetPattern.at(self.span()));
            self.bump();
        }
        loop {
            let mutable = mutable || self.at(TokenKind::Mut);
            if self.at(TokenKind::Mut) {
                self.report(BindingSlip::LetMut.at(self.span()));
                self.bump();
            }
            if self.at(TokenKind::Ampersand) {
                self.report(BindingSlip::LetReference { mutable }.at(self.span()));
                self.bump();
            }
            let Some(name) = self.ident("a variable") else { return Vec::new() };
            let typed = !self.is_walrus() && self.eat(TokenKind::Colon);
            let ty = if typed { Some(self.type_expr()) } else { None };
            names.push((name, ty));
            if !self.eat(TokenKind::Comma) {
                break;
            }
            if self.at(TokenKind::Assign) {
                self.report(BindingSlip::LetTrailingComma.at(self.previous()));
                break;
            }
        }
        if parens && !self.eat(TokenKind::RightParen) {
            self.eat(TokenKind::RightBracket);
        }
        names
    }

    /// The `=`; without it there is no value.
    fn let_sign(&mut self, mutable: bool) -> bool {
        let kind = self.kind();
        match kind {
            _ if self.line_ended() => self.report(BindingSlip::LetWithoutValue.at(self.here())),
            TokenKind::Assign => {
                self.bump();
                return true;
            }
            TokenKind::Colon if self.is_walrus() => {
                let span = self.span().to(self.span_of(self.token(1)));
                self.report(BindingSlip::LetSign { sign: ":=", mutable }.at(span));
                self.bump();
                self.bump();
                return true;
            }
            TokenKind::Store | TokenKind::Equal => {
                self.report(BindingSlip::LetSign { sign: kind.text(), mutable }.at(self.span()));
                self.bump();
                return true;
            }
            TokenKind::Semicolon | TokenKind::RightBrace => {
                self.report(BindingSlip::LetWithoutValue.at(self.span()))
            }
            _ => self.report_expected(Wanted::Text("=")),
        }
        false
    }

    fn let_values(&mut self) -> Vec<Expr> {
        let mut values = vec![self.value()];
        while !self.line_ended() && self.eat(TokenKind::Comma) {
            values.push(self.value());
        }
        values
    }

    /// As many values as names, or one for all.
    fn as_many(&mut self, names: usize, mut values: Vec<Expr>, span: Span) -> Vec<Expr> {
        if values.len() != 1 && values.len() != names {
            if !values.iter().any(Self::is_error) {
                self.report_before(Form::LetCount { names, values: values.len() }.at(span));
            }
            values = vec![self.error_expr(span)];
        }
        values
    }
}
