//! New objects, written where they stay.
#![expect(unsafe_code, reason = "it writes what is inside of an object that Python has given memory for")]

use std::ptr::NonNull;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::type_object::PyTypeInfo;

use super::class::CONTENT_OFFSET_BYTES;
use super::spare;
use crate::tensor::PyTensor;

/// A tensor as a Python object. `content` is called once, and what it gives is written into the object.
///
/// # Errors
/// If Python has no memory.
#[inline(always)]
pub fn make(py: Python<'_>, content: impl FnOnce() -> PyTensor) -> PyResult<Bound<'_, PyTensor>> {
    let object = match spare::take(py) {
        Some(object) => object,
        None => allocate(py)?,
    };
    // SAFETY: the object is of the class `Tensor` (`take`, `allocate`), whose `PyTensor` lies at this offset and is not
    // there yet. Should `content` panic, the process ends or the object leaks, and nobody has seen it.
    unsafe {
        object.byte_add(CONTENT_OFFSET_BYTES).cast::<PyTensor>().write(content());
        Ok(Bound::from_owned_ptr(py, object.as_ptr()).cast_into_unchecked())
    }
}

/// Memory for an object of the class `Tensor`, with a count of 1; the rest of it is zero, which says that there are no
/// weak references.
#[cold]
#[inline(never)]
fn allocate(py: Python<'_>) -> PyResult<NonNull<ffi::PyObject>> {
    // SAFETY: the class is a type whose instances have no variable part.
    let object = unsafe { ffi::PyType_GenericAlloc(PyTensor::type_object_raw(py), 0) };
    NonNull::new(object).ok_or_else(|| PyErr::fetch(py))
}
