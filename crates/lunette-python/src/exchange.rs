//! Data of others, and ours for others: nested lists, DLPack, the buffer protocol, NumPy's interfaces, pickles.

mod array_struct;
pub mod asarray;
mod buffer_in;
mod buffer_out;
mod dlpack;
mod foreign;
mod format;
mod interface;
mod nested;
mod pickle;

use pyo3::prelude::*;

pub use self::asarray::{Copy, Source, array_of};
pub use self::nested::tensor_of;

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    asarray::register(module)?;
    dlpack::register(module)?;
    pickle::register(module)
}
