//! What follows from triangular factors: solutions, inverses, determinants.

use lunette_decompose::Order;
use num_traits::{Float, One, Zero};

use super::batch::{self, Batch};
use super::field::{Field, dispatch_field};
use crate::dtype::{DType, promote};
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, broadcast_batches_for};
use crate::ops::rearrange;
use crate::tensor::Handle;

/// The solutions of `a · x = b`; `b` is a vector if it has rank 1, else a batch of matrices.
pub(crate) fn solve(a: &Handle, b: &Handle) -> Result<Handle> {
    let op = "solve";
    let of_a = Batch::square(op, a)?;
    let is_vector = b.layout.rank() == 1;
    let column = if is_vector { b.with_layout(b.layout.expand_dims_for(op, &[-1])?) } else { b.clone() };
    let of_b = Batch::of(op, &column)?;
    if of_a.rows != of_b.rows {
        return Err(batch::rows_differ(op, b, of_a.rows));
    }
    let dims = broadcast_batches_for(op, [a.shape(), column.shape()])?;
    let stretched = |x: &Handle, sizes: [usize; 2]| -> Result<Handle> {
        let shape: Dims = dims.iter().copied().chain(sizes).collect();
        Ok(x.with_overlapping_layout(x.layout.broadcast_to_for(op, &shape)?))
    };
    let (n, p) = (of_a.rows, of_b.columns);
    let (a, column) = (stretched(a, [n, n])?, stretched(&column, [n, p])?);
    let dtype = promote(a.dtype, b.dtype).as_float();
    let made = dispatch_field!(dtype, T => solve_in::<T>(&a, &column, dtype))?;
    if is_vector {
        rearrange::in_shape(op, made.clone(), &made.shape()[..made.layout.rank() - 1])
    } else {
        Ok(made)
    }
}

fn solve_in<T: Field>(a: &Handle, b: &Handle, dtype: DType) -> Result<Handle> {
    let op = "solve";
    let batch = Batch::of(op, a)?;
    let (n, p) = (batch.rows, b.shape()[b.layout.rank() - 1]);
    let (sides, data) = (batch::columns::<T>(op, b)?, batch::columns::<T>(op, a)?);
    batch.check_room::<T>(op, &[[n, p]])?;
    let solutions = batch.each(op, data, move |matrix, turn| {
        let order = T::factor(matrix, n, turn.threads);
        if let Some(pivot) = order.zero_pivot(matrix) {
            return Err(ErrorKind::Singular { op, batch: turn.index(), pivot }.into());
        }
        let mut solution = sides[turn.k * n * p..(turn.k + 1) * n * p].to_vec();
        T::solve(matrix, &order, &mut solution, p, turn.threads);
        Ok(solution)
    })?;
    batch::from_columns(op, solutions, &batch.shape(&[n, p]), dtype)
}

/// The inverses of square matrices.
pub(crate) fn inv(op: &'static str, x: &Handle) -> Result<Handle> {
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => inv_in::<T>(op, x, &batch, dtype))
}

fn inv_in<T: Field>(op: &'static str, x: &Handle, batch: &Batch, dtype: DType) -> Result<Handle> {
    let n = batch.rows;
    // Rows are taken for columns: the inverse of the transposed matrix is the transposed inverse.
    let data = batch::rows::<T>(op, x)?;
    batch.check_room::<T>(op, &[[n, n]])?;
    let inverses = batch.each(op, data, move |matrix, turn| {
        let order = T::factor(matrix, n, turn.threads);
        match order.zero_pivot(matrix) {
            None => Ok(T::invert(matrix, &order, turn.threads)),
            Some(pivot) => Err(ErrorKind::Singular { op, batch: turn.index(), pivot }.into()),
        }
    })?;
    batch::from_rows(op, inverses, x.shape(), dtype)
}

/// What `read` makes of the factors of every matrix.
fn factored<T: Field, O: Send + 'static>(
    op: &'static str,
    x: &Handle,
    batch: &Batch,
    read: impl Fn(&[T], &Order) -> O + Send + Sync + 'static,
) -> Result<Vec<O>> {
    let (n, data) = (batch.rows, batch::rows::<T>(op, x)?);
    batch.check_room::<T>(op, &[])?;
    batch.each(op, data, move |matrix, turn| {
        let order = T::factor(matrix, n, turn.threads);
        Ok(read(matrix, &order))
    })
}

/// The determinants of square matrices.
pub(crate) fn det(x: &Handle) -> Result<Handle> {
    let op = "det";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => {
        let values = factored::<T, _>(op, x, &batch, |factors, order| order.determinant(factors))?;
        batch::from_rows(op, vec![values], &batch.dims, dtype)
    })
}

/// The signs of determinants, and the logarithms of their absolute values.
pub(crate) fn slogdet(x: &Handle) -> Result<[Handle; 2]> {
    let op = "slogdet";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => {
        let read = |factors: &[T], order: &Order| sign_and_log(&order.pivots(factors), order);
        let (signs, logs): (Vec<_>, Vec<_>) = factored(op, x, &batch, read)?.into_iter().unzip();
        Ok([
            batch::from_rows(op, vec![signs], &batch.dims, dtype)?,
            batch::from_rows(op, vec![logs], &batch.dims, dtype.as_real())?,
        ])
    })
}

fn sign_and_log<T: Field>(pivots: &[T], order: &Order) -> (T, T::Part) {
    let one = T::Part::one();
    let mut sign = if order.is_odd() { T::ONE.divided_by(-one) } else { T::ONE };
    let mut log = T::Part::zero();
    for &pivot in pivots {
        let size = pivot.modulus();
        if size == T::Part::zero() {
            return (T::ZERO, T::Part::neg_infinity());
        }
        sign = sign.times(pivot.divided_by(size));
        log += Float::ln(size);
    }
    // Of length 1, whatever the roundings of the factors have added up to.
    sign = sign.divided_by(sign.modulus());
    // Of the scaled matrix, whose pivots are numbers where those of the matrix need not be.
    let powers = <T::Part as num_traits::NumCast>::from(f64::from(order.exponent()) * pivots.len() as f64);
    (sign, log - powers.unwrap_or_else(T::Part::zero) * Float::ln(one + one))
}
