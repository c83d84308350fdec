//! From text to tokens. Every text has tokens: what is wrong in it is noted beside them.

mod numbers;
mod strays;
mod strings;

use super::mistake::Lexical;
use super::token::{Comment, Token, TokenKind};

/// The tokens of a text, and what lies between them.
#[derive(Debug, Default)]
pub struct Lexed {
    /// The tokens; the last is the end of the text.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Comment>,
    /// What is wrong, with the bytes where it stands.
    pub mistakes: Vec<(u32, u32, Lexical)>,
    /// The first line, if it is for the system's program loader (`#!`).
    pub loader_line: Option<(u32, u32)>,
}

/// Cuts a text into tokens.
pub fn lex(text: &str) -> Lexed {
    let mut lexer = Lexer { text, at: 0, starts_line: true, found: Lexed::default() };
    lexer.skip_head();
    while !lexer.rest().is_empty() {
        let before = lexer.at;
        lexer.step();
        debug_assert!(lexer.at > before, "the lexer moves");
    }
    lexer.push(TokenKind::End, text.len());
    lexer.found
}

/// The reader of one text.
struct Lexer<'a> {
    text: &'a str,
    /// The next byte to be read; always at a character's first.
    at: usize,
    /// Whether no token has been seen on this line yet.
    starts_line: bool,
    found: Lexed,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// The token from `start` to here.
    fn push(&mut self, kind: TokenKind, start: usize) {
        let (start, end) = (start as u32, self.at as u32);
        self.found.tokens.push(Token { kind, start, end, starts_line: self.starts_line });
        self.starts_line = false;
    }

    fn mistake(&mut self, start: usize, end: usize, mistake: Lexical) {
        self.found.mistakes.push((start as u32, end as u32, mistake));
    }

    /// A byte order mark and a line for the program loader say nothing to the language.
    fn skip_head(&mut self) {
        self.at = self.text.len() - self.text.trim_start_matches('\u{feff}').len();
        if self.rest().starts_with("#!") {
            let start = self.at;
            self.at += line_length(self.rest());
            self.found.loader_line = Some((start as u32, self.at as u32));
        }
    }

    /// Reads one token, comment or space.
    fn step(&mut self) {
        let Some(first) = self.rest().chars().next() else { return };
        match first {
            '\n' => {
                self.at += 1;
                self.starts_line = true;
            }
            ' ' => self.at += self.rest().bytes().take_while(|&byte| byte == b' ').count(),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | ';' => self.lone_sign(),
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            '0'..='9' => self.number(),
            '"' | '\'' | '“' | '‘' => self.string(first),
            '#' => self.hash_comment(),
            '/' if self.rest().starts_with("//") => self.comment(),
            '/' if self.rest().starts_with("/*") => self.block_comment(),
            _ if is_name_start(first) => self.word(),
            _ => self.sign(first),
        }
    }

    fn comment(&mut self) {
        let start = self.at;
        self.at += line_length(self.rest());
        let text = self.text.get(start..self.at).unwrap_or("").trim_end();
        let end = start + text.len();
        self.found.comments.push(Comment {
            start: start as u32,
            end: end as u32,
            own_line: self.starts_line,
        });
    }

    fn word(&mut self) {
        let start = self.at;
        let length = name_length(self.rest());
        let word = self.rest().get(..length).unwrap_or("");
        self.at += length;
        let mut kind = TokenKind::word(word);
        let assigns = self.rest().starts_with('=') && !self.rest().starts_with("==");
        if kind == TokenKind::FloorDiv && assigns {
            self.at += 1;
            kind = TokenKind::FloorDivAssign;
        }
        self.push(kind, start);
    }

    /// A sign that no longer one begins with: texts are full of them.
    fn lone_sign(&mut self) {
        let start = self.at;
        let kind = self.rest().get(..1).and_then(TokenKind::sign).unwrap_or(TokenKind::Unknown);
        self.at += 1;
        self.push(kind, start);
    }

    /// The longest sign that the text begins with.
    fn sign(&mut self, first: char) {
        let start = self.at;
        let longest =
            |length| self.rest().get(..length).and_then(|text| Some((TokenKind::sign(text)?, length)));
        match [3, 2, 1].into_iter().find_map(longest) {
            Some((kind, length)) => {
                self.at += length;
                self.push(kind, start);
            }
            None => self.stray(first),
        }
    }
}

/// How many bytes there are before the end of the line.
fn line_length(text: &str) -> usize {
    text.find('\n').unwrap_or(text.len())
}

/// Whether a name can begin with this.
pub fn is_name_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

/// Whether a name can go on with this.
pub fn is_name_part(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// How many bytes of the text are parts of a name.
fn name_length(text: &str) -> usize {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let plain = text.bytes().take_while(|byte| is_plain(byte)).count();
    match text.as_bytes().get(plain) {
        Some(byte) if !byte.is_ascii() => text.find(|c| !is_name_part(c)).unwrap_or(text.len()),
        _ => plain,
    }
}
