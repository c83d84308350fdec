//! Factors of positive definite matrices.

use faer::Par;
use faer::dyn_stack::{MemBuffer, MemStack};
use faer::linalg::cholesky::llt::factor::{LltError, cholesky_in_place, cholesky_in_place_scratch};

use crate::{Field, matrix_mut};

pub(crate) fn cholesky<T: Field>(data: &mut [T], n: usize, par: Par) -> Result<(), usize> {
    let stack = &mut MemBuffer::new(cholesky_in_place_scratch::<T>(n, par, Default::default()));
    let lower = matrix_mut(data, n, n);
    match cholesky_in_place(lower, Default::default(), par, MemStack::new(stack), Default::default()) {
        Ok(_) => Ok(()),
        Err(LltError::NonPositivePivot { index }) => Err(index),
    }
}
