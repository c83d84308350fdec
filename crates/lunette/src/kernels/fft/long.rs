//! A long transform as two passes of short ones (Bailey, 1990): threads share a single lane, and every pass works on
//! lanes that fit the cache.
//!
//! A lane of `n = rows * columns` entries is a matrix, row by row. Its columns are transformed, entry (k, j) is turned
//! by `k * j / n`, and the rows are transformed; the frequencies are the result, column by column.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use super::lanes::{Lanes, Part, run_lanes};
use super::turns::Turns;
use super::{Form, Transform};
use crate::buffer::Fresh;
use crate::error::Result;
use crate::nest::Nest;
use lunette_fourier::Real;

/// Shorter transforms are done in one pass: they fit the second cache.
const LONG: usize = 1 << 15;

/// Rows and columns of the matrix that a lane of `n` entries is, as near to a square as it goes; none if that is far.
pub(super) fn sides(n: usize) -> Option<[usize; 2]> {
    if n < LONG {
        return None;
    }
    let root = n.isqrt();
    let rows = (root / 4..=root).rev().find(|&rows| n.is_multiple_of(rows))?;
    Some([rows, n / rows])
}

/// The transform of one lane of complex numbers.
///
/// # Errors
/// If there is no memory for the numbers between the passes.
///
/// # Safety
/// `src` is a lane of `n` complex numbers that may be read, `dst` one that may be written, both of the complex numbers
/// of `T`; they share nothing, or are the same.
pub(super) unsafe fn run_long<T: Real>(
    op: &'static str,
    transform: &Transform,
    [rows, columns]: [usize; 2],
    dst: Part,
    src: Part,
) -> Result<()> {
    let mut between = Fresh::new(op, &[rows, columns], dst.dtype)?;
    let start = between.start();
    let step = |part: Part, by: usize| Part { step: part.step * by as isize, ..part };
    let sign = if transform.form == Form::Forward { -1.0 } else { 1.0 };
    let down = Transform { n: rows, scale: 1.0, ..*transform };
    let across = Transform { n: columns, ..*transform };
    let matrix = |step: isize| Part { start, step, dtype: dst.dtype };
    // SAFETY: the columns are all of `src`, and all of the new memory, which nobody else knows and which they are
    // written to; then the rows of that, and all of `dst`.
    unsafe {
        let lanes = Lanes::<T>::new(op, &down, matrix(columns as isize), step(src, columns), rows)?
            .with_turns(Turns::new(transform.n, sign));
        run_lanes(op, &Nest::new(&[columns], [&[1], &[src.step]]), &lanes)?;
        let lanes = Lanes::<T>::new(op, &across, step(dst, rows), matrix(1), columns)?;
        run_lanes(op, &Nest::new(&[rows], [&[dst.step], &[columns as isize]]), &lanes)
    }
}
