//! `lunette fmt`: the tree in the house form.
//!
//! The tree becomes a document ([`document`]), which says where lines may break; the layout ([`layout`]) breaks those
//! that are too long. Comments are carried by the places they stand at ([`comments`]): in lists and between statements
//! they keep their lines; elsewhere one that ended a line ends one again, and the others go above the statement or item.

mod comments;
mod document;
mod expression;
mod layout;
mod lists;
mod operators;
mod statement;

use super::lexer;
use super::parser::parse;
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Source;
use crate::stack::with_room;
use comments::Builder;
use document::{Doc, text};

/// How many columns a line may have before it is broken, where it can be.
pub const LINE_WIDTH: usize = 100;

/// The text in the house form: four spaces for each level, one statement to a line, at most one blank line between
/// statements, lists and calls broken over lines where they are longer than [`LINE_WIDTH`]. It says the same as the text
/// and keeps its comments; formatting it again changes nothing.
///
/// # Errors
/// A text with mistakes is not formatted; they are returned.
///
/// ```
/// use lunette_lang::source::{FileId, Source};
/// use lunette_lang::syntax::format;
///
/// let source = Source::new(FileId(0), "-", "let  mut x=[1,2 , 3];x[ 0 ]<-  -1 // first");
/// assert_eq!(format(&source).unwrap(), "let mut x = [1, 2, 3]\nx[0] <- -1 // first\n");
/// ```
pub fn format(source: &Source) -> Result<String, Vec<Diagnostic>> {
    with_room(|| formatted(source))
}

fn formatted(source: &Source) -> Result<String, Vec<Diagnostic>> {
    let (module, mistakes) = parse(source);
    if mistakes.iter().any(|mistake| mistake.severity == Severity::Error) {
        return Err(mistakes);
    }
    let lexed = lexer::lex(&source.text);
    let first_byte = lexed.loader_line.map_or(0, |(_, end)| end);
    let mut builder = Builder::new(&source.text, &lexed.comments);
    let mut lines = builder.lines(&module.statements, first_byte, source.text.len() as u32);
    if let Some((start, end)) = lexed.loader_line {
        let loader = source.text.get(start as usize..end as usize).unwrap_or("").trim_end();
        lines.insert(0, document::Line { blank: false, doc: text(loader) });
    }
    Ok(layout::render(&Doc::lines(lines)))
}
