//! The functions of the namespace, one file for each family of the standard.

mod creation;
pub mod data_types;
mod elementwise;
mod inspection;
mod scalars;

use pyo3::prelude::*;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    creation::register(module)?;
    data_types::register(module)?;
    inspection::register(module)?;
    elementwise::register(module)
}
