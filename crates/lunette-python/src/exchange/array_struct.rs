//! NumPy's arrays by their C interface, which is the quickest of the protocols.
#![expect(unsafe_code, reason = "it reads a struct that another library has written")]

use std::ffi::{c_char, c_int, c_void};

use lunette::layout::Dims;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

use super::asarray::{Copy, Source};
use super::foreign::Described;
use super::format::of_kind;
use super::ndarray;
use crate::error::{Result, type_error};

/// What `__array_struct__` points at.
#[repr(C)]
struct ArrayInterface {
    /// Always 2, to tell the struct from other memory.
    two: c_int,
    nd: c_int,
    typekind: c_char,
    itemsize: c_int,
    flags: c_int,
    shape: *mut isize,
    strides: *mut isize,
    data: *mut c_void,
    descr: *mut pyo3::ffi::PyObject,
}

/// The bytes are in this machine's order.
const NOT_SWAPPED: c_int = 0x200;
const WRITEABLE: c_int = 0x400;

/// A tensor over the memory of an array; none if the object has no such interface.
pub fn import(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Option<Source>> {
    let Some(found) = obj.getattr_opt(intern!(obj.py(), "__array_struct__"))? else { return Ok(None) };
    let Ok(capsule) = found.cast_into::<PyCapsule>() else { return Ok(None) };
    let pointer = capsule.pointer_checked(None)?.cast::<ArrayInterface>();
    // SAFETY: by the protocol a capsule without a name holds this struct, and lives for as long as `capsule`.
    let interface = unsafe { pointer.as_ref() };
    if interface.two != 2 {
        return Ok(None);
    }
    ndarray::learn(obj.py());
    let described = describe(obj, interface)?;
    // The capsule holds what the memory belongs to.
    // SAFETY: by the protocol the struct describes the array that the capsule keeps alive.
    unsafe { described.into_tensor(capsule.unbind(), copy) }.map(Some)
}

fn describe(obj: &Bound<'_, PyAny>, interface: &ArrayInterface) -> Result<Described> {
    let (rank, item_size) = (usize::try_from(interface.nd), usize::try_from(interface.itemsize));
    let (rank, item_size) = (rank.unwrap_or(0), item_size.unwrap_or(0));
    let kind = char::from(interface.typekind.cast_unsigned());
    let Some(dtype) = of_kind(kind, item_size) else {
        let dtype = obj.getattr("dtype").and_then(|dtype| dtype.str());
        let dtype = dtype.map_or_else(|_| format!("{kind}{item_size}"), |dtype| dtype.to_string());
        return Err(type_error(format!(
            "a tensor cannot hold elements of dtype {dtype}: convert the array first"
        )));
    };
    let list = |start: *mut isize| match (rank, start.is_null()) {
        (0, _) | (_, true) => &[][..],
        // SAFETY: by the protocol both lists have as many entries as there are axes.
        _ => unsafe { std::slice::from_raw_parts(start, rank) },
    };
    let shape: Dims = list(interface.shape).iter().map(|&size| size.cast_unsigned()).collect();
    let byte_strides = match list(interface.strides) {
        [] => Described::row_major(&shape, item_size),
        strides => strides.into(),
    };
    let writable = interface.flags & WRITEABLE != 0;
    let swapped = interface.flags & NOT_SWAPPED == 0 && item_size > 1;
    Ok(Described { start: interface.data.cast(), dtype, shape, byte_strides, writable, swapped })
}
