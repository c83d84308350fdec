//! Equations whose matrices are triangles already.

use faer::linalg::triangular_solve::{
    solve_lower_triangular_in_place_with_conj as lower,
    solve_unit_lower_triangular_in_place_with_conj as unit_lower,
    solve_unit_upper_triangular_in_place_with_conj as unit_upper,
    solve_upper_triangular_in_place_with_conj as upper,
};
use faer::{Conj, Par};

use crate::scale::Scale;
use crate::{Field, matrix, matrix_mut};

/// Overwrites `right` by the solutions for the lower or the upper triangle, the diagonal of which counts as 1 if it is a
/// unit one. The other triangle is not read.
///
/// # Errors
/// The first place of the diagonal that is exactly 0.
pub(crate) fn solve_triangle<T: Field>(
    data: &mut [T],
    n: usize,
    [is_lower, is_unit]: [bool; 2],
    right: &mut [T],
    par: Par,
) -> Result<(), usize> {
    if !is_unit && let Some(pivot) = data.iter().step_by(n + 1).position(|&pivot| pivot == T::ZERO) {
        return Err(pivot);
    }
    for (j, column) in data.chunks_exact_mut(n.max(1)).enumerate() {
        if is_lower { &mut column[..j] } else { &mut column[j + 1..] }.fill(T::ZERO);
    }
    if !is_unit {
        // The reciprocals of very small numbers are none.
        Scale::bring_up(data).apply(right);
    }
    let columns = right.len().checked_div(n).unwrap_or(0);
    let (triangles, sides) = (matrix(data, n, n), matrix_mut(right, n, columns));
    match (is_lower, is_unit) {
        (true, true) => unit_lower(triangles, Conj::No, sides, par),
        (true, false) => lower(triangles, Conj::No, sides, par),
        (false, true) => unit_upper(triangles, Conj::No, sides, par),
        (false, false) => upper(triangles, Conj::No, sides, par),
    }
    Ok(())
}
