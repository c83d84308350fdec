//! Triangles and diagonals of matrices.

use super::{create, lists, load, store};
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
    // The columns of a row, in a width that cannot overflow.
    let within = |row: usize| {
        let diagonal = row as i128 + i128::from(offset);
        let clamped = |column: i128| column.clamp(0, columns as i128) as usize;
        match side {
            Side::Lower => 0..clamped(diagonal + 1),
            Side::Upper => clamped(diagonal)..columns,
        }
    };
    let (mut pace, mut found) = (Pace::default(), [Vec::new(), Vec::new()]);
    for row in 0..rows {
        for column in within(row) {
            pace.step();
            lists::push(op, &mut found[0], row as i64)?;
            lists::push(op, &mut found[1], column as i64)?;
        }
    }
    let [rows, columns] = found.map(|list| create::from_flat_fn(op, &[list.len()], |k| list[k]));
    Ok([rows?, columns?])
}
