//! Tensors as text: what the library prints.

use pyo3::prelude::*;

use super::PyTensor;
use super::html;
use crate::error::Result;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    fn __repr__(&self, py: Python<'_>) -> Result<String> {
        // Printing shows no more than a thousand elements, and may have to wait for who is writing them.
        work(py, self.tensor.len(), Cost::Linear, || Ok(self.tensor.to_string()))
    }

    fn __str__(&self, py: Python<'_>) -> Result<String> {
        self.__repr__(py)
    }

    /// A table for notebooks: dtype and shape, and a heat map behind the numbers of a matrix.
    fn _repr_html_(&self, py: Python<'_>) -> Result<String> {
        let page = work(py, self.tensor.len(), Cost::Linear, || html::Page::of(&self.tensor))?;
        Ok(page.write())
    }
}
