//! Writing into a part of a tensor: check everything, then write, so that a failed store changes nothing.

use super::pick::{self, Duplicates};
use crate::buffer::{Lock, Source, Target, lock_all};
use crate::dtype::{DType, DTypeKind, PLAIN_CAST, Scalar};
use crate::error::{Access, ErrorKind, Result};
use crate::index::{self, Flat, Item, Plan};
use crate::kernels::{cast, copy, fill as fill_kernel};
use crate::layout::{Layout, MAX_RANK};
use crate::tensor::{Handle, Right, Value};

/// So few elements are written in much less than a microsecond.
const FEW: usize = 64;

/// Writes `value` into the part that `items` pick (R14).
pub(crate) fn store(x: &Handle, items: &[Item<'_>], value: &Value<'_>) -> Result<()> {
    store_as("store", x, items, value)
}

fn store_as(op: &'static str, x: &Handle, items: &[Item<'_>], value: &Value<'_>) -> Result<()> {
    x.check_writable(op)?;
    if index::is_plain(items, &x.layout) {
        let mut region = x.layout.clone();
        index::cut(op, items, &mut region)?;
        return store_region(op, x, &region, value);
    }
    if let [Item::Tensor(index)] = items
        && pick::scatter_few(op, x, index.handle(), value)?
    {
        return Ok(());
    }
    fitted_to(value, (items, x.layout.rank()), |items| match index::resolve(op, items, &x.layout)? {
        Plan::View(region) => store_region(op, x, &region, value),
        Plan::Pick(plan) => pick::scatter(op, x, &plan, value, Duplicates::LastWins),
    })
}

/// Stores by the index, into a tensor of some rank, to which a value is fitted: one element takes a value whose axes all
/// have size 1 as if the index ended in a new axis, unless it is made of integers alone (R14).
pub(crate) fn fitted_to<R>(
    value: &Value<'_>,
    (items, rank): (&[Item<'_>], usize),
    store: impl FnOnce(&[Item<'_>]) -> Result<R>,
) -> Result<R> {
    let shape = value.shape();
    let is_one = !shape.is_empty() && shape.iter().all(|&size| size == 1);
    // A region of many axes takes such a value anyway, and may have no room for one more.
    match is_one && rank < MAX_RANK && !are_integers(items) && !keep_an_axis(items) {
        true => store(&[Item::Items(items), Item::NewAxis]),
        false => store(items),
    }
}

/// Whether an index leaves an axis for certain.
fn keep_an_axis(items: &[Item<'_>]) -> bool {
    Flat::new(items).any(|item| matches!(item, Item::Range(_) | Item::NewAxis))
}

/// Whether an index is made of nothing but integers.
pub(crate) fn are_integers(items: &[Item<'_>]) -> bool {
    Flat::new(items).all(|item| matches!(item, Item::At(_)))
}

/// As [`store`], saying what happens to elements that are picked twice.
pub(crate) fn scatter(
    x: &Handle,
    items: &[Item<'_>],
    value: &Value<'_>,
    duplicates: Duplicates,
) -> Result<()> {
    let op = "scatter";
    if duplicates == Duplicates::LastWins {
        return store_as(op, x, items, value);
    }
    x.check_writable(op)?;
    check_sum(op, value.dtype(), x.dtype)?;
    fitted_to(value, (items, x.layout.rank()), |items| match index::resolve(op, items, &x.layout)? {
        Plan::Pick(plan) => pick::scatter(op, x, &plan, value, duplicates),
        Plan::View(region) => pick::scatter_region(op, &x.with_layout(region), value, duplicates),
    })
}

/// A sum must not lose what the value's kind can say: that takes a plain store.
fn check_sum(op: &'static str, value: DType, into: DType) -> Result<()> {
    let integers = |kind| matches!(kind, DTypeKind::Signed | DTypeKind::Unsigned);
    let (from, to) = (value.kind(), into.kind());
    if to == DTypeKind::Bool {
        return Err(
            ErrorKind::Unsupported { op, dtype: into, cure: "bools have no sum: use integers" }.into()
        );
    }
    if from > to && !(integers(from) && integers(to)) {
        let cure = "the sum would be cut: `cast` the value to the tensor's dtype first";
        return Err(ErrorKind::Unsupported { op, dtype: value, cure }.into());
    }
    Ok(())
}

/// Writes `value` where `mask` is true, both stretched to the shape of `x`.
pub(crate) fn store_where(x: &Handle, mask: &Handle, value: &Value<'_>) -> Result<()> {
    let op = "store_where";
    x.check_writable(op)?;
    let spread = mask.with_overlapping_layout(mask.layout.broadcast_to_for(op, x.shape())?);
    pick::store_where(op, x, &spread, value)
}

/// Writes `value` into the part that `items` pick, each index tensor acting on its own axis.
pub(crate) fn store_orthogonal(x: &Handle, items: &[Item<'_>], value: &Value<'_>) -> Result<()> {
    let op = "store_orthogonal";
    x.check_writable(op)?;
    fitted_to(value, (items, x.layout.rank()), |items| {
        pick::scatter_orthogonal(op, x, &index::resolve_orthogonal(op, items, &x.layout)?, value)
    })
}

/// Replaces every element; shapes must be identical (R15).
pub(crate) fn assign(x: &Handle, value: &Value<'_>) -> Result<()> {
    let op = "assign";
    x.check_writable(op)?;
    check_same_shape(op, x.shape(), value.shape())?;
    store_region(op, x, &x.layout, value)
}

/// Copies all of `from`, which has the same shape, into `x`.
pub(crate) fn copy_into(op: &'static str, x: &Handle, from: &Handle) -> Result<()> {
    store_whole(op, x, &Value::of(from))
}

/// Writes a value of the same shape into all of `x`, which is known to be writable.
pub(crate) fn store_whole(op: &'static str, x: &Handle, value: &Value<'_>) -> Result<()> {
    store_region(op, x, &x.layout, value)
}

/// A whole store needs identical shapes.
pub(crate) fn check_same_shape(op: &'static str, expected: &[usize], found: &[usize]) -> Result<()> {
    if expected == found {
        return Ok(());
    }
    let cure = "a whole store needs identical shapes; `store(s![..], value)` broadcasts";
    Err(ErrorKind::ShapeMismatch { op, expected: expected.into(), found: found.into(), cure }.into())
}

/// Writes into a region that the caller holds, by the rules of [`store`].
pub(crate) fn store_target(op: &'static str, target: Target<'_>, value: &Value<'_>) -> Result<()> {
    value.dtype().check_store(op, target.dtype())?;
    match &value.0 {
        Right::Scalar(scalar) => {
            fill_kernel::fill(target, scalar.stored_as(op, target.dtype())?);
            Ok(())
        }
        Right::Tensor(right) => {
            let lock = right.buffer.lock(op, Access::Read)?;
            transfer(op, target, lock.source(op, &right.layout, right.dtype)?)
        }
        Right::Borrowed(borrowed) => transfer(op, target, borrowed.source()),
    }
}

/// Writes one value into every element.
pub(crate) fn fill(op: &'static str, x: &Handle, value: Scalar) -> Result<()> {
    x.check_writable(op)?;
    fill_region(op, x, &x.layout, value)
}

fn fill_region(op: &'static str, x: &Handle, region: &Layout, value: Scalar) -> Result<()> {
    let value = value.stored_as(op, x.dtype)?;
    let lock = lock_for(op, x, region)?;
    fill_kernel::fill(lock.target(op, region, x.dtype)?, value);
    Ok(())
}

/// Few elements are written within a microsecond: whoever comes meanwhile need not be put to sleep.
fn lock_for<'a>(op: &'static str, x: &'a Handle, region: &Layout) -> Result<Lock<'a>> {
    match region.len() <= FEW {
        true => x.buffer.lock_briefly(op, Access::Write),
        false => x.buffer.lock(op, Access::Write),
    }
}

/// Writes into what `region` reaches in the memory of `x`.
fn store_region(op: &'static str, x: &Handle, region: &Layout, value: &Value<'_>) -> Result<()> {
    value.dtype().check_store(op, x.dtype)?;
    match &value.0 {
        Right::Scalar(scalar) => fill_region(op, x, region, *scalar),
        Right::Tensor(right) => {
            let locks = lock_all(op, [(&x.buffer, Access::Write), (&right.buffer, Access::Read)])?;
            let [left, of_value] = locks.each();
            let source = of_value.source(op, &right.layout, right.dtype)?;
            transfer(op, left.target(op, region, x.dtype)?, source)
        }
        Right::Borrowed(_) => {
            let lock = x.buffer.lock(op, Access::Write)?;
            store_target(op, lock.target(op, region, x.dtype)?, value)
        }
    }
}

/// Fits the value to the region (R14), looks whether the dtype holds all of it (R16), and copies it.
///
/// The shape comes first: only a value that fits is known to have no more elements than the memory of the target.
fn transfer(op: &'static str, target: Target<'_>, value: Source<'_>) -> Result<()> {
    let mut slot = None;
    let fitted = value.fit(op, target.shape(), &mut slot)?;
    check_values(op, &fitted, target.dtype())?;
    copy::transfer(op, target, fitted)
}

/// Every value must fit the destination's dtype before the first one is written (R16, R18).
pub(crate) fn check_values(op: &'static str, source: &Source<'_>, to: DType) -> Result<()> {
    match cast::first_unrepresentable(source, to) {
        None => Ok(()),
        Some(value) => {
            Err(ErrorKind::Unrepresentable { op, value: value.to_string(), to, cure: PLAIN_CAST }.into())
        }
    }
}
