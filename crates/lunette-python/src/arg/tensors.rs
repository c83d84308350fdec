//! Arguments that are tensors and nothing else.

use lunette::DynTensor;
use pyo3::prelude::*;

use crate::error::{class_name, type_error};
use crate::tensor::PyTensor;

/// A tensor whose elements are read.
#[derive(Clone, Copy)]
pub struct TensorArg<'a>(pub &'a DynTensor);

/// A tensor whose memory the result may share.
#[derive(Clone, Copy)]
pub struct Parent<'a, 'py>(pub Borrowed<'a, 'py, PyTensor>);

impl<'a> Parent<'a, '_> {
    /// The library's tensor.
    pub fn inner(&self) -> &'a DynTensor {
        self.0.get().inner()
    }
}

/// Several tensors: a list, a tuple, or anything else that gives them one by one.
pub struct Tensors<'py>(Vec<Bound<'py, PyTensor>>);

impl<'py> Tensors<'py> {
    /// The objects, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Bound<'py, PyTensor>> {
        self.0.iter()
    }

    /// The library's tensors, in order.
    pub fn inner(&self) -> Vec<&DynTensor> {
        self.0.iter().map(|tensor| tensor.get().inner()).collect()
    }

    /// How many elements they have together.
    pub fn len(&self) -> usize {
        self.0.iter().map(|tensor| tensor.get().inner().len()).sum()
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for TensorArg<'a> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Parent::extract(object).map(|parent| Self(parent.inner()))
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Parent<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.cast::<PyTensor>().map(Self).map_err(|_| no_tensor(&object))
    }
}

impl<'py> FromPyObject<'_, 'py> for Tensors<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let entries = object.try_iter().map_err(|_| no_tensor(&object))?;
        entries
            .map(|entry| entry?.cast_into::<PyTensor>().map_err(|error| no_tensor(&error.into_inner())))
            .collect::<PyResult<_>>()
            .map(Self)
    }
}

pub fn no_tensor(object: &Bound<'_, PyAny>) -> PyErr {
    let class = class_name(object);
    type_error(format!("a tensor is needed, found {class}; `asarray` makes one")).into()
}
