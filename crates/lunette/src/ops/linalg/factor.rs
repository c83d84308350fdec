//! Factors of matrices: of positive definite ones, and orthogonal ones.

use lunette_decompose::{Decompose as _, TINY};

use super::batch::{self, Batch, Turn};
use super::field::{Field, dispatch_field};
use crate::dtype::DType;
use crate::error::Result;
use crate::tensor::Handle;

/// How large the factors of `qr` are.
///
/// ```
/// use lunette::prelude::*;
/// let factors = tensor![[3.0], [4.0]].qr(lunette::QrMode::Complete)?;
/// assert_eq!(factors.q.shape(), [2, 2]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QrMode {
    /// As many columns of `q` and rows of `r` as the shorter side of the matrix.
    #[default]
    Reduced,
    /// A square `q`, and an `r` of the shape of the matrix.
    Complete,
}

/// The triangular matrix whose product with its own adjoint is the matrix.
pub(crate) fn cholesky(x: &Handle, upper: bool) -> Result<Handle> {
    let op = "cholesky";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => cholesky_in::<T>(x, &batch, upper, dtype))
}

fn cholesky_in<T: Field>(x: &Handle, batch: &Batch, upper: bool, dtype: DType) -> Result<Handle> {
    let op = "cholesky";
    let n = batch.rows;
    if n <= TINY {
        let data = batch.overwritten(op, batch::rows::<T>(op, x)?, move |matrix, turn| {
            match T::tiny_cholesky(matrix, n) {
                Some(made) => made.map_err(|pivot| turn.not_positive(op, pivot))?,
                None => {
                    let mut columns = transposed(matrix, [n, n]);
                    cholesky_one(op, &mut columns, n, &turn)?;
                    matrix.copy_from_slice(&transposed(&columns, [n, n]));
                }
            }
            if upper {
                (0..n * n).filter(|k| k % n > k / n).for_each(|k| matrix.swap(k, k % n * n + k / n));
                conjugate_half(matrix, n);
            }
            Ok(())
        })?;
        return batch::from_rows(op, vec![data], x.shape(), dtype);
    }
    let data = batch.overwritten(op, batch::columns::<T>(op, x)?, move |matrix, turn| {
        cholesky_one(op, matrix, n, &turn)?;
        if upper {
            conjugate_half(matrix, n);
        }
        Ok(())
    })?;
    // The columns of the lower factor are, conjugated, the rows of the upper one.
    match upper {
        true => batch::from_rows(op, vec![data], x.shape(), dtype),
        false => batch::from_columns(op, vec![data], x.shape(), dtype),
    }
}

/// Conjugates what lies behind the diagonal of each row or column, and the diagonal: the zeros before it have no signs.
fn conjugate_half<T: Field>(matrix: &mut [T], n: usize) {
    for (j, line) in matrix.chunks_exact_mut(n.max(1)).enumerate() {
        line[j..].iter_mut().for_each(|value| *value = value.conjugate());
    }
}

/// Overwrites a matrix, column by column, by its lower factor.
fn cholesky_one<T: Field>(op: &'static str, matrix: &mut [T], n: usize, turn: &Turn<'_>) -> Result<()> {
    batch::make_diagonal_real(matrix, n);
    T::cholesky(matrix, n, turn.threads).map_err(|pivot| turn.not_positive(op, pivot))?;
    batch::clear_upper_half(matrix, n);
    Ok(())
}

/// The elements of a matrix of these sizes, row by row, column by column.
fn transposed<T: Field>(rows: &[T], [m, n]: [usize; 2]) -> Vec<T> {
    (0..m * n).map(|k| rows[k % m * n + k / m]).collect()
}

/// An orthogonal matrix and a triangular one whose product is the matrix.
pub(crate) fn qr(x: &Handle, mode: QrMode) -> Result<[Handle; 2]> {
    let op = "qr";
    let batch = Batch::of(op, x)?;
    let dtype = x.dtype.as_float();
    let (m, n) = (batch.rows, batch.columns);
    let inner = if mode == QrMode::Complete { m } else { m.min(n) };
    dispatch_field!(dtype, T => {
        batch.check_room::<T>(op, &[[m, inner], [inner, n]])?;
        let factors = batch.each(op, batch::columns::<T>(op, x)?, move |matrix, turn| {
            Ok(T::qr(matrix, [m, n], inner, turn.threads))
        })?;
        let (qs, rs) = factors.into_iter().unzip();
        Ok([
            batch::from_columns::<T>(op, qs, &batch.shape(&[m, inner]), dtype)?,
            batch::from_columns::<T>(op, rs, &batch.shape(&[inner, n]), dtype)?,
        ])
    })
}
