//! A choice by a mask, limits, and numbers in place of those that are not finite.

use lunette::{DynTensor, Substitutes, Weak, choose};
use pyo3::prelude::*;

use crate::arg::{Arg, TensorArg};
use crate::error::Result;
use crate::functions::registry::functions;
use crate::tensor::New;
use crate::work::{Cost, work};

/// Each element held between two limits, of which any may be missing.
///
/// The dtype stays, unless a limit is of a higher kind: integers with a limit of floats give floats.
///
/// >>> xp.clip(xp.asarray([-2, 0, 5]), -1, 3)
/// Tensor([-1,  0,  3])
#[pyfunction]
#[pyo3(signature = (x, /, min=None, max=None))]
pub fn clip(py: Python<'_>, x: TensorArg<'_>, min: Option<Arg<'_>>, max: Option<Arg<'_>>) -> Result<New> {
    let x = x.0;
    let elements = [min, max].into_iter().flatten().map(|limit| limit.len()).fold(x.len(), Ord::max);
    work(py, elements, Cost::Linear, || {
        let raised = raise(x, [min, max])?;
        raised.as_ref().unwrap_or(x).clip(min.map(Arg::operand), max.map(Arg::operand))
    })
    .map(New)
}

/// The tensor in the dtype that holds the limits too, if they are of a higher kind.
fn raise(x: &DynTensor, limits: [Option<Arg<'_>>; 2]) -> lunette::Result<Option<DynTensor>> {
    let whole = |dtype: lunette::DType| dtype.is_integer() || dtype == lunette::DType::Bool;
    let mut raised = x.dtype();
    for limit in limits.into_iter().flatten() {
        let dtype = match limit {
            Arg::Tensor(tensor) => tensor.dtype(),
            Arg::Number(Weak(number)) => number.dtype(),
        };
        if whole(raised) && dtype.is_float() {
            raised = lunette::promote(raised, dtype);
        }
    }
    if raised == x.dtype() { Ok(None) } else { x.cast_to(raised).map(Some) }
}

/// The elements of `x1` where the condition is true, else those of `x2`; either may be a number.
///
/// >>> xp.where(xp.asarray([True, False]), xp.asarray([1.5, 2.5]), 0.0)
/// Tensor([1.5, 0.0])
#[pyfunction(name = "where")]
#[pyo3(signature = (condition, x1, x2, /))]
fn where_(py: Python<'_>, condition: TensorArg<'_>, x1: Arg<'_>, x2: Arg<'_>) -> Result<New> {
    let mask = condition.0;
    let elements = mask.len().max(x1.len()).max(x2.len());
    work(py, elements, Cost::Linear, || choose(mask, x1.operand(), x2.operand())).map(New)
}

/// Finite numbers in place of NaN and infinities: `nan`, and the limits of the dtype unless others are given.
///
/// >>> xp.nan_to_num(xp.asarray([1.5, xp.nan, xp.inf]), posinf=9.0)
/// Tensor([1.5, 0.0, 9.0])
#[pyfunction]
#[pyo3(signature = (x, /, *, nan=0.0, posinf=None, neginf=None))]
fn nan_to_num(
    py: Python<'_>,
    x: TensorArg<'_>,
    nan: f64,
    posinf: Option<f64>,
    neginf: Option<f64>,
) -> Result<New> {
    let x = x.0;
    work(py, x.len(), Cost::Linear, || x.nan_to_num(Substitutes { nan, posinf, neginf })).map(New)
}

pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    functions!(module: clip, where_, nan_to_num)
}
