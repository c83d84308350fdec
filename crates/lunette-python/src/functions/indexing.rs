//! Entries picked by their positions.

use pyo3::prelude::*;

use crate::arg::TensorArg;
use crate::error::{Result, value_error};
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The axis of a vector, if none is named; a tensor of several axes needs a name.
pub fn only_axis(op: &str, axis: Option<i64>, rank: usize) -> Result<i64> {
    match (axis, rank) {
        (Some(axis), _) => Ok(axis),
        (None, 1) => Ok(0),
        (None, _) => Err(value_error(format!("{op}: `axis` is needed for a tensor of {rank} axes"))),
    }
}

/// The entries of `x` at the positions along an axis; negative ones count from the end.
///
/// >>> xp.take(xp.asarray([10, 20, 30]), xp.asarray([2, 0]))
/// Tensor([30, 10])
#[pyfunction]
#[pyo3(signature = (x, indices, /, *, axis=None))]
fn take(py: Python<'_>, x: TensorArg<'_>, indices: TensorArg<'_>, axis: Option<i64>) -> Result<New> {
    let (x, indices) = (x.0, indices.0);
    let axis = only_axis("take", axis, x.rank())?;
    work(py, x.len().max(indices.len()), Cost::Linear, || x.take(indices, axis)).map(New)
}

/// For each place of `indices` the entry of `x` at that position along the axis, as `argsort` names them.
///
/// >>> x = xp.asarray([[3, 1, 2]])
/// >>> xp.take_along_axis(x, xp.argsort(x, axis=-1), axis=-1)
/// Tensor([[1, 2, 3]])
#[pyfunction]
#[pyo3(
    signature = (x, indices, /, *, axis=-1),
    text_signature = "(x, indices, /, *, axis=-1)"
)]
fn take_along_axis(py: Python<'_>, x: TensorArg<'_>, indices: TensorArg<'_>, axis: i64) -> Result<New> {
    let (x, indices) = (x.0, indices.0);
    work(py, x.len().max(indices.len()), Cost::Linear, || x.take_along_axis(indices, axis)).map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: take, take_along_axis)
}
