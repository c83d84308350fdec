//! Arguments that are one number.

use lunette::{DType, Scalar};
use pyo3::prelude::*;

use crate::arg::{number_for, number_of};
use crate::error::{Result, type_error, value_error};
use crate::tensor::PyTensor;

/// A Python number, or a tensor of one element, whose dtype counts then.
#[derive(Clone, Copy)]
pub struct Number(pub Scalar);

impl Number {
    /// The number that becomes an element of this dtype.
    pub fn of(object: &Bound<'_, PyAny>, dtype: DType) -> Result<Self> {
        match number_for(object.as_borrowed(), dtype)? {
            Some(number) => Ok(Self(number)),
            None => Ok(object.extract()?),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Number {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Some(number) = number_of(object)? {
            return Ok(Self(number));
        }
        if let Ok(tensor) = object.cast::<PyTensor>() {
            let item = tensor.get().inner().item();
            return Ok(Self(item.map_err(crate::error::Failure::from)?));
        }
        match object.call_method0("item").ok().map(|item| number_of(item.as_borrowed())) {
            Some(Ok(Some(number))) => Ok(Self(number)),
            _ => {
                let class = object.get_type().name()?.to_string();
                Err(type_error(format!("a number is needed, found {class}")).into())
            }
        }
    }
}

/// How many there are of something.
pub fn size(found: i64) -> Result<usize> {
    usize::try_from(found).map_err(|_| value_error(format!("a size cannot be negative, found {found}")))
}
