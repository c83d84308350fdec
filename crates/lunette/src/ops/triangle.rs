//! Triangles and diagonals of matrices.

use super::{create, load, store};
use crate::dtype::Scalar;
use crate::error::{ErrorKind, Result};
use crate::layout::{Entries, Order};
use crate::nest::cancel::Pace;
use crate::tensor::{Handle, Value};

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

/// Writes a value on the diagonal of all axes.
pub(crate) fn fill_diagonal(x: &Handle, value: &Value<'_>) -> Result<()> {
    let op = "fill_diagonal";
    x.check_writable(op)?;
    let rank = x.layout.rank();
    if rank < 2 {
        return Err(ErrorKind::Rank { op, expected: "at least two axes", found: rank }.into());
    }
    let mut diagonal = x.layout.diagonal_for(op, 0, 0, 1)?;
    if rank > 2 && x.shape().iter().any(|&size| size != x.shape()[0]) {
        let (expected, found) = (x.shape().iter().map(|_| x.shape()[0]).collect(), x.shape().into());
        let cure = "more than two axes have one diagonal only where all have one size";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    while diagonal.rank() > 1 {
        // The diagonal so far is the last axis.
        diagonal = diagonal.diagonal_for(op, 0, 0, -1)?;
    }
    store::store_whole(op, &x.with_layout(diagonal), value)
}

/// The row and the column of each element of a matrix that lies on one side of a diagonal, or on it, in row-major order.
pub(crate) fn indices(
    op: &'static str,
    [rows, columns]: [usize; 2],
    side: Side,
    offset: i64,
) -> Result<[Handle; 2]> {
    let too_large =
        || crate::Error::from(ErrorKind::TooLarge { op, dims: [rows, columns].as_slice().into() });
    let size = |count: usize| i64::try_from(count).map(i128::from).map_err(|_| too_large());
    // In a width in which the product of two sizes has room.
    let (n, m, shift) = (size(rows)?, size(columns)?, i128::from(offset));
    let clamped = |column: i128| column.clamp(0, m) as usize;
    let (first, count) = match side {
        Side::Lower => (-shift, clamped_sum(shift + 1, n, m)),
        Side::Upper => (0, n.saturating_mul(m) - clamped_sum(shift, n, m)),
    };
    let within = move |row: usize| match side {
        Side::Lower => 0..clamped(row as i128 + shift + 1),
        Side::Upper => clamped(row as i128 + shift)..columns,
    };
    let len = usize::try_from(count).map_err(|_| too_large())?;
    let mut pace = Pace::default();
    let mut list = |part: fn((usize, usize)) -> usize| {
        // Rows without an element come first or last, and there may be very many of them.
        let places =
            (first.clamp(0, n) as usize..rows).flat_map(|row| within(row).map(move |column| (row, column)));
        let mut parts = places.map(part);
        create::from_flat_fn(op, &[len], |_| {
            pace.step();
            parts.next().unwrap_or(0) as i64
        })
    };
    Ok([list(|(row, _)| row)?, list(|(_, column)| column)?])
}

/// The sum of `count` numbers from `start` on, each held between 0 and `most`.
fn clamped_sum(start: i128, count: i128, most: i128) -> i128 {
    let up_to = |end: i128| match end {
        ..=0 => 0,
        _ if end <= most => end * (end - 1) / 2,
        _ => (most * (most - 1) / 2).saturating_add(most.saturating_mul(end - most)),
    };
    up_to(start + count) - up_to(start)
}
