//! Elements as Python's numbers.

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use smallvec::SmallVec;

use super::PyTensor;
use crate::error::Result;
use crate::exchange::{nested_lists, to_python};
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The only element as a Python number, or the one at an index.
    ///
    /// >>> xp.asarray([[5]]).item()
    /// 5
    /// >>> xp.asarray([[1, 2], [3, 4]]).item(1, 0)
    /// 3
    #[pyo3(signature = (*index))]
    fn item<'py>(&self, py: Python<'py>, index: &Bound<'py, PyTuple>) -> Result<Bound<'py, PyAny>> {
        if index.is_empty() {
            let value = self.content.untouched().map_or_else(|| self.inner().item(), Ok)?;
            return to_python(py, value);
        }
        let index = match index.get_item(0)?.cast_into::<PyTuple>() {
            Ok(inner) if index.len() == 1 => inner,
            _ => index.clone(),
        };
        let integers =
            index.iter().map(|entry| entry.extract::<i64>()).collect::<PyResult<SmallVec<[i64; 8]>>>()?;
        // One integer counts the elements in row-major order.
        let value = match integers[..] {
            [flat] if self.inner().rank() != 1 => {
                work(py, self.inner().len(), Cost::Linear, || self.inner().ravel())?.get([flat])?
            }
            _ => self.inner().get(&integers[..])?,
        };
        to_python(py, value)
    }

    /// The elements as nested lists of Python numbers; of a tensor without axes the number itself.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).tolist()
    /// [[1, 2], [3, 4]]
    fn tolist<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        nested_lists(py, self.inner())
    }

    /// Writes one number into every element.
    ///
    /// >>> x = xp.zeros(3)
    /// >>> x.fill(7)
    /// >>> x
    /// Tensor([7.0, 7.0, 7.0])
    #[pyo3(signature = (value, /))]
    fn fill<'py>(slf: &Bound<'py, Self>, value: &Bound<'py, PyAny>) -> Result<()> {
        super::subscript::store_everywhere(slf.get().inner(), value)
    }
}
