//! Picks with a name of their own: take, put, and the forms with one index tensor for each axis.

use std::iter::{empty, once};

use super::read::{Walk, WalkAxis, steps};
use super::{
    Duplicates, all_memory, gather, gather_few, gather_named, gather_orthogonal, gather_walk, lock_reads,
    lock_writes, scatter, scatter_region, scatter_walk,
};
use crate::dtype::DType;
use crate::error::{Access, Error, ErrorKind, Result};
use crate::index::{IndexRange, Item, Plan, resolve, resolve_orthogonal};
use crate::kernels::generate;
use crate::kernels::pick::{Along, From, Mode, Named, Table, offsets};
use crate::layout::{Dims, Layout, Order, Strides, broadcast_shapes_for, resolve_axis};
use crate::ops::rearrange::reshape_to;
use crate::ops::{create, lists, load};
use crate::tensor::{Handle, Value};

/// The entries of one axis that `indices` name.
pub(crate) fn take(x: &Handle, indices: &Handle, axis: i64) -> Result<Handle> {
    let op = "take";
    let items = take_items(op, x.layout.rank(), indices, axis)?;
    if items.len() == 1
        && let Some(taken) = gather_few(op, x, indices)?
    {
        return Ok(taken);
    }
    if x.layout.rank() == 1 {
        // Where there is one axis, both kinds of index mean the same, and this one reads the indices only once.
        if let Plan::Pick(plan) = resolve(op, &items, &x.layout)? {
            return gather(op, x, &plan);
        }
    }
    gather_orthogonal(op, x, &resolve_orthogonal(op, &items, &x.layout)?)
}

/// The index expression that takes entries along one axis.
pub(crate) fn take_items<'i>(
    op: &'static str,
    rank: usize,
    indices: &'i Handle,
    axis: i64,
) -> Result<Vec<Item<'i>>> {
    check_integers(op, indices)?;
    let axis = resolve_axis(op, axis, rank)?;
    let mut items = vec![Item::Range(IndexRange::slice(None, None, 1)); axis];
    items.push(Item::of_handle(indices));
    Ok(items)
}

/// Entries of several axes, each axis by its own list; the caller knows that they exist.
pub(crate) fn take_entries(op: &'static str, x: &Handle, entries: &[(usize, Vec<usize>)]) -> Result<Handle> {
    let mut shape = Dims::from_slice(x.shape());
    let mut axes = steps(&x.layout);
    for (axis, list) in entries {
        let stride = x.layout.strides()[*axis];
        shape[*axis] = list.len();
        let mut offsets = lists::with_room(op, list.len())?;
        // Wrapping: where the product would not fit there is no element, and the table is empty.
        offsets.extend(list.iter().map(|&entry| stride.wrapping_mul(entry as isize)));
        axes[*axis] = WalkAxis::Table(Table::new(offsets));
    }
    gather_walk(op, x, &lock_reads(op, x, empty())?, &Walk::new(x.layout.offset(), shape, axes))
}

/// For each place of `indices` the entry that it names along `axis`.
pub(crate) fn take_along_axis(x: &Handle, indices: &Handle, axis: i64) -> Result<Handle> {
    let op = "take_along_axis";
    check_integers(op, indices)?;
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    check_rank(op, x, indices)?;
    // Off the axis the shapes broadcast; on it the indices decide.
    let mut off_axis = Dims::from_slice(x.shape());
    off_axis[axis] = indices.shape()[axis];
    let shape = broadcast_shapes_for(op, &[&off_axis, indices.shape()])?;
    let mut source_shape = shape.clone();
    source_shape[axis] = x.shape()[axis];
    let stretched = x.layout.broadcast_to_for(op, &source_shape)?;

    let locks = lock_reads(op, x, once(indices))?;
    let spread = indices.layout.broadcast_to_for(op, &shape)?;
    let along = Along { axis, len: x.shape()[axis], stride: x.layout.strides()[axis] };
    let index = locks.get(1).source(op, &spread, indices.dtype)?;
    let mut steps = Strides::from_slice(stretched.strides());
    steps[axis] = 0;
    let memory = all_memory(x);
    let from =
        From { memory: locks.get(0).source(op, &memory, x.dtype)?, base: x.layout.offset(), steps: &steps };
    if let Some(taken) = gather_named(op, from, &shape, &[Named { index, along }])? {
        return Ok(taken);
    }
    // An index names what does not exist, or there is nothing to take: this says so.
    let mut table = lists::zeros(op, shape.iter().product())?;
    offsets(op, &index, along, &mut table, Mode::Set)?;
    let walk = Walk::new(x.layout.offset(), shape, vec![WalkAxis::Table(Table::new(table))]);
    gather_walk(op, x, &locks, &walk)
}

/// Writes `value` into the entries along `axis` that `indices` name, each at its own place of the other axes.
pub(crate) fn put_along_axis(x: &Handle, indices: &Handle, value: &Value<'_>, axis: i64) -> Result<()> {
    let op = "put_along_axis";
    x.check_writable(op)?;
    check_integers(op, indices)?;
    let rank = x.layout.rank();
    let axis = resolve_axis(op, axis, rank)?;
    check_rank(op, x, indices)?;
    let place = |k: usize| match k == axis {
        true => Ok(indices.clone()),
        false => own_places(op, k, x.shape()[k], rank),
    };
    let places = (0..rank).map(place).collect::<Result<Vec<_>>>()?;
    let items: Vec<_> = places.iter().map(Item::of_handle).collect();
    match resolve(op, &items, &x.layout)? {
        Plan::Pick(plan) => scatter(op, x, &plan, value, Duplicates::LastWins),
        // A tensor has an axis, and with it an index tensor: this is never met.
        Plan::View(layout) => scatter_region(op, &x.with_layout(layout), value, Duplicates::LastWins),
    }
}

/// Indices that go along one axis each have the rank of the tensor.
fn check_rank(op: &'static str, x: &Handle, indices: &Handle) -> Result<()> {
    let (expected, found) = ("indices of the tensor's own rank", indices.layout.rank());
    if found == x.layout.rank() { Ok(()) } else { Err(ErrorKind::Rank { op, expected, found }.into()) }
}

/// The index along an axis of this size itself, as one of `rank` axes.
fn own_places(op: &'static str, axis: usize, size: usize, rank: usize) -> Result<Handle> {
    let mut dims = Dims::from_elem(1, rank);
    dims[axis] = size;
    reshape_to(op, &create::from_flat_fn(op, &[size], |i| i as i64)?, &dims)
}

/// Writes `value` at flat row-major positions.
pub(crate) fn put(x: &Handle, positions: &Handle, value: &Value<'_>) -> Result<()> {
    let op = "put";
    x.check_writable(op)?;
    check_integers(op, positions)?;
    value.dtype().check_store(op, x.dtype)?;
    let locks = lock_writes(op, x, once(positions), value)?;
    let along = Along { axis: 0, len: x.layout.len(), stride: 1 };
    let mut table = lists::zeros(op, positions.layout.len())?;
    let named = locks.get(1).source(op, &positions.layout, positions.dtype)?;
    offsets(op, &named, along, &mut table, Mode::Set).map_err(as_position)?;
    table.iter_mut().for_each(|position| *position = reach(&x.layout, *position as usize));
    let walk =
        Walk::new(x.layout.offset(), positions.shape().into(), vec![WalkAxis::Table(Table::new(table))]);
    scatter_walk(op, (x, &locks), &walk, value, Duplicates::LastWins)
}

/// The index along each axis of a tensor of this shape that flat row-major positions in it have.
pub(crate) fn unravel_index(positions: &Handle, shape: &[usize]) -> Result<Vec<Handle>> {
    let op = "unravel_index";
    check_integers(op, positions)?;
    let len = Layout::contiguous_for(op, shape, Order::C)?.len();
    let mut table = lists::zeros(op, positions.layout.len())?;
    let lock = positions.buffer.lock(op, Access::Read)?;
    let named = lock.source(op, &positions.layout, positions.dtype)?;
    offsets(op, &named, Along { axis: 0, len, stride: 1 }, &mut table, Mode::Set).map_err(as_position)?;
    let layout = Layout::contiguous_for(op, positions.shape(), Order::C)?;
    let index_along = |axis: usize| {
        // Of a shape with a zero the others may be anything; then there are no positions.
        let inner = shape[axis + 1..].iter().copied().fold(1, usize::saturating_mul);
        let entry = |k: usize| (table[k] as usize / inner % shape[axis]) as i64;
        Ok(Handle::fresh(generate::from_fn(op, table.len(), entry)?, layout.clone(), DType::I64))
    };
    (0..shape.len()).map(index_along).collect()
}

/// The flat row-major positions in a tensor of this shape that index tensors, one for each axis, name.
pub(crate) fn ravel_multi_index(indices: &[&Handle], shape: &[usize]) -> Result<Handle> {
    let op = "ravel_multi_index";
    let named = Layout::contiguous_for(op, shape, Order::C)?;
    if indices.len() != named.rank() {
        let counts = [named.rank(), indices.len()];
        return Err(named.wrong_count(op, "index tensors", counts, "give one for each axis"));
    }
    let all: Vec<_> = indices.iter().copied().map(Some).collect();
    let made = Layout::contiguous_for(op, &places_shape(op, &named, &all, None)?, Order::C)?;
    let mut table = lists::zeros(op, made.len())?;
    for (axis, index) in indices.iter().enumerate() {
        let spread = index.layout.broadcast_to_for(op, made.shape())?;
        let lock = index.buffer.lock(op, Access::Read)?;
        let along = Along { axis, len: shape[axis], stride: named.strides()[axis] };
        offsets(op, &lock.source(op, &spread, index.dtype)?, along, &mut table, Mode::Add)?;
    }
    let position = |k: usize| table[k] as i64;
    Ok(Handle::fresh(generate::from_fn(op, table.len(), position)?, made, DType::I64))
}

/// The error about an axis, which flat positions do not have, as one about all elements.
#[cold]
fn as_position(error: Error) -> Error {
    match *error.kind() {
        ErrorKind::IndexOutOfRange { op, index: position, len, .. } => {
            ErrorKind::PositionOutOfRange { op, position, len }.into()
        }
        _ => error,
    }
}

/// How far the element at a flat row-major position lies from the first.
fn reach(layout: &Layout, position: usize) -> isize {
    let mut rest = position;
    let mut reach = 0;
    for (&size, &stride) in layout.shape().iter().zip(layout.strides()).rev() {
        reach += (rest % size) as isize * stride;
        rest /= size;
    }
    reach
}

/// The elements that one index tensor for each axis names.
pub(crate) fn gather_places(x: &Handle, indices: &[Option<&Handle>]) -> Result<Handle> {
    let op = "gather";
    let shape = places_shape(op, &x.layout, indices, None)?;
    let places = all_places(op, indices, &shape)?;
    let items: Vec<_> = places.iter().map(Item::of_handle).collect();
    match resolve(op, &items, &x.layout)? {
        Plan::Pick(plan) => gather(op, x, &plan),
        Plan::View(layout) => load::copy(op, &x.with_layout(layout), Order::C),
    }
}

/// Zeros of the given shape to which each element of `x` has been added at the place that the index tensors name.
pub(crate) fn scatter_places(x: &Handle, indices: &[Option<&Handle>], shape: &[usize]) -> Result<Handle> {
    let op = "scatter_to";
    let made = Handle::zeros(op, x.dtype, shape, Order::C)?;
    places_shape(op, &made.layout, indices, Some(x.shape()))?;
    let places = all_places(op, indices, x.shape())?;
    let items: Vec<_> = places.iter().map(Item::of_handle).collect();
    let value = Value::of(x);
    match resolve(op, &items, &made.layout)? {
        Plan::Pick(plan) => scatter(op, &made, &plan, &value, Duplicates::Sum)?,
        // Without axes there is one place, where every element goes.
        Plan::View(_) => {
            let table = Table::new(lists::zeros(op, x.layout.len())?);
            let walk = Walk::new(made.layout.offset(), x.shape().into(), vec![WalkAxis::Table(table)]);
            let locks = lock_writes(op, &made, empty(), &value)?;
            scatter_walk(op, (&made, &locks), &walk, &value, Duplicates::Sum)?;
        }
    }
    Ok(made)
}

/// The shape over which the index tensors for each axis of `picked` are read: `whole`, or what they broadcast to.
fn places_shape(
    op: &'static str,
    picked: &Layout,
    indices: &[Option<&Handle>],
    whole: Option<&[usize]>,
) -> Result<Dims> {
    if indices.len() != picked.rank() {
        let cure = "give one for each axis, `None` where the index along the axis itself is meant";
        return Err(picked.wrong_count(op, "index tensors", [picked.rank(), indices.len()], cure));
    }
    let mut shapes: Vec<&[usize]> = Vec::new();
    for index in indices.iter().flatten() {
        check_integers(op, index)?;
        shapes.push(index.shape());
    }
    shapes.extend(whole);
    let shape = broadcast_shapes_for(op, &shapes)?;
    match whole {
        Some(whole) if *shape != *whole => {
            let (expected, found) = (whole.into(), shape);
            let cure = "index tensors must stretch to the shape of the scattered tensor";
            Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into())
        }
        _ => Ok(shape),
    }
}

/// An index tensor for every axis: those given, and for the others the index along the axis itself.
fn all_places(op: &'static str, indices: &[Option<&Handle>], shape: &[usize]) -> Result<Vec<Handle>> {
    let place = |(axis, index): (usize, &Option<&Handle>)| {
        if let Some(index) = index {
            return Ok(index.with_overlapping_layout(index.layout.broadcast_to_for(op, shape)?));
        }
        let Some(&size) = shape.get(axis) else {
            let found = format!("`None` for axis {axis}, beside index tensors of shape {shape:?}");
            let allowed = "`None` is the index along its own axis, which the index tensors must have then";
            return Err(ErrorKind::Argument { op, name: "indices", found, allowed }.into());
        };
        own_places(op, axis, size, shape.len())
    };
    indices.iter().enumerate().map(place).collect()
}

/// Picks by name take integers only: a mask is no list of places.
fn check_integers(op: &'static str, indices: &Handle) -> Result<()> {
    let dtype = indices.dtype;
    if dtype == DType::Bool { Err(ErrorKind::IndexDType { op, dtype }.into()) } else { Ok(()) }
}
