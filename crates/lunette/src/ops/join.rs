//! Several tensors into one, and one into several.

use super::{lists, load};
use crate::buffer::lock_list;
use crate::dtype::promote_all;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::concat::concat_fresh;
use crate::layout::{Dims, Layout, Order, resolve_axis};
use crate::tensor::Handle;

/// The parts one after the other along an existing axis.
pub(crate) fn concat(parts: &[&Handle], axis: i64) -> Result<Handle> {
    concat_as("concat", parts, axis)
}

/// The parts side by side along a new axis at `axis` of the result.
pub(crate) fn stack(parts: &[&Handle], axis: i64) -> Result<Handle> {
    let op = "stack";
    let first = first(op, parts)?;
    let axis = resolve_axis(op, axis, first.layout.rank() + 1)? as i64;
    let mut raised = Vec::with_capacity(parts.len());
    for (k, part) in parts.iter().enumerate() {
        if part.shape() != first.shape() {
            return Err(mismatch(op, parts, k, "stacked tensors must have equal shapes"));
        }
        raised.push(part.with_layout(part.layout.expand_dims_for(op, &[axis])?));
    }
    concat_as(op, &raised.iter().collect::<Vec<_>>(), axis)
}

/// The parts one after the other along the second axis, or along the only one.
pub(crate) fn hstack(parts: &[&Handle]) -> Result<Handle> {
    let op = "hstack";
    let raised = raised(op, parts, |rank| if rank == 0 { &[0] } else { &[] })?;
    let axis = i64::from(first(op, parts)?.layout.rank() > 1);
    concat_as(op, &raised.iter().collect::<Vec<_>>(), axis)
}

/// The parts one after the other along the first axis, vectors as rows.
pub(crate) fn vstack(parts: &[&Handle]) -> Result<Handle> {
    let op = "vstack";
    let raised = raised(op, parts, |rank| match rank {
        0 => &[0, 1],
        1 => &[0],
        _ => &[],
    })?;
    concat_as(op, &raised.iter().collect::<Vec<_>>(), 0)
}

/// The parts side by side as columns: vectors stand upright, matrices follow each other along the second axis.
pub(crate) fn column_stack(parts: &[&Handle]) -> Result<Handle> {
    let op = "column_stack";
    let raised = raised(op, parts, |rank| match rank {
        0 => &[0, 1],
        1 => &[1],
        _ => &[],
    })?;
    concat_as(op, &raised.iter().collect::<Vec<_>>(), 1)
}

/// The parts one behind the other along the third axis, vectors as rows and matrices as layers.
pub(crate) fn dstack(parts: &[&Handle]) -> Result<Handle> {
    let op = "dstack";
    let raised = raised(op, parts, new_axes_of_three)?;
    concat_as(op, &raised.iter().collect::<Vec<_>>(), 2)
}

/// Where axes of size 1 come in, so that there are at least three: a vector is a row of one layer, as NumPy has it.
pub(crate) fn new_axes_of_three(rank: usize) -> &'static [i64] {
    match rank {
        0 => &[0, 1, 2],
        1 => &[0, 2],
        2 => &[2],
        _ => &[],
    }
}

/// The parts with new axes where those of their rank lack them.
fn raised(op: &'static str, parts: &[&Handle], axes: fn(usize) -> &'static [i64]) -> Result<Vec<Handle>> {
    let raise =
        |part: &&Handle| Ok(part.with_layout(part.layout.expand_dims_for(op, axes(part.layout.rank()))?));
    parts.iter().map(raise).collect()
}

/// As [`concat`], for an operation of another name.
pub(super) fn concat_as(op: &'static str, parts: &[&Handle], axis: i64) -> Result<Handle> {
    let first = first(op, parts)?;
    if first.layout.rank() == 0 {
        return Err(ErrorKind::Rank {
            op,
            expected: "tensors with at least one axis: use `stack`",
            found: 0,
        }
        .into());
    }
    let axis = resolve_axis(op, axis, first.layout.rank())?;
    let layout = joined_layout(op, parts, axis)?;
    let dtype = promote_all(parts.iter().map(|part| part.dtype)).unwrap_or(first.dtype);
    let locks = lock_list(op, parts.iter().map(|part| (&part.buffer, Access::Read)))?;
    let sources =
        parts.iter().zip(locks.iter()).map(|(part, lock)| lock.source(op, &part.layout, part.dtype));
    let buffer = concat_fresh(op, &sources.collect::<Result<Vec<_>>>()?, axis, dtype)?;
    Ok(Handle::fresh(buffer, layout, dtype))
}

/// The layout of the result: sizes agree off the axis and add up on it.
fn joined_layout(op: &'static str, parts: &[&Handle], axis: usize) -> Result<Layout> {
    let mut shape = Dims::from_slice(parts[0].shape());
    for (number, part) in parts.iter().enumerate().skip(1) {
        let agrees = part.layout.rank() == shape.len()
            && part.shape().iter().zip(&shape).enumerate().all(|(k, (a, b))| k == axis || a == b);
        if !agrees {
            let cure = "joined tensors must agree in rank and in every size but that of the axis";
            return Err(mismatch(op, parts, number, cure));
        }
        let too_large = || ErrorKind::TooLarge { op, dims: shape.clone() };
        shape[axis] = shape[axis].checked_add(part.shape()[axis]).ok_or_else(too_large)?;
    }
    Layout::contiguous_for(op, &shape, Order::C)
}

/// The sub-tensors along an axis, as views without it.
pub(crate) fn unstack(x: &Handle, axis: i64) -> Result<Vec<Handle>> {
    let op = "unstack";
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let mut parts = lists::with_room(op, x.shape()[axis])?;
    for i in 0..x.shape()[axis] {
        parts.push(x.with_layout(x.layout.index_axis(op, axis, i)?));
    }
    Ok(parts)
}

/// The parts between the positions, as views.
pub(crate) fn split_at_positions(x: &Handle, positions: &[i64], axis: i64) -> Result<Vec<Handle>> {
    let parts = x.layout.split_indices_for("split_at_positions", axis, positions)?;
    Ok(parts.into_iter().map(|part| x.with_layout(part)).collect())
}

/// Equal parts, as views; where the size is no multiple, the first parts are longer by one.
pub(crate) fn split(x: &Handle, sections: usize, axis: i64) -> Result<Vec<Handle>> {
    let op = "split";
    let layouts = x.layout.split_sections_for(op, axis, sections)?;
    let mut parts = lists::with_room(op, sections)?;
    parts.extend(layouts.map(|part| x.with_layout(part)));
    Ok(parts)
}

fn first<'a>(op: &'static str, parts: &[&'a Handle]) -> Result<&'a Handle> {
    let (found, allowed) = (|| "empty".to_owned(), "there must be at least one tensor to join");
    parts
        .first()
        .copied()
        .ok_or_else(|| ErrorKind::Argument { op, name: "parts", found: found(), allowed }.into())
}

/// The error for a part that does not fit the first.
fn mismatch(op: &'static str, parts: &[&Handle], part: usize, cure: &'static str) -> crate::Error {
    let (expected, found) = (parts[0].layout.dims(), parts[part].layout.dims());
    ErrorKind::PartMismatch { op, part, expected, found, cure }.into()
}

/// Coordinate tensors for a grid over the given axes, each in memory of its own.
pub(crate) fn meshgrid(axes: &[&Handle], swap_first_two: bool) -> Result<Vec<Handle>> {
    let op = "meshgrid";
    let mut shape = Dims::new();
    for axis in axes {
        match axis.shape() {
            [] => shape.push(1),
            [size] => shape.push(*size),
            other => {
                return Err(
                    ErrorKind::Rank { op, expected: "tensors of rank 0 or 1", found: other.len() }.into()
                );
            }
        }
    }
    let place = |k: usize| if swap_first_two && shape.len() >= 2 && k < 2 { 1 - k } else { k };
    let mut grid = shape.clone();
    (0..shape.len()).for_each(|k| grid[place(k)] = shape[k]);
    let on_grid = |(k, axis): (usize, &&Handle)| {
        let mut dims = Dims::from_elem(1, shape.len());
        dims[place(k)] = shape[k];
        let spread = super::rearrange::reshape_to(op, axis, &dims)?;
        load::copy(op, &spread.with_overlapping_layout(spread.layout.broadcast_to_for(op, &grid)?), Order::C)
    };
    axes.iter().enumerate().map(on_grid).collect()
}
