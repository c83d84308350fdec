//! Whether `name<…>(` is a call with type arguments or a comparison.

use super::Parser;
use super::types::{close_to, meant_by};
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    /// Whether exactly `<`, types, `>` and `(` follow. Types of other languages are taken for types here, so that the
    /// mistake is about them.
    pub(super) fn type_arguments_follow(&self) -> bool {
        let mut scan = Scan { parser: self, at: self.position + 1, half: false, depth: 0 };
        let types = scan.types();
        types && scan.angle() && !scan.half && scan.kind() == TokenKind::LeftParen
    }
}

/// A look ahead over types that changes nothing.
struct Scan<'a, 'b> {
    parser: &'a Parser<'b>,
    at: usize,
    /// Whether the first half of a `>>` has been passed.
    half: bool,
    depth: u32,
}

impl Scan<'_, '_> {
    fn kind(&self) -> TokenKind {
        self.parser.tokens.get(self.at).map_or(TokenKind::End, |token| token.kind)
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let there = !self.half && self.kind() == kind;
        self.at += usize::from(there);
        there
    }

    /// Passes a `>`, also as half of a `>>`.
    fn angle(&mut self) -> bool {
        if self.kind() == TokenKind::ShiftRight {
            self.at += usize::from(self.half);
            self.half = !self.half;
            return true;
        }
        self.eat(TokenKind::Greater)
    }

    /// One type or more.
    fn types(&mut self) -> bool {
        loop {
            if !self.one() {
                return false;
            }
            if !self.eat(TokenKind::Comma) {
                return true;
            }
        }
    }

    fn one(&mut self) -> bool {
        self.depth += 1;
        let found = self.depth < 64 && self.one_within();
        self.depth -= 1;
        found
    }

    fn one_within(&mut self) -> bool {
        match self.kind() {
            TokenKind::DType(dtype) => self.eat(TokenKind::DType(dtype)),
            TokenKind::LeftParen => self.parens(),
            TokenKind::Fun => {
                self.at += 1;
                self.kind() == TokenKind::LeftParen
                    && self.parens()
                    && (!self.eat(TokenKind::Gives) || self.one())
            }
            TokenKind::Name => self.name(),
            _ => false,
        }
    }

    fn name(&mut self) -> bool {
        let token = self.parser.tokens.get(self.at).copied();
        let name = token.map_or("", |token| self.parser.text(token));
        self.at += 1;
        match name {
            "tensor" => self.tensor(),
            "string" | "range" => true,
            _ if meant_by(name).is_some() => true,
            // `a < b > (c)` makes no sense either.
            _ => self.kind() == TokenKind::Greater && close_to(name).is_some(),
        }
    }

    fn tensor(&mut self) -> bool {
        if !self.eat(TokenKind::Less) {
            return false;
        }
        let TokenKind::DType(dtype) = self.kind() else { return false };
        self.eat(TokenKind::DType(dtype));
        if self.eat(TokenKind::Comma) {
            self.eat(TokenKind::Number);
        }
        self.angle()
    }

    /// `( types )`, the last comma included.
    fn parens(&mut self) -> bool {
        self.at += 1;
        while !self.eat(TokenKind::RightParen) {
            if !self.one() || (!self.eat(TokenKind::Comma) && self.kind() != TokenKind::RightParen) {
                return false;
            }
        }
        true
    }
}
