//! Elementwise functions.

use lunette::{BinaryOp, binary as operate};
use pyo3::prelude::*;

use crate::arg::Arg;
use crate::error::Result;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The result of an operation on two operands.
pub fn binary(py: Python<'_>, op: BinaryOp, left: Arg<'_>, right: Arg<'_>) -> Result<New> {
    let elements = left.len().max(right.len());
    work(py, elements, Cost::Linear, || operate(op, left, right)).map(New)
}

macro_rules! binary_functions {
    ($($name:ident $Op:ident $doc:literal;)*) => {
        $(
            #[doc = $doc]
            #[pyfunction]
            #[pyo3(signature = (x1, x2, /))]
            fn $name(py: Python<'_>, x1: Arg<'_>, x2: Arg<'_>) -> Result<New> {
                binary(py, BinaryOp::$Op, x1, x2)
            }
        )*

        fn register_binary(module: &Bound<'_, PyModule>) -> PyResult<()> {
            $(module.add_function(wrap_pyfunction!($name, module)?)?;)*
            Ok(())
        }
    };
}

binary_functions! {
    add Add "x1 + x2, element by element.";
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    register_binary(module)
}
