//! Mistakes of indices: E0412 to E0421.

use crate::check::describe::{shape_of, with_shape};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;
use crate::words;

/// A mistake of an index.
#[derive(Clone, Debug)]
pub(in crate::check) enum IndexMistake {
    /// More items than axes.
    TooMany { items: usize, base: (Type, Span), span: Span },
    /// A second `Fill`.
    TwoFills { span: Span, first: Span },
    /// What the library says about an item.
    Item { words: String, base: (Type, Span), span: Span, help: String },
    /// An index that is larger than every length.
    TooLarge { index: u64, span: Span },
    /// Something that picks no entries: a float, a string.
    NoItem { ty: Type, span: Span },
    /// A tuple beside other items.
    TupleBeside { span: Span },
    /// A scalar with an index.
    Scalar { ty: Type, span: Span, base: Span },
    /// Something without entries.
    NotIndexable { ty: Type, span: Span },
    /// Picks before the last brackets of a store.
    PickNotLast { span: Span },
    /// A reference to picks.
    PickReference { span: Span },
    /// `x.[[i; j]]` with something else than one integer for each axis.
    Element { base: (Type, Span), span: Span },
}

impl From<IndexMistake> for Diagnostic {
    fn from(mistake: IndexMistake) -> Self {
        use IndexMistake as M;
        match mistake {
            M::TooMany { items, base: (ty, base), span } => {
                let axes = ty.rank().unwrap_or(0);
                let (noun, axis) = (if items == 1 { "item" } else { "items" }, plural(axes));
                let headline = format!("{items} index {noun} for {}, which has {axes} {axis}", shape_of(&ty));
                Self::error("E0412", headline, span, "too many")
                    .label(base, with_shape(&ty))
                    .help(words::leave_out(items.saturating_sub(axes), "item"))
            }
            M::TwoFills { span, first } => {
                Self::error("E0413", "only one `Fill` can stand in an index", span, "the second `Fill`")
                    .label(first, "the first")
                    .help("`:` is one whole axis")
            }
            M::Item { words, base: (ty, base), span, help } => {
                Self::error("E0414", words, span, "").label(base, with_shape(&ty)).help(help)
            }
            M::TooLarge { index, span } => Self::error("E0414", words::index_too_large(index), span, "")
                .help("take an index within the axis: `len(x)` counts the elements"),
            M::NoItem { ty, span } => {
                let headline = format!("{} cannot be an index", with_shape(&ty));
                let diagnostic = Self::error("E0415", headline, span, format!("of type `{ty}`"));
                match ty.dtype() {
                    Some(_) => diagnostic.help("make integers of it: `cast<i64>(…)`"),
                    None => diagnostic.help(
                        "integers and ranges take entries, tensors of integers pick them, bools are masks",
                    ),
                }
            }
            M::TupleBeside { span } => {
                let headline = "a tuple stands alone in an index, not beside other items";
                Self::error("E0416", headline, span, "a tuple").help("write its items one by one")
            }
            M::Scalar { ty, span, base } => {
                let headline = format!("a scalar has no axes to index: {ty}");
                Self::error("E0417", headline, span, "nothing to take")
                    .label(base, format!("of type `{ty}`"))
                    .help("leave out the brackets: a scalar is a value as it is")
            }
            M::NotIndexable { ty, span } => {
                let label = format!("of type `{ty}`");
                match ty {
                    Type::String => {
                        Self::error("E0418", "a string cannot be indexed: it has no entries", span, label)
                            .help(
                                "characters are taken by `substring(text, start, stop)`; several are a tuple: `(\"a\", \"b\")[0]`",
                            )
                    }
                    _ => {
                        let headline = format!("{} has no entries to take", with_shape(&ty));
                        let diagnostic = Self::error("E0418", headline, span, label);
                        match ty {
                            Type::Fun(_) | Type::Closure(_) => {
                                diagnostic.help("a function is called with parentheses: `f(x)`")
                            }
                            _ => diagnostic.help("entries are taken of tensors, and fields of tuples"),
                        }
                    }
                }
            }
            M::PickNotLast { span } => {
                let headline = "picked entries can be stored to in the last brackets only";
                Self::error("E0419", headline, span, "picks entries, which copies")
                    .help("put all items into one pair of brackets")
            }
            M::PickReference { span } => {
                let headline = "picking entries copies them: no reference can be made of that";
                Self::error("E0420", headline, span, "picks entries")
                    .help("leave out the `&`, or refer to a range: `&x[0:2]`")
            }
            M::Element { base: (ty, base), span } => {
                let axes = ty.rank().unwrap_or(0);
                let headline =
                    format!("one element takes an integer for each of the {axes} {}", plural(axes));
                let entry = vec!["0"; axes].join("; ");
                Self::error("E0421", headline, span, "").label(base, with_shape(&ty)).help(format!(
                    "write {}: `.[[{entry}]]`; a part is `.[0, *]`",
                    words::sized(axes, "integer")
                ))
            }
        }
    }
}

fn plural(axes: usize) -> &'static str {
    if axes == 1 { "axis" } else { "axes" }
}
