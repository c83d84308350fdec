//! Triangles and diagonals of matrices.

use super::{load, store};
use crate::dtype::Scalar;
use crate::error::{ErrorKind, Result};
use crate::layout::{Entries, Order};
use crate::tensor::Handle;

/// Which side of a diagonal is kept.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Side {
    Lower,
    Upper,
}

/// A copy of the last two axes' matrices with zeros beyond the diagonal `offset`.
pub(crate) fn triangle(op: &'static str, x: &Handle, side: Side, offset: i64) -> Result<Handle> {
    let rank = x.layout.rank();
    if rank < 2 {
        return Err(ErrorKind::Rank { op, expected: "at least two axes", found: rank }.into());
    }
    let made = load::copy(op, x, Order::C)?;
    if made.layout.is_empty() {
        // There may be very many rows without a column.
        return Ok(made);
    }
    let (rows, columns) = (x.shape()[rank - 2], x.shape()[rank - 1]);
    let zero = Scalar::from(false).cast(x.dtype);
    for row in 0..rows {
        // The first column to the right of the diagonal, in a width that cannot overflow.
        let beyond = (row as i128 + i128::from(offset) + 1).clamp(0, columns as i128) as usize;
        let upper_start = (row as i128 + i128::from(offset)).clamp(0, columns as i128) as usize;
        let (start, len) = match side {
            Side::Lower => (beyond, columns - beyond),
            Side::Upper => (0, upper_start),
        };
        let part = made.layout.slice_axis(op, rank - 1, Entries { start, len, step: 1 })?;
        let part = part.index_axis(op, rank - 2, row)?;
        store::fill(op, &made.with_layout(part), zero)?;
    }
    Ok(made)
}

/// A matrix with the vector on the diagonal `offset`, or a copy of that diagonal of a matrix.
pub(crate) fn diag(x: &Handle, offset: i64) -> Result<Handle> {
    let op = "diag";
    match x.layout.rank() {
        1 => {
            let too_large = || ErrorKind::TooLarge { op, dims: x.shape().into() };
            let shift = usize::try_from(offset.unsigned_abs()).map_err(|_| too_large())?;
            let size = x.shape()[0].checked_add(shift).ok_or_else(too_large)?;
            let made = Handle::zeros(op, x.dtype, &[size, size], Order::C)?;
            store::copy_into(op, &made.with_layout(made.layout.diagonal_for(op, offset, 0, 1)?), x)?;
            Ok(made)
        }
        2 => load::copy(op, &x.with_layout(x.layout.diagonal_for(op, offset, 0, 1)?), Order::C),
        found => Err(ErrorKind::Rank { op, expected: "rank 1 or 2", found }.into()),
    }
}
