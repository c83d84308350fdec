//! The library's errors as Python's exceptions, in the library's words.

use std::io;

use lunette::ErrorKind;
use lunette::error::SystemError;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyBufferError, PyIndexError, PyKeyboardInterrupt, PyMemoryError, PyOSError, PyOverflowError, PyTypeError,
    PyValueError,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyType};

use crate::words;

create_exception!(
    lunette.linalg,
    LinAlgError,
    PyValueError,
    "The values of a matrix are at fault: it has no inverse, is not positive definite, or not finite."
);

/// An axis that a tensor does not have: for Python's programs a wrong index, for NumPy's also a wrong value.
pub struct AxisError;

impl AxisError {
    /// The class, of which there is one.
    pub fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
        static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        let made = CLASS.get_or_try_init(py, || {
            let bases = (py.get_type::<PyValueError>(), py.get_type::<PyIndexError>());
            let words = [("__module__", "lunette"), ("__doc__", "An axis that a tensor does not have.")];
            let made = py.get_type::<PyType>().call1(("AxisError", bases, words.into_py_dict(py)?))?;
            Ok::<_, PyErr>(made.cast_into::<PyType>()?.unbind())
        })?;
        Ok(made.bind(py))
    }

    #[cold]
    fn with(words: String) -> PyErr {
        Python::attach(|py| match Self::class(py) {
            Ok(class) => PyErr::from_type(class.clone(), words),
            Err(error) => error,
        })
    }
}

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
        let words = words::of_library(&error);
        Self(match error.kind() {
            ErrorKind::Cancelled { .. } => PyKeyboardInterrupt::new_err(words),
            ErrorKind::AxisOutOfRange { .. } => AxisError::with(words),
            ErrorKind::Unrepresentable { .. } => PyOverflowError::new_err(words),
            ErrorKind::ReadOnly { .. } | ErrorKind::StepZero { .. } | ErrorKind::Domain { .. } => {
                PyValueError::new_err(words)
            }
            // A path that no file can have; Python's `open` says it so.
            ErrorKind::File { cause, .. } if cause.kind() == io::ErrorKind::InvalidInput => {
                PyValueError::new_err(words)
            }
            ErrorKind::File { cause, path, .. } => {
                os_error(cause, path.as_deref()).unwrap_or_else(|| PyOSError::new_err(words))
            }
            _ if error.is_index() => PyIndexError::new_err(words),
            _ if error.is_dtype() => PyTypeError::new_err(words),
            _ if error.is_matrix() => LinAlgError::new_err(words),
            _ if error.is_memory() => PyMemoryError::new_err(words),
            _ if error.is_busy() => PyBufferError::new_err(words),
            _ => PyValueError::new_err(words),
        })
    }
}

/// What the system refused as Python tells it, with number, words and file; the number also chooses the class, such as
/// `FileNotFoundError`. None for a cause whose number is not the same everywhere.
fn os_error(cause: &SystemError, path: Option<&str>) -> Option<PyErr> {
    let number = match cause.kind() {
        io::ErrorKind::NotFound => 2,
        io::ErrorKind::PermissionDenied => 13,
        io::ErrorKind::AlreadyExists => 17,
        io::ErrorKind::NotADirectory => 20,
        io::ErrorKind::IsADirectory => 21,
        io::ErrorKind::StorageFull => 28,
        io::ErrorKind::ReadOnlyFilesystem => 30,
        _ => return None,
    };
    // Rust's words end with the number, which Python puts before them.
    let words = cause.to_string();
    let words = words.split(" (os error").next().unwrap_or(&words);
    Some(PyOSError::new_err((number, words.to_owned(), path.map(str::to_owned))))
}

impl Failure {
    /// The error of `x[...]`: index tensors that do not broadcast, or more new axes than there can be,
    /// are a mistake in the index, not in a shape.
    pub fn of_index(error: lunette::Error) -> Self {
        match error.kind() {
            ErrorKind::Broadcast { .. } | ErrorKind::RankLimit { .. } => {
                Self(PyIndexError::new_err(words::of_library(&error)))
            }
            _ => error.into(),
        }
    }
}

/// The name of the class of an object, for words about what was found.
#[cold]
pub fn class_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "another object".to_owned(), |name| name.to_string())
}

/// A `TypeError`.
pub fn type_error(words: impl Into<String>) -> Failure {
    PyTypeError::new_err(words.into()).into()
}

/// A `ValueError`.
pub fn value_error(words: impl Into<String>) -> Failure {
    PyValueError::new_err(words.into()).into()
}
