//! Elementwise functions.

mod bounds;
mod pairs;
mod singles;

pub use self::bounds::clip;
pub use self::singles::rounded;
use std::borrow::Cow;

use lunette::{BinaryOp, DynTensor, Weak, binary as operate, binary_into as operate_into};
use pyo3::prelude::*;

use crate::arg::{Arg, Parent, Side};
use crate::error::Result;
use crate::tensor::{Made, New};
use crate::work::{Cost, work};

/// The result of an operation on two operands.
pub fn binary(py: Python<'_>, op: BinaryOp, left: &Side<'_>, right: &Side<'_>) -> Result<New> {
    let [left, right] = Side::pair(op, left, right)?;
    let elements = Arg::together(left, right);
    work(py, elements, Cost::Linear, || operate(op, left.operand(), right.operand())).map(New)
}

/// The same, written into `out` if there is one.
fn binary_or_into<'py>(
    py: Python<'py>,
    op: BinaryOp,
    [left, right]: [&Side<'_>; 2],
    out: Option<Parent<'_, 'py>>,
) -> Result<Made<'py>> {
    let Some(out) = out else { return binary(py, op, left, right).map(Made::New) };
    let [left, right] = Side::pair(op, left, right)?;
    written(py, out, |out| operate_into(op, left.operand(), right.operand(), out))
}

/// `out`, once the work has written it.
pub fn written<'py>(
    py: Python<'py>,
    out: Parent<'_, 'py>,
    write: impl FnOnce(&DynTensor) -> lunette::Result<()> + Send,
) -> Result<Made<'py>> {
    let target = out.inner();
    work(py, target.len(), Cost::Linear, || write(target))?;
    Ok(Made::Written(out.0.to_owned()))
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
