//! `next(rows)`: elements by the short way, rows by the usual one.
#![expect(unsafe_code, reason = "the interpreter calls this function")]

use lunette::Scalar;
use pyo3::ffi;
use pyo3::impl_::trampoline::{MethodDef, iternextfunc};
use pyo3::prelude::*;

use super::subscript::lent;
use crate::tensor::PyTensor;
use crate::tensor::iteration::{Rows, Vector};

/// The next entry, or null at the end.
///
/// # Safety
/// Python calls it: with the interpreter held, and an object of the class `Rows` that is alive until it returns.
pub unsafe extern "C" fn next(rows: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the caller's promise.
    let rows_lent = unsafe { lent(rows).cast_unchecked::<Rows>() };
    let (py, inner) = (rows_lent.py(), rows_lent.get());
    let found = match inner.vector() {
        Vector::F32(x) => inner.peek(x).and_then(|value| made(py, inner, value)),
        Vector::F64(x) => inner.peek(x).and_then(|value| made(py, inner, value)),
        Vector::I64(x) => inner.peek(x).and_then(|value| made(py, inner, value)),
        Vector::Other => inner.peek_element(py).and_then(|value| made(py, inner, value)),
    };
    match found {
        Some(found) => found.into_ptr(),
        // SAFETY: the caller's promise.
        None => unsafe { iternextfunc::<Next>(rows) },
    }
}

/// The next element as an object. Inlined where its type is known: a value that may be of any is put together in memory,
/// and copied from there.
#[inline(always)]
fn made<'py>(py: Python<'py>, rows: &Rows, value: impl Into<Scalar>) -> Option<Bound<'py, PyTensor>> {
    let (found, _gone) = rows.recent.next(py, value.into()).ok()?;
    rows.take(py);
    Some(found)
}

/// The usual way of [`next`].
struct Next;

impl MethodDef<iternextfunc::Func> for Next {
    const METH: iternextfunc::Func = |py, rows| {
        // SAFETY: PyO3 hands on what Python has called with.
        let rows = unsafe { lent(rows).cast_unchecked::<Rows>() };
        Ok(rows.get().next(py)?.map_or(std::ptr::null_mut(), Bound::into_ptr))
    };
}
