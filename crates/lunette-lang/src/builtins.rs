//! The one table of built-in functions: for the checker, for running, for documentation and completion.

use crate::types::Type;
use crate::value::Value;

/// A built-in function: a row of the table.
#[derive(Debug)]
pub struct Builtin {
    /// Its name.
    pub name: &'static str,
}

/// What the checker knows of an argument.
#[derive(Clone, Debug)]
pub struct Argument {
    /// Its type.
    pub ty: Type,
    /// Its value, where it is a constant.
    pub constant: Option<Value>,
}
