//! `out`, with which NumPy's functions call methods.

use pyo3::prelude::*;

use crate::error::type_error;

/// An `out` that is not None: results are new tensors, and `x[...] = result` writes them anywhere.
pub struct Out;

impl<'py> FromPyObject<'_, 'py> for Out {
    type Error = PyErr;

    fn extract(_: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Err(type_error("results are new tensors: leave `out` out, and write `out[...] = result`").into())
    }
}
