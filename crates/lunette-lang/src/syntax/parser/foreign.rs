//! Statements that begin with a word of another language.

use std::str::FromStr;

use lunette::DType;

use super::Parser;
use super::types::meant_by;
use crate::syntax::mistake::{BindingSlip, BlockSlip, FunctionSlip};
use crate::syntax::token::TokenKind;
use crate::syntax::tree::StmtKind;

/// Words that begin statements elsewhere, and what is written here.
const STATEMENTS: &[(&[&str], &str)] = &[
    (
        &["match", "switch", "select"],
        "a choice is written `if (x == 1) { … } else if (x == 2) { … } else { … }`",
    ),
    (&["unless"], "write `if not c { … }`"),
    (&["until"], "write `while not c { … }`"),
    (&["loop", "repeat", "do", "forever"], "write `while true { … }`, which `break` leaves"),
    (&["foreach"], "write `for (x in tensor) { … }`"),
    (&["try", "catch", "except", "finally"], "an error ends the program: ask with `if` before it can happen"),
    (&["raise", "throw"], "an error is made with `error(\"text\")`"),
    (&["class", "struct", "enum", "record"], "values are kept together in a tuple: `(1, 2.5)`"),
    (&["global", "nonlocal"], "a function is given what it changes: `fun f(mut &x) { … }`, `f(&x)`"),
    (
        &["export", "public", "private", "static", "async"],
        "leave the word out: what a module declares can be used by those that take it in",
    ),
    (&["echo", "puts", "say"], "write `print(x)`"),
    (&["del"], "leave it out: a name ends with its block"),
];

/// Words that end blocks elsewhere.
const ENDS: &[&str] = &["end", "endif", "endfor", "endwhile", "endfunction", "fi", "done", "pass"];

impl Parser<'_> {
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
            "import" | "use" | "using" | "include" | "from"
                if named || (next.kind == TokenKind::Str && !next.starts_line) =>
            {
                self.report(FunctionSlip::ForeignImport { word }.at(span));
                Some(self.no_statement())
            }
            "elif" | "elseif" | "elsif" if self.begins_header() => {
                self.report(BlockSlip::Elif { word }.at(span));
                Some(StmtKind::Expr { expr: self.deeper_expr(Self::if_expr), ended: false })
            }
            // The block that it ends was missing, which has been said.
            _ if ENDS.contains(&&*word) && next.starts_line && !self.mistakes.is_empty() => {
                Some(self.no_statement())
            }
            _ => self.foreign_words(word),
        }
    }

    /// `match x { … }`, `raise E`: a word with something behind it that cannot follow a name.
    fn foreign_words(&mut self, word: String) -> Option<StmtKind> {
        let cure = cure(&word)?;
        let next = self.token(1);
        let is_block = |kind: TokenKind| kind == TokenKind::LeftBrace;
        let follows = match next.kind {
            TokenKind::LeftParen => {
                let after = self.partners.of(self.position + 1).and_then(|end| self.tokens.get(end + 1));
                after.is_some_and(|token| is_block(token.kind) && !token.starts_line)
            }
            TokenKind::Name | TokenKind::Number | TokenKind::Str | TokenKind::True | TokenKind::False => true,
            kind => {
                is_block(kind)
                    || matches!(kind, TokenKind::Not | TokenKind::Bang | TokenKind::Fun | TokenKind::Let)
            }
        };
        if next.starts_line || !follows {
            return None;
        }
        // It belongs to a `try`, which has been reported.
        if matches!(&*word, "catch" | "except" | "finally") && !self.mistakes.is_empty() {
            return Some(self.no_statement());
        }
        let span = self.span();
        self.report(BlockSlip::ForeignStatement { word, cure }.at(span));
        Some(self.no_statement())
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

/// What is written in place of a statement that begins with a word.
pub(super) fn cure(word: &str) -> Option<&'static str> {
    STATEMENTS.iter().find(|(words, _)| words.contains(&word)).map(|(_, cure)| *cure)
}

/// Whether a word names a type, here or elsewhere.
pub(super) fn is_type(word: &str) -> bool {
    DType::from_str(word).is_ok() || meant_by(word).is_some()
}
