//! Mistakes of calls: E0501 to E0519.

use std::sync::Arc;

use super::with_similar;
use crate::check::describe::with_shape;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::types::Type;
use crate::words;

/// A mistake of a call, or of values for names.
#[derive(Clone, Debug)]
pub(in crate::check) enum CallMistake {
    /// Something that is no function is called.
    NotAFunction { ty: Type, span: Span, hides: Option<(Span, Arc<str>)>, cure: Option<String> },
    /// An argument is missing.
    Missing { function: Arc<str>, param: Arc<str>, span: Span, signature: String },
    /// More arguments than parameters.
    TooMany { function: Arc<str>, wanted: usize, span: Span, signature: String, cure: Option<&'static str> },
    /// Fewer arguments than a function value has parameters, which have no names.
    TooFew { function: Arc<str>, wanted: usize, found: usize, span: Span, signature: String },
    /// A named argument for which there is no parameter.
    UnknownParam {
        function: Arc<str>,
        name: Arc<str>,
        span: Span,
        signature: String,
        similar: Option<String>,
    },
    /// A named argument for a function value, of whose parameters only the types are known.
    NamedForValue { span: Span, ty: Type },
    /// Two arguments for one parameter.
    Twice { name: Arc<str>, span: Span, first: Span },
    /// `f<i32>(x)` of a function that takes no types.
    Types { function: Arc<str>, span: Span },
    /// `f<tensor<i32, 1>>(x)`, where a dtype is meant.
    TypeKind { span: Span },
    /// `&x` for a parameter that is no reference; how a view is written, where one could be meant.
    ReferenceForValue { span: Span, param: Arc<str>, declared: Option<Span>, view: Option<String> },
    /// A value for a parameter that is a reference.
    ValueForReference { span: Span, param: Arc<str>, help: Vec<String> },
    /// What the table of built-in functions says, with the arguments that it is about.
    BuiltIn { words: String, span: Span, label: String, parts: Vec<(Span, String)>, help: Vec<String> },
    /// As many names as fields.
    NamesAndFields { wanted: usize, ty: Type, value: Span, span: Span },
}

impl From<CallMistake> for Diagnostic {
    fn from(mistake: CallMistake) -> Self {
        use CallMistake as M;
        match mistake {
            M::NotAFunction { ty, span, hides, cure } => {
                let headline = format!("{} cannot be called: it is no function", with_shape(&ty));
                let diagnostic = Self::error("E0501", headline, span, format!("of type `{ty}`"));
                let plain = "leave out the parentheses: only functions are called";
                let cure = cure.or_else(|| hides.is_none().then(|| plain.to_owned()));
                let diagnostic = cure.into_iter().fold(diagnostic, Self::help);
                hides.into_iter().fold(diagnostic, |d, (span, name)| {
                    d.label(span, format!("this `{name}` hides the built-in function"))
                        .help(format!("give the variable `{name}` another name"))
                })
            }
            M::Missing { function, param, span, signature } => {
                let headline = format!("{function}: `{param}` is missing");
                Self::error("E0502", headline, span, "").help(format!("`{signature}`"))
            }
            M::TooFew { function, wanted, found, span, signature } => {
                let noun = if wanted == 1 { "argument" } else { "arguments" };
                let headline = format!("{function} takes {wanted} {noun}, found {found}");
                Self::error("E0502", headline, span, format!("{} missing", wanted.saturating_sub(found)))
                    .help(format!("give one value for each parameter: `{signature}`"))
            }
            M::TooMany { function, wanted, span, signature, cure } => {
                let noun = if wanted == 1 { "argument" } else { "arguments" };
                let headline = format!("{function} takes {wanted} {noun}");
                let diagnostic = Self::error("E0503", headline, span, "one too many");
                cure.into_iter().fold(diagnostic, Self::help).help(format!("`{signature}`"))
            }
            M::UnknownParam { function, name, span, signature, similar } => {
                let headline = format!("{function} has no parameter `{name}`");
                let diagnostic = Self::error("E0504", headline, span, "not known");
                let diagnostic = match (&*function, &*name) {
                    ("print", "end" | "sep") => {
                        diagnostic.help("it ends its line; texts are joined by `+`: `print(a + b)`")
                    }
                    _ => diagnostic,
                };
                with_similar(diagnostic, similar).help(format!("`{signature}`"))
            }
            M::NamedForValue { span, ty } => {
                let headline = "the parameters of a function value have no names";
                Self::error("E0504", headline, span, "a name")
                    .help(format!("leave out the name and its `=`: arguments of `{ty}` go by their order"))
            }
            M::Twice { name, span, first } => {
                Self::error("E0505", format!("`{name}` is given twice"), span, "the second")
                    .label(first, "the first")
                    .help("leave out one of the two")
            }
            M::Types { function, span } => {
                Self::error("E0507", format!("{function} takes no types in `<…>`"), span, "")
                    .help("leave them out: a function takes the types of its arguments")
            }
            M::TypeKind { span } => {
                Self::error("E0507", "one dtype is meant here", span, "").help("such as `cast<f32>(x)`")
            }
            M::ReferenceForValue { span, param, declared, view } => {
                let headline = format!("`{param}` takes a value, not a reference");
                let diagnostic = Self::error("E0508", headline, span, "a reference");
                let diagnostic = match declared {
                    Some(declared) => diagnostic
                        .label(declared, "the parameter")
                        .help(format!("leave out the `&`, or declare the parameter as `mut &{param}`")),
                    None => diagnostic.help("leave out the `&`"),
                };
                match view {
                    Some(view) => diagnostic.help(format!("a reference to the whole is written `{view}`")),
                    None => diagnostic,
                }
            }
            M::ValueForReference { span, param, help } => {
                let headline = format!("`{param}` takes a reference to something mutable");
                let diagnostic = Self::error("E0509", headline, span, "a value");
                help.into_iter().fold(diagnostic, Self::help)
            }
            M::BuiltIn { words, span, label, parts, help } => {
                let diagnostic = Self::error("E0510", words, span, label);
                let diagnostic = parts.into_iter().fold(diagnostic, |d, (span, text)| d.label(span, text));
                help.into_iter().fold(diagnostic, Self::help)
            }
            M::NamesAndFields { wanted, ty, value, span } => {
                let headline = match &ty {
                    Type::Tuple(fields) => format!("{wanted} names for a tuple of {} values", fields.len()),
                    ty => format!("{wanted} names need a tuple, found {}", with_shape(ty)),
                };
                let diagnostic = Self::error("E0512", headline, span, format!("{wanted} names"))
                    .label(value, format!("of type `{ty}`"));
                match ty {
                    Type::Tensor(_) => {
                        diagnostic.help("take its entries apart first: `unstack(…)` is a tuple of them")
                    }
                    Type::Tuple(fields) => diagnostic.help(match wanted.checked_sub(fields.len()) {
                        Some(more) => words::leave_out(more, "name"),
                        None => format!("write {} more", words::sized(fields.len() - wanted, "name")),
                    }),
                    _ => diagnostic.help("write one name, or a tuple on the right: `(1, 2)`"),
                }
            }
        }
    }
}
