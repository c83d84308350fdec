//! Triangular factors of a matrix that lies row by row, some columns after the others.
//!
//! While the columns that are next are factored, other threads subtract those before them from the rest.

use faer::linalg::matmul::matmul;
use faer::{Accum, Par};

use super::few;
use super::panel::{Panel, most_columns};
use super::rows::{RowsMut, rows_mut, swap};
use super::substitute::lower_block;
use crate::Field;
use crate::share::both;

/// So many columns at least are given to a thread.
const SHARE: usize = 96;

/// Less than so many elements are changed by one thread sooner than by two.
const WORTH_SHARING: usize = 1 << 15;

/// Overwrites a matrix by its factors; with which row each row was swapped, one after the other. A pivot that is 0 stays,
/// and leaves zeros below it.
pub(super) fn eliminate<T: Field>(data: &mut [T], [m, n]: [usize; 2], par: Par) -> Vec<usize> {
    if m.max(n) <= few::MOST {
        return few::eliminate(data, [m, n]);
    }
    let (inner, width) = (m.min(n), most_columns::<T>());
    let mut matrix = rows_mut(data, m, n);
    let mut swaps = Vec::with_capacity(inner);
    let mut panel = Panel::with_room(m, inner);
    let mut next = Panel::with_room(m.saturating_sub(width), inner.saturating_sub(width));
    panel.replace(matrix.as_mut().subcols_mut(0, width.min(inner)));
    let mut start = 0;
    while start < inner {
        let end = start + panel.width();
        swaps.extend(panel.swaps().iter().map(|with| start + with));
        let (left, right) = matrix.as_mut().get_mut(start.., ..).split_at_col_mut(end);
        let (mut ahead, rest) = right.split_at_col_mut(width.min(inner - end));
        let (left, panel_of, next_of) = (left.subcols_mut(0, start), &panel, &mut next);
        let par = if rest.nrows() * rest.ncols() < WORTH_SHARING { Par::Seq } else { par };
        both(
            par,
            || {
                update(panel_of, ahead.as_mut());
                next_of.replace(ahead.get_mut(end - start.., ..));
            },
            || both(par, || update_shared(panel_of, rest, par), || swap(left, panel_of.swaps())),
        );
        std::mem::swap(&mut panel, &mut next);
        start = end;
    }
    swaps
}

/// Subtracts what factored columns add to others, by several threads.
fn update_shared<T: Field>(panel: &Panel<T>, columns: RowsMut<'_, T>, par: Par) {
    if par == Par::Seq || columns.ncols() < 2 * SHARE {
        return update(panel, columns);
    }
    let middle = (columns.ncols() / 2).next_multiple_of(SHARE);
    let (left, right) = columns.split_at_col_mut(middle);
    both(par, || update_shared(panel, left, par), || update_shared(panel, right, par));
}

/// Subtracts what factored columns add to others.
fn update<T: Field>(panel: &Panel<T>, mut columns: RowsMut<'_, T>) {
    if columns.ncols() == 0 {
        return;
    }
    swap(columns.as_mut(), panel.swaps());
    let (mut above, below) = columns.split_at_row_mut(panel.width());
    lower_block(panel.corner(), above.as_mut());
    matmul(below, Accum::Add, panel.below(), above.as_ref(), T::MINUS_ONE, Par::Seq);
}
