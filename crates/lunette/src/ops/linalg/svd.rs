//! Singular values, and what follows from them: rank and pseudo-inverse.

use lunette_decompose::{Field as _, Svd};

use super::batch::{self, Batch};
use super::field::{Field, dispatch_field};
use crate::dtype::{DType, Scalar};
use crate::error::{ErrorKind, Result};
use crate::ops::cast::to_dtype;
use crate::ops::elementwise::{BinaryOp, Expression, Operand};
use crate::ops::lists;
use crate::ops::matmul::matmul;
use crate::ops::products::{conjugate, matrix_transpose, multiply_each};
use crate::tensor::Handle;

/// The matrices `u` and `vh`, and the singular values between them.
pub(crate) fn svd(op: &'static str, x: &Handle, full_matrices: bool) -> Result<[Handle; 3]> {
    let batch = Batch::of(op, x)?;
    let dtype = x.dtype.as_float();
    let (m, n) = (batch.rows, batch.columns);
    let size = m.min(n);
    let (left, right) = if full_matrices { (m, n) } else { (size, size) };
    dispatch_field!(dtype, T => {
        batch.check_room::<T>(op, &[[m, left], [right, n]])?;
        let (mut us, mut values, mut vhs) = (Vec::new(), Vec::new(), Vec::new());
        for (u, s, mut v) in vectors::<T>(op, x, &batch, Some([left, right]))? {
            v.iter_mut().for_each(|value| *value = value.conjugate());
            us.push(u);
            values.push(s);
            // The columns of `v`, conjugated, are the rows of `vh`.
            vhs.push(v);
        }
        Ok([
            batch::from_columns(op, us, &batch.shape(&[m, left]), dtype)?,
            batch::from_rows(op, values, &batch.shape(&[size]), dtype.as_real())?,
            batch::from_rows(op, vhs, &batch.shape(&[right, n]), dtype)?,
        ])
    })
}

/// The singular values alone, the largest first.
pub(crate) fn svdvals(op: &'static str, x: &Handle) -> Result<Handle> {
    let batch = Batch::of(op, x)?;
    let dtype = x.dtype.as_float();
    let shape = batch.shape(&[batch.rows.min(batch.columns)]);
    dispatch_field!(dtype, T => {
        let values = vectors::<T>(op, x, &batch, None)?.into_iter().map(|(_, s, _)| s).collect();
        batch::from_rows(op, values, &shape, dtype.as_real())
    })
}

/// The largest singular value by the smallest: infinite where that is 0.
pub(crate) fn cond(op: &'static str, x: &Handle) -> Result<Handle> {
    let batch = Batch::of(op, x)?;
    let size = batch.rows.min(batch.columns);
    if size == 0 {
        return Err(ErrorKind::Empty { op, shape: x.shape().into() }.into());
    }
    let values = svdvals(op, x)?;
    let axis = values.layout.rank() - 1;
    let entry = |k: usize| values.layout.index_axis(op, axis, k).map(|layout| values.with_layout(layout));
    let (largest, smallest) = (entry(0)?, entry(size - 1)?);
    let of = |handle: &Handle| Expression::of(Operand::Tensor(handle));
    let infinite = Expression::of(Operand::Weak(Scalar::F64(f64::INFINITY)));
    // Of a matrix of zeros the quotient would be NaN.
    let is_singular = of(&smallest).binary(BinaryOp::Equal, Expression::of(Operand::Weak(Scalar::F64(0.0))));
    is_singular.choose(infinite, of(&largest).binary(BinaryOp::Divide, of(&smallest))).evaluate()
}

/// The decomposition of every matrix; `wanted` are the numbers of columns of `u` and `v`, if they are wanted.
fn vectors<T: Field>(
    op: &'static str,
    x: &Handle,
    batch: &Batch,
    wanted: Option<[usize; 2]>,
) -> Result<Vec<Svd<T>>> {
    // The matrix turned, and reduced; vectors of both sides and of their halves, and what they are made of.
    let batch = &batch.check_work::<T>(op, 2, if wanted.is_some() { 8 } else { 3 })?;
    let data = batch::columns::<T>(op, x)?;
    batch.check_finite(op, &data)?;
    let sizes = [batch.rows, batch.columns];
    batch.each(op, data, move |matrix, turn| {
        T::svd(matrix, sizes, wanted, turn.threads).ok_or_else(|| turn.no_convergence(op))
    })
}

/// Below which share of the largest singular value the others count as 0, unless the caller says.
fn default_rtol(batch: &Batch, dtype: DType) -> f64 {
    let eps = match dtype.as_real() {
        DType::F16 => f64::from(half::f16::EPSILON.to_f32()),
        DType::BF16 => f64::from(half::bf16::EPSILON.to_f32()),
        DType::F32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    };
    batch.rows.max(batch.columns) as f64 * eps
}

/// Which singular values of each matrix count as more than 0.
fn significant(values: &[f64], size: usize, rtols: &[f64]) -> impl Iterator<Item = bool> {
    values.chunks_exact(size.max(1)).zip(rtols).flat_map(|(of_one, rtol)| {
        let bound = rtol * of_one[0];
        of_one.iter().map(move |&value| value > bound)
    })
}

/// What callers say of the tolerance.
#[derive(Clone, Copy)]
pub(crate) enum Rtol<'a> {
    /// Nothing: the precision of the dtype decides.
    Usual,
    /// One for all matrices.
    One(f64),
    /// One for each, broadcast over the batch.
    Each(&'a Handle),
}

impl Rtol<'_> {
    /// The tolerance of every matrix.
    pub(super) fn of_batch(self, op: &'static str, batch: &Batch, dtype: DType) -> Result<Vec<f64>> {
        let rtols = match self {
            Self::Usual => lists::repeated(op, default_rtol(batch, dtype), batch.count)?,
            Self::One(rtol) => {
                check_rtol(op, &[rtol])?;
                lists::repeated(op, rtol, batch.count)?
            }
            Self::Each(rtols) => {
                let spread = rtols.with_layout(rtols.layout.broadcast_to_for(op, &batch.dims)?);
                batch::rows::<f64>(op, &spread)?
            }
        };
        check_rtol(op, &rtols)?;
        Ok(rtols)
    }
}

fn check_rtol(op: &'static str, rtols: &[f64]) -> Result<()> {
    match rtols.iter().find(|&&rtol| rtol.is_nan() || rtol < 0.0) {
        None => Ok(()),
        Some(rtol) => {
            let allowed = "a tolerance is 0 or more";
            Err(ErrorKind::Argument { op, name: "rtol", found: format!("{rtol:?}"), allowed }.into())
        }
    }
}

/// The number of singular values that count as more than 0.
pub(crate) fn matrix_rank(x: &Handle, rtol: Rtol<'_>) -> Result<Handle> {
    let op = "matrix_rank";
    let batch = Batch::of(op, x)?;
    let rtols = rtol.of_batch(op, &batch, x.dtype.as_float())?;
    let values = batch::rows::<f64>(op, &svdvals(op, x)?)?;
    batch::from_rows(op, vec![ranks(op, &batch, &values, &rtols)?], &batch.dims, DType::I64)
}

/// The rank of every matrix, by its singular values.
pub(super) fn ranks(op: &'static str, batch: &Batch, values: &[f64], rtols: &[f64]) -> Result<Vec<i64>> {
    let size = batch.rows.min(batch.columns);
    let counted: Vec<bool> = significant(values, size, rtols).collect();
    if size == 0 {
        return lists::repeated(op, 0, batch.count);
    }
    let rank = |of_one: &[bool]| of_one.iter().filter(|&&is| is).count() as i64;
    Ok(counted.chunks_exact(size).map(rank).collect())
}

/// `v · (1 / s) · uᴴ · right`, where what counts as 0 is left out; without `right`, the pseudo-inverse.
pub(super) fn solve_by_values(
    op: &'static str,
    [u, s, vh]: &[Handle; 3],
    rtols: &[f64],
    right: Option<&Handle>,
) -> Result<Handle> {
    let size = s.shape().last().copied().unwrap_or(0);
    let values = batch::rows::<f64>(op, s)?;
    let kept = significant(&values, size, rtols);
    let inverted: Vec<f64> =
        values.iter().zip(kept).map(|(&value, is)| if is { 1.0 / value } else { 0.0 }).collect();
    let inverted = batch::from_rows(op, vec![inverted], s.shape(), s.dtype)?;
    let inverted = inverted.with_layout(inverted.layout.expand_dims_for(op, &[-1])?);
    let adjoint = |x: &Handle| conjugate(&matrix_transpose(op, x)?);
    let left = match right {
        None => adjoint(u)?,
        Some(right) => matmul(op, &adjoint(u)?, right)?,
    };
    matmul(op, &adjoint(vh)?, &multiply_each(&inverted, &left)?)
}

/// The decomposition in the precision that is worked in.
pub(super) fn thin(op: &'static str, x: &Handle) -> Result<[Handle; 3]> {
    let work = super::field::work_dtype(x.dtype);
    svd(op, &to_dtype(op, x, work)?, false)
}

/// The pseudo-inverses of matrices, of any rank and shape.
pub(crate) fn pinv(x: &Handle, rtol: Rtol<'_>) -> Result<Handle> {
    let op = "pinv";
    let batch = Batch::of(op, x)?;
    let rtols = rtol.of_batch(op, &batch, x.dtype.as_float())?;
    to_dtype(op, &solve_by_values(op, &thin(op, x)?, &rtols, None)?, x.dtype.as_float())
}
