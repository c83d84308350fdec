//! Tensors as sets of their elements: those that differ, and those that are in another one.

use super::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary_into, unary};
use super::load::load;
use super::rearrange::{self, part, reshape_to};
use super::reduce::{self, KeepDims};
use super::sort::{Direction, sort};
use super::{create, lists, pick, search, store};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::index::{Axes, Item};
use crate::kernels::reduce::Reduction;
use crate::kernels::search::{self as kernel, Question};
use crate::layout::{Entries, Order, resolve_axis};
use crate::tensor::{Handle, Value};

/// A set of so many elements is compared with, not searched.
const FEW: usize = 16;

/// The distinct elements in ascending order, and how often each comes.
pub(crate) struct Distinct {
    pub(crate) values: Handle,
    pub(crate) counts: Handle,
}

/// [`Distinct`], and where the elements come from and go to.
pub(crate) struct Unique {
    pub(crate) distinct: Distinct,
    /// The flat row-major position, or the entry of the axis, at which each distinct one comes first.
    pub(crate) indices: Handle,
    /// For each element the position of the distinct element that it is, in the shape of the tensor; for each entry of
    /// the axis that of the distinct entry.
    pub(crate) inverse: Handle,
}

/// The distinct elements; every NaN is one, and -0.0 equals 0.0.
pub(crate) fn unique_values(op: &'static str, x: &Handle) -> Result<Handle> {
    let sorted = Sorted::of(op, x)?;
    sorted.values(op)
}

/// The distinct elements and how often each comes.
pub(crate) fn unique_counts(op: &'static str, x: &Handle) -> Result<Distinct> {
    let sorted = Sorted::of(op, x)?;
    let starts: Vec<i64> = lists::read(op, &search::flatnonzero(&sorted.is_first)?)?;
    let end = |k: usize| starts.get(k + 1).map_or(x.layout.len() as i64, |&next| next);
    let counts = create::from_flat_fn(op, &[starts.len()], |k| end(k) - starts[k])?;
    Ok(Distinct { values: sorted.values(op)?, counts })
}

/// All there is to know about the distinct elements.
pub(crate) fn unique_all(op: &'static str, x: &Handle) -> Result<Unique> {
    let flat = reshape_to(op, x, &[x.layout.len()])?;
    let lock = flat.buffer.lock(op, Access::Read)?;
    let groups = kernel::groups(op, lock.source(op, &flat.layout, flat.dtype)?)?;
    drop(lock);
    let indices = vector(op, &groups.firsts)?;
    let values = pick::take(&flat, &indices, 0)?;
    let inverse = create::from_flat_fn(op, x.shape(), |k| groups.numbers[k])?;
    Ok(Unique { distinct: Distinct { values, counts: vector(op, &groups.counts)? }, indices, inverse })
}

/// All there is to know about the distinct entries of an axis; of two that differ, the first of their elements that do
/// decide which one comes first.
pub(crate) fn unique_along(op: &'static str, x: &Handle, axis: i64) -> Result<Unique> {
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let count = x.shape()[axis];
    let entries = x.with_layout(x.layout.move_axis_for(op, &[axis as i64], &[0])?);
    let matrix = reshape_to(op, &entries, &[count, x.layout.len().checked_div(count).unwrap_or(0)])?;
    let lock = matrix.buffer.lock(op, Access::Read)?;
    let groups = kernel::row_groups(op, lock.source(op, &matrix.layout, matrix.dtype)?)?;
    drop(lock);
    let firsts = groups.firsts.iter().map(|&first| first as usize).collect();
    let values = pick::take_entries(op, x, &[(axis, firsts)])?;
    let distinct = Distinct { values, counts: vector(op, &groups.counts)? };
    Ok(Unique { distinct, indices: vector(op, &groups.firsts)?, inverse: vector(op, &groups.numbers)? })
}

/// All elements in ascending order, and whether each differs from the one before it.
struct Sorted {
    elements: Handle,
    is_first: Handle,
}

impl Sorted {
    fn of(op: &'static str, x: &Handle) -> Result<Self> {
        let len = x.layout.len();
        let elements = sort(op, &reshape_to(op, x, &[len])?, 0, Direction::Ascending)?;
        let is_first = create::full(op, DType::Bool, &[len], true.into())?;
        if len > 1 {
            let (next, before) = (part(op, &elements, 0, 1..len)?, part(op, &elements, 0, 0..len - 1)?);
            let out = part(op, &is_first, 0, 1..len)?;
            binary_into(BinaryOp::NotEqual, Operand::Tensor(&next), Operand::Tensor(&before), &out)
                .map_err(|error| error.called(op))?;
        }
        Ok(Self { elements, is_first })
    }

    /// The first of each run of equal elements.
    fn values(&self, op: &'static str) -> Result<Handle> {
        load(&self.elements, &[Item::of_handle(&self.is_first)], Order::C).map_err(|error| error.called(op))
    }
}

fn vector(op: &'static str, entries: &[i64]) -> Result<Handle> {
    create::from_flat_fn(op, &[entries.len()], |k| entries[k])
}

/// For each element whether it is one of those of `set`, or, inverted, whether it is none.
pub(crate) fn isin(op: &'static str, x: &Handle, set: &Handle, invert: bool) -> Result<Handle> {
    let flat = reshape_to(op, set, &[set.layout.len()])?;
    if x.dtype == set.dtype && (1..=FEW).contains(&set.layout.len()) && x.layout.len() > FEW {
        return isin_few(op, x, &flat, invert);
    }
    let rounds = set.layout.len().checked_ilog2().unwrap_or(0) as usize;
    if x.layout.len() < rounds / 4 {
        return isin_each(op, x, &flat, invert);
    }
    // Sorted in its own dtype: no cast changes the order.
    let sorted = sort(op, &flat, 0, Direction::Ascending)?;
    search::ask(op, &sorted, x, if invert { Question::Lacks } else { Question::Contains })
}

/// As [`isin`], by comparing all elements with each of a set of few: vectors do that faster than a search goes.
fn isin_few(op: &'static str, x: &Handle, set: &Handle, invert: bool) -> Result<Handle> {
    // An element is in the set if it equals one, and is not if it differs from all.
    let (each, all) = match invert {
        false => (BinaryOp::Equal, BinaryOp::LogicalOr),
        true => (BinaryOp::NotEqual, BinaryOp::LogicalAnd),
    };
    let mut answer = Expression::of(Operand::Scalar(Scalar::from(invert)));
    for one in lists::scalars(op, set)? {
        let compared = Expression::of(Operand::Tensor(x)).binary(each, Expression::of(Operand::Scalar(one)));
        answer = answer.binary(all, compared);
    }
    answer.evaluate_for(op)
}

/// As [`isin`], by a look at all of a set for each of very few elements: sorting the set would take longer.
fn isin_each(op: &'static str, x: &Handle, set: &Handle, invert: bool) -> Result<Handle> {
    let found = Handle::zeros(op, DType::Bool, &[x.layout.len()], Order::C)?;
    let flat = reshape_to(op, x, &[x.layout.len()])?;
    for k in 0..x.layout.len() {
        let entry = Entries { start: k, len: 1, step: 1 };
        let one = flat.with_layout(flat.layout.slice_axis(op, 0, entry)?);
        let equal = Expression::of(Operand::Tensor(set))
            .binary(BinaryOp::Equal, Expression::of(Operand::Tensor(&one)))
            .reduce(op, |x| reduce::truth(op, x, &Axes::All, KeepDims::Yes, Reduction::Any))?;
        let place = found.with_layout(found.layout.slice_axis(op, 0, entry)?);
        store::store_whole(op, &place, &Value::of(&equal))?;
    }
    let found = rearrange::in_shape(op, found, x.shape())?;
    if invert { unary(UnaryOp::LogicalNot, &found) } else { Ok(found) }
}
