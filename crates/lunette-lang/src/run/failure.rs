//! Why a program does not go on, and how that is told.

use lunette::{Error, ErrorKind};

use crate::diagnostic::{CallSite, Diagnostic};
use crate::source::Span;
use crate::words;

/// Why the next thing is not done. What is to be said about a failure waits in the machine, so that results stay as
/// small as what they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    /// A mistake; the machine holds it.
    Failed,
    /// Somebody asked the program to stop.
    Interrupted,
    /// `return`; the machine holds the value.
    Return,
    /// `break`.
    Break,
    /// `continue`.
    Continue,
}

/// A mistake that only running can find.
#[derive(Clone, Debug)]
pub(super) enum Mistake {
    /// What the library says.
    Library(Error),
    /// What the program says by `error` and `assert`, or a function about its arguments.
    Words(String),
    /// More calls inside of each other than there may be.
    TooDeep { limit: usize },
    /// `for` with a step of 0.
    StepZero,
    /// The program has called `exit`.
    Exit { code: u8 },
    /// Somebody asked the program to stop.
    Stopped,
    /// An index that is larger than every length.
    IndexTooLarge { index: u64 },
    /// A field that a tuple does not have.
    Field { index: i64, len: usize },
    /// What the checker should have seen to.
    Internal(&'static str),
}

/// A mistake with where it was made, and the calls that led there.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    pub(super) mistake: Mistake,
    pub(super) span: Span,
    pub(super) notes: Vec<(Span, String)>,
    pub(super) trail: Trail,
}

/// So many calls are named at each end of a long stack of them.
const NAMED_CALLS: usize = 8;

/// Calls, innermost first; of many those at both ends.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    first: Vec<CallSite>,
    last: std::collections::VecDeque<CallSite>,
    left_out: usize,
}

impl Trail {
    /// Calls, the innermost first.
    pub(super) fn of<'c>(calls: impl Iterator<Item = (&'c str, Span)>) -> Self {
        let mut trail = Self::default();
        calls.for_each(|(function, span)| trail.push(function, span));
        trail
    }

    pub(super) fn push(&mut self, function: &str, span: Span) {
        let call = CallSite { function: function.to_owned(), span };
        if self.first.len() < NAMED_CALLS {
            return self.first.push(call);
        }
        self.last.push_back(call);
        if self.last.len() > NAMED_CALLS {
            self.last.pop_front();
            self.left_out += 1;
        }
    }

    fn into_calls(self) -> Vec<CallSite> {
        let mut calls = self.first;
        if let (Some(next), true) = (self.last.front(), self.left_out > 0) {
            calls.push(CallSite {
                function: format!("… {} more calls …", self.left_out), span: next.span
            });
        }
        calls.extend(self.last);
        calls
    }
}

impl Trouble {
    /// What is shown to the user.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let (message, help) = self.mistake.words();
        let mut diagnostic = Diagnostic::error(self.mistake.code(), message, self.span, "");
        for (span, text) in self.notes {
            diagnostic = diagnostic.label(span, text);
        }
        if let Some(help) = help {
            diagnostic = diagnostic.help(help);
        }
        diagnostic.calls(self.trail.into_calls())
    }
}

impl Mistake {
    /// The code with which the program wants to end, if it is that and no mistake.
    pub(super) fn exit_code(&self) -> Option<u8> {
        match self {
            Self::Exit { code } => Some(*code),
            _ => None,
        }
    }

    /// Whether the shapes of several operands do not fit together.
    pub(super) fn is_about_shapes(&self) -> bool {
        let Self::Library(error) = self else { return false };
        use ErrorKind::{Broadcast, Contraction, PartMismatch, ShapeMismatch};
        matches!(
            error.kind(),
            Broadcast { .. } | Contraction { .. } | ShapeMismatch { .. } | PartMismatch { .. }
        )
    }

    fn code(&self) -> &'static str {
        match self {
            Self::Library(error) => code_of(error),
            Self::IndexTooLarge { .. } => "E0701",
            Self::Words(_) => "E0709",
            Self::TooDeep { .. } => "E0708",
            Self::Stopped => "E0710",
            Self::StepZero => "E0711",
            Self::Field { .. } => "E0712",
            Self::Exit { .. } => "E0714",
            Self::Internal(_) => "E0799",
        }
    }

    /// The headline, and a cure.
    fn words(&self) -> (String, Option<String>) {
        match self {
            Self::Library(error) => (words::of_library(error), None),
            Self::Words(words) => (words.clone(), None),
            Self::TooDeep { limit } => (
                format!("the calls are too deep: more than {limit} functions wait for each other"),
                Some("see that the recursion ends, or use a loop".to_owned()),
            ),
            Self::Stopped => ("the program was stopped".to_owned(), None),
            Self::Exit { code } => (
                format!("the program has ended itself with code {code}"),
                Some("what comes after `exit` is not run; a prompt is left with `:quit`".to_owned()),
            ),
            Self::StepZero => ("a loop with a step of 0 would never end".to_owned(), None),
            Self::IndexTooLarge { index } => (words::index_too_large(*index), None),
            Self::Field { index, len } => (
                format!("index {index} is out of range for a tuple of {len} fields"),
                Some(format!("fields are counted from 0 to {}, or from -1 to -{len}", len.saturating_sub(1))),
            ),
            Self::Internal(what) => (
                format!("{what}: this is a mistake of Lunette, not of the program"),
                Some("please report it together with the program".to_owned()),
            ),
        }
    }
}

/// The code of what the library says.
fn code_of(error: &Error) -> &'static str {
    match () {
        () if error.is_index() => "E0701",
        () if error.is_shape() => "E0702",
        () if error.is_dtype() => "E0703",
        () if error.is_read_only() => "E0704",
        () if error.is_memory() => "E0705",
        () if error.is_matrix() => "E0706",
        () if error.is_busy() => "E0707",
        () if error.is_cancelled() => "E0710",
        () => "E0713",
    }
}

/// The axis that an error of the library is about, if it is about one item of an index.
pub(super) fn axis_of(error: &Error) -> Option<usize> {
    match error.kind() {
        ErrorKind::IndexOutOfRange { axis, .. } | ErrorKind::RangeEnd { axis, .. } => Some(*axis),
        ErrorKind::StepZero { axis, .. } => *axis,
        _ => None,
    }
}

/// What is told when the program was stopped inside of the library.
pub(super) fn stopped(span: Span, trail: Trail) -> Diagnostic {
    Trouble { mistake: Mistake::Stopped, span, notes: Vec::new(), trail }.into_diagnostic()
}

/// The same of a program that was stopped in the middle of a store (R18).
pub(super) fn partly_written(diagnostic: Diagnostic) -> Diagnostic {
    diagnostic.help("what it was storing into may be partly written")
}

/// What is told when the program made the interpreter itself fail.
pub(crate) fn broken(words: &str) -> Diagnostic {
    Diagnostic {
        code: "E0799",
        severity: crate::diagnostic::Severity::Error,
        message: format!("Lunette failed inside: {words}"),
        labels: Vec::new(),
        help: vec![
            "this is a mistake of Lunette, not of the program: please report it together with it".to_owned(),
        ],
        calls: Vec::new(),
    }
}
