//! `next(rows)`: elements by the short way, rows by the usual one.
#![expect(unsafe_code, reason = "the interpreter calls this function")]

use pyo3::ffi;
use pyo3::impl_::trampoline::{MethodDef, iternextfunc};
use pyo3::prelude::*;

use super::subscript::lent;
use crate::tensor::iteration::Rows;

/// The next entry, or null at the end.
///
/// # Safety
/// Python calls it: with the interpreter held, and an object of the class `Rows` that is alive until it returns.
pub unsafe extern "C" fn next(rows: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the caller's promise.
    let rows_lent = unsafe { lent(rows).cast_unchecked::<Rows>() };
    let py = rows_lent.py();
    let rows_inner = rows_lent.get();
    if let Some(value) = rows_inner.peek_element(py)
        && let Ok((found, _gone)) = rows_inner.recent.next(py, value)
    {
        rows_inner.take(py);
        return found.into_ptr();
    }
    // SAFETY: the caller's promise.
    unsafe { iternextfunc::<Next>(rows) }
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
