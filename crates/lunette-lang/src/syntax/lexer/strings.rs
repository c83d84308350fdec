//! Strings. They end on their line, so that a forgotten quote is one mistake and swallows no line but its own.

use super::{Lexer, line_length};
use crate::syntax::literal;
use crate::syntax::mistake::Lexical;
use crate::syntax::token::TokenKind;

impl Lexer<'_> {
    /// Reads a string. Other quotes than `"` are a mistake, and read as if they were right.
    pub(super) fn string(&mut self, quote: char) {
        let start = self.at;
        let line = self.rest().get(..line_length(self.rest())).unwrap_or("").trim_end_matches('\r');
        let closing = closing_quote(quote);
        let length = string_length(line, closing);
        self.at += length.unwrap_or(line.len());
        let token = self.text.get(start..self.at).unwrap_or("");
        if length.is_none() {
            self.mistake(start, self.at, Lexical::OpenString);
        } else if quote != '"' {
            self.mistake(start, start + quote.len_utf8(), Lexical::Quotes { quote });
        }
        for (range, mistake) in literal::wrong_escapes(token) {
            self.mistake(start + range.start, start + range.end, mistake);
        }
        self.push(TokenKind::Str, start);
    }
}

fn closing_quote(quote: char) -> char {
    match quote {
        '“' => '”',
        '‘' => '’',
        same => same,
    }
}

/// How long the string is that the line begins with, both quotes included, if it ends here.
fn string_length(line: &str, closing: char) -> Option<usize> {
    let mut escaped = false;
    for (at, c) in line.char_indices().skip(1) {
        if c == closing && !escaped {
            return Some(at + c.len_utf8());
        }
        escaped = c == '\\' && !escaped;
    }
    None
}
