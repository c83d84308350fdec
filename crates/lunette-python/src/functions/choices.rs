//! Arguments that are one of several things.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;

use crate::error::{Result, type_error};

/// What an argument holds; `words` say what it may be, for the error.
pub fn one_of<'py, T: FromPyObjectOwned<'py>>(object: &Bound<'py, PyAny>, words: &str) -> Result<T> {
    match object.extract() {
        Ok(found) => Ok(found),
        Err(_) => Err(type_error(format!("{words}, found {}", object.get_type().name()?))),
    }
}
