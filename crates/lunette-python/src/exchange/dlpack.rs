//! DLPack: tensors between libraries without copies, both ways, in the old form and in the versioned one.

mod abi;
mod export;
mod import;

use pyo3::prelude::*;

pub use self::import::import;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(import::from_dlpack, module)?)
}
