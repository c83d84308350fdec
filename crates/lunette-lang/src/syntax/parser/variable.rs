//! `let`, and words of other languages that begin statements.

use std::str::FromStr;

use lunette::DType;

use super::Parser;
use super::types::meant_by;
use crate::source::Span;
use crate::syntax::mistake::{BindingSlip, BlockSlip, Form, FunctionSlip, Wanted};
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
        let parens = self.at(TokenKind::LeftParen);
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
        }
        if parens {
            self.eat(TokenKind::RightParen);
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

    /// Statements that begin with a word of another language.
    pub(super) fn foreign_statement(&mut self) -> Option<StmtKind> {
        let word = self.text(self.token(0)).to_owned();
        let next = self.token(1);
        let span = self.span();
        let named = !next.starts_line && next.kind == TokenKind::Name;
        match &*word {
            "def" | "fn" | "func" | "function" if named => {
                self.report(FunctionSlip::ForeignFunction { word }.at(span));
                Some(self.fun_statement())
            }
            "var" | "val" | "const" | "auto" if named => {
                self.report(BindingSlip::ForeignLet { word }.at(span));
                Some(self.let_statement())
            }
            // `int n = 3`, `f64 x = 3`
            _ if named && self.token(2).kind == TokenKind::Assign && is_type(&word) => {
                self.report(BindingSlip::ForeignLet { word }.at(span));
                Some(self.let_statement())
            }
            "import" | "use" | "include" | "from"
                if named || (next.kind == TokenKind::Str && !next.starts_line) =>
            {
                self.report(FunctionSlip::ForeignImport { word }.at(span));
                Some(self.no_statement())
            }
            "elif" | "elseif" | "elsif" if self.begins_header() => {
                self.report(BlockSlip::Elif { word }.at(span));
                Some(StmtKind::Expr { expr: self.deeper_expr(Self::if_expr), ended: false })
            }
            _ => None,
        }
    }

    /// Whether the line goes on to a block, of braces or after a colon.
    fn begins_header(&self) -> bool {
        let mut at = self.position + 1;
        loop {
            match self.tokens.get(at) {
                Some(token) if token.starts_line => return false,
                Some(token) if matches!(token.kind, TokenKind::Semicolon | TokenKind::End) => return false,
                Some(token) if matches!(token.kind, TokenKind::LeftBrace | TokenKind::Colon) => return true,
                Some(_) => at += 1,
                None => return false,
            }
        }
    }
}

/// Whether a word names a type, here or elsewhere.
fn is_type(word: &str) -> bool {
    DType::from_str(word).is_ok() || meant_by(word).is_some()
}
