//! Tokens out of place.

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// What is missing where something else stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A sign or a word.
    Text(&'static str),
    /// A name, of what.
    Name(&'static str),
    /// A block, of what.
    Block(&'static str),
    /// Something else, in words, with an example.
    Other(&'static str, &'static str),
}

/// A token out of place.
#[derive(Clone, Debug, PartialEq)]
pub enum Grammar {
    /// No expression where one has to be.
    Expression { found: String },
    /// Something else is missing.
    Expected { wanted: Wanted, found: String },
    /// A bracket that nothing closes, and where it should be closed. A comment may hold what was meant to close it.
    Unclosed { bracket: &'static str, closer: &'static str, missing: Span, comment: Option<Span> },
    /// A bracket that closes nothing.
    Stray { bracket: &'static str },
    /// `(1, 2]`
    WrongCloser { open: Span, bracket: &'static str, found: &'static str, closer: &'static str },
    /// Two items of a list without a comma between.
    Separator { found: String, closer: &'static str, open: Span, cure: Option<&'static str> },
    /// Something after the end of a statement.
    AfterStatement { found: String, cure: Option<String> },
    /// An operator after the `}` of a statement.
    OperandOfStatement { found: String, word: &'static str },
    /// Too many levels.
    TooDeep { brackets: Option<usize> },
    /// A chain of more operators, calls or members than a tree may be deep.
    TooLong { limit: u32 },
}

impl Grammar {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        let error = |code, message: String, label: &str| Diagnostic::error(code, message, span, label);
        match self {
            Self::Expression { found } => {
                error("E0120", format!("expected an expression, found {found}"), "")
                    .help("write a value here: a number, a name, a call, or something in parentheses")
            }
            Self::Expected { wanted, found } => expected(*wanted, found, span),
            Self::Unclosed { bracket, closer, missing, comment } => {
                let shown = error(
                    "E0122",
                    format!("`{bracket}` is not closed: `{closer}` is missing"),
                    "opened here",
                )
                .label(*missing, format!("`{closer}` belongs here"));
                match comment {
                    Some(comment) => shown
                        .label(*comment, "this is a comment")
                        .help("`//` starts a comment; division rounded down is written `a div b`"),
                    None => shown.help(format!("close it with `{closer}`")),
                }
            }
            Self::Stray { bracket } => error("E0123", format!("`{bracket}` closes nothing"), "")
                .help("leave it out, or open it further up"),
            Self::WrongCloser { open, bracket, found, closer } => error(
                "E0124",
                format!("`{bracket}` is closed by `{found}`"),
                &format!("`{closer}` was expected"),
            )
            .label(*open, format!("`{bracket}` is opened here"))
            .help(format!("write `{closer}` in place of `{found}`")),
            Self::Separator { found, closer, open, cure } => {
                let shown = error("E0125", format!("expected `,` or `{closer}`, found {found}"), "")
                    .label(*open, "in the list that begins here");
                match cure {
                    Some(cure) => shown.help(*cure),
                    None => {
                        shown.help(format!("put a `,` between two items, or end the list with `{closer}`"))
                    }
                }
            }
            Self::AfterStatement { found, cure } => {
                let lines = "statements stand on lines of their own, or with `;` between them";
                error("E0126", format!("the statement ends before {found}"), "")
                    .help(cure.as_deref().unwrap_or(lines))
            }
            Self::OperandOfStatement { found, word } => {
                error("E0126", format!("the statement ends before {found}"), "")
                    .help(format!("an `{word}` at the start of a line is no operand: put it in parentheses"))
            }
            Self::TooDeep { brackets } => {
                let label = brackets.map_or(String::new(), |count| format!("inside of {count} brackets"));
                error("E0127", "this is nested too deep".to_owned(), &label)
                    .help("give names to parts of it with `let`, or use a loop")
            }
            Self::TooLong { limit } => error("E0127", format!("this chain is longer than {limit}"), "")
                .help("give names to parts of it with `let`, or use a loop"),
        }
    }
}

fn expected(wanted: Wanted, found: &str, span: Span) -> Diagnostic {
    let message = match wanted {
        Wanted::Text(text) => format!("expected `{text}`, found {found}"),
        Wanted::Name(of) => format!("expected the name of {of}, found {found}"),
        Wanted::Block(of) => format!("expected the block `{{ … }}` of {of}, found {found}"),
        Wanted::Other(what, _) => format!("expected {what}, found {found}"),
    };
    let shown = Diagnostic::error("E0121", message, span, "");
    match wanted {
        Wanted::Block(_) => shown.help("a block is written in braces: `{ … }`"),
        Wanted::Text(text) => shown.help(format!("write `{text}` here")),
        Wanted::Name(_) => shown.help("a name begins with a letter or `_`: `x`, `total_2`"),
        Wanted::Other(_, example) => shown.help(format!("for example `{example}`")),
    }
}
