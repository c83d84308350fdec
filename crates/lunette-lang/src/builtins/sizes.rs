//! Rules for the sizes of results, as far as the sizes of the arguments are known.
//!
//! A rule gets the type that the library gave on miniatures, and completes it. Where known sizes do not fit, the mistake
//! is in the library's words.

use super::infer::Mistake;
use super::outcome;
use super::probe::{Probe, Size};
use super::row::ParamKind;
use crate::types::Type;
use crate::words;

/// Nothing is known: the sizes depend on values.
pub(super) fn unknown(_: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(ty)
}

/// The library is run on tensors of the sizes that are known, if they are all known and small.
pub(super) fn tried(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(outcome::of_sizes(probe)?.filter(|sized| sized.erased() == ty).unwrap_or(ty))
}

/// Those of the first argument.
pub(super) fn first(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(sized(ty, probe.sizes(0)))
}

/// Those of the second argument.
pub(super) fn second(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(sized(ty, probe.sizes(1)))
}

/// All operands broadcast.
pub(super) fn broadcast(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let is_tensor = |kind: ParamKind| matches!(kind, ParamKind::Operand | ParamKind::Tensor);
    let operands = probe.pairs().filter(|(_, param, _)| is_tensor(param.kind));
    let mut all: Option<Vec<Size>> = None;
    for sizes in operands.filter_map(|(k, ..)| probe.sizes(k)) {
        all = Some(match all {
            None => sizes,
            Some(before) => match broadcast_sizes(&before, &sizes) {
                Ok(both) => both,
                Err(axis) => return Err(do_not_broadcast(probe, &before, &sizes, axis)),
            },
        });
    }
    Ok(sized(ty, all))
}

/// The axes of the parameter `axis` go, or stay with size 1 where `keepdims` says so.
pub(super) fn reduced(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let Some(sizes) = probe.sizes(0) else { return Ok(ty) };
    let keepdims = probe.param("keepdims").map_or(Some(false), |k| probe.flag(k, false));
    let axes = match probe.param("axis") {
        Some(k) if probe.arg(k).is_some() => probe.ints(k),
        _ => Some((0..sizes.len() as i64).collect()),
    };
    let (Some(keepdims), Some(axes)) = (keepdims, axes) else { return Ok(ty) };
    let gone = |axis: usize| axes.iter().any(|&a| resolved(a, sizes.len()) == Some(axis));
    if sizes.iter().enumerate().any(|(axis, &size)| size == Some(0) && gone(axis)) {
        // Of nothing there is a sum, but no least element.
        outcome::provoked(probe).map_or(Ok(()), Err)?;
    }
    let kept = sizes.iter().enumerate().filter_map(|(axis, &size)| match gone(axis) {
        true => keepdims.then_some(Some(1)),
        false => Some(size),
    });
    Ok(sized(ty, Some(kept.collect())))
}

/// The parameter `shape` says them.
pub(super) fn shape(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let sizes = probe.param("shape").and_then(|k| probe.ints(k));
    let sizes = sizes.map(|sizes| sizes.iter().map(|&size| usize::try_from(size).ok()).collect());
    Ok(sized(ty, sizes))
}

/// The type with these sizes, if there are as many as axes.
pub(super) fn sized(ty: Type, sizes: Option<Vec<Size>>) -> Type {
    match (ty.dtype(), sizes) {
        (Some(dtype), Some(sizes)) if ty.rank() == Some(sizes.len()) => Type::shaped(dtype, sizes),
        _ => ty,
    }
}

/// An axis counted from the front, if there is one.
pub(super) fn resolved(axis: i64, rank: usize) -> Option<usize> {
    let counted = if axis < 0 { axis.checked_add(i64::try_from(rank).ok()?)? } else { axis };
    usize::try_from(counted).ok().filter(|&axis| axis < rank)
}

/// What is known of the sizes of two operands together; else the axis of the result, counted from the end, at which
/// they differ.
pub(super) fn broadcast_sizes(left: &[Size], right: &[Size]) -> Result<Vec<Size>, usize> {
    let rank = left.len().max(right.len());
    let from_end = |sizes: &[Size], k: usize| sizes.len().checked_sub(k).map_or(Some(1), |i| sizes[i]);
    let mut both: Vec<Size> = Vec::with_capacity(rank);
    for k in (1..=rank).rev() {
        both.push(match (from_end(left, k), from_end(right, k)) {
            (Some(1), size) | (size, Some(1)) => size,
            (Some(a), Some(b)) if a != b => return Err(k),
            // An axis of unknown size can only be stretched to the other's, or equal it.
            (Some(size), _) | (_, Some(size)) => Some(size),
            (None, None) => None,
        });
    }
    Ok(both)
}

fn do_not_broadcast(probe: &Probe<'_>, left: &[Size], right: &[Size], from_end: usize) -> Mistake {
    outcome::provoked(probe).unwrap_or_else(|| {
        let at = |sizes: &[Size]| sizes.len().checked_sub(from_end).and_then(|i| sizes[i]).unwrap_or(1);
        let axis = left.len().max(right.len()) - from_end;
        Mistake::shape(None, format!(
            "{}: shapes {} and {} do not broadcast: axis {axis} is {} and {}, and broadcasting needs equal sizes or 1",
            probe.row().name,
            words::sizes(left),
            words::sizes(right),
            at(left),
            at(right)
        ))
    })
}
