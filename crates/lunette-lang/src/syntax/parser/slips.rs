//! Stores of other languages: `x++`, `x <<= 1`, `x := 3`.

use super::Parser;
use crate::syntax::mistake::BindingSlip;
use crate::syntax::token::TokenKind;
use crate::syntax::tree::Expr;

impl Parser<'_> {
    /// Whether the current token touches the next, and that is of this kind.
    pub(super) fn touches(&self, kind: TokenKind) -> bool {
        let next = self.token(1);
        next.kind == kind && next.start == self.token(0).end
    }

    /// `x := 3`
    pub(super) fn is_walrus(&self) -> bool {
        self.at(TokenKind::Colon) && self.touches(TokenKind::Assign)
    }

    /// `x <<= 1`
    fn is_unknown_compound(&self) -> bool {
        let operator = matches!(self.kind(), TokenKind::ShiftLeft | TokenKind::ShiftRight | TokenKind::At);
        operator && self.touches(TokenKind::Assign)
    }

    /// `x++`, at the end of a line or of brackets; elsewhere `++` is a `+` too many.
    fn is_increment(&self) -> bool {
        let sign = self.kind();
        let after = self.token(2);
        let ends = after.starts_line
            || after.kind.is_closer()
            || matches!(after.kind, TokenKind::Semicolon | TokenKind::End);
        matches!(sign, TokenKind::Plus | TokenKind::Minus) && self.touches(sign) && ends
    }

    /// Whether one of these stores stands here.
    pub(super) fn at_foreign_store(&self) -> bool {
        self.is_increment() || self.is_unknown_compound() || self.is_walrus()
    }

    /// Reads such a store after its place, and says what to write.
    pub(super) fn foreign_store(&mut self, place: Expr) -> Expr {
        if self.line_ended() || !self.at_foreign_store() {
            return place;
        }
        let sign = self.kind().text();
        let span = self.span().to(self.span_of(self.token(1)));
        let increments = self.is_increment();
        let slip = match self.kind() {
            TokenKind::Colon => BindingSlip::Walrus,
            _ if increments => BindingSlip::Increment { sign },
            _ => BindingSlip::NoCompound { sign },
        };
        self.report(slip.at(span));
        self.bump();
        self.bump();
        if !increments {
            self.deeper_expr(Self::expr);
        }
        self.error_expr(self.since(place.span))
    }
}
