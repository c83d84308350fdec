//! Operands: literals, names, brackets, `if` and `lambda`.

use std::sync::Arc;

use super::Parser;
use crate::syntax::literal::{self, Number};
use crate::syntax::mistake::{ExpressionSlip, Form, FunctionSlip, Grammar};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind, IntValue};

impl Parser<'_> {
    /// What stands between operators, before calls and indices.
    pub(super) fn operand(&mut self) -> Expr {
        use TokenKind as K;
        match self.kind() {
            K::Number => self.number(),
            // What it would be is not known.
            K::Str if self.at_open_string() => self.one_token(|_, _| ExprKind::Error),
            K::Str => self.one_token(|_, text| ExprKind::Str(Arc::from(literal::string(text)))),
            K::Name => self.one_token(|_, text| ExprKind::Name(Arc::from(text))),
            K::DType(dtype) => self.one_token(|_, _| ExprKind::DType(dtype)),
            K::True => self.one_token(|_, _| ExprKind::Bool(true)),
            K::False => self.one_token(|_, _| ExprKind::Bool(false)),
            K::NewAxis => self.one_token(|_, _| ExprKind::NewAxis),
            K::Fill => self.one_token(|_, _| ExprKind::Fill),
            K::Star if self.ends_item(self.next_kind()) => self.one_token(|_, _| ExprKind::Whole),
            K::LeftParen => self.parens(),
            K::LeftBracket => self.list_literal(),
            K::LeftBrace => self.braces(),
            K::If => self.if_expr(),
            K::Lambda => self.lambda(),
            _ => self.no_operand(),
        }
    }

    fn one_token(&mut self, read: impl FnOnce(&Self, &str) -> ExprKind) -> Expr {
        let token = self.bump();
        let kind = read(self, self.text(token));
        Expr { kind, span: self.span_of(token) }
    }

    /// A number; the lexer has noted what is wrong with it.
    fn number(&mut self) -> Expr {
        self.one_token(|_, text| match literal::number(text) {
            Ok(Number::Int { magnitude, suffix }) => {
                ExprKind::Int { value: IntValue { magnitude, negative: false }, suffix }
            }
            Ok(Number::Float { value, suffix }) => ExprKind::Float { value, suffix },
            Ok(Number::Imaginary(value)) => ExprKind::Imaginary(value),
            Err(_) => ExprKind::Error,
        })
    }

    /// Whether the current token is a string without an end, which was reported.
    pub(super) fn at_open_string(&self) -> bool {
        self.open_strings.binary_search(&self.token(0).start).is_ok()
    }

    /// Whether an item that is `*` can end before this token.
    fn ends_item(&self, kind: TokenKind) -> bool {
        use TokenKind as K;
        matches!(kind, K::Comma | K::RightParen | K::RightBracket | K::RightBrace)
            || (kind == K::Semicolon && !self.context.lines)
    }

    /// Nothing that could be an operand.
    fn no_operand(&mut self) -> Expr {
        let token = self.token(0);
        let span = self.here();
        match token.kind {
            TokenKind::Dot if self.next_kind() == TokenKind::Number => return self.half_number(),
            TokenKind::Fun if self.next_kind() == TokenKind::LeftParen => {
                self.report(FunctionSlip::FunAsValue.at(span));
                return self.lambda();
            }
            // `|x| x + 1`
            TokenKind::Bar | TokenKind::BarBar if !token.starts_line => {
                self.report(FunctionSlip::FunctionBody { lambda: true }.at(span));
                self.leave();
            }
            kind if (kind.begins_only_statement() || kind == TokenKind::Fun) && !token.starts_line => {
                self.report(Form::StatementAsValue { keyword: kind.text() }.at(span));
            }
            _ => self.report_missing(Grammar::Expression { found: self.found() }.at(span)),
        }
        self.error_expr(span)
    }

    /// `.5`
    fn half_number(&mut self) -> Expr {
        let dot = self.span();
        let meant = format!("0.{}", self.text(self.token(1)));
        self.report(ExpressionSlip::HalfNumber { meant }.at(dot.to(self.span_of(self.token(1)))));
        self.bump();
        let number = self.bump();
        self.error_expr(dot.to(self.span_of(number)))
    }
}
