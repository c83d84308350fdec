//! `x[key]` and `x[key] = value`: single elements by the short way, everything else by the usual one.
#![expect(unsafe_code, reason = "the interpreter calls these functions")]

use std::ffi::c_int;

use pyo3::ffi;
use pyo3::impl_::trampoline::{MethodDef, binaryfunc, setattrofunc};
use pyo3::prelude::*;

use super::key::{self, Lent};
use crate::tensor::subscript::{self, Mode, no_deletion};
use crate::tensor::{PyTensor, element};

/// `x[key]`.
///
/// # Safety
/// Python calls it: with the interpreter held, a tensor and an object, both alive until it returns.
pub unsafe extern "C" fn get(x: *mut ffi::PyObject, key: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the caller's promise.
    let (x_lent, key_lent) = unsafe { (tensor(x), lent(key)) };
    let tensor = x_lent.get().inner();
    let found =
        key::with_integers(key_lent, tensor.rank(), |at| element(key_lent.py(), tensor.get(at).ok()?).ok());
    match found {
        Some(found) => found.into_ptr(),
        // SAFETY: the caller's promise.
        None => unsafe { binaryfunc::<Get>(x, key) },
    }
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
    if !value.is_null() {
        // SAFETY: the caller's promise.
        let (x_lent, key_lent, value_lent) = unsafe { (tensor(x), lent(key), lent(value)) };
        let tensor = x_lent.get().inner();
        let done = key::number(value_lent)
            .and_then(|number| key::with_integers(key_lent, tensor.rank(), |at| tensor.set(at, number).ok()));
        if done.is_some() {
            return 0;
        }
    }
    // SAFETY: the caller's promise. The trampoline is named after another slot with the same arguments.
    unsafe { setattrofunc::<Set>(x, key, value) }
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
