//! Matrices whose rows are contiguous, and can be cut anywhere.

use faer::{ContiguousFwd, MatMut, MatRef};

/// Rows of a matrix that are contiguous, each some way behind the one before.
pub(super) type Rows<'a, T> = MatRef<'a, T, usize, usize, isize, ContiguousFwd>;
/// The same, to be written.
pub(super) type RowsMut<'a, T> = MatMut<'a, T, usize, usize, isize, ContiguousFwd>;

/// A matrix, row by row.
pub(super) fn rows<T>(data: &[T], rows: usize, columns: usize) -> Rows<'_, T> {
    MatRef::from_row_major_slice(data, rows, columns).try_as_row_major().expect("rows that are contiguous")
}

pub(super) fn rows_mut<T>(data: &mut [T], rows: usize, columns: usize) -> RowsMut<'_, T> {
    MatMut::from_row_major_slice_mut(data, rows, columns)
        .try_as_row_major_mut()
        .expect("rows that are contiguous")
}

/// Swaps rows of a matrix one after the other, each of the first ones with the one that is named.
pub(super) fn swap<T>(mut matrix: RowsMut<'_, T>, swaps: &[usize]) {
    for (i, &with) in swaps.iter().enumerate().filter(|(i, with)| i != *with) {
        let (a, b) = matrix.as_mut().two_rows_mut(i, with);
        a.as_slice_mut().swap_with_slice(b.as_slice_mut());
    }
}
