//! Characters that no token begins with, and comments of other languages.

use super::{Lexer, is_name_start, line_length};
use crate::syntax::mistake::Lexical;
use crate::syntax::token::{Comment, TokenKind};

/// Characters that look like signs of the language, and the signs.
const LOOK_ALIKES: &[(char, &str)] = &[
    ('−', "-"),
    ('–', "-"),
    ('—', "-"),
    ('×', "*"),
    ('·', "*"),
    ('÷', "/"),
    ('∕', "/"),
    ('≤', "<="),
    ('≥', ">="),
    ('≠', "!="),
    ('←', "<-"),
    ('→', "->"),
    ('…', "..."),
    ('，', ","),
    ('；', ";"),
    ('：', ":"),
    ('（', "("),
    ('）', ")"),
    ('［', "["),
    ('］', "]"),
    ('｛', "{"),
    ('｝', "}"),
    ('＝', "="),
    ('＋', "+"),
    ('＊', "*"),
];

impl Lexer<'_> {
    /// Reads what no token begins with: as the sign that it looks like, or as one unknown token for all that touches.
    pub(super) fn stray(&mut self, first: char) {
        let start = self.at;
        let alike = LOOK_ALIKES.iter().find(|(character, _)| *character == first);
        if let Some((kind, sign)) = alike.and_then(|(_, sign)| Some((TokenKind::sign(sign)?, sign))) {
            self.at += first.len_utf8();
            self.mistake(start, self.at, Lexical::LookAlike { found: first, sign });
            self.push(kind, start);
            return;
        }
        let rest = self.rest();
        self.at += rest.find(is_known).filter(|&length| length > 0).unwrap_or(rest.len());
        self.mistake(start, self.at, Lexical::Character { found: first });
        self.push(TokenKind::Unknown, start);
    }

    /// `# …`, Python's comment: read as one.
    pub(super) fn hash_comment(&mut self) {
        let start = self.at;
        self.at += line_length(self.rest());
        let end = start + self.text.get(start..self.at).unwrap_or("").trim_end().len();
        self.mistake(start, start + 1, Lexical::HashComment);
        self.found.comments.push(Comment {
            start: start as u32,
            end: end as u32,
            own_line: self.starts_line,
        });
    }

    /// `/* … */`, C's comment: read as space.
    pub(super) fn block_comment(&mut self) {
        let start = self.at;
        let rest = self.rest();
        let length = rest.get(2..).and_then(|inside| inside.find("*/")).map_or(rest.len(), |at| at + 4);
        self.starts_line |= rest.get(..length).unwrap_or("").contains('\n');
        self.at += length;
        self.mistake(start, start + 2, Lexical::BlockComment);
    }
}

/// Whether a token, a comment or space can begin with this.
fn is_known(c: char) -> bool {
    let quote = matches!(c, '"' | '\'' | '“' | '‘' | '#');
    let alike = LOOK_ALIKES.iter().any(|(character, _)| *character == c);
    let sign = TokenKind::sign(c.encode_utf8(&mut [0; 4])).is_some();
    quote || alike || sign || c.is_ascii_digit() || c.is_whitespace() || is_name_start(c)
}
