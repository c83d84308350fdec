//! What each part of a text is, for colours. Any text will do, also one that is being typed.

use super::lexer::{self, Lexed};
use super::token::{Token, TokenKind};

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// A word of the language.
    Keyword,
    /// A name.
    Name,
    /// The name of a function where it is called or made.
    Function,
    /// A number, a truth value, `NewAxis` or `Fill`.
    Number,
    /// A string.
    String,
    /// A comment, or the line for the program loader.
    Comment,
    /// An operator, a bracket or a separator.
    Operator,
    /// The name of a dtype.
    DType,
    /// Something that means nothing.
    Unknown,
}

/// A part of a text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
    /// What it is.
    pub class: Class,
}

/// The parts of a text in order; between them is nothing but space.
///
/// ```
/// use lunette_lang::syntax::{Class, highlight};
/// let text = "print(x) // six";
/// let classes: Vec<Class> = highlight(text).iter().map(|piece| piece.class).collect();
/// use Class::{Comment, Function, Name, Operator};
/// assert_eq!(classes, [Function, Operator, Name, Operator, Comment]);
/// ```
pub fn highlight(text: &str) -> Vec<Piece> {
    let Lexed { tokens, comments, loader_line, .. } = lexer::lex(text);
    let mut words = Words::default();
    let mut pieces = Vec::with_capacity(tokens.len() + comments.len());
    pieces.extend(loader_line.map(|(start, end)| Piece { start, end, class: Class::Comment }));
    let mut comments =
        comments.iter().map(|c| Piece { start: c.start, end: c.end, class: Class::Comment }).peekable();
    for (at, token) in tokens.iter().enumerate() {
        while let Some(comment) = comments.next_if(|comment| comment.start < token.start) {
            pieces.push(comment);
        }
        let class = words.class(text, &tokens, at);
        if token.kind != TokenKind::End {
            pieces.push(Piece { start: token.start, end: token.end, class });
        }
    }
    pieces.extend(comments);
    pieces
}

/// Finds the words that are keywords in their places only.
#[derive(Default)]
struct Words {
    /// How many brackets are open since a `for`, if its header is not over.
    header: Option<u32>,
    /// Whether a `module` stands on this line.
    module: bool,
    /// Whether the token before is such a word.
    after_word: bool,
}

impl Words {
    fn class(&mut self, text: &str, tokens: &[Token], at: usize) -> Class {
        use TokenKind as K;
        let kind = |at: usize| tokens.get(at).map_or(K::End, |token| token.kind);
        let token = kind(at);
        let before = at.checked_sub(1).map_or(K::End, kind);
        self.follow(token, tokens.get(at).is_some_and(|token| token.starts_line));
        self.after_word = token == K::Name && self.is_word(text, tokens.get(at), before);
        match token {
            K::Name if self.after_word => Class::Keyword,
            K::Name if before == K::Fun || kind(at + 1) == K::LeftParen => Class::Function,
            K::Name if kind(at + 1) == K::Less && matches!(kind(at + 2), K::DType(_)) => Class::Function,
            K::Name => Class::Name,
            K::DType(_) => Class::DType,
            K::Number | K::True | K::False | K::NewAxis | K::Fill => Class::Number,
            K::Str => Class::String,
            K::Unknown | K::End => Class::Unknown,
            _ if token.is_keyword() => Class::Keyword,
            _ => Class::Operator,
        }
    }

    /// Follows headers of `for` and lines of `module`.
    fn follow(&mut self, token: TokenKind, starts_line: bool) {
        self.module = token == TokenKind::Module || (self.module && !starts_line);
        self.header = match (token, self.header) {
            (TokenKind::For, _) => Some(0),
            (TokenKind::LeftBrace, Some(0)) => None,
            (_, Some(open)) if token.closer().is_some() => Some(open + 1),
            (_, Some(open)) if token.is_closer() => open.checked_sub(1).filter(|&open| open > 0),
            (_, header) => header,
        };
    }

    /// Whether a name is `as` after a path, or `from`, `to`, `step` or `in` after an operand in a header.
    fn is_word(&self, text: &str, token: Option<&Token>, before: TokenKind) -> bool {
        use TokenKind as K;
        let word = token.and_then(|token| text.get(token.start as usize..token.end as usize)).unwrap_or("");
        let operand =
            before.is_closer() || matches!(before, K::Name | K::Number | K::Str | K::True | K::False);
        let in_header =
            self.header.is_some_and(|open| open <= 1) && matches!(word, "from" | "to" | "step" | "in");
        operand && !self.after_word && (in_header || (self.module && word == "as"))
    }
}
