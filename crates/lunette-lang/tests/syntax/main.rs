//! Behaviour of the syntax room: what texts say, what is wrong with them, and how they are formatted.
//!
//! `dumps.txt`, `mistakes.txt` and `formatted.txt` are tables: a text, `=>`, and what comes of it.

mod complete;
mod deep;
mod lexical;
mod random;
mod rng;
mod tables;

use lunette_lang::diagnostic::Diagnostic;
use lunette_lang::source::{FileId, Source, Span};
use lunette_lang::syntax::parse;

/// A text as the parser takes it.
fn source(text: &str) -> Source {
    Source::new(FileId(0), "test", text)
}

/// A mistake as `line:column-column code message`, with further labels and cures on lines of their own.
fn shown(source: &Source, mistake: &Diagnostic) -> String {
    let place = |span: Span| {
        let (start, end) = (source.line_column(span.start), source.line_column(span.end));
        format!("{}:{}-{}", start.line, start.column, end.column)
    };
    let mut text = String::new();
    for (k, label) in mistake.labels.iter().enumerate() {
        text += &match k {
            0 if label.text.is_empty() => {
                format!("{} {} {}\n", place(label.span), mistake.code, mistake.message)
            }
            0 => format!("{} {} {} ({})\n", place(label.span), mistake.code, mistake.message, label.text),
            _ => format!("  {} {}\n", place(label.span), label.text),
        };
    }
    for help in &mistake.help {
        text += &format!("  help: {help}\n");
    }
    text
}

/// All mistakes of a text.
fn mistakes(text: &str) -> String {
    let source = source(text);
    parse(&source).1.iter().map(|mistake| shown(&source, mistake)).collect()
}
