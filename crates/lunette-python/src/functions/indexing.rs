//! Entries picked by their positions, and values put there.

use lunette::{Duplicates, DynTensor, Tensor};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arg::{Arg, Positions, Several, Shape, TensorArg, flag};
use crate::error::{Failure, Result, value_error};
use crate::functions::elementwise::tensor_of;
use crate::functions::registry::functions;
use crate::functions::results::tuple;
use crate::index::Index;
use crate::tensor::{New, right_side};
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
#[pyo3(signature = (x, indices, /, axis=None),
       text_signature = "(x, indices, /, *, axis=None)")]
fn take(py: Python<'_>, x: TensorArg<'_>, indices: Positions<'_>, axis: Option<i64>) -> Result<New> {
    let (x, indices) = (x.0, &*indices.0);
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
    signature = (x, indices, /, axis=-1),
    text_signature = "(x, indices, /, *, axis=-1)"
)]
fn take_along_axis(py: Python<'_>, x: TensorArg<'_>, indices: TensorArg<'_>, axis: i64) -> Result<New> {
    let (x, indices) = (x.0, indices.0);
    work(py, x.len().max(indices.len()), Cost::Linear, || x.take_along_axis(indices, axis)).map(New)
}

/// The indices along each axis of a tensor of this shape that positions have, counted in row-major order; as `argmax`
/// of all elements names them.
///
/// >>> x = xp.asarray([[3, 1, 4], [1, 5, 9]])
/// >>> xp.unravel_index(xp.argmax(x), x.shape)
/// (Tensor(1), Tensor(2))
#[pyfunction]
#[pyo3(signature = (indices, shape))]
fn unravel_index<'py>(py: Python<'py>, indices: Arg<'_>, shape: Shape) -> Result<Bound<'py, PyTuple>> {
    let (indices, shape) = (tensor_of(indices)?, shape.sizes()?);
    let found = work(py, indices.len(), Cost::Linear, || indices.unravel_index(shape))?;
    tuple(py, found.into_iter().map(Tensor::into_dyn))
}

/// The positions in row-major order of a tensor of shape `dims` that indices along each of its axes have; the inverse
/// of `unravel_index`.
///
/// >>> xp.ravel_multi_index((xp.asarray([0, 1]), xp.asarray([2, 0])), (2, 3))
/// Tensor([2, 3])
#[pyfunction]
#[pyo3(signature = (multi_index, dims))]
fn ravel_multi_index(py: Python<'_>, multi_index: Several<Index1>, dims: Shape) -> Result<New> {
    let (indices, dims) = (multi_index.0, dims.sizes()?);
    let tensors: Vec<&DynTensor> = indices.iter().map(|index| &index.0).collect();
    let elements = tensors.iter().map(|index| index.len()).max().unwrap_or(1);
    work(py, elements, Cost::Linear, || lunette::ravel_multi_index(&tensors, dims))
        .map(Tensor::into_dyn)
        .map(New)
}

/// The indices along one axis: a tensor, or one integer.
struct Index1(DynTensor);

impl<'a, 'py> FromPyObject<'a, 'py> for Index1 {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(tensor_of(object.extract()?)?.into_owned()))
    }
}

/// Writes `values` into `x`, for each place of `indices` at that position along the axis, as `take_along_axis` reads.
///
/// >>> x = xp.asarray([[3, 1, 2]])
/// >>> xp.put_along_axis(x, xp.asarray([[1]]), 9)
/// >>> x
/// Tensor([[3, 9, 2]])
#[pyfunction]
#[pyo3(
    signature = (x, indices, /, values, axis=-1),
    text_signature = "(x, indices, /, values, axis=-1)"
)]
fn put_along_axis(
    py: Python<'_>,
    x: TensorArg<'_>,
    indices: TensorArg<'_>,
    values: &Bound<'_, PyAny>,
    axis: i64,
) -> Result<()> {
    let (x, indices, values) = (x.0, indices.0, right_side(values, x.0.dtype())?);
    work(py, indices.len(), Cost::Linear, || x.put_along_axis(indices, values.as_value(), axis))
}

/// Writes `value` at positions counted in row-major order, whatever the strides; negative ones count from the end.
///
/// >>> x = xp.zeros((2, 2), dtype=xp.int64)
/// >>> xp.put(x, xp.asarray([1, -1]), [7, 8])
/// >>> x
/// Tensor([[0, 7],
///         [0, 8]])
#[pyfunction]
#[pyo3(signature = (x, positions, value, /))]
pub fn put(
    py: Python<'_>,
    x: TensorArg<'_>,
    positions: Positions<'_>,
    value: &Bound<'_, PyAny>,
) -> Result<()> {
    let (x, positions, value) = (x.0, &*positions.0, right_side(value, x.0.dtype())?);
    work(py, positions.len(), Cost::Linear, || x.put(positions, value.as_value()))
}

/// Adds `value` to `x[index]`, in place and once for each time that the index names an element, as `np.add.at` does;
/// with `accumulate=False` it is stored there, and the last value stays.
///
/// >>> counts = xp.zeros(3, dtype=xp.int64)
/// >>> xp.scatter(counts, [0, 2, 2, 2], 1)
/// >>> counts
/// Tensor([1, 0, 3])
#[pyfunction]
#[pyo3(signature = (x, index, value, /, *, accumulate=true))]
fn scatter(
    py: Python<'_>,
    x: TensorArg<'_>,
    index: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = flag)] accumulate: bool,
) -> Result<()> {
    let (x, value, mut items) = (x.0, right_side(value, x.0.dtype())?, Index::of(x.0));
    items.read(index, x)?;
    let (items, elements) = (&items.items, items.elements);
    let duplicates = if accumulate { Duplicates::Sum } else { Duplicates::LastWins };
    work(py, elements, Cost::Linear, || Ok(x.scatter(items, value.as_value(), duplicates)))?
        .map_err(Failure::of_index)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: take, take_along_axis, unravel_index, ravel_multi_index, put, put_along_axis, scatter)
}
