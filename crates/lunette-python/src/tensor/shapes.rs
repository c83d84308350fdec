//! Methods that look at the same elements in another shape.

use pyo3::prelude::*;

use super::{PyTensor, derived};
use crate::error::Result;

#[pymethods]
impl PyTensor {
    /// All elements in one axis, in row-major order; a view where strides allow it.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).ravel()
    /// Tensor([1, 2, 3, 4])
    fn ravel<'py>(slf: &Bound<'py, Self>) -> Result<Bound<'py, Self>> {
        derived(slf, slf.get().inner().ravel()?)
    }
}
