//! Where something is.

use super::elementwise::{BinaryOp, Operand, binary, choose};
use super::{cast, pick};
use crate::buffer::{Buffer, lock_all};
use crate::dtype::{DType, Scalar, promote};
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::search::{Question, are_few, search};
use crate::kernels::{generate, mask};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// One tensor of indices for each axis, telling where the elements are not zero, in row-major order.
pub(crate) fn nonzero(x: &Handle) -> Result<Vec<Handle>> {
    let op = "nonzero";
    if x.layout.rank() == 0 {
        let expected = "at least one axis (reshape a scalar to [1])";
        return Err(ErrorKind::Rank { op, expected, found: 0 }.into());
    }
    let lock = x.buffer.lock(op, Access::Read)?;
    let axes = mask::nonzero(op, lock.source(op, &x.layout, x.dtype)?)?;
    let handle = |indices: Buffer| {
        let layout = Layout::vector(indices.len_bytes() / DType::I64.item_size());
        Handle::fresh(indices, layout, DType::I64)
    };
    Ok(axes.into_iter().map(handle).collect())
}

/// A table with one row of indices for each element that is not zero.
pub(crate) fn argwhere(x: &Handle) -> Result<Handle> {
    let op = "argwhere";
    let hits = positions(op, x)?;
    let rank = x.layout.rank();
    let layout = Layout::contiguous_for(op, &[hits.len(), rank], Order::C)?;
    let inner: Vec<usize> = (0..rank).map(|axis| x.shape()[axis + 1..].iter().product()).collect();
    let entry = |i: usize| (hits[i / rank] / inner[i % rank] % x.shape()[i % rank]) as i64;
    Ok(Handle::fresh(generate::from_fn(op, layout.len(), entry)?, layout, DType::I64))
}

/// The flat row-major positions of the elements that are not zero, as a tensor.
pub(crate) fn flatnonzero(x: &Handle) -> Result<Handle> {
    let op = "flatnonzero";
    let hits = positions(op, x)?;
    let entry = |k: usize| hits[k] as i64;
    Ok(Handle::fresh(generate::from_fn(op, hits.len(), entry)?, Layout::vector(hits.len()), DType::I64))
}

/// The flat row-major positions of the elements that are not zero.
fn positions(op: &'static str, x: &Handle) -> Result<Vec<usize>> {
    let lock = x.buffer.lock(op, Access::Read)?;
    mask::nonzero_positions(op, lock.source(op, &x.layout, x.dtype)?)
}

/// Where a value goes among elements that are equal to it.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::Side;
/// let x = tensor![10, 20, 20, 30];
/// assert_eq!(x.searchsorted(&tensor![20], Side::Left)?, tensor![1_i64]);
/// assert_eq!(x.searchsorted(&tensor![20], Side::Right)?, tensor![3_i64]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Before all of them.
    #[default]
    Left,
    /// Behind all of them.
    Right,
}

/// For each value the index in the vector `x` before which it goes, so that the order is kept. `x` is sorted, or
/// `sorter` sorts it.
pub(crate) fn searchsorted(
    op: &'static str,
    x: &Handle,
    values: &Handle,
    side: Side,
    sorter: Option<&Handle>,
) -> Result<Handle> {
    check_vector(op, x)?;
    let sorted = match sorter {
        Some(sorter) if sorter.shape() != x.shape() => {
            let (expected, found) = (x.shape().into(), sorter.shape().into());
            let cure = "the sorter names each element once";
            return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
        }
        Some(sorter) => &pick::take(x, sorter, 0)?,
        None => x,
    };
    let question = match side {
        Side::Left => Question::Less,
        Side::Right => Question::LessOrEqual,
    };
    ask(op, sorted, values, question)
}

/// Checks that there is one axis.
pub(crate) fn check_vector(op: &'static str, x: &Handle) -> Result<()> {
    match x.layout.rank() {
        1 => Ok(()),
        found => Err(ErrorKind::Rank { op, expected: "one axis", found }.into()),
    }
}

/// The answer for each value; both sides are compared in the dtype that holds both, whole numbers exactly.
pub(crate) fn ask(op: &'static str, sorted: &Handle, values: &Handle, question: Question) -> Result<Handle> {
    match (sorted.dtype, values.dtype) {
        (DType::I64, DType::U64) | (DType::U64, DType::I64) => ask_across_signs(op, sorted, values, question),
        (left, right) => ask_in(op, sorted, values, question, promote(left, right)),
    }
}

/// Among `i64`, for `u64`, or the other way round: values that the sorted ones cannot equal lie at one end of them.
fn ask_across_signs(
    op: &'static str,
    sorted: &Handle,
    values: &Handle,
    question: Question,
) -> Result<Handle> {
    let above = sorted.dtype == DType::I64;
    let (bound, is_beyond) = match above {
        true => (Scalar::U64(i64::MAX.unsigned_abs()), BinaryOp::Greater),
        false => (Scalar::I64(0), BinaryOp::Less),
    };
    let beyond = binary(is_beyond, Operand::Tensor(values), Operand::Scalar(bound))?;
    let answers = ask_in(op, sorted, values, question, sorted.dtype)?;
    let known = match question {
        Question::Less | Question::LessOrEqual if above => Scalar::I64(sorted.layout.len() as i64),
        Question::Less | Question::LessOrEqual => Scalar::I64(0),
        Question::Contains => Scalar::Bool(false),
        Question::Lacks => Scalar::Bool(true),
    };
    choose(&beyond, Operand::Scalar(known), Operand::Tensor(&answers))
}

/// The answer for each value, both sides as elements of `dtype`.
fn ask_in(
    op: &'static str,
    sorted: &Handle,
    values: &Handle,
    question: Question,
    dtype: DType,
) -> Result<Handle> {
    let values = cast::to_dtype(op, values, dtype)?;
    let sorted = match are_few(values.layout.len(), sorted.layout.len()) {
        true => sorted.clone(),
        false => cast::to_dtype(op, sorted, dtype)?,
    };
    let layout = Layout::contiguous_for(op, values.shape(), Order::C)?;
    let locks = lock_all(op, [(&sorted.buffer, Access::Read), (&values.buffer, Access::Read)])?;
    let [sorted_lock, values_lock] = locks.each();
    let answers = search(
        op,
        sorted_lock.source(op, &sorted.layout, sorted.dtype)?,
        values_lock.source(op, &values.layout, dtype)?,
        question,
    )?;
    Ok(Handle::fresh(answers, layout, question.answer_dtype()))
}
