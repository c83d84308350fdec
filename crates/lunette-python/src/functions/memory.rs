//! Whose memory is whose, and views of it by strides.

use lunette::layout::Strides;
use pyo3::prelude::*;

use crate::arg::{AxesArg, Parent, Several, Shape, TensorArg};
use crate::error::{Result, value_error};
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::tensor::{PyTensor, view_of};

/// Whether some element of one is, in whole or in part, an element of the other; a Python bool.
///
/// >>> x = xp.zeros(4)
/// >>> xp.shares_memory(x, x[1:]), xp.shares_memory(x[::2], x[1::2])
/// (True, False)
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn shares_memory(x1: TensorArg<'_>, x2: TensorArg<'_>) -> bool {
    x1.0.shares_memory(x2.0)
}

/// A view of the memory with any shape and strides, from the first element of `x` on.
///
/// Strides are in bytes, as `x.strides` and NumPy have them. What would reach outside of the memory is refused, and a
/// view that reaches an element twice is read-only.
///
/// >>> x = xp.asarray([1, 2, 3, 4], dtype=xp.int64)
/// >>> xp.as_strided(x, (3, 2), (8, 8))
/// Tensor([[1, 2],
///         [2, 3],
///         [3, 4]])
#[pyfunction]
#[pyo3(signature = (x, /, shape, strides))]
fn as_strided<'py>(
    x: Parent<'_, 'py>,
    shape: Shape,
    strides: &Bound<'py, PyAny>,
) -> Result<Bound<'py, PyTensor>> {
    let byte_strides: Several<isize> = one_of(strides, "as_strided: `strides` is a tuple of integers")?;
    let strides = in_elements(&byte_strides.0, x.inner().item_size())?;
    view_of(&x.0, x.inner().as_strided(shape.sizes()?, &strides)?)
}

/// The library counts elements.
fn in_elements(byte_strides: &[isize], item_size: usize) -> Result<Strides> {
    let item = item_size.cast_signed();
    let stride = |&bytes: &isize| match bytes % item {
        0 => Ok(bytes / item),
        _ => Err(value_error(format!(
            "as_strided: a stride of {bytes} bytes is no multiple of the {item} bytes of an element"
        ))),
    };
    byte_strides.iter().map(stride).collect()
}

/// A view of every window of these sizes, one for each axis named, or for every axis; the window's axes come last.
///
/// A view whose windows overlap is read-only.
///
/// >>> xp.windows(xp.asarray([1, 2, 3, 4]), 2)
/// Tensor([[1, 2],
///         [2, 3],
///         [3, 4]])
#[pyfunction]
#[pyo3(signature = (x, sizes, /, *, axis=None))]
fn windows<'py>(x: Parent<'_, 'py>, sizes: Shape, axis: Option<AxesArg>) -> Result<Bound<'py, PyTensor>> {
    view_of(&x.0, x.inner().windows(sizes.sizes()?, AxesArg::or_all(axis))?)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: shares_memory, as_strided, windows)
}
