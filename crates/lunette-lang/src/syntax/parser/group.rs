//! Parentheses, lists and braces where a value is expected.

use super::Parser;
use super::operators::store_op;
use crate::syntax::mistake::BlockSlip;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::{Expr, ExprKind};

impl Parser<'_> {
    /// `(a)`, `(a, b)`, `(a,)`, `()`.
    pub(super) fn parens(&mut self) -> Expr {
        let start = self.span();
        let mut list = self.list(true, Self::expr);
        let span = self.since(start);
        match list.items.pop() {
            Some(only) if list.items.is_empty() && !list.trailing => {
                Expr { kind: ExprKind::Paren(Box::new(only)), span }
            }
            last => {
                list.items.extend(last);
                Expr { kind: ExprKind::Tuple(list.items), span }
            }
        }
    }

    /// `[a, b]`, `[[1, 2], [3, 4]]`; F#'s `[a; b]` too.
    pub(super) fn list_literal(&mut self) -> Expr {
        let start = self.span();
        let list = self.list(false, Self::expr);
        Expr { kind: ExprKind::List(list.items), span: self.since(start) }
    }

    /// `{a, b}`: values of a tensor, or a range and its step.
    pub(super) fn braces(&mut self) -> Expr {
        let start = self.span();
        if self.looks_like_block() {
            self.report(BlockSlip::BraceIsNoBlock.at(start));
            self.pass();
            return self.error_expr(self.since(start));
        }
        let list = self.list(true, Self::expr);
        Expr { kind: ExprKind::Braces(list.items), span: self.since(start) }
    }

    /// Whether these braces hold statements.
    fn looks_like_block(&self) -> bool {
        let Some(end) = self.partners.of(self.position) else { return false };
        let mut at = self.position + 1;
        while at < end {
            let Some(token) = self.tokens.get(at) else { return false };
            let kind = token.kind;
            if kind.begins_only_statement() || kind == TokenKind::Assign || store_op(kind).is_some() {
                return true;
            }
            let inside = kind.closer().and_then(|_| self.partners.of(at));
            at = inside.unwrap_or(at) + 1;
        }
        false
    }
}
