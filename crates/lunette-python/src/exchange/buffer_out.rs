//! Our memory for others by the buffer protocol.
#![expect(unsafe_code, reason = "it fills a struct that the interpreter hands out")]

use std::ffi::{CStr, c_int};

use lunette::DynTensor;
use lunette::layout::Strides;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;

use super::format::code_of;
use super::lend;
use crate::tensor::PyTensor;

/// Why bfloat16 stays here.
pub const NO_CODE: &str = "Python and NumPy have no code for bfloat16: `astype(x, lunette.float32)` has one, and \
                           DLPack carries it as it is";

/// What the struct points at.
struct Lists {
    shape: Strides,
    strides: Strides,
}

#[pymethods]
impl PyTensor {
    // SAFETY of the callers: the interpreter, which passes a struct to be filled.
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        // SAFETY: the struct can be written, and the interpreter looks at `obj` if this fails.
        unsafe { (*view).obj = std::ptr::null_mut() };
        let tensor = slf.get().inner().clone();
        let code = accepted(&tensor, flags)?;
        lend(slf.py(), &tensor)?;
        let asked = |flag: c_int| flags & flag == flag;
        let shape = tensor.shape().iter().map(|&size| size.cast_signed()).collect();
        let lists = Box::into_raw(Box::new(Lists { shape, strides: tensor.byte_strides() }));
        // SAFETY: as above; the lists were just made, and live until `__releasebuffer__`.
        unsafe {
            (*view).buf = tensor.as_ptr().cast();
            (*view).len = tensor.nbytes().cast_signed();
            (*view).itemsize = tensor.item_size().cast_signed();
            (*view).readonly = c_int::from(!tensor.is_writable());
            // Without a shape the bytes are one row.
            let rank = if asked(ffi::PyBUF_ND) { tensor.rank() } else { tensor.rank().min(1) };
            (*view).ndim = c_int::try_from(rank)?;
            (*view).format =
                if asked(ffi::PyBUF_FORMAT) { code.as_ptr().cast_mut() } else { std::ptr::null_mut() };
            (*view).shape =
                if asked(ffi::PyBUF_ND) { (*lists).shape.as_mut_ptr() } else { std::ptr::null_mut() };
            (*view).strides =
                if asked(ffi::PyBUF_STRIDES) { (*lists).strides.as_mut_ptr() } else { std::ptr::null_mut() };
            (*view).suboffsets = std::ptr::null_mut();
            (*view).internal = lists.cast();
            (*view).obj = slf.into_ptr();
        }
        Ok(())
    }

    // SAFETY of the callers: the interpreter, which gives back what `__getbuffer__` has filled.
    unsafe fn __releasebuffer__(&self, view: *mut ffi::Py_buffer) {
        // SAFETY: `__getbuffer__` made the box, and each struct is given back once.
        drop(unsafe { Box::from_raw((*view).internal.cast::<Lists>()) });
    }
}

/// The code of the elements, if the memory is what the caller can work with.
fn accepted(tensor: &DynTensor, flags: c_int) -> PyResult<&'static CStr> {
    let asked = |flag: c_int| flags & flag == flag;
    let (layout, refused) = (tensor.layout(), |words: &str| Err(PyBufferError::new_err(words.to_owned())));
    let Some(code) = code_of(tensor.dtype()) else { return refused(NO_CODE) };
    if asked(ffi::PyBUF_WRITABLE) && !tensor.is_writable() {
        return refused("the tensor is read-only: `copy` gives one that can be written");
    }
    let (rows, columns) = (layout.is_c_contiguous(), layout.is_f_contiguous());
    if asked(ffi::PyBUF_C_CONTIGUOUS) && !rows {
        return refused("the tensor is not row-major: copy it first");
    }
    if asked(ffi::PyBUF_F_CONTIGUOUS) && !columns {
        return refused("the tensor is not column-major: copy it first");
    }
    if asked(ffi::PyBUF_ANY_CONTIGUOUS) && !(rows || columns) {
        return refused("the tensor has gaps in memory: copy it first");
    }
    if !asked(ffi::PyBUF_STRIDES) && !rows {
        return refused("the tensor is not row-major, and no strides were asked for: copy it first");
    }
    Ok(code)
}
