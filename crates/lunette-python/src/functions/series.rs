//! Series of samples, and equality.

use std::borrow::Cow;

use lunette::{Beyond, ConvolveMode, DynTensor, Tensor, Tolerance};
use pyo3::prelude::*;

use crate::arg::{Arg, TensorArg, flag};
use crate::error::{Result, type_error, value_error};
use crate::functions::elementwise::tensor_of;
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// The slope along an axis of samples that are `spacing` apart, or that stand at the places of a tensor.
///
/// >>> xp.gradient(xp.asarray([0.0, 1.0, 4.0, 9.0]))
/// Tensor([1.0, 2.0, 4.0, 5.0])
#[pyfunction]
#[pyo3(signature = (x, spacing, /, *, axis))]
fn gradient(py: Python<'_>, x: TensorArg<'_>, spacing: TensorArg<'_>, axis: i64) -> Result<New> {
    let (x, spacing) = (x.0, spacing.0);
    if spacing.dtype().is_complex() {
        return Err(type_error(
            "gradient: the spacing is complex: take the real part with lunette.real first",
        ));
    }
    work(py, x.len(), Cost::Linear, || match spacing.rank() {
        0 => x.gradient(spacing.cast::<f64>()?.item()?, axis),
        _ => x.gradient_over(spacing, axis),
    })
    .map(New)
}

/// The integral along an axis of samples, between which it is a line; they stand at the places `x`, or `dx` apart.
///
/// >>> xp.trapezoid(xp.asarray([0.0, 1.0, 4.0]))
/// Tensor(3.0)
/// >>> xp.trapezoid(xp.asarray([0.0, 1.0, 4.0]), xp.asarray([0, 1, 3]))
/// Tensor(5.5)
#[pyfunction]
#[pyo3(
    signature = (y, /, x=None, *, dx=1.0, axis=-1),
    text_signature = "(y, /, x=None, *, dx=1.0, axis=-1)"
)]
fn trapezoid(py: Python<'_>, y: TensorArg<'_>, x: Option<TensorArg<'_>>, dx: f64, axis: i64) -> Result<New> {
    let y = y.0;
    work(py, y.len(), Cost::Linear, || match x {
        None => y.trapezoid(dx, axis),
        Some(x) => y.trapezoid_over(x.0, axis),
    })
    .map(New)
}

/// The value at each element of `x` of the line through the points whose coordinates `xp`, ascending, and `fp` hold; what
/// it is before and behind them, or after how much it repeats.
///
/// >>> xp.interp(xp.asarray([0.5, 2.0]), xp.asarray([0, 1, 3]), xp.asarray([0.0, 10.0, 20.0]))
/// Tensor([ 5.0, 15.0])
#[pyfunction]
#[pyo3(signature = (x, xp, fp, /, beyond))]
fn interp(
    py: Python<'_>,
    x: TensorArg<'_>,
    xp: TensorArg<'_>,
    fp: TensorArg<'_>,
    beyond: [Option<f64>; 3],
) -> Result<New> {
    let (x, xp, fp, [left, right, period]) = (x.0, xp.0, fp.0, beyond);
    let beyond = Beyond { left, right, period };
    work(py, x.len(), Cost::Sorting, || x.interp_with(xp, fp, beyond).map(Tensor::into_dyn)).map(New)
}

/// The convolution of two vectors: "full" where they overlap at all, "same" as many as the longer one has, "valid" where
/// they overlap completely.
///
/// >>> xp.convolve(xp.asarray([1, 2, 3]), xp.asarray([1, 1]))
/// Tensor([1, 3, 5, 3])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, mode="full"))]
fn convolve(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>, mode: &str) -> Result<New> {
    let (x1, x2, mode) = (x1.0, x2.0, mode_of("convolve", mode)?);
    work(py, x1.len().saturating_mul(x2.len()), Cost::Linear, || x1.convolve(x2, mode)).map(New)
}

/// The correlation of two vectors, the sums of products of `x1` and the conjugate of `x2`, which is moved along it: the
/// modes are those of `convolve`.
///
/// >>> xp.correlate(xp.asarray([1, 2, 3]), xp.asarray([0, 1]))
/// Tensor([2, 3])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, mode="valid"))]
fn correlate(py: Python<'_>, x1: TensorArg<'_>, x2: TensorArg<'_>, mode: &str) -> Result<New> {
    let (x1, x2, mode) = (x1.0, x2.0, mode_of("correlate", mode)?);
    work(py, x1.len().saturating_mul(x2.len()), Cost::Linear, || x1.correlate(x2, mode)).map(New)
}

/// Which part of a convolution is asked for.
fn mode_of(op: &str, mode: &str) -> Result<ConvolveMode> {
    match mode {
        "full" => Ok(ConvolveMode::Full),
        "same" => Ok(ConvolveMode::Same),
        "valid" => Ok(ConvolveMode::Valid),
        _ => Err(value_error(format!("{op}: `mode` is \"full\", \"same\" or \"valid\", found {mode:?}"))),
    }
}

/// Whether both have the same shape and all elements are equal; a Python bool. The dtypes may differ, and NaN equals
/// nothing.
///
/// >>> xp.array_equal(xp.asarray([1, 2]), xp.asarray([1.0, 2.0])), xp.array_equal(xp.zeros(2), xp.zeros((1, 2)))
/// (True, False)
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn array_equal(py: Python<'_>, x1: Arg<'_>, x2: Arg<'_>) -> Result<bool> {
    let (x1, x2) = (tensor_of(x1)?, tensor_of(x2)?);
    work(py, x1.len(), Cost::Linear, || x1.array_equal(&*x2))
}

/// Whether the shapes broadcast and all elements are equal then; a Python bool. NaN equals nothing.
///
/// >>> xp.array_equiv(xp.asarray([1, 2]), xp.asarray([[1, 2], [1, 2]]))
/// True
#[pyfunction]
#[pyo3(signature = (x1, x2, /))]
fn array_equiv(py: Python<'_>, x1: Arg<'_>, x2: Arg<'_>) -> Result<bool> {
    let (x1, x2) = (tensor_of(x1)?, tensor_of(x2)?);
    work(py, together(&x1, &x2), Cost::Linear, || x1.array_equiv(&*x2))
}

/// How many pairs two tensors have.
fn together(x1: &DynTensor, x2: &DynTensor) -> usize {
    Arg::together(Arg::Tensor(x1), Arg::Tensor(x2))
}

/// Whether the elements of each pair are equal up to `atol + rtol * abs(x2)`.
///
/// >>> xp.isclose(xp.asarray([1.0, 2.0]), xp.asarray([1.0 + 1e-9, 2.1]))
/// Tensor([ true, false])
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, rtol=1e-05, atol=1e-08, equal_nan=false))]
fn isclose(
    py: Python<'_>,
    x1: Arg<'_>,
    x2: Arg<'_>,
    rtol: f64,
    atol: f64,
    #[pyo3(from_py_with = flag)] equal_nan: bool,
) -> Result<New> {
    let (x1, x2): (Cow<'_, _>, Cow<'_, _>) = (tensor_of(x1)?, tensor_of(x2)?);
    let tolerance = Tolerance { rtol, atol, equal_nan };
    work(py, together(&x1, &x2), Cost::Linear, || x1.isclose(&*x2, tolerance).map(Tensor::into_dyn)).map(New)
}

/// Whether all pairs of elements are equal up to `atol + rtol * abs(x2)`; a Python bool.
///
/// >>> xp.allclose(xp.asarray([1.0, 2.0]), xp.asarray([1.0 + 1e-9, 2.0]))
/// True
#[pyfunction]
#[pyo3(signature = (x1, x2, /, *, rtol=1e-05, atol=1e-08, equal_nan=false))]
fn allclose(
    py: Python<'_>,
    x1: Arg<'_>,
    x2: Arg<'_>,
    rtol: f64,
    atol: f64,
    #[pyo3(from_py_with = flag)] equal_nan: bool,
) -> Result<bool> {
    let (x1, x2) = (tensor_of(x1)?, tensor_of(x2)?);
    let tolerance = Tolerance { rtol, atol, equal_nan };
    work(py, together(&x1, &x2), Cost::Linear, || x1.allclose(&*x2, tolerance))
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: gradient, trapezoid, interp, convolve, correlate, array_equal, array_equiv, isclose, allclose)
}
