//! Entries put into an axis and taken out of it, and values stored where a mask or a diagonal says.

use lunette::{DynTensor, Tensor};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::arg::{Positions, Shape, TensorArg};
use crate::error::{Result, value_error};
use crate::functions::registry::functions;
use crate::index::range_of;
use crate::tensor::{New, Right, right_side};
use crate::work::{Cost, work};

/// A copy with new entries before those at some positions of an axis, or of a vector of all elements.
///
/// The positions are an integer, several, or a slice; the values broadcast, and get the dtype of `x`. At one position
/// there is room for as many entries as the values have.
///
/// >>> xp.insert(xp.asarray([1, 2, 3]), 1, [8, 9])
/// Tensor([1, 8, 9, 2, 3])
/// >>> xp.insert(xp.asarray([[1, 2], [3, 4]]), 1, 0, axis=1)
/// Tensor([[1, 0, 2],
///         [3, 0, 4]])
#[pyfunction]
#[pyo3(signature = (x, positions, values, /, axis=None))]
fn insert(
    py: Python<'_>,
    x: TensorArg<'_>,
    positions: &Bound<'_, PyAny>,
    values: &Bound<'_, PyAny>,
    axis: Option<i64>,
) -> Result<New> {
    let (x, along) = on_axis(x.0, axis)?;
    let values = right_side(values, x.dtype())?;
    let places = Places::read("insert", positions, &x, along)?;
    let value = match (&places, &values) {
        (Places::One(_), Right::Tensor(tensor)) => Some(upright(tensor, x.rank(), along)?),
        (Places::One(_), Right::List(tensor)) => Some(upright(tensor, x.rank(), along)?),
        _ => None,
    };
    let places = places.into_list();
    work(py, x.len().saturating_add(places.len()), Cost::Linear, || match &value {
        Some(value) => x.insert(places, value, along),
        None => x.insert(places, values.as_value(), along),
    })
    .map(New)
}

/// A copy without the entries at some positions of an axis, or of a vector of all elements.
///
/// The positions are an integer, several, a slice, or a mask.
///
/// >>> xp.delete(xp.asarray([1, 2, 3, 4]), [1, -1])
/// Tensor([1, 3])
/// >>> xp.delete(xp.asarray([1, 2, 3, 4]), slice(0, 2))
/// Tensor([3, 4])
#[pyfunction]
#[pyo3(signature = (x, positions, /, axis=None))]
fn delete(py: Python<'_>, x: TensorArg<'_>, positions: &Bound<'_, PyAny>, axis: Option<i64>) -> Result<New> {
    let (x, along) = on_axis(x.0, axis)?;
    if let Ok(slice) = positions.cast::<PySlice>() {
        let range = range_of(slice)?;
        let delete = || x.delete_range(range, along).map_err(|error| error.called("delete"));
        return work(py, x.len(), Cost::Linear, delete).map(New);
    }
    let places = Places::read("delete", positions, &x, along)?.into_list();
    work(py, x.len(), Cost::Linear, || x.delete(places, along)).map(New)
}

/// The tensor and its axis, or all its elements in one row.
fn on_axis(x: &DynTensor, axis: Option<i64>) -> Result<(DynTensor, i64)> {
    match axis {
        Some(axis) => Ok((x.clone(), axis)),
        None => Ok((x.ravel()?, 0)),
    }
}

/// Positions along an axis, as NumPy tells them apart.
enum Places {
    One(i64),
    Several(Vec<i64>),
}

impl Places {
    fn read(op: &str, object: &Bound<'_, PyAny>, x: &DynTensor, axis: i64) -> Result<Self> {
        let counted = if axis < 0 { axis.saturating_add(x.rank() as i64) } else { axis };
        // Of an axis that is not there the library tells.
        let len = usize::try_from(counted).ok().and_then(|axis| x.shape().get(axis)).copied().unwrap_or(0);
        if let Ok(slice) = object.cast::<PySlice>() {
            let ends = slice.indices(isize::try_from(len).unwrap_or(isize::MAX))?;
            let entry = |k: usize| (ends.start + k as isize * ends.step) as i64;
            // Views can be longer than the memory.
            let mut places = Vec::new();
            places.try_reserve_exact(ends.slicelength).map_err(|_| {
                let words = format!("{op}: no memory for a list of {} positions", ends.slicelength);
                PyMemoryError::new_err(words)
            })?;
            places.extend((0..ends.slicelength).map(entry));
            return Ok(Self::Several(places));
        }
        let Positions(found) = object.extract()?;
        if found.dtype() == lunette::DType::Bool && found.rank() > 0 {
            if found.rank() != 1 || found.len() != len {
                let (found, shape) = (found.shape(), x.shape());
                return Err(value_error(format!(
                    "{op}: a mask of shape {found:?} does not fit axis {axis} of shape {shape:?}: it needs {len} entries"
                )));
            }
            return Ok(Self::Several(found.flatnonzero()?.to_vec()?));
        }
        match found.rank() {
            0 => Ok(Self::One(found.try_cast::<i64>()?.item()?)),
            _ => Ok(Self::Several(found.try_cast::<i64>()?.ravel()?.to_vec()?)),
        }
    }

    fn into_list(self) -> Vec<i64> {
        match self {
            Self::One(position) => vec![position],
            Self::Several(positions) => positions,
        }
    }
}

/// Values for one position: as NumPy has it, their first axis goes along the axis.
fn upright(value: &DynTensor, rank: usize, axis: i64) -> lunette::Result<DynTensor> {
    let missing = rank.saturating_sub(value.rank()) as i64;
    value.expand_dims((0..missing).collect::<Vec<i64>>())?.moveaxis(0, axis)
}

/// The entries of `x` along an axis, or of a vector of all elements, for which the condition is true.
///
/// >>> xp.compress([False, True], xp.asarray([[1, 2], [3, 4]]), axis=0)
/// Tensor([[3, 4]])
#[pyfunction]
#[pyo3(signature = (condition, x, /, axis=None))]
fn compress(py: Python<'_>, condition: Positions<'_>, x: TensorArg<'_>, axis: Option<i64>) -> Result<New> {
    let (condition, x) = (condition.0, x.0);
    work(py, x.len(), Cost::Linear, || x.compress(&condition.cast::<bool>()?, axis)).map(New)
}

/// All elements in row-major order, again and again until they fill a shape of any size.
///
/// >>> xp.resize(xp.asarray([1, 2, 3]), (2, 2))
/// Tensor([[1, 2],
///         [3, 1]])
#[pyfunction]
#[pyo3(signature = (x, new_shape, /))]
fn resize(py: Python<'_>, x: TensorArg<'_>, new_shape: Shape) -> Result<New> {
    let (x, shape) = (x.0, new_shape.sizes()?);
    let elements = shape.iter().fold(1, |all: usize, &size| all.saturating_mul(size));
    work(py, elements, Cost::Linear, || x.resize(shape)).map(New)
}

/// Writes `val` on the main diagonal of `x`, of a matrix or of a tensor whose axes all have one size.
///
/// >>> x = xp.zeros((2, 3), dtype=xp.int64)
/// >>> xp.fill_diagonal(x, [7, 8])
/// >>> x
/// Tensor([[7, 0, 0],
///         [0, 8, 0]])
#[pyfunction]
#[pyo3(signature = (x, val, /))]
fn fill_diagonal(py: Python<'_>, x: TensorArg<'_>, val: &Bound<'_, PyAny>) -> Result<()> {
    let (x, val) = (x.0, right_side(val, x.0.dtype())?);
    let elements = x.shape().iter().copied().min().unwrap_or(0);
    work(py, elements, Cost::Linear, || x.fill_diagonal(val.as_value()))
}

/// Copies `src`, which broadcasts, into `dst`, where the mask is true or everywhere.
///
/// >>> x = xp.asarray([1, 2, 3])
/// >>> xp.copyto(x, 9, where=x > 1)
/// >>> x
/// Tensor([1, 9, 9])
#[pyfunction]
#[pyo3(signature = (dst, src, /, *, r#where=None), text_signature = "(dst, src, /, *, where=None)")]
fn copyto(
    py: Python<'_>,
    dst: TensorArg<'_>,
    src: &Bound<'_, PyAny>,
    r#where: Option<Positions<'_>>,
) -> Result<()> {
    let (dst, src) = (dst.0, right_side(src, dst.0.dtype())?);
    let mask = r#where.map(|mask| mask.0);
    work(py, dst.len(), Cost::Linear, || {
        let mask = mask.map_or_else(|| Tensor::scalar(true), |mask| mask.cast())?;
        dst.store_where(&mask, src.as_value())
    })
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: insert, delete, compress, resize, fill_diagonal, copyto)
}
