//! One loop over contiguous memory: what small tensors need.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use std::mem::MaybeUninit;

use super::chunk::{Arg, CHUNK, Loop};
use crate::buffer::{Buffer, Fresh, Lock, Piece};
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::fill::bytes_of;
use crate::kernels::isa::{self, Isa, Task};
use crate::layout::Dense;

/// An operand of [`flat`].
#[derive(Clone, Copy)]
pub(crate) enum Flat<'a> {
    /// Elements of the loop's dtype, in the same order as those of the others.
    Piece(Piece<'a>),
    /// One value of the loop's dtype.
    Value(Scalar),
}

/// Room for a chunk of any dtype.
type Chunk = [MaybeUninit<[u64; 2]>; CHUNK];

/// The operands of a loop, ready for it.
struct Ready<const N: usize> {
    args: [Arg; 3],
    chunks: [Chunk; N],
}

impl<const N: usize> Ready<N> {
    #[inline(always)]
    fn new() -> Self {
        Self { args: [Arg::NONE; 3], chunks: [[MaybeUninit::uninit(); CHUNK]; N] }
    }

    /// The arguments of a loop over `len` elements, which begins `rows` times; they point into `self`.
    ///
    /// # Panics
    /// If a piece is not one element, one row or all rows: the caller has looked.
    #[inline(always)]
    fn take(&mut self, operands: &[Flat<'_>; N], rows: usize, len: usize) -> &mut [Arg; 3] {
        for ((arg, operand), chunk) in self.args.iter_mut().zip(operands).zip(&mut self.chunks) {
            *arg = match operand {
                Flat::Value(value) => Arg { start: spread(chunk, *value), moves: false },
                Flat::Piece(piece) if piece.len() == len || piece.len() == rows * len => {
                    Arg { start: piece.start(), moves: true }
                }
                Flat::Piece(piece) => {
                    assert!(piece.len() == 1);
                    Arg { start: spread(chunk, piece.first()), moves: false }
                }
            };
        }
        &mut self.args
    }
}

/// The result of a loop over `rows` times `len` elements, in new memory; operands that are one row serve for all.
///
/// # Errors
/// If there is no memory.
///
/// # Panics
/// If a piece is not one element, one row or all rows: the caller has looked.
#[inline]
pub(crate) fn flat<const N: usize>(
    op: &'static str,
    run: Loop,
    (rows, len): (u16, u16),
    operands: [Flat<'_>; N],
    out: DType,
) -> Result<Buffer> {
    let mut fresh = Fresh::small(op, rows * len, out)?;
    let (mut ready, rows, len) = (Ready::new(), usize::from(rows), usize::from(len));
    let args = ready.take(&operands, rows, len);
    let mut dst = fresh.start();
    if len > 0 {
        // SAFETY: every operand is `len` elements side by side, or a chunk of copies; the new memory has room for `len`
        // results, and the loop writes them all.
        unsafe { run(dst, args, len) };
    }
    for _ in 1..rows {
        dst = dst.wrapping_add(len * out.item_size());
        for (arg, operand) in args.iter_mut().zip(&operands) {
            if let Flat::Piece(piece) = operand
                && piece.len() == rows * len
            {
                arg.start = arg.start.wrapping_add(len * piece.dtype().item_size());
            }
        }
        // SAFETY: as above, for the next row of the result and of the operands that have as many.
        unsafe { run(dst, args, len) };
    }
    // SAFETY: all rows were written.
    Ok(unsafe { fresh.assume_init() })
}

/// Runs a loop over the elements of a piece that the lock may write; `false`, and nothing done, if an operand overlaps
/// it in another way than being the very same elements.
///
/// # Errors
/// If the piece cannot be written.
///
/// # Panics
/// If an operand has another length: the caller has looked.
pub(crate) fn flat_into<const N: usize>(
    op: &'static str,
    run: Loop,
    (lock, dense, dtype): (&Lock<'_>, Dense<'_>, DType),
    operands: [Flat<'_>; N],
) -> Result<bool> {
    let (target, start) = lock.writable_piece(op, dense, dtype)?;
    let to = target.addresses();
    let is_in_the_way = |operand: &Flat<'_>| match operand {
        Flat::Value(_) => false,
        Flat::Piece(piece) => {
            let from = piece.addresses();
            from != to && from.start < to.end && to.start < from.end
        }
    };
    if operands.iter().any(is_in_the_way) {
        return Ok(false);
    }
    let mut ready = Ready::new();
    let args = ready.take(&operands, 1, target.len());
    if target.len() > 0 {
        // SAFETY: every operand is as many elements side by side, or a chunk of copies; those that share memory with
        // the destination are its very bytes, as many of the same size, and the lock lets them be written.
        unsafe { run(start, args, target.len()) };
    }
    Ok(true)
}

/// Fills a chunk with copies of a value.
#[inline]
fn spread(chunk: &mut Chunk, value: Scalar) -> *const u8 {
    let (item, [low, high]) = (value.dtype().item_size(), bytes_of(value));
    // Items divide sixteen bytes: the chunk is that many times the same sixteen.
    let times = |factor: u64| [(low.to_le() * factor).to_le(); 2];
    let sixteen = match item {
        1 => times(0x0101_0101_0101_0101),
        2 => times(0x0001_0001_0001_0001),
        4 => times(0x0000_0001_0000_0001),
        8 => [low; 2],
        _ => [low, high],
    };
    isa::run(Fill { chunk, sixteen, item });
    chunk.as_ptr().cast()
}

/// Fills the part of a chunk that elements of a size take. A task, because loops wait for what was stored in narrower
/// vectors than they load.
struct Fill<'c> {
    chunk: &'c mut Chunk,
    sixteen: [u64; 2],
    item: usize,
}

impl Fill<'_> {
    #[inline(always)]
    fn first<const N: usize>(self) {
        for place in &mut self.chunk[..N] {
            place.write(self.sixteen);
        }
    }
}

impl Task for Fill<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        match self.item {
            1 => self.first::<{ CHUNK / 16 }>(),
            2 => self.first::<{ CHUNK / 8 }>(),
            4 => self.first::<{ CHUNK / 4 }>(),
            8 => self.first::<{ CHUNK / 2 }>(),
            _ => self.first::<CHUNK>(),
        }
    }
}
