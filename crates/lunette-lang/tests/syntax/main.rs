//! Behaviour of the syntax room: what texts say, what is wrong with them, and how they are formatted.

mod complete;
mod deep;
mod dumps;
mod formatted;
mod lexical;
mod mistakes;
mod random;
mod recovery;
mod rng;

use lunette_lang::diagnostic::Diagnostic;
use lunette_lang::source::{FileId, Source};
use lunette_lang::syntax::{dump, parse};

/// A text as the parser takes it.
fn source(text: &str) -> Source {
    Source::new(FileId(0), "test", text)
}

/// The dump of a text without mistakes, without its last line end.
fn dumped(text: &str) -> String {
    let (module, mistakes) = parse(&source(text));
    assert!(mistakes.is_empty(), "{text:?} has mistakes: {mistakes:#?}");
    dump(&module).trim_end().to_owned()
}

/// A mistake as `line:column-column code message`, with further labels and cures after it.
fn shown(source: &Source, mistake: &Diagnostic) -> String {
    let place = |span: lunette_lang::source::Span| {
        let (start, end) = (source.line_column(span.start), source.line_column(span.end));
        format!("{}:{}-{}", start.line, start.column, end.column)
    };
    let mut labels = mistake.labels.iter();
    let first = labels.next().expect("a mistake has a place");
    let mut text = format!("{} {} {}", place(first.span), mistake.code, mistake.message);
    for label in std::iter::once(first).filter(|label| !label.text.is_empty()) {
        text.push_str(&format!(" ({})", label.text));
    }
    for label in labels {
        text.push_str(&format!(" | {} {}", place(label.span), label.text));
    }
    for help in &mistake.help {
        text.push_str(&format!(" | help: {help}"));
    }
    text
}

/// All mistakes of a text.
fn mistakes(text: &str) -> Vec<String> {
    let source = source(text);
    parse(&source).1.iter().map(|mistake| shown(&source, mistake)).collect()
}
