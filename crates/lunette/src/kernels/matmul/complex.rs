//! Matrices of complex numbers: the product by `gemm`, and once more what it makes of infinities.
//!
//! `gemm` multiplies a finished sum by a complex 1, whose imaginary part makes NaN of an infinite one. It does so whatever
//! it is asked for, but leaves finite sums as they are.

use num_complex::Complex;
use num_traits::Float;

use super::{Product, floats};
use crate::dtype::Numeric;
use crate::nest::cancel;

/// Multiplies matrices on this thread.
///
/// # Safety
/// The product keeps its promises; `P` is `f32` or `f64`.
pub(super) unsafe fn multiply<P: Float>(product: &Product<Complex<P>>)
where
    Complex<P>: Numeric,
{
    // SAFETY: the caller's promise.
    unsafe {
        floats::multiply(product);
        redo(product);
    }
}

/// Does every sum again that is not finite: one term after the other, as in matrices of few elements.
///
/// # Safety
/// The product keeps its promises, and its result has been written.
unsafe fn redo<P: Float>(product: &Product<Complex<P>>)
where
    Complex<P>: Numeric,
{
    let is_upright = product.dst.row.unsigned_abs() < product.dst.column.unsigned_abs();
    let product = if is_upright { product.transposed() } else { *product };
    let Product { rows, columns, dst, .. } = product;
    for i in 0..rows {
        // SAFETY: the caller's promise.
        let value = |j: usize| unsafe { dst.at(i, j).read() };
        let spoilt = |found: bool, value: Complex<P>| found | !(value.re.is_finite() & value.im.is_finite());
        let is_spoilt = match dst.column {
            // The compiler makes vectors of this, which does not stop at the first.
            // SAFETY: a row of the result has so many elements, side by side, and they have been written.
            1 => unsafe { std::slice::from_raw_parts(dst.at(i, 0), columns) }
                .iter()
                .copied()
                .fold(false, spoilt),
            _ => (0..columns).map(value).fold(false, spoilt),
        };
        if !is_spoilt {
            continue;
        }
        cancel::check();
        for j in (0..columns).filter(|&j| spoilt(false, value(j))) {
            // SAFETY: the caller's promise.
            unsafe { dst.at(i, j).write(in_order(&product, i, j)) };
        }
    }
}

/// The element of a result in this place.
///
/// # Safety
/// The product keeps its promises, and has such an element.
unsafe fn in_order<P: Float>(product: &Product<Complex<P>>, i: usize, j: usize) -> Complex<P>
where
    Complex<P>: Numeric,
{
    let Product { depth, a, b, .. } = *product;
    // SAFETY: the caller's promise.
    let term = |k: usize| unsafe { Numeric::wrapping_mul(a.at(i, k).read(), b.at(k, j).read()) };
    let mut sum = term(0);
    for k in 1..depth {
        if sum.re.is_nan() && sum.im.is_nan() {
            return sum;
        }
        sum = Numeric::wrapping_add(sum, term(k));
    }
    sum
}
