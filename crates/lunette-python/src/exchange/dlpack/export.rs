//! Our tensors in capsules for others.
#![expect(unsafe_code, reason = "it hands memory out, by the rules of DLPack")]

use lunette::DynTensor;
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use smallvec::SmallVec;

use super::abi::{
    DEVICE_CPU, DataType, Device, DlTensor, FLAG_COPIED, FLAG_READ_ONLY, Form, Managed, ManagedVersioned,
    VERSION,
};
use crate::arg::optional_flag;
use crate::error::{Result, value_error};
use crate::exchange::foreign::Described;
use crate::exchange::{Copy, lend};
use crate::tensor::PyTensor;
use crate::work::{Cost, work};

/// What a capsule points at: the struct first, then what it needs.
#[repr(C)]
struct Exported<F> {
    form: F,
    lists: SmallVec<[i64; 8]>,
    /// Keeps the memory.
    tensor: DynTensor,
}

#[pymethods]
impl PyTensor {
    /// A capsule with the memory of the tensor, for `from_dlpack` of any library.
    ///
    /// >>> x = xp.asarray([1, 2, 3])
    /// >>> xp.from_dlpack(x).shape
    /// (3,)
    #[pyo3(signature = (*, stream=None, max_version=None, dl_device=None, copy=None))]
    fn __dlpack__<'py>(
        &self,
        py: Python<'py>,
        stream: Option<&Bound<'py, PyAny>>,
        max_version: Option<(u32, u32)>,
        dl_device: Option<(i32, i32)>,
        #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
    ) -> Result<Bound<'py, PyAny>> {
        if stream.is_some() {
            return Err(value_error("`stream` must be None: the processor has no streams"));
        }
        if let Some(device) = dl_device
            && device != (DEVICE_CPU, 0)
        {
            let words =
                format!("a tensor cannot be moved to device {device:?}: it lives on ({DEVICE_CPU}, 0)");
            return Err(PyBufferError::new_err(words).into());
        }
        let versioned = max_version.is_some_and(|(major, _)| major >= VERSION.0);
        let copied = Copy::from(copy) == Copy::Always;
        let tensor = self.inner();
        let tensor = match copied {
            true => work(py, tensor.len(), Cost::Linear, || tensor.copy())?,
            false => tensor.clone(),
        };
        match versioned {
            true => capsule(py, tensor, |tensor, dl| versioned_form(tensor, dl, copied)),
            false if !tensor.is_writable() => Err(PyBufferError::new_err(
                "the tensor is read-only, which only versions of DLPack from 1.0 on can say: pass `max_version=(1, 0)`",
            )
            .into()),
            false => capsule(py, tensor, |_, tensor| Managed {
                tensor,
                context: std::ptr::null_mut(),
                deleter: Some(delete::<Managed>),
            }),
        }
    }

    /// The kind of the device and its number: the processor, 0.
    ///
    /// >>> xp.zeros(3).__dlpack_device__()
    /// (1, 0)
    fn __dlpack_device__(&self) -> (i32, i32) {
        (DEVICE_CPU, 0)
    }
}

fn versioned_form(tensor: &DynTensor, dl_tensor: DlTensor, copied: bool) -> ManagedVersioned {
    let read_only = if tensor.is_writable() { 0 } else { FLAG_READ_ONLY };
    let copied = if copied { FLAG_COPIED } else { 0 };
    ManagedVersioned {
        major: VERSION.0,
        minor: VERSION.1,
        context: std::ptr::null_mut(),
        deleter: Some(delete::<ManagedVersioned>),
        flags: read_only | copied,
        tensor: dl_tensor,
    }
}

/// A capsule that owns the tensor until somebody consumes it.
fn capsule<F: Form>(
    py: Python<'_>,
    tensor: DynTensor,
    form: impl FnOnce(&DynTensor, DlTensor) -> F,
) -> Result<Bound<'_, PyAny>> {
    lend(py, &tensor)?;
    let mut lists: SmallVec<[i64; 8]> = tensor.shape().iter().map(|&size| size as i64).collect();
    // Some consumers look at steps where they do not matter: along axes of size 1.
    match tensor.layout().is_c_contiguous() {
        true => lists.extend(Described::row_major(tensor.shape(), 1).iter().map(|&step| step as i64)),
        false => lists.extend(tensor.strides().iter().map(|&step| step as i64)),
    }
    let dl_tensor = DlTensor {
        data: if tensor.is_empty() { std::ptr::null_mut() } else { tensor.as_ptr().cast() },
        device: Device { device_type: DEVICE_CPU, device_id: 0 },
        ndim: i32::try_from(tensor.rank()).unwrap_or(i32::MAX),
        dtype: DataType::of(tensor.dtype()),
        shape: std::ptr::null_mut(),
        strides: std::ptr::null_mut(),
        byte_offset: 0,
    };
    let form = form(&tensor, dl_tensor);
    let exported = Box::into_raw(Box::new(Exported { form, lists, tensor }));
    // SAFETY: the box was just made. The lists do not move any more, nor change their lengths; from here on the capsule
    // owns the box, unless there is none.
    unsafe {
        let rank = (*exported).tensor.rank();
        let start = (*exported).lists.as_mut_ptr();
        F::point_at(&mut (*exported).form, start, start.add(rank));
        let made = ffi::PyCapsule_New(exported.cast(), F::NAME.as_ptr(), Some(unused::<F>));
        if made.is_null() {
            drop(Box::from_raw(exported));
        }
        Ok(Bound::from_owned_ptr_or_err(py, made)?)
    }
}

/// Frees what a capsule pointed at; on any thread.
unsafe extern "C" fn delete<F: Form>(form: *mut F) {
    if !form.is_null() {
        // SAFETY: only capsules made above name this function, and their structs are the first field of the box. Who
        // consumes a capsule calls it once.
        drop(unsafe { Box::from_raw(form.cast::<Exported<F>>()) });
    }
}

/// Frees what a capsule points at that nobody has consumed: one that was has another name.
unsafe extern "C" fn unused<F: Form>(capsule: *mut ffi::PyObject) {
    // The interpreter calls this: said aloud, what the memory belongs to goes at once and not at our next call.
    Python::attach(|_| {
        // SAFETY: the interpreter passes the capsule that it is about to free; its name says whose the struct is.
        unsafe {
            if ffi::PyCapsule_IsValid(capsule, F::NAME.as_ptr()) == 1 {
                delete::<F>(ffi::PyCapsule_GetPointer(capsule, F::NAME.as_ptr()).cast());
            }
        }
    });
}
