//! A choice by a mask, limits, and numbers in place of those that are not finite.

use std::cmp::Ordering;

use lunette::{BinaryOp, DType, DynTensor, Scalar, Substitutes, Weak, choose};
use pyo3::prelude::*;

use crate::arg::{Arg, Parent, Several, Side, TensorArg, Tensors};
use crate::error::{Result, type_error};
use crate::functions::registry::functions;
use crate::functions::results::placed;
use crate::functions::searching::nonzero;
use crate::tensor::{Made, New};
use crate::work::{Cost, work};

/// Each element held between two limits, of which any may be missing.
///
/// The dtype stays, unless a limit is of a higher kind: integers with a limit of floats give floats.
///
/// >>> xp.clip(xp.asarray([-2, 0, 5]), -1, 3)
/// Tensor([-1,  0,  3])
#[pyfunction]
#[pyo3(signature = (x, /, min=None, max=None, *, out=None))]
pub fn clip<'py>(
    py: Python<'py>,
    x: TensorArg<'_>,
    min: Option<Side<'_>>,
    max: Option<Side<'_>>,
    out: Option<Parent<'_, 'py>>,
) -> Result<Made<'py>> {
    let x = x.0;
    let min = limit(min.as_ref(), x)?.filter(|min| !leaves_all(x.dtype(), *min, Ordering::Less));
    let max = limit(max.as_ref(), x)?.filter(|max| !leaves_all(x.dtype(), *max, Ordering::Greater));
    let each = [min, max].into_iter().flatten().map(|limit| Arg::together(Arg::Tensor(x), limit));
    let elements = each.fold(x.len(), Ord::max);
    let made = work(py, elements, Cost::Linear, || {
        let raised = raise(x, [min, max])?;
        raised.as_ref().unwrap_or(x).clip(min.map(Arg::operand), max.map(Arg::operand))
    })?;
    placed(py, "clip", made, out)
}

/// A limit of the elements of `x`.
fn limit<'s>(side: Option<&'s Side<'_>>, x: &DynTensor) -> Result<Option<Arg<'s>>> {
    side.map(|side| side.limit(x.dtype())).transpose()
}

/// Whether a whole number is below, or above, all integers of this dtype: a limit that changes nothing need not fit.
fn leaves_all(dtype: DType, limit: Arg<'_>, side: Ordering) -> bool {
    let number = match limit {
        Arg::Number(Weak(Scalar::I64(number))) => i128::from(number),
        Arg::Number(Weak(Scalar::U64(number))) => i128::from(number),
        _ => return false,
    };
    lunette::iinfo(dtype).is_ok_and(|info| match side {
        Ordering::Less => number < i128::from(info.min),
        _ => number > i128::from(info.max),
    })
}

/// The tensor in the dtype that holds the limits too, if they are of a higher kind.
fn raise(x: &DynTensor, limits: [Option<Arg<'_>>; 2]) -> lunette::Result<Option<DynTensor>> {
    let whole = |dtype: DType| dtype.is_integer() || dtype == DType::Bool;
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
/// The condition alone gives the positions where it is true, as `nonzero`.
///
/// >>> xp.where(xp.asarray([True, False]), xp.asarray([1.5, 2.5]), 0.0)
/// Tensor([1.5, 0.0])
/// >>> xp.where(xp.asarray([True, False]))
/// (Tensor([0]),)
#[pyfunction(name = "where")]
#[pyo3(signature = (condition, x1=None, x2=None, /), text_signature = "(condition, x1, x2, /)")]
fn where_<'py>(
    py: Python<'py>,
    condition: TensorArg<'_>,
    x1: Option<Side<'_>>,
    x2: Option<Side<'_>>,
) -> Result<Bound<'py, PyAny>> {
    match (x1, x2) {
        (Some(x1), Some(x2)) => Ok(chosen(py, condition.0, &x1, &x2)?.into_pyobject(py)?.into_any()),
        (None, None) => Ok(nonzero(py, condition)?.into_any()),
        _ => Err(type_error("where: `x1` and `x2` are both needed, or none of them")),
    }
}

fn chosen(py: Python<'_>, mask: &DynTensor, x1: &Side<'_>, x2: &Side<'_>) -> Result<New> {
    // The two become one tensor, as the operands of a sum do.
    let [x1, x2] = Side::pair(BinaryOp::Add, x1, x2)?;
    let elements = mask.len().max(Arg::together(x1, x2));
    work(py, elements, Cost::Linear, || choose(mask, x1.operand(), x2.operand())).map(New)
}

/// The element of the first of `choicelist` whose condition is true there, else `default`; all broadcast, and any choice
/// may be a number.
///
/// >>> x = xp.asarray([-5, 1, 9])
/// >>> xp.select([x < 0, x > 3], [0, 3], x)
/// Tensor([0, 1, 3])
#[pyfunction]
#[pyo3(signature = (condlist, choicelist, /, default=None), text_signature = "(condlist, choicelist, /, default=0)")]
fn select(
    py: Python<'_>,
    condlist: Tensors<'_>,
    choicelist: Several<Bound<'_, PyAny>>,
    default: Option<Side<'_>>,
) -> Result<New> {
    let choices = choicelist.0.iter().map(|choice| choice.extract()).collect::<PyResult<Vec<Side<'_>>>>()?;
    let default = default.unwrap_or(Side::Plain(Arg::Number(Weak(Scalar::I64(0)))));
    let all = choices.iter().chain([&default]);
    let all = all.map(|choice| choice.beside(BinaryOp::Add, None)).collect::<Result<Vec<_>>>()?;
    let dtype = common(&all);
    let mut tensors =
        all.into_iter().map(|choice| in_dtype(choice, dtype)).collect::<lunette::Result<Vec<_>>>()?;
    let (conditions, default) =
        (condlist.inner(), tensors.pop().map_or_else(|| DynTensor::zeros_of(dtype, ()), Ok)?);
    let each = tensors.iter().chain([&default]).map(|x| x.len()).chain(conditions.iter().map(|x| x.len()));
    let elements = each.max().unwrap_or(1);
    work(py, elements, Cost::Linear, || {
        lunette::select(&conditions, &tensors.iter().collect::<Vec<_>>(), &default)
    })
    .map(New)
}

/// The dtype of all tensors together, as the numbers beside them let it be.
fn common(all: &[Arg<'_>]) -> DType {
    let strong = all.iter().filter_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.dtype()),
        Arg::Number(_) => None,
    });
    let weak = all.iter().filter_map(|arg| match arg {
        Arg::Tensor(_) => None,
        Arg::Number(Weak(number)) => Some(number.dtype()),
    });
    match strong.reduce(lunette::promote) {
        Some(dtype) => weak.fold(dtype, |dtype, number| lunette::promote_weak(number, dtype)),
        None => weak.reduce(lunette::promote).unwrap_or(DType::I64),
    }
}

/// An operand as a tensor, a number as one of this dtype.
fn in_dtype(x: Arg<'_>, dtype: DType) -> lunette::Result<DynTensor> {
    match x {
        Arg::Tensor(tensor) => Ok(tensor.clone()),
        Arg::Number(Weak(number)) => DynTensor::full_of(dtype, (), number),
    }
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
    functions!(module: clip, where_, select, nan_to_num)
}
