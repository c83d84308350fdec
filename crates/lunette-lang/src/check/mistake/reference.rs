//! Mistakes of references: E0221 to E0229.

use std::sync::Arc;

use super::Origin;
use crate::check::describe::noun;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;

/// A mistake of a `&`.
#[derive(Clone, Debug)]
pub(in crate::check) enum ReferenceMistake {
    /// `&` where no reference can stand.
    Misplaced { span: Span },
    /// `&` of something that is no place, as it is written; the function whose result it is.
    NoPlace { span: Span, text: String, function: Option<Arc<str>> },
    /// `&` of a string, a tuple, a function.
    Kind { span: Span, ty: Type },
    /// A reference to something mutable in a plain `let`.
    MutableIntoLet { names: Span, name: Arc<str>, place: Span, declared: Span },
    /// A reference to something immutable where it could be changed; `into` says where.
    ImmutableIntoMut { place: Span, name: Arc<str>, origin: Origin, declared: Span, into: &'static str },
}

impl From<ReferenceMistake> for Diagnostic {
    fn from(mistake: ReferenceMistake) -> Self {
        match mistake {
            ReferenceMistake::Misplaced { span } => {
                Self::error("E0221", "a reference `&` cannot stand here", span, "no reference here").help(
                    "`&place` stands on the right of `let` and `name =`, and as an argument for `mut &p`; without \
                     the `&` a value is taken",
                )
            }
            ReferenceMistake::NoPlace { span, text, function } => {
                let headline = "`&` needs a place, and this is a value without one";
                let diagnostic = Self::error("E0222", headline, span, "not a place");
                match function {
                    Some(name) => diagnostic
                        .help(format!("leave out the `&`: the result of `{name}` is a value of its own")),
                    None => diagnostic.help(format!(
                        "name the value first: `let mut value = {text}`, then `&value`; where a value will do, leave \
                         out the `&`"
                    )),
                }
            }
            ReferenceMistake::Kind { span, ty } => {
                let headline = format!("`&` refers to tensors and scalars, not to {}", noun(&ty));
                Self::error("E0223", headline, span, format!("of type `{ty}`")).help("leave out the `&`")
            }
            ReferenceMistake::MutableIntoLet { names, name, place, declared } => {
                let headline = format!("a reference to `{name}`, which is mutable, needs `let mut`");
                Self::error("E0224", headline, names, "would look immutable")
                    .label(place, "a reference to something mutable")
                    .label(declared, format!("`{name}` is declared mutable here"))
                    .help("write `let mut`, or leave out the `&` to take a copy")
            }
            ReferenceMistake::ImmutableIntoMut { place, name, origin, declared, into } => {
                let headline = format!("`{name}` is immutable, and {into} could change it");
                let diagnostic = Self::error("E0225", headline, place, "immutable")
                    .label(declared, origin.declaration());
                match into {
                    // Its parameter takes nothing but a reference.
                    "the function" => diagnostic.help(origin.cure(&name)),
                    _ => diagnostic
                        .help(format!("{}, or leave out the `&` to take a copy", origin.cure(&name))),
                }
            }
        }
    }
}
