//! Picks from and into elements that the caller has borrowed: there is no buffer to lock for them.

use super::masked::is_whole_mask;
use super::read::{Walk, read_plan};
use super::{Duplicates, gather_from, indices, scatter_into, supply};
use crate::buffer::{LockList, Source, Target, lock_list};
use crate::error::{Access, Result};
use crate::index::{Item, PickPlan, Plan, resolve};
use crate::layout::{Dims, Layout, Order};
use crate::tensor::{Handle, Right, Value};

/// Whether the kernels can follow a plan in borrowed elements of this layout: they are all of one segment, or a mask
/// says of each whether it is meant. Otherwise what lies between them is not the caller's, and may not be counted in.
pub(crate) fn reaches_own_elements_only(layout: &Layout, plan: &PickPlan<'_>) -> bool {
    layout.is_contiguous() || is_whole_mask(layout.rank(), plan)
}

/// A copy of what a plan picks from borrowed elements that it [reaches alone](reaches_own_elements_only).
pub(crate) fn gather_borrowed(op: &'static str, source: Source<'_>, plan: &PickPlan<'_>) -> Result<Handle> {
    let locks = lock_indices(op, plan, None)?;
    gather_from(op, [source, source], plan, &locks.iter().collect::<Vec<_>>())
}

/// Writes `value` where a plan points in borrowed elements that it [reaches alone](reaches_own_elements_only).
pub(crate) fn scatter_borrowed(
    op: &'static str,
    target: Target<'_>,
    plan: &PickPlan<'_>,
    value: &Value<'_>,
) -> Result<()> {
    value.dtype().check_store(op, target.dtype())?;
    let locks = lock_indices(op, plan, Some(value))?;
    let of_indices = locks.iter().collect::<Vec<_>>();
    scatter_into(op, [target, target], (plan, &of_indices), supply(op, value, &locks)?, Duplicates::LastWins)
}

/// What items pick from a shape, element by element.
pub(crate) struct Places {
    /// The shape of what is picked.
    pub(crate) shape: Dims,
    /// Where each of its elements lies, as a row-major position in the shape that it was picked from.
    pub(crate) positions: Vec<usize>,
}

/// The places that items with index tensors pick, for elements that only their owner can reach.
pub(crate) fn places(op: &'static str, items: &[Item<'_>], shape: &[usize]) -> Result<Places> {
    let counted = Layout::contiguous_for(op, shape, Order::C)?;
    match resolve(op, items, &counted)? {
        Plan::View(layout) => Walk::of_layout(&layout).places(op),
        Plan::Pick(plan) => {
            let locks = lock_indices(op, &plan, None)?;
            read_plan(op, &plan, &locks.iter().collect::<Vec<_>>())?.places(op)
        }
    }
}

/// What the index tensors among some items pick from a shape, before ranges are followed.
pub(crate) struct Picked {
    /// The shape that the index tensors have together.
    pub(crate) index_shape: Dims,
    /// How many axes of the result stand before those of the index shape.
    pub(crate) position: usize,
    /// For each place of the index shape what the index tensors reach, as a row-major position in the shape.
    pub(crate) reached: Vec<usize>,
}

/// The places that the index tensors among items reach; none where the items hold no index tensor.
pub(crate) fn picked(op: &'static str, items: &[Item<'_>], shape: &[usize]) -> Result<Option<Picked>> {
    let counted = Layout::contiguous_for(op, shape, Order::C)?;
    let Plan::Pick(plan) = resolve(op, items, &counted)? else { return Ok(None) };
    let locks = lock_indices(op, &plan, None)?;
    let walk = read_plan(op, &plan, &locks.iter().collect::<Vec<_>>())?;
    let rank = walk.shape.len() - plan.subspace.rank();
    let index_shape = Dims::from_slice(&walk.shape[plan.position..plan.position + rank]);
    let reached = walk.table().iter().map(|&offset| offset as usize).collect();
    Ok(Some(Picked { index_shape, position: plan.position, reached }))
}

/// Locks the index tensors in order, then the value if it is a tensor.
fn lock_indices<'a>(
    op: &'static str,
    plan: &'a PickPlan<'_>,
    value: Option<&'a Value<'_>>,
) -> Result<LockList<'a>> {
    let indices = indices(plan).map(|index| (&index.buffer, Access::Read));
    let right = match value.map(|value| &value.0) {
        Some(Right::Tensor(right)) => Some((&right.buffer, Access::Read)),
        _ => None,
    };
    lock_list(op, indices.chain(right))
}
