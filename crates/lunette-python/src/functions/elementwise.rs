//! Elementwise functions.

mod bounds;
mod pairs;
mod singles;

pub use self::bounds::clip;
pub use self::singles::rounded;
use std::borrow::Cow;

use lunette::{BinaryOp, DynTensor, Weak, binary as operate};
use pyo3::prelude::*;

use crate::arg::{Arg, Side};
use crate::error::Result;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The result of an operation on two operands.
pub fn binary(py: Python<'_>, op: BinaryOp, left: &Side<'_>, right: &Side<'_>) -> Result<New> {
    let [left, right] = Side::pair(op, left, right)?;
    let elements = Arg::together(left, right);
    work(py, elements, Cost::Linear, || operate(op, left.operand(), right.operand())).map(New)
}

/// The operand as a tensor: a number is one of rank 0.
pub fn tensor_of(x: Arg<'_>) -> Result<Cow<'_, DynTensor>> {
    match x {
        Arg::Tensor(tensor) => Ok(Cow::Borrowed(tensor)),
        Arg::Number(Weak(number)) => Ok(Cow::Owned(DynTensor::scalar_of(number)?)),
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    singles::register(module)?;
    pairs::register(module)?;
    bounds::register(module)
}
