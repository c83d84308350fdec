//! Mistakes of fields and members: E0422 to E0429.

use std::sync::Arc;

use super::with_meant;
use crate::check::describe::with_shape;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;

/// A mistake of a field or a member.
#[derive(Clone, Debug)]
pub(in crate::check) enum FieldMistake {
    /// A field that a tuple does not have.
    Missing { index: i128, len: usize, base: (Type, Span), span: Span },
    /// A field whose place is known only when running, of a tuple of several types.
    Open { base: (Type, Span), span: Span },
    /// Something else than one integer as the index of a tuple.
    NoInteger { ty: Option<Type>, span: Span },
    /// A function of that name is not known; of which type the value is, where that is.
    Member { name: Arc<str>, ty: Option<Type>, span: Span, similar: Option<String> },
    /// A function without its parentheses.
    NeedsCall { name: Arc<str>, span: Span },
}

impl From<FieldMistake> for Diagnostic {
    fn from(mistake: FieldMistake) -> Self {
        match mistake {
            FieldMistake::Missing { index, len, base: (ty, base), span } => {
                let headline = format!("the tuple has no field {index}: it has {len}, counted from 0");
                let cure = match len {
                    0 => "the tuple has no fields to take".to_owned(),
                    1 => "its only field is `[0]`".to_owned(),
                    _ => format!(
                        "the fields are `[0]` to `[{}]`, or `[-1]`, the last, down to `[-{len}]`",
                        len - 1
                    ),
                };
                Self::error("E0422", headline, span, "no such field")
                    .label(base, format!("of type `{ty}`"))
                    .help(cure)
            }
            FieldMistake::Open { base: (ty, base), span } => {
                let headline =
                    format!("which field of {ty} is meant must be known, because their types differ");
                Self::error("E0423", headline, span, "known only when running")
                    .label(base, format!("of type `{ty}`"))
                    .help("write the number of the field: `t[0]`; values of one type can be a tensor")
            }
            FieldMistake::NoInteger { ty, span } => {
                let found = ty.map_or(String::new(), |ty| format!(", found {}", with_shape(&ty)));
                Self::error("E0424", format!("a field of a tuple is named by one integer{found}"), span, "")
                    .help("write one integer: `t[0]`; all fields at once are `let a, b = t`")
            }
            FieldMistake::Member { name, ty, span, similar } => {
                let of = ty.map_or(String::new(), |ty| format!(" for {}", with_shape(&ty)));
                let headline = format!("no function `{name}` is known{of}");
                with_meant(Self::error("E0425", headline, span, "not known"), &name, similar)
            }
            FieldMistake::NeedsCall { name, span } => {
                let headline = format!("`{name}` is a function: its call needs parentheses");
                Self::error("E0426", headline, span, "").help(format!("write `.{name}(…)`"))
            }
        }
    }
}
