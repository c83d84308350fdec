//! Anything that holds numbers as a tensor.

use lunette::{DType, DynTensor, Order, Scalar};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyRange, PySequence, PyString, PyTuple};

use super::{array_struct, buffer_in, dlpack, interface, ndarray, nested};
use crate::arg::{OrderArg, number_for, optional_flag};
use crate::device::DeviceArg;
use crate::dtype::{DTypeArg, name_of};
use crate::error::{Result, type_error, value_error};
use crate::tensor::{New, PyTensor, lent_by};
use crate::work::{Cost, work};

/// Whether memory may be, must be or must not be copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Copy {
    /// `copy=True`.
    Always,
    /// `copy=False`.
    Never,
    /// `copy=None`.
    IfNeeded,
}

impl From<Option<bool>> for Copy {
    fn from(copy: Option<bool>) -> Self {
        match copy {
            Some(true) => Self::Always,
            Some(false) => Self::Never,
            None => Self::IfNeeded,
        }
    }
}

/// What an object was turned into.
pub enum Source {
    /// A new tensor made of Python's values.
    Values(DynTensor),
    /// A tensor over the memory of the object.
    Shared(DynTensor),
    /// A copy of the memory of the object, because it could not be shared.
    Copied(DynTensor),
}

impl Source {
    /// The tensor.
    pub fn into_tensor(self) -> DynTensor {
        match self {
            Self::Values(tensor) | Self::Shared(tensor) | Self::Copied(tensor) => tensor,
        }
    }
}

/// A tensor of the values of an object: a tensor, a number, nested lists of numbers, or an array of another library,
/// whose memory is shared where that is possible.
///
/// `copy=True` always copies, `copy=False` never does and is a ValueError where that cannot be, and without it memory is
/// copied only if it must be. Integers become int64, floats float64, complex numbers complex128. Elements that lie in
/// another order than the one asked for, "C" or "F", are copied.
///
/// >>> xp.asarray([[1, 2], [3, 4]]).shape
/// (2, 2)
/// >>> xp.asarray([1, 2.5]).dtype, xp.asarray([1, 2], dtype=xp.uint8).dtype
/// (lunette.float64, lunette.uint8)
/// >>> data = bytearray(b"abc")
/// >>> xp.asarray(data)[0] = 65
/// >>> data
/// bytearray(b'Abc')
#[pyfunction]
#[pyo3(signature = (obj, /, dtype=None, *, device=None, copy=None, order=None),
       text_signature = "(obj, /, *, dtype=None, device=None, copy=None, order=None)")]
pub fn asarray<'py>(
    obj: &Bound<'py, PyAny>,
    dtype: Option<DTypeArg>,
    device: Option<DeviceArg>,
    #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
    order: Option<OrderArg>,
) -> Result<Bound<'py, PyTensor>> {
    let _ = device;
    let (copy, dtype) = (Copy::from(copy), dtype.map(|dtype| dtype.0));
    let made = made_of(obj, dtype, copy)?;
    match order {
        None => Ok(made),
        Some(OrderArg(order)) => in_order(&made, order, copy),
    }
}

/// A tensor whose elements lie in this order: itself if they do, else a copy.
fn in_order<'py>(made: &Bound<'py, PyTensor>, order: Order, copy: Copy) -> Result<Bound<'py, PyTensor>> {
    let (py, tensor) = (made.py(), made.get().inner());
    let lie_so = match order {
        Order::C => tensor.flags().c_contiguous,
        Order::F => tensor.flags().f_contiguous,
    };
    match (lie_so, copy) {
        (true, _) => Ok(made.clone()),
        (false, Copy::Never) => {
            Err(value_error(format!("a copy is needed for the order {order:?}: `copy=None` allows it")))
        }
        (false, _) => {
            let copied = work(py, tensor.len(), Cost::Linear, || tensor.copy_in(order))?;
            Ok(New(copied).into_pyobject(py)?)
        }
    }
}

/// [`asarray`] in the order in which the elements lie.
fn made_of<'py>(obj: &Bound<'py, PyAny>, dtype: Option<DType>, copy: Copy) -> Result<Bound<'py, PyTensor>> {
    if let Some(array) = ndarray::import(obj, copy)? {
        return finish(obj, array, dtype, copy);
    }
    if let Ok(tensor) = obj.cast::<PyTensor>() {
        let inner = tensor.get().inner();
        if copy != Copy::Always && dtype.is_none_or(|dtype| dtype == inner.dtype()) {
            return Ok(tensor.clone());
        }
        return finish(obj, Source::Shared(inner.clone()), dtype, copy);
    }
    match convert_for(obj, dtype, copy)? {
        Source::Values(_) if copy == Copy::Never => {
            let class = obj.get_type();
            let words =
                format!("a copy is needed to make a tensor of {}: `copy=None` allows it", class.name()?);
            Err(value_error(words))
        }
        Source::Values(tensor) => match dtype {
            Some(dtype) if dtype != tensor.dtype() => {
                let made = work(obj.py(), tensor.len(), Cost::Linear, || tensor.try_cast_to(dtype))?;
                Ok(New(made).into_pyobject(obj.py())?)
            }
            _ => Ok(New(tensor).into_pyobject(obj.py())?),
        },
        memory => finish(obj, memory, dtype, copy),
    }
}

/// A tensor over the memory of `owner`, or a copy of it, in the dtype asked for.
pub fn finish<'py>(
    owner: &Bound<'py, PyAny>,
    source: Source,
    dtype: Option<DType>,
    copy: Copy,
) -> Result<Bound<'py, PyTensor>> {
    let (py, is_shared) = (owner.py(), matches!(source, Source::Shared(_)));
    let tensor = source.into_tensor();
    let dtype = dtype.unwrap_or(tensor.dtype());
    if dtype != tensor.dtype() {
        if copy == Copy::Never {
            let (here, asked) = (name_of(tensor.dtype()), name_of(dtype));
            let words = format!("a copy is needed to turn {here} into {asked}: `copy=None` allows it");
            return Err(value_error(words));
        }
        return Ok(New(converted(py, &tensor, dtype)?).into_pyobject(py)?);
    }
    match (is_shared, copy) {
        (true, Copy::Always) => {
            let made = work(py, tensor.len(), Cost::Linear, || tensor.copy())?;
            Ok(New(made).into_pyobject(py)?)
        }
        (true, _) => lent_by(owner, tensor),
        (false, _) => Ok(New(tensor).into_pyobject(py)?),
    }
}

/// A copy in another dtype, by the plain rule; imaginary parts are never dropped.
pub fn converted(py: Python<'_>, tensor: &DynTensor, dtype: DType) -> Result<DynTensor> {
    let drops = tensor.dtype().is_complex() && !dtype.is_complex() && dtype != DType::Bool;
    work(py, tensor.len(), Cost::Linear, || match drops {
        true => tensor.try_cast_to(dtype),
        false => tensor.cast_to(dtype),
    })
}

/// The values of an object as a tensor of the dtype that they have.
pub fn convert(obj: &Bound<'_, PyAny>) -> Result<Source> {
    convert_for(obj, None, Copy::IfNeeded)
}

/// As [`convert`]; the dtype is that which the values are going to have.
pub fn convert_for(obj: &Bound<'_, PyAny>, dtype: Option<DType>, copy: Copy) -> Result<Source> {
    if obj.is_exact_instance_of::<PyList>() || obj.is_exact_instance_of::<PyTuple>() {
        return nested::tensor_of(obj, dtype).map(Source::Values);
    }
    if let Ok(tensor) = obj.cast::<PyTensor>() {
        return Ok(Source::Shared(tensor.get().inner().clone()));
    }
    if let Some(array) = ndarray::import(obj, copy)? {
        return Ok(array);
    }
    // Integers beyond all dtypes become floats only where these are asked for.
    if let Some(number) = number_for(obj.as_borrowed(), dtype.unwrap_or(DType::I64))? {
        return scalar(number, dtype).map(Source::Values);
    }
    if let Some(memory) = memory_of(obj, copy)? {
        return Ok(memory);
    }
    rows_or_array(obj, copy)
}

/// A number as a tensor of rank 0.
fn scalar(number: Scalar, dtype: Option<DType>) -> Result<DynTensor> {
    match dtype {
        Some(dtype) => Ok(DynTensor::full_of(dtype, (), number)?),
        None => Ok(DynTensor::scalar_of(number)?),
    }
}

/// The memory of an object that shows it by one of the protocols.
fn memory_of(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Option<Source>> {
    if let Some(memory) = array_struct::import(obj, copy)? {
        return Ok(Some(memory));
    }
    if buffer_in::has_buffer(obj) {
        // DLPack knows dtypes that have no code for buffers.
        return buffer_in::import(obj, copy)
            .map(Some)
            .or_else(|error| by_dlpack(obj, copy)?.map(Some).ok_or(error));
    }
    match by_dlpack(obj, copy)? {
        None => interface::import(obj, copy),
        found => Ok(found),
    }
}

fn by_dlpack(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Option<Source>> {
    match obj.hasattr(intern!(obj.py(), "__dlpack__"))? {
        true => dlpack::import(obj, copy).map(Some),
        false => Ok(None),
    }
}

/// What is left: sequences of other classes, and objects that make a NumPy array of themselves.
fn rows_or_array(obj: &Bound<'_, PyAny>, copy: Copy) -> Result<Source> {
    if obj.hasattr(intern!(obj.py(), "__array__"))? {
        let array = obj.call_method0(intern!(obj.py(), "__array__"))?;
        if let Some(memory) = memory_of(&array, copy)? {
            return Ok(memory);
        }
    }
    if obj.is_instance_of::<PyRange>() {
        return nested::tensor_of(obj, None).map(Source::Values);
    }
    if !obj.is_instance_of::<PyString>()
        && let Ok(rows) = obj.cast::<PySequence>()
    {
        return nested::tensor_of(rows.to_list()?.as_any(), None).map(Source::Values);
    }
    let class = obj.get_type();
    Err(type_error(format!(
        "a tensor is made of numbers, lists of numbers and arrays, found {}",
        class.name()?
    )))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(asarray, module)?)
}
