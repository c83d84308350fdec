//! The functions of the namespace, one file for each family of the standard.

mod elementwise;

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    elementwise::register(module)
}
