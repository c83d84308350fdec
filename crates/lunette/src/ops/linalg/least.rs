//! Least squares: what comes nearest to solving equations.

mod scale;

use self::scale::Scale;
use super::batch::{self, Batch};
use super::svd::{Rtol, ranks, solve_by_values, thin};
use crate::dtype::{DType, promote};
use crate::error::Result;
use crate::index::Axes;
use crate::layout::Dims;
use crate::ops::cast::to_dtype;
use crate::ops::elementwise::{BinaryOp, Expression, Operand, UnaryOp};
use crate::ops::matmul::matmul;
use crate::ops::reduce::{self, KeepDims};
use crate::ops::{create, rearrange};
use crate::tensor::Handle;

/// The solutions of least squares and least norm, what they leave, the ranks and the singular values.
pub(crate) fn lstsq(a: &Handle, b: &Handle, rtol: Rtol<'_>) -> Result<[Handle; 4]> {
    let op = "lstsq";
    let batch = Batch::of(op, a)?;
    let dtype = promote(a.dtype, b.dtype).as_float();
    let rtols = rtol.of_batch(op, &batch, dtype)?;
    let is_vector = b.layout.rank() == 1;
    let right = if is_vector { b.with_layout(b.layout.expand_dims_for(op, &[-1])?) } else { b.clone() };
    if Batch::of(op, &right)?.rows != batch.rows {
        return Err(batch::rows_differ(op, b, batch.rows));
    }
    let work = super::field::work_dtype(dtype);
    let (a, right) = (to_dtype(op, a, work)?, to_dtype(op, &right, work)?);
    let scale = Scale::of(op, &batch, &a)?;
    let (a, right) = (scale.up(op, &a)?, scale.up(op, &right)?);
    let decomposed = thin(op, &a)?;
    let solution = solve_by_values(op, &decomposed, &rtols, Some(&right))?;
    let [_, values, _] = decomposed;
    let ranks = ranks(op, &batch, &batch::rows::<f64>(op, &values)?, &rtols)?;
    let is_full = |&rank: &i64| rank == batch.columns as i64;
    let residuals = match batch.rows > batch.columns && ranks.iter().all(is_full) {
        true => scale.back(scale.back(squares_left(op, &a, &solution, &right)?)?)?,
        false => none_left(op, &solution)?,
    };
    let solution = to_dtype(op, &solution, dtype)?;
    let solution = match is_vector {
        true => rearrange::in_shape(op, solution.clone(), &solution.shape()[..solution.layout.rank() - 1])?,
        false => solution,
    };
    let (real, values) = (dtype.as_real(), scale.back(values)?);
    let ranks = batch::from_rows(op, vec![ranks], &batch.dims, DType::I64)?;
    Ok([solution, to_dtype(op, &residuals, real)?, ranks, to_dtype(op, &values, real)?])
}

/// The sum of squares of each column of `b - a · x`, added up in the precision that is worked in.
fn squares_left(op: &'static str, a: &Handle, x: &Handle, b: &Handle) -> Result<Handle> {
    let product = matmul(op, a, x)?;
    let left = Expression::of(Operand::Tensor(b))
        .binary(BinaryOp::Subtract, Expression::of(Operand::Tensor(&product)))
        .unary(UnaryOp::Abs)
        .unary(UnaryOp::Square);
    let rows = Axes::List([-2].as_slice().into());
    left.reduce(op, |squares| reduce::sum(op, squares, &rows, KeepDims::No, squares.dtype()))
}

/// No residuals, in the shape that residuals would have but for their number.
fn none_left(op: &'static str, solution: &Handle) -> Result<Handle> {
    let batch = &solution.shape()[..solution.layout.rank() - 2];
    let shape: Dims = batch.iter().copied().chain([0]).collect();
    create::full(op, solution.dtype.as_real(), &shape, false.into())
}
