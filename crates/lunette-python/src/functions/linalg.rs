//! The functions of `lunette.linalg`: the standard's extension, and what the library has besides.

mod decompositions;
mod norms;
mod solvers;

use lunette::ErrorKind;
use pyo3::prelude::*;

use crate::arg::{Parent, TensorArg, Tensors, saturated};
use crate::error::{LinAlgError, Result};
use crate::functions::registry::{functions, publish};
use crate::functions::statistical::trace;
use crate::tensor::{New, PyTensor, view_of};
use crate::work::{Cost, work};

/// The cross products of vectors of three along an axis.
///
/// >>> xp.linalg.cross(xp.asarray([1, 0, 0]), xp.asarray([0, 1, 0]))
/// Tensor([0, 0, 1])
#[pyfunction]
#[pyo3(
    signature = (x1, x2, /, *, axis=-1),
    text_signature = "(x1, x2, /, *, axis=-1)"
)]
fn cross(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>, axis: i64) -> Result<New> {
    let (x1, x2) = (x1.0, x2.0);
    work(py, x1.len().max(x2.len()), Cost::Linear, || x1.cross(x2, axis)).map(New)
}

/// A view of the diagonal `offset` of the last two axes.
///
/// >>> xp.linalg.diagonal(xp.asarray([[1, 2], [3, 4]]))
/// Tensor([1, 4])
#[pyfunction]
#[pyo3(signature = (x, /, *, offset=0))]
fn diagonal<'py>(
    x: Parent<'_, 'py>,
    #[pyo3(from_py_with = saturated)] offset: i64,
) -> Result<Bound<'py, PyTensor>> {
    let rank = x.inner().rank();
    if rank < 2 {
        let (op, expected) = ("diagonal", "at least two axes");
        return Err(lunette::Error::from(ErrorKind::Rank { op, expected, found: rank }).into());
    }
    view_of(&x.0, x.inner().diagonal_of(offset, -2, -1)?)
}

/// The matrices to the power of an integer; a negative one is that of their inverses.
///
/// >>> xp.linalg.matrix_power(xp.asarray([[1.0, 1.0], [0.0, 1.0]]), 3)
/// Tensor([[1.0, 3.0],
///         [0.0, 1.0]])
#[pyfunction]
#[pyo3(signature = (x, n, /))]
fn matrix_power(py: Python<'_>, x: TensorArg<'_>, n: i64) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Heavy, || x.matrix_power(n)).map(New)
}

/// The product of several matrices, multiplied in the order that takes the least work.
///
/// >>> xp.linalg.multi_dot([xp.asarray([[1, 2]]), xp.asarray([[3], [4]]), xp.asarray([[5]])])
/// Tensor([[55]])
#[pyfunction]
#[pyo3(signature = (arrays, /))]
fn multi_dot(py: Python<'_>, arrays: Tensors<'_>) -> Result<New> {
    let tensors = arrays.inner();
    work(py, arrays.len(), Cost::Heavy, || lunette::multi_dot(&tensors)).map(New)
}

pub fn register(parent: &Bound<'_, PyModule>) -> PyResult<()> {
    let module = &PyModule::new(parent.py(), "lunette._lunette.linalg")?;
    module.add("LinAlgError", parent.py().get_type::<LinAlgError>())?;
    decompositions::register(module)?;
    norms::register(module)?;
    solvers::register(module)?;
    register_products(module)?;
    publish(module, "lunette.linalg")?;
    parent.add("linalg", module)
}

fn register_products(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: trace, cross, diagonal, matrix_power, multi_dot)
}
