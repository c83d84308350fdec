//! `x.oindex[...]`: every index tensor acts on its own axis, and no axis moves.

use pyo3::prelude::*;

use super::PyTensor;
use super::subscript::{self, Mode};
use crate::error::Result;

#[pymethods]
impl PyTensor {
    /// Indexing in which every list or index tensor acts on its own axis.
    ///
    /// >>> x = xp.asarray([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    /// >>> x[[0, 2], [0, 2]]
    /// Tensor([1, 9])
    /// >>> x.oindex[[0, 2], [0, 2]]
    /// Tensor([[1, 3],
    ///         [7, 9]])
    #[getter]
    fn oindex(slf: &Bound<'_, Self>) -> Orthogonal {
        Orthogonal(slf.clone().unbind())
    }
}

/// A tensor, for the orthogonal way of indexing it.
#[pyclass(name = "Orthogonal", module = "lunette", frozen)]
pub struct Orthogonal(Py<PyTensor>);

#[pymethods]
impl Orthogonal {
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> Result<Bound<'py, PyTensor>> {
        subscript::get(self.0.bind(key.py()), key, Mode::Orthogonal)
    }

    fn __setitem__(&self, key: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> Result<()> {
        subscript::set(self.0.bind(key.py()), key, value, Mode::Orthogonal)
    }
}
