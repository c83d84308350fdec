//! Several values of one kind: a tuple, a list, or anything else that gives them one by one.

use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::PyIterator;

use crate::error::value_error;

/// Integers, where nothing else is named.
///
/// A `Vec` would take memory for as many entries as an object says it has, which a `range` says of more than there is.
pub struct Several<T = i64>(pub Vec<T>);

/// More than any tensor has axes or pieces.
const MANY: usize = 1 << 20;

/// The entries of an object, at most so many that memory is not filled by what never ends.
pub fn entries<'py, T: FromPyObjectOwned<'py>>(
    object: Bound<'py, PyIterator>,
) -> impl Iterator<Item = PyResult<T>> {
    object.enumerate().map(|(count, entry)| match count {
        MANY => Err(value_error(format!("at most {MANY} values can be named")).into()),
        _ => entry?.extract().map_err(Into::into),
    })
}

impl<'py, T: FromPyObjectOwned<'py>> FromPyObject<'_, 'py> for Several<T> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        entries(object.try_iter()?).collect::<PyResult<_>>().map(Self)
    }
}
