//! Rules for shapes of which some sizes may not be known.

/// What is known of a shape: a size for each axis, or none.
pub(super) type Sizes = Vec<Option<usize>>;

/// Two shapes that do not broadcast; the axis counts in the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clash {
    pub(super) axis: usize,
    pub(super) left: usize,
    pub(super) right: usize,
}

/// The shape of an elementwise result: trailing axes are aligned, size 1 stretches (R28).
///
/// # Errors
/// If two sizes are known, differ, and neither is 1.
pub(super) fn broadcast(a: &[Option<usize>], b: &[Option<usize>]) -> Result<Sizes, Clash> {
    let rank = a.len().max(b.len());
    (0..rank)
        .map(|axis| match (aligned(a, rank, axis), aligned(b, rank, axis)) {
            (Some(1), size) | (size, Some(1)) => Ok(size),
            (Some(left), Some(right)) if left != right => Err(Clash { axis, left, right }),
            // A size that is not known can only be 1 or the other one.
            (Some(size), _) | (None, Some(size)) => Ok(Some(size)),
            (None, None) => Ok(None),
        })
        .collect()
}

/// The size on an axis of a result of this rank; 1 where the shape has no such axis.
fn aligned(sizes: &[Option<usize>], rank: usize, axis: usize) -> Option<usize> {
    match (axis + sizes.len()).checked_sub(rank) {
        Some(own) => sizes.get(own).copied().flatten(),
        None => Some(1),
    }
}

/// Whether a value of one shape can, as far as is known, be stored into a region of another (R14): it broadcasts once
/// its leading 1s are dropped, or both are equal once all 1s are.
pub(super) fn can_store(value: &[Option<usize>], region: &[Option<usize>]) -> bool {
    can_stretch(value, region) || can_equal_squeezed(value, region)
}

/// Whether a value can be stretched to a region, as far as is known; leading 1s do not count.
pub(super) fn can_stretch(value: &[Option<usize>], region: &[Option<usize>]) -> bool {
    let extra = value.len().saturating_sub(region.len());
    let (leading, rest) = value.split_at(extra);
    let fits = |(value, region): (&Option<usize>, &Option<usize>)| match (value, region) {
        (Some(1), _) => true,
        (Some(value), Some(region)) => value == region,
        _ => true,
    };
    leading.iter().all(|size| size.is_none_or(|size| size == 1))
        && rest.iter().rev().zip(region.iter().rev()).all(fits)
}

/// Where a size is not known it could be 1: then nothing can be said.
fn can_equal_squeezed(value: &[Option<usize>], region: &[Option<usize>]) -> bool {
    let squeezed = |sizes: &[Option<usize>]| -> Option<Vec<usize>> {
        sizes.iter().filter(|&&size| size != Some(1)).copied().collect()
    };
    match (squeezed(value), squeezed(region)) {
        (Some(value), Some(region)) => value == region,
        _ => true,
    }
}

/// Whether two shapes of the same rank can be identical, as far as is known.
pub(super) fn can_equal(a: &[Option<usize>], b: &[Option<usize>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_none() || b.is_none() || a == b)
}

/// What is known of a shape that is one of two of the same rank.
pub(super) fn either(a: &[Option<usize>], b: &[Option<usize>]) -> Sizes {
    a.iter().zip(b).map(|(a, b)| if a == b { *a } else { None }).collect()
}

#[cfg(test)]
mod tests;
