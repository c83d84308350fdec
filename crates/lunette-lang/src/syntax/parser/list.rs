//! Brackets with items between them.

use super::{Context, Parser};
use crate::source::Span;
use crate::syntax::mistake::{ExpressionSlip, Form, Grammar};
use crate::syntax::token::{Token, TokenKind};

/// What was read between two brackets.
pub(super) struct List<T> {
    pub(super) items: Vec<T>,
    /// Whether a separator stands after the last item.
    pub(super) trailing: bool,
}

/// The separators of one list.
#[derive(Default)]
struct Separators {
    first: Option<(TokenKind, Span)>,
    /// Whether both kinds were found, which is reported once.
    mixed: bool,
}

/// A bracket that has been opened: its token, and what held before it.
pub(super) struct Opened {
    token: Token,
    around: Context,
    height: u32,
}

impl Opened {
    fn closer(&self) -> TokenKind {
        self.token.kind.closer().unwrap_or(TokenKind::RightParen)
    }
}

impl Parser<'_> {
    /// Takes an opening bracket, inside of which `context` holds. Brackets are a level of their own, since reading
    /// them takes more stack than reading operators.
    pub(super) fn open_bracket(&mut self, context: Context) -> Opened {
        let around = std::mem::replace(&mut self.context, context);
        let height = std::mem::take(&mut self.height);
        self.depth += 1;
        self.open.push(self.position);
        Opened { token: self.bump(), around, height }
    }

    /// Takes the closing bracket, or says that it is missing.
    pub(super) fn close_bracket(&mut self, opened: &Opened) {
        let closer = opened.closer();
        if !self.eat(closer) {
            let stray = self.kind().is_closer() && self.partners.of(self.position).is_none();
            if stray { self.wrong_closer(opened) } else { self.unclosed(opened) }
        }
        self.open.pop();
        self.depth -= 1;
        self.height = opened.height.max(self.height + 1);
        self.context = opened.around;
    }

    /// Reads items up to the closing bracket, which is taken too.
    pub(super) fn list<T>(&mut self, open_ranges: bool, item: impl Fn(&mut Self) -> T) -> List<T> {
        let opened = self.open_bracket(Context { lines: false, open_ranges });
        let mut list = List { items: Vec::new(), trailing: false };
        let mut separators = Separators::default();
        while !self.list_ends() {
            let before = self.position;
            list.items.push(item(self));
            list.trailing = self.separator(&opened, &mut separators);
            if !list.trailing {
                break;
            }
            self.ensure_progress(before);
        }
        self.close_bracket(&opened);
        list
    }

    /// Whether no further item can follow: the closing bracket, another's, the end, or a line that begins a statement.
    fn list_ends(&self) -> bool {
        let token = self.token(0);
        let unclosed = self.open.last().is_none_or(|&open| self.partners.of(open).is_none());
        let statement = token.starts_line && unclosed && token.kind.begins_only_statement();
        token.kind.is_closer() || token.kind == TokenKind::End || statement
    }

    /// Takes a separator; without one the list is over, or goes on after a mistake.
    fn separator(&mut self, opened: &Opened, separators: &mut Separators) -> bool {
        match self.kind() {
            TokenKind::Comma | TokenKind::Semicolon => {
                self.check_separator(opened, separators);
                self.bump();
                true
            }
            _ if self.list_ends() => false,
            _ => self.missing_separator(opened),
        }
    }

    /// `;` separates in square brackets and braces, and the same list does not use both.
    fn check_separator(&mut self, opened: &Opened, separators: &mut Separators) {
        let (kind, span) = (self.kind(), self.span());
        if kind == TokenKind::Semicolon && opened.token.kind == TokenKind::LeftParen {
            self.report(ExpressionSlip::SemicolonInParens.at(span));
        }
        let (other, first) = *separators.first.get_or_insert((kind, span));
        if other != kind && !std::mem::replace(&mut separators.mixed, true) {
            self.report(Form::MixedSeparators { first }.at(span));
        }
    }

    /// Two items without a comma: goes to the next comma. If nothing closes the brackets they end here.
    fn missing_separator(&mut self, opened: &Opened) -> bool {
        let Some(end) = self.open.last().and_then(|&open| self.partners.of(open)) else { return false };
        let (found, closer) = (self.found(), opened.closer().text());
        let open = self.span_of(opened.token);
        let cure = self.foreign_infix();
        self.report(Grammar::Separator { found, closer, open, cure }.at(self.span()));
        self.skip_within(end, &[TokenKind::Comma, TokenKind::Semicolon]);
        self.eat(TokenKind::Comma) || self.eat(TokenKind::Semicolon)
    }

    fn wrong_closer(&mut self, opened: &Opened) {
        let (open, bracket) = (self.span_of(opened.token), opened.token.kind.text());
        let (found, closer) = (self.kind().text(), opened.closer().text());
        self.report(Grammar::WrongCloser { open, bracket, found, closer }.at(self.span()));
        self.bump();
    }

    fn unclosed(&mut self, opened: &Opened) {
        let (bracket, closer, missing) =
            (opened.token.kind.text(), opened.closer().text(), self.previous().after());
        let is_known = opened.token.kind == TokenKind::LeftBrace && self.hushed_unclosed > 0;
        self.hushed_unclosed -= u32::from(is_known);
        if is_known || self.open_string_after(opened) {
            self.reported_at = Some(self.position);
            return;
        }
        let comment = self.comment_that_closes(opened);
        let mistake = Grammar::Unclosed { bracket, closer, missing, comment };
        self.report_missing(mistake.at(self.span_of(opened.token)));
    }

    /// Whether a string without an end, which was reported, has swallowed the rest of the bracket's line.
    fn open_string_after(&self, opened: &Opened) -> bool {
        let at = self.open_strings.partition_point(|&start| start < opened.token.end);
        let line = self
            .open_strings
            .get(at)
            .and_then(|&string| self.source.text.get(opened.token.end as usize..string as usize));
        line.is_some_and(|line| !line.contains('\n'))
    }

    /// `(a // b)`: the comment on the line of the opening bracket that swallowed the closing one.
    fn comment_that_closes(&self, opened: &Opened) -> Option<Span> {
        let at = self.comments.partition_point(|comment| comment.start < opened.token.end);
        let comment = self.comments.get(at)?;
        let between = self.source.text.get(opened.token.end as usize..comment.start as usize)?;
        let text = self.source.text.get(comment.start as usize..comment.end as usize)?;
        let swallowed = !between.contains('\n') && text.contains(opened.closer().text());
        swallowed.then_some(Span { file: self.source.id, start: comment.start, end: comment.end })
    }
}
