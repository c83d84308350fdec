//! The short way for small tensors: no program, no nest, no tiles, one loop over contiguous memory.
//!
//! What is inlined here is so because a tensor is a few hundred bytes: each call that returns one copies it.

use super::operand::Operand;
use crate::buffer::{Lock, lock_all};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::kernels::elementwise::{Flat, Loop, flat, flat_into};
use crate::layout::Dense;
use crate::tensor::Handle;

/// Above this many elements the long way costs nothing in comparison.
const FEW: usize = 2048;

/// A loop, the dtype of what it reads and that of what it writes.
#[derive(Clone, Copy)]
pub(super) struct Direct {
    pub(super) run: Loop,
    pub(super) seen: DType,
    pub(super) out: DType,
}

/// The result of a loop over one tensor, if it is small, contiguous and of the loop's own dtype.
#[inline]
pub(super) fn unary(op: &'static str, direct: Direct, x: &Handle) -> Option<Result<Handle>> {
    let dense = small_piece(x, direct.seen)?;
    Some(of_one(op, direct, x, dense, |piece| [piece]))
}

/// The result of a loop over two operands, if they are small, contiguous, of one shape and of the loop's own dtype.
#[inline]
pub(super) fn binary(op: &'static str, direct: Direct, operands: [Operand<'_>; 2]) -> Option<Result<Handle>> {
    let seen = direct.seen;
    match operands {
        [Operand::Tensor(a), Operand::Tensor(b)] => {
            let pieces = [small_piece(a, seen)?, small_piece(b, seen)?];
            in_step(a, b, pieces).then(|| of_two(op, direct, [a, b], pieces))
        }
        [Operand::Tensor(a), Operand::Scalar(value)] => {
            let (dense, value) = (small_piece(a, seen)?, Flat::Value(value.cast(seen)));
            Some(of_one(op, direct, a, dense, |piece| [piece, value]))
        }
        [Operand::Scalar(value), Operand::Tensor(b)] => {
            let (dense, value) = (small_piece(b, seen)?, Flat::Value(value.cast(seen)));
            Some(of_one(op, direct, b, dense, |piece| [value, piece]))
        }
        _ => None,
    }
}

/// [`binary`], written into `out`, if that is as small, contiguous, and of the dtype that the loop writes.
pub(super) fn binary_into(
    op: &'static str,
    direct: Direct,
    operands: [Operand<'_>; 2],
    out: &Handle,
) -> Option<Result<()>> {
    let target = small_piece(out, direct.out)?;
    let sides = operands.map(|operand| match operand {
        Operand::Tensor(x) => {
            let dense = small_piece(x, direct.seen)?;
            in_step(x, out, [dense, target]).then_some(Side::Tensor(x, dense))
        }
        Operand::Scalar(value) => Some(Side::Value(value.cast(direct.seen))),
        Operand::Weak(_) => None,
    });
    let [Some(a), Some(b)] = sides else { return None };
    // An operand that is no tensor leans on the lock of the destination.
    let wanted = [a, b].map(|side| match side {
        Side::Tensor(x, _) => (&x.buffer, Access::Read),
        Side::Value(_) => (&out.buffer, Access::Read),
    });
    let run = || {
        let locks = lock_all(op, [wanted[0], wanted[1], (&out.buffer, Access::Write)])?;
        let [of_a, of_b, of_out] = locks.each();
        let operands = [a.operand(op, of_a)?, b.operand(op, of_b)?];
        flat_into(op, direct.run, (of_out, target, direct.out), operands)
    };
    match out.check_writable(op).and_then(|()| run()) {
        Ok(true) => Some(Ok(())),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    }
}

/// An operand of [`binary_into`].
#[derive(Clone, Copy)]
enum Side<'a> {
    Tensor(&'a Handle, Dense<'a>),
    Value(Scalar),
}

impl Side<'_> {
    fn operand<'l>(self, op: &'static str, lock: &'l Lock<'_>) -> Result<Flat<'l>> {
        match self {
            Self::Tensor(x, dense) => lock.piece(op, dense, x.dtype).map(Flat::Piece),
            Self::Value(value) => Ok(Flat::Value(value)),
        }
    }
}

#[inline(always)]
fn of_two(op: &'static str, direct: Direct, [a, b]: [&Handle; 2], [x, y]: [Dense<'_>; 2]) -> Result<Handle> {
    let locks = lock_all(op, [(&a.buffer, Access::Read), (&b.buffer, Access::Read)])?;
    let [of_a, of_b] = locks.each();
    let pieces = [of_a.piece(op, x, a.dtype)?, of_b.piece(op, y, b.dtype)?];
    finish(op, direct, x, pieces.map(Flat::Piece))
}

#[inline(always)]
fn of_one<const N: usize>(
    op: &'static str,
    direct: Direct,
    x: &Handle,
    dense: Dense<'_>,
    operands: impl for<'p> FnOnce(Flat<'p>) -> [Flat<'p>; N],
) -> Result<Handle> {
    let lock = x.buffer.lock(op, Access::Read)?;
    let piece = lock.piece(op, dense, x.dtype)?;
    finish(op, direct, dense, operands(Flat::Piece(piece)))
}

#[inline(always)]
fn finish<const N: usize>(
    op: &'static str,
    direct: Direct,
    dense: Dense<'_>,
    operands: [Flat<'_>; N],
) -> Result<Handle> {
    let buffer = flat(op, direct.run, dense.len() as u16, operands, direct.out)?;
    Ok(Handle::fresh(buffer, dense.fresh_layout(), direct.out))
}

/// The memory of `x`, if a loop over elements of `seen` can run over all of it at once.
#[inline]
fn small_piece(x: &Handle, seen: DType) -> Option<Dense<'_>> {
    const { assert!(FEW <= u16::MAX as usize) };
    if x.dtype != seen {
        return None;
    }
    x.layout.dense().filter(|dense| dense.len() <= FEW)
}

/// Whether two pieces hold tensors of one shape in the same order.
#[inline]
fn in_step(a: &Handle, b: &Handle, [x, y]: [Dense<'_>; 2]) -> bool {
    // A row-major piece may be column-major too: where the orders differ, the other one is asked.
    a.shape() == b.shape()
        && (x.order() == y.order() || (a.layout.is_f_contiguous() && b.layout.is_f_contiguous()))
}
