//! The builder of documents, and the comments that it takes along.
//!
//! Comments are taken in the order of the text: whoever builds the document of a place first takes those before it.
//! A comment on a line of its own says something about what follows it. Where no line can break before that, it goes above
//! the statement or the item of a list that it stands in, never below: there it would speak of the next one.

use super::document::{Block, Doc, Line, Note, concat, text};
use crate::syntax::token::Comment;
use crate::syntax::tree;

/// Builds the document of a tree.
pub struct Builder<'a> {
    pub(super) text: &'a str,
    comments: &'a [Comment],
    frame: Frame<'a>,
}

/// The comments of the statement or item that is being built for which no line breaks.
#[derive(Default)]
struct Frame<'a> {
    /// Those that go above it.
    above: Vec<Note<'a>>,
    /// Whether its line can still end with one.
    end_is_free: bool,
}

impl<'a> Builder<'a> {
    /// A builder for the tree of this text, which has these comments.
    pub fn new(text: &'a str, comments: &'a [Comment]) -> Self {
        Self { text, comments, frame: Frame::default() }
    }

    /// The text from one byte to another.
    pub(super) fn slice(&self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// Takes the next comment, if it begins before this byte.
    fn take_before(&mut self, end: u32) -> Option<Comment> {
        let (first, rest) = self.comments.split_first()?;
        (first.start < end).then(|| {
            self.comments = rest;
            *first
        })
    }

    fn note(&self, comment: Comment) -> Note<'a> {
        Note { text: self.slice(comment.start, comment.end), own_line: comment.own_line }
    }

    /// Takes the comments that begin before this byte.
    pub(super) fn notes_before(&mut self, end: u32) -> Vec<Note<'a>> {
        let mut notes = Vec::new();
        while let Some(comment) = self.take_before(end) {
            notes.push(self.note(comment));
        }
        notes
    }

    /// Takes the comments that begin before this byte and on the line on which `after` ends.
    fn notes_on_line(&mut self, after: u32, before: u32) -> Vec<Note<'a>> {
        let mut notes = Vec::new();
        while let Some(first) = self.comments.first().filter(|first| first.start < before) {
            if self.slice(after, first.start).contains('\n') {
                break;
            }
            notes.extend(self.take_before(before).map(|comment| self.note(comment)));
        }
        notes
    }

    /// Builds a statement or an item, together with the comments inside it that go above it.
    pub(super) fn framed(
        &mut self,
        end_is_free: bool,
        build: impl FnOnce(&mut Self) -> Doc<'a>,
    ) -> (Vec<Note<'a>>, Doc<'a>) {
        let outer = std::mem::replace(&mut self.frame, Frame { above: Vec::new(), end_is_free });
        let doc = build(self);
        let frame = std::mem::replace(&mut self.frame, outer);
        (frame.above, doc)
    }

    /// The comments before this byte in a place where no line breaks: one that ended a line ends one again.
    pub(super) fn hanging_notes(&mut self, end: u32) -> Option<Doc<'a>> {
        let notes = self.notes_before(end);
        self.hung(notes)
    }

    /// Comments from a place where no line breaks.
    pub(super) fn hung(&mut self, notes: Vec<Note<'a>>) -> Option<Doc<'a>> {
        match notes[..] {
            [] => None,
            [note] if !note.own_line && self.frame.end_is_free => {
                self.frame.end_is_free = false;
                Some(Doc::Note(note))
            }
            _ => {
                self.frame.above.extend(notes.into_iter().map(|note| Note { own_line: true, ..note }));
                None
            }
        }
    }

    /// Whether a comment follows on the line on which `end` is.
    fn has_note_behind(&self, end: u32) -> bool {
        let behind = self.comments.partition_point(|comment| comment.start < end);
        let next = self.comments.get(behind);
        next.is_some_and(|next| !self.slice(end, next.start).contains('\n'))
    }

    /// Whether a blank line stands between two bytes.
    fn blank_between(&self, start: u32, end: u32) -> bool {
        self.slice(start, end).bytes().filter(|&byte| byte == b'\n').count() > 1
    }

    /// The statements between two bytes, with the comments before, between and after them.
    pub fn lines(&mut self, statements: &[tree::Stmt], start: u32, end: u32) -> Vec<Line<'a>> {
        let mut lines = Vec::new();
        let mut last = start;
        for (k, statement) in statements.iter().enumerate() {
            self.comment_lines(&mut lines, &mut last, statement.span.start);
            let mut blank = self.blank_between(last, statement.span.start);
            let next = statements.get(k + 1).map_or(end, |next| next.span.start);
            let (above, doc) = self.statement_line(statement, next);
            for note in above {
                lines.push(Line { blank, doc: text(note.text) });
                blank = false;
            }
            lines.push(Line { blank, doc });
            last = statement.span.end;
        }
        self.comment_lines(&mut lines, &mut last, end);
        if let Some(first) = lines.first_mut() {
            first.blank = false;
        }
        lines
    }

    /// A statement with the comments behind it, and the comments inside that go above it.
    fn statement_line(&mut self, statement: &tree::Stmt, next: u32) -> (Vec<Note<'a>>, Doc<'a>) {
        let end = statement.span.end;
        self.framed(!self.has_note_behind(end), |builder| {
            let doc = builder.statement(statement);
            let inside = builder.hanging_notes(end);
            let behind = builder.notes_on_line(end, next).into_iter().map(Doc::Note);
            concat(std::iter::once(doc).chain(inside).chain(behind))
        })
    }

    /// The comments before a byte as lines of their own.
    fn comment_lines(&mut self, lines: &mut Vec<Line<'a>>, last: &mut u32, end: u32) {
        while let Some(comment) = self.take_before(end) {
            let blank = self.blank_between(*last, comment.start);
            lines.push(Line { blank, doc: text(self.note(comment).text) });
            *last = comment.end;
        }
    }

    /// `{ … }`. On one line stands only what stood so in the text: one short statement without comments.
    pub(super) fn block(&mut self, block: &tree::Block) -> Doc<'a> {
        let mut opening = self.notes_before(block.span.start);
        let (start, end) = (block.span.start + 1, block.span.end.saturating_sub(1));
        let first = block.statements.first().map_or(end, |first| first.span.start);
        opening.extend(self.notes_on_line(start, first));
        let lines = self.lines(&block.statements, start, end);
        let one_line = !self.slice(block.span.start, block.span.end).contains('\n');
        let short = lines.is_empty() || (one_line && is_short(&block.statements));
        let broken = !short || !opening.is_empty() || lines.iter().any(|line| line.doc.is_broken());
        Doc::Block(Box::new(Block { opening, lines, broken }))
    }
}

/// Whether these statements can share a line with their braces.
fn is_short(statements: &[tree::Stmt]) -> bool {
    use tree::StmtKind as S;
    matches!(
        statements,
        [tree::Stmt {
            kind: S::Expr { .. } | S::Return(_) | S::Break | S::Continue | S::Store { .. } | S::Rebind { .. },
            ..
        }]
    )
}
