//! `x[...]` and `x[...] = value`, for every kind of key.

use lunette::index::IndexTensor;
use lunette::tensor::{IntoValue, Value};
use lunette::{DType, DynTensor, Item, Scalar};
use pyo3::prelude::*;

use super::{New, PyTensor, element, view_of};
use crate::arg::number_for;
use crate::error::{Failure, Result, type_error};
use crate::exchange::asarray::{Copy, convert_for};
use crate::index::Index;
use crate::work::{Cost, work};

/// What several index tensors mean beside each other.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// They broadcast, as NumPy's do.
    Together,
    /// Each acts on its own axis.
    Orthogonal,
}

/// The part that a key takes: a view where strides express it, and otherwise, or where it is one element, a copy.
pub fn get<'py>(
    slf: &Bound<'py, PyTensor>,
    key: &Bound<'py, PyAny>,
    mode: Mode,
) -> Result<Bound<'py, PyTensor>> {
    let (py, x) = (slf.py(), slf.get().inner());
    if mode == Mode::Together
        && let Some((index, elements)) = index_tensor_alone(key, x)
    {
        let item = [Item::Tensor(IndexTensor::borrowed(index))];
        let loaded = work(py, elements, Cost::Linear, || Ok(x.load(&item)))?;
        return Ok(New(loaded.map_err(Failure::of_index)?).into_pyobject(py)?);
    }
    let mut index = Index::of(x);
    index.read(key, x)?;
    if let Some(integers) = index.element(x.rank()) {
        return Ok(element(py, x.get(&integers[..])?)?);
    }
    if !index.picks && !index.copies {
        return view_of(slf, x.view(&index.items).map_err(Failure::of_index)?);
    }
    let items = &index.items;
    let loaded = work(py, index.elements, Cost::Linear, || {
        Ok(match mode {
            Mode::Together => x.load(items),
            Mode::Orthogonal => x.load_orthogonal(items),
        })
    })?;
    Ok(New(loaded.map_err(Failure::of_index)?).into_pyobject(py)?)
}

/// The index tensor that a key is, and about how many elements it takes: of one alone nothing else has to be known.
#[inline]
fn index_tensor_alone<'a>(key: &'a Bound<'_, PyAny>, x: &DynTensor) -> Option<(&'a DynTensor, usize)> {
    let index = key.cast::<PyTensor>().ok()?.get().inner();
    // Without axes it stands for an integer, or for a mask that adds an axis.
    let entries = x.shape().first().filter(|_| index.rank() > 0)?;
    let elements = match index.dtype() {
        DType::Bool => x.len(),
        _ => index.len().saturating_mul(x.len() / (*entries).max(1)),
    };
    Some((index, elements))
}

/// Writes a value into the part that a key takes.
pub fn set(
    slf: &Bound<'_, PyTensor>,
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    mode: Mode,
) -> Result<()> {
    let (py, x) = (slf.py(), slf.get().inner());
    let value = right_side(value, x.dtype())?;
    if mode == Mode::Together
        && let Some((index, elements)) = index_tensor_alone(key, x)
    {
        let item = [Item::Tensor(IndexTensor::borrowed(index))];
        let stored = work(py, elements, Cost::Linear, || Ok(x.store(&item, value.as_value())))?;
        return stored.map_err(Failure::of_index);
    }
    let mut index = Index::of(x);
    index.read(key, x)?;
    if let Right::Number(value) = value
        && let Some(integers) = index.element(x.rank())
    {
        return Ok(x.set(&integers[..], value)?);
    }
    let items = &index.items;
    let stored = work(py, index.elements, Cost::Linear, || {
        Ok(match mode {
            Mode::Together => x.store(items, value.as_value()),
            Mode::Orthogonal => x.store_orthogonal(items, value.as_value()),
        })
    })?;
    stored.map_err(Failure::of_index)
}

/// The error of `del x[...]`.
pub fn no_deletion() -> Failure {
    type_error("elements of a tensor cannot be deleted: select those that stay by a mask")
}

/// Writes one number into every element.
pub fn store_everywhere(x: &DynTensor, value: &Bound<'_, PyAny>) -> Result<()> {
    let py = value.py();
    match right_side(value, x.dtype())? {
        Right::Number(number) => work(py, x.len(), Cost::Linear, || x.fill(number)),
        _ => Err(type_error("`fill` takes a number")),
    }
}

/// What is to be stored.
pub enum Right<'a> {
    Number(Scalar),
    Tensor(&'a DynTensor),
    List(Box<DynTensor>),
}

impl Right<'_> {
    /// It, as the library takes it.
    pub fn as_value(&self) -> Value<'_> {
        match self {
            Self::Number(value) => value.into_value(),
            Self::Tensor(tensor) => tensor.into_value(),
            Self::List(tensor) => (&**tensor).into_value(),
        }
    }
}

/// Reads what stands on the right of a store: a number, a tensor, or whatever else can become one.
/// The store is into a tensor of this dtype.
pub fn right_side<'a>(value: &'a Bound<'_, PyAny>, dtype: DType) -> Result<Right<'a>> {
    if let Ok(tensor) = value.cast::<PyTensor>() {
        return Ok(Right::Tensor(tensor.get().inner()));
    }
    match number_for(value.as_borrowed(), dtype)? {
        Some(number) => Ok(Right::Number(number)),
        None => Ok(Right::List(Box::new(convert_for(value, Some(dtype), Copy::IfNeeded)?.into_tensor()))),
    }
}
