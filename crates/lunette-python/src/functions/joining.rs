//! Tensors made of others: joined, repeated, padded.

use lunette::{DType, DynTensor, Scalar, Weak};
use pyo3::prelude::*;

use crate::arg::{Arg, Shape, TensorArg, Tensors};
use crate::error::{Result, type_error, value_error};
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The tensors joined along an axis that they have; with `axis=None` all their elements in one vector.
///
/// >>> xp.concat([xp.asarray([1, 2]), xp.asarray([3])])
/// Tensor([1, 2, 3])
#[pyfunction]
#[pyo3(signature = (arrays, /, axis=0),
       text_signature = "(arrays, /, *, axis=0)")]
fn concat(py: Python<'_>, arrays: Tensors<'_>, axis: Option<i64>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::concat(&tensors, axis)).map(New)
}

/// The tensors joined along a new axis.
///
/// >>> xp.stack([xp.asarray([1, 2]), xp.asarray([3, 4])])
/// Tensor([[1, 2],
///         [3, 4]])
#[pyfunction]
#[pyo3(signature = (arrays, /, axis=0),
       text_signature = "(arrays, /, *, axis=0)")]
fn stack(py: Python<'_>, arrays: Tensors<'_>, axis: i64) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::stack(&tensors, axis)).map(New)
}

/// The tensors side by side: along the second axis, vectors along their only one.
///
/// >>> xp.hstack([xp.asarray([[1], [2]]), xp.asarray([[3], [4]])])
/// Tensor([[1, 3],
///         [2, 4]])
#[pyfunction]
#[pyo3(signature = (arrays, /))]
fn hstack(py: Python<'_>, arrays: Tensors<'_>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::hstack(&tensors)).map(New)
}

/// The tensors one below the other: along the first axis, vectors as rows.
///
/// >>> xp.vstack([xp.asarray([1, 2]), xp.asarray([3, 4])])
/// Tensor([[1, 2],
///         [3, 4]])
#[pyfunction]
#[pyo3(signature = (arrays, /))]
fn vstack(py: Python<'_>, arrays: Tensors<'_>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::vstack(&tensors)).map(New)
}

/// The tensors side by side as columns: vectors stand upright, what has two axes follows along the second.
///
/// >>> xp.column_stack([xp.asarray([1, 2]), xp.asarray([3, 4])])
/// Tensor([[1, 3],
///         [2, 4]])
#[pyfunction]
#[pyo3(signature = (arrays, /))]
fn column_stack(py: Python<'_>, arrays: Tensors<'_>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::column_stack(&tensors)).map(New)
}

/// The tensors one behind the other: along the third axis, matrices as its layers and vectors as rows of layers.
///
/// >>> xp.dstack([xp.asarray([1, 2]), xp.asarray([3, 4])]).shape
/// (1, 2, 2)
#[pyfunction]
#[pyo3(signature = (arrays, /))]
fn dstack(py: Python<'_>, arrays: Tensors<'_>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Linear, || lunette::dstack(&tensors)).map(New)
}

/// The tensor laid side by side so many times along each axis.
///
/// >>> xp.tile(xp.asarray([1, 2]), (2, 2))
/// Tensor([[1, 2, 1, 2],
///         [1, 2, 1, 2]])
#[pyfunction]
#[pyo3(signature = (x, repetitions, /))]
fn tile(py: Python<'_>, x: TensorArg<'_>, repetitions: Shape) -> Result<New> {
    let (x, repetitions) = (x.0, repetitions.sizes()?);
    let elements = repetitions.iter().fold(x.len(), |all, &times| all.saturating_mul(times));
    work(py, elements, Cost::Linear, || x.tile(repetitions)).map(New)
}

/// Each entry along the axis so many times, one behind the other; without an axis each element of a vector of all.
///
/// >>> xp.repeat(xp.asarray([1, 2]), 2)
/// Tensor([1, 1, 2, 2])
/// >>> xp.repeat(xp.asarray([1, 2]), xp.asarray([3, 1]))
/// Tensor([1, 1, 1, 2])
#[pyfunction]
#[pyo3(signature = (x, repeats, /, axis=None),
       text_signature = "(x, repeats, /, *, axis=None)")]
fn repeat(py: Python<'_>, x: TensorArg<'_>, repeats: Arg<'_>, axis: Option<i64>) -> Result<New> {
    let x = x.0;
    let times = match repeats {
        Arg::Number(Weak(number)) => vec![times_of(number)?],
        Arg::Tensor(tensor) => times_each(tensor)?,
    };
    let most = times.iter().copied().max().unwrap_or(0);
    work(py, x.len().saturating_mul(most), Cost::Linear, || match times[..] {
        [times] => x.repeat(times, axis),
        _ => x.repeat_each(&times, axis),
    })
    .map(New)
}

fn times_of(number: Scalar) -> Result<usize> {
    let whole = if number.dtype().is_integer() { number.cast(DType::I64) } else { number };
    match whole {
        Scalar::I64(times) => usize::try_from(times)
            .map_err(|_| value_error(format!("repeat: `repeats` cannot be negative, found {times}"))),
        other => {
            Err(type_error(format!("repeat: `repeats` is an integer or a tensor of them, found {other}")))
        }
    }
}

fn times_each(times: &DynTensor) -> Result<Vec<usize>> {
    if !times.dtype().is_integer() || times.rank() > 1 {
        return Err(type_error("repeat: `repeats` is an integer or a vector of integers"));
    }
    let times = times.cast::<i64>()?.to_vec()?;
    times.into_iter().map(|times| times_of(Scalar::I64(times))).collect()
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: concat, stack, hstack, vstack, column_stack, dstack, tile, repeat)
}
