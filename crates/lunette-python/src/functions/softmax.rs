//! Exponentials that are divided by their sum, and the logarithm of that sum.

use lunette::Tensor;
use pyo3::prelude::*;

use crate::arg::{AxesArg, TensorArg, flag};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The logarithm of the sum of `exp(x)` along the axes, without overflow on the way.
///
/// >>> xp.logsumexp(xp.asarray([1000.0, -xp.inf]))
/// Tensor(1000.0)
#[pyfunction]
#[pyo3(signature = (x, /, axis=None, *, keepdims=false))]
fn logsumexp(
    py: Python<'_>,
    x: TensorArg<'_>,
    axis: Option<AxesArg>,
    #[pyo3(from_py_with = flag)] keepdims: bool,
) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axis));
    let reduce = || if keepdims { x.logsumexp_keepdims(axes) } else { x.logsumexp(axes) };
    work(py, x.len(), Cost::Linear, reduce).map(Tensor::into_dyn).map(New)
}

/// `exp(x)` divided by the sum of these along the axes: numbers from 0 to 1 whose sum is 1.
///
/// >>> xp.softmax(xp.asarray([[0.0, 0.0], [1000.0, 0.0]]), axis=1)
/// Tensor([[0.5, 0.5],
///         [1.0, 0.0]])
#[pyfunction]
#[pyo3(signature = (x, /, axis=None))]
fn softmax(py: Python<'_>, x: TensorArg<'_>, axis: Option<AxesArg>) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axis));
    work(py, x.len(), Cost::Linear, || x.softmax(axes)).map(Tensor::into_dyn).map(New)
}

/// The logarithm of `softmax`, also where that is too small for a number.
///
/// >>> xp.log_softmax(xp.asarray([1000.0, 0.0]))
/// Tensor([    0.0, -1000.0])
#[pyfunction]
#[pyo3(signature = (x, /, axis=None))]
fn log_softmax(py: Python<'_>, x: TensorArg<'_>, axis: Option<AxesArg>) -> Result<New> {
    let (x, axes) = (x.0, AxesArg::or_all(axis));
    work(py, x.len(), Cost::Linear, || x.log_softmax(axes)).map(Tensor::into_dyn).map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: logsumexp, softmax, log_softmax)
}
