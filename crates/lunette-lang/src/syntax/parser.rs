//! From tokens to a tree: recursive descent, and operators by precedence.
//!
//! The parser always returns a tree and all mistakes. Four rules keep it honest:
//!
//! 1. A second mistake at the same token is not reported: it follows from the first.
//! 2. Every loop moves on ([`Parser::ensure_progress`]).
//! 3. No tree is deeper than [`DEPTH_LIMIT`], chains such as `a + b + c` included, so that whoever walks it may recurse.
//! 4. After a mistake the parser goes on at the next item of the same brackets, or at the next statement ([`recovery`]).

mod call;
mod depth;
mod expression;
mod foreign;
mod function;
mod group;
mod header;
mod index;
mod list;
mod lookahead;
mod operand;
mod operators;
mod postfix;
mod range;
mod recovery;
mod slips;
mod statement;
mod types;
mod variable;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::brackets::Partners;
use super::lexer::{self, Lexed};
use super::mistake::{Form, Grammar, Lexical, Wanted};
use super::token::{Comment, Token, TokenKind};
use super::tree::{Expr, ExprKind, Ident, Module};
use crate::diagnostic::Diagnostic;
use crate::source::{Source, Span};
use crate::stack::with_room;

pub use depth::{CHAIN_LIMIT, DEPTH_LIMIT};
pub(super) use operators::{binary_power, logic_power};

/// Reads a whole text. All mistakes are reported, in the order of the text; the tree holds what could be read.
///
/// ```
/// use lunette_lang::source::{FileId, Source};
/// use lunette_lang::syntax::parse;
///
/// let source = Source::new(FileId(0), "tour.lun", "let x = [1, 2, 3]\nprint(x[1:])\n");
/// let (module, mistakes) = parse(&source);
/// assert_eq!((module.statements.len(), mistakes.len()), (2, 0));
/// ```
pub fn parse(source: &Source) -> (Module, Vec<Diagnostic>) {
    with_room(|| {
        let mut parser = Parser::new(source);
        let statements = parser.module();
        let unread = std::mem::take(&mut parser.unread);
        (Module { statements, unread }, parser.into_mistakes())
    })
}

/// Reads one expression, which may be a reference (`&x[0]`), as the commands that explain expressions take it.
pub fn parse_expression(source: &Source) -> (Expr, Vec<Diagnostic>) {
    let mut parser = Parser::new(source);
    let expr = parser.value();
    while parser.eat(TokenKind::Semicolon) {}
    if !parser.at(TokenKind::End) {
        parser.report_after_statement(None);
    }
    (expr, parser.into_mistakes())
}

/// Whether a text is over, or would go on with another line: inside brackets and blocks, and after an operator.
///
/// A text with a mistake that no further line can cure is over, too: the mistake had better be shown.
///
/// ```
/// use lunette_lang::syntax::is_complete;
/// assert!(is_complete("let x = 3"));
/// assert!(!is_complete("let x ="));
/// assert!(!is_complete("for (i from 0 to 3) {"));
/// assert!(is_complete("print(1))"));
/// ```
pub fn is_complete(text: &str) -> bool {
    let source = Source::new(crate::source::FileId(0), "", text);
    with_room(|| {
        let mut parser = Parser::new(&source);
        parser.module();
        !parser.unfinished
    })
}

/// What the brackets around say about line ends and ranges.
#[derive(Clone, Copy)]
struct Context {
    /// Whether a line end ends the statement: in blocks, not in other brackets.
    lines: bool,
    /// Whether parts of a range can be left out: in indices and tuples.
    open_ranges: bool,
}

/// The state of reading one text.
struct Parser<'a> {
    source: &'a Source,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    partners: Partners,
    position: usize,
    context: Context,
    /// The first token of the statement that is being read.
    statement_start: usize,
    /// The brackets that are open here, by the numbers of their tokens.
    open: Vec<usize>,
    /// How many levels are around.
    depth: u32,
    /// How many levels the deepest finished part of the current level has.
    height: u32,
    /// Whether the outermost statement was found to be too deep.
    deep_statement: bool,
    /// Where strings without an end begin.
    open_strings: Vec<u32>,
    mistakes: Vec<Diagnostic>,
    /// Where the lexer found mistakes, in statements that have not been read to their end.
    lexical: BTreeSet<u32>,
    /// Whether a mistake was found in the innermost statement.
    damaged: bool,
    /// The names in statements with mistakes.
    unread: BTreeSet<Arc<str>>,
    /// The token at which a mistake was last reported.
    reported_at: Option<usize>,
    /// How many `}` may close nothing, because the `{` before them was found to be missing.
    hushed_stray: u32,
    /// How many `{` may stay open, because the `}` behind them was found to be missing.
    hushed_unclosed: u32,
    /// Whether the first mistake is that the text ends too early.
    unfinished: bool,
}

impl<'a> Parser<'a> {
    fn new(source: &'a Source) -> Self {
        let Lexed { tokens, comments, mistakes, .. } = lexer::lex(&source.text);
        let span = |start, end| Span { file: source.id, start, end };
        let open = mistakes.iter().filter(|(_, _, mistake)| *mistake == Lexical::OpenString);
        let open_strings = open.map(|&(start, _, _)| start).collect();
        let lexical = mistakes.iter().map(|&(start, ..)| start).collect();
        let is_rest = |k: usize| k > 0 && is_rest_of_string(&source.text, &mistakes[k - 1], &mistakes[k]);
        let first: Vec<bool> = (0..mistakes.len()).map(|k| !is_rest(k)).collect();
        let said = mistakes.into_iter().zip(first).filter(|(_, first)| *first);
        let mistakes = said.map(|((start, end, mistake), _)| mistake.at(span(start, end))).collect();
        let partners = Partners::find(&tokens);
        let context = Context { lines: true, open_ranges: false };
        Self {
            source,
            tokens,
            comments,
            partners,
            position: 0,
            statement_start: 0,
            context,
            open: Vec::new(),
            depth: 0,
            height: 0,
            deep_statement: false,
            open_strings,
            mistakes,
            lexical,
            damaged: false,
            unread: BTreeSet::new(),
            reported_at: None,
            hushed_stray: 0,
            hushed_unclosed: 0,
            unfinished: false,
        }
    }

    /// The mistakes in the order of the text.
    fn into_mistakes(mut self) -> Vec<Diagnostic> {
        self.warn_of_comments();
        self.mistakes.sort_by_key(|mistake| mistake.span().map(|span| (span.start, span.end)));
        self.mistakes
    }

    /// The token that is `ahead` tokens away; the end repeats.
    fn token(&self, ahead: usize) -> Token {
        let end = Token { kind: TokenKind::End, start: 0, end: 0, starts_line: true };
        let there = self.tokens.get(self.position + ahead);
        there.or_else(|| self.tokens.last()).copied().unwrap_or(end)
    }

    fn kind(&self) -> TokenKind {
        self.token(0).kind
    }

    fn next_kind(&self) -> TokenKind {
        self.token(1).kind
    }

    fn at(&self, kind: TokenKind) -> bool {
        self.kind() == kind
    }

    /// Whether a line end stands before the current token and ends the statement.
    fn line_ended(&self) -> bool {
        let token = self.token(0);
        token.kind == TokenKind::End || (self.context.lines && token.starts_line)
    }

    /// Whether the current token is this word, which is a keyword in its place only.
    fn at_word(&self, word: &str) -> bool {
        self.at(TokenKind::Name) && self.text(self.token(0)) == word
    }

    fn text(&self, token: Token) -> &'a str {
        self.source.text.get(token.start as usize..token.end as usize).unwrap_or("")
    }

    /// Takes the current token; the end stays.
    fn bump(&mut self) -> Token {
        let token = self.token(0);
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    fn eat(&mut self, kind: TokenKind) -> bool {
        let there = self.at(kind);
        if there {
            self.bump();
        }
        there
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let there = self.at_word(word);
        if there {
            self.bump();
        }
        there
    }

    fn expect(&mut self, kind: TokenKind) -> bool {
        let there = self.eat(kind);
        if !there {
            self.report_expected(Wanted::Text(kind.text()));
        }
        there
    }

    fn span_of(&self, token: Token) -> Span {
        Span { file: self.source.id, start: token.start, end: token.end }
    }

    /// Where the current token stands.
    fn span(&self) -> Span {
        self.span_of(self.token(0))
    }

    /// Where the token before stands.
    fn previous(&self) -> Span {
        let start = Span { file: self.source.id, start: 0, end: 0 };
        let before = self.position.checked_sub(1).and_then(|at| self.tokens.get(at));
        before.map_or(start, |token| self.span_of(*token))
    }

    /// From `start` to the end of what was read last.
    fn since(&self, start: Span) -> Span {
        Span { end: self.previous().end.max(start.start), ..start }
    }

    /// Where to say that something is missing: at the token that stands there instead, or, if that is on another line,
    /// after the token before.
    fn here(&self) -> Span {
        let token = self.token(0);
        let next_line = token.starts_line && self.position > self.statement_start;
        if next_line || token.kind == TokenKind::End { self.previous().after() } else { self.span() }
    }

    /// The current token as messages name it.
    fn found(&self) -> String {
        match self.kind() {
            TokenKind::End => "the end of the text".to_owned(),
            _ => {
                let text = self.text(self.token(0));
                let short: String = text.chars().take(24).collect();
                let rest = if short.len() < text.len() { "…" } else { "" };
                format!("`{short}{rest}`")
            }
        }
    }

    /// Takes down a mistake, unless one was found at this token (rule 1).
    fn report(&mut self, mistake: Diagnostic) {
        // In open brackets, what the end of the text is taken for can come on another line.
        self.unfinished |= self.mistakes.is_empty() && self.at(TokenKind::End) && !self.open.is_empty();
        if self.reported_at != Some(self.position) && !self.at(TokenKind::Unknown) {
            self.mistakes.push(mistake);
        }
        self.note_damage();
    }

    /// Takes down a mistake in what has been read of the statement; more can be said about this token.
    fn report_before(&mut self, mistake: Diagnostic) {
        self.mistakes.push(mistake);
        self.damaged = true;
    }

    /// Remembers that the statement cannot be read, and that enough has been said about this token.
    fn note_damage(&mut self) {
        self.damaged = true;
        self.reported_at = Some(self.position);
    }

    /// Takes down that something is missing which another line could bring.
    fn report_missing(&mut self, mistake: Diagnostic) {
        self.unfinished |= self.mistakes.is_empty() && self.at(TokenKind::End);
        self.report(mistake);
    }

    fn report_expected(&mut self, wanted: Wanted) {
        self.report(Grammar::Expected { wanted, found: self.found() }.at(self.here()));
    }

    /// Moves on if a loop has not (rule 2).
    fn ensure_progress(&mut self, before: usize) {
        if self.position <= before {
            self.bump();
        }
    }

    /// A name that is made here; what it is of stands in the message.
    fn ident(&mut self, of: &'static str) -> Option<Ident> {
        if self.kind().is_keyword() && self.next_kind() == TokenKind::Name && !self.token(1).starts_line {
            self.report_expected(Wanted::Name(of));
            self.bump();
        }
        let token = self.token(0);
        let name = self.text(token);
        match token.kind {
            TokenKind::Name => {}
            TokenKind::DType(_) => {
                self.report(Form::DTypeAsName { name: name.to_owned() }.at(self.span()));
                // Where it is used, the name is meant and not the dtype.
                self.unread.insert(Arc::from(name));
            }
            kind if kind.is_keyword() && !token.starts_line => {
                self.report(Form::KeywordAsName { keyword: name.to_owned() }.at(self.span()));
            }
            _ => {
                self.report_expected(Wanted::Name(of));
                return None;
            }
        }
        self.bump();
        Some(Ident { name: Arc::from(name), span: self.span_of(token) })
    }

    /// A name for what has none because of a mistake. No text can spell it.
    fn no_name(&self) -> Ident {
        Ident { name: Arc::from("<unnamed>"), span: self.here() }
    }

    fn error_expr(&self, span: Span) -> Expr {
        Expr { kind: ExprKind::Error, span }
    }
}

/// A mistake of the lexer, with where it begins and ends.
type AtBytes = (u32, u32, Lexical);

/// Whether a string without an end is the rest of the one before, which was broken over two lines.
fn is_rest_of_string(text: &str, before: &AtBytes, rest: &AtBytes) -> bool {
    let (first, _, before) = before;
    let (start, end, mistake) = rest;
    let between = text.get(*first as usize..*start as usize).unwrap_or("");
    let after = text.get(*start as usize + 1..*end as usize).unwrap_or("x");
    [before, mistake].into_iter().all(|mistake| *mistake == Lexical::OpenString)
        && between.matches('\n').count() == 1
        && after.chars().all(|c| c.is_whitespace() || matches!(c, ')' | ']' | '}' | ',' | ';'))
}
