//! Elements as Python's numbers, and nested lists of them.
//!
//! Numbers and lists are made by the interpreter's own functions, which say when there is no memory; PyO3's end in a panic
//! then, and of numbers there may be more than memory holds.
#![expect(unsafe_code, reason = "it calls the interpreter's functions that make numbers and lists")]

use std::ptr::NonNull;

use lunette::buffer::check_room;
use lunette::{Complex32, Complex64, DType, DynTensor, Element, ErrorKind, Scalar, bf16, f16};
use pyo3::exceptions::PyMemoryError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::error::{Failure, Result};
use crate::functions::give_turns;
use crate::work::{Cost, work};

/// What a list takes besides its entries, at least.
const LIST_BYTES: usize = 72;

/// One element as a Python number.
pub fn to_python(py: Python<'_>, value: Scalar) -> Result<Bound<'_, PyAny>> {
    Ok(match value {
        Scalar::Bool(value) => value.number(py),
        Scalar::I8(value) => value.number(py),
        Scalar::I16(value) => value.number(py),
        Scalar::I32(value) => value.number(py),
        Scalar::I64(value) => value.number(py),
        Scalar::U8(value) => value.number(py),
        Scalar::U16(value) => value.number(py),
        Scalar::U32(value) => value.number(py),
        Scalar::U64(value) => value.number(py),
        Scalar::F16(value) => value.number(py),
        Scalar::BF16(value) => value.number(py),
        Scalar::F32(value) => value.number(py),
        Scalar::F64(value) => value.number(py),
        Scalar::Complex64(value) => value.number(py),
        Scalar::Complex128(value) => value.number(py),
    }?)
}

/// The elements as nested lists of numbers; of a tensor without axes the number itself.
pub fn nested_lists<'py>(py: Python<'py>, tensor: &DynTensor) -> Result<Bound<'py, PyAny>> {
    match tensor.dtype() {
        DType::Bool => listed::<bool>(py, tensor),
        DType::I8 => listed::<i8>(py, tensor),
        DType::I16 => listed::<i16>(py, tensor),
        DType::I32 => listed::<i32>(py, tensor),
        DType::I64 => listed::<i64>(py, tensor),
        DType::U8 => listed::<u8>(py, tensor),
        DType::U16 => listed::<u16>(py, tensor),
        DType::U32 => listed::<u32>(py, tensor),
        DType::U64 => listed::<u64>(py, tensor),
        DType::F16 => listed::<f16>(py, tensor),
        DType::BF16 => listed::<bf16>(py, tensor),
        DType::F32 => listed::<f32>(py, tensor),
        DType::F64 => listed::<f64>(py, tensor),
        DType::Complex64 => listed::<Complex32>(py, tensor),
        DType::Complex128 => listed::<Complex64>(py, tensor),
    }
}

/// An element that has a Python number.
trait Number: Copy {
    /// What its number takes, at least; nothing where Python may have the number already.
    const BYTES: usize;

    /// The number.
    fn number(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>>;
}

/// A row: the elements, what their numbers take, and the function that makes one of them, with what it takes.
macro_rules! numbers {
    ($($T:ty, $bytes:literal => $make:ident($($value:expr),*) of $element:ident;)*) => { $(
        impl Number for $T {
            const BYTES: usize = $bytes;

            fn number(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
                let $element = self;
                // SAFETY: the interpreter is held, and the function takes any number.
                owned(py, unsafe { ffi::$make($($value),*) })
            }
        }
    )* };
}

numbers! {
    bool, 0 => PyBool_FromLong(x.into()) of x;
    i8, 0 => PyLong_FromLong(x.into()) of x;
    i16, 0 => PyLong_FromLong(x.into()) of x;
    i32, 0 => PyLong_FromLong(x.into()) of x;
    i64, 0 => PyLong_FromLongLong(x) of x;
    u8, 0 => PyLong_FromLong(x.into()) of x;
    u16, 0 => PyLong_FromLong(x.into()) of x;
    u32, 0 => PyLong_FromUnsignedLongLong(x.into()) of x;
    u64, 0 => PyLong_FromUnsignedLongLong(x) of x;
    f16, 24 => PyFloat_FromDouble(x.into()) of x;
    bf16, 24 => PyFloat_FromDouble(x.into()) of x;
    f32, 24 => PyFloat_FromDouble(x.into()) of x;
    f64, 24 => PyFloat_FromDouble(x) of x;
    Complex32, 32 => PyComplex_FromDoubles(x.re.into(), x.im.into()) of x;
    Complex64, 32 => PyComplex_FromDoubles(x.re, x.im) of x;
}

/// An object that one of the interpreter's functions has made, or its error.
fn owned(py: Python<'_>, object: *mut ffi::PyObject) -> PyResult<Bound<'_, PyAny>> {
    let object = NonNull::new(object).ok_or_else(|| PyErr::fetch(py))?;
    // SAFETY: whoever calls has just got it, and with it the count of one.
    Ok(unsafe { Bound::from_owned_ptr(py, object.as_ptr()) })
}

/// The elements are copied out first: no lock is held while Python's objects are made.
fn listed<'py, T: Number + Element>(py: Python<'py>, tensor: &DynTensor) -> Result<Bound<'py, PyAny>> {
    let shape = tensor.shape();
    let bytes = bytes_of::<T>(shape);
    // Lists of nothing can be more than any memory holds, and so can elements that lie in one place.
    check_room("tolist", bytes)?;
    let values = work(py, tensor.len(), Cost::Linear, || tensor.clone().into_typed::<T>()?.to_vec())?;
    let made = match (shape, &values[..]) {
        ([], [value]) => value.number(py),
        (shape, values) => nested(py, shape, values),
    };
    made.map_err(|error| match error.is_instance_of::<PyMemoryError>(py) {
        true => Failure::from(lunette::Error::from(ErrorKind::OutOfMemory { op: "tolist", bytes })),
        false => error.into(),
    })
}

/// How many bytes lists of this shape and their numbers take, at least.
fn bytes_of<T: Number>(shape: &[usize]) -> usize {
    let (mut bytes, mut lists) = (0_usize, 1_usize);
    for &size in shape {
        let entries = lists.saturating_mul(size);
        let of_lists =
            lists.saturating_mul(LIST_BYTES).saturating_add(entries.saturating_mul(size_of::<usize>()));
        (bytes, lists) = (bytes.saturating_add(of_lists), entries);
    }
    bytes.saturating_add(lists.saturating_mul(T::BYTES))
}

/// A list for each entry of the first axis, or of numbers.
fn nested<'py, T: Number>(py: Python<'py>, shape: &[usize], values: &[T]) -> PyResult<Bound<'py, PyAny>> {
    let Some((&size, inner)) = shape.split_first().filter(|(_, inner)| !inner.is_empty()) else {
        return row(py, values);
    };
    let each = values.len().checked_div(size).unwrap_or(0);
    // It grows while it is seen by whoever asks the interpreter for all lists, so that no place of it is ever empty.
    // SAFETY: the interpreter is held.
    let rows = owned(py, unsafe { ffi::PyList_New(0) })?.cast_into::<PyList>()?;
    for k in 0..size {
        rows.append(nested(py, inner, values.get(k * each..(k + 1) * each).unwrap_or(&[]))?)?;
        give_turns(py, k)?;
    }
    Ok(rows.into_any())
}

/// A list of numbers.
fn row<'py, T: Number>(py: Python<'py>, values: &[T]) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the interpreter is held, and so many elements lie in memory that their number fits.
    let list = owned(py, unsafe { ffi::PyList_New(values.len() as ffi::Py_ssize_t) })?;
    for (k, value) in values.iter().enumerate() {
        let number = value.number(py)?.into_ptr();
        // SAFETY: the list is new, nobody else has it, and it has a place `k`, which takes the number over.
        unsafe { ffi::PyList_SetItem(list.as_ptr(), k as ffi::Py_ssize_t, number) };
    }
    Ok(list)
}
