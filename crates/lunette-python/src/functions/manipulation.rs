//! Other shapes and orders of the same elements: views where strides can express them.

use lunette::DynTensor;
use lunette::index::Ints;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use crate::arg::{AxesArg, OrderArg, Parent, Several, Shape, TensorArg, optional_flag};
use crate::error::Result;
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::functions::results::views;
use crate::functions::scalars::size;
use crate::tensor::{New, PyTensor, derived, view_of};
use crate::work::{Cost, work};

/// A view, as Python takes it.
type View<'py> = Result<Bound<'py, PyTensor>>;

/// A view with axes of size 1 added at these positions of the result.
///
/// >>> xp.expand_dims(xp.asarray([1, 2]), 0).shape
/// (1, 2)
#[pyfunction]
#[pyo3(signature = (x, /, axis))]
fn expand_dims<'py>(x: Parent<'_, 'py>, axis: Shape) -> View<'py> {
    view_of(&x.0, x.inner().expand_dims(axis.0)?)
}

/// A view without these axes, which must have size 1; where the standard's `axis` is left out, as in NumPy, without all
/// that have it.
///
/// >>> xp.squeeze(xp.asarray([[1, 2]]), 0).shape
/// (2,)
#[pyfunction]
#[pyo3(signature = (x, /, axis=None), text_signature = "(x, /, axis)")]
fn squeeze<'py>(x: Parent<'_, 'py>, axis: Option<AxesArg>) -> View<'py> {
    view_of(&x.0, x.inner().squeeze(AxesArg::or_all(axis))?)
}

macro_rules! atleast {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x, /))]
        fn $name<'py>(x: Parent<'_, 'py>) -> View<'py> {
            view_of(&x.0, x.inner().$name()?)
        }
    )* };
}

atleast! {
    /// A view with at least one axis: a tensor without axes becomes a vector.
    ///
    /// >>> xp.atleast_1d(xp.asarray(7))
    /// Tensor([7])
    atleast_1d;

    /// A view with at least two axes: a vector becomes a row.
    ///
    /// >>> xp.atleast_2d(xp.asarray([1, 2])).shape
    /// (1, 2)
    atleast_2d;

    /// A view with at least three axes: a matrix gets a last axis of size 1, a vector is the row of such a matrix.
    ///
    /// >>> xp.atleast_3d(xp.asarray([1, 2])).shape
    /// (1, 2, 1)
    atleast_3d;
}

/// A view with the entries of the axes in reverse order, of all axes where none is named.
///
/// >>> xp.flip(xp.asarray([1, 2, 3]))
/// Tensor([3, 2, 1])
#[pyfunction]
#[pyo3(signature = (x, /, axis=None),
       text_signature = "(x, /, *, axis=None)")]
fn flip<'py>(x: Parent<'_, 'py>, axis: Option<AxesArg>) -> View<'py> {
    view_of(&x.0, x.inner().flip(AxesArg::or_all(axis))?)
}

/// A view with the axes at `source` moved to `destination`.
///
/// >>> xp.moveaxis(xp.zeros((2, 3, 4)), 0, -1).shape
/// (3, 4, 2)
#[pyfunction]
#[pyo3(signature = (x, source, destination, /))]
fn moveaxis<'py>(x: Parent<'_, 'py>, source: Shape, destination: Shape) -> View<'py> {
    view_of(&x.0, x.inner().moveaxis(source.0, destination.0)?)
}

/// A view with the axes in another order.
///
/// >>> xp.permute_dims(xp.zeros((2, 3, 4)), (2, 0, 1)).shape
/// (4, 2, 3)
#[pyfunction]
#[pyo3(signature = (x, /, axes))]
fn permute_dims<'py>(x: Parent<'_, 'py>, axes: Shape) -> View<'py> {
    view_of(&x.0, x.inner().permute_dims(axes.0)?)
}

/// A view with two axes swapped.
///
/// >>> xp.swapaxes(xp.zeros((2, 3, 4)), 0, -1).shape
/// (4, 3, 2)
#[pyfunction]
#[pyo3(signature = (x, axis1, axis2, /))]
fn swapaxes<'py>(x: Parent<'_, 'py>, axis1: i64, axis2: i64) -> View<'py> {
    view_of(&x.0, x.inner().swapaxes(axis1, axis2)?)
}

/// The elements, in row-major order, or column by column for `order="F"`, in another shape, of which one size may be -1.
///
/// `copy` says whether they are copied: never for False, an error where they must be; always for True; for None only
/// where strides cannot express the shape.
///
/// >>> xp.reshape(xp.arange(6), (2, -1))
/// Tensor([[0, 1, 2],
///         [3, 4, 5]])
#[pyfunction]
#[pyo3(
    signature = (x, /, shape, *, copy=None, order=OrderArg::C),
    text_signature = "(x, /, shape, *, copy=None, order='C')"
)]
fn reshape<'py>(
    py: Python<'py>,
    x: Parent<'_, 'py>,
    shape: Shape,
    #[pyo3(from_py_with = optional_flag)] copy: Option<bool>,
    order: OrderArg,
) -> Result<Bound<'py, PyTensor>> {
    let (tensor, shape) = (x.inner(), shape.0);
    let made = match copy {
        Some(false) => order.reshape_view(tensor, shape)?,
        None => work(py, tensor.len(), Cost::Linear, || order.reshape(tensor, shape))?,
        Some(true) => work(py, tensor.len(), Cost::Linear, || {
            let made = order.reshape(tensor, shape)?;
            if made.base() == tensor.base() { made.copy() } else { Ok(made) }
        })?,
    };
    derived(&x.0, made)
}

/// The elements in row-major order, or column by column for `order="F"`, as a vector; a view where strides can express
/// it.
///
/// >>> xp.ravel(xp.asarray([[1, 2], [3, 4]]))
/// Tensor([1, 2, 3, 4])
#[pyfunction]
#[pyo3(signature = (x, /, order=OrderArg::C), text_signature = "(x, /, order='C')")]
fn ravel<'py>(py: Python<'py>, x: Parent<'_, 'py>, order: OrderArg) -> Result<Bound<'py, PyTensor>> {
    let tensor = x.inner();
    derived(&x.0, work(py, tensor.len(), Cost::Linear, || order.turned(tensor).ravel())?)
}

/// A view turned by quarters in the plane of two axes, from the first toward the second.
///
/// >>> xp.rot90(xp.asarray([[1, 2], [3, 4]]))
/// Tensor([[2, 4],
///         [1, 3]])
#[pyfunction]
#[pyo3(
    signature = (x, /, k=1, axes=(0, 1)),
    text_signature = "(x, /, k=1, axes=(0, 1))"
)]
fn rot90<'py>(x: Parent<'_, 'py>, k: i64, axes: (i64, i64)) -> Result<Bound<'py, PyTensor>> {
    derived(&x.0, x.inner().rot90(k, axes.into())?)
}

/// The entries moved along the axes, those that leave at one end entering at the other.
///
/// >>> xp.roll(xp.asarray([1, 2, 3]), 1)
/// Tensor([3, 1, 2])
#[pyfunction]
#[pyo3(signature = (x, /, shift, axis=None),
       text_signature = "(x, /, shift, *, axis=None)")]
fn roll(py: Python<'_>, x: TensorArg<'_>, shift: &Bound<'_, PyAny>, axis: Option<AxesArg>) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axis));
    let shift: Shape = without_turns(shift, x.len())?.extract()?;
    work(py, x.len(), Cost::Linear, || x.roll(shift.0, axes)).map(New)
}

/// Shifts of any size: of one that is too long for the library, what is left without whole turns, each of which takes all of
/// `len` entries, and so those of every axis, back to where they were.
fn without_turns<'py>(shift: &Bound<'py, PyAny>, len: usize) -> PyResult<Bound<'py, PyAny>> {
    if shift.is_instance_of::<PyTuple>() || shift.is_instance_of::<PyList>() {
        let each = shift.try_iter()?.map(|shift| without_turns(&shift?, len));
        return Ok(PyTuple::new(shift.py(), each.collect::<PyResult<Vec<_>>>()?)?.into_any());
    }
    match shift.extract::<i64>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(shift.py()) => shift.rem(len.max(1)),
        _ => Ok(shift.clone()),
    }
}

/// The sub-tensors along an axis, as views without it.
///
/// >>> xp.unstack(xp.asarray([[1, 2], [3, 4]]))
/// (Tensor([1, 2]), Tensor([3, 4]))
#[pyfunction]
#[pyo3(signature = (x, /, *, axis=0))]
fn unstack<'py>(py: Python<'py>, x: Parent<'_, 'py>, axis: i64) -> Result<Bound<'py, PyTuple>> {
    let tensor = x.inner();
    views(x, work(py, tensor.len(), Cost::Linear, || tensor.unstack(axis))?)
}

/// Parts along an axis, as views: so many of them, or those between positions.
///
/// Where the size is no multiple of the number of parts, the first ones are longer by one. Positions are cut at the ends
/// of the axis, as those of slices are.
///
/// >>> xp.split(xp.asarray([1, 2, 3, 4, 5]), 2)
/// (Tensor([1, 2, 3]), Tensor([4, 5]))
/// >>> xp.split(xp.asarray([1, 2, 3, 4, 5]), (1, 3))
/// (Tensor([1]), Tensor([2, 3]), Tensor([4, 5]))
#[pyfunction]
#[pyo3(signature = (x, sections, /, axis=0),
       text_signature = "(x, sections, /, *, axis=0)")]
fn split<'py>(x: Parent<'_, 'py>, sections: &Bound<'py, PyAny>, axis: i64) -> Result<Bound<'py, PyTuple>> {
    let (py, tensor) = (x.0.py(), x.inner());
    let words = "split: `sections` is an integer or a tuple of integers";
    let parts = match one_of(sections, words)? {
        Sections::Count(count) => {
            let count = size(count)?;
            work(py, count, Cost::Linear, || tensor.split(count, axis))?
        }
        Sections::Positions(positions) => {
            let positions = within(tensor, axis, positions.0);
            work(py, positions.len(), Cost::Linear, || tensor.split_at_positions(positions, axis))?
        }
    };
    views(x, parts)
}

/// Positions along an axis, cut at its ends as those of slices are.
fn within(x: &DynTensor, axis: i64, positions: Vec<i64>) -> Ints {
    let axis = if axis < 0 { axis.wrapping_add(x.rank() as i64) } else { axis };
    // An axis that there is not is told by the library.
    let size = usize::try_from(axis).ok().and_then(|axis| x.shape().get(axis)).map_or(0, |&size| size as i64);
    positions.into_iter().map(|position| position.clamp(-size, size)).collect()
}

/// Into which parts a tensor is split.
#[derive(FromPyObject)]
enum Sections {
    Count(i64),
    Positions(Several),
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(
        module: expand_dims, squeeze, flip, moveaxis, permute_dims, swapaxes, reshape,
        ravel, rot90, roll, unstack, split, atleast_1d, atleast_2d, atleast_3d
    )
}
