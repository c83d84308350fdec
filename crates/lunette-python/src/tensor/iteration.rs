//! Iteration: rows as views, elements as tensors without axes.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use lunette::Item;
use pyo3::prelude::*;

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
    /// How many were taken; several threads may take them.
    taken: AtomicUsize,
}

impl Rows {
    fn of(tensor: &Bound<'_, PyTensor>) -> Result<Self> {
        match tensor.get().inner().shape().first() {
            Some(size) => {
                Ok(Self { tensor: tensor.clone().unbind(), size: *size, taken: AtomicUsize::new(0) })
            }
            None => Err(type_error("a tensor without axes has no entries to go through")),
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

    fn __next__<'py>(&self, py: Python<'py>) -> Result<Option<Bound<'py, PyTensor>>> {
        let at = self.taken.fetch_add(1, Relaxed);
        if at >= self.size {
            // So that the count does not run over, however often it is asked.
            self.taken.store(self.size, Relaxed);
            return Ok(None);
        }
        let tensor = self.tensor.bind(py);
        let inner = tensor.get().inner();
        match inner.rank() {
            1 => Ok(Some(element(py, inner.get([at as i64])?)?)),
            _ => view_of(tensor, inner.view(&[Item::At(at as i64)])?).map(Some),
        }
    }
}
