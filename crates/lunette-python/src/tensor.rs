//! The tensor as a Python object.
//!
//! The methods stand in one file for each kind: attributes, operators, conversions, subscripts, and so on.

mod attributes;
mod class;
mod content;
mod conversions;
mod elements;
mod explain;
mod flags;
mod html;
mod iteration;
mod methods;
mod operators;
mod orthogonal;
mod printing;
mod reductions;
mod shapes;
pub mod slots;
mod subscript;

use lunette::{DynTensor, Scalar};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyTuple};

use self::content::Content;
use self::slots::lasting::{Lasting, dtype_and_rank};
pub use self::subscript::{Right, right_side};
use crate::dtype::PyDType;
use crate::error::Result;

/// A tensor: an N-dimensional array of one dtype, whose views share its memory.
///
/// `asarray`, `zeros` and the other creation functions make one; slices of it are views.
///
/// >>> x = xp.asarray([[1, 2, 3], [4, 5, 6]])
/// >>> x[:, 1] = 0
/// >>> x
/// Tensor([[1, 0, 3],
///         [4, 0, 6]])
/// >>> x.shape, x.dtype
/// ((2, 3), lunette.int64)
#[pyclass(name = "Tensor", module = "lunette", frozen, weakref, extends = slots::Recycled)]
pub struct PyTensor {
    content: Content,
    /// What the memory was first seen in, if this is a view of it.
    base: Option<Py<PyAny>>,
    /// `x.shape`, once somebody has asked for it: it is read often, and does not change.
    shape: PyOnceLock<Py<PyTuple>>,
    /// `x.dtype` and `x.ndim`, as objects, because Python reads such members by itself, without a call into this library.
    dtype: Lasting<PyDType>,
    ndim: Lasting<PyInt>,
}

impl PyTensor {
    /// A tensor over some memory as an object.
    #[inline(always)]
    fn over<'py>(py: Python<'py>, tensor: DynTensor, base: Option<Py<PyAny>>) -> PyResult<Bound<'py, Self>> {
        let (dtype, ndim) = dtype_and_rank(py, tensor.dtype(), tensor.rank())?;
        slots::make(py, || Self {
            content: Content::Tensor(tensor),
            base,
            shape: PyOnceLock::new(),
            dtype,
            ndim,
        })
    }

    /// The library's tensor.
    #[inline]
    pub fn inner(&self) -> &DynTensor {
        self.content.tensor()
    }
}

/// A result, as functions give it.
pub struct New(pub DynTensor);

impl<'py> IntoPyObject<'py> for New {
    type Target = PyTensor;
    type Output = Bound<'py, PyTensor>;
    type Error = PyErr;

    #[inline(always)]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        PyTensor::over(py, self.0, None)
    }
}

/// A result, or the tensor of the caller that it was written into.
pub enum Made<'py> {
    New(New),
    Written(Bound<'py, PyTensor>),
}

impl<'py> IntoPyObject<'py> for Made<'py> {
    type Target = PyTensor;
    type Output = Bound<'py, PyTensor>;
    type Error = PyErr;

    #[inline(always)]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        match self {
            Self::New(new) => new.into_pyobject(py),
            Self::Written(out) => Ok(out),
        }
    }
}

/// One element, as a tensor without axes in memory of its own.
#[inline(always)]
pub fn element(py: Python<'_>, value: Scalar) -> PyResult<Bound<'_, PyTensor>> {
    let (dtype, ndim) = dtype_and_rank(py, value.dtype(), 0)?;
    slots::make(py, || PyTensor {
        content: Content::element(value),
        base: None,
        shape: PyOnceLock::new(),
        dtype,
        ndim,
    })
}

/// A view of `parent`'s memory.
#[inline(always)]
pub fn view_of<'py>(parent: &Bound<'py, PyTensor>, tensor: DynTensor) -> Result<Bound<'py, PyTensor>> {
    let base = parent
        .get()
        .base
        .as_ref()
        .map_or_else(|| parent.clone().into_any().unbind(), |base| base.clone_ref(parent.py()));
    Ok(PyTensor::over(parent.py(), tensor, Some(base))?)
}

/// A result that is a view of `parent`'s memory where the library could make one, and a copy where it could not.
pub fn derived<'py>(parent: &Bound<'py, PyTensor>, tensor: DynTensor) -> Result<Bound<'py, PyTensor>> {
    if tensor.base() == parent.get().inner().base() {
        view_of(parent, tensor)
    } else {
        Ok(New(tensor).into_pyobject(parent.py())?)
    }
}

/// A tensor over memory that another object owns; `owner` is its `base`.
pub fn lent_by<'py>(owner: &Bound<'py, PyAny>, tensor: DynTensor) -> Result<Bound<'py, PyTensor>> {
    Ok(PyTensor::over(owner.py(), tensor, Some(owner.clone().unbind()))?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyTensor>()?;
    module.add_class::<flags::PyFlags>()?;
    module.add_class::<iteration::Rows>()?;
    module.add_class::<orthogonal::Orthogonal>()?;
    explain::register(module)
}
