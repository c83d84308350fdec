//! What is legal and yet not what somebody can have meant: W.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A warning.
#[derive(Clone, Debug)]
pub(in crate::check) enum Remark {
    /// A value that goes nowhere.
    UnusedValue { span: Span, compares: bool },
    /// The value of a built-in function, which does nothing but give it; what to write if a name was to have it.
    UnusedCall { name: &'static str, span: Span, cure: Option<String> },
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
            Remark::UnusedCall { name, span, cure } => {
                let headline = format!("unused value: `{name}` changes nothing, it gives a new value");
                let diagnostic = Self::warning("W0001", headline, span, "goes nowhere");
                match cure {
                    Some(cure) => diagnostic.help(format!("write `{cure}`, or name it with `let`")),
                    None => diagnostic.help("show it with `print(…)`, or name it with `let`"),
                }
            }
            Remark::Unreachable { span } => {
                Self::warning("W0002", "this is never reached", span, "never reached")
                    .help("leave it out, or move it before what ends the block")
            }
        }
    }
}
