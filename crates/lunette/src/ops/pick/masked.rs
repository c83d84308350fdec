//! Picks by one mask over the whole tensor: the kernels follow it without a table of offsets.

use super::Supply;
use crate::buffer::{Source, Target};
use crate::error::{Access, Result};
use crate::index::PickPlan;
use crate::kernels::copy::to_fresh;
use crate::kernels::mask;
use crate::layout::{Layout, Order};
use crate::ops::store::check_values;
use crate::tensor::Handle;

/// Whether one mask with an entry for each element, over some axes, is all that is picked.
pub(super) fn is_whole_mask(rank: usize, plan: &PickPlan<'_>) -> bool {
    matches!(plan.picks.as_slice(), [pick] if pick.is_mask_of_all() && pick.lens.len() == rank)
        && rank > 0
        && plan.subspace.rank() == 0
}

/// The elements under a mask of their shape.
pub(super) fn select(op: &'static str, source: Source<'_>, mask: Source<'_>) -> Result<Handle> {
    let (buffer, count) = mask::select(op, mask, source)?;
    Ok(Handle::fresh(buffer, Layout::vector(count), source.dtype()))
}

/// Writes under a mask of the target's shape: a value that fits as many elements as are true.
pub(super) fn store(
    op: &'static str,
    target: Target<'_>,
    mask: &Source<'_>,
    value: Supply<'_>,
) -> Result<()> {
    match value {
        Supply::Scalar(scalar) => mask::store_scalar(op, mask, target, scalar.stored_as(op, target.dtype())?),
        Supply::Elements(source) => store_list(op, target, mask, source),
    }
}

/// Writes under a mask of the target's shape: of a value that stretches to it, the elements at the same places.
pub(super) fn store_same_places(
    op: &'static str,
    target: Target<'_>,
    mask: &Source<'_>,
    value: Supply<'_>,
) -> Result<()> {
    let Supply::Elements(source) = value else { return store(op, target, mask, value) };
    let mut slot = None;
    let chosen = select(op, source.broadcast(op, target.shape(), &mut slot)?, *mask)?;
    let lock = chosen.buffer.lock(op, Access::Read)?;
    store_list(op, target, mask, lock.source(op, &chosen.layout, chosen.dtype)?)
}

/// Converts values where they must be, and writes them one after the other.
fn store_list(op: &'static str, target: Target<'_>, mask: &Source<'_>, source: Source<'_>) -> Result<()> {
    let mut slot = None;
    let values = match source.shape() {
        // A list cannot stretch; that it is long enough is seen where the true elements are counted anyway.
        [len] if *len != 1 && *len <= target.layout().len() => source,
        _ => source.fit(op, &[mask::count(mask)], &mut slot)?,
    };
    check_values(op, &values, target.dtype())?;
    if values.dtype() == target.dtype() {
        return mask::store_values(op, mask, target, values);
    }
    let layout = Layout::vector(values.layout().len());
    let converted = to_fresh(op, &values, target.dtype(), Order::C)?;
    let lock = converted.lock(op, Access::Read)?;
    mask::store_values(op, mask, target, lock.source(op, &layout, target.dtype())?)
}
