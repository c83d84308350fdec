//! Unsuffixed numbers take the dtype of what stands beside them (R28).

use lunette::{DType, DTypeKind, Scalar, promote};

use super::args::as_scalar;
use super::infer::{Argument, Mistake, Refusal};
use super::probe::Probe;
use super::row::{Builtin, Family, Fuse, ParamKind};
use crate::value::Value;

/// The dtype that an unsuffixed number takes beside a scalar or tensor: that one's, unless the number is of a higher
/// kind. Beside `bool` an integer is `i32`, as it is alone.
pub fn weak_dtype(weak: DType, beside: DType) -> DType {
    use DTypeKind as K;
    match (weak.kind(), beside.kind()) {
        (K::Signed | K::Unsigned, K::Bool) | (K::Bool, _) => promote(weak, beside),
        (K::Signed | K::Unsigned, _) => beside,
        (K::Float, K::Float | K::Complex) => beside,
        (K::Complex, K::Float | K::Complex) => beside.as_complex(),
        (K::Float, _) => DType::F64,
        (K::Complex, _) => DType::Complex128,
    }
}

/// An unsuffixed number in the dtype that it takes beside others.
///
/// # Errors
/// If the number is an integer that the dtype cannot hold.
pub fn weak_scalar(weak: Scalar, beside: DType) -> Result<Scalar, lunette::Error> {
    let dtype = weak_dtype(weak.dtype(), beside);
    if weak.dtype().is_integer() && dtype.is_integer() { weak.try_cast(dtype) } else { Ok(weak.cast(dtype)) }
}

/// The weak operands of a call in the dtypes that they take, those that stay what they are left out.
pub(super) fn settle(probe: &Probe<'_>) -> Result<Vec<(usize, Value)>, Mistake> {
    let is_weak = |arg: &Argument| arg.weak && arg.constant.is_some();
    if !probe.pairs().any(|(.., arg)| arg.is_some_and(is_weak)) {
        return Ok(Vec::new());
    }
    let operands: Vec<(usize, &Argument)> = probe
        .pairs()
        .filter(|(_, param, _)| param.kind == ParamKind::Operand)
        .filter_map(|(k, _, arg)| Some((k, arg?)))
        .collect();
    let strong = operands.iter().filter(|(_, arg)| !is_weak(arg)).filter_map(|(_, arg)| arg.ty.dtype());
    let Some(beside) = strong.reduce(promote) else { return Ok(Vec::new()) };
    let mut settled = Vec::new();
    for (k, arg) in operands.into_iter().filter(|(_, arg)| is_weak(arg)) {
        let Some(value) = arg.constant.as_ref().and_then(as_scalar) else { continue };
        match weak_scalar(value, beside) {
            Ok(taken) if taken.dtype() != value.dtype() => settled.push((k, Value::Scalar(taken))),
            Ok(_) => {}
            // The answer of a comparison is the same for all elements.
            Err(_) if is_comparison(probe.row()) => {}
            Err(_) => {
                let (name, number) = (probe.row().name, Value::Scalar(value));
                let words = format!("{name}: {number} does not fit {beside}");
                return Err(Mistake::DType(Refusal { param: Some(k), words, cure: None }));
            }
        }
    }
    Ok(settled)
}

fn is_comparison(row: &Builtin) -> bool {
    row.family == Family::Compare && matches!(row.fuse, Fuse::Binary(_))
}
