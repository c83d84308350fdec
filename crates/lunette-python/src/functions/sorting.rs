//! Sorted elements.

use lunette::Tensor;
use pyo3::prelude::*;

use crate::arg::{Shape, TensorArg, Tensors};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::functions::results::Names;
use crate::functions::scalars::size;
use crate::tensor::New;
use crate::work::{Cost, work};

static TOPK: Names = Names::new("lunette", "TopKResult", &["values", "indices"]);

/// The elements sorted along an axis; NaN comes last.
///
/// Equal elements keep their order whether `stable` asks for it or not.
///
/// >>> xp.sort(xp.asarray([3, 1, 2]), descending=True)
/// Tensor([3, 2, 1])
#[pyfunction]
#[pyo3(
    signature = (x, /, axis=-1, *, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
fn sort(py: Python<'_>, x: TensorArg<'_>, axis: i64, descending: bool, stable: bool) -> Result<New> {
    let (x, _) = (x.0, stable);
    work(py, x.len(), Cost::Sorting, || if descending { x.sort_descending(axis) } else { x.sort(axis) })
        .map(New)
}

/// The positions that sort the elements along an axis; NaN comes last.
///
/// Equal elements keep their order whether `stable` asks for it or not.
///
/// >>> xp.argsort(xp.asarray([3, 1, 2]))
/// Tensor([1, 2, 0])
#[pyfunction]
#[pyo3(
    signature = (x, /, axis=-1, *, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
fn argsort(py: Python<'_>, x: TensorArg<'_>, axis: i64, descending: bool, stable: bool) -> Result<New> {
    let (x, _) = (x.0, stable);
    work(py, x.len(), Cost::Sorting, || if descending { x.argsort_descending(axis) } else { x.argsort(axis) })
        .map(Tensor::into_dyn)
        .map(New)
}

/// The `k` greatest elements along an axis, the greatest first, and their positions; the least ones if asked for.
///
/// >>> xp.topk(xp.asarray([3, 1, 2]), 2).values
/// Tensor([3, 2])
#[pyfunction]
#[pyo3(
    signature = (x, k, /, *, axis=-1, largest=true),
    text_signature = "(x, k, /, *, axis=-1, largest=True)"
)]
fn topk<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    k: i64,
    axis: i64,
    largest: bool,
) -> Result<Bound<'py, PyAny>> {
    let (x, k) = (x.0, size(k)?);
    let found = work(py, x.len(), Cost::Sorting, || x.topk(k, axis, largest))?;
    TOPK.of(py, [found.values, found.indices.into_dyn()])
}

/// The elements along an axis in such an order that those at the positions `kth` are where a sort would put them, the
/// less ones before and the greater ones behind.
///
/// >>> xp.partition(xp.asarray([3, 1, 2]), 1)[1]
/// Tensor(2)
#[pyfunction]
#[pyo3(
    signature = (x, kth, /, axis=-1),
    text_signature = "(x, kth, /, *, axis=-1)"
)]
fn partition(py: Python<'_>, x: TensorArg<'_>, kth: Shape, axis: i64) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Sorting, || x.partition(kth.0, axis)).map(New)
}

/// The positions that `partition` puts the elements along an axis in.
///
/// >>> x = xp.asarray([3, 1, 2])
/// >>> x[xp.argpartition(x, 1)][1]
/// Tensor(2)
#[pyfunction]
#[pyo3(
    signature = (x, kth, /, axis=-1),
    text_signature = "(x, kth, /, *, axis=-1)"
)]
fn argpartition(py: Python<'_>, x: TensorArg<'_>, kth: Shape, axis: i64) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Sorting, || x.argpartition(kth.0, axis)).map(Tensor::into_dyn).map(New)
}

/// The positions that sort by several keys: by the last one, where that has equals by the one before it, and so on.
///
/// >>> xp.lexsort([xp.asarray([2, 1, 3]), xp.asarray([1, 1, 0])])
/// Tensor([2, 1, 0])
#[pyfunction]
#[pyo3(
    signature = (keys, /, *, axis=-1),
    text_signature = "(keys, /, *, axis=-1)"
)]
fn lexsort(py: Python<'_>, keys: Tensors<'_>, axis: i64) -> Result<New> {
    let tensors = keys.inner();
    work(py, keys.len(), Cost::Sorting, || lunette::lexsort(&tensors, axis)).map(Tensor::into_dyn).map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    TOPK.register(module)?;
    functions!(module: sort, argsort, topk, partition, argpartition, lexsort)
}
