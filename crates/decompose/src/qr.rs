//! Orthogonal and triangular factors.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder::{
    apply_block_householder_transpose_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_transpose_on_the_left_in_place_with_conj as apply, make_householder_in_place,
    upgrade_householder_factor,
};
use faer::linalg::qr::no_pivoting::factor::recommended_block_size;
use faer::reborrow::{Reborrow, ReborrowMut};
use faer::traits::ComplexField;
use faer::traits::math_utils::from_real;
use faer::{Conj, Mat, MatMut, MatRef, Par};

use crate::reduce::apply_reflections;
use crate::scale::Scale;
use crate::{Field, identity, matrix_mut};

/// A matrix as reflections, and what is left above the diagonal after them.
pub(crate) struct Factors<'a, T: ComplexField> {
    both: MatMut<'a, T>,
    coefficients: Mat<T>,
}

impl<'a, T: ComplexField> Factors<'a, T> {
    /// Overwrites a matrix that is not empty, some columns at a time. The function of `faer` leaves out columns that seem to
    /// depend on others, and with them digits of the matrix.
    pub(crate) fn of(matrix: MatMut<'a, T>, par: Par) -> Self {
        let (m, n) = matrix.shape();
        let size = m.min(n);
        let mut both = matrix;
        let block = recommended_block_size::<T>(m, n);
        let mut coefficients = Mat::zeros(block, size);
        let mut memory = MemBuffer::new(apply_scratch::<T>(m, block, n));
        let stack = MemStack::new(&mut memory);
        for first in (0..size).step_by(block) {
            let len = block.min(size - first);
            let rest = both.rb_mut().submatrix_mut(first, first, m - first, n - first);
            let (mut columns, right) = rest.split_at_col_mut(len);
            let mut factor = coefficients.as_mut().submatrix_mut(0, first, len, len);
            reflect(columns.rb_mut(), factor.rb_mut(), stack);
            upgrade_householder_factor(factor.rb_mut(), columns.rb(), len, 1, par);
            if right.ncols() > 0 {
                apply(columns.rb(), factor.rb(), Conj::Yes, right, par, stack);
            }
        }
        Self { both, coefficients }
    }

    /// The triangular factor, above reflections.
    pub(crate) fn both(&self) -> MatRef<'_, T> {
        self.both.rb()
    }

    /// Multiplies columns by the orthogonal factor.
    pub(crate) fn apply(&self, columns: MatMut<'_, T>, par: Par) {
        let basis = self.both().subcols(0, self.coefficients.ncols());
        apply_reflections(basis, self.coefficients.as_ref(), columns, par);
    }
}

/// Overwrites columns by reflections, one by one, whose coefficients become the diagonal of a factor.
fn reflect<T: ComplexField>(columns: MatMut<'_, T>, factor: MatMut<'_, T>, stack: &mut MemStack) {
    let (mut columns, mut factor) = (columns, factor);
    let (rows, count) = columns.shape();
    for k in 0..count {
        let rest = columns.rb_mut().submatrix_mut(k, k, rows - k, count - k);
        let (mut column, right) = rest.split_at_col_mut(1);
        let (mut head, tail) = column.rb_mut().col_mut(0).split_at_row_mut(1);
        let made = make_householder_in_place(&mut head[0], tail);
        factor[(k, k)] = from_real(&made.tau);
        if right.ncols() > 0 {
            let factor = factor.rb().submatrix(k, k, 1, 1);
            apply(column.rb(), factor, Conj::Yes, right, Par::Seq, stack);
        }
    }
}

pub(crate) fn qr<T: Field>(data: &mut [T], [m, n]: [usize; 2], inner: usize, par: Par) -> (Vec<T>, Vec<T>) {
    let mut q = identity(m, inner);
    let mut r = vec![T::ZERO; inner * n];
    if m == 0 || n == 0 {
        return (q, r);
    }
    // Columns may be scaled one by one: that leaves the orthogonal factor, and reaches the columns of the other.
    let scales: Vec<Scale> = data.chunks_exact_mut(m).map(Scale::bring).collect();
    let factors = Factors::of(matrix_mut(data, m, n), par);
    for ((j, to), scale) in r.chunks_exact_mut(inner).enumerate().zip(scales) {
        for (i, to) in to.iter_mut().enumerate().take(j + 1) {
            *to = factors.both()[(i, j)];
        }
        scale.undo(to);
    }
    factors.apply(matrix_mut(&mut q, m, inner), par);
    (q, r)
}
