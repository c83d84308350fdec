//! The short way for small tensors: no program, no nest, no tiles, one loop over contiguous memory.

use super::evaluate::refused;
use super::operand::Operand;
use crate::buffer::{Buffer, Entered, enter_to_write, enter_two_to_read};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Result};
use crate::kernels::elementwise::{Flat, Loop, Rows, Taboo, flat, flat_into, flat_values};
use crate::layout::Dense;
use crate::tensor::Handle;

/// Above this many elements of a cheap operation the long way costs nothing in comparison.
const FEW: usize = 1 << 14;

/// Up to this many elements of a cheap operation take less than a microsecond.
pub(super) const VERY_FEW: usize = 128;

/// Shorter rows take longer to begin than to compute.
const SHORTEST_ROW: usize = 8;

/// A loop, the dtype of what it reads and that of what it writes.
#[derive(Clone, Copy)]
pub(super) struct Direct {
    /// The operation's name, for errors.
    pub(super) name: &'static str,
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
    fn is_brief(&self, len: usize) -> bool {
        len.saturating_mul(self.weight) <= VERY_FEW
    }

    /// Refuses a second operand that the loop has no answer for; looked at under the locks of the run, so that nobody
    /// can write one in between.
    #[inline]
    fn check(&self, operands: &[Flat<'_>]) -> Result<()> {
        match (self.taboo, operands) {
            (Some(taboo), [_, second]) => self.check_second(taboo, second),
            _ => Ok(()),
        }
    }

    #[inline(never)]
    fn check_second(&self, taboo: Taboo, second: &Flat<'_>) -> Result<()> {
        if taboo.is_broken_by(second) { Err(refused(self.name, taboo, self.seen)) } else { Ok(()) }
    }

    /// Enters the one tensor that the loop reads.
    #[inline(always)]
    fn enter<'x>(&self, x: &'x Handle, dense: Dense<'_>) -> Result<Entered<'x>> {
        match self.is_brief(dense.len()) {
            true => x.buffer.enter_briefly(self.name, Access::Read),
            false => x.buffer.enter(self.name, Access::Read),
        }
    }

    /// The value in the loop's dtype, kept in `cast` if it comes in another.
    #[inline(always)]
    fn held<'v>(&self, value: &'v Scalar, cast: &'v mut Option<Scalar>) -> &'v Scalar {
        if value.dtype() == self.seen { value } else { cast.insert(value.cast(self.seen)) }
    }

    /// The memory of `x`, if the loop can run over all of it at once.
    #[inline(always)]
    fn small_piece<'x>(&self, x: &'x Handle) -> Option<Dense<'x>> {
        if x.dtype == self.seen { self.small(x) } else { None }
    }

    /// The memory of `x`, whatever its dtype, if it is small and in one piece.
    #[inline(always)]
    fn small<'x>(&self, x: &'x Handle) -> Option<Dense<'x>> {
        x.layout.dense().filter(|dense| dense.len().saturating_mul(self.weight) <= FEW)
    }
}

/// What a loop has written, on its way to become a tensor: that is a hundred bytes and more, and is made only where it
/// will stay, because each function that returns one copies it.
pub(super) struct Made<'a> {
    pub(super) buffer: Buffer,
    pub(super) like: Dense<'a>,
    pub(super) dtype: DType,
}

impl Made<'_> {
    #[inline(always)]
    pub(super) fn into_handle(self) -> Handle {
        Handle::fresh(self.buffer, self.like.fresh_layout(), self.dtype)
    }
}

/// The result of a loop over one tensor, if it is small, contiguous and of the loop's own dtype, and no bools that others
/// can write, which the long way copies.
#[inline]
pub(super) fn unary<'a>(direct: &Direct, x: &'a Handle) -> Option<Result<Made<'a>>> {
    let dense = direct.small_piece(x)?;
    let run = || {
        let entered = direct.enter(x, dense)?;
        let Some(piece) = entered.piece(direct.name, dense, direct.seen)? else { return Ok(None) };
        finish(direct, (dense, Rows::one(dense.len())), [Flat::Piece(piece)]).map(Some)
    };
    run().transpose()
}

/// The result of a loop over two operands, if they are small, contiguous, of the loop's own dtype, and of one shape or a
/// row beside rows, and no bools that others can write, which the long way copies. A value is brought to that dtype, which
/// can hold it: the caller has looked.
///
/// Operands are looked at where they are: what was written a moment ago, field by field, and is copied as a whole has to
/// wait for the cache, longer than ten elements take.
#[inline(always)]
pub(super) fn binary<'a>(direct: &Direct, operands: [&Operand<'a>; 2]) -> Option<Result<Made<'a>>> {
    use Operand::{Scalar, Tensor, Weak};
    match operands {
        [Tensor(a), Tensor(b)] => tensors(direct, [a, b]),
        [Tensor(a), Scalar(b) | Weak(b)] => with_value(direct, a, b, |piece, value| [piece, value]),
        [Scalar(a) | Weak(a), Tensor(b)] => with_value(direct, b, a, |piece, value| [value, piece]),
        _ => None,
    }
}

/// The result of a loop for two values that have its dtype, or that it can hold: the caller has looked.
///
/// # Errors
/// If the second is one that the loop has no answer for.
#[inline]
pub(super) fn values(direct: &Direct, [a, b]: [&Scalar; 2]) -> Result<Scalar> {
    let (mut cast_a, mut cast_b) = (None, None);
    let (a, b) = (direct.held(a, &mut cast_a), direct.held(b, &mut cast_b));
    direct.check(&[Flat::Value(a), Flat::Value(b)])?;
    Ok(flat_values(direct.run, [a, b], direct.out))
}

/// [`binary`] of a tensor and a value.
#[inline(always)]
fn with_value<'a>(
    direct: &Direct,
    x: &'a Handle,
    value: &Scalar,
    in_order: impl for<'p> FnOnce(Flat<'p>, Flat<'p>) -> [Flat<'p>; 2],
) -> Option<Result<Made<'a>>> {
    let dense = direct.small_piece(x)?;
    let mut cast = None;
    let value = direct.held(value, &mut cast);
    let run = || {
        let entered = direct.enter(x, dense)?;
        let Some(piece) = entered.piece(direct.name, dense, direct.seen)? else { return Ok(None) };
        let operands = in_order(Flat::Piece(piece), Flat::Value(value));
        finish(direct, (dense, Rows::one(dense.len())), operands).map(Some)
    };
    run().transpose()
}

/// [`binary`] of two tensors; one may be a row, or one element, beside every row of the other.
#[inline(always)]
fn tensors<'a>(direct: &Direct, [a, b]: [&'a Handle; 2]) -> Option<Result<Made<'a>>> {
    let x = direct.small_piece(a)?;
    let (y, whole, rows) = match x.like(&b.layout) {
        Some(y) if b.dtype == direct.seen => (y, x, Rows::one(x.len())),
        _ => {
            let y = direct.small_piece(b)?;
            let (whole, rows) = rows_of([a, b], [x, y])?;
            (y, whole, rows)
        }
    };
    of_two(direct, (whole, rows), [(a, x), (b, y)]).transpose()
}

/// The operand that has the shape of the result, and the rows in which the loop goes through it; none if they do not
/// match, or have too few elements.
#[inline(always)]
fn rows_of<'a>([a, b]: [&Handle; 2], [x, y]: [Dense<'a>; 2]) -> Option<(Dense<'a>, Rows)> {
    if in_step(a, b, [x, y]) {
        return Some((x, Rows::one(x.len())));
    }
    let (whole, part) = if x.len() < y.len() { (y, x) } else { (x, y) };
    let len = if part.len() == 1 { whole.len() } else { part.len() };
    let pays = len >= SHORTEST_ROW || whole.len() <= VERY_FEW;
    if part.len() == 0 || !pays || !whole.repeats(part) {
        return None;
    }
    const { assert!(FEW <= u32::MAX as usize) };
    // In the narrow type, which divides in half the time.
    let count = if len == whole.len() { 1 } else { (whole.len() as u32).checked_div(len as u32)? };
    Some((whole, Rows { count: count as usize, len }))
}

/// [`binary`], written into `out`, if that is as small, contiguous, and of the dtype that the loop writes, and the
/// operands are no bools that others can write.
pub(super) fn binary_into(direct: &Direct, operands: [&Operand<'_>; 2], out: &Handle) -> Option<Result<()>> {
    let op = direct.name;
    let target = if out.dtype == direct.out { direct.small(out)? } else { return None };
    let (a, b) = (Side::of(direct, operands[0], out, target)?, Side::of(direct, operands[1], out, target)?);
    let run = || {
        out.check_writable(op)?;
        let buffers = [a.buffer(out), b.buffer(out)];
        let entered = enter_to_write(op, buffers, &out.buffer, direct.is_brief(target.len()))?;
        let [of_a, of_b] = entered.sources();
        let (mut cast_a, mut cast_b) = (None, None);
        let (a, b) = (a.operand(direct, of_a, &mut cast_a)?, b.operand(direct, of_b, &mut cast_b)?);
        let (Some(a), Some(b)) = (a, b) else { return Ok(false) };
        direct.check(&[a, b])?;
        flat_into(op, direct.run, (&entered, target, direct.out), [a, b])
    };
    match run() {
        Ok(true) => Some(Ok(())),
        Ok(false) => None,
        Err(error) => Some(Err(error)),
    }
}

/// An operand of [`binary_into`].
enum Side<'a> {
    Tensor(&'a Handle, Dense<'a>),
    Value(&'a Scalar),
}

impl<'a> Side<'a> {
    /// The operand, if the loop can read it beside the memory that it writes.
    #[inline(always)]
    fn of(direct: &Direct, operand: &'a Operand<'_>, out: &Handle, target: Dense<'_>) -> Option<Self> {
        match operand {
            Operand::Tensor(x) => {
                let dense = direct.small_piece(x)?;
                if in_step(x, out, [dense, target]) { Some(Self::Tensor(x, dense)) } else { None }
            }
            Operand::Scalar(value) | Operand::Weak(value) => Some(Self::Value(value)),
        }
    }

    /// The buffer to enter; an operand that is no tensor leans on the entry of the destination.
    #[inline(always)]
    fn buffer<'b>(&'b self, out: &'b Handle) -> &'b Buffer {
        match self {
            Self::Tensor(x, _) => &x.buffer,
            Self::Value(_) => &out.buffer,
        }
    }

    /// The operand for the loop; none of bools that others can write.
    #[inline(always)]
    fn operand<'l>(
        &'l self,
        direct: &Direct,
        entered: &'l Entered<'_>,
        cast: &'l mut Option<Scalar>,
    ) -> Result<Option<Flat<'l>>> {
        match self {
            Self::Tensor(_, dense) => Ok(entered.piece(direct.name, *dense, direct.seen)?.map(Flat::Piece)),
            Self::Value(value) => Ok(Some(Flat::Value(direct.held(value, cast)))),
        }
    }
}

#[inline(always)]
fn of_two<'a>(
    direct: &Direct,
    (whole, rows): (Dense<'a>, Rows),
    [(a, x), (b, y)]: [(&Handle, Dense<'_>); 2],
) -> Result<Option<Made<'a>>> {
    let op = direct.name;
    let entered = enter_two_to_read(op, [&a.buffer, &b.buffer], direct.is_brief(whole.len()))?;
    let [of_a, of_b] = entered.each();
    let (x, y) = (of_a.piece(op, x, direct.seen)?, of_b.piece(op, y, direct.seen)?);
    let (Some(x), Some(y)) = (x, y) else { return Ok(None) };
    finish(direct, (whole, rows), [Flat::Piece(x), Flat::Piece(y)]).map(Some)
}

#[inline(always)]
fn finish<'a, const N: usize>(
    direct: &Direct,
    (whole, rows): (Dense<'a>, Rows),
    operands: [Flat<'_>; N],
) -> Result<Made<'a>> {
    direct.check(&operands)?;
    let buffer = flat(direct.name, direct.run, rows, operands, direct.out)?;
    Ok(Made { buffer, like: whole, dtype: direct.out })
}

/// Whether two pieces hold tensors of one shape in the same order. A piece that is row-major and column-major counts as
/// row-major, as any piece of its shape does.
#[inline]
pub(super) fn in_step(a: &Handle, b: &Handle, [x, y]: [Dense<'_>; 2]) -> bool {
    a.shape() == b.shape() && x.order() == y.order()
}
