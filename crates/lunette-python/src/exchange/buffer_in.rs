//! Memory of others by the buffer protocol.
#![expect(unsafe_code, reason = "it reads a struct that the interpreter fills")]

use std::ffi::CStr;

use lunette::DType;
use lunette::layout::{Dims, Strides};
use pyo3::ffi;
use pyo3::prelude::*;

use super::asarray::{Copy, Source};
use super::foreign::Described;
use super::format::of_code;
use crate::dtype::name_of;
use crate::error::{Result, type_error, value_error};

/// Whether an object has a buffer to show.
pub fn has_buffer(obj: &Bound<'_, PyAny>) -> bool {
    // SAFETY: a question about an object that lives.
    unsafe { ffi::PyObject_CheckBuffer(obj.as_ptr()) != 0 }
}

/// A buffer that an object shows, until this is dropped.
struct Shown(Box<ffi::Py_buffer>);

// SAFETY: the struct is not written after the interpreter has filled it, and is given back with the interpreter held.
unsafe impl Send for Shown {}
// SAFETY: as above.
unsafe impl Sync for Shown {}

impl Shown {
    fn get(obj: &Bound<'_, PyAny>, flags: i32) -> PyResult<Self> {
        let mut view = Box::new(ffi::Py_buffer::new());
        // SAFETY: the struct is there to be filled, and is given back once, by `drop`.
        match unsafe { ffi::PyObject_GetBuffer(obj.as_ptr(), &raw mut *view, flags) } {
            0 => Ok(Self(view)),
            _ => Err(PyErr::fetch(obj.py())),
        }
    }

    /// A buffer that can be written if the object lets us, or read otherwise.
    fn most(obj: &Bound<'_, PyAny>, flags: i32) -> PyResult<Self> {
        // What cannot be written is refused with a BufferError by some, and with other errors by others.
        Self::get(obj, flags | ffi::PyBUF_WRITABLE).or_else(|_| Self::get(obj, flags))
    }

    fn list(&self, start: *const isize) -> Option<&[isize]> {
        let rank = usize::try_from(self.0.ndim).unwrap_or(0);
        match (rank, start.is_null()) {
            (0, _) => Some(&[]),
            (_, true) => None,
            // SAFETY: by the protocol each list that is there has as many entries as there are axes.
            _ => Some(unsafe { std::slice::from_raw_parts(start, rank) }),
        }
    }

    fn code(&self) -> String {
        match self.0.format.is_null() {
            true => "B".to_owned(),
            // SAFETY: by the protocol it is a text that lives as long as the buffer.
            false => unsafe { CStr::from_ptr(self.0.format) }.to_string_lossy().into_owned(),
        }
    }

    fn item_size(&self) -> usize {
        self.0.itemsize.cast_unsigned()
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        // SAFETY: it was filled by `get` and is given back once.
        let given_back = Python::try_attach(|_| unsafe { ffi::PyBuffer_Release(&raw mut *self.0) });
        // Without an interpreter there is nobody left to give it back to.
        let _ = given_back;
    }
}

/// A tensor over the memory of an object.
pub fn import(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Source> {
    let shown = Shown::most(obj, ffi::PyBUF_FORMAT | ffi::PyBUF_STRIDES)?;
    let code = shown.code();
    let Some((dtype, swapped)) = of_code(&code, shown.item_size()) else {
        return Err(type_error(format!("a tensor cannot hold elements of format {code:?}")));
    };
    let unknown = || value_error("a buffer without a shape");
    let shape = shown.list(shown.0.shape).ok_or_else(unknown)?;
    let shape: Dims = shape.iter().map(|&size| size.cast_unsigned()).collect();
    let byte_strides = match shown.list(shown.0.strides) {
        Some(strides) => strides.into(),
        None => Described::row_major(&shape, shown.item_size()),
    };
    let (start, writable) = (shown.0.buf.cast(), shown.0.readonly == 0);
    let described = Described { start, dtype, shape, byte_strides, writable, swapped };
    // SAFETY: by the protocol the struct describes the memory, which stays until it is given back.
    unsafe { described.into_tensor(shown, copy) }
}

/// How many bytes an object shows.
pub fn len_bytes(obj: &Bound<'_, PyAny>) -> Result<usize> {
    Ok(Shown::get(obj, ffi::PyBUF_SIMPLE)?.0.len.cast_unsigned())
}

/// A tensor over some of the bytes of an object.
pub fn over_bytes(
    obj: &Bound<'_, PyAny>,
    offset: usize,
    (dtype, swapped): (DType, bool),
    (shape, byte_strides): (Dims, Strides),
    copy: Copy,
) -> Result<Source> {
    let shown = Shown::most(obj, ffi::PyBUF_SIMPLE)?;
    let len = shown.0.len.cast_unsigned();
    let needed = reach(&shape, &byte_strides, dtype.item_size()).and_then(|reach| reach.checked_add(offset));
    if needed.is_none_or(|needed| needed > len) {
        let dtype = name_of(dtype);
        let words = format!("a buffer of {len} bytes is too short for shape {:?} of {dtype}", &shape[..]);
        return Err(value_error(words));
    }
    let (start, writable) = (shown.0.buf.cast::<u8>().wrapping_add(offset), shown.0.readonly == 0);
    let described = Described { start, dtype, shape, byte_strides, writable, swapped };
    // SAFETY: all elements lie inside of the buffer, which stays until it is given back.
    unsafe { described.into_tensor(shown, copy) }
}

/// The bytes from the first element to the end of the last; none if some element lies before the first.
fn reach(shape: &[usize], byte_strides: &[isize], item_size: usize) -> Option<usize> {
    if shape.len() != byte_strides.len() {
        return None;
    }
    if shape.contains(&0) {
        return Some(0);
    }
    shape.iter().zip(byte_strides).try_fold(item_size, |reach, (&size, &step)| {
        usize::try_from(step).ok()?.checked_mul(size - 1)?.checked_add(reach)
    })
}
