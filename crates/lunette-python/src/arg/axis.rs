//! Axes and shapes: an integer, or a tuple or list of integers.

use lunette::index::{Axes, IntoAxes, IntoInts, Ints};
use lunette::layout::Dims;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::saturated::saturated;
use super::several::entries;
use crate::error::{Result, class_name, type_error, value_error};

/// `axis`: none for all of them, one, or several.
#[derive(Clone)]
pub struct AxesArg(pub Axes);

/// `shape`: one size, or one for each axis; maybe one of -1.
#[derive(Clone)]
pub struct Shape(pub Ints);

impl AxesArg {
    /// The axes that a keyword named, or all where it was left out.
    pub fn or_all(named: Option<Self>) -> Axes {
        named.map_or(Axes::All, |named| named.0)
    }
}

impl Shape {
    /// The sizes of a new tensor, none of which can be negative.
    pub fn sizes(&self) -> Result<Dims> {
        let size = |size: &i64| {
            usize::try_from(*size)
                .map_err(|_| value_error(format!("a size cannot be negative, found {size}")))
        };
        self.0.iter().map(size).collect()
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for AxesArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if object.is_none() {
            return Ok(Self(Axes::All));
        }
        match integer(object)? {
            Some(axis) => Ok(Self(axis.into_axes())),
            None => Ok(Self(integers(object, "axis")?.into_axes())),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Shape {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match integer(object)? {
            Some(size) => Ok(Self(size.into_ints())),
            None => integers(object, "shape").map(Self),
        }
    }
}

/// An integer by `__index__`, if the object has one.
pub fn integer(object: Borrowed<'_, '_, PyAny>) -> PyResult<Option<i64>> {
    // An exception that nobody sees costs more than the work of most callers.
    if object.is_instance_of::<PyTuple>() || object.is_instance_of::<PyList>() {
        return Ok(None);
    }
    match saturated(&object) {
        Ok(value) => Ok(Some(value)),
        Err(error) if object.hasattr("__index__")? => Err(error),
        Err(_) => Ok(None),
    }
}

fn integers(object: Borrowed<'_, '_, PyAny>, what: &str) -> PyResult<Ints> {
    // As most are: an iterator is an object of its own, which costs more than the work of most callers.
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        return tuple.iter_borrowed().map(|entry| saturated(&entry)).collect();
    }
    let wrong = |_| -> PyErr {
        let class = class_name(&object);
        type_error(format!("`{what}` is an integer or a tuple of integers, found {class}")).into()
    };
    entries(object.try_iter().map_err(wrong)?).collect()
}
