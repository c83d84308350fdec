//! Keys and values that are frequent, read without any detour: exact ints and floats.
#![expect(unsafe_code, reason = "it asks the interpreter about objects by their addresses")]

use lunette::Scalar;
use pyo3::ffi;
use pyo3::prelude::*;

/// The most axes of a key that is read here.
const FEW: usize = 4;

/// An object that somebody else holds for as long as the call lasts.
pub type Lent<'a, 'py> = Borrowed<'a, 'py, PyAny>;

/// Calls `work` with the integers of a key that has one for each of `rank` axes and nothing else.
#[inline(always)]
pub fn with_integers<R>(key: Lent<'_, '_>, rank: usize, work: impl FnOnce(&[i64]) -> Option<R>) -> Option<R> {
    if !is_exactly(key, &raw mut ffi::PyTuple_Type) {
        return if rank == 1 { work(&[integer(key)?]) } else { None };
    }
    // SAFETY: it is a tuple.
    let len = unsafe { ffi::PyTuple_Size(key.as_ptr()) };
    let mut integers = [0; FEW];
    let found = integers.get_mut(..rank).filter(|found| found.len() == len.cast_unsigned())?;
    for (place, found) in found.iter_mut().enumerate() {
        // SAFETY: it is a tuple of that length, which keeps its entries.
        let entry = unsafe { Lent::from_ptr(key.py(), ffi::PyTuple_GetItem(key.as_ptr(), place as isize)) };
        *found = integer(entry)?;
    }
    work(found)
}

/// The number that an int or a float is; none of an int that is too long.
#[inline(always)]
pub fn number(object: Lent<'_, '_>) -> Option<Scalar> {
    if is_exactly(object, &raw mut ffi::PyFloat_Type) {
        // SAFETY: of a float this is its value, and no error.
        return Some(Scalar::F64(unsafe { ffi::PyFloat_AsDouble(object.as_ptr()) }));
    }
    integer(object).map(Scalar::I64)
}

/// The value of an int; none of anything else, and of an int that is too long.
#[inline(always)]
fn integer(object: Lent<'_, '_>) -> Option<i64> {
    if !is_exactly(object, &raw mut ffi::PyLong_Type) {
        return None;
    }
    // SAFETY: it is an int.
    let value = unsafe { ffi::PyLong_AsSsize_t(object.as_ptr()) };
    if value == -1 && is_too_long(object) { None } else { Some(value as i64) }
}

/// Whether the interpreter has just refused an int, which is then forgotten: the usual way will say so again.
#[cold]
fn is_too_long(object: Lent<'_, '_>) -> bool {
    PyErr::take(object.py()).is_some()
}

#[inline(always)]
fn is_exactly(object: Lent<'_, '_>, class: *mut ffi::PyTypeObject) -> bool {
    // SAFETY: the object lives, and its header names its class.
    std::ptr::eq(unsafe { ffi::Py_TYPE(object.as_ptr()) }, class)
}
