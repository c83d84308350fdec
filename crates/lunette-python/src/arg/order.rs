//! `order`: in which order elements are counted.

use std::borrow::Cow;

use lunette::Order;
use lunette::index::Ints;
use lunette::{DynTensor, Result as Made};
use pyo3::prelude::*;

use crate::error::value_error;

/// "C", row by row, or "F", column by column.
#[derive(Clone, Copy)]
pub struct OrderArg(pub Order);

impl OrderArg {
    /// Where nothing is said.
    pub const C: Self = Self(Order::C);

    /// The elements, counted in this order, in another shape.
    pub fn reshape(self, x: &DynTensor, mut shape: Ints) -> Made<DynTensor> {
        match self.0 {
            Order::C => x.reshape(shape),
            Order::F => {
                shape.reverse();
                Ok(x.transpose().reshape(shape)?.transpose())
            }
        }
    }

    /// As [`reshape`](Self::reshape), or an error where that would be a copy.
    pub fn reshape_view(self, x: &DynTensor, mut shape: Ints) -> Made<DynTensor> {
        match self.0 {
            Order::C => x.reshape_view(shape),
            Order::F => {
                shape.reverse();
                Ok(x.transpose().reshape_view(shape)?.transpose())
            }
        }
    }

    /// The tensor that has the elements of `x` in this order as its row-major one.
    pub fn turned(self, x: &DynTensor) -> Cow<'_, DynTensor> {
        match self.0 {
            Order::C => Cow::Borrowed(x),
            Order::F => Cow::Owned(x.transpose()),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for OrderArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        match &object.extract::<String>()?[..] {
            "C" => Ok(Self(Order::C)),
            "F" => Ok(Self(Order::F)),
            other => Err(value_error(format!("`order` is \"C\" or \"F\", found {other:?}")).into()),
        }
    }
}
