//! Products of tensors, for the main namespace and for `linalg`.

use lunette::index::Ints;
use lunette::{DynTensor, promote};
use pyo3::prelude::*;

use crate::arg::{Parent, Several, TensorArg, Tensors, saturated};
use crate::error::Result;
use crate::functions::choices::one_of;
use crate::functions::registry::functions;
use crate::functions::results::check_kind;
use crate::functions::scalars::size;
use crate::tensor::{Made, New, PyTensor, view_of};
use crate::work::{Cost, work};

/// The matrix product: the last two axes are matrices, those before them a batch that broadcasts.
///
/// >>> xp.matmul(xp.asarray([[1, 2], [3, 4]]), xp.asarray([1, 1]))
/// Tensor([3, 7])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, out=None), text_signature = "(x1, x2, /, *, out=None)")]
pub fn matmul<'py>(
    py: Python<'py>,
    x1: TensorArg<'_>,
    x2: TensorArg<'_>,
    out: Option<Parent<'_, 'py>>,
) -> Result<Made<'py>> {
    let (x1, x2) = (x1.0, x2.0);
    let Some(out) = out else { return product(py, x1, x2).map(New).map(Made::New) };
    let target = out.inner();
    check_kind("matmul", promote(x1.dtype(), x2.dtype()), target.dtype())?;
    work(py, cost_of_product(x1, x2), Cost::Linear, || x1.matmul_into(x2, target))?;
    Ok(Made::Written(out.0.to_owned()))
}

/// So many multiplications and additions of matrices take as long as the addition of two elements in memory.
const AS_ONE_ADDITION: usize = 16;

/// The matrix product of two tensors.
pub fn product(py: Python<'_>, left: &DynTensor, right: &DynTensor) -> Result<DynTensor> {
    work(py, cost_of_product(left, right), Cost::Linear, || left.matmul(right))
}

/// The additions of elements that last as long as the multiplications of a matrix product.
fn cost_of_product(left: &DynTensor, right: &DynTensor) -> usize {
    let [rows, columns] = match (left.shape(), right.shape()) {
        ([.., rows, _], [.., _, columns]) => [*rows, *columns],
        ([.., rows, _], _) => [*rows, 1],
        (_, [.., _, columns]) => [1, *columns],
        _ => [1, 1],
    };
    let steps = left.len().saturating_mul(columns).max(right.len().saturating_mul(rows));
    (steps / AS_ONE_ADDITION).max(left.len()).max(right.len())
}

/// A view with the last two axes swapped.
///
/// >>> xp.matrix_transpose(xp.asarray([[1, 2], [3, 4]]))
/// Tensor([[1, 3],
///         [2, 4]])
#[pyfunction]
#[pyo3(signature = (x, /))]
pub fn matrix_transpose<'py>(x: Parent<'_, 'py>) -> Result<Bound<'py, PyTensor>> {
    view_of(&x.0, x.inner().matrix_transpose()?)
}

/// The sums of products over axes of both: so many, the last of `x1` with the first of `x2`, or those of two lists.
///
/// >>> xp.tensordot(xp.asarray([[1, 2], [3, 4]]), xp.asarray([[1, 0], [0, 1]]))
/// Tensor(5)
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, axes=None), text_signature = "(x1, x2, /, *, axes=2)")]
pub fn tensordot(
    py: Python<'_>,
    x1: TensorArg<'_>,
    x2: TensorArg<'_>,
    axes: Option<&Bound<'_, PyAny>>,
) -> Result<New> {
    let (x1, x2) = (x1.0, x2.0);
    let elements = x1.len().max(x2.len());
    let words = "tensordot: `axes` is an integer or two tuples of integers";
    let axes = axes.map_or(Ok(Contracted::Count(2)), |axes| one_of(axes, words))?;
    let [left, right] = match axes {
        Contracted::Count(count) => {
            let count = size(count)?;
            return work(py, elements, Cost::Heavy, || x1.tensordot(x2, count)).map(New);
        }
        Contracted::Two([left, right]) => [vec![left], vec![right]],
        Contracted::Lists(lists) => lists.map(|list| list.0),
    };
    let [left, right] = [left, right].map(Ints::from_vec);
    work(py, elements, Cost::Heavy, || x1.tensordot_axes(x2, left, right)).map(New)
}

/// Which axes are summed over: so many, one of each, or several of each.
#[derive(FromPyObject)]
enum Contracted {
    Count(#[pyo3(from_py_with = saturated)] i64),
    Two([i64; 2]),
    Lists([Several; 2]),
}

/// The sums of products along an axis, `x1` conjugated.
///
/// >>> xp.vecdot(xp.asarray([1.0, 2.0]), xp.asarray([3.0, 4.0]))
/// Tensor(11.0)
#[pyfunction]
#[pyo3(
    signature = (x1, x2, /, *, axis=-1),
    text_signature = "(x1, x2, /, *, axis=-1)"
)]
pub fn vecdot(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>, axis: i64) -> Result<New> {
    let (x1, x2) = (x1.0, x2.0);
    work(py, x1.len().max(x2.len()), Cost::Linear, || x1.vecdot(x2, axis)).map(New)
}

/// The sums of products that Einstein's notation describes.
///
/// >>> xp.einsum("ij,j->i", xp.asarray([[1, 2], [3, 4]]), xp.asarray([1, 1]))
/// Tensor([3, 7])
#[pyfunction]
#[pyo3(signature = (subscripts, /, *operands))]
fn einsum(py: Python<'_>, subscripts: &str, operands: Tensors<'_>) -> Result<New> {
    let tensors = operands.inner();
    work(py, operands.len(), Cost::Heavy, || lunette::einsum(subscripts, &tensors)).map(New)
}

macro_rules! of_two {
    ($($(#[doc = $doc:literal])* $name:ident;)*) => { $(
        $(#[doc = $doc])*
        #[pyfunction]
        #[pyo3(signature = (x1, x2, /))]
        pub fn $name(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>) -> Result<New> {
            let (x1, x2): (&DynTensor, &DynTensor) = (x1.0, x2.0);
            work(py, x1.len().saturating_mul(x2.len()), Cost::Linear, || x1.$name(x2)).map(New)
        }
    )* };
}

of_two! {
    /// The product of each element of the vector `x1` with each of `x2`.
    ///
    /// >>> xp.linalg.outer(xp.asarray([1, 2]), xp.asarray([3, 4]))
    /// Tensor([[3, 4],
    ///         [6, 8]])
    outer;

    /// The Kronecker product: each element of `x1` replaced by its product with `x2`.
    ///
    /// >>> xp.kron(xp.asarray([1, 10]), xp.asarray([1, 2]))
    /// Tensor([ 1,  2, 10, 20])
    kron;
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: matmul, matrix_transpose, tensordot, vecdot, einsum, outer, kron)
}
