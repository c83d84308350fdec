//! Integers of any size.

use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;

/// An integer by `__index__`: a diagonal, a position, an axis. Those that are too long for the library become the longest
/// there are: beyond every axis the one is as far as the other.
#[inline]
pub fn saturated(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    match object.extract::<i64>() {
        Ok(value) => Ok(value),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Ok(if object.lt(0)? { i64::MIN } else { i64::MAX })
        }
        Err(error) => Err(error),
    }
}
