//! What is told to the user about a mistake: a code, a headline, labelled places, and a cure.
//!
//! Each room has an enum of its mistakes, with one variant each that holds what is needed to explain it, and turns them
//! into diagnostics by one function. Rendering is apart (`render`): for terminals, for pipes, as JSON.

pub mod render;

use crate::source::Span;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The program does not run.
    Error,
    /// The program runs.
    Warning,
}

/// A mistake, as it is shown.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// `E0101` and so on: the kind of mistake, for tools and for searching. All codes stand in `codes`.
    pub code: &'static str,
    /// Whether the program can run all the same.
    pub severity: Severity,
    /// One line, in lower case, without a final stop; both values where two do not fit.
    pub message: String,
    /// The places; the first is the one at fault.
    pub labels: Vec<Label>,
    /// What to write instead, one line each.
    pub help: Vec<String>,
    /// The calls that led here, innermost first: what was called, and where.
    pub calls: Vec<CallSite>,
}

/// A place and what is to say about it.
#[derive(Clone, Debug)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What is there, in few words; may be empty for the place at fault.
    pub text: String,
}

/// A call on the way to a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// The function called.
    pub function: String,
    /// Where it is called.
    pub span: Span,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        let labels = vec![Label { span, text: label.into() }];
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            labels,
            help: Vec::new(),
            calls: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(
        code: &'static str,
        message: impl Into<String>,
        span: Span,
        label: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message, span, label) }
    }

    /// The same with a further place.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// The same with a cure.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// The same with the calls that led to it, innermost first.
    #[must_use]
    pub fn calls(mut self, calls: impl IntoIterator<Item = CallSite>) -> Self {
        self.calls.extend(calls);
        self
    }

    /// The place at fault.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}
