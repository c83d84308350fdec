//! The mistakes that the checker finds, one variant each with the facts that explain it, by topic.
//!
//! Every topic has an enum and one function that puts it into words. Codes: E02 names and mutability, E03 types and
//! dtypes, E04 shapes and indices, E05 calls and functions, E06 modules, W warnings.

mod call;
mod field;
mod foreign;
mod function;
mod index;
mod kind;
mod module;
mod name;
mod place;
mod reference;
mod remark;
mod shape;
mod value;

pub(super) use self::call::CallMistake;
pub(super) use self::field::FieldMistake;
pub(super) use self::foreign::is_prefix;
pub(super) use self::function::FunctionMistake;
pub(super) use self::index::IndexMistake;
pub(super) use self::kind::{KindMistake, Role};
pub(super) use self::module::ModuleMistake;
pub(super) use self::name::NameMistake;
pub(super) use self::place::{Origin, PlaceMistake};
pub(super) use self::reference::ReferenceMistake;
pub(super) use self::remark::Remark;
pub(super) use self::shape::ShapeMistake;
pub(super) use self::value::ValueMistake;
use crate::diagnostic::Diagnostic;

/// The same with a question about a name that is close, if there is one.
fn with_similar(diagnostic: Diagnostic, similar: Option<String>) -> Diagnostic {
    similar.into_iter().fold(diagnostic, |d, name| d.help(format!("did you mean `{name}`?")))
}

/// The same with what to write for a name of another language, or with a question about a name that is close.
fn with_meant(diagnostic: Diagnostic, name: &str, similar: Option<String>) -> Diagnostic {
    match foreign::cure(name).map(ToOwned::to_owned).or_else(|| foreign::dtype_cure(name)) {
        Some(cure) => diagnostic.help(cure),
        None if similar.is_none() => {
            diagnostic.help(format!("declare it first: `let {name} = …`, or `fun {name}(…) {{ … }}`"))
        }
        None => with_similar(diagnostic, similar),
    }
}
