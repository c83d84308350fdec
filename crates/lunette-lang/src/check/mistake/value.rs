//! Mistakes of values that are made: lists, ranges, annotations: E0321 to E0331.

use super::kind::named;
use crate::check::describe::with_shape;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;

/// A mistake in what makes a value.
#[derive(Clone, Debug)]
pub(in crate::check) enum ValueMistake {
    /// Something that cannot be an element of a tensor.
    Element { ty: Type, span: Span },
    /// A literal that has no dtype, because it has no elements; in an index it stands for no entries.
    EmptyList { span: Span, in_index: bool },
    /// Something that gives no value where one is needed.
    NoValue { span: Span },
    /// A part of a range that is no integer.
    RangePart { ty: Type, span: Span },
    /// `{0:4:2, 2}`.
    TwoSteps { span: Span },
    /// What a loop counts with is no integer.
    Counter { ty: Type, span: Span },
    /// A loop over something that has no entries.
    NotIterable { ty: Type, span: Span },
    /// A tuple of more parts than anybody can mean.
    TooLarge { span: Span },
    /// A brace list where none can stand.
    Braces { span: Span },
    /// An annotation that cannot be: `tensor<f32, 0>`, a rank left out where it must be known.
    Annotation { words: &'static str, span: Span, cure: &'static str },
}

impl From<ValueMistake> for Diagnostic {
    fn from(mistake: ValueMistake) -> Self {
        match mistake {
            ValueMistake::Element { ty, span } => {
                let headline = format!("{} cannot be an element of a tensor", named(&ty));
                Self::error("E0321", headline, span, format!("of type `{ty}`")).help(
                    "elements are numbers and bools; `stack((a, b))` joins tensors, `(a, b)` is a tuple",
                )
            }
            ValueMistake::EmptyList { span, in_index } => {
                let error = Self::error("E0322", "a list without elements has no dtype", span, "no elements");
                match in_index {
                    true => error.help("no entries of an axis are `x[0:0]`, all of them `x[:]`"),
                    false => error.help("name it: `tensor<f64>((0,), {})`"),
                }
            }
            ValueMistake::NoValue { span } => {
                Self::error("E0323", "this gives no value, and one is needed here", span, "no value")
                    .help("end the block or the function with a value; what only does something stands on a line of its own")
            }
            ValueMistake::RangePart { ty, span } => {
                let headline = format!("a range needs an integer here, found {}", with_shape(&ty));
                let diagnostic = Self::error("E0324", headline, span, format!("of type `{ty}`"));
                match ty {
                    Type::Scalar(_) => diagnostic.help("make an integer of it: `cast<i64>(…)`"),
                    Type::Tensor(_) => diagnostic.help("take one entry: `x[0]`; a tensor of integers picks by itself: `x[[0, 2]]`"),
                    _ => diagnostic.help("write an integer: `0:3`"),
                }
            }
            ValueMistake::TwoSteps { span } => {
                let headline = "a range in braces has no step of its own";
                Self::error("E0328", headline, span, "a second step").help("write one step: `{0:4, 2}`")
            }
            ValueMistake::Counter { ty, span } => {
                let headline = format!("a loop counts with integers, found {}", with_shape(&ty));
                Self::error("E0329", headline, span, format!("of type `{ty}`"))
                    .help("go over numbers between: `for (x in linspace(0.0, 1.0, 11))`")
            }
            ValueMistake::NotIterable { ty, span } => {
                let headline = format!(
                    "a loop goes over the entries of a tensor or the numbers of a range, found {}",
                    with_shape(&ty)
                );
                let diagnostic = Self::error("E0330", headline, span, format!("of type `{ty}`"));
                match ty {
                    Type::Scalar(_) => diagnostic.help("count: `for (i in 0:n) { … }`"),
                    Type::String => {
                        diagnostic.help("take its characters: `substring(text, k, k + 1)`, or its parts: `field(text, \",\", k)`")
                    }
                    Type::Tuple(_) => {
                        diagnostic.help("values of one dtype make a tensor: `for (x in [1, 2]) { … }`")
                    }
                    _ => diagnostic.help("a tensor is written `[1, 2, 3]`; numbers are counted with `for (i from 0 to n)`"),
                }
            }
            ValueMistake::TooLarge { span } => {
                Self::error("E0331", "a tuple of more than 4,096 parts", span, "grows beyond the limit")
                    .help("many values of one kind are a tensor: `stack((a, b))`")
            }
            ValueMistake::Braces { span } => Self::error("E0325", "a brace list cannot stand here", span, "")
                .help("braces are the values of `tensor((2,), {1, 2})`, or `{range, step}` in an index"),
            ValueMistake::Annotation { words, span, cure } => {
                Self::error("E0326", words, span, "").help(cure)
            }
        }
    }
}
