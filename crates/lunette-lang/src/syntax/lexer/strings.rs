//! Strings. They end on their line, so that a forgotten quote is one mistake and swallows no line but its own, and of
//! that not the brackets that the line would end with.

use super::{Lexer, line_length};
use crate::syntax::literal;
use crate::syntax::mistake::Lexical;
use crate::syntax::token::TokenKind;

/// So many bytes at the end of a line are looked at, so that lines of nothing but brackets cost little.
const LONGEST_TAIL: usize = 64;

impl Lexer<'_> {
    /// Reads a string. Other quotes than `"` are a mistake, and read as if they were right.
    pub(super) fn string(&mut self, quote: char) {
        let start = self.at;
        if quote == '\'' && self.follows_value() {
            self.at += 1;
            self.mistake(start, self.at, Lexical::Transposed);
            return self.push(TokenKind::Unknown, start);
        }
        let line = self.rest().get(..line_length(self.rest())).unwrap_or("").trim_end_matches('\r');
        let closing = closing_quote(quote);
        match string_length(line, closing) {
            Some(length) => {
                self.at += length;
                if quote != '"' {
                    self.mistake(start, start + quote.len_utf8(), Lexical::Quotes { quote });
                }
                let token = self.text.get(start..self.at).unwrap_or("");
                for (range, mistake) in literal::wrong_escapes(token) {
                    self.mistake(start + range.start, start + range.end, mistake);
                }
            }
            None => {
                self.mistake(start, start + line.len(), Lexical::OpenString);
                self.at += line.len() - self.swallowed(line);
            }
        }
        self.push(TokenKind::Str, start);
    }

    /// Whether a value touches what comes: `x'`, which is no string there. `f'…'` is one elsewhere.
    fn follows_value(&self) -> bool {
        let Some(last) = self.found.tokens.last().filter(|last| last.end as usize == self.at) else {
            return false;
        };
        let text = self.text.get(last.start as usize..last.end as usize).unwrap_or("");
        let is_value = matches!(last.kind, TokenKind::Name | TokenKind::RightParen | TokenKind::RightBracket);
        is_value && !matches!(text, "f" | "r" | "b")
    }

    /// How many bytes at the end of a line with an open string were hardly meant to be in it: they close the brackets
    /// that are open on the line, and begin its block. Without them the brackets would be mistakes too.
    fn swallowed(&self, line: &str) -> usize {
        let (mut open, has_block) = self.open_on_line();
        open.drain(..open.len().saturating_sub(LONGEST_TAIL));
        let structure = |c: char| c.is_whitespace() || matches!(c, ')' | ']' | '}' | '{' | ',' | ';');
        let end = line.trim_end_matches(structure).len().max(1).max(line.len().saturating_sub(LONGEST_TAIL));
        let tail = line.get(end..).unwrap_or("");
        let fits = |(at, _): &(usize, char)| closes(tail.get(*at..).unwrap_or(""), &open, has_block);
        tail.char_indices().find(fits).map_or(0, |(at, _)| tail.len() - at)
    }

    /// The brackets that are open on this line so far, and whether a word stands on it that has a block.
    fn open_on_line(&self) -> (Vec<TokenKind>, bool) {
        use TokenKind::{Else, For, Fun, If, Lambda, While};
        let tokens = &self.found.tokens;
        let first = tokens.iter().rposition(|token| token.starts_line).unwrap_or(tokens.len());
        let (mut open, mut has_block) = (Vec::new(), false);
        for token in tokens.get(first..).filter(|_| !self.starts_line).unwrap_or_default() {
            match token.kind.closer() {
                Some(closer) => open.push(closer),
                None if open.last() == Some(&token.kind) => drop(open.pop()),
                None => has_block |= matches!(token.kind, If | Else | For | While | Fun | Lambda),
            }
        }
        (open, has_block)
    }
}

/// Whether a text closes brackets, from the last one on, and then perhaps begins a block.
fn closes(text: &str, open: &[TokenKind], has_block: bool) -> bool {
    let mut open = open.to_vec();
    let mut signs = text.split_whitespace().flat_map(str::chars).peekable();
    let mut any = false;
    while let Some(sign) = signs.next() {
        let closed = open.last().is_some_and(|closer| closer.text().starts_with(sign));
        match sign {
            _ if closed => drop(open.pop()),
            '{' if has_block && signs.peek().is_none() => {}
            ',' | ';' if any => {}
            _ => return false,
        }
        any = true;
    }
    any
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
