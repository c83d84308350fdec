//! What stands in its place and has the wrong form.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What a `&` in a wrong place was probably for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// `&x[0] <- 1`
    Store,
    /// `&reshape(x, (3, 2)) <- y`
    StoreThrough,
    /// `1 + &x`
    Value,
}

/// A wrong form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// `let if = 3`
    KeywordAsName { keyword: String },
    /// `let f32 = 3`
    DTypeAsName { name: String },
    /// A statement where a value has to be.
    StatementAsValue { keyword: &'static str },
    /// A word where a type has to be: what it means in other languages, or the name that it is close to.
    UnknownType { found: String, meant: Option<&'static str>, similar: Option<&'static str> },
    /// `tensor` alone, or with something that is no dtype.
    TensorType { found: String },
    /// `tensor<f64, -1>`
    Rank { found: String },
    /// A positional argument after a named one.
    PositionalAfterNamed { name: Span },
    /// `let a = 1, 2`
    LetCount { names: usize, values: usize },
    /// A range with a part missing outside of an index.
    OpenRange,
    /// `1:2..3`, `1:2:3:4`
    RangeParts,
    /// `&` where no reference can go.
    Reference { place: String, aim: Aim },
    /// `x[]`
    EmptyIndex,
    /// `[1, 2; 3, 4]`
    MixedSeparators { first: Span },
}

impl Form {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        let error = |code, message: String, label: &str| Diagnostic::error(code, message, span, label);
        match self {
            Self::KeywordAsName { keyword } => {
                error("E0128", format!("`{keyword}` is a word of the language and cannot be a name"), "")
                    .help(format!("take another name, for example `{keyword}_`"))
            }
            Self::DTypeAsName { name } => {
                error("E0129", format!("`{name}` is a dtype and cannot be a name"), "")
                    .help(format!("take another name, for example `{name}_`"))
            }
            Self::StatementAsValue { keyword } => {
                error("E0130", format!("`{keyword}` begins a statement, and a value is expected"), "").help(
                    "put it on a line of its own; a choice that is a value is `if (c) { a } else { b }`",
                )
            }
            Self::UnknownType { found, meant, similar } => unknown_type(found, (*meant, *similar), span),
            Self::TensorType { found } => {
                error("E0132", format!("the type of a tensor names its dtype, found {found}"), "")
                    .help("write `tensor<f64, 2>`, or `tensor<f64>` for any rank")
            }
            Self::Rank { found } => error("E0133", format!("expected a rank, found {found}"), "")
                .help("the rank is a number without sign and suffix: `tensor<f64, 2>`"),
            Self::PositionalAfterNamed { name } => {
                error("E0134", "a positional argument stands after a named one".to_owned(), "")
                    .label(*name, "this one is named")
                    .help("put the positional arguments first")
            }
            Self::LetCount { names, values } => let_count(*names, *values, span),
            Self::OpenRange => error("E0136", "a part of this range is missing".to_owned(), "")
                .help("only in an index or a tuple can a part of a range be left out"),
            Self::RangeParts => error("E0137", "a range is no part of a range".to_owned(), "")
                .help("a range is `a:b`, `a:b:step`, `a..b` or `a...b`"),
            Self::Reference { place, aim } => misplaced_reference(place, *aim, span),
            Self::EmptyIndex => error("E0139", "these brackets hold no index".to_owned(), "")
                .help("the whole tensor is `x[()]` or `x[Fill]`"),
            Self::MixedSeparators { first } => {
                error("E0140", "`,` and `;` are mixed in one list".to_owned(), "")
                    .label(*first, "the list begins with this one")
                    .help("a matrix is written `[[1, 2], [3, 4]]`")
            }
        }
    }
}

fn misplaced_reference(place: &str, aim: Aim, span: Span) -> Diagnostic {
    let error = Diagnostic::error("E0138", "`&` cannot stand here", span, "");
    match aim {
        Aim::Store => error.help(format!("a store needs no `&`: write `{place} <- …`")),
        Aim::StoreThrough => {
            error.help(format!("name the reference first: `let mut part = &{place}`, then `part <- …`"))
        }
        Aim::Value => error
            .help("`&place` stands on the right of `let` and of `name =`, or as an argument")
            .help("leave it out to take the value; between two operands `&` is bitwise and"),
    }
}

fn unknown_type(found: &str, (meant, similar): (Option<&str>, Option<&str>), span: Span) -> Diagnostic {
    let shown = Diagnostic::error("E0131", format!("expected a type, found {found}"), span, "");
    match (meant, similar) {
        (Some(meant), _) => shown.help(format!("write `{meant}`")),
        (_, Some(similar)) => shown.help(format!("did you mean `{similar}`?")),
        _ => shown.help(
            "types are dtypes such as `f64`, `string`, `range`, `tensor<f64, 2>`, `(i32, f64)` and `fun(i32) -> f64`",
        ),
    }
}

fn let_count(names: usize, values: usize, span: Span) -> Diagnostic {
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    let message = format!("{} for {}", plural(values, "value"), plural(names, "name"));
    let shown = Diagnostic::error("E0135", message, span, "");
    match names {
        1 => shown.help("a tuple is written in parentheses: `(1, 2)`"),
        _ => shown.help("there are as many values as names, or one tuple for all"),
    }
}
