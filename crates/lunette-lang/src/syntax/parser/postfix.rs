//! What follows an operand and binds tightest: calls, indices, members.

use super::Parser;
use super::call::is_callable;
use super::operators::power;
use crate::syntax::literal;
use crate::syntax::mistake::{ExpressionSlip, Wanted};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind};

impl Parser<'_> {
    /// An operand with its calls, indices and members.
    pub(super) fn postfix(&mut self) -> Expr {
        let mut expr = self.operand();
        loop {
            let ended = self.line_ended();
            expr = match self.kind() {
                TokenKind::LeftParen if !ended => self.call(expr, Vec::new()),
                TokenKind::LeftBracket if !ended => self.index(expr, false),
                TokenKind::Less if !ended && is_callable(&expr) && self.type_arguments_follow() => {
                    let types = self.type_arguments();
                    self.call(expr, types)
                }
                TokenKind::Dot if !ended && self.next_kind() == TokenKind::LeftBracket => {
                    self.bump();
                    self.index(expr, true)
                }
                TokenKind::Dot if self.member_follows(ended) => self.member(expr),
                TokenKind::Dot if !ended => return self.wrong_member(expr),
                _ => return expr,
            };
        }
    }

    /// A line that starts with `.name` goes on with the line before.
    fn member_follows(&self, ended: bool) -> bool {
        let name = self.token(1);
        let word = name.kind.is_keyword() || matches!(name.kind, TokenKind::DType(_));
        let same_line = !(self.context.lines && name.starts_line);
        same_line && (name.kind == TokenKind::Name || (word && !ended))
    }

    /// `x.name`.
    fn member(&mut self, base: Expr) -> Expr {
        let point = self.span();
        if let Some(meant) = self.half_number_before(&base) {
            let span = base.span.to(self.span_of(self.token(1)));
            self.report(ExpressionSlip::HalfNumber { meant }.at(span));
            self.bump();
            self.bump();
            return self.error_expr(span);
        }
        self.bump();
        let Some(name) = self.ident("a member") else { return self.error_expr(base.span.to(point)) };
        let span = base.span.to(name.span);
        self.wrap(Expr { kind: ExprKind::Member { base: Box::new(base), name }, span })
    }

    /// `1.f`, `1.e5`: the point of a number without digits after it. Spaces do not matter, and a call is a call.
    fn half_number_before(&self, base: &Expr) -> Option<String> {
        let name = self.token(1);
        let called = matches!(self.token(2).kind, TokenKind::LeftParen | TokenKind::Less);
        if called || !matches!(base.kind, ExprKind::Int { suffix: None, .. }) {
            return None;
        }
        let digits = self.source.slice(base.span);
        let meant = format!("{digits}.0{}", self.text(name));
        literal::number(&meant).is_ok().then_some(meant)
    }

    /// A point with no name after it.
    fn wrong_member(&mut self, base: Expr) -> Expr {
        let point = self.bump();
        let touching = base.span.end == point.start;
        if let Some(meant) = dotted_operator(self.kind()) {
            let sign = self.kind().text();
            self.report(
                ExpressionSlip::DottedOperator { sign, meant }.at(self.span_of(point).to(self.span())),
            );
            self.bump();
            self.deeper_expr(|parser| parser.binary(power::UNARY));
        } else if self.at(TokenKind::Number) {
            let number = self.text(self.token(0)).to_owned();
            self.report(ExpressionSlip::NumberAsMember { number }.at(self.span()));
            self.bump();
        } else if touching && matches!(base.kind, ExprKind::Int { .. }) {
            let meant = format!("{}.0", self.source.slice(base.span));
            self.report(ExpressionSlip::HalfNumber { meant }.at(base.span.to(self.span_of(point))));
        } else {
            self.report_expected(Wanted::Name("a member"));
        }
        self.error_expr(self.since(base.span))
    }
}

/// The operator that is meant by one with a point before it, `.*`.
fn dotted_operator(kind: TokenKind) -> Option<&'static str> {
    match kind {
        TokenKind::Star => Some("*"),
        TokenKind::Slash => Some("/"),
        TokenKind::Plus => Some("+"),
        TokenKind::Minus => Some("-"),
        TokenKind::Caret | TokenKind::Power => Some("**"),
        TokenKind::Equal => Some("=="),
        _ => None,
    }
}
