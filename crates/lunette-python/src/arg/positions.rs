//! Positions: a tensor of integers, or a list or an array of others that becomes one.

use std::borrow::Cow;

use lunette::DynTensor;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::tensors::no_tensor;
use crate::exchange::index_tensor;
use crate::tensor::PyTensor;

/// Positions along an axis.
pub struct Positions<'a>(pub Cow<'a, DynTensor>);

impl<'a, 'py> FromPyObject<'a, 'py> for Positions<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(tensor) = object.cast::<PyTensor>() {
            return Ok(Self(Cow::Borrowed(tensor.get().inner())));
        }
        let is_row = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
        if is_row || object.hasattr("__array_interface__")? || object.hasattr("__index__")? {
            return Ok(Self(Cow::Owned(index_tensor(&object)?)));
        }
        Err(no_tensor(&object))
    }
}
