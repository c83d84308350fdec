//! Distributions of one number that are known by their names; `rand_distr` has most of them.

use rand_distr::{
    Beta, Cauchy, ChiSquared, Distribution, Exp1, Geometric, Gumbel, LogNormal, StudentT, Triangular, Weibull,
};

use super::check_at_least_zero;
use super::distributions::{check_positive, each, refused};
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::kernels::random::{Stream, Words, rows_to_fresh};
use crate::layout::{Dims, Layout, Order};
use crate::tensor::Handle;

/// Below this a probability has lost more than a third of its digits when it is subtracted from 1.
const SMALL: f64 = 1e-6;

/// A distribution and its parameters.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    /// Of which the logarithm is normal: its mean, and its standard deviation.
    LogNormal([f64; 2]),
    /// Location and scale.
    Laplace([f64; 2]),
    /// Location and scale.
    Logistic([f64; 2]),
    /// Location and scale.
    Gumbel([f64; 2]),
    StandardCauchy,
    /// Form, with scale 1.
    Weibull(f64),
    /// Form, beginning at 0.
    Pareto(f64),
    /// Degrees of freedom.
    ChiSquare(f64),
    /// Degrees of freedom.
    StandardT(f64),
    /// Least, likeliest and greatest number.
    Triangular([f64; 3]),
}

/// One number of the distribution for each element.
pub(crate) fn named(op: &'static str, of: Named, shape: &[usize], stream: &mut Stream) -> Result<Handle> {
    match of {
        Named::LogNormal([mean, sigma]) => {
            check_location(op, "mean", mean)?;
            check_at_least_zero(op, "sigma", sigma)?;
            let of = LogNormal::new(mean, sigma).map_err(|_| refused(op, "mean, sigma", &[mean, sigma]))?;
            each(op, shape, stream, |words| of.sample(words))
        }
        // The difference of two waiting times, and the logarithm of their ratio.
        Named::Laplace([loc, scale]) => {
            check_scaled(op, [loc, scale])?;
            each(op, shape, stream, |words| loc + scale * (waiting(words) - waiting(words)))
        }
        Named::Logistic([loc, scale]) => {
            check_scaled(op, [loc, scale])?;
            each(op, shape, stream, |words| loc + scale * (waiting(words) / waiting(words)).ln())
        }
        Named::Gumbel([loc, scale]) => {
            check_scaled(op, [loc, scale])?;
            // A scale of 0 leaves the location, and is none that the distribution takes.
            let of = Gumbel::new(0.0, 1.0).map_err(|_| refused(op, "loc, scale", &[loc, scale]))?;
            each(op, shape, stream, |words| loc + scale * of.sample(words))
        }
        Named::StandardCauchy => {
            let of = Cauchy::new(0.0, 1.0).map_err(|_| refused(op, "scale", &[1.0]))?;
            each(op, shape, stream, |words| of.sample(words))
        }
        Named::Weibull(a) => {
            check_positive(op, "a", a)?;
            let of = Weibull::new(1.0, a).map_err(|_| refused(op, "a", &[a]))?;
            each(op, shape, stream, |words| of.sample(words))
        }
        Named::Pareto(a) => {
            check_positive(op, "a", a)?;
            each(op, shape, stream, |words| (waiting(words) / a).exp_m1())
        }
        Named::ChiSquare(df) => {
            check_positive(op, "df", df)?;
            let of = ChiSquared::new(df).map_err(|_| refused(op, "df", &[df]))?;
            each(op, shape, stream, |words| of.sample(words))
        }
        Named::StandardT(df) => {
            check_positive(op, "df", df)?;
            let of = StudentT::new(df).map_err(|_| refused(op, "df", &[df]))?;
            each(op, shape, stream, |words| of.sample(words))
        }
        Named::Triangular([left, mode, right]) => {
            check_triangle(op, [left, mode, right])?;
            let wrong = |_| refused(op, "left, mode, right", &[left, mode, right]);
            // From 0 to 1 first: sides are multiplied on the way, and those of large or tiny triangles have no product.
            let width = right - left;
            let of = Triangular::new(0.0, 1.0, (mode - left) / width).map_err(wrong)?;
            each(op, shape, stream, |words| (left + width * of.sample(words)).clamp(left, right))
        }
    }
}

/// How many tries it takes until one succeeds, which each does with probability `p`.
pub(crate) fn geometric(op: &'static str, p: f64, shape: &[usize], stream: &mut Stream) -> Result<Handle> {
    if !(p > 0.0 && p <= 1.0) {
        let (found, allowed) =
            (format!("{p:?}"), "it must be greater than 0 and at most 1, as a probability is");
        return Err(ErrorKind::Argument { op, name: "p", found, allowed }.into());
    }
    if p < SMALL {
        // The logarithm of 1 - p would have few digits of p, and at last none.
        let rate = -(-p).ln_1p();
        return each(op, shape, stream, |words| ((waiting(words) / rate).ceil() as i64).max(1));
    }
    let of = Geometric::new(p).map_err(|_| refused(op, "p", &[p]))?;
    each(op, shape, stream, |words| i64::try_from(of.sample(words)).unwrap_or(i64::MAX).saturating_add(1))
}

/// Shares that add up to 1, on a last axis as long as `alpha`.
pub(crate) fn dirichlet(
    op: &'static str,
    alpha: &[f64],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    if alpha.is_empty() {
        let (found, allowed) = ("an empty list".to_owned(), "it must have one number for each share");
        return Err(ErrorKind::Argument { op, name: "alpha", found, allowed }.into());
    }
    alpha.iter().try_for_each(|&number| check_positive(op, "alpha", number))?;
    let mut full = Dims::from_slice(shape);
    full.push(alpha.len());
    let layout = Layout::contiguous_for(op, &full, Order::C)?;
    let parts = breaks(op, alpha)?;
    let count = layout.len() / alpha.len();
    let buffer = rows_to_fresh(op, [count, alpha.len()], stream, |words, row: &mut [f64]| {
        let Some((last, first)) = row.split_last_mut() else { return };
        let mut left = 1.0;
        for (out, part) in first.iter_mut().zip(&parts) {
            let share: f64 = part.sample(words);
            *out = left * share;
            left *= 1.0 - share;
        }
        *last = left;
    })?;
    Ok(Handle::fresh(buffer, layout, f64::DTYPE))
}

/// Where a stick is broken, and what is left of it again, share by share: gammas that are tiny all together would have no
/// sum to divide by.
fn breaks(op: &'static str, alpha: &[f64]) -> Result<Vec<Beta<f64>>> {
    // What is left of the sum behind each number; from the end, so that nothing cancels.
    let mut left = alpha.to_vec();
    for k in (1..left.len()).rev() {
        left[k - 1] += left[k];
    }
    if left[0].is_infinite() {
        let (found, allowed) = (format!("{alpha:?}"), "it must have a finite sum");
        return Err(ErrorKind::Argument { op, name: "alpha", found, allowed }.into());
    }
    let pairs = alpha.iter().zip(&left[1..]);
    pairs
        .map(|(&number, &left)| Beta::new(number, left).map_err(|_| refused(op, "alpha", alpha).into()))
        .collect()
}

/// An exponentially distributed number.
fn waiting(words: &mut Words) -> f64 {
    Exp1.sample(words)
}

fn check_scaled(op: &'static str, [loc, scale]: [f64; 2]) -> Result<()> {
    check_location(op, "loc", loc)?;
    check_at_least_zero(op, "scale", scale)
}

fn check_location(op: &'static str, name: &'static str, found: f64) -> Result<()> {
    if found.is_finite() {
        return Ok(());
    }
    Err(ErrorKind::Argument { op, name, found: format!("{found:?}"), allowed: "it must be finite" }.into())
}

fn check_triangle(op: &'static str, ends @ [left, mode, right]: [f64; 3]) -> Result<()> {
    let is_finite = ends.iter().all(|end| end.is_finite()) && (right - left).is_finite();
    if is_finite && left <= mode && mode <= right && left < right {
        return Ok(());
    }
    let allowed =
        "they must be finite, in this order, and the first less than the last, with a finite distance";
    Err(ErrorKind::Argument { op, name: "left, mode, right", found: format!("{ends:?}"), allowed }.into())
}
