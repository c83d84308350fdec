//! Where the parser goes on after a mistake.

use super::foreign::is_type;
use super::{Parser, foreign};
use crate::source::Span;
use crate::syntax::mistake::{BlockSlip, ExpressionSlip, Grammar};
use crate::syntax::token::{Token, TokenKind};

impl Parser<'_> {
    /// Goes to the end of the innermost brackets, or of the statement in a block and if nothing closes them.
    pub(super) fn leave(&mut self) {
        let closer = self.open.last().and_then(|&open| self.partners.of(open));
        match closer.filter(|_| !self.context.lines) {
            Some(closer) => self.position = self.position.max(closer),
            None => self.skip_statement(),
        }
        self.reported_at = Some(self.position);
    }

    /// Goes to the end of the statement: a `;`, the next line, or the brace that ends the block. Brackets are passed
    /// whole.
    pub(super) fn skip_statement(&mut self) {
        loop {
            let token = self.token(0);
            let next_line = token.starts_line && self.position > self.statement_start;
            match token.kind {
                TokenKind::End | TokenKind::Semicolon => return,
                _ if next_line => return,
                kind if kind.is_closer() && self.partners.of(self.position).is_some() => return,
                _ => self.pass(),
            }
        }
    }

    /// Passes one token, or whole brackets.
    pub(super) fn pass(&mut self) {
        let closer = self.tokens.get(self.position).and_then(|token| token.kind.closer());
        match closer.and_then(|_| self.partners.of(self.position)) {
            Some(partner) => self.position = partner + 1,
            None => {
                self.bump();
            }
        }
    }

    /// Goes to the next token of one of these kinds before the end of the brackets, whose closing token is `end`.
    pub(super) fn skip_within(&mut self, end: usize, kinds: &[TokenKind]) {
        while self.position < end && !kinds.contains(&self.kind()) && !self.at(TokenKind::End) {
            self.pass();
        }
        self.position = self.position.min(end);
    }

    /// Warns of `a//b`, where a comment was hardly meant.
    pub(super) fn warn_of_comments(&mut self) {
        for comment in &self.comments {
            let (start, end) = (comment.start as usize, comment.end as usize);
            let before = self.source.text.get(..start).and_then(|text| text.chars().next_back());
            let after = self.source.text.get(start + 2..end).and_then(|text| text.chars().next());
            let operand = |c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | ')' | ']');
            if before.is_some_and(operand) && after.is_some_and(operand) {
                let span = Span { file: self.source.id, start: comment.start, end: comment.start + 2 };
                self.mistakes.push(ExpressionSlip::CommentAsDivision.at(span));
            }
        }
    }

    /// Says that a statement is over and something follows; `word` is the word that the statement begins with.
    pub(super) fn report_after_statement(&mut self, word: Option<&'static str>) {
        // The lexer has said what is wrong with it.
        if self.at_open_string() {
            return self.note_damage();
        }
        let found = self.found();
        let here = self.span();
        let kind = self.kind();
        let mistake = match (kind, word) {
            _ if kind.is_closer() => Grammar::Stray { bracket: kind.text() }.at(here),
            (TokenKind::Colon, _) => BlockSlip::ColonBlock.at(here),
            (TokenKind::Else, _) => BlockSlip::ElseWithoutIf.at(here),
            (TokenKind::Comma, _) => ExpressionSlip::BareTuple.at(here),
            (_, Some(word)) => Grammar::OperandOfStatement { found, word }.at(here),
            _ => {
                let cure =
                    self.foreign_infix().map(ToOwned::to_owned).or_else(|| self.called_without_parens());
                Grammar::AfterStatement { found, cure }.at(here)
            }
        };
        self.report(mistake);
    }

    /// `print x`: how the call of the name before is written.
    fn called_without_parens(&self) -> Option<String> {
        let before = self.token_before()?;
        let operand = matches!(self.kind(), TokenKind::Name | TokenKind::Number | TokenKind::Str);
        let is_call = before.kind == TokenKind::Name && operand;
        if let Some(cure) = foreign::cure(self.text(before)).filter(|_| is_call) {
            return Some(cure.to_owned());
        }
        is_call.then(|| format!("a call is written with parentheses: `{}(…)`", self.text(before)))
    }

    /// What to write in place of what other languages put behind a value: `a if c else b`, `7 mod 2`, `f"{x}"`.
    pub(super) fn foreign_infix(&self) -> Option<&'static str> {
        match self.kind() {
            TokenKind::If => Some("a choice is written `if (c) { a } else { b }`"),
            TokenKind::For => Some("what a function gives for each element is `map(x, lambda(a) { … })`"),
            TokenKind::Name => match self.text(self.token(0)) {
                "mod" => Some("the remainder is written `a % b`"),
                "in" => Some("whether a value is among others is asked with `any(x == value)`"),
                "is" => Some("whether two values are equal is asked with `==`"),
                "as" => Some("a value of another dtype is `cast<f32>(x)`"),
                _ => {
                    let is_typed = is_type(self.text(self.token_before()?));
                    is_typed.then_some("a type stands behind a name: `x: f64`")
                }
            },
            TokenKind::Not if self.text(self.token(1)) == "in" => {
                Some("whether a value is not among others is asked with `all(x != value)`")
            }
            TokenKind::Tilde if self.touches(TokenKind::Assign) => {
                Some("whether two values differ is asked with `!=`")
            }
            TokenKind::Gives => Some("a function without a name is written `lambda(x) { x + 1 }`"),
            TokenKind::LeftBrace if self.is_foreign_lambda() => {
                Some("a function without a name is written `lambda(x) { x + 1 }`")
            }
            TokenKind::Number if !self.context.lines && self.token_before()?.kind == TokenKind::Number => {
                Some("a `,` stands between two values: `[1, 2, 3]`")
            }
            TokenKind::Str => {
                let before = self.token_before()?;
                let is_format = self.text(before) == "f" && before.end == self.token(0).start;
                is_format.then_some("values are put into a text with `str`: `\"x = \" + str(x)`")
            }
            _ => None,
        }
    }

    /// `fn(x) { … }`, of which the parentheses have been read.
    fn is_foreign_lambda(&self) -> bool {
        let before = self.position.checked_sub(1).and_then(|at| self.partners.of(at));
        let word = before.and_then(|open| self.tokens.get(open.checked_sub(1)?)).map(|word| self.text(*word));
        matches!(word, Some("fn" | "func" | "function" | "def"))
    }

    fn token_before(&self) -> Option<Token> {
        self.position.checked_sub(1).and_then(|at| self.tokens.get(at)).copied()
    }
}
