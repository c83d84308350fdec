//! Why a program does not go on, and how that is told.

use lunette::{Error, ErrorKind};

use crate::builtins::Builtin;
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
    Words { words: String, by: &'static Builtin },
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
    /// `{r, step}` of a range that has a step of its own.
    TwoSteps { range: String },
    /// A loop over a range that has no beginning or no end.
    OpenRange { range: String },
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
        let (message, help) = (self.mistake.words(), self.mistake.cure());
        let mut diagnostic = Diagnostic::error(self.mistake.code(), message, self.span, "");
        for (span, text) in self.notes {
            diagnostic = diagnostic.label(span, text);
        }
        diagnostic.help(help).calls(self.trail.into_calls())
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
            Self::Words { .. } => "E0709",
            Self::TooDeep { .. } => "E0708",
            Self::Stopped => "E0710",
            Self::StepZero => "E0711",
            Self::Field { .. } => "E0712",
            Self::Exit { .. } => "E0714",
            Self::TwoSteps { .. } => "E0715",
            Self::OpenRange { .. } => "E0716",
            Self::Internal(_) => "E0799",
        }
    }

    /// The headline.
    fn words(&self) -> String {
        match self {
            Self::Library(error) => words::of_library(error),
            Self::Words { words, .. } => words.clone(),
            Self::TooDeep { limit } => {
                format!("the calls are too deep: more than {limit} functions wait for each other")
            }
            Self::Stopped => "the program was stopped".to_owned(),
            Self::Exit { code } => format!("the program has ended itself with code {code}"),
            Self::StepZero => "a loop with a step of 0 would never end".to_owned(),
            Self::IndexTooLarge { index } => words::index_too_large(*index),
            Self::Field { index, len } => {
                format!("index {index} is out of range for a tuple of {}", words::sized(*len, "field"))
            }
            Self::TwoSteps { range } => {
                format!("a range in braces has no step of its own, and this is {range}")
            }
            Self::OpenRange { range } => {
                format!("a loop needs both ends of a range, and this is {range}")
            }
            Self::Internal(what) => format!("{what}: this is a mistake of Lunette, not of the program"),
        }
    }

    /// What to do about it.
    fn cure(&self) -> String {
        match self {
            Self::Library(error) => words::cure_of(error),
            Self::Words { by, .. } => match by.name {
                "error" => "the program stops itself here: see what leads to this call".to_owned(),
                "assert" => "see why the condition is false".to_owned(),
                _ => format!("`{}`", by.signature()),
            },
            Self::TooDeep { .. } => "see that the recursion ends, or use a loop".to_owned(),
            Self::Stopped => {
                "run it again; names that had got their values keep them at the prompt".to_owned()
            }
            Self::Exit { .. } => {
                "what comes after `exit` is not run; a prompt is left with `:quit`".to_owned()
            }
            Self::StepZero => "take a step above 0, or below 0 to count down".to_owned(),
            Self::IndexTooLarge { .. } => {
                "take an index within the axis: `len(x)` counts the elements".to_owned()
            }
            Self::Field { len, .. } => {
                format!("fields are counted from 0 to {}, or from -1 to -{len}", len.saturating_sub(1))
            }
            Self::TwoSteps { .. } => "leave out one of the steps: `{0:4, 2}`".to_owned(),
            Self::OpenRange { .. } => "write both ends: `0:10`, or `0:len(x)`".to_owned(),
            Self::Internal(_) => "please report it together with the program".to_owned(),
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

/// What is told when the program was stopped before it ran.
pub(crate) fn stopped_early() -> Diagnostic {
    let message = format!("{} while it was being checked", Mistake::Stopped.words());
    let help = vec!["run it again".to_owned()];
    without_place("E0710", message, help)
}

/// What is told when the program made the interpreter itself fail.
pub(crate) fn broken(words: &str) -> Diagnostic {
    let help = "this is a mistake of Lunette, not of the program: please report it together with it";
    without_place("E0799", format!("Lunette failed inside: {words}"), vec![help.to_owned()])
}

fn without_place(code: &'static str, message: String, help: Vec<String>) -> Diagnostic {
    let severity = crate::diagnostic::Severity::Error;
    Diagnostic { code, severity, message, labels: Vec::new(), help, calls: Vec::new() }
}
