//! Diagnostics as text: a picture for terminals, plain lines for pipes, JSON for tools.

mod clean;
mod json;
mod plain;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;

pub use self::json::json;

use crate::diagnostic::{CallSite, Diagnostic, Severity};
use crate::source::Sources;

/// For whom a diagnostic is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A pipe or a file: no colours, and every place is named as `path:line:column` at the start of a line.
    Plain,
    /// A terminal: colours, and all labels in one picture of the text.
    Coloured,
}

/// One diagnostic as text, with a line break at its end.
///
/// ```
/// use lunette_lang::diagnostic::render::{Style, text};
/// use lunette_lang::diagnostic::Diagnostic;
/// use lunette_lang::source::{Sources, Span};
///
/// let mut sources = Sources::default();
/// let source = sources.add("a.lun", "let a = b\n");
/// let span = Span { file: source.id, start: 8, end: 9 };
/// let diagnostic = Diagnostic::error("E0201", "there is no `b`", span, "not known here");
/// let plain = text(&diagnostic, &sources, Style::Plain);
/// assert!(plain.starts_with("a.lun:1:9: error[E0201]: there is no `b`\n"));
/// ```
pub fn text(diagnostic: &Diagnostic, sources: &Sources, style: Style) -> String {
    match style {
        Style::Plain => plain::render(diagnostic, sources),
        Style::Coloured => terminal::render(diagnostic, sources),
    }
}

impl Severity {
    /// How messages call it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// The calls that led to a mistake; one that a function makes of itself over and over stands there once, with how often.
fn folded(calls: &[CallSite]) -> Vec<(&CallSite, String)> {
    let runs = calls.chunk_by(|one, next| one == next);
    runs.filter_map(|run| {
        let times = if run.len() > 1 { format!(", {} times", run.len()) } else { String::new() };
        run.first().map(|call| (call, times))
    })
    .collect()
}
