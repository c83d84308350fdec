//! Entries named by index tensors and masks: reading them (gather) and writing them (scatter).
//!
//! Index tensors become tables of element offsets, checked once; from there on a pick is a walk over axes that go by
//! a step or by a table, whichever rule (NumPy's or the orthogonal one) made them.

mod named;
mod read;

use std::iter::{empty, once};

pub(crate) use self::named::{gather_places, put, scatter_places, take, take_along_axis, take_entries};
use self::read::{Walk, read_orthogonal, read_plan};
use super::create;
use super::store::check_values;
use crate::buffer::{Lock, LockList, Source, Target, lock_list};
use crate::dtype::DType;
use crate::error::{Access, Result};
use crate::index::{Axis, OrthogonalPlan, PickKind, PickPlan};
use crate::kernels::copy::to_fresh;
use crate::kernels::mask;
use crate::kernels::pick;
use crate::layout::{Layout, Order, Overlap, overlap};
use crate::tensor::{Handle, Right, Value};

/// What happens where two values go to one element.
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
    if is_whole_mask(x, plan) {
        return select(op, x, &locks, plan.picks[0].tensor);
    }
    let walk = read_plan(op, plan, &index_locks(&locks))?;
    gather_walk(op, x, &locks, &walk)
}

/// A copy of what index tensors pick, each on its own axis.
pub(crate) fn gather_orthogonal(op: &'static str, x: &Handle, plan: &OrthogonalPlan<'_>) -> Result<Handle> {
    let locks = lock_reads(op, x, orthogonal_indices(plan))?;
    let walk = read_orthogonal(op, plan, &index_locks(&locks))?;
    gather_walk(op, x, &locks, &walk)
}

/// Whether one mask over the whole tensor is all there is.
fn is_whole_mask(x: &Handle, plan: &PickPlan<'_>) -> bool {
    let rank = x.layout.rank();
    matches!(plan.picks.as_slice(), [pick] if pick.kind == PickKind::Mask && pick.lens.len() == rank)
        && rank > 0
        && plan.subspace.rank() == 0
}

/// The elements under a mask over the whole tensor.
fn select(op: &'static str, x: &Handle, locks: &LockList<'_>, mask: &Handle) -> Result<Handle> {
    let source = locks.get(0).source(op, &x.layout, x.dtype)?;
    let (buffer, count) = mask::select(op, locks.get(1).source(op, &mask.layout, DType::Bool)?, source)?;
    Ok(Handle::fresh(buffer, Layout::vector(count), x.dtype))
}

/// Writes under a mask over the whole tensor.
fn store_masked(
    op: &'static str,
    x: &Handle,
    locks: &LockList<'_>,
    mask: &Handle,
    value: &Value<'_>,
) -> Result<()> {
    let target = locks.get(0).target(op, &x.layout, x.dtype)?;
    let mask = locks.get(1).source(op, &mask.layout, DType::Bool)?;
    let source = match &value.0 {
        Right::Scalar(scalar) => {
            return mask::store_scalar(op, &mask, target, scalar.stored_as(op, x.dtype)?);
        }
        Right::Tensor(tensor) => locks.last().source(op, &tensor.layout, tensor.dtype)?,
        Right::Borrowed(borrowed) => borrowed.source(),
    };
    check_values(op, &source, x.dtype)?;
    let (mut slot, layout) = (None, Layout::vector(mask::count(&mask)));
    let values = source.fit(op, layout.shape(), &mut slot)?;
    if values.dtype() == x.dtype {
        return mask::store_values(op, &mask, target, values);
    }
    let converted = to_fresh(op, &values, x.dtype, Order::C)?;
    let lock = converted.lock(op, Access::Read)?;
    mask::store_values(op, &mask, target, lock.source(op, &layout, x.dtype)?)
}

fn gather_walk(op: &'static str, x: &Handle, locks: &LockList<'_>, walk: &Walk) -> Result<Handle> {
    let layout = Layout::contiguous(op, &walk.shape, Order::C)?;
    let memory = all_memory(x);
    let source = locks.get(0).source(op, &memory, x.dtype)?;
    let buffer = pick::gather_fresh(op, source, walk.base, &walk.axes())?;
    Ok(Handle::fresh(buffer, layout, x.dtype))
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
    if duplicates == Duplicates::LastWins && is_whole_mask(x, plan) {
        return store_masked(op, x, &locks, plan.picks[0].tensor, value);
    }
    let walk = read_plan(op, plan, &index_locks(&locks))?;
    scatter_walk(op, (x, &locks), &walk, value, duplicates)
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
    let scatter = Scatter { op, x, walk, target: locks.get(0).target(op, &memory, x.dtype)?, duplicates };
    match &value.0 {
        Right::Scalar(scalar) => {
            let one = create::full(op, x.dtype, &[], *scalar)?;
            let lock = one.buffer.lock(op, Access::Read)?;
            scatter.value(lock.source(op, &one.layout, x.dtype)?, Shares::Nothing)
        }
        Right::Tensor(right) => {
            let apart = right.buffer.id() != x.buffer.id()
                || overlap(&x.layout, x.dtype.item_size(), &right.layout, right.dtype.item_size())
                    == Overlap::No;
            let source = locks.last().source(op, &right.layout, right.dtype)?;
            scatter.value(source, if apart { Shares::Nothing } else { Shares::Elements })
        }
        Right::Borrowed(region) => scatter.value(region.source(), Shares::Nothing),
    }
}

/// Whether a value may change while it is being stored.
#[derive(PartialEq)]
enum Shares {
    Nothing,
    Elements,
}

/// A scatter that only lacks its value.
struct Scatter<'a> {
    op: &'static str,
    x: &'a Handle,
    walk: &'a Walk,
    target: Target<'a>,
    duplicates: Duplicates,
}

impl Scatter<'_> {
    /// Fits the value to the region, converts it if it must be, and writes it.
    fn value(&self, value: Source<'_>, shares: Shares) -> Result<()> {
        check_values(self.op, &value, self.x.dtype)?;
        let (mut fitted, mut merged) = (None, None);
        let fitted = value.fit(self.op, &self.walk.shape, &mut fitted)?;
        if value.dtype() == self.x.dtype
            && shares == Shares::Nothing
            && let Some(merged) = fitted.reshape(&self.walk.merged_shape(), &mut merged)
        {
            return self.write(merged);
        }
        let copied = to_fresh(self.op, &fitted, self.x.dtype, Order::C)?;
        let layout = Layout::contiguous(self.op, &self.walk.merged_shape(), Order::C)?;
        let lock = copied.lock(self.op, Access::Read)?;
        self.write(lock.source(self.op, &layout, self.x.dtype)?)
    }

    fn write(&self, value: Source<'_>) -> Result<()> {
        let (target, base, axes) = (self.target, self.walk.base, self.walk.axes());
        match self.duplicates {
            Duplicates::LastWins => pick::scatter(self.op, target, base, &axes, value),
            Duplicates::Sum => pick::scatter_add(self.op, target, base, &axes, value),
        }
    }
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
