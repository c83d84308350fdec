//! What is legal and yet not what somebody can have meant: W.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A warning.
#[derive(Clone, Debug)]
pub(in crate::check) enum Remark {
    /// A value that goes nowhere.
    UnusedValue { span: Span, compares: bool },
    /// Code that is never reached.
    Unreachable { span: Span },
}

impl From<Remark> for Diagnostic {
    fn from(remark: Remark) -> Self {
        match remark {
            Remark::UnusedValue { span, compares } => {
                let diagnostic = Self::warning("W0001", "unused value", span, "goes nowhere");
                match compares {
                    true => diagnostic.help("`==` compares; `=` gives a name a new value, `<-` stores"),
                    false => diagnostic.help("show it with `print(…)`, or name it with `let`"),
                }
            }
            Remark::Unreachable { span } => {
                Self::warning("W0002", "this is never reached", span, "never reached")
                    .help("leave it out, or move it before what ends the block")
            }
        }
    }
}
