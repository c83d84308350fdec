//! Functions, with and without a name.

use std::sync::Arc;

use super::Parser;
use super::types::meant_by;
use crate::source::Span;
use crate::syntax::mistake::{FunctionSlip, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind, Fun, Lambda, Param, ParamMode, StmtKind, TypeExpr};

impl Parser<'_> {
    /// `fun name(…) -> T { … }`; the word is here, or one that means it.
    pub(super) fn fun_statement(&mut self) -> StmtKind {
        self.bump();
        let name = match self.ident("a function") {
            None if self.at(TokenKind::LeftParen) => self.no_name(),
            None => return self.no_statement(),
            Some(name) => name,
        };
        let params = self.params();
        let result = self.result_type();
        let body = self.block("the function");
        StmtKind::Fun(Arc::new(Fun { name, params, result, body }))
    }

    /// `lambda(…) -> T { … }`.
    pub(super) fn lambda(&mut self) -> Expr {
        let start = self.span();
        self.bump();
        if !self.at(TokenKind::LeftParen) {
            return self.lambda_of_python(start);
        }
        let params = self.params();
        let result = self.result_type();
        let body = self.block("the lambda");
        let lambda = Lambda { params, result, body };
        Expr { kind: ExprKind::Lambda(Arc::new(lambda)), span: self.since(start) }
    }

    /// `lambda x, y: x + y`
    fn lambda_of_python(&mut self, start: Span) -> Expr {
        self.report(FunctionSlip::FunctionBody { lambda: true }.at(start));
        while matches!(self.kind(), TokenKind::Name | TokenKind::Comma) && !self.line_ended() {
            self.bump();
        }
        if self.eat(TokenKind::Colon) {
            self.expr();
        }
        self.error_expr(self.since(start))
    }

    fn params(&mut self) -> Vec<Param> {
        if !self.at(TokenKind::LeftParen) {
            self.report_expected(Wanted::Text("("));
            return Vec::new();
        }
        let list = self.list(false, Self::param);
        list.items.into_iter().flatten().collect()
    }

    /// `a`, `mut a`, `mut &a: T`, `a = 1`.
    fn param(&mut self) -> Option<Param> {
        let start = self.span();
        let mut mutable = self.eat(TokenKind::Mut);
        let reference = self.eat(TokenKind::Ampersand);
        if reference && self.at(TokenKind::Mut) {
            self.report(
                FunctionSlip::MutBehindSign { name: self.text(self.token(1)).to_owned() }.at(self.span()),
            );
            mutable = self.eat(TokenKind::Mut);
        }
        self.type_before_name();
        let mode = match (mutable, reference) {
            (false, false) => ParamMode::Plain,
            (true, false) => ParamMode::Mut,
            (true, true) => ParamMode::Ref,
            (false, true) => ParamMode::ConstRef,
        };
        let name = self.ident("a parameter")?;
        let ty = if self.eat(TokenKind::Colon) { Some(self.type_expr()) } else { None };
        let default = if self.eat(TokenKind::Assign) { Some(self.expr()) } else { None };
        Some(Param { mode, name, ty, default, span: self.since(start) })
    }

    /// `i32 x`: the type is passed over, so that the name is that of the parameter.
    fn type_before_name(&mut self) {
        let (ty, name) = (self.token(0), self.token(1));
        if matches!(ty.kind, TokenKind::DType(_)) && name.kind == TokenKind::Name && !name.starts_line {
            let [ty, name] = [ty, name].map(|token| self.text(token).to_owned());
            self.report(FunctionSlip::TypeBeforeName { ty, name }.at(self.span()));
            self.bump();
        }
    }

    /// Whether a type stands behind the current token, on its line; else a `:` begins a block of another language.
    fn type_follows(&self) -> bool {
        let next = self.token(1);
        let name = self.text(next);
        let named = matches!(name, "tensor" | "string" | "range") || meant_by(name).is_some();
        let other = matches!(next.kind, TokenKind::DType(_) | TokenKind::LeftParen | TokenKind::Fun);
        !next.starts_line && (other || (next.kind == TokenKind::Name && named))
    }

    /// `-> T`, if it is written.
    fn result_type(&mut self) -> Option<TypeExpr> {
        let colon = self.at(TokenKind::Colon) && self.type_follows();
        if colon {
            self.report(FunctionSlip::ResultColon.at(self.span()));
        }
        if colon || self.at(TokenKind::Gives) {
            self.bump();
            return Some(self.type_expr());
        }
        None
    }
}
