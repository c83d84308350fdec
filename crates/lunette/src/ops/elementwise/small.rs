//! The short way for small tensors: no program, no nest, no tiles, one loop over contiguous memory.

use super::operand::Operand;
use crate::buffer::{Source, lock_all};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::kernels::elementwise::{Flat, Loop, flat};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// Above this many elements the long way costs nothing in comparison.
const FEW: usize = 2048;

/// The result of a loop over one tensor, if it is small, contiguous and of the loop's own dtype.
pub(super) fn unary(
    op: &'static str,
    run: Loop,
    x: &Handle,
    seen: DType,
    out: DType,
) -> Option<Result<Handle>> {
    is_flat(x, seen).then(|| {
        let lock = x.buffer.lock(op, Access::Read)?;
        let source = lock.source(op, &x.layout, x.dtype)?;
        finish(op, run, x, [Flat::Region(&source)], out)
    })
}

/// The result of a loop over two operands, if they are small, contiguous, of one shape and of the loop's own dtype.
pub(super) fn binary(
    op: &'static str,
    run: Loop,
    operands: [Operand<'_>; 2],
    seen: DType,
    out: DType,
) -> Option<Result<Handle>> {
    match operands {
        [Operand::Tensor(a), Operand::Tensor(b)] => {
            let alike = is_flat(a, seen) && is_flat(b, seen) && a.shape() == b.shape() && in_step(a, b);
            alike.then(|| of_two(op, run, [a, b], out))
        }
        [Operand::Tensor(a), Operand::Scalar(value)] if is_flat(a, seen) => {
            Some(beside_scalar(op, run, a, value.cast(seen), false, out))
        }
        [Operand::Scalar(value), Operand::Tensor(b)] if is_flat(b, seen) => {
            Some(beside_scalar(op, run, b, value.cast(seen), true, out))
        }
        _ => None,
    }
}

fn of_two(op: &'static str, run: Loop, [a, b]: [&Handle; 2], out: DType) -> Result<Handle> {
    let locks = lock_all(op, [(&a.buffer, Access::Read), (&b.buffer, Access::Read)])?;
    let [of_a, of_b] = locks.each();
    let sources: [Source<'_>; 2] =
        [of_a.source(op, &a.layout, a.dtype)?, of_b.source(op, &b.layout, b.dtype)?];
    finish(op, run, a, [Flat::Region(&sources[0]), Flat::Region(&sources[1])], out)
}

fn beside_scalar(
    op: &'static str,
    run: Loop,
    x: &Handle,
    value: Scalar,
    is_left: bool,
    out: DType,
) -> Result<Handle> {
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    let (region, value) = (Flat::Region(&source), Flat::Value(value));
    finish(op, run, x, if is_left { [value, region] } else { [region, value] }, out)
}

fn finish<const N: usize>(
    op: &'static str,
    run: Loop,
    like: &Handle,
    args: [Flat<'_>; N],
    out: DType,
) -> Result<Handle> {
    let layout = match like.layout.is_c_contiguous() {
        true => Layout::contiguous_for(op, like.shape(), Order::C)?,
        false => Layout::contiguous_for(op, like.shape(), Order::F)?,
    };
    let buffer = flat(op, run, like.shape(), args, out)?;
    Ok(Handle::fresh(buffer, layout, out))
}

/// Whether a loop over elements of `seen` can run over all of `x` at once.
fn is_flat(x: &Handle, seen: DType) -> bool {
    let layout = &x.layout;
    x.dtype == seen && layout.len() <= FEW && (layout.is_c_contiguous() || layout.is_f_contiguous())
}

/// Whether two contiguous tensors go through memory in the same order.
fn in_step(a: &Handle, b: &Handle) -> bool {
    (a.layout.is_c_contiguous() && b.layout.is_c_contiguous())
        || (a.layout.is_f_contiguous() && b.layout.is_f_contiguous())
}
