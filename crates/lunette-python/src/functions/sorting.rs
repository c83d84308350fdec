//! Sorted elements.

use lunette::{DynTensor, Tensor};
use pyo3::prelude::*;

use crate::arg::{Shape, TensorArg, Tensors, flag};
use crate::error::{Result, value_error};
use crate::functions::registry::functions;
use crate::functions::results::Names;
use crate::functions::scalars::size;
use crate::tensor::New;
use crate::work::{Cost, work};

static TOPK: Names = Names::new("lunette", "TopKResult", &["values", "indices"]);

/// The elements sorted along an axis, or with `None` all of them in one row; NaN comes last.
///
/// Equal elements keep their order whether `stable` asks for it or not.
///
/// >>> xp.sort(xp.asarray([3, 1, 2]), descending=True)
/// Tensor([3, 2, 1])
#[pyfunction]
#[pyo3(
    signature = (x, /, axis=Some(-1), *, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
fn sort(
    py: Python<'_>,
    x: TensorArg<'_>,
    axis: Option<i64>,
    #[pyo3(from_py_with = flag)] descending: bool,
    #[pyo3(from_py_with = flag)] stable: bool,
) -> Result<New> {
    let (x, _) = (x.0, stable);
    let sorted = |x: &DynTensor, axis| if descending { x.sort_descending(axis) } else { x.sort(axis) };
    work(py, x.len(), Cost::Sorting, || along(x, axis, sorted)).map(New)
}

/// The positions that sort the elements along an axis; NaN comes last.
///
/// Equal elements keep their order whether `stable` asks for it or not.
///
/// >>> xp.argsort(xp.asarray([3, 1, 2]))
/// Tensor([1, 2, 0])
#[pyfunction]
#[pyo3(
    signature = (x, /, axis=Some(-1), *, descending=false, stable=true),
    text_signature = "(x, /, *, axis=-1, descending=False, stable=True)"
)]
pub fn argsort(
    py: Python<'_>,
    x: TensorArg<'_>,
    axis: Option<i64>,
    #[pyo3(from_py_with = flag)] descending: bool,
    #[pyo3(from_py_with = flag)] stable: bool,
) -> Result<New> {
    let (x, _) = (x.0, stable);
    let order = |x: &DynTensor, axis| if descending { x.argsort_descending(axis) } else { x.argsort(axis) };
    work(py, x.len(), Cost::Sorting, || along(x, axis, order)).map(Tensor::into_dyn).map(New)
}

/// What work along an axis makes, or along all elements in row-major order.
fn along<R>(
    x: &DynTensor,
    axis: Option<i64>,
    work: impl FnOnce(&DynTensor, i64) -> lunette::Result<R>,
) -> lunette::Result<R> {
    match axis {
        Some(axis) => work(x, axis),
        None => work(&x.ravel()?, 0),
    }
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
    #[pyo3(from_py_with = flag)] largest: bool,
) -> Result<Bound<'py, PyAny>> {
    let (x, k) = (x.0, size(k)?);
    let found = work(py, x.len(), Cost::Sorting, || x.topk(k, axis, largest))?;
    TOPK.of(py, [found.values, found.indices.into_dyn()])
}

/// The `k` greatest elements along an axis, the greatest first, or the least ones with `mode="smallest"`, and their
/// positions: `topk` with the names of the standard's draft, and NumPy's `sorted`. They are in order whether that asks for
/// it or not; NaN comes last.
///
/// >>> xp.top_k(xp.asarray([3, 1, 2]), 2)
/// TopKResult(values=Tensor([3, 2]), indices=Tensor([0, 2]))
/// >>> xp.top_k(xp.asarray([3, 1, 2]), 2, mode="smallest").values
/// Tensor([1, 2])
#[pyfunction]
#[pyo3(
    signature = (x, k, /, *, axis=-1, mode="largest", sorted=true),
    text_signature = "(x, k, /, *, axis=-1, mode='largest', sorted=True)"
)]
fn top_k<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    k: i64,
    axis: i64,
    mode: &str,
    #[pyo3(from_py_with = flag)] sorted: bool,
) -> Result<Bound<'py, PyAny>> {
    let _ = sorted;
    match mode {
        "largest" => topk(py, x, k, axis, true),
        "smallest" => topk(py, x, k, axis, false),
        _ => Err(value_error(format!("top_k: `mode` is \"largest\" or \"smallest\", found {mode:?}"))),
    }
}

/// The elements along an axis in such an order that those at the positions `kth` are where a sort would put them, the
/// less ones before and the greater ones behind.
///
/// >>> xp.partition(xp.asarray([3, 1, 2]), 1)[1]
/// Tensor(2)
#[pyfunction]
#[pyo3(
    signature = (x, kth, /, axis=Some(-1)),
    text_signature = "(x, kth, /, *, axis=-1)"
)]
fn partition(py: Python<'_>, x: TensorArg<'_>, kth: Shape, axis: Option<i64>) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Sorting, || along(x, axis, |x, axis| x.partition(kth.0, axis))).map(New)
}

/// The positions that `partition` puts the elements along an axis in.
///
/// >>> x = xp.asarray([3, 1, 2])
/// >>> x[xp.argpartition(x, 1)][1]
/// Tensor(2)
#[pyfunction]
#[pyo3(
    signature = (x, kth, /, axis=Some(-1)),
    text_signature = "(x, kth, /, *, axis=-1)"
)]
fn argpartition(py: Python<'_>, x: TensorArg<'_>, kth: Shape, axis: Option<i64>) -> Result<New> {
    let x = x.0;
    let order = |x: &DynTensor, axis| x.argpartition(kth.0, axis);
    work(py, x.len(), Cost::Sorting, || along(x, axis, order)).map(Tensor::into_dyn).map(New)
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
    functions!(module: sort, argsort, topk, top_k, partition, argpartition, lexsort)
}
