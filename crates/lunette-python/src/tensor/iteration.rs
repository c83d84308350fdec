//! Iteration: rows as views, elements as tensors without axes.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use lunette::{Item, Scalar};
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
    size: usize,
    /// How many were taken; several threads may take them, one at a time, because they hold the interpreter meanwhile.
    taken: AtomicUsize,
    /// The last elements that were taken.
    pub recent: Recent,
}

impl Rows {
    fn of(tensor: &Bound<'_, PyTensor>) -> Result<Self> {
        match tensor.get().inner().shape().first() {
            Some(size) => {
                let (tensor, taken) = (tensor.clone().unbind(), AtomicUsize::new(0));
                Ok(Self { tensor, size: *size, taken, recent: Recent::default() })
            }
            None => Err(type_error("a tensor without axes has no entries to go through")),
        }
    }

    /// The next entry if it is an element and can be read; it still counts as not taken.
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
