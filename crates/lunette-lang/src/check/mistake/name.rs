//! Mistakes of names: E0201 to E0209.

use std::sync::Arc;

use super::{foreign, with_meant};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A mistake of a name.
#[derive(Clone, Debug)]
pub(in crate::check) enum NameMistake {
    /// Nothing has this name.
    Unknown { name: Arc<str>, span: Span, similar: Option<String> },
    /// The library of another language, with the member that is named behind it.
    Prefix { name: Arc<str>, span: Span, member: Arc<str> },
    /// `x[None]`.
    EmptyItem { name: Arc<str>, span: Span },
    /// The name is declared further down.
    UsedTooEarly { name: Arc<str>, span: Span, declared: Span },
    /// A name in the value that it is to get.
    OwnValue { name: Arc<str>, span: Span, declared: Span },
    /// A lambda that calls itself by the name that it is to get.
    RecursiveLambda { name: Arc<str>, span: Span, lambda: Span },
    /// A function is called before a name that it reads has its value.
    CalledTooEarly { function: Arc<str>, span: Span, name: Arc<str>, declared: Span },
    /// Two functions or parameters of one name.
    DeclaredTwice { noun: &'static str, name: Arc<str>, span: Span, first: Span },
    /// A `fun` uses a mutable name from outside of it.
    MutableOutside { name: Arc<str>, span: Span, declared: Span },
    /// A module where a value is expected.
    ModuleAsValue { name: Arc<str>, span: Span },
}

impl From<NameMistake> for Diagnostic {
    fn from(mistake: NameMistake) -> Self {
        match mistake {
            NameMistake::Unknown { name, span, similar } => {
                let headline = format!("nothing is called `{name}` here");
                with_meant(Self::error("E0201", headline, span, "not known"), &name, similar)
            }
            NameMistake::Prefix { name, span, member } => {
                let headline = format!("nothing is called `{name}` here");
                let diagnostic = Self::error("E0201", headline, span, "not known");
                match foreign::member_cure(&name, &member) {
                    Some(cure) => diagnostic.help(cure),
                    None => with_meant(diagnostic, &name, None),
                }
            }
            NameMistake::EmptyItem { name, span } => {
                let headline = format!("nothing is called `{name}` here");
                Self::error("E0201", headline, span, "not known").help("a new axis is written `x[NewAxis]`")
            }
            NameMistake::UsedTooEarly { name, span, declared } => {
                let headline = format!("`{name}` is used before it is declared");
                Self::error("E0202", headline, span, "not known yet")
                    .label(declared, "declared here")
                    .help(format!("move the declaration of `{name}` further up"))
            }
            NameMistake::OwnValue { name, span, declared } => {
                let headline = format!("`{name}` has no value yet where its own is computed");
                Self::error("E0202", headline, span, "not known yet")
                    .label(declared, "declared here")
                    .help(format!("give `{name}` a first value in a `let mut` before, then `{name} <- …`"))
            }
            NameMistake::RecursiveLambda { name, span, lambda } => {
                let headline = format!("a lambda does not know the name `{name}` that it gets");
                Self::error("E0201", headline, span, "not known")
                    .label(lambda, "this lambda")
                    .help(format!("a function can call itself: `fun {name}(…) {{ … }}`"))
            }
            NameMistake::CalledTooEarly { function, span, name, declared } => {
                let headline = format!("`{function}` is called before `{name}`, which it reads, has a value");
                Self::error("E0203", headline, span, "called too early")
                    .label(declared, format!("`{name}` gets its value here"))
                    .help(format!("move the call below the declaration of `{name}`"))
            }
            NameMistake::DeclaredTwice { noun, name, span, first } => {
                let headline = format!("there are two {noun} called `{name}`");
                Self::error("E0204", headline, span, "the second")
                    .label(first, "the first")
                    .help("give one of them another name")
            }
            NameMistake::MutableOutside { name, span, declared } => {
                let headline =
                    format!("a function does not see `{name}`, which is mutable and declared outside of it");
                Self::error("E0205", headline, span, "mutable, from outside")
                    .label(declared, "declared mutable here")
                    .help(format!("pass it as an argument: as `{name}`, or as `mut &{name}` to change it"))
            }
            NameMistake::ModuleAsValue { name, span } => {
                let headline = format!("`{name}` is a module, not a value");
                Self::error("E0206", headline, span, "a module").help(format!("name a member: `{name}.…`"))
            }
        }
    }
}
