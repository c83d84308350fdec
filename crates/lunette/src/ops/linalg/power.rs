//! Powers of matrices, and the exponential function of them.

use lunette_decompose::Decompose as _;

use super::batch::{self, Batch, Turn};
use super::field::dispatch_field;
use super::lu::inv;
use crate::dtype::{DType, Scalar};
use crate::error::{ErrorKind, Result};
use crate::layout::Order;
use crate::ops::cast::cast;
use crate::ops::matmul::matmul;
use crate::ops::{lists, load, store};
use crate::tensor::Handle;

/// The matrices multiplied by themselves `n` times; for a negative `n`, their inverses.
pub(crate) fn matrix_power(x: &Handle, n: i64) -> Result<Handle> {
    let op = "matrix_power";
    Batch::square(op, x)?;
    if n < 0 && x.dtype.as_float() != x.dtype {
        let cure = "inverses of integers are no integers: `cast` to a float first";
        return Err(ErrorKind::Unsupported { op, dtype: x.dtype, cure }.into());
    }
    // Rounded to halves, each product would be rounded again by the next.
    if let DType::F16 | DType::BF16 = x.dtype {
        return cast(op, &power(op, &cast(op, x, DType::F32)?, n)?, x.dtype);
    }
    power(op, x, n)
}

/// So many products an exponential takes, most of them squares: more for large elements.
const PRODUCTS: usize = 16;

/// The exponentials of square matrices.
pub(crate) fn expm(x: &Handle) -> Result<Handle> {
    let op = "expm";
    let batch = Batch::square(op, x)?.of_products(PRODUCTS);
    let (n, dtype) = (batch.rows, x.dtype.as_float());
    dispatch_field!(dtype, T => {
        batch.check_room::<T>(op, &[])?;
        // Powers, sums and products: about as many matrices are there at a time.
        lists::check_room::<T>(op, batch.size().saturating_mul(8))?;
        let work = move |matrix: &mut [T], turn: Turn<'_>| {
            T::expm(matrix, n, turn.threads);
            Ok(())
        };
        let data = batch.overwritten(op, batch::columns::<T>(op, x)?, work)?;
        batch::from_columns(op, vec![data], x.shape(), dtype)
    })
}

fn power(op: &'static str, x: &Handle, n: i64) -> Result<Handle> {
    let mut square = if n < 0 { inv(op, x)? } else { x.clone() };
    let mut left = n.unsigned_abs();
    let mut product: Option<Handle> = None;
    while left > 0 {
        if left % 2 == 1 {
            product = Some(match product {
                None => load::copy(op, &square, Order::C)?,
                Some(product) => matmul(op, &product, &square)?,
            });
        }
        left /= 2;
        if left > 0 {
            square = matmul(op, &square, &square)?;
        }
    }
    match product {
        Some(product) => Ok(product),
        None => {
            let made = Handle::zeros(op, x.dtype, x.shape(), Order::C)?;
            let diagonal = made.with_layout(made.layout.diagonal_for(op, 0, -2, -1)?);
            store::fill(op, &diagonal, Scalar::from(true).cast(x.dtype))?;
            Ok(made)
        }
    }
}
