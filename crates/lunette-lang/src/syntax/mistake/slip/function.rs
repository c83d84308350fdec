//! Slips of functions and modules.

use std::sync::Arc;

use super::{Words, shown, text};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A slip in the head of a function, a lambda or a module.
#[derive(Clone, Debug, PartialEq)]
pub enum FunctionSlip {
    /// `def f(x)`
    ForeignFunction { word: String },
    /// `import stats`
    ForeignImport { word: String },
    /// `fun f(x) = x + 1`, `lambda x: x + 1`
    FunctionBody { lambda: bool },
    /// `fun f(x): f64 { … }`
    ResultColon,
    /// `fun f(i32 x) { … }`
    TypeBeforeName { ty: String, name: String },
    /// `fun f(&mut x) { … }`
    MutBehindSign { name: String },
    /// `fun(x) { … }` as a value.
    FunAsValue,
    /// `module stats`
    ModuleWithoutName { name: String },
    /// `module lib/stats as stats`.
    ModuleSlash { path: Arc<str> },
}

impl FunctionSlip {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        shown(self.words(), span)
    }

    /// Code, headline and cure; every slip has one.
    fn words(&self) -> Words {
        match self {
            Self::ForeignFunction { word } => (
                "E0158",
                format!("`{word}` does not begin a function, `fun` does"),
                "a function is written `fun name(a, b) { … }`".to_owned(),
            ),
            Self::ForeignImport { word } => {
                let help = "a module is taken in with `module \"lib/stats\" as stats`";
                ("E0159", format!("`{word}` does not take in a module, `module` does"), help.to_owned())
            }
            Self::FunctionBody { lambda: false } => {
                text("E0164", "the body of a function is a block", "write `fun f(x) { x + 1 }`")
            }
            Self::FunctionBody { lambda: true } => {
                text("E0164", "a lambda has parentheses and a block", "write `lambda(x) { x + 1 }`")
            }
            Self::ResultColon => {
                text("E0165", "the type of a result stands after `->`", "write `fun f(x: f64) -> f64 { … }`")
            }
            Self::TypeBeforeName { ty, name } => (
                "E0165",
                "the type of a parameter stands behind its name".to_owned(),
                format!("write `{name}: {ty}`"),
            ),
            Self::MutBehindSign { name } => {
                ("E0165", "`mut` stands before `&`".to_owned(), format!("write `mut &{name}`"))
            }
            Self::FunAsValue => {
                text("E0166", "a function without a name is a lambda", "write `lambda(x) { … }`")
            }
            Self::ModuleWithoutName { name } => (
                "E0175",
                "a module is taken in under a name".to_owned(),
                format!("write `module … as {name}`"),
            ),
            Self::ModuleSlash { path } => (
                "E0175",
                "a path with `/` stands in quotes".to_owned(),
                format!(
                    "write `module \"{path}\" as …`, or with dots: `module {} as …`",
                    path.replace('/', ".")
                ),
            ),
        }
    }
}
