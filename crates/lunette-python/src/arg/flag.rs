//! Arguments that are true or false.

use lunette::DType;
use pyo3::prelude::*;

use crate::error::{class_name, type_error};
use crate::tensor::PyTensor;

/// A bool, or an integer, which is true if it is not 0, as NumPy takes both: `keepdims=1`.
pub fn flag(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    if let Ok(flag) = object.extract::<bool>() {
        return Ok(flag);
    }
    // Tensors and arrays have `__index__` whatever their dtype; it fails for those that are no integer.
    let is_bool = object.cast::<PyTensor>().is_ok_and(|x| x.get().inner().dtype() == DType::Bool);
    let truth = match is_bool {
        true => object.is_truthy(),
        false => object.call_method0("__index__").and_then(|number| number.is_truthy()),
    };
    truth.map_err(|_| type_error(format!("True or False is needed, found {}", class_name(object))).into())
}

/// A [`flag`], or None.
pub fn optional_flag(object: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    if object.is_none() { Ok(None) } else { flag(object).map(Some) }
}
