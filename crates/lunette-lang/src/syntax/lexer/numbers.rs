//! Where a number ends.

use super::{Lexer, name_length};
use crate::syntax::literal;
use crate::syntax::token::TokenKind;

impl Lexer<'_> {
    /// Reads a number with whatever letters touch it, so that a wrong suffix is one mistake.
    pub(super) fn number(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let has_radix = matches!(rest.as_bytes(), [b'0', b'x' | b'b' | b'o' | b'X' | b'B' | b'O', ..]);
        let digits = if has_radix { 2 } else { literal::digits_end(rest) };
        let length = digits + name_length(rest.get(digits..).unwrap_or(""));
        self.at += length;
        if let Err(mistake) = literal::number(rest.get(..length).unwrap_or("")) {
            self.mistake(start, self.at, mistake);
        }
        self.push(TokenKind::Number, start);
    }
}
