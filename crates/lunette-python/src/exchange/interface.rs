//! `__array_interface__` and `__array__`: how NumPy and its friends look at memory without a C interface.
#![expect(unsafe_code, reason = "it trusts an address that another library names")]

use lunette::DType;
use lunette::layout::{Dims, Strides};
use pyo3::exceptions::PyAttributeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMemoryView, PyTuple};

use super::asarray::{Copy, Source};
use super::foreign::Described;
use super::format::{of_typestr, typestr_of};
use super::{buffer_in, buffer_out, lend};
use crate::arg::{Several, optional_flag};
use crate::error::{Result, type_error, value_error};
use crate::tensor::PyTensor;

/// A tensor over the memory that an object describes; none if it describes none.
pub fn import(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Option<Source>> {
    let Some(found) = obj.getattr_opt(intern!(obj.py(), "__array_interface__"))? else { return Ok(None) };
    let interface = found.cast_into::<PyDict>().map_err(PyErr::from)?;
    let field = |name: &str| -> Result<Bound<'_, PyAny>> {
        let missing = || value_error(format!("`__array_interface__` has no {name:?}"));
        interface.get_item(name)?.ok_or_else(missing)
    };
    let typestr = field("typestr")?.extract::<String>()?;
    let Some((dtype, swapped)) = of_typestr(&typestr) else {
        return Err(type_error(format!("a tensor cannot hold elements of type {typestr:?}")));
    };
    let shape: Dims = field("shape")?.extract::<Several<usize>>()?.0.into();
    let byte_strides: Strides = match interface.get_item("strides")? {
        Some(strides) if !strides.is_none() => strides.extract::<Several<isize>>()?.0.into(),
        _ => Described::row_major(&shape, dtype.item_size()),
    };
    match interface.get_item("data")? {
        Some(data) if data.is_instance_of::<PyTuple>() => {
            let (address, read_only): (usize, bool) = data.extract()?;
            let start = std::ptr::with_exposed_provenance_mut(address);
            let described = Described { start, dtype, shape, byte_strides, writable: !read_only, swapped };
            // SAFETY: by the protocol there is such an array at this address for as long as the object lives.
            unsafe { described.into_tensor(obj.clone().unbind(), copy) }.map(Some)
        }
        // Without an address the memory is that of the object itself, or of one that is named.
        data => {
            let holder = data.filter(|data| !data.is_none()).unwrap_or_else(|| obj.clone());
            let offset = interface.get_item("offset")?.map_or(Ok(0), |offset| offset.extract::<usize>())?;
            buffer_in::over_bytes(&holder, offset, (dtype, swapped), (shape, byte_strides), copy).map(Some)
        }
    }
}

#[pymethods]
impl PyTensor {
    /// How the elements lie in memory, for NumPy and its friends.
    ///
    /// >>> xp.asarray([1, 2, 3])[::2].__array_interface__["strides"]
    /// (16,)
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyDict>> {
        let tensor = self.inner();
        let Some(typestr) = typestr_of(tensor.dtype()) else {
            return Err(PyAttributeError::new_err(buffer_out::NO_CODE).into());
        };
        lend(py, tensor)?;
        let interface = PyDict::new(py);
        interface.set_item("shape", PyTuple::new(py, tensor.shape())?)?;
        interface.set_item("typestr", typestr)?;
        interface.set_item("data", (tensor.as_ptr().expose_provenance(), !tensor.is_writable()))?;
        interface.set_item("strides", PyTuple::new(py, tensor.byte_strides())?)?;
        interface.set_item("version", 3)?;
        Ok(interface)
    }

    /// A NumPy array over the same memory; a copy if another dtype or a copy is asked for.
    ///
    /// >>> import numpy as np
    /// >>> x = xp.asarray([1, 2, 3])
    /// >>> np.asarray(x)[0] = 7
    /// >>> int(x[0])
    /// 7
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
    ) -> Result<Bound<'py, PyAny>> {
        let py = slf.py();
        if slf.get().inner().dtype() == DType::BF16 {
            return Err(type_error(buffer_out::NO_CODE));
        }
        let options = PyDict::new(py);
        options.set_item("dtype", dtype)?;
        options.set_item("copy", copy)?;
        let memory = PyMemoryView::from(slf.as_any())?;
        Ok(py.import("numpy")?.call_method("array", (memory,), Some(&options))?)
    }
}
