//! Eigenvalues and eigenvectors.

use lunette_decompose::{Eig, Eigh};

use super::batch::{self, Batch};
use super::field::{Field, dispatch_field};
use crate::error::Result;
use crate::tensor::Handle;

/// Eigenvalues, in ascending order, and eigenvectors of matrices that equal their adjoint; the lower half is read.
pub(crate) fn eigh(x: &Handle) -> Result<[Handle; 2]> {
    let op = "eigh";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => {
        let (values, vectors) = self_adjoint::<T>(op, x, &batch, true)?.into_iter().unzip();
        Ok([
            batch::from_rows(op, values, &batch.shape(&[batch.rows]), dtype.as_real())?,
            batch::from_columns::<T>(op, vectors, x.shape(), dtype)?,
        ])
    })
}

/// The eigenvalues of [`eigh`] alone.
pub(crate) fn eigvalsh(x: &Handle) -> Result<Handle> {
    let op = "eigvalsh";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => {
        let values = self_adjoint::<T>(op, x, &batch, false)?.into_iter().map(|(values, _)| values).collect();
        batch::from_rows(op, values, &batch.shape(&[batch.rows]), dtype.as_real())
    })
}

/// The values and, if wanted, the vectors of each matrix that equals its adjoint.
fn self_adjoint<T: Field>(
    op: &'static str,
    x: &Handle,
    batch: &Batch,
    vectors: bool,
) -> Result<Vec<Eigh<T>>> {
    // Vectors, those of halves, and what they are made of.
    let batch = &batch.check_work::<T>(op, 1, if vectors { 5 } else { 3 })?;
    let (mut data, n) = (batch::columns::<T>(op, x)?, batch.rows);
    // Nobody reads it, whatever stands there.
    data.chunks_exact_mut((n * n).max(1)).for_each(|matrix| batch::clear_upper_half(matrix, n));
    batch.check_finite(op, &data)?;
    batch.each(op, data, move |matrix, turn| {
        batch::make_diagonal_real(matrix, n);
        T::eigh(matrix, n, vectors, turn.threads).ok_or_else(|| turn.no_convergence(op))
    })
}

/// Eigenvalues and eigenvectors of any square matrices, in no special order.
pub(crate) fn eig(x: &Handle) -> Result<[Handle; 2]> {
    let op = "eig";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_complex();
    dispatch_field!(x.dtype, T => {
        let (values, vectors) = general::<T>(op, x, &batch, true)?.into_iter().unzip();
        Ok([
            batch::from_rows::<<T as lunette_decompose::Field>::Pair>(op, values, &batch.shape(&[batch.rows]), dtype)?,
            batch::from_columns::<<T as lunette_decompose::Field>::Pair>(op, vectors, x.shape(), dtype)?,
        ])
    })
}

/// The eigenvalues of [`eig`] alone.
pub(crate) fn eigvals(x: &Handle) -> Result<Handle> {
    let op = "eigvals";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_complex();
    dispatch_field!(x.dtype, T => {
        let values = general::<T>(op, x, &batch, false)?.into_iter().map(|(values, _)| values).collect();
        batch::from_rows::<<T as lunette_decompose::Field>::Pair>(op, values, &batch.shape(&[batch.rows]), dtype)
    })
}

/// The values and, if wanted, the vectors of each matrix.
fn general<T: Field>(op: &'static str, x: &Handle, batch: &Batch, vectors: bool) -> Result<Vec<Eig<T>>> {
    // Vectors, as complex numbers too, and what they are made of.
    let batch = &batch.check_work::<T>(op, 1, if vectors { 6 } else { 3 })?;
    let data = batch::columns::<T>(op, x)?;
    batch.check_finite(op, &data)?;
    let n = batch.rows;
    batch.each(op, data, move |matrix, turn| {
        T::eig(matrix, n, vectors, turn.threads).ok_or_else(|| turn.no_convergence(op))
    })
}
