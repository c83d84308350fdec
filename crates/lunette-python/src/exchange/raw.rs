//! Raw bytes as elements and back, and numbers that come one by one.

use lunette::DType;
use lunette::layout::Dims;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyMemoryView;

use super::asarray::{Copy, finish};
use super::buffer_in;
use super::foreign::Described;
use super::nested::{Collected, Kept};
use super::pickle::coded;
use crate::dtype::{DTypeArg, name_of};
use crate::error::{Result, type_error, value_error};
use crate::functions::give_turns;
use crate::tensor::{New, PyTensor};
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The bytes of the elements, one after the other in row-major order; `frombuffer` reads them.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]], dtype=xp.uint8).T.tobytes()
    /// b'\x01\x03\x02\x04'
    fn tobytes<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>> {
        let x = self.inner();
        // Copied by the library, which sees the tensor before or after a store of another thread, never in between.
        let copied = work(py, x.len(), Cost::Linear, || coded(x.copy()?))?;
        let copied = New(copied).into_pyobject(py)?.into_any();
        Ok(PyMemoryView::from(&copied)?.call_method0(intern!(py, "tobytes"))?)
    }
}

/// A tensor of one axis over the bytes of an object, from `offset` on; of `count` elements, or of as many as there are.
///
/// >>> xp.frombuffer(b"abcd", dtype=xp.uint8, count=2, offset=1).tolist()
/// [98, 99]
#[pyfunction]
#[pyo3(
    signature = (buffer, dtype=None, count=-1, offset=0),
    text_signature = "(buffer, dtype=None, count=-1, offset=0)"
)]
fn frombuffer<'py>(
    buffer: &Bound<'py, PyAny>,
    dtype: Option<DTypeArg>,
    count: i64,
    offset: usize,
) -> Result<Bound<'py, PyTensor>> {
    let dtype = dtype.map_or(DType::F64, |dtype| dtype.0);
    let count = match usize::try_from(count) {
        Ok(count) => count,
        Err(_) => all_elements(buffer_in::len_bytes(buffer)?, offset, dtype)?,
    };
    let shape = Dims::from_slice(&[count]);
    let byte_strides = Described::row_major(&shape, dtype.item_size());
    let source =
        buffer_in::over_bytes(buffer, offset, (dtype, false), (shape, byte_strides), Copy::IfNeeded)?;
    finish(buffer, source, None, Copy::IfNeeded)
}

fn all_elements(bytes: usize, offset: usize, dtype: DType) -> Result<usize> {
    match bytes.checked_sub(offset) {
        Some(rest) if rest.is_multiple_of(dtype.item_size()) => Ok(rest / dtype.item_size()),
        _ => {
            let dtype = name_of(dtype);
            let words = format!("{bytes} bytes from {offset} on are no whole number of elements of {dtype}");
            Err(value_error(words))
        }
    }
}

/// A tensor of one axis of the numbers that an iterable gives; of the first `count`, or of all.
///
/// >>> xp.fromiter((n * n for n in range(4)), dtype=xp.int32).tolist()
/// [0, 1, 4, 9]
#[pyfunction]
#[pyo3(signature = (iter, dtype, count=-1), text_signature = "(iter, dtype, count=-1)")]
fn fromiter(iter: &Bound<'_, PyAny>, dtype: DTypeArg, count: i64) -> Result<New> {
    let mut values = Collected::of(0);
    let wanted = usize::try_from(count).ok();
    let mut found = 0;
    for entry in iter.try_iter()?.take(wanted.unwrap_or(usize::MAX)) {
        let entry = entry?;
        if values.push(entry.as_borrowed(), dtype.0)? == Kept::No {
            let class = entry.get_type();
            return Err(type_error(format!(
                "an iterable of numbers is needed, found {} in it",
                class.name()?
            )));
        }
        found += 1;
        give_turns(iter.py(), found)?;
    }
    match wanted {
        Some(wanted) if found < wanted => {
            Err(value_error(format!("the iterable gave {found} numbers, not {wanted}")))
        }
        _ => Ok(New(values.into_tensor(&[found])?.try_cast_to(dtype.0)?)),
    }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(frombuffer, module)?)?;
    module.add_function(wrap_pyfunction!(fromiter, module)?)
}
