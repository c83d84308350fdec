//! Elementwise functions.

mod bounds;
mod pairs;
mod singles;

pub use self::bounds::clip;
pub use self::singles::rounded;
use std::borrow::Cow;

use lunette::{BinaryOp, DType, DTypeKind, DynTensor, Weak, binary as operate, binary_into as operate_into};
use pyo3::prelude::*;

use crate::arg::{Arg, Parent, Side};
use crate::error::Result;
use crate::functions::results::check_kind;
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
    check_out(op.name(), &[left.dtype(), right.dtype()], out, || {
        let [left_none, right_none] = [none_of(left)?, none_of(right)?];
        let left = left_none.as_ref().map_or(left, Arg::Tensor);
        let right = right_none.as_ref().map_or(right, Arg::Tensor);
        operate(op, left.operand(), right.operand())
    })?;
    written(py, out, |out| operate_into(op, left.operand(), right.operand(), out))
}

/// An operand of the same dtype and no elements; none of a number, which has no others.
fn none_of(x: Arg<'_>) -> lunette::Result<Option<DynTensor>> {
    match x {
        Arg::Tensor(tensor) => DynTensor::zeros_of(tensor.dtype(), [0]).map(Some),
        Arg::Number(_) => Ok(None),
    }
}

/// Refuses an `out` that would cut the result; `of_none` makes a result of no elements, which has the dtype of all.
fn check_out(
    op: &str,
    operands: &[DType],
    out: Parent<'_, '_>,
    of_none: impl FnOnce() -> lunette::Result<DynTensor>,
) -> Result<()> {
    let dtype = out.inner().dtype();
    // Real numbers make real ones: of most floats nobody need be asked.
    let holds_all = match dtype.kind() {
        DTypeKind::Complex => true,
        DTypeKind::Float => !operands.iter().any(|operand| operand.is_complex()),
        _ => false,
    };
    if holds_all { Ok(()) } else { check_kind(op, of_none()?.dtype(), dtype) }
}

/// `out`, once the work has written it.
fn written<'py>(
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
