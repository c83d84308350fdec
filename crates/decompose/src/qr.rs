//! Orthogonal and triangular factors.

use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::householder::{
    apply_block_householder_sequence_on_the_left_in_place_scratch as apply_scratch,
    apply_block_householder_sequence_on_the_left_in_place_with_conj as apply,
};
use faer::linalg::qr::no_pivoting::factor::{qr_in_place, qr_in_place_scratch, recommended_block_size};
use faer::{Conj, Mat, Par};

use crate::scale::Scale;
use crate::{Field, identity, matrix, matrix_mut};

pub(crate) fn qr<T: Field>(data: &mut [T], [m, n]: [usize; 2], inner: usize, par: Par) -> (Vec<T>, Vec<T>) {
    let mut q = identity(m, inner);
    let mut r = vec![T::ZERO; inner * n];
    if m == 0 || n == 0 {
        return (q, r);
    }
    // Columns may be scaled one by one: that leaves the orthogonal factor, and reaches the columns of the other.
    let scales: Vec<Scale> = data.chunks_exact_mut(m).map(Scale::bring).collect();
    let block = recommended_block_size::<T>(m, n);
    let mut coefficients = Mat::zeros(block, m.min(n));
    let scratch = qr_in_place_scratch::<T>(m, n, block, par, Default::default());
    let stack = &mut MemBuffer::new(scratch.or(apply_scratch::<T>(m, block, inner)));
    let both = matrix_mut(data, m, n);
    qr_in_place(both, coefficients.as_mut(), par, MemStack::new(stack), Default::default());
    let columns = r.chunks_exact_mut(inner).zip(data.chunks_exact(m));
    for (j, ((to, from), scale)) in columns.zip(scales).enumerate() {
        let len = inner.min(j + 1);
        to[..len].copy_from_slice(&from[..len]);
        scale.undo(to);
    }
    let basis = matrix(data, m, n).subcols(0, m.min(n));
    let columns = matrix_mut(&mut q, m, inner);
    apply(basis, coefficients.as_ref(), Conj::No, columns, par, MemStack::new(stack));
    (q, r)
}
