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
        Scale::bring_up(data).apply(right);
        enlarge_rows(data, n, right);
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

/// Multiplies equations by a power of two where the reciprocal of the number on the diagonal, by which `faer` multiplies,
/// is infinite: the solution stays the same.
fn enlarge_rows<T: Field>(data: &mut [T], n: usize, right: &mut [T]) {
    let one = <T::Part as num_traits::One>::one();
    let factor = (one + one + one + one) / <T::Part as num_traits::Float>::epsilon();
    for i in 0..n {
        let pivot = data[i * n + i];
        if Field::is_finite(pivot) && !Field::is_finite(T::ONE.over(pivot)) {
            let row = data.iter_mut().skip(i).step_by(n).chain(right.iter_mut().skip(i).step_by(n));
            row.for_each(|value| *value = value.multiplied_by(factor));
        }
    }
}
