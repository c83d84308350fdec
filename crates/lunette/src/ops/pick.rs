//! Entries named by index tensors and masks: reading them (gather) and writing them (scatter).
//!
//! Index tensors become tables of element offsets, checked once; from there on a pick is a walk over axes that go by
//! a step or by a table, whichever rule (NumPy's or the orthogonal one) made them. Sums by one long list of integers
//! go without a table.

mod borrowed;
mod few;
mod masked;
mod named;
mod read;

use std::iter::{empty, once};

pub(crate) use self::borrowed::{
    Picked, Places, gather_borrowed, picked, places, reaches_own_elements_only, scatter_borrowed,
};
pub(crate) use self::few::{gather_few, scatter_few};
use self::masked::{is_whole_mask, select};
pub(crate) use self::named::{
    gather_places, put, put_along_axis, ravel_multi_index, scatter_places, take, take_along_axis,
    take_entries, take_items, unravel_index,
};
use self::read::{Walk, read_orthogonal, read_plan};
use super::create;
use super::store::check_values;
use crate::buffer::{Lock, LockList, Source, Target, lock_list};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::index::{Axis, OrthogonalPlan, Pick, PickKind, PickPlan};
use crate::kernels::copy::to_fresh;
use crate::kernels::pick::{self, Along, Named};
use crate::layout::{Layout, Order};
use crate::tensor::{Handle, Right, Value};

/// What happens where two values go to one element.
///
/// ```
/// use lunette::Duplicates;
/// assert_eq!(Duplicates::default(), Duplicates::LastWins);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// The last value in row-major order stays.
    #[default]
    LastWins,
    /// Values are added to what is there.
    Sum,
}

/// A copy of what index tensors pick, by NumPy's rule.
pub(crate) fn gather(op: &'static str, x: &Handle, plan: &PickPlan<'_>) -> Result<Handle> {
    let locks = lock_reads(op, x, indices(plan))?;
    let (memory, lock) = (all_memory(x), locks.get(0));
    let sources = [lock.source(op, &x.layout, x.dtype)?, lock.source(op, &memory, x.dtype)?];
    gather_from(op, sources, plan, &index_locks(&locks))
}

/// A copy of what a plan picks: from a region as its layout shows it, and as the memory that offsets count in.
fn gather_from(
    op: &'static str,
    [shown, memory]: [Source<'_>; 2],
    plan: &PickPlan<'_>,
    of_indices: &[&Lock<'_>],
) -> Result<Handle> {
    match of_indices {
        [of_mask, ..] if is_whole_mask(shown.shape().len(), plan) => {
            select(op, shown, mask_source(op, plan, of_mask)?)
        }
        _ if names_elements(plan) => match elements(op, memory, plan, of_indices)? {
            Some(picked) => Ok(picked),
            None => gather_memory(op, memory, &read_plan(op, plan, of_indices)?),
        },
        _ => gather_memory(op, memory, &read_plan(op, plan, of_indices)?),
    }
}

/// Whether tensors of integers name single elements, so many that a table of their offsets would leave the caches.
fn names_elements(plan: &PickPlan<'_>) -> bool {
    let is_integers = |pick: &Pick<'_>| pick.kind == PickKind::Index && pick.lens.len() == 1;
    let most = plan.picks.iter().map(|pick| pick.tensor.layout.len()).max();
    plan.subspace.rank() == 0 && plan.picks.iter().all(is_integers) && most >= Some(MANY)
}

/// Below this many elements a table of offsets stays in a cache.
const MANY: usize = 4096;

/// The elements that the integers of a plan name; none if one names what does not exist.
fn elements(
    op: &'static str,
    memory: Source<'_>,
    plan: &PickPlan<'_>,
    locks: &[&Lock<'_>],
) -> Result<Option<Handle>> {
    let shape = plan.result_shape(op, &plan.index_shape(op, &[])?)?;
    let steps: Vec<isize> = vec![0; shape.len()];
    let spread: Vec<Layout> = plan
        .picks
        .iter()
        .map(|pick| pick.tensor.layout.broadcast_to_for(op, &shape))
        .collect::<Result<_>>()?;
    let mut named = Vec::with_capacity(spread.len());
    for ((pick, lock), spread) in plan.picks.iter().zip(locks).zip(&spread) {
        let index = lock.source(op, spread, pick.tensor.dtype)?;
        named.push(Named {
            index,
            along: Along { axis: pick.axis, len: pick.lens[0], stride: pick.strides[0] },
        });
    }
    let from = pick::From { memory, base: plan.subspace.offset(), steps: &steps };
    gather_named(op, from, &shape, &named)
}

/// The elements that integers name, as a new tensor; none if one names what does not exist.
fn gather_named(
    op: &'static str,
    from: pick::From<'_>,
    shape: &[usize],
    named: &[Named<'_>],
) -> Result<Option<Handle>> {
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let buffer = pick::gather_elements(op, from, &layout, named)?;
    Ok(buffer.map(|buffer| Handle::fresh(buffer, layout, from.memory.dtype())))
}

/// A copy of what index tensors pick, each on its own axis.
pub(crate) fn gather_orthogonal(op: &'static str, x: &Handle, plan: &OrthogonalPlan<'_>) -> Result<Handle> {
    let locks = lock_reads(op, x, orthogonal_indices(plan))?;
    let walk = read_orthogonal(op, plan, &index_locks(&locks))?;
    gather_walk(op, x, &locks, &walk)
}

fn gather_walk(op: &'static str, x: &Handle, locks: &LockList<'_>, walk: &Walk) -> Result<Handle> {
    gather_memory(op, locks.get(0).source(op, &all_memory(x), x.dtype)?, walk)
}

fn gather_memory(op: &'static str, memory: Source<'_>, walk: &Walk) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, &walk.shape, Order::C)?;
    let buffer = pick::gather_fresh(op, memory, walk.base, &walk.axes())?;
    Ok(Handle::fresh(buffer, layout, memory.dtype()))
}

/// Writes `value` where index tensors point, by NumPy's rule.
pub(crate) fn scatter(
    op: &'static str,
    x: &Handle,
    plan: &PickPlan<'_>,
    value: &Value<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    value.dtype().check_store(op, x.dtype)?;
    let locks = lock_writes(op, x, indices(plan), value)?;
    let (memory, lock) = (all_memory(x), locks.get(0));
    let targets = [lock.target(op, &x.layout, x.dtype)?, lock.target(op, &memory, x.dtype)?];
    scatter_into(op, targets, (plan, &index_locks(&locks)), supply(op, value, &locks)?, duplicates)
}

/// Writes where a plan points: into a region as its layout shows it, and as the memory that offsets count in.
fn scatter_into(
    op: &'static str,
    [shown, memory]: [Target<'_>; 2],
    (plan, of_indices): (&PickPlan<'_>, &[&Lock<'_>]),
    value: Supply<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    if duplicates == Duplicates::LastWins
        && is_whole_mask(shown.shape().len(), plan)
        && let [of_mask, ..] = of_indices
    {
        return masked::store(op, shown, &mask_source(op, plan, of_mask)?, value);
    }
    if duplicates == Duplicates::Sum
        && is_one_list(plan)
        && let [of_list, ..] = of_indices
    {
        return add_by_list(op, memory, (plan, of_list), value);
    }
    scatter_memory(op, memory, &read_plan(op, plan, of_indices)?, value, duplicates)
}

/// Whether one tensor of integers, in one segment, names single elements, and not less often than there are such: then
/// sums need no table of offsets.
fn is_one_list(plan: &PickPlan<'_>) -> bool {
    let &[Pick { kind: PickKind::Index, tensor, lens: &[len], .. }] = plan.picks.as_slice() else {
        return false;
    };
    let count = tensor.layout.len();
    plan.subspace.rank() == 0 && len > 0 && count >= len && tensor.layout.is_c_contiguous()
}

/// Adds `value` to the elements that the one list of a plan names.
fn add_by_list(
    op: &'static str,
    memory: Target<'_>,
    (plan, lock): (&PickPlan<'_>, &Lock<'_>),
    value: Supply<'_>,
) -> Result<()> {
    let &[Pick { tensor, axis, lens: &[len], strides: &[stride], .. }] = plan.picks.as_slice() else {
        return Ok(());
    };
    let list = Layout::new_for(op, &[tensor.layout.len()], &[1], tensor.layout.offset())?;
    let index = lock.source(op, &list, tensor.dtype)?;
    let (base, along) = (plan.subspace.offset(), Along { axis, len, stride });
    let region = Region { op, dtype: memory.dtype(), shape: tensor.shape(), merged: list.shape() };
    region.with_value(value, |value| pick::add_by_index(op, (memory, base), along, index, value))
}

/// Writes `value`, stretched to the shape of `x`, where a mask of that shape is true.
pub(crate) fn store_where(op: &'static str, x: &Handle, mask: &Handle, value: &Value<'_>) -> Result<()> {
    value.dtype().check_store(op, x.dtype)?;
    let locks = lock_writes(op, x, once(mask), value)?;
    let target = locks.get(0).target(op, &x.layout, x.dtype)?;
    let mask = locks.get(1).source(op, &mask.layout, mask.dtype)?;
    masked::store_same_places(op, target, &mask, supply(op, value, &locks)?)
}

/// Writes `value` where index tensors point, each on its own axis.
pub(crate) fn scatter_orthogonal(
    op: &'static str,
    x: &Handle,
    plan: &OrthogonalPlan<'_>,
    value: &Value<'_>,
) -> Result<()> {
    value.dtype().check_store(op, x.dtype)?;
    let locks = lock_writes(op, x, orthogonal_indices(plan), value)?;
    let walk = read_orthogonal(op, plan, &index_locks(&locks))?;
    scatter_walk(op, (x, &locks), &walk, value, Duplicates::LastWins)
}

/// Adds `value` to every element of a tensor, or replaces them.
pub(crate) fn scatter_region(
    op: &'static str,
    x: &Handle,
    value: &Value<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    value.dtype().check_store(op, x.dtype)?;
    let locks = lock_writes(op, x, empty(), value)?;
    let walk = Walk::of_layout(&x.layout);
    scatter_walk(op, (x, &locks), &walk, value, duplicates)
}

fn scatter_walk(
    op: &'static str,
    (x, locks): (&Handle, &LockList<'_>),
    walk: &Walk,
    value: &Value<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    let memory = all_memory(x);
    let target = locks.get(0).target(op, &memory, x.dtype)?;
    scatter_memory(op, target, walk, supply(op, value, locks)?, duplicates)
}

fn scatter_memory(
    op: &'static str,
    memory: Target<'_>,
    walk: &Walk,
    value: Supply<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    let (merged, axes) = (walk.merged_shape(), walk.axes());
    let region = Region { op, dtype: memory.dtype(), shape: &walk.shape, merged: &merged };
    // The kernels copy a value first that shares elements with the target.
    region.with_value(value, |value| match duplicates {
        Duplicates::LastWins => pick::scatter(op, memory, walk.base, &axes, value),
        Duplicates::Sum => pick::scatter_add(op, memory, walk.base, &axes, value),
    })
}

/// What a value has to become before it is scattered.
struct Region<'a> {
    op: &'static str,
    dtype: DType,
    /// The shape that the index gives.
    shape: &'a [usize],
    /// The same for the kernels: the axes of an index tensor are one.
    merged: &'a [usize],
}

impl Region<'_> {
    fn with_value(&self, value: Supply<'_>, write: impl FnOnce(Source<'_>) -> Result<()>) -> Result<()> {
        match value {
            Supply::Elements(source) => self.with_elements(source, write),
            Supply::Scalar(scalar) => {
                let one = create::full(self.op, self.dtype, &[], scalar)?;
                let lock = one.buffer.lock(self.op, Access::Read)?;
                self.with_elements(lock.source(self.op, &one.layout, one.dtype)?, write)
            }
        }
    }

    /// Fits the value to the region, converts it if it must be, and has it written.
    fn with_elements(&self, value: Source<'_>, write: impl FnOnce(Source<'_>) -> Result<()>) -> Result<()> {
        let (mut fitted, mut merged) = (None, None);
        let fitted = value.fit(self.op, self.shape, &mut fitted)?;
        check_values(self.op, &fitted, self.dtype)?;
        if value.dtype() == self.dtype
            && let Some(merged) = fitted.reshape(self.merged, &mut merged)
        {
            return write(merged);
        }
        let copied = to_fresh(self.op, &fitted, self.dtype, Order::C)?;
        let layout = Layout::contiguous_for(self.op, self.merged, Order::C)?;
        let lock = copied.lock(self.op, Access::Read)?;
        write(lock.source(self.op, &layout, self.dtype)?)
    }
}

/// What a value supplies once it is locked.
#[derive(Clone, Copy)]
enum Supply<'a> {
    Scalar(Scalar),
    Elements(Source<'a>),
}

/// What a value supplies; if it is a tensor, its lock is the last.
fn supply<'l>(op: &'static str, value: &'l Value<'_>, locks: &'l LockList<'_>) -> Result<Supply<'l>> {
    Ok(match &value.0 {
        Right::Scalar(scalar) => Supply::Scalar(*scalar),
        Right::Tensor(tensor) => Supply::Elements(locks.last().source(op, &tensor.layout, tensor.dtype)?),
        Right::Borrowed(borrowed) => Supply::Elements(borrowed.source()),
    })
}

/// The mask of a plan that has but one.
fn mask_source<'l>(op: &'static str, plan: &'l PickPlan<'_>, lock: &'l Lock<'_>) -> Result<Source<'l>> {
    lock.source(op, &plan.picks[0].tensor.layout, DType::Bool)
}

/// Locks the tensor first, then the index tensors in order.
fn lock_reads<'a>(
    op: &'static str,
    x: &'a Handle,
    indices: impl Iterator<Item = &'a Handle>,
) -> Result<LockList<'a>> {
    let indices = indices.map(|index| (&index.buffer, Access::Read));
    lock_list(op, once((&x.buffer, Access::Read)).chain(indices))
}

/// Locks the tensor first, for writing, then the index tensors in order, then the value if it is a tensor.
fn lock_writes<'a>(
    op: &'static str,
    x: &'a Handle,
    indices: impl Iterator<Item = &'a Handle>,
    value: &'a Value<'_>,
) -> Result<LockList<'a>> {
    let indices = indices.map(|index| (&index.buffer, Access::Read));
    let right = match &value.0 {
        Right::Tensor(right) => Some((&right.buffer, Access::Read)),
        Right::Scalar(_) | Right::Borrowed(_) => None,
    };
    lock_list(op, once((&x.buffer, Access::Write)).chain(indices).chain(right))
}

/// All elements of the memory of `x`: what offsets count in, and are checked against.
fn all_memory(x: &Handle) -> Layout {
    Layout::vector(x.buffer.len_bytes() / x.dtype.item_size())
}

/// The index tensors of a plan, in order.
fn indices<'p>(plan: &'p PickPlan<'_>) -> impl Iterator<Item = &'p Handle> {
    plan.picks.iter().map(|pick| pick.tensor)
}

/// The index tensors of an orthogonal plan, in order.
fn orthogonal_indices<'p>(plan: &'p OrthogonalPlan<'_>) -> impl Iterator<Item = &'p Handle> {
    plan.axes.iter().filter_map(|axis| match axis {
        Axis::Pick(pick) => Some(pick.tensor),
        Axis::Step { .. } => None,
    })
}

/// The locks of the index tensors: they follow that of the tensor itself.
fn index_locks<'l, 'b>(locks: &'l LockList<'b>) -> Vec<&'l Lock<'b>> {
    locks.iter().skip(1).collect()
}
