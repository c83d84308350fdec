//! The Python package `lunette`, built on the crate of the same name.
//!
//! The door translates and does not decide: arguments become the library's ([`arg`]), the library does the work with
//! the interpreter set free ([`work`]), and its errors become Python's ([`error`], [`words`]).

mod arg;
mod device;
mod dtype;
mod error;
mod exchange;
mod functions;
mod index;
mod session;
mod tensor;
mod words;
mod work;

use pyo3::prelude::*;

/// What `lunette/__init__.py` and its sisters are made of.
///
/// An interpreter built to do without its lock keeps it for this module: loops over elements (`tensor/slots/recent`) and
/// the fields of NumPy's arrays (`exchange/ndarray`) are safe only under it.
#[pymodule(gil_used = true)]
fn _lunette(module: &Bound<'_, PyModule>) -> PyResult<()> {
    dtype::register(module)?;
    tensor::register(module)?;
    exchange::register(module)?;
    functions::register(module)?;
    session::register(module)?;
    module.add("AxisError", error::AxisError::class(module.py())?)
}
