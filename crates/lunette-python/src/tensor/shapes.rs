//! Methods that look at the same elements in another shape.

use lunette::DynTensor;
use lunette::index::Ints;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{New, PyTensor, derived, view_of};
use crate::arg::{AxesArg, OrderArg, Shape, saturated};
use crate::error::Result;
use crate::work::{Cost, work};

#[pymethods]
impl PyTensor {
    /// The elements in another shape, in row-major order or that of `order="F"`; a view where strides allow it. One size may be -1.
    ///
    /// >>> xp.asarray([1, 2, 3, 4]).reshape(2, -1)
    /// Tensor([[1, 2],
    ///         [3, 4]])
    #[pyo3(signature = (*shape, order=OrderArg::C), text_signature = "($self, *shape, order='C')")]
    fn reshape<'py>(
        slf: &Bound<'py, Self>,
        shape: &Bound<'py, PyTuple>,
        order: OrderArg,
    ) -> Result<Bound<'py, Self>> {
        let shape = integers(shape)?;
        maybe_copied(slf, |x| order.reshape(x, shape))
    }

    /// All elements in one axis, in row-major order or that of `order="F"`; a view where strides allow it.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).ravel()
    /// Tensor([1, 2, 3, 4])
    #[pyo3(signature = (order=OrderArg::C), text_signature = "($self, order='C')")]
    fn ravel<'py>(slf: &Bound<'py, Self>, order: OrderArg) -> Result<Bound<'py, Self>> {
        maybe_copied(slf, |x| order.turned(x).ravel())
    }

    /// All elements in one axis, in row-major order or that of `order="F"`; a copy.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).flatten()
    /// Tensor([1, 2, 3, 4])
    #[pyo3(signature = (order=OrderArg::C), text_signature = "($self, order='C')")]
    fn flatten(&self, py: Python<'_>, order: OrderArg) -> Result<New> {
        let x = self.inner();
        work(py, x.len(), Cost::Linear, || order.turned(x).copy()?.ravel()).map(New)
    }

    /// A view with the axes in the order given, or in reverse order.
    ///
    /// >>> xp.zeros((2, 3, 4)).transpose(2, 0, 1).shape
    /// (4, 2, 3)
    #[pyo3(signature = (*axes))]
    fn transpose<'py>(slf: &Bound<'py, Self>, axes: &Bound<'py, PyTuple>) -> Result<Bound<'py, Self>> {
        let x = slf.get().inner();
        if axes.is_empty() || (axes.len() == 1 && axes.get_item(0)?.is_none()) {
            return view_of(slf, x.transpose());
        }
        view_of(slf, x.permute(integers(axes)?)?)
    }

    /// A view with two axes exchanged.
    ///
    /// >>> xp.zeros((2, 3, 4)).swapaxes(0, -1).shape
    /// (4, 3, 2)
    #[pyo3(signature = (axis1, axis2, /))]
    fn swapaxes<'py>(slf: &Bound<'py, Self>, axis1: i64, axis2: i64) -> Result<Bound<'py, Self>> {
        view_of(slf, slf.get().inner().swapaxes(axis1, axis2)?)
    }

    /// A view without axes of size 1: the ones named, or all.
    ///
    /// >>> xp.zeros((1, 3, 1)).squeeze().shape
    /// (3,)
    #[pyo3(signature = (axis=None))]
    fn squeeze<'py>(slf: &Bound<'py, Self>, axis: Option<AxesArg>) -> Result<Bound<'py, Self>> {
        view_of(slf, slf.get().inner().squeeze(AxesArg::or_all(axis))?)
    }

    /// A view of a diagonal of two axes, which becomes the last axis.
    ///
    /// >>> xp.asarray([[1, 2], [3, 4]]).diagonal()
    /// Tensor([1, 4])
    #[pyo3(signature = (offset=0, axis1=0, axis2=1))]
    fn diagonal<'py>(
        slf: &Bound<'py, Self>,
        #[pyo3(from_py_with = saturated)] offset: i64,
        axis1: i64,
        axis2: i64,
    ) -> Result<Bound<'py, Self>> {
        view_of(slf, slf.get().inner().diagonal_of(offset, axis1, axis2)?)
    }
}

/// What the library shares where it can and copies where it must.
fn maybe_copied<'py>(
    slf: &Bound<'py, PyTensor>,
    shape: impl FnOnce(&DynTensor) -> lunette::Result<DynTensor> + Send,
) -> Result<Bound<'py, PyTensor>> {
    let x = slf.get().inner();
    // Of one segment only the layout changes.
    let elements = if x.flags().c_contiguous { 1 } else { x.len() };
    derived(slf, work(slf.py(), elements, Cost::Linear, || shape(x))?)
}

/// Integers one by one, or in one tuple.
fn integers(given: &Bound<'_, PyTuple>) -> Result<Ints> {
    let given = match given.len() {
        1 => given.get_item(0)?,
        _ => given.clone().into_any(),
    };
    Ok(given.extract::<Shape>()?.0)
}
