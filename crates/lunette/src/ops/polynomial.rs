//! Polynomials, as vectors of coefficients of which the highest comes first.

use super::elementwise::{BinaryOp, Expression, Operand, binary, binary_into};
#[cfg(feature = "linalg")]
use super::elementwise::{UnaryOp, unary};
#[cfg(feature = "linalg")]
use super::histogram::floats;
use super::rearrange::part;
use super::search::check_vector;
use super::{cast, create, lists};
#[cfg(feature = "linalg")]
use super::{linalg, load, reduce, search, store};
use crate::dtype::{DType, promote};
#[cfg(feature = "linalg")]
use crate::error::ErrorKind;
use crate::error::Result;
#[cfg(feature = "linalg")]
use crate::index::Axes;
use crate::layout::Order;
use crate::nest::cancel;
use crate::tensor::Handle;

/// So many coefficients are taken in one pass over the places.
const TO_A_PASS: usize = 8;

/// The values of the polynomial `p` at all places `x`, by Horner's rule, in the dtype that holds both.
pub(crate) fn polyval(op: &'static str, p: &Handle, x: &Handle) -> Result<Handle> {
    check_vector(op, p)?;
    let dtype = promote(p.dtype, x.dtype);
    // Rounded to halves between two passes, sums would be less exact than within one.
    let wide = if let DType::F16 | DType::BF16 = dtype { DType::F32 } else { dtype };
    let widened = |x: &Handle| cast::to_dtype(op, &cast::to_dtype(op, x, dtype)?, wide);
    let (x, coefficients) = (widened(x)?, lists::scalars(op, &widened(p)?)?);
    let mut values = Handle::zeros(op, wide, x.shape(), Order::C)?;
    for pass in coefficients.chunks(TO_A_PASS) {
        let mut sum = Expression::of(Operand::Tensor(&values));
        for &coefficient in pass {
            sum = sum
                .binary(BinaryOp::Multiply, Expression::of(Operand::Tensor(&x)))
                .binary(BinaryOp::Add, Expression::of(Operand::Scalar(coefficient)));
        }
        values = sum.evaluate_for(op)?;
    }
    cast::to_dtype(op, &values, dtype)
}

/// In which order powers stand.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Powers {
    Falling,
    Rising,
}

/// The powers of each element of a vector, a row for each; integers have those of `i64`.
pub(crate) fn vander(op: &'static str, x: &Handle, columns: usize, powers: Powers) -> Result<Handle> {
    check_vector(op, x)?;
    let dtype = promote(x.dtype, DType::I64);
    let made = create::full(op, dtype, &[x.layout.len(), columns], true.into())?;
    if x.layout.is_empty() {
        return Ok(made);
    }
    let rising = match powers {
        Powers::Rising => made.clone(),
        Powers::Falling => made.with_layout(made.layout.flip_for(op, Some(&[1]))?),
    };
    let column = |k: usize| -> Result<Handle> { Ok(rising.with_layout(rising.layout.index_axis(op, 1, k)?)) };
    for k in 1..columns {
        cancel::check();
        let (lower, x) = (column(k - 1)?, Operand::Tensor(x));
        binary_into(BinaryOp::Multiply, Operand::Tensor(&lower), x, &column(k)?)
            .map_err(|error| error.called(op))?;
    }
    Ok(made)
}

/// The coefficients of the polynomial of a degree that comes nearest to the points (`x`, `y`), each of which counts as
/// much as its weight; for each column of `y` a column.
///
/// The columns of powers are brought to length 1 first, as NumPy does it: the solution is better conditioned.
#[cfg(feature = "linalg")]
pub(crate) fn polyfit(
    op: &'static str,
    x: &Handle,
    y: &Handle,
    degree: usize,
    weights: Option<&Handle>,
) -> Result<Handle> {
    check_points(op, x, y, weights)?;
    let float = x.dtype.as_float();
    let rtol = x.layout.len() as f64 * crate::dtype::finfo(float)?.eps;
    let mut powers = vander(op, &cast::to_dtype(op, x, float)?, degree.saturating_add(1), Powers::Falling)?;
    let mut values = y.clone();
    if let Some(weights) = weights {
        let weights = &floats(op, weights)?;
        let upright = weights.with_layout(weights.layout.expand_dims_for(op, &[1])?);
        powers = of_both(op, BinaryOp::Multiply, &powers, &upright)?;
        let weights = if y.layout.rank() == 2 { &upright } else { weights };
        values = of_both(op, BinaryOp::Multiply, &values, weights)?;
    }
    let down = Axes::List([0].as_slice().into());
    let lengths = linalg::vector_norm(op, &powers, 2.0, &down, reduce::KeepDims::No)?;
    let scaled = of_both(op, BinaryOp::Divide, &powers, &lengths)?;
    let [found, ..] =
        linalg::lstsq(&scaled, &values, linalg::Rtol::One(rtol)).map_err(|error| error.called(op))?;
    let by = match y.layout.rank() {
        2 => lengths.with_layout(lengths.layout.expand_dims_for(op, &[1])?),
        _ => lengths,
    };
    of_both(op, BinaryOp::Divide, &found, &by)
}

/// Each point has two numbers and maybe a weight.
#[cfg(feature = "linalg")]
fn check_points(op: &'static str, x: &Handle, y: &Handle, weights: Option<&Handle>) -> Result<()> {
    check_vector(op, x)?;
    if x.layout.is_empty() {
        return Err(ErrorKind::Empty { op, shape: x.shape().into() }.into());
    }
    if !matches!(y.layout.rank(), 1 | 2) {
        return Err(ErrorKind::Rank { op, expected: "values of rank 1 or 2", found: y.layout.rank() }.into());
    }
    let fits = |other: &Handle| other.shape()[0] == x.layout.len();
    if let Some(weights) = weights {
        check_vector(op, weights)?;
    }
    match [Some(y), weights].into_iter().flatten().find(|other| !fits(other)) {
        None => Ok(()),
        Some(other) => {
            let (expected, found) = (x.shape().into(), other.shape().into());
            let cure = "each point has a place, a value and, where there are any, a weight";
            Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into())
        }
    }
}

/// What an operation makes of two tensors, with errors of the one that it is a part of.
fn of_both(op: &'static str, part: BinaryOp, a: &Handle, b: &Handle) -> Result<Handle> {
    binary(part, Operand::Tensor(a), Operand::Tensor(b)).map_err(|error| error.called(op))
}

/// The roots of a polynomial: the eigenvalues of its companion matrix, then a zero for each coefficient that is 0 at the
/// end.
#[cfg(feature = "linalg")]
pub(crate) fn roots(op: &'static str, p: &Handle) -> Result<Handle> {
    check_vector(op, p)?;
    let p = cast::to_dtype(op, p, p.dtype.as_float())?;
    let dtype = p.dtype.as_complex();
    let hits: Vec<i64> = lists::read(op, &search::flatnonzero(&p)?)?;
    let (Some(&first), Some(&last)) = (hits.first(), hits.last()) else {
        return Handle::zeros(op, dtype, &[0], Order::C);
    };
    let (first, degree) = (first as usize, (last - first) as usize);
    let zeros = p.layout.len() - 1 - last as usize;
    let found = Handle::zeros(op, dtype, &[degree + zeros], Order::C)?;
    if degree > 0 {
        let values = linalg::eigvals(&companion(op, &p, first, degree)?).map_err(|error| error.called(op))?;
        store::copy_into(op, &part(op, &found, 0, 0..degree)?, &values)?;
    }
    Ok(found)
}

/// The matrix whose eigenvalues are the roots of the polynomial of a degree that begins with the coefficient `first`.
#[cfg(feature = "linalg")]
fn companion(op: &'static str, p: &Handle, first: usize, degree: usize) -> Result<Handle> {
    let made = create::eye(op, p.dtype, [degree, degree], -1)?;
    let highest = part(op, p, 0, first..first + 1)?;
    let others = unary(
        UnaryOp::Negative,
        &load::copy(op, &part(op, p, 0, first + 1..first + 1 + degree)?, Order::C)?,
    )?;
    let row = made.with_layout(made.layout.index_axis(op, 0, 0)?);
    binary_into(BinaryOp::Divide, Operand::Tensor(&others), Operand::Tensor(&highest), &row)
        .map_err(|error| error.called(op))?;
    Ok(made)
}

/// The coefficients of the derivative; none where there is one coefficient or none.
pub(crate) fn polyder(op: &'static str, p: &Handle) -> Result<Handle> {
    check_vector(op, p)?;
    let degree = p.layout.len().saturating_sub(1);
    let kept = part(op, p, 0, 0..degree)?;
    let exponents = create::from_flat_fn(op, &[degree], |k| (degree - k) as i64)?;
    of_both(op, BinaryOp::Multiply, &kept, &exponents)
}

/// The coefficients of the integral that is 0 at 0.
pub(crate) fn polyint(op: &'static str, p: &Handle) -> Result<Handle> {
    check_vector(op, p)?;
    let len = p.layout.len();
    let exponents = create::from_flat_fn(op, &[len], |k| (len - k) as i64)?;
    let dtype = promote(p.dtype, DType::I64).as_float();
    let made = Handle::zeros(op, dtype, &[len.saturating_add(1)], Order::C)?;
    let kept = part(op, &made, 0, 0..len)?;
    binary_into(BinaryOp::Divide, Operand::Tensor(p), Operand::Tensor(&exponents), &kept)
        .map_err(|error| error.called(op))?;
    Ok(made)
}
