//! Pickling: the elements as one block of bytes, which protocol 5 can carry beside the pickle without a copy.

use lunette::layout::Dims;
use lunette::{DType, DynTensor, Order};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyMemoryView, PyTuple};

use super::asarray::Copy;
use super::buffer_in;
use super::foreign::Described;
use crate::arg::Several;
use crate::dtype::{name_of, named};
use crate::error::{Result, value_error};
use crate::tensor::{New, PyTensor};

static REBUILD: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

#[pymethods]
impl PyTensor {
    /// How to make the tensor again: read-only stays read-only, column-major stays column-major.
    ///
    /// >>> import pickle
    /// >>> pickle.loads(pickle.dumps(xp.asarray([[1, 2], [3, 4]]))).shape
    /// (2, 2)
    #[pyo3(signature = (protocol, /))]
    fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, protocol: i32) -> Result<Bound<'py, PyTuple>> {
        let (py, tensor) = (slf.py(), slf.get().inner());
        let rebuild = REBUILD.get_or_try_init(py, || -> PyResult<_> {
            Ok(py.import("lunette._lunette")?.getattr("_rebuild")?.unbind())
        })?;
        let layout = tensor.layout();
        let (order, read_only) = match layout.is_f_contiguous() && !layout.is_c_contiguous() {
            true => ("F", !tensor.is_writable()),
            false => ("C", !tensor.is_writable()),
        };
        let block = block_of(slf)?;
        let bytes = match protocol >= 5 {
            true => pickle_buffer(&block)?,
            false => PyMemoryView::from(&block)?.call_method0(intern!(py, "tobytes"))?,
        };
        let shape = PyTuple::new(py, tensor.shape())?;
        let arguments = (bytes, name_of(tensor.dtype()), shape, order, read_only);
        Ok((rebuild.bind(py), arguments).into_pyobject(py)?)
    }
}

/// The elements without gaps, row-major, in a dtype that the buffer protocol knows; of a column-major tensor its
/// transpose.
fn block_of<'py>(tensor: &Bound<'py, PyTensor>) -> Result<Bound<'py, PyAny>> {
    let inner = tensor.get().inner();
    let block = match (inner.layout().is_c_contiguous(), inner.layout().is_f_contiguous()) {
        (true, _) if inner.dtype() != DType::BF16 && is_settled(inner) => {
            return Ok(tensor.clone().into_any());
        }
        (true, _) => inner.clone(),
        (false, true) => inner.transpose(),
        (false, false) => inner.copy()?,
    };
    let block = if is_settled(&block) { block } else { block.copy()? };
    Ok(New(coded(block)?).into_pyobject(tensor.py())?.into_any())
}

/// Whether the bytes are those of the elements: bools in memory that others write may be neither 0 nor 1, and become so
/// in a copy.
fn is_settled(tensor: &DynTensor) -> bool {
    tensor.dtype() != DType::Bool || !tensor.buffer().is_exposed()
}

/// Elements without gaps in a dtype that the buffer protocol has a code for.
pub fn coded(block: DynTensor) -> lunette::Result<DynTensor> {
    match block.dtype() {
        DType::BF16 => block.reshape_view(-1i64)?.reinterpret_to(DType::U16),
        _ => Ok(block),
    }
}

/// `pickle.PickleBuffer`, which lets a pickle carry memory beside it.
fn pickle_buffer<'py>(block: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let py = block.py();
    let class = CLASS.get_or_try_init(py, || -> PyResult<_> {
        Ok(py.import("pickle")?.getattr("PickleBuffer")?.unbind())
    })?;
    Ok(class.bind(py).call1((block,))?)
}

/// A tensor out of a pickle.
#[pyfunction]
#[pyo3(signature = (buffer, dtype, shape, order, read_only, /))]
fn _rebuild(
    buffer: &Bound<'_, PyAny>,
    dtype: &str,
    shape: Several<usize>,
    order: &str,
    read_only: bool,
) -> Result<New> {
    let (dtype, mut shape) = (named(dtype)?.0, Dims::from_vec(shape.0));
    let columns = match order {
        "C" => false,
        "F" => true,
        other => return Err(value_error(format!("an order is C or F, found {other:?}"))),
    };
    if columns {
        shape.reverse();
    }
    let byte_strides = Described::row_major(&shape, dtype.item_size());
    let layout = (shape, byte_strides);
    let tensor = buffer_in::over_bytes(buffer, 0, (dtype, false), layout, Copy::IfNeeded)?.into_tensor();
    let tensor = if columns { tensor.transpose() } else { tensor };
    Ok(New(match read_only {
        true => tensor.as_read_only(),
        // Bytes inside of the pickle belong to nobody else, and cannot be written.
        false if buffer.is_instance_of::<PyBytes>() => tensor.copy_in(order_of(columns))?,
        false => tensor,
    }))
}

fn order_of(columns: bool) -> Order {
    if columns { Order::F } else { Order::C }
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_rebuild, module)?)
}
