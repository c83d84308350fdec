//! Which argument a failure is about.

use lunette::{DType, ErrorKind};

use super::context::Failure;
use super::infer::{Mistake, Refusal};
use super::probe::Probe;
use super::row::ParamKind;
use crate::value::Value;

/// A failure of a run on stand-ins as a mistake of the call.
pub(super) fn mistake(probe: &Probe<'_>, failure: &Failure) -> Mistake {
    let words = probe.row().words_of(failure);
    let Failure::Library(error) = failure else { return Mistake::value(None, words) };
    let cure = Some(crate::words::cure_of(error));
    let refusal = Refusal { param: at_fault(probe, error.kind()), words, cure };
    if error.is_dtype() {
        Mistake::DType(refusal)
    } else if error.is_shape() || error.is_index() {
        Mistake::Shape(refusal)
    } else {
        Mistake::Value(refusal)
    }
}

/// The number of the parameter whose argument an error names, where it is one alone.
fn at_fault(probe: &Probe<'_>, kind: &ErrorKind) -> Option<usize> {
    match kind {
        ErrorKind::AxisOutOfRange { axis, .. } => {
            axis_param(probe, Some(*axis)).or_else(|| only_tensor(probe))
        }
        ErrorKind::AxisRepeated { .. } | ErrorKind::AxisNotOne { .. } => {
            axis_param(probe, None).or_else(|| only_tensor(probe))
        }
        ErrorKind::Rank { .. } | ErrorKind::Reshape { .. } => only_tensor(probe),
        ErrorKind::Unsupported { dtype, .. } => dtype_param(probe, *dtype)
            .or_else(|| only_tensor(probe))
            .or_else(|| only_suiting(probe, |k| probe.dtype(k) == Some(*dtype))),
        ErrorKind::ReshapeInfer { .. } => probe.param("shape"),
        ErrorKind::Argument { name, .. } => probe.param(name).filter(|&k| probe.arg(k).is_some()),
        _ => None,
    }
}

/// The argument that names axes: the one that names this axis, else the only one.
fn axis_param(probe: &Probe<'_>, axis: Option<i64>) -> Option<usize> {
    let given = || probe.pairs().filter(|(_, param, arg)| param.is_axis() && arg.is_some()).map(|(k, ..)| k);
    let naming =
        axis.and_then(|axis| given().find(|&k| probe.ints(k).is_some_and(|axes| axes.contains(&axis))));
    naming.or_else(|| given().next().filter(|_| given().count() == 1))
}

/// The argument that names this dtype.
fn dtype_param(probe: &Probe<'_>, dtype: DType) -> Option<usize> {
    let names = |k: &usize| matches!(probe.constant(*k), Some(Value::DType(named)) if *named == dtype);
    probe.param("dtype").filter(names)
}

/// The argument that is a tensor, if it is one alone.
fn only_tensor(probe: &Probe<'_>) -> Option<usize> {
    only_suiting(probe, |_| true)
}

/// The argument that is a tensor and suits, if it is one alone.
fn only_suiting(probe: &Probe<'_>, suits: impl Fn(usize) -> bool) -> Option<usize> {
    let is_tensor =
        |kind: ParamKind| matches!(kind, ParamKind::Tensor | ParamKind::Operand | ParamKind::Place);
    let mut tensors =
        probe.pairs().filter(|(k, param, arg)| is_tensor(param.kind) && arg.is_some() && suits(*k));
    tensors.next().filter(|_| tensors.next().is_none()).map(|(k, ..)| k)
}
