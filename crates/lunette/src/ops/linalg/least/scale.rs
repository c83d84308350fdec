//! Equations of very small numbers, brought to a size at which one can divide by them.

use crate::dtype::DType;
use crate::error::Result;
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::Dims;
use crate::ops::elementwise::{UnaryOp, unary};
use crate::ops::linalg::batch::{self, Batch};
use crate::ops::products::multiply_each;
use crate::ops::reduce::{self, KeepDims};
use crate::tensor::Handle;

/// A power of two for each matrix of a batch. Solutions are the same for both sides times a number; LAPACK does so too.
pub(super) struct Scale {
    /// None where no matrix is small.
    powers: Option<Powers>,
}

/// Tensors with an axis of size 1 behind those of the batch.
struct Powers {
    up: Handle,
    back: Handle,
}

impl Scale {
    /// What brings the largest element of each matrix, if it is small, near to 1.
    pub(super) fn of(op: &'static str, batch: &Batch, a: &Handle) -> Result<Self> {
        if a.layout.is_empty() {
            return Ok(Self { powers: None });
        }
        let both = Axes::List([-2, -1].as_slice().into());
        let sizes = unary(UnaryOp::Abs, a)?;
        let largest = reduce::extreme(op, &sizes, &both, KeepDims::No, Reduction::Greatest)?;
        let most = most_exponent(a.dtype);
        let exponents: Vec<i32> =
            batch::rows::<f64>(op, &largest)?.into_iter().map(|size| exponent_for(size, most)).collect();
        if exponents.iter().all(|&exponent| exponent == 0) {
            return Ok(Self { powers: None });
        }
        let shape: Dims = batch.dims.iter().copied().chain([1]).collect();
        let powers = |sign: i32| {
            let powers = exponents.iter().map(|&exponent| 2.0_f64.powi(sign * exponent)).collect();
            batch::from_rows(op, vec![powers], &shape, a.dtype.as_real())
        };
        Ok(Self { powers: Some(Powers { up: powers(1)?, back: powers(-1)? }) })
    }

    /// One side of the equations: matrices, times the powers.
    pub(super) fn up(&self, op: &'static str, side: &Handle) -> Result<Handle> {
        match &self.powers {
            None => Ok(side.clone()),
            Some(Powers { up, .. }) => {
                multiply_each(side, &up.with_layout(up.layout.expand_dims_for(op, &[-1])?))
            }
        }
    }

    /// What has grown with the sides: numbers along one axis, divided by the powers.
    pub(super) fn back(&self, made: Handle) -> Result<Handle> {
        match &self.powers {
            None => Ok(made),
            Some(Powers { back, .. }) => multiply_each(&made, back),
        }
    }
}

/// The largest exponent whose power of two, and its inverse, are normal numbers.
fn most_exponent(dtype: DType) -> i32 {
    match dtype.as_real() {
        DType::F32 => 1 - f32::MIN_EXP,
        _ => 1 - f64::MIN_EXP,
    }
}

/// The exponent for a matrix whose largest element is of this size.
fn exponent_for(size: f64, most: i32) -> i32 {
    let found = if size > 0.0 { size.log2() } else { 0.0 };
    if found < f64::from(-most / 2) { (-found as i32).min(most) } else { 0 }
}
