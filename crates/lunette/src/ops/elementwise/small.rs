//! The short way for small tensors: no program, no nest, no tiles, one loop over contiguous memory.
//!
//! What is inlined here is so because a tensor is a hundred bytes and more: each call that returns one copies it.

use super::operand::Operand;
use crate::buffer::{Lock, lock_all, lock_two_briefly};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::kernels::elementwise::{Flat, Loop, flat, flat_into};
use crate::layout::Dense;
use crate::tensor::Handle;

/// Above this many elements of a cheap operation the long way costs nothing in comparison.
const FEW: usize = 1 << 14;

/// Up to this many elements of a cheap operation take less than a microsecond.
const VERY_FEW: usize = 128;

/// Shorter rows take longer to begin than to compute.
const SHORTEST_ROW: usize = 8;

/// A loop, the dtype of what it reads and that of what it writes.
#[derive(Clone, Copy)]
pub(super) struct Direct {
    pub(super) run: Loop,
    pub(super) seen: DType,
    pub(super) out: DType,
    /// How many times longer than an addition it takes.
    pub(super) weight: usize,
}

impl Direct {
    #[inline]
    fn is_brief(self, len: usize) -> bool {
        len <= VERY_FEW / self.weight
    }

    /// The memory of `x`, if the loop can run over all of it at once.
    #[inline]
    fn small_piece(self, x: &Handle) -> Option<Dense<'_>> {
        (x.dtype == self.seen).then(|| self.small(x)).flatten()
    }

    /// The memory of `x`, whatever its dtype, if it is small and in one piece.
    #[inline]
    fn small(self, x: &Handle) -> Option<Dense<'_>> {
        const { assert!(FEW <= u16::MAX as usize) };
        x.layout.dense().filter(|dense| dense.len() <= FEW / self.weight)
    }
}

/// The result of a loop over one tensor, if it is small, contiguous and of the loop's own dtype.
#[inline]
pub(super) fn unary(op: &'static str, direct: Direct, x: &Handle) -> Option<Result<Handle>> {
    let dense = direct.small_piece(x)?;
    Some(of_one(op, direct, x, dense, |piece| [piece]))
}

/// The result of a loop over two operands, if they are small, contiguous, of the loop's own dtype, and of one shape or a
/// row beside rows.
#[inline]
pub(super) fn binary(op: &'static str, direct: Direct, operands: [Operand<'_>; 2]) -> Option<Result<Handle>> {
    let seen = direct.seen;
    match operands {
        [Operand::Tensor(a), Operand::Tensor(b)] => tensors(op, direct, [a, b]),
        [Operand::Tensor(a), Operand::Scalar(value)] => {
            let (dense, value) = (direct.small_piece(a)?, Flat::Value(value.cast(seen)));
            Some(of_one(op, direct, a, dense, |piece| [piece, value]))
        }
        [Operand::Scalar(value), Operand::Tensor(b)] => {
            let (dense, value) = (direct.small_piece(b)?, Flat::Value(value.cast(seen)));
            Some(of_one(op, direct, b, dense, |piece| [value, piece]))
        }
        _ => None,
    }
}

/// [`binary`] of two tensors; one may be a row, or one element, beside every row of the other.
#[inline]
fn tensors(op: &'static str, direct: Direct, [a, b]: [&Handle; 2]) -> Option<Result<Handle>> {
    let x = direct.small_piece(a)?;
    if b.dtype == direct.seen
        && let Some(y) = x.like(&b.layout)
    {
        return Some(of_two(op, direct, Rows { whole: x, row: x }, [(a, x), (b, y)]));
    }
    let y = direct.small_piece(b)?;
    let (whole, row) = if in_step(a, b, [x, y]) {
        (x, x)
    } else {
        let (whole, part) = if x.len() < y.len() { (y, x) } else { (x, y) };
        let row = if part.len() == 1 { whole } else { part };
        let pays = row.len() >= SHORTEST_ROW || whole.len() <= VERY_FEW;
        (part.len() > 0 && pays && whole.repeats(part)).then_some((whole, row))?
    };
    Some(of_two(op, direct, Rows { whole, row }, [(a, x), (b, y)]))
}

/// The result of a loop as its rows.
#[derive(Clone, Copy)]
struct Rows<'a> {
    whole: Dense<'a>,
    row: Dense<'a>,
}

/// [`binary`], written into `out`, if that is as small, contiguous, and of the dtype that the loop writes.
pub(super) fn binary_into(
    op: &'static str,
    direct: Direct,
    operands: [Operand<'_>; 2],
    out: &Handle,
) -> Option<Result<()>> {
    let target = (out.dtype == direct.out).then(|| direct.small(out)).flatten()?;
    let sides = operands.map(|operand| match operand {
        Operand::Tensor(x) => {
            let dense = direct.small_piece(x)?;
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
fn of_two(
    op: &'static str,
    direct: Direct,
    rows: Rows<'_>,
    [(a, x), (b, y)]: [(&Handle, Dense<'_>); 2],
) -> Result<Handle> {
    let buffers = [&a.buffer, &b.buffer];
    let [of_a, of_b] = match direct.is_brief(rows.whole.len()) {
        true => lock_two_briefly(op, buffers)?,
        false => lock_all(op, buffers.map(|buffer| (buffer, Access::Read)))?.into_each(),
    };
    let pieces = [of_a.piece(op, x, a.dtype)?, of_b.piece(op, y, b.dtype)?];
    finish(op, direct, rows, pieces.map(Flat::Piece))
}

#[inline(always)]
fn of_one<const N: usize>(
    op: &'static str,
    direct: Direct,
    x: &Handle,
    dense: Dense<'_>,
    operands: impl for<'p> FnOnce(Flat<'p>) -> [Flat<'p>; N],
) -> Result<Handle> {
    let lock = match direct.is_brief(dense.len()) {
        true => x.buffer.lock_briefly(op, Access::Read)?,
        false => x.buffer.lock(op, Access::Read)?,
    };
    let piece = lock.piece(op, dense, x.dtype)?;
    finish(op, direct, Rows { whole: dense, row: dense }, operands(Flat::Piece(piece)))
}

#[inline(always)]
fn finish<const N: usize>(
    op: &'static str,
    direct: Direct,
    Rows { whole, row }: Rows<'_>,
    operands: [Flat<'_>; N],
) -> Result<Handle> {
    let rows = if row.len() == whole.len() { 1 } else { whole.len() / row.len() };
    let buffer = flat(op, direct.run, (rows as u16, row.len() as u16), operands, direct.out)?;
    Ok(Handle::fresh(buffer, whole.fresh_layout(), direct.out))
}

/// Whether two pieces hold tensors of one shape in the same order. A piece that is row-major and column-major counts as
/// row-major, as any piece of its shape does.
#[inline]
fn in_step(a: &Handle, b: &Handle, [x, y]: [Dense<'_>; 2]) -> bool {
    a.shape() == b.shape() && x.order() == y.order()
}
