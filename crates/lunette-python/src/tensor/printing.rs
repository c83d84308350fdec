//! Tensors as text: what the library prints.

use lunette::DynTensor;
use pyo3::prelude::*;

use super::PyTensor;
use super::html;
use crate::dtype::name_of;
use crate::error::Result;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    fn __repr__(&self, py: Python<'_>) -> Result<String> {
        let text = work(py, shown(self.inner()), Cost::Linear, || Ok(self.inner().to_string()))?;
        // Only where there are no elements to tell it, the dtype is told, and has a name of Python's.
        let dtype = self.inner().dtype();
        match text.strip_suffix(&format!("dtype={dtype})")) {
            Some(start) => Ok(format!("{start}dtype={})", name_of(dtype))),
            None => Ok(text),
        }
    }

    fn __str__(&self, py: Python<'_>) -> Result<String> {
        self.__repr__(py)
    }

    /// A table for notebooks: dtype and shape, and a heat map behind the numbers of a matrix.
    fn _repr_html_(&self, py: Python<'_>) -> Result<String> {
        let page = work(py, shown(self.inner()), Cost::Linear, || html::Page::of(self.inner()))?;
        Ok(page.write())
    }
}

/// How many elements are read: of a large tensor only the ends are shown. The interpreter is free meanwhile, because
/// somebody else may be writing all of it.
fn shown(tensor: &DynTensor) -> usize {
    tensor.len().min(1 << 14)
}
