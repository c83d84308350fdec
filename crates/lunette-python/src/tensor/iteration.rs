//! Iteration: rows as views, elements as tensors without axes.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use lunette::{DType, DynTensor, Element, Item, Scalar, Tensor};
use pyo3::prelude::*;

use super::slots::Recent;
use super::{PyTensor, element, view_of};
use crate::error::{Result, type_error};

#[pymethods]
impl PyTensor {
    fn __len__(&self) -> Result<usize> {
        match self.inner().shape().first() {
            Some(size) => Ok(*size),
            None => {
                Err(type_error("a tensor without axes has no length: `size` tells the number of elements"))
            }
        }
    }

    fn __iter__(slf: &Bound<'_, Self>) -> Result<Rows> {
        Rows::of(slf)
    }

    fn __reversed__(slf: &Bound<'_, Self>) -> Result<Rows> {
        let tensor = slf.get().inner();
        match tensor.rank() {
            0 => Rows::of(slf),
            _ => Rows::of(&view_of(slf, tensor.flip(0)?)?),
        }
    }
}

/// The entries of a tensor's first axis, one after the other.
#[pyclass(name = "Rows", module = "lunette", frozen)]
pub struct Rows {
    tensor: Py<PyTensor>,
    /// The same, if it is a vector of a frequent dtype, so that elements are read as what they are.
    vector: Vector,
    size: usize,
    /// How many were taken; several threads may take them, one at a time, because they hold the interpreter meanwhile.
    taken: AtomicUsize,
    /// The last elements that were taken.
    pub recent: Recent,
}

/// A vector of a dtype that is known.
pub enum Vector {
    F32(Tensor<f32>),
    F64(Tensor<f64>),
    I64(Tensor<i64>),
    /// Anything else.
    Other,
}

impl Vector {
    fn of(tensor: &DynTensor) -> Self {
        let found = match (tensor.rank(), tensor.dtype()) {
            (1, DType::F32) => tensor.clone().into_typed().map(Self::F32),
            (1, DType::F64) => tensor.clone().into_typed().map(Self::F64),
            (1, DType::I64) => tensor.clone().into_typed().map(Self::I64),
            _ => return Self::Other,
        };
        found.unwrap_or(Self::Other)
    }
}

impl Rows {
    fn of(tensor: &Bound<'_, PyTensor>) -> Result<Self> {
        match tensor.get().inner().shape().first() {
            Some(size) => {
                let vector = Vector::of(tensor.get().inner());
                let (tensor, taken) = (tensor.clone().unbind(), AtomicUsize::new(0));
                Ok(Self { tensor, vector, size: *size, taken, recent: Recent::default() })
            }
            None => Err(type_error("a tensor without axes has no entries to go through")),
        }
    }

    /// The vector that the entries are elements of, if it is one of a frequent dtype.
    #[inline]
    pub fn vector(&self) -> &Vector {
        &self.vector
    }

    /// The next element of the vector if there is one and it can be read; it still counts as not taken.
    #[inline(always)]
    pub fn peek<T: Element>(&self, vector: &Tensor<T>) -> Option<T> {
        let at = self.taken.load(Relaxed);
        if at < self.size { vector.get([at as i64]).ok() } else { None }
    }

    /// The next entry if it is an element, of whatever dtype, and can be read; it still counts as not taken.
    #[inline]
    pub fn peek_element(&self, py: Python<'_>) -> Option<Scalar> {
        let (inner, at) = (self.tensor.bind(py).get().inner(), self.taken.load(Relaxed));
        if inner.rank() == 1 && at < self.size { inner.get([at as i64]).ok() } else { None }
    }

    /// Counts the next entry as taken.
    #[inline]
    pub fn take(&self, _: Python<'_>) {
        self.taken.store(self.taken.load(Relaxed) + 1, Relaxed);
    }

    /// The next entry, none at the end.
    pub fn next<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyTensor>>> {
        let at = self.taken.load(Relaxed);
        if at >= self.size {
            return Ok(None);
        }
        self.take(py);
        let tensor = self.tensor.bind(py);
        let inner = tensor.get().inner();
        match inner.rank() {
            1 => Ok(Some(element(py, inner.get([at as i64])?)?)),
            _ => view_of(tensor, inner.view(&[Item::At(at as i64)])?).map(Some),
        }
    }
}

#[pymethods]
impl Rows {
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    fn __length_hint__(&self) -> usize {
        self.size.saturating_sub(self.taken.load(Relaxed))
    }
}
