//! Mistakes of functions and of the flow through them: E0521 to E0539.

use std::sync::Arc;

use super::kind::conversion;
use crate::check::describe::with_shape;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;

/// A mistake of a function.
#[derive(Clone, Debug)]
pub(in crate::check) enum FunctionMistake {
    /// `&p` without `mut`.
    ConstantReference { name: Arc<str>, span: Span },
    /// A default that is no constant.
    Default { name: Arc<str>, span: Span },
    /// A reference with a default.
    ReferenceDefault { name: Arc<str>, span: Span },
    /// `return` outside of a function.
    ReturnOutside { span: Span },
    /// `break` or `continue` outside of a loop.
    OutsideLoop { word: &'static str, span: Span },
    /// A path through a function that gives no value.
    NoValue { name: Arc<str>, wanted: String, span: Span, asked: Span },
    /// Values of different types from one function.
    Results { first: (Type, Span), second: (Type, Span) },
    /// A recursive function of which the type of the result is not found.
    Recursion { name: Arc<str>, span: Span },
    /// Too many instances.
    TooManyInstances { name: Arc<str>, limit: usize, declared: Span, span: Span },
    /// Functions that call each other too deeply, without types.
    CallsTooDeep { name: Arc<str>, declared: Span, span: Span },
    /// An expression that is nested too deeply.
    TooDeep { span: Span },
    /// A function that gives something else than a function type says.
    FunType { wanted: Type, found: Type, span: Span, declared: Span },
    /// A function with other parameters than a function type has.
    FunParams { wanted: usize, found: usize, span: Span, declared: Span },
    /// A function with a reference parameter, as a value with a type.
    FunReference { name: Arc<str>, span: Span, declared: Span },
}

impl From<FunctionMistake> for Diagnostic {
    fn from(mistake: FunctionMistake) -> Self {
        use FunctionMistake as M;
        match mistake {
            M::ConstantReference { name, span } => {
                let headline = format!("a reference parameter is mutable: `mut &{name}`");
                Self::error("E0521", headline, span, "`mut` is missing")
                    .help(format!("write `mut &{name}` to change the caller's, or `{name}` to read it"))
            }
            M::Default { name, span } => {
                let headline = format!("the default of `{name}` must be a constant");
                Self::error("E0522", headline, span, "known only when running").help(
                    "defaults are constants; what depends on other parameters is computed in the function",
                )
            }
            M::ReferenceDefault { name, span } => {
                let headline = format!("`{name}` is a reference and can have no default");
                Self::error("E0523", headline, span, "")
                    .help(format!("leave out the default; `mut {name}` gets a copy, and can have one"))
            }
            M::ReturnOutside { span } => {
                Self::error("E0524", "`return` stands outside of a function", span, "nothing to return from")
                    .help("a program ends with its last line; a value is shown with `print(…)`")
            }
            M::OutsideLoop { word, span } => {
                Self::error("E0525", format!("`{word}` stands outside of a loop"), span, "no loop around it")
                    .help("it stands in the block of a `for` or a `while` of the same function")
            }
            M::NoValue { name, wanted, span, asked } => {
                let headline = format!("`{name}` must give {wanted}, and its end gives nothing");
                Self::error("E0526", headline, span, "nothing is given here")
                    .label(asked, "asked for here")
                    .help("end the block with a value; every `if` on the way there needs an `else`")
            }
            M::Results { first, second } => {
                let (a, b) = (with_shape(&first.0), with_shape(&second.0));
                let headline = format!("the function gives different types: {a} and {b}");
                Self::error("E0527", headline, second.1, b).label(first.1, a).help(
                    match first.0 == Type::nothing() || second.0 == Type::nothing() {
                        true => "let every way through the function give a value, the end too".to_owned(),
                        false => format!("let all give the same type{}", conversion(&first.0, &second.0)),
                    },
                )
            }
            M::Recursion { name, span } => {
                let headline =
                    format!("the type of what `{name}` gives is not found: every way through it recurses");
                Self::error("E0528", headline, span, "").help("write the type of the result: `-> f64`")
            }
            M::TooManyInstances { name, limit, declared, span } => {
                let headline = format!("`{name}` is called with more than {limit} different types");
                Self::error("E0529", headline, span, "one more")
                    .label(declared, "declared here")
                    .help("annotate the parameters")
            }
            M::CallsTooDeep { name, declared, span } => {
                let headline = format!("the calls that lead to `{name}` are too deep to find all types");
                Self::error("E0530", headline, span, "")
                    .label(declared, "declared here")
                    .help(format!("write the type of what `{name}` gives: `-> f64`"))
            }
            M::TooDeep { span } => Self::error("E0531", "this is nested too deeply", span, "")
                .help("name parts of it with `let`"),
            M::FunType { wanted, found, span, declared } => {
                let headline =
                    format!("the function must give {}, found {}", with_shape(&wanted), with_shape(&found));
                Self::error("E0532", headline, span, "").label(declared, "this function").help(format!(
                    "let the function give `{wanted}`, or ask for one that gives `{found}`{}",
                    conversion(&wanted, &found)
                ))
            }
            M::FunParams { wanted, found, span, declared } => {
                let noun = if wanted == 1 { "parameter" } else { "parameters" };
                let headline = format!("a function of {wanted} {noun} is needed, found one of {found}");
                let names = ["a", "b", "c", "d", "e", "f"]
                    .get(..wanted)
                    .map_or("…".to_owned(), |names| names.join(", "));
                let diagnostic = Self::error("E0533", headline, span, "")
                    .help(format!("pass one with {wanted} {noun}: `lambda({names}) {{ … }}`"));
                if declared == span { diagnostic } else { diagnostic.label(declared, "this function") }
            }
            M::FunReference { name, span, declared } => {
                let headline = format!("`{name}` takes a reference, and cannot be used as a value here");
                Self::error("E0534", headline, span, "").label(declared, "declared here").help(format!(
                    "call it by its name, or let it take a copy, `mut {name}`, and give the result"
                ))
            }
        }
    }
}
