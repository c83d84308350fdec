//! Arguments that are true or false.

use pyo3::prelude::*;

use crate::error::{class_name, type_error};

/// A bool, or an integer, which is true if it is not 0, as NumPy takes both: `keepdims=1`.
pub fn flag(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    match object.extract() {
        Ok(flag) => Ok(flag),
        Err(_) if object.hasattr("__index__")? => object.is_truthy(),
        Err(_) => Err(type_error(format!("True or False is needed, found {}", class_name(object))).into()),
    }
}
