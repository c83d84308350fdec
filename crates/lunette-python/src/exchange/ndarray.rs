//! NumPy's own arrays by the fields of their objects, which its C headers promise to every compiled module.
//!
//! It is what makes sharing a small array cheaper than any protocol; subclasses, and classes of others, go by those.
#![expect(unsafe_code, reason = "it reads the fields of objects that another library has made")]

use std::ffi::{c_char, c_int};

use lunette::DType;
use lunette::layout::{Dims, Strides};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};

use super::foreign::Described;

/// An array, as `PyArrayObject_fields` lays it out.
#[repr(C)]
struct Array {
    head: ffi::PyObject,
    data: *mut u8,
    rank: c_int,
    dimensions: *const isize,
    strides: *const isize,
    base: *mut ffi::PyObject,
    descr: *const Descr,
    flags: c_int,
}

/// A dtype, as far as all versions of `PyArray_Descr` agree.
#[repr(C)]
struct Descr {
    head: ffi::PyObject,
    class: *mut ffi::PyObject,
    kind: c_char,
    letter: c_char,
    byte_order: c_char,
}

const WRITEABLE: c_int = 0x400;

/// The class of arrays, once NumPy has been seen.
static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// Where the elements of an array of NumPy's own class lie; none of anything else, and of dtypes that need a closer look.
#[inline]
pub fn describe(obj: &Bound<'_, PyAny>) -> Option<Described> {
    let class = match CLASS.get(obj.py()) {
        Some(class) => class,
        None => find_class(obj.py())?,
    };
    if !obj.get_type_ptr().cast::<ffi::PyObject>().eq(&class.as_ptr()) {
        return None;
    }
    // SAFETY: an object of exactly this class begins with these fields, and its dtype with those.
    let (array, descr) = unsafe {
        let array = &*obj.as_ptr().cast::<Array>();
        (array, &*array.descr)
    };
    let dtype = dtype_of(descr)?;
    let rank = usize::try_from(array.rank).ok()?;
    let list = |start: *const isize| match rank {
        0 => &[][..],
        // SAFETY: both lists have as many entries as there are axes, and live as long as the array, which is borrowed.
        _ => unsafe { std::slice::from_raw_parts(start, rank) },
    };
    let shape: Dims = list(array.dimensions).iter().map(|&size| size.cast_unsigned()).collect();
    let byte_strides = Strides::from_slice(list(array.strides));
    let writable = array.flags & WRITEABLE != 0;
    Some(Described { start: array.data, dtype, shape, byte_strides, writable, swapped: false })
}

/// The dtype of a letter, in this machine's byte order.
fn dtype_of(descr: &Descr) -> Option<DType> {
    if !matches!(descr.byte_order.cast_unsigned(), b'=' | b'|') {
        return None;
    }
    Some(match descr.letter.cast_unsigned() {
        b'?' => DType::Bool,
        b'b' => DType::I8,
        b'h' => DType::I16,
        b'i' => DType::I32,
        b'l' if size_of::<std::ffi::c_long>() == 8 => DType::I64,
        b'q' => DType::I64,
        b'B' => DType::U8,
        b'H' => DType::U16,
        b'I' => DType::U32,
        b'L' if size_of::<std::ffi::c_long>() == 8 => DType::U64,
        b'Q' => DType::U64,
        b'e' => DType::F16,
        b'f' => DType::F32,
        b'd' => DType::F64,
        b'F' => DType::Complex64,
        b'D' => DType::Complex128,
        _ => return None,
    })
}

/// The class of arrays, if somebody has imported NumPy.
#[cold]
fn find_class(py: Python<'_>) -> Option<&Py<PyType>> {
    let modules = py.import(intern!(py, "sys")).ok()?.getattr(intern!(py, "modules")).ok()?;
    let numpy = modules.cast::<PyDict>().ok()?.get_item(intern!(py, "numpy")).ok()??;
    let class = numpy.getattr(intern!(py, "ndarray")).ok()?.cast_into::<PyType>().ok()?;
    Some(CLASS.get_or_init(py, || class.unbind()))
}
