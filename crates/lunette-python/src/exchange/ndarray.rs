//! NumPy's own arrays, read where they lie: no protocol, and no object in between.
//!
//! NumPy promises the fields below to everybody who is compiled against it, and keeps them through all versions with the
//! same number of its interface. Whatever is not exactly its class, or is unusual, goes the way of the protocols.
#![expect(unsafe_code, reason = "it reads objects of another library")]

use std::ffi::{c_char, c_int, c_long, c_uint, c_void};

use lunette::buffer::ForeignArray;
use lunette::{Access, DType};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyDict};

use super::asarray::{Copy, Source};
use super::foreign::tensor_over;
use crate::error::Result;

/// How an array begins.
#[repr(C)]
struct Array {
    header: ffi::PyObject,
    data: *mut u8,
    rank: c_int,
    shape: *const isize,
    byte_strides: *const isize,
    base: *mut ffi::PyObject,
    dtype: *const ArrayDType,
    flags: c_int,
}

/// How a dtype begins.
#[repr(C)]
struct ArrayDType {
    header: ffi::PyObject,
    class: *mut ffi::PyTypeObject,
    kind: c_char,
    letter: c_char,
    byte_order: c_char,
    flags: c_char,
    number: c_int,
}

const WRITEABLE: c_int = 0x400;
/// Writing is about to be forbidden, which the protocol forbids already.
const WARN_ON_WRITE: c_int = 1 << 31;

/// The interface that is known here.
const VERSION: c_uint = 0x0200_0000;

/// NumPy's class of arrays, once one was seen.
static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// A tensor over the memory of an array; none of anything that is unusual.
pub fn import(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Option<Source>> {
    let is_array = |class: &Py<PyAny>| std::ptr::eq(obj.get_type_ptr().cast(), class.as_ptr());
    if !CLASS.get(obj.py()).is_some_and(is_array) {
        return Ok(None);
    }
    // SAFETY: an object of exactly this class, which lives as long as `obj`, begins with these fields.
    let Some(array) = describe(unsafe { &*obj.as_ptr().cast::<Array>() }) else { return Ok(None) };
    // SAFETY: the fields describe the array's memory, which lives as long as it does; they are the same that NumPy's
    // `__array_struct__` promises.
    unsafe { tensor_over(obj.clone().unbind(), array, copy) }.map(Some)
}

fn describe(array: &Array) -> Option<ForeignArray<'_>> {
    // SAFETY: every array has a dtype.
    let found = unsafe { &*array.dtype };
    let dtype = dtype_of(found.number)?;
    let in_our_order = matches!(found.byte_order.cast_unsigned(), b'=' | b'|');
    if !in_our_order || array.flags & WARN_ON_WRITE != 0 {
        return None;
    }
    let rank = usize::try_from(array.rank).ok()?;
    let access = if array.flags & WRITEABLE != 0 { Access::Write } else { Access::Read };
    if rank == 0 {
        return Some(ForeignArray { start: array.data, dtype, shape: &[], byte_strides: &[], access });
    }
    // SAFETY: both lists have as many entries as there are axes, and stay as they are while nobody runs Python's code. No
    // size is negative, so each is the same number without a sign.
    let (shape, byte_strides) = unsafe {
        (
            std::slice::from_raw_parts(array.shape.cast::<usize>(), rank),
            std::slice::from_raw_parts(array.byte_strides, rank),
        )
    };
    Some(ForeignArray { start: array.data, dtype, shape, byte_strides, access })
}

/// The dtype of one of NumPy's numbers for them.
fn dtype_of(number: c_int) -> Option<DType> {
    let long_is_wide = size_of::<c_long>() == 8;
    Some(match number {
        0 => DType::Bool,
        1 => DType::I8,
        2 => DType::U8,
        3 => DType::I16,
        4 => DType::U16,
        5 => DType::I32,
        6 => DType::U32,
        7 if long_is_wide => DType::I64,
        7 => DType::I32,
        8 if long_is_wide => DType::U64,
        8 => DType::U32,
        9 => DType::I64,
        10 => DType::U64,
        11 => DType::F32,
        12 => DType::F64,
        14 => DType::Complex64,
        15 => DType::Complex128,
        23 => DType::F16,
        _ => return None,
    })
}

/// Looks for NumPy's class of arrays, now that one may have been seen.
#[cold]
pub fn learn(py: Python<'_>) {
    if CLASS.get(py).is_none()
        && let Ok(Some(class)) = find(py)
    {
        let _ = CLASS.set(py, class);
    }
}

/// The class, if NumPy is there and its interface is the one that is known here.
fn find(py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
    let modules = py.import("sys")?.getattr("modules")?.cast_into::<PyDict>()?;
    let Some(numpy) = modules.get_item("numpy._core._multiarray_umath")? else { return Ok(None) };
    let class = numpy.getattr("ndarray")?;
    let capsule = numpy.getattr("_ARRAY_API")?.cast_into::<PyCapsule>()?;
    let table = capsule.pointer_checked(None)?.cast::<*mut c_void>();
    // SAFETY: NumPy's capsule holds a table of addresses, of which the third is its class of arrays. That it is there
    // says that the table is NumPy's, whose first entry is this function.
    let is_known = unsafe {
        std::ptr::eq(table.add(2).read().cast(), class.as_ptr()) && {
            let version = std::mem::transmute::<*mut c_void, extern "C" fn() -> c_uint>(table.read());
            version() == VERSION
        }
    };
    Ok(is_known.then(|| class.unbind()))
}
