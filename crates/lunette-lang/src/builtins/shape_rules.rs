//! Rules for the sizes of results that show the same elements in another shape.

use super::infer::Mistake;
use super::outcome;
use super::probe::{Probe, Size};
use super::sizes;
use crate::types::Type;

/// Axes change their places, or new ones of size 1 come in: the library does it with marks in place of sizes that are
/// not known.
pub(super) fn moved(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(outcome::of_marked(probe)?.filter(|sized| sized.erased() == ty).unwrap_or(ty))
}

/// The result is a view: the library makes it of a single element that is stretched to the known shape.
pub(super) fn weightless(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(outcome::of_stretched(probe)?.filter(|sized| sized.erased() == ty).unwrap_or(ty))
}

/// The parameter `shape` says the sizes, and must be one that the tensor can be stretched to.
pub(super) fn stretched_to_shape(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let ty = weightless(probe, ty)?;
    if ty.sizes().is_some_and(|sizes| sizes.iter().all(Option::is_some)) {
        Ok(ty)
    } else {
        sizes::shape(probe, ty)
    }
}

/// As many elements as before: the -1 follows from the others where they are all known.
pub(super) fn reshaped(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let Some(to) = probe.ints(1) else { return Ok(ty) };
    let len = count(probe);
    let known =
        to.iter().filter(|&&size| size >= 0).map(|&size| size as usize).try_fold(1, usize::checked_mul);
    let (Some(len), Some(known)) = (len, known) else { return sizes::shape(probe, ty) };
    let open = to.iter().filter(|&&size| size < 0).count();
    let fits = match open {
        0 => known == len,
        1 => known != 0 && len.is_multiple_of(known),
        _ => false,
    };
    if !fits || to.iter().any(|&size| size < -1) {
        let words = || format!("reshape: {len} elements do not fill the shape");
        return Err(outcome::provoked(probe).unwrap_or_else(|| Mistake::shape(1, words())).at(1));
    }
    let sizes = to.iter().map(|&size| usize::try_from(size).ok().or_else(|| len.checked_div(known)));
    Ok(sizes::sized(ty, Some(sizes.collect())))
}

/// All elements along one axis.
pub(super) fn flat(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(sizes::sized(ty, Some(vec![count(probe)])))
}

/// Without axes the rank depends on the sizes, which must be known then.
pub(super) fn squeezed(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let (Some(dtype), Some(sizes)) = (probe.dtype(0), probe.sizes(0)) else { return Ok(Type::Unknown) };
    let Some(axes) = probe.ints(1) else {
        let known: Option<Vec<usize>> = sizes.into_iter().collect();
        let kept = known.ok_or_else(unknown_rank)?.into_iter().filter(|&size| size != 1);
        return Ok(Type::shaped(dtype, kept.map(Some)));
    };
    outcome::of_miniatures(probe)?;
    let gone: Vec<usize> = axes.iter().filter_map(|&axis| sizes::resolved(axis, sizes.len())).collect();
    let too_large =
        gone.iter().find_map(|&axis| Some((axis, sizes.get(axis).copied()?.filter(|&n| n != 1)?)));
    if let Some((axis, size)) = too_large {
        return Err(Mistake::shape(
            1,
            format!("squeeze: axis {axis} has size {size}; only axes of size 1 can be removed"),
        ));
    }
    let kept = sizes.into_iter().enumerate().filter(|(axis, _)| !gone.contains(axis));
    Ok(Type::shaped(dtype, kept.map(|(_, size)| size)))
}

fn unknown_rank() -> Mistake {
    Mistake::NotConstant {
        param: 0,
        words: "squeeze: which axes have size 1 is not known before the program runs, and decides the rank"
            .into(),
        cure: "name the axes: `squeeze(x, axis = 0)`".into(),
    }
}

/// The number of elements of the first argument, where all its sizes are known.
fn count(probe: &Probe<'_>) -> Size {
    probe.sizes(0)?.into_iter().try_fold(1, |count: usize, size| count.checked_mul(size?))
}
