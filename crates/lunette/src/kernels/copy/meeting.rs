//! How two regions meet in memory, and what that means for a copy.

use crate::buffer::{Source, Target};
use crate::layout::{Layout, Overlap, overlap};
use crate::nest::Nest;

/// How the destination of a copy meets its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kernels) enum Meeting {
    /// They have no byte in common.
    Apart,
    /// Every index means the same element of the same dtype in both.
    Same,
    /// The dtypes and all steps are equal, so that every element moves by the same distance: some order of copying
    /// reads every element before it is overwritten.
    Shifted,
    /// Anything else that overlaps, or may overlap.
    Tangled,
}

/// How the regions meet; both have the same shape and are not empty.
#[inline]
pub(in crate::kernels) fn meeting(dst: &Target<'_>, src: &Source<'_>) -> Meeting {
    let (to, from) = (span(dst.as_source()), span(*src));
    if to.end <= from.start || from.end <= to.start { Meeting::Apart } else { look_closer(dst, src) }
}

/// The addresses from the first to behind the last byte that a region reaches.
#[inline]
pub(in crate::kernels) fn span(region: Source<'_>) -> std::ops::Range<usize> {
    let item = region.dtype().item_size();
    // Wrapping: the region was checked against its memory, so the results are addresses in it.
    let (mut low, mut high) = (region.start().addr(), region.start().addr());
    for (&size, &stride) in region.shape().iter().zip(region.layout().strides()) {
        let reach = (size.wrapping_sub(1) as isize).wrapping_mul(stride).wrapping_mul(item as isize);
        if reach < 0 {
            low = low.wrapping_add_signed(reach);
        } else {
            high = high.wrapping_add_signed(reach);
        }
    }
    low..high.wrapping_add(item)
}

#[cold]
fn look_closer(dst: &Target<'_>, src: &Source<'_>) -> Meeting {
    let alike = dst.dtype() == src.dtype() && equal_steps(dst.layout(), src.layout());
    if alike && dst.start().cast_const() == src.start() {
        return Meeting::Same;
    }
    match overlap_of(dst, src) {
        Overlap::No => Meeting::Apart,
        _ if alike && whole_items_apart(dst, src) && in_order(dst) => Meeting::Shifted,
        _ => Meeting::Tangled,
    }
}

/// Whether some byte belongs to an element of both regions.
fn overlap_of(dst: &Target<'_>, src: &Source<'_>) -> Overlap {
    // The layouts may count from different places: count both from the lower of the two spans.
    let base = span(dst.as_source()).start.min(span(*src).start);
    let counted = |region: Source<'_>| {
        let item = region.dtype().item_size();
        let bytes = region.start().addr() - base;
        let layout = region.layout();
        let offset = bytes.is_multiple_of(item).then_some(bytes / item)?;
        Layout::new_for("overlap", layout.shape(), layout.strides(), offset).ok()
    };
    match (counted(dst.as_source()), counted(*src)) {
        (Some(a), Some(b)) => overlap(&a, dst.dtype().item_size(), &b, src.dtype().item_size()),
        _ => Overlap::Unsure,
    }
}

/// Whether the steps of every axis that has any are equal.
fn equal_steps(a: &Layout, b: &Layout) -> bool {
    a.shape().iter().zip(a.strides().iter().zip(b.strides())).all(|(&size, (a, b))| size == 1 || a == b)
}

/// Whether a nest over the region visits its elements in the order of their addresses.
fn in_order(dst: &Target<'_>) -> bool {
    Nest::new(dst.shape(), [dst.layout().strides()]).output_is_injective()
}

fn whole_items_apart(dst: &Target<'_>, src: &Source<'_>) -> bool {
    dst.start().addr().abs_diff(src.start().addr()).is_multiple_of(dst.dtype().item_size())
}
