//! What follows from triangular factors: solutions, inverses, determinants.

use std::sync::{Mutex, PoisonError};

use lunette_decompose::{ABREAST, Decompose as _, Field as _, Order};
use num_traits::{Float, One, Zero};

use super::batch::{self, Batch, Turn};
use super::field::{Field, dispatch_field};
use crate::buffer::look;
use crate::dtype::{DType, promote};
use crate::error::Result;
use crate::layout::{self, Dims, broadcast_batches_for};
use crate::nest::threads;
use crate::ops::{cast, lists, load, rearrange};
use crate::tensor::Handle;

/// Which half of a triangular matrix counts; the other one is not read.
///
/// ```
/// use lunette::Triangle;
/// use lunette::prelude::*;
/// let lower = Triangle { lower: true, ..Triangle::default() };
/// let x = tensor![[2.0, 9.0], [1.0, 4.0]].solve_triangular(&tensor![2.0, 5.0], lower)?;
/// assert_eq!(x, tensor![1.0, 1.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Triangle {
    /// The half below the diagonal, not the one above it.
    pub lower: bool,
    /// The diagonal is not read either: all of it is 1.
    pub unit_diagonal: bool,
}

/// The solutions of `a · x = b`; `b` is a vector if it has rank 1, else a batch of matrices.
pub(crate) fn solve(a: &Handle, b: &Handle) -> Result<Handle> {
    let op = "solve";
    let equations = Equations::new(op, a, b)?;
    let made = dispatch_field!(equations.dtype, T => solve_in::<T>(op, &equations))?;
    equations.shaped(op, made)
}

/// The solutions of `a · x = b` for triangular matrices.
pub(crate) fn solve_triangular(a: &Handle, b: &Handle, triangle: Triangle) -> Result<Handle> {
    let op = "solve_triangular";
    let equations = Equations::new(op, a, b)?;
    let (batch, n, p, dtype) = (&equations.batch, equations.batch.rows, equations.columns, equations.dtype);
    let made = dispatch_field!(dtype, T => {
        let (sides, data) = equations.by_columns::<T>(op)?;
        let solutions = batch.each_into(op, data, sides, move |matrix, side, turn| {
            T::solve_triangle(matrix, n, [triangle.lower, triangle.unit_diagonal], side, turn.threads)
                .map_err(|pivot| turn.singular(op, pivot))
        })?;
        batch::from_columns(op, vec![solutions], &batch.shape(&[n, p]), dtype)
    })?;
    equations.shaped(op, made)
}

/// Square matrices and right-hand sides, stretched to one batch.
struct Equations {
    batch: Batch,
    matrices: Handle,
    sides: Handle,
    /// The columns of a side, which is a vector where there is none to be seen.
    columns: usize,
    is_vector: bool,
    dtype: DType,
}

impl Equations {
    fn new(op: &'static str, a: &Handle, b: &Handle) -> Result<Self> {
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
        let (n, columns) = (of_a.rows, of_b.columns);
        let (matrices, sides) = (stretched(a, [n, n])?, stretched(&column, [n, columns])?);
        let dtype = promote(a.dtype, b.dtype).as_float();
        Ok(Self { batch: Batch::of(op, &matrices)?, matrices, sides, columns, is_vector, dtype })
    }

    /// The elements of sides and matrices, column by column.
    fn by_columns<T: Field>(&self, op: &'static str) -> Result<(Vec<T>, Vec<T>)> {
        let elements = (batch::columns::<T>(op, &self.sides)?, batch::columns::<T>(op, &self.matrices)?);
        self.batch.check_room::<T>(op, &[[self.batch.rows, self.columns]])?;
        Ok(elements)
    }

    /// Solutions in the shape of the sides as they were given.
    fn shaped(&self, op: &'static str, made: Handle) -> Result<Handle> {
        match self.is_vector {
            true => rearrange::in_shape(op, made.clone(), &made.shape()[..made.layout.rank() - 1]),
            false => Ok(made),
        }
    }
}

fn solve_in<T: Field>(op: &'static str, equations: &Equations) -> Result<Handle> {
    let (batch, n, p) = (&equations.batch, equations.batch.rows, equations.columns);
    let (sides, data) = (batch::rows::<T>(op, &equations.sides)?, batch::rows::<T>(op, &equations.matrices)?);
    batch.check_room::<T>(op, &[[n, p]])?;
    let solutions = batch.each_into(op, data, sides, move |matrix, side, turn| {
        if let Some(made) = T::tiny_solve(matrix, n, side) {
            return made.map_err(|pivot| turn.singular(op, pivot));
        }
        let order = factored(op, matrix, n, &turn)?;
        T::solve(matrix, &order, side, p, turn.threads);
        Ok(())
    })?;
    batch::from_rows(op, vec![solutions], &batch.shape(&[n, p]), equations.dtype)
}

/// Overwrites a matrix that has an inverse by its triangular factors.
///
/// # Errors
/// If a pivot is exactly 0.
fn factored<T: Field>(op: &'static str, matrix: &mut [T], n: usize, turn: &Turn<'_>) -> Result<Order> {
    let order = T::factor(matrix, n, turn.threads);
    match order.zero_pivot(matrix) {
        Some(pivot) => Err(turn.singular(op, pivot)),
        None => Ok(order),
    }
}

/// The inverses of square matrices.
pub(crate) fn inv(op: &'static str, x: &Handle) -> Result<Handle> {
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => inv_in::<T>(op, x, &batch, dtype))
}

fn inv_in<T: Field>(op: &'static str, x: &Handle, batch: &Batch, dtype: DType) -> Result<Handle> {
    let n = batch.rows;
    let data = batch::rows::<T>(op, x)?;
    batch.check_room::<T>(op, &[[n, n]])?;
    let inverses = batch.overwritten(op, data, move |matrix, turn| {
        if let Some(made) = T::tiny_invert(matrix, n) {
            return made.map_err(|pivot| turn.singular(op, pivot));
        }
        let order = factored(op, matrix, n, &turn)?;
        T::invert(matrix, &order, turn.threads);
        Ok(())
    })?;
    batch::from_rows(op, vec![inverses], x.shape(), dtype)
}

/// An order of rows as a matrix, and two triangular ones; the product of all three is the matrix.
pub(crate) fn lu(x: &Handle) -> Result<[Handle; 3]> {
    let op = "lu";
    let batch = Batch::of(op, x)?;
    let dtype = x.dtype.as_float();
    let (m, n) = (batch.rows, batch.columns);
    let inner = m.min(n);
    dispatch_field!(dtype, T => {
        batch.check_room::<T>(op, &[[m, m], [m, inner], [inner, n]])?;
        let factors = batch.each(op, batch::rows::<T>(op, x)?, move |matrix, turn| {
            let (order, lower, upper) = T::triangles(matrix, [m, n], turn.threads);
            let mut rows = vec![T::ZERO; m * m];
            order.iter().enumerate().for_each(|(k, &row)| rows[row * m + k] = T::ONE);
            Ok((rows, (lower, upper)))
        })?;
        let (orders, triangles): (Vec<_>, Vec<_>) = factors.into_iter().unzip();
        let (lowers, uppers) = triangles.into_iter().unzip();
        Ok([
            batch::from_rows::<T>(op, orders, &batch.shape(&[m, m]), dtype)?,
            batch::from_rows::<T>(op, lowers, &batch.shape(&[m, inner]), dtype)?,
            batch::from_rows::<T>(op, uppers, &batch.shape(&[inner, n]), dtype)?,
        ])
    })
}

/// What `read` makes of the factors of every matrix.
fn of_factors<T: Field, O: Send + 'static>(
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
    let (n, dtype) = (batch.rows, x.dtype.as_float());
    dispatch_field!(dtype, T => {
        let values = if (1..=ABREAST).contains(&n) {
            determinants_abreast::<T>(op, x, &batch)?
        } else {
            let data = batch::rows::<T>(op, x)?;
            batch.check_room::<T>(op, &[[1, 1]])?;
            let values = lists::repeated(op, T::ZERO, batch.count)?;
            batch.each_into(op, data, values, move |matrix, value, turn| {
                value[0] = T::tiny_determinant(matrix, n).unwrap_or_else(|| {
                    let order = T::factor(matrix, n, turn.threads);
                    order.determinant(matrix)
                });
                Ok(())
            })?
        };
        batch::from_rows(op, vec![values], &batch.dims, dtype)
    })
}

/// The determinants of matrices of few rows, read where they lie: copies of all would take longer than the products.
fn determinants_abreast<T: Field>(op: &'static str, x: &Handle, batch: &Batch) -> Result<Vec<T>> {
    let x = if x.dtype == T::DTYPE { x.clone() } else { cast::cast(op, x, T::DTYPE)? };
    let x = if x.layout.is_c_contiguous() { x } else { load::copy(op, &x, layout::Order::C)? };
    let mut values = lists::repeated(op, T::ZERO, batch.count)?;
    look::<T, _, 1>(op, [(&x.buffer, &x.layout)], |[x]| {
        let (n, size, elements) = (batch.rows, batch.size(), x.as_slice().unwrap_or_default());
        debug_assert_eq!(elements.len(), batch.count * size, "the copy is contiguous");
        let pieces = threads::pieces(size_of_val(elements));
        let to_each = batch.count.div_ceil(pieces).max(1);
        let parts = elements.chunks(to_each * size).zip(values.chunks_mut(to_each));
        let parts: Vec<_> = parts.map(Mutex::new).collect();
        threads::share(parts.len(), |k| {
            let mut part = parts[k].lock().unwrap_or_else(PoisonError::into_inner);
            let (matrices, out) = &mut *part;
            T::determinants(matrices, n, out);
        });
    })?;
    Ok(values)
}

/// The signs of determinants, and the logarithms of their absolute values.
pub(crate) fn slogdet(x: &Handle) -> Result<[Handle; 2]> {
    let op = "slogdet";
    let batch = Batch::square(op, x)?;
    let dtype = x.dtype.as_float();
    dispatch_field!(dtype, T => {
        let read = |factors: &[T], order: &Order| sign_and_log(&order.pivots(factors), order);
        let (signs, logs): (Vec<_>, Vec<_>) = of_factors(op, x, &batch, read)?.into_iter().unzip();
        Ok([
            batch::from_rows(op, vec![signs], &batch.dims, dtype)?,
            batch::from_rows(op, vec![logs], &batch.dims, dtype.as_real())?,
        ])
    })
}

/// A number by its absolute value: of a real one the sign, which infinity has too. A complex one that is infinite has no
/// direction, and gives NaN.
fn direction<T: Field>(value: T, size: T::Part) -> T {
    if size.is_finite() {
        return value.divided_by(size);
    }
    let ends = [T::ONE, T::MINUS_ONE];
    ends.into_iter().find(|end| end.multiplied_by(size) == value).unwrap_or_else(|| value.divided_by(size))
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
        sign = sign.times(direction(pivot, size));
        log += Float::ln(size);
    }
    // Of length 1, whatever the roundings of the factors have added up to.
    sign = direction(sign, sign.modulus());
    // Of the scaled matrix, whose pivots are numbers where those of the matrix need not be.
    let powers = <T::Part as num_traits::NumCast>::from(f64::from(order.exponent()) * pivots.len() as f64);
    (sign, log - powers.unwrap_or_else(T::Part::zero) * Float::ln(one + one))
}
