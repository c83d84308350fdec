//! Picks by one small index tensor: integers along the first axis, or a mask of all elements. Most picks of a program that
//! works on few elements are such.

use crate::buffer::{lock_all, lock_two_to_read};
use crate::dtype::DType;
use crate::error::{Access, Result};
use crate::kernels::mask::{self, MOST_SELECTED};
use crate::kernels::pick::{self, FewValues};
use crate::layout::{Dense, Dims, Layout, Order};
use crate::tensor::{Handle, Right, Value};

/// A copy of the few entries of the first axis that integers name, or of the few elements where a mask of their shape is
/// true; none where there are many, or anything is unusual.
pub(crate) fn gather_few(op: &'static str, x: &Handle, index: &Handle) -> Result<Option<Handle>> {
    match index.dtype {
        DType::Bool => select_few(op, x, index),
        _ => name_few(op, x, index),
    }
}

fn select_few(op: &'static str, x: &Handle, mask: &Handle) -> Result<Option<Handle>> {
    let few = |x: &Handle| x.layout.len() <= MOST_SELECTED && x.layout.is_c_contiguous();
    if x.layout.rank() == 0 || x.shape() != mask.shape() || !few(x) || !few(mask) {
        return Ok(None);
    }
    let (Some(elements), Some(chosen)) = (x.layout.dense(), mask.layout.dense()) else { return Ok(None) };
    let locks = lock_two_to_read(op, [&x.buffer, &mask.buffer])?;
    let [lock, of_mask] = locks.each();
    let (elements, chosen) = (lock.piece(op, elements, x.dtype)?, of_mask.piece(op, chosen, DType::Bool)?);
    let found = mask::select_few(op, chosen, elements)?;
    Ok(found.map(|(buffer, count)| Handle::fresh(buffer, Layout::vector(count), x.dtype)))
}

fn name_few(op: &'static str, x: &Handle, index: &Handle) -> Result<Option<Handle>> {
    let Some(list) = few_integers(index) else { return Ok(None) };
    let locks = lock_two_to_read(op, [&x.buffer, &index.buffer])?;
    let [lock, of_index] = locks.each();
    let source = lock.source(op, &x.layout, x.dtype)?;
    let Some(buffer) = pick::gather_few(op, source, of_index.piece(op, list, index.dtype)?)? else {
        return Ok(None);
    };
    let shape: Dims = index.shape().iter().chain(x.shape().iter().skip(1)).copied().collect();
    Ok(Some(Handle::fresh(buffer, Layout::contiguous_for(op, &shape, Order::C)?, x.dtype)))
}

/// Writes `value` into the few entries of the first axis that integers name; `false`, and nothing is written, where there
/// are many, or anything is unusual.
pub(crate) fn scatter_few(op: &'static str, x: &Handle, index: &Handle, value: &Value<'_>) -> Result<bool> {
    let Some(list) = few_integers(index) else { return Ok(false) };
    match &value.0 {
        Right::Scalar(scalar) => {
            // A value that does not fit is told of the usual way.
            let Ok(scalar) = scalar.stored_as(op, x.dtype) else { return Ok(false) };
            let locks = lock_all(op, [(&x.buffer, Access::Write), (&index.buffer, Access::Read)])?;
            let [lock, of_index] = locks.each();
            let target = lock.target(op, &x.layout, x.dtype)?;
            let list = of_index.piece(op, list, index.dtype)?;
            Ok(pick::scatter_few(target, list, FewValues::One(&scalar)))
        }
        Right::Tensor(right) if is_region(right.shape(), index, x) => {
            let Some(values) = right.layout.dense().filter(|values| values.order() == Order::C) else {
                return Ok(false);
            };
            let reads = [&index.buffer, &right.buffer].map(|buffer| (buffer, Access::Read));
            let locks = lock_all(op, [(&x.buffer, Access::Write), reads[0], reads[1]])?;
            let [lock, of_index, of_value] = locks.each();
            let target = lock.target(op, &x.layout, x.dtype)?;
            let values = of_value.piece(op, values, right.dtype)?;
            let list = of_index.piece(op, list, index.dtype)?;
            Ok(pick::scatter_few(target, list, FewValues::Each(values)))
        }
        _ => Ok(false),
    }
}

/// An index tensor as a list of integers, if there are few of them, in one piece.
#[inline]
fn few_integers(index: &Handle) -> Option<Dense<'_>> {
    let list = index.layout.dense()?;
    (index.dtype.is_integer() && list.order() == Order::C && list.len() <= pick::MOST_ENTRIES).then_some(list)
}

/// Whether a shape is that of the entries that an index tensor names along the first axis.
fn is_region(shape: &[usize], index: &Handle, x: &Handle) -> bool {
    shape.iter().eq(index.shape().iter().chain(x.shape().iter().skip(1)))
}
