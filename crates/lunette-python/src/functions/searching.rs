//! Where elements are.

use lunette::{BinaryOp, DynTensor, Side, Tensor, Weak};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::arg::{self, Arg, TensorArg, flag};
use crate::error::{Result, value_error};
use crate::functions::registry::functions;
use crate::functions::results::tuple;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The positions of the elements that are not zero: a vector for each axis, in row-major order.
///
/// >>> xp.nonzero(xp.asarray([[0, 5], [7, 0]]))
/// (Tensor([0, 1]), Tensor([1, 0]))
#[pyfunction]
#[pyo3(signature = (x, /))]
pub fn nonzero<'py>(py: Python<'py>, x: TensorArg<'_>) -> Result<Bound<'py, PyTuple>> {
    let x = x.0;
    if x.rank() == 0 {
        return Err(value_error("nonzero: a tensor without axes has no positions; `reshape` it to (1,)"));
    }
    let found = work(py, x.len(), Cost::Linear, || x.nonzero())?;
    tuple(py, found.into_iter().map(Tensor::into_dyn))
}

/// The positions of the elements that are not zero, one in each row.
///
/// >>> xp.argwhere(xp.asarray([[0, 5], [7, 0]]))
/// Tensor([[0, 1],
///         [1, 0]])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn argwhere(py: Python<'_>, x: TensorArg<'_>) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Linear, || x.argwhere().map(Tensor::into_dyn)).map(New)
}

/// The positions of the elements that are not zero, counted in row-major order.
///
/// >>> xp.flatnonzero(xp.asarray([[0, 5], [7, 0]]))
/// Tensor([1, 2])
#[pyfunction]
#[pyo3(signature = (x, /))]
fn flatnonzero(py: Python<'_>, x: TensorArg<'_>) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Linear, || x.flatnonzero().map(Tensor::into_dyn)).map(New)
}

/// For each value of `x2` the position in the sorted vector `x1` before which it goes, so that the order is kept.
///
/// Before equal elements for `side="left"`, behind them for `side="right"`. `sorter` are the positions that sort `x1`,
/// where it is not sorted itself.
///
/// >>> xp.searchsorted(xp.asarray([1, 3, 5]), xp.asarray([0, 3, 9]))
/// Tensor([0, 1, 3])
/// >>> xp.searchsorted(xp.asarray([1, 3, 5]), 3, side="right")
/// Tensor(2)
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, side="left", sorter=None))]
pub fn searchsorted(
    py: Python<'_>,
    x1: TensorArg<'_>,
    x2: arg::Side<'_>,
    side: &str,
    sorter: Option<TensorArg<'_>>,
) -> Result<New> {
    let (x1, side) = (x1.0, side_of(side)?);
    // An integer that no dtype holds has its place all the same.
    let x2 = x2.beside(BinaryOp::Less, Some(x1.dtype()))?;
    let elements = sorter.map_or(0, |sorter| sorter.0.len()).max(x2.len());
    work(py, elements, Cost::Sorting, || match sorter {
        None => x1.searchsorted(x2.operand(), side),
        Some(sorter) => x1.take(sorter.0, 0)?.searchsorted(x2.operand(), side),
    })
    .map(Tensor::into_dyn)
    .map(New)
}

fn side_of(name: &str) -> Result<Side> {
    match name {
        "left" => Ok(Side::Left),
        "right" => Ok(Side::Right),
        _ => Err(value_error(format!("searchsorted: `side` is \"left\" or \"right\", found {name:?}"))),
    }
}

/// For each element the bin between ascending edges in which it lies: 0 before the first edge.
///
/// >>> xp.digitize(xp.asarray([0.5, 2.0]), xp.asarray([0.0, 1.0, 2.0]))
/// Tensor([1, 3])
#[pyfunction]
#[pyo3(signature = (x, bins, /, *, right=false))]
fn digitize(
    py: Python<'_>,
    x: TensorArg<'_>,
    bins: TensorArg<'_>,
    #[pyo3(from_py_with = flag)] right: bool,
) -> Result<New> {
    let (x, bins) = (x.0, bins.0);
    work(py, x.len(), Cost::Sorting, || x.digitize(bins, right).map(Tensor::into_dyn)).map(New)
}

/// Whether each element of `x1` is one of `x2`; either may be an integer.
///
/// >>> xp.isin(xp.asarray([1, 2, 3]), xp.asarray([3, 1]))
/// Tensor([ true, false,  true])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, invert=false))]
fn isin(
    py: Python<'_>,
    x1: arg::Side<'_>,
    x2: arg::Side<'_>,
    #[pyo3(from_py_with = flag)] invert: bool,
) -> Result<New> {
    let [x1, x2] = arg::Side::pair(BinaryOp::Equal, &x1, &x2)?;
    let elements = x1.len().max(x2.len());
    work(py, elements, Cost::Sorting, || match x1 {
        Arg::Tensor(x1) => x1.isin(x2.operand(), invert),
        Arg::Number(Weak(number)) => DynTensor::scalar_of(number)?.isin(x2.operand(), invert),
    })
    .map(Tensor::into_dyn)
    .map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: nonzero, argwhere, flatnonzero, searchsorted, digitize, isin)
}
