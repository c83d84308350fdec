//! Values of the language as Python's, and back.

use lunette::DynTensor;
use lunette_lang::syntax::tree::RangeNotation;
use lunette_lang::types::Type;
use lunette_lang::value::{RangeValue, Value};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PySlice, PyString, PyTuple};

use crate::arg::number_of;
use crate::dtype::{PyDType, object_of};
use crate::error::{Result, type_error};
use crate::exchange::asarray::convert;
use crate::exchange::to_python as scalar_to_python;
use crate::tensor::{New, PyTensor};

/// Whether Python may store to what comes out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mutability {
    Mutable,
    Immutable,
}

/// A value for programs; a tensor shares its memory.
pub fn from_python(object: &Bound<'_, PyAny>) -> Result<Value> {
    if let Ok(tensor) = object.cast::<PyTensor>() {
        return Ok(Value::Tensor(tensor.get().inner().clone()));
    }
    if let Some(number) = number_of(object.as_borrowed())? {
        return Ok(Value::Scalar(number));
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(Value::Str((&*text.to_cow()?).into()));
    }
    if let Ok(fields) = object.cast::<PyTuple>() {
        let fields = fields.iter().map(|field| constant(from_python(&field)?));
        return Ok(Value::Tuple(fields.collect::<Result<_>>()?));
    }
    if let Ok(dtype) = object.cast::<PyDType>() {
        return Ok(Value::DType(dtype.get().0));
    }
    if object.is_none() {
        return Err(type_error("None is no value of the language"));
    }
    Ok(Value::Tensor(convert(object)?.into_tensor()))
}

/// A field of a tuple, which programs take for a constant: nobody else may write it.
fn constant(value: Value) -> Result<Value> {
    match value {
        Value::Tensor(tensor) => Ok(Value::of::<_, lunette::Error>(tensor.copy()?)?),
        other => Ok(other),
    }
}

/// A value of a program for Python.
pub fn to_python<'py>(
    py: Python<'py>,
    value: Value,
    ty: &Type,
    mutability: Mutability,
) -> Result<Bound<'py, PyAny>> {
    if matches!(ty, Type::Fun(_) | Type::Closure(_) | Type::Module(_)) {
        return Err(type_error("a function stays inside of its session: run a call of it"));
    }
    Ok(match value {
        Value::Scalar(scalar) => scalar_to_python(py, scalar)?,
        Value::Tensor(tensor) => New(shown(tensor, mutability)).into_pyobject(py)?.into_any(),
        Value::Str(text) => PyString::new(py, &text).into_any(),
        Value::Tuple(fields) => {
            let unknown = |_| &Type::Unknown;
            let types: Vec<&Type> = match ty {
                Type::Tuple(types) => types.iter().collect(),
                _ => fields.iter().map(unknown).collect(),
            };
            let fields = fields.iter().zip(types);
            let fields = fields.map(|(field, ty)| to_python(py, field.clone(), ty, mutability));
            PyTuple::new(py, fields.collect::<Result<Vec<_>>>()?)?.into_any()
        }
        Value::Range(range) => slice(py, &range)?,
        Value::NewAxis => py.None().into_bound(py),
        Value::Fill => PyEllipsis::get(py).to_owned().into_any(),
        Value::DType(dtype) => object_of(py, dtype)?.into_any(),
        Value::Fun(_) => return Err(type_error("a function stays inside of its session: run a call of it")),
    })
}

fn shown(tensor: DynTensor, mutability: Mutability) -> DynTensor {
    match mutability {
        Mutability::Mutable => tensor,
        Mutability::Immutable => tensor.as_read_only(),
    }
}

/// A range as a slice, if Python has one that means the same.
fn slice<'py>(py: Python<'py>, range: &RangeValue) -> Result<Bound<'py, PyAny>> {
    let RangeValue { notation, start, end, step, every } = *range;
    let stop = match (notation, end) {
        // What ends with the last entry has no stop that counts from the front or the end alike.
        (RangeNotation::Inclusive, Some(-1)) => None,
        (RangeNotation::Inclusive, Some(last)) => Some(last.saturating_add(1)),
        (_, end) => end,
    };
    match every {
        None => Ok(py.get_type::<PySlice>().call1((start, stop, step))?),
        Some(_) => {
            Err(type_error("a range `{range, step}` is no slice of Python's: evaluate it in the session"))
        }
    }
}
