//! One loop over contiguous memory: what small tensors need.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::chunk::{Arg, Loop, Rows};
use crate::buffer::{Buffer, EnteredToWrite, Fresh, Piece};
use crate::dtype::{DType, Scalar, dispatch};
use crate::error::Result;
use crate::kernels::fill::bytes_of;
use crate::layout::Dense;

/// An operand of [`flat`].
#[derive(Clone, Copy)]
pub(crate) enum Flat<'a> {
    /// Elements of the loop's dtype, in the same order as those of the others.
    Piece(Piece<'a>),
    /// One value of the loop's dtype.
    Value(&'a Scalar),
}

impl Flat<'_> {
    /// The operand for a loop over these rows; a value is put into `value`, and read there.
    ///
    /// # Panics
    /// If a piece is not one element, one row or all rows: the caller has looked.
    #[inline(always)]
    fn arg(self, rows: Rows, value: &mut [u64; 2]) -> Arg {
        match self {
            Self::Value(scalar) => {
                *value = bytes_of(scalar);
                Arg::still(value.as_ptr().cast())
            }
            Self::Piece(piece) if piece.len() == rows.elements() => Arg::moving(piece.start()),
            Self::Piece(piece) if piece.len() == rows.len => Arg::again(piece.start()),
            Self::Piece(piece) => {
                assert!(piece.len() == 1);
                Arg::still(piece.start())
            }
        }
    }
}

/// The result of a loop over some rows, few elements in all, in new memory; operands that are one row serve for all.
///
/// # Errors
/// If there is no memory.
///
/// # Panics
/// If a piece is not one element, one row or all rows: the caller has looked.
#[inline(always)]
pub(crate) fn flat<const N: usize>(
    op: &'static str,
    run: Loop,
    rows: Rows,
    operands: [Flat<'_>; N],
    out: DType,
) -> Result<Buffer> {
    let mut fresh = Fresh::small(op, rows.elements(), out)?;
    if rows.len > 0 {
        let (mut values, mut args) = ([[0; 2]; N], [Arg::NONE; 3]);
        for k in 0..N {
            args[k] = operands[k].arg(rows, &mut values[k]);
        }
        // SAFETY: every operand is elements side by side for all rows, or for one that serves again, or one element; the
        // new memory has room for the results.
        unsafe { run(fresh.start(), &args, rows) };
    }
    // SAFETY: the loop has written every element.
    Ok(unsafe { fresh.assume_init() })
}

/// The result of a loop for single values of its dtype; no memory is taken.
#[inline(always)]
pub(crate) fn flat_values<const N: usize>(run: Loop, operands: [&Scalar; N], out: DType) -> Scalar {
    let (values, mut result) = (operands.map(bytes_of), [0u64; 2]);
    let mut args = [Arg::NONE; 3];
    for (arg, value) in args.iter_mut().zip(&values) {
        *arg = Arg::moving(value.as_ptr().cast());
    }
    // SAFETY: every operand is one element, and there is room for one result: no element is larger or more strictly
    // aligned than two `u64`.
    unsafe { run(result.as_mut_ptr().cast(), &args, Rows::one(1)) };
    // SAFETY: the loop has written one element of this dtype.
    dispatch!(out, T => Scalar::from(unsafe { result.as_ptr().cast::<T>().read() }))
}

/// Runs a loop over the elements of a piece of the buffer that was entered to be written; `false`, and nothing done, if
/// an operand overlaps it in another way than being the very same elements.
///
/// # Errors
/// If the piece cannot be written.
///
/// # Panics
/// If an operand has another length: the caller has looked.
#[inline(always)]
pub(crate) fn flat_into<const N: usize>(
    op: &'static str,
    run: Loop,
    (entered, dense, dtype): (&EnteredToWrite<'_>, Dense<'_>, DType),
    operands: [Flat<'_>; N],
) -> Result<bool> {
    let (target, start) = entered.writable_piece(op, dense, dtype)?;
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
    let rows = Rows::one(target.len());
    if rows.len > 0 {
        let (mut values, mut args) = ([[0; 2]; N], [Arg::NONE; 3]);
        for k in 0..N {
            args[k] = operands[k].arg(rows, &mut values[k]);
        }
        // SAFETY: every operand is as many elements side by side, or one; those that share memory with the destination are
        // its very bytes, as many of the same size, and the entry lets them be written.
        unsafe { run(start, &args, rows) };
    }
    Ok(true)
}
