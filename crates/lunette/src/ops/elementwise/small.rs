//! The short way for small tensors: no program, no nest, no tiles, one loop over contiguous memory.

use super::evaluate::refused;
use super::operand::Operand;
use crate::buffer::{Buffer, Lock, lock_all, lock_two_briefly};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::kernels::elementwise::{Flat, Loop, Taboo, flat, flat_into};
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
    /// What the second operand must not hold.
    pub(super) taboo: Option<Taboo>,
}

impl Direct {
    #[inline]
    fn is_brief(self, len: usize) -> bool {
        len.saturating_mul(self.weight) <= VERY_FEW
    }

    /// Refuses a second operand that the loop has no answer for; looked at under the locks of the run, so that nobody
    /// can write one in between.
    #[inline]
    fn check(self, op: &'static str, operands: &[Flat<'_>]) -> Result<()> {
        match (self.taboo, operands) {
            (Some(taboo), [_, second]) if taboo.is_broken_by(second) => Err(refused(op, taboo, self.seen)),
            _ => Ok(()),
        }
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
        x.layout.dense().filter(|dense| dense.len().saturating_mul(self.weight) <= FEW)
    }
}

/// What a loop has written, on its way to become a tensor: that is a hundred bytes and more, and is made only where it
/// will stay, because each function that returns one copies it.
pub(super) struct Made<'a> {
    buffer: Buffer,
    like: Dense<'a>,
    dtype: DType,
}

impl Made<'_> {
    #[inline(always)]
    pub(super) fn into_handle(self) -> Handle {
        Handle::fresh(self.buffer, self.like.fresh_layout(), self.dtype)
    }
}

/// The result of a loop over one tensor, if it is small, contiguous and of the loop's own dtype.
#[inline]
pub(super) fn unary<'a>(op: &'static str, direct: Direct, x: &'a Handle) -> Option<Result<Made<'a>>> {
    let dense = direct.small_piece(x)?;
    Some(of_one(op, direct, x, dense, |piece| [piece]))
}

/// The result of a loop over two operands, if they are small, contiguous, of the loop's own dtype, and of one shape or a
/// row beside rows.
#[inline]
pub(super) fn binary<'a>(
    op: &'static str,
    direct: Direct,
    operands: [Operand<'a>; 2],
) -> Option<Result<Made<'a>>> {
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
fn tensors<'a>(op: &'static str, direct: Direct, [a, b]: [&'a Handle; 2]) -> Option<Result<Made<'a>>> {
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
        direct.check(op, &operands)?;
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
fn of_two<'a>(
    op: &'static str,
    direct: Direct,
    rows: Rows<'a>,
    [(a, x), (b, y)]: [(&Handle, Dense<'_>); 2],
) -> Result<Made<'a>> {
    let buffers = [&a.buffer, &b.buffer];
    let [of_a, of_b] = match direct.is_brief(rows.whole.len()) {
        true => lock_two_briefly(op, buffers)?,
        false => lock_all(op, buffers.map(|buffer| (buffer, Access::Read)))?.into_each(),
    };
    let pieces = [of_a.piece(op, x, a.dtype)?, of_b.piece(op, y, b.dtype)?];
    finish(op, direct, rows, pieces.map(Flat::Piece))
}

#[inline(always)]
fn of_one<'a, const N: usize>(
    op: &'static str,
    direct: Direct,
    x: &Handle,
    dense: Dense<'a>,
    operands: impl for<'p> FnOnce(Flat<'p>) -> [Flat<'p>; N],
) -> Result<Made<'a>> {
    let lock = match direct.is_brief(dense.len()) {
        true => x.buffer.lock_briefly(op, Access::Read)?,
        false => x.buffer.lock(op, Access::Read)?,
    };
    let piece = lock.piece(op, dense, x.dtype)?;
    finish(op, direct, Rows { whole: dense, row: dense }, operands(Flat::Piece(piece)))
}

#[inline(always)]
fn finish<'a, const N: usize>(
    op: &'static str,
    direct: Direct,
    Rows { whole, row }: Rows<'a>,
    operands: [Flat<'_>; N],
) -> Result<Made<'a>> {
    direct.check(op, &operands)?;
    let rows = if row.len() == whole.len() { 1 } else { whole.len() / row.len() };
    let buffer = flat(op, direct.run, (rows as u16, row.len() as u16), operands, direct.out)?;
    Ok(Made { buffer, like: whole, dtype: direct.out })
}

/// Whether two pieces hold tensors of one shape in the same order. A piece that is row-major and column-major counts as
/// row-major, as any piece of its shape does.
#[inline]
fn in_step(a: &Handle, b: &Handle, [x, y]: [Dense<'_>; 2]) -> bool {
    a.shape() == b.shape() && x.order() == y.order()
}
