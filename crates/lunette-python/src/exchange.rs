//! Data of others, and ours for others: nested lists, DLPack, the buffer protocol, NumPy's interfaces, pickles,
//! mapped files.

mod array_struct;
pub mod asarray;
mod buffer_in;
mod buffer_out;
mod dlpack;
mod foreign;
mod format;
mod interface;
mod listed;
mod mapped;
mod ndarray;
mod nested;
mod pickle;
mod raw;

use lunette::{DType, DynTensor};
use pyo3::prelude::*;

pub use self::asarray::{Copy, Source};
pub use self::listed::{nested_lists, to_python};
pub use self::mapped::mapped;
use crate::error::Result;

/// What an index holds that is neither a number, a slice nor a tensor: a list of integers or bools, an array of others.
///
/// Nothing at all is a list of no integers.
pub fn index_tensor(object: &Bound<'_, PyAny>) -> Result<DynTensor> {
    match asarray::convert(object)? {
        Source::Values(tensor) if tensor.is_empty() && tensor.dtype() == DType::F64 => {
            Ok(tensor.cast_to(DType::I64)?)
        }
        other => Ok(other.into_tensor()),
    }
}

/// Says that others will have the address of a tensor's memory, and may write there at any time, whatever they like.
///
/// # Errors
/// If the memory is held.
fn lend(py: Python<'_>, tensor: &DynTensor) -> Result<()> {
    let buffer = tensor.buffer();
    match buffer.is_exposed() {
        true => Ok(()),
        // Operations that are at work are waited for, and they may want the interpreter.
        false => Ok(py.detach(|| buffer.expose())?),
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    asarray::register(module)?;
    dlpack::register(module)?;
    raw::register(module)?;
    pickle::register(module)
}
