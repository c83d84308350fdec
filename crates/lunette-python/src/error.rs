//! The library's errors as Python's exceptions, in the library's words.

use lunette::ErrorKind;
use pyo3::exceptions::{
    PyBufferError, PyIndexError, PyKeyboardInterrupt, PyMemoryError, PyOverflowError, PyTypeError,
    PyValueError,
};
use pyo3::prelude::*;

/// An exception on its way to Python; the library's errors become one by `?`.
pub struct Failure(PyErr);

/// What functions of this crate give.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<lunette::Error> for Failure {
    fn from(error: lunette::Error) -> Self {
        let words = error.to_string();
        Self(match error.kind() {
            ErrorKind::Cancelled { .. } => PyKeyboardInterrupt::new_err(words),
            ErrorKind::AxisOutOfRange { .. } => PyIndexError::new_err(words),
            ErrorKind::Unrepresentable { .. } => PyOverflowError::new_err(words),
            ErrorKind::ReadOnly { .. } | ErrorKind::StepZero { .. } | ErrorKind::Domain { .. } => {
                PyValueError::new_err(words)
            }
            _ if error.is_index() => PyIndexError::new_err(words),
            _ if error.is_dtype() => PyTypeError::new_err(words),
            _ if error.is_memory() => PyMemoryError::new_err(words),
            _ if error.is_busy() => PyBufferError::new_err(words),
            _ => PyValueError::new_err(words),
        })
    }
}

impl Failure {
    /// The error of `x[...]`: index tensors that do not broadcast are a mistake in the index, not in a shape.
    pub fn of_index(error: lunette::Error) -> Self {
        match error.kind() {
            ErrorKind::Broadcast { .. } => Self(PyIndexError::new_err(error.to_string())),
            _ => error.into(),
        }
    }
}

/// A `TypeError`.
pub fn type_error(words: impl Into<String>) -> Failure {
    PyTypeError::new_err(words.into()).into()
}

/// A `ValueError`.
pub fn value_error(words: impl Into<String>) -> Failure {
    PyValueError::new_err(words.into()).into()
}
