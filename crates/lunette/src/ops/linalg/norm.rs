//! Norms of vectors and matrices.

mod euclid;

use super::svd::svdvals;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::Dims;
use crate::ops::elementwise::{BinaryOp, Expression, Operand, UnaryOp, binary};
use crate::ops::products::check_matrix;
use crate::ops::reduce::{self, KeepDims, Over};
use crate::ops::{cast, create, rearrange};
use crate::tensor::Handle;

/// Which norm of a matrix is meant.
///
/// ```
/// use lunette::prelude::*;
/// assert_eq!(tensor![[3_i32, 4]].matrix_norm(lunette::MatrixNorm::Inf)?.item()?, 7.0);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatrixNorm {
    /// The root of the sum of the squares of all elements.
    #[default]
    Frobenius,
    /// The sum of the singular values.
    Nuclear,
    /// The largest sum of absolute values over a column.
    One,
    /// The smallest sum of absolute values over a column.
    NegOne,
    /// The largest singular value.
    Two,
    /// The smallest singular value.
    NegTwo,
    /// The largest sum of absolute values over a row.
    Inf,
    /// The smallest sum of absolute values over a row.
    NegInf,
}

/// The norm of the matrices of the last two axes.
pub(crate) fn matrix_norm(op: &'static str, x: &Handle, norm: MatrixNorm, keepdims: bool) -> Result<Handle> {
    check_matrix(op, x)?;
    let list = |axes: &[i64]| Axes::List(axes.into());
    // The sum over one of the axes, then the extreme over the other; of singular values there is only one axis.
    let twice = |sum: i64, extreme: f64| -> Result<Handle> {
        let sums = vector_norm(op, x, 1.0, &list(&[sum]), KeepDims::Yes)?;
        vector_norm(op, &sums, extreme, &list(&[-3 - sum]), KeepDims::Yes)
    };
    let of_values = |ord: f64| vector_norm(op, &svdvals(op, x)?, ord, &list(&[-1]), KeepDims::Yes);
    let made = match norm {
        MatrixNorm::Frobenius => vector_norm(op, x, 2.0, &list(&[-2, -1]), KeepDims::Yes)?,
        MatrixNorm::Nuclear => of_values(1.0)?,
        MatrixNorm::One => twice(-2, f64::INFINITY)?,
        MatrixNorm::NegOne => twice(-2, f64::NEG_INFINITY)?,
        MatrixNorm::Two => of_values(f64::INFINITY)?,
        MatrixNorm::NegTwo => of_values(f64::NEG_INFINITY)?,
        MatrixNorm::Inf => twice(-1, f64::INFINITY)?,
        MatrixNorm::NegInf => twice(-1, f64::NEG_INFINITY)?,
    };
    let batch = &x.shape()[..x.layout.rank() - 2];
    let ones: &[usize] = if keepdims { &[1, 1] } else { &[] };
    let shape: Dims = batch.iter().chain(ones).copied().collect();
    rearrange::in_shape(op, made, &shape)
}

/// The norm of order `ord` over some axes, which make one vector; computed and reduced block by block.
pub(crate) fn vector_norm(
    op: &'static str,
    x: &Handle,
    ord: f64,
    axes: &Axes,
    keep: KeepDims,
) -> Result<Handle> {
    let dtype = x.dtype.as_float().as_real();
    let over = Over::new(op, x, axes, keep)?;
    if ord == 2.0 {
        return euclid::norm(op, x, axes, &over, dtype);
    }
    let sizes = || sizes(x).unary(UnaryOp::Abs);
    let extreme = |of_nothing: f64, reduction: Reduction| match over.len {
        0 => create::full(op, DType::F64, &over.shape, Scalar::from(of_nothing)),
        _ => sizes().reduce(op, |x| reduce::extreme(op, x, axes, keep, reduction)),
    };
    let sum = |terms: Expression| terms.reduce(op, |x| reduce::sum(op, x, axes, keep, DType::F64));
    let made = if ord == f64::INFINITY {
        extreme(0.0, Reduction::Greatest)?
    } else if ord == f64::NEG_INFINITY {
        extreme(f64::INFINITY, Reduction::Least)?
    } else if ord == 0.0 {
        reduce::count_nonzero(op, x, axes, keep)?
    } else if ord == 1.0 {
        sum(sizes())?
    } else {
        let power = |value: f64| Operand::Scalar(Scalar::from(value));
        let terms = sum(sizes().binary(BinaryOp::Pow, Expression::of(power(ord))))?;
        binary(BinaryOp::Pow, Operand::Tensor(&terms), power(1.0 / ord))?
    };
    cast::to_dtype(op, &made, dtype)
}

/// The elements as `f64` or complex numbers: integers have absolute values that they cannot hold, and squares of
/// narrow floats overflow.
fn sizes(x: &Handle) -> Expression {
    let elements = Expression::of(Operand::Tensor(x));
    match x.dtype {
        DType::F64 | DType::Complex64 | DType::Complex128 => elements,
        _ => elements.binary(BinaryOp::Add, Expression::of(Operand::Scalar(Scalar::from(-0.0)))),
    }
}
