//! Capsules of others as tensors.
#![expect(unsafe_code, reason = "it takes memory over from others, by the rules of DLPack")]

use std::ffi::CStr;

use lunette::layout::{Dims, Strides};
use pyo3::exceptions::{PyBufferError, PyTypeError};
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::abi::{
    DEVICE_CPU, Device, DlTensor, FLAG_COPIED, FLAG_READ_ONLY, Form, Managed, ManagedVersioned, VERSION,
};
use crate::arg::optional_flag;
use crate::device::DeviceArg;
use crate::error::{Failure, Result};
use crate::exchange::asarray::finish;
use crate::exchange::foreign::Described;
use crate::exchange::{Copy, Source};
use crate::tensor::PyTensor;

/// A tensor over the memory of an object that has `__dlpack__`: an array of any library that follows the standard.
///
/// >>> x = xp.asarray([[1.5, 2.5]])
/// >>> y = xp.from_dlpack(x)
/// >>> y[0, 0] = 7
/// >>> float(x[0, 0])
/// 7.0
#[pyfunction]
#[pyo3(signature = (x, /, *, device=None, copy=None))]
pub fn from_dlpack<'py>(
    x: &Bound<'py, PyAny>,
    device: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
) -> Result<Bound<'py, PyTensor>> {
    let copy = Copy::from(copy);
    // The standard's error for memory that cannot be handed over, wherever it should go.
    let device = device.map(|device| {
        device.extract::<DeviceArg>().map_err(|error| refused(&error.value(device.py()).to_string()))
    });
    let device = device.transpose()?;
    finish(x, taken(x, device, copy)?, None, copy)
}

/// A tensor over the memory of an object that has `__dlpack__`.
pub fn import(x: &Bound<'_, PyAny>, copy: Copy) -> Result<Source> {
    // The caller copies, if it must: he may change the dtype on the way.
    let asked = if copy == Copy::Always { Copy::IfNeeded } else { copy };
    taken(x, None, asked)
}

/// The tensor of a capsule.
fn taken(x: &Bound<'_, PyAny>, device: Option<DeviceArg>, copy: Copy) -> Result<Source> {
    let capsule = capsule_of(x, device, copy)?;
    if is_named(&capsule, ManagedVersioned::NAME) {
        return consume::<ManagedVersioned>(&capsule, copy);
    }
    if is_named(&capsule, Managed::NAME) {
        return consume::<Managed>(&capsule, copy);
    }
    Err(refused("`__dlpack__` gave no capsule of a tensor, or one that was consumed before"))
}

/// Asks for a capsule of the versioned form, and where the producer does not know the question, for any.
fn capsule_of<'py>(
    x: &Bound<'py, PyAny>,
    device: Option<DeviceArg>,
    copy: Copy,
) -> Result<Bound<'py, PyAny>> {
    let py = x.py();
    let method = x.getattr(intern!(py, "__dlpack__"))?;
    if let Some(found) = x.getattr_opt(intern!(py, "__dlpack_device__"))? {
        let (kind, _): (i32, i32) = found.call0()?.extract()?;
        if kind != DEVICE_CPU && device.is_none() {
            return Err(refused(&format!(
                "the array lives on a device of kind {kind}: pass `device=\"cpu\"`"
            )));
        }
    }
    let options = PyDict::new(py);
    options.set_item(intern!(py, "max_version"), VERSION)?;
    if device.is_some() {
        options.set_item(intern!(py, "dl_device"), (DEVICE_CPU, 0))?;
    }
    match copy {
        Copy::IfNeeded => {}
        Copy::Always => options.set_item(intern!(py, "copy"), true)?,
        Copy::Never => options.set_item(intern!(py, "copy"), false)?,
    }
    match method.call((), Some(&options)) {
        Err(error) if error.is_instance_of::<PyTypeError>(py) => Ok(method.call0()?),
        capsule => Ok(capsule?),
    }
}

fn is_named(capsule: &Bound<'_, PyAny>, name: &CStr) -> bool {
    // SAFETY: a question about an object that lives; of what is no capsule the answer is no.
    unsafe { ffi::PyCapsule_IsValid(capsule.as_ptr(), name.as_ptr()) == 1 }
}

/// A struct of others that is ours to free.
struct Consumed<F: Form>(*mut F);

// SAFETY: the struct is only read, and DLPack lets its deleter be called on any thread.
unsafe impl<F: Form> Send for Consumed<F> {}
// SAFETY: as above.
unsafe impl<F: Form> Sync for Consumed<F> {}

impl<F: Form> Drop for Consumed<F> {
    fn drop(&mut self) {
        // SAFETY: the capsule was renamed when this was made, so that nobody else frees the struct; it is freed here,
        // once. It needs the fields that all major versions begin with.
        unsafe {
            if let Some(deleter) = (*self.0).deleter() {
                deleter(self.0);
            }
        }
    }
}

/// Takes the struct out of a capsule of the right name.
fn consume<F: Form>(capsule: &Bound<'_, PyAny>, copy: Copy) -> Result<Source> {
    // SAFETY: the name was asked for just before, with the interpreter held: it holds this struct, and is renamed before
    // anything can fail, as the consumer has to.
    let owner = unsafe {
        let pointer = ffi::PyCapsule_GetPointer(capsule.as_ptr(), F::NAME.as_ptr());
        if pointer.is_null() || ffi::PyCapsule_SetName(capsule.as_ptr(), F::USED.as_ptr()) != 0 {
            return Err(PyErr::fetch(capsule.py()).into());
        }
        Consumed(pointer.cast::<F>())
    };
    // SAFETY: the struct lives as long as `owner`.
    let form = unsafe { &*owner.0 };
    if form.major() > VERSION.0 {
        return Err(refused(&format!(
            "version {} of DLPack is not known here: at most {}",
            form.major(),
            VERSION.0
        )));
    }
    let (flags, described) = (form.flags(), describe(form.tensor(), form.flags())?);
    // SAFETY: by DLPack's rules the struct describes memory that lives until its deleter is called.
    match unsafe { described.into_tensor(owner, copy)? } {
        Source::Shared(tensor) if flags & FLAG_COPIED != 0 => Ok(Source::Copied(tensor)),
        source => Ok(source),
    }
}

fn describe(tensor: &DlTensor, flags: u64) -> Result<Described> {
    let Device { device_type, .. } = tensor.device;
    if device_type != DEVICE_CPU {
        return Err(refused(&format!(
            "the memory is on a device of kind {device_type}, and not the processor's"
        )));
    }
    let Some(dtype) = tensor.dtype.dtype() else {
        let (code, bits, lanes) = (tensor.dtype.code, tensor.dtype.bits, tensor.dtype.lanes);
        let words = format!("no dtype has DLPack's code {code} with {bits} bits and {lanes} lanes");
        return Err(refused(&words));
    };
    let rank = usize::try_from(tensor.ndim).unwrap_or(0);
    let list = |start: *const i64| match rank {
        0 => &[][..],
        // SAFETY: by DLPack's rules each list that is there has as many entries as there are axes.
        _ => unsafe { std::slice::from_raw_parts(start, rank) },
    };
    if rank > 0 && tensor.shape.is_null() {
        return Err(refused("the tensor has axes and no shape"));
    }
    let sizes = list(tensor.shape).iter().map(|&size| usize::try_from(size));
    let shape: Dims =
        sizes.collect::<std::result::Result<_, _>>().map_err(|_| refused("a size is negative"))?;
    let item = dtype.item_size();
    let byte_strides: Strides = match tensor.strides.is_null() {
        true => Described::row_major(&shape, item),
        false => {
            let bytes = |&step: &i64| (step as isize).checked_mul(item.cast_signed());
            let steps = list(tensor.strides).iter().map(bytes).collect::<Option<_>>();
            steps.ok_or_else(|| refused("a step is larger than memory"))?
        }
    };
    let offset =
        usize::try_from(tensor.byte_offset).map_err(|_| refused("the offset is larger than memory"))?;
    let start = tensor.data.cast::<u8>().wrapping_add(offset);
    let writable = flags & FLAG_READ_ONLY == 0;
    Ok(Described { start, dtype, shape, byte_strides, writable, swapped: false })
}

fn refused(words: &str) -> Failure {
    PyBufferError::new_err(words.to_owned()).into()
}
