//! Distributions whose numbers take one does not know how many random words; `rand_distr` knows how.

use rand_distr::{Beta, Binomial, Distribution, Gamma, Poisson};

use super::{check_at_least_zero, check_probability};
use crate::dtype::Element;
use crate::error::{ErrorKind, Result};
use crate::kernels::random::{Stream, Words, rows_to_fresh};
use crate::layout::{Dims, Layout, Order};
use crate::tensor::Handle;

/// One number of a distribution for each element.
pub(super) fn each<T: Element>(
    op: &'static str,
    shape: &[usize],
    stream: &mut Stream,
    draw: impl Fn(&mut Words) -> T + Sync,
) -> Result<Handle> {
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let buffer = rows_to_fresh(op, [layout.len(), 1], stream, |words, row| row[0] = draw(words))?;
    Ok(Handle::fresh(buffer, layout, T::DTYPE))
}

/// The gamma distribution.
pub(crate) fn gamma(
    op: &'static str,
    [k, scale]: [f64; 2],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_positive(op, "k", k)?;
    check_positive(op, "scale", scale)?;
    let gamma = Gamma::new(k, scale).map_err(|_| refused(op, "k, scale", &[k, scale]))?;
    each(op, shape, stream, |words| gamma.sample(words))
}

/// The beta distribution.
pub(crate) fn beta(
    op: &'static str,
    [a, b]: [f64; 2],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_positive(op, "a", a)?;
    check_positive(op, "b", b)?;
    let beta = Beta::new(a, b).map_err(|_| refused(op, "a, b", &[a, b]))?;
    each(op, shape, stream, |words| beta.sample(words))
}

/// How many of `n` tries succeed, each with probability `p`.
pub(crate) fn binomial(
    op: &'static str,
    n: u64,
    p: f64,
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_probability(op, p)?;
    check_tries(op, n)?;
    let binomial = Binomial::new(n, p).map_err(|_| refused(op, "n, p", &[n as f64, p]))?;
    each(op, shape, stream, |words| binomial.sample(words) as i64)
}

/// How often something happens that happens `lambda` times on average.
pub(crate) fn poisson(op: &'static str, lambda: f64, shape: &[usize], stream: &mut Stream) -> Result<Handle> {
    check_at_least_zero(op, "lambda", lambda)?;
    if lambda == 0.0 {
        return Handle::zeros(op, i64::DTYPE, shape, Order::C);
    }
    let poisson = Poisson::new(lambda).map_err(|_| refused(op, "lambda", &[lambda]))?;
    each(op, shape, stream, |words| -> i64 {
        let drawn: f64 = poisson.sample(words);
        drawn as i64
    })
}

/// How often each of several outcomes comes in `n` tries; the outcomes are a last axis behind those of `shape`.
pub(crate) fn multinomial(
    op: &'static str,
    n: u64,
    weights: &[f64],
    shape: &[usize],
    stream: &mut Stream,
) -> Result<Handle> {
    check_tries(op, n)?;
    check_weights(op, weights)?;
    let mut full = Dims::from_slice(shape);
    full.push(weights.len());
    let layout = Layout::contiguous_for(op, &full, Order::C)?;
    // What is left of the weights from each outcome on; sums from the end, so that the last is certain.
    let mut left = weights.to_vec();
    for k in (1..left.len()).rev() {
        left[k - 1] += left[k];
    }
    let count = layout.len() / weights.len();
    let buffer = rows_to_fresh(op, [count, weights.len()], stream, |words, row: &mut [i64]| {
        let mut tries = n;
        for (k, out) in row.iter_mut().enumerate() {
            let share = if left[k] > 0.0 { (weights[k] / left[k]).min(1.0) } else { 0.0 };
            let drawn = Binomial::new(tries, share).map_or(0, |binomial| binomial.sample(words)).min(tries);
            *out = drawn as i64;
            tries -= drawn;
        }
    })?;
    Ok(Handle::fresh(buffer, layout, i64::DTYPE))
}

/// Weights are finite numbers of which none is negative and one is not 0.
pub(super) fn check_weights(op: &'static str, weights: &[f64]) -> Result<()> {
    let sum: f64 = weights.iter().sum();
    let bad = weights.iter().find(|weight| !weight.is_finite() || **weight < 0.0);
    let found = match bad {
        None if sum > 0.0 && sum.is_finite() => return Ok(()),
        None => format!("a list whose sum is {sum:?}"),
        Some(bad) => format!("a list with {bad:?}"),
    };
    let allowed = "weights are finite, none is negative, and one is not 0";
    Err(ErrorKind::Argument { op, name: "weights", found, allowed }.into())
}

pub(super) fn check_positive(op: &'static str, name: &'static str, found: f64) -> Result<()> {
    if found.is_finite() && found > 0.0 {
        return Ok(());
    }
    let allowed = "it must be finite and greater than 0";
    Err(ErrorKind::Argument { op, name, found: format!("{found:?}"), allowed }.into())
}

/// The number of successes must fit the result.
fn check_tries(op: &'static str, n: u64) -> Result<()> {
    if i64::try_from(n).is_ok() {
        return Ok(());
    }
    let allowed = "it must fit an i64, the dtype of the result";
    Err(ErrorKind::Argument { op, name: "n", found: n.to_string(), allowed }.into())
}

pub(super) fn refused(op: &'static str, name: &'static str, found: &[f64]) -> ErrorKind {
    let allowed = "the numbers of such a distribution cannot be told apart in f64";
    ErrorKind::Argument { op, name, found: format!("{found:?}"), allowed }
}
