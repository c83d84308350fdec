//! `x[key]` and `x[key] = value`: elements and slices by the short way, everything else by the usual one.
#![expect(unsafe_code, reason = "the interpreter calls these functions")]

use std::ffi::c_int;

use lunette::Item;
use pyo3::ffi;
use pyo3::impl_::trampoline::{MethodDef, binaryfunc, setattrofunc};
use pyo3::prelude::*;

use super::key::{self, ErrorIsSet, Key, Lent};
use crate::tensor::subscript::{self, Mode, no_deletion};
use crate::tensor::{PyTensor, element, view_of};

/// `x[key]`.
///
/// # Safety
/// Python calls it: with the interpreter held, a tensor and an object, both alive until it returns.
pub unsafe extern "C" fn get(x: *mut ffi::PyObject, key: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the caller's promise.
    let found = unsafe { get_frequent(&tensor(x), lent(key)) };
    match found {
        Some(Ok(found)) => found.into_ptr(),
        Some(Err(ErrorIsSet)) => std::ptr::null_mut(),
        // SAFETY: the caller's promise.
        None => unsafe { binaryfunc::<Get>(x, key) },
    }
}

/// The element or the view that a frequent key takes; none of another key, or where it cannot be had.
#[inline(always)]
fn get_frequent<'py>(
    x: &Bound<'py, PyTensor>,
    key: Lent<'_, '_>,
) -> Option<Result<Bound<'py, PyTensor>, ErrorIsSet>> {
    let (tensor, key) = (x.get().inner(), Key::read(key)?);
    if let Some(value) = key.with_integers(tensor.rank(), |at| tensor.get(at).ok()) {
        return element(x.py(), value).ok().map(Ok);
    }
    let view = |items: &[Item<'_>]| view_of(x, tensor.view(items).ok()?).ok();
    // The second looks at keys that the first has refused before it asked the ends of a slice for their numbers.
    key.with_parts(tensor.shape(), view).or_else(|| key.with_added_axes(tensor.shape(), view))
}

/// `x[key] = value`, and `del x[key]` if the value is null.
///
/// # Safety
/// As [`get`]; the value is an object too, or null.
pub unsafe extern "C" fn set(
    x: *mut ffi::PyObject,
    key: *mut ffi::PyObject,
    value: *mut ffi::PyObject,
) -> c_int {
    // SAFETY: the caller's promise.
    let done = !value.is_null() && unsafe { set_frequent(&tensor(x), lent(key), lent(value)) }.is_some();
    // SAFETY: the caller's promise. The trampoline is named after another slot with the same arguments.
    if done { 0 } else { unsafe { setattrofunc::<Set>(x, key, value) } }
}

/// Writes a number into the element that a frequent key takes; none of another key, or where it cannot be written.
#[inline(always)]
fn set_frequent(x: &Bound<'_, PyTensor>, key: Lent<'_, '_>, value: Lent<'_, '_>) -> Option<()> {
    let (tensor, number, key) = (x.get().inner(), key::number(value)?, Key::read(key)?);
    key.with_integers(tensor.rank(), |at| tensor.set(at, number).ok())
}

/// The usual way of [`get`].
struct Get;

impl MethodDef<binaryfunc::Func> for Get {
    const METH: binaryfunc::Func = |_, x, key| {
        // SAFETY: PyO3 hands on what Python has called with.
        let (x, key) = unsafe { (tensor(x), lent(key)) };
        Ok(subscript::get(&x, &key, Mode::Together)?.into_ptr())
    };
}

/// The usual way of [`set`].
struct Set;

impl MethodDef<setattrofunc::Func> for Set {
    const METH: setattrofunc::Func = |_, x, key, value| {
        if value.is_null() {
            return Err(no_deletion().into());
        }
        // SAFETY: PyO3 hands on what Python has called with.
        let (x, key, value) = unsafe { (tensor(x), lent(key), lent(value)) };
        subscript::set(&x, &key, &value, Mode::Together)?;
        Ok(0)
    };
}

/// An argument of a call.
///
/// # Safety
/// The interpreter is held and the object alive for `'a`.
#[inline(always)]
pub unsafe fn lent<'a>(object: *mut ffi::PyObject) -> Lent<'a, 'a> {
    // SAFETY: the caller's promise.
    unsafe { Lent::from_ptr(Python::assume_attached(), object) }
}

/// The tensor of a call.
///
/// # Safety
/// As [`lent`], and the object is a tensor.
#[inline(always)]
unsafe fn tensor<'a>(object: *mut ffi::PyObject) -> Borrowed<'a, 'a, PyTensor> {
    // SAFETY: the caller's promise.
    unsafe { lent(object).cast_unchecked() }
}
