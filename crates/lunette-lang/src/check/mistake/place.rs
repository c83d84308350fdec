//! Mistakes of stores and rebindings: E0211 to E0219.

use std::sync::Arc;

use super::with_similar;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How a variable came to be: what a message about it says, and which cure it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::check) enum Origin {
    /// `let`.
    Let,
    /// A plain parameter.
    Parameter,
    /// The variable of a `for`.
    Loop,
    /// What a lambda has captured.
    Capture,
}

impl Origin {
    /// What is to say about the declaration of something immutable.
    pub(super) fn declaration(self) -> &'static str {
        match self {
            Self::Let => "declared immutable here",
            Self::Parameter => "a plain parameter",
            Self::Loop => "the variable of a loop is immutable",
            Self::Capture => "a lambda works on a constant copy of it",
        }
    }

    /// What makes a name mutable.
    pub(in crate::check) fn cure(self, name: &str) -> String {
        match self {
            Self::Let => format!("write `let mut {name} = …`"),
            Self::Parameter => format!("write `mut {name}` for a copy, `mut &{name}` to change the caller's"),
            Self::Loop => format!("copy it: `let mut own = {name}`"),
            Self::Capture => format!("pass it as an argument, or copy it: `let mut own = {name}`"),
        }
    }
}

/// A mistake of what is on the left of a store or of `=`.
#[derive(Clone, Debug)]
pub(in crate::check) enum PlaceMistake {
    /// A store or a rebinding to something that cannot be changed.
    Immutable { name: Arc<str>, span: Span, origin: Origin, declared: Span },
    /// A store to a name that is no variable.
    NoVariable { name: Arc<str>, span: Span, what: &'static str, declared: Option<Span> },
    /// A store to a variable of another module.
    OtherModule { name: Arc<str>, span: Span, module: Arc<str> },
    /// A store to something that is no place.
    NoPlace { span: Span },
    /// A store through a function of a place, which only `&` allows.
    ThroughFunction { span: Span, function: Arc<str>, has_view: bool },
    /// A store into a field of a tuple.
    TupleField { span: Span, name: Arc<str> },
    /// `x[…] = v`.
    RebindPart { equals: Span, place: String },
    /// `name = v` for a name that is not there.
    RebindUnknown { name: Arc<str>, span: Span, similar: Option<String> },
    /// `a + b = v`; what is written instead, where something else was meant.
    RebindValue { span: Span, cure: Option<String> },
}

impl From<PlaceMistake> for Diagnostic {
    fn from(mistake: PlaceMistake) -> Self {
        match mistake {
            PlaceMistake::Immutable { name, span, origin, declared } => {
                let headline = format!("cannot store to `{name}`: it is immutable");
                Self::error("E0211", headline, span, "immutable")
                    .label(declared, origin.declaration())
                    .help(origin.cure(&name))
            }
            PlaceMistake::NoVariable { name, span, what, declared } => {
                let headline = format!("cannot store to `{name}`: it is {what}");
                let diagnostic = Self::error("E0212", headline, span, format!("{what}, no variable"));
                let diagnostic =
                    declared.into_iter().fold(diagnostic, |d, span| d.label(span, "declared here"));
                diagnostic.help(format!("declare a variable: `let mut {name} = …`"))
            }
            PlaceMistake::OtherModule { name, span, module } => {
                let headline = format!("only the module `{module}` itself can change its `{name}`");
                Self::error("E0213", headline, span, "read-only from outside")
                    .help(format!("let a function of `{module}` give the new value"))
            }
            PlaceMistake::NoPlace { span } => {
                Self::error("E0214", "cannot store to a value that is no place", span, "not a place")
                    .help("a place is a name, or a name with an index: `x[0, :] <- …`")
            }
            PlaceMistake::ThroughFunction { span, function, has_view } => {
                let headline = format!("cannot store to the result of `{function}`: it is no place");
                let error = Self::error("E0214", headline, span, "not a place");
                match has_view {
                    true => error.help(format!(
                        "name a reference first: `let mut part = &{function}(…)`, then `part <- …`"
                    )),
                    false => error.help(format!(
                        "its value is new: name it first, `let mut result = {function}(…)`, then `result <- …`"
                    )),
                }
            }
            PlaceMistake::TupleField { span, name } => {
                let headline = format!("cannot store into a part of the tuple `{name}`");
                Self::error("E0215", headline, span, "part of a tuple")
                    .help(format!("give the name a new tuple: `{name} = (…)`"))
            }
            PlaceMistake::RebindPart { equals, place } => {
                let headline = "a part is stored to with `<-`; `=` gives a whole name a new value";
                Self::error("E0216", headline, equals, "not for parts").help(format!("write `{place} <- …`"))
            }
            PlaceMistake::RebindUnknown { name, span, similar } => {
                let headline = format!("nothing is called `{name}` here: a new name needs `let`");
                with_similar(Self::error("E0217", headline, span, "not known"), similar)
                    .help(format!("write `let {name} = …`"))
            }
            PlaceMistake::RebindValue { span, cure } => {
                let headline = "only a name can be given a new value with `=`";
                let cure = cure.unwrap_or_else(|| "`==` compares, `<-` stores".to_owned());
                Self::error("E0218", headline, span, "not a name").help(cure)
            }
        }
    }
}
