//! Lists of numbers, and arrays of others, where an index or the right side of a store needs a tensor.

use lunette::{Complex64, DType, DynTensor, Scalar, Tensor};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arg::number_of;
use crate::arg::operand::numpy_scalar;
use crate::error::{Result, type_error, value_error};
use crate::tensor::PyTensor;

/// The array of another library as a tensor; none if the object is no array.
pub fn array_of(object: &Bound<'_, PyAny>) -> Result<Option<DynTensor>> {
    if object.getattr("tolist").is_err() || object.getattr("dtype").is_err() {
        return Ok(None);
    }
    tensor_of(&object.call_method0("tolist")?).map(Some)
}

/// A nested list of numbers as a tensor of the dtype that holds them all.
pub fn tensor_of(object: &Bound<'_, PyAny>) -> Result<DynTensor> {
    let mut found = Found { shape: Vec::new(), values: Vec::new(), closed: false };
    found.take(object, 0)?;
    found.into_tensor()
}

/// What was found in a nested list so far.
struct Found {
    shape: Vec<usize>,
    values: Vec<Scalar>,
    /// Whether a number was met, so that the depth is known.
    closed: bool,
}

impl Found {
    fn take(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> Result<()> {
        match number(object)? {
            Some(value) if depth == self.shape.len() => {
                self.closed = true;
                self.values.push(value);
                Ok(())
            }
            Some(_) => Err(ragged()),
            None => self.take_list(object, depth),
        }
    }

    fn take_list(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> Result<()> {
        if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
            let class = object.get_type().name()?;
            return Err(type_error(format!("a number or a list of numbers is needed, found {class}")));
        }
        let size = object.len()?;
        match self.shape.get(depth) {
            Some(&known) if known == size => {}
            None if !self.closed && self.shape.len() == depth => self.shape.push(size),
            _ => return Err(ragged()),
        }
        object.try_iter()?.try_for_each(|entry| self.take(&entry?, depth + 1))
    }

    fn into_tensor(self) -> Result<DynTensor> {
        let dtype = self.values.iter().map(|value| value.dtype()).reduce(lunette::promote);
        let values = self.values;
        let flat = match dtype.unwrap_or(DType::F64) {
            DType::Bool => Tensor::from(cast::<bool>(values, DType::Bool)?).into_dyn(),
            DType::I64 => Tensor::from(cast::<i64>(values, DType::I64)?).into_dyn(),
            DType::U64 => Tensor::from(cast::<u64>(values, DType::U64)?).into_dyn(),
            DType::Complex128 => Tensor::from(cast::<Complex64>(values, DType::Complex128)?).into_dyn(),
            _ => Tensor::from(cast::<f64>(values, DType::F64)?).into_dyn(),
        };
        Ok(flat.reshape(lunette::layout::Dims::from_slice(&self.shape))?)
    }
}

fn cast<T: TryFrom<Scalar, Error = lunette::Error>>(values: Vec<Scalar>, dtype: DType) -> Result<Vec<T>> {
    Ok(values.into_iter().map(|value| T::try_from(value.cast(dtype))).collect::<lunette::Result<_>>()?)
}

/// A Python number, a scalar of NumPy, or a tensor without axes.
fn number(object: &Bound<'_, PyAny>) -> Result<Option<Scalar>> {
    if let Some(number) = number_of(object.as_borrowed())? {
        return Ok(Some(number));
    }
    match object.cast::<PyTensor>() {
        Ok(tensor) if tensor.get().inner().rank() == 0 => Ok(Some(tensor.get().inner().item()?)),
        _ => Ok(numpy_scalar(object.as_borrowed())?),
    }
}

fn ragged() -> crate::error::Failure {
    value_error(
        "the lists have different lengths, or numbers and lists stand side by side: rows must be of one length",
    )
}
