//! The tensor as a Python object.

use lunette::DynTensor;
use pyo3::prelude::*;

use crate::error::Result;

/// A tensor: an N-dimensional array of one dtype, whose views share its memory.
#[pyclass(name = "Tensor", module = "lunette", frozen, weakref)]
pub struct PyTensor {
    tensor: DynTensor,
    /// What the memory was first seen in, if this is a view of it.
    base: Option<Py<PyAny>>,
}

impl PyTensor {
    /// The library's tensor.
    pub fn inner(&self) -> &DynTensor {
        &self.tensor
    }
}

/// A result, as functions give it.
pub struct New(pub DynTensor);

impl<'py> IntoPyObject<'py> for New {
    type Target = PyTensor;
    type Output = Bound<'py, PyTensor>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Bound::new(py, PyTensor { tensor: self.0, base: None })
    }
}

/// A view of `parent`'s memory.
pub fn view_of<'py>(parent: &Bound<'py, PyTensor>, tensor: DynTensor) -> Result<Bound<'py, PyTensor>> {
    let base = parent
        .get()
        .base
        .as_ref()
        .map_or_else(|| parent.clone().into_any().unbind(), |base| base.clone_ref(parent.py()));
    Ok(Bound::new(parent.py(), PyTensor { tensor, base: Some(base) })?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyTensor>()
}
