//! Quantiles: what part of the elements lies below.

use super::nan::{check_real, rows};
use super::reduce::{KeepDims, Over};
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::{each_row, without_nan};
use crate::kernels::sort::sort_floats;
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// How a quantile that falls between two elements is found; NumPy's methods by NumPy's names.
///
/// ```
/// use lunette::Interpolation;
/// use lunette::prelude::*;
/// let x = tensor![1.0, 2.0];
/// assert_eq!(x.quantile_with(&[0.6], .., Interpolation::Lower)?, tensor![1.0]);
/// assert_eq!(x.quantile_with(&[0.6], .., Interpolation::Nearest)?, tensor![2.0]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// On the straight line between the two.
    #[default]
    Linear,
    /// The lower one.
    Lower,
    /// The higher one.
    Higher,
    /// Halfway between the two.
    Midpoint,
    /// The nearer one, the even one if both are as near.
    Nearest,
    /// The least element that at least this part of all is not above (method 1 of Hyndman and Fan).
    InvertedCdf,
    /// As `InvertedCdf`, halfway at steps (method 2).
    AveragedInvertedCdf,
    /// The closest observation, the even one at steps (method 3).
    ClosestObservation,
    /// A line through the steps of the distribution (method 4).
    InterpolatedInvertedCdf,
    /// A line through the middles of the steps (method 5).
    Hazen,
    /// The expected order statistics of a uniform distribution (method 6).
    Weibull,
    /// About the median of each order statistic, whatever the distribution (method 8).
    MedianUnbiased,
    /// About unbiased for a normal distribution (method 9).
    NormalUnbiased,
}

impl Interpolation {
    /// All of them by NumPy's names, for front ends where a method is a word.
    ///
    /// ```
    /// use lunette::Interpolation;
    /// assert!(Interpolation::NAMED.contains(&("hazen", Interpolation::Hazen)));
    /// ```
    pub const NAMED: [(&'static str, Self); 13] = [
        ("linear", Self::Linear),
        ("lower", Self::Lower),
        ("higher", Self::Higher),
        ("midpoint", Self::Midpoint),
        ("nearest", Self::Nearest),
        ("inverted_cdf", Self::InvertedCdf),
        ("averaged_inverted_cdf", Self::AveragedInvertedCdf),
        ("closest_observation", Self::ClosestObservation),
        ("interpolated_inverted_cdf", Self::InterpolatedInvertedCdf),
        ("hazen", Self::Hazen),
        ("weibull", Self::Weibull),
        ("median_unbiased", Self::MedianUnbiased),
        ("normal_unbiased", Self::NormalUnbiased),
    ];
}

/// Whether NaN counts: then one makes the result NaN.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nan {
    Counts,
    IsLeftOut,
}

/// How quantiles are taken.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    pub(crate) keep: KeepDims,
    pub(crate) method: Interpolation,
    pub(crate) nan: Nan,
}

/// The unit in which quantiles are given: errors speak of what the caller wrote.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Part,
    Percent,
}

impl Unit {
    /// How many of it are all elements.
    fn whole(self) -> f64 {
        match self {
            Self::Part => 1.0,
            Self::Percent => 100.0,
        }
    }
}

/// Which quantiles are asked for.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'a> {
    values: &'a [f64],
    unit: Unit,
    /// Whether the result has an axis for them in front.
    leading: bool,
}

impl<'a> Wanted<'a> {
    /// One quantile.
    pub(crate) fn one(value: &'a f64, unit: Unit) -> Self {
        Self { values: std::slice::from_ref(value), unit, leading: false }
    }

    /// Several, along the first axis of the result.
    pub(crate) fn several(values: &'a [f64], unit: Unit) -> Self {
        Self { values, unit, leading: true }
    }

    /// The quantiles as parts of 1.
    fn parts(self, op: &'static str) -> Result<Vec<f64>> {
        let whole = self.unit.whole();
        if let Some(outside) = self.values.iter().find(|value| !(0.0..=whole).contains(*value)) {
            let (name, allowed) = match self.unit {
                Unit::Part => ("q", "a quantile lies from 0 to 1"),
                Unit::Percent => ("p", "a percentile lies from 0 to 100"),
            };
            return Err(ErrorKind::Argument { op, name, found: outside.to_string(), allowed }.into());
        }
        Ok(self.values.iter().map(|value| value / whole).collect())
    }
}

/// The quantiles of the elements along the axes.
pub(crate) fn quantile(
    op: &'static str,
    x: &Handle,
    wanted: Wanted<'_>,
    axes: &Axes,
    options: Options,
) -> Result<Handle> {
    check_real(op, x.dtype)?;
    let q = wanted.parts(op)?;
    let over = Over::new(op, x, axes, options.keep)?;
    let rows = rows(op, x, &over)?;
    let take = |row: &mut [f64], found: &mut [f64]| quantiles_of(row, &q, found, options);
    let dtype = x.dtype.as_float();
    let lock = rows.buffer.lock(op, Access::Read)?;
    let buffer = each_row(op, &lock.source(op, &rows.layout, rows.dtype)?, q.len(), dtype, &take)?;
    let mut shape = over.shape;
    if wanted.leading {
        shape.insert(0, q.len());
    }
    Ok(Handle::fresh(buffer, Layout::contiguous_for(op, &shape, Order::C)?, dtype))
}

/// The quantiles of one row, which comes back in another order.
fn quantiles_of(row: &mut [f64], q: &[f64], found: &mut [f64], options: Options) {
    let len = without_nan(row);
    if len == 0 || (len < row.len() && options.nan == Nan::Counts) {
        return found.fill(f64::NAN);
    }
    let row = &mut row[..len];
    // Every choice goes through the row; beyond a few of them, putting it in order costs less.
    let sorted = q.len() > 3;
    if sorted {
        sort_floats(row);
    }
    for (&q, found) in q.iter().zip(found) {
        let (below, between) = place(options.method, q, len);
        let above = (below + 1).min(len - 1);
        let (low, high) = match sorted {
            true => (row[below], row[above]),
            false => neighbours(row, below),
        };
        // From the nearer end, so that the end itself is exact; but not from an infinite one, where the way is lost.
        let from_high = (between >= 0.5 && high.is_finite()) || low.is_infinite();
        *found = match between {
            _ if low == high || between == 0.0 => low,
            1.0 => high,
            // Between large numbers of both signs the way itself is too long for a number.
            _ if low.is_finite() && (high - low) == f64::INFINITY && high.is_finite() => {
                low * (1.0 - between) + high * between
            }
            _ if from_high => high - (high - low) * (1.0 - between),
            _ => low + (high - low) * between,
        };
    }
}

/// The element that would be at `below` if the row were in order, and the next one.
fn neighbours(row: &mut [f64], below: usize) -> (f64, f64) {
    let (_, &mut low, rest) = row.select_nth_unstable_by(below, f64::total_cmp);
    (low, rest.iter().copied().reduce(f64::min).unwrap_or(low))
}

/// Where the quantile `q` of `len` elements lies: after which one, and how far on the way to the next.
fn place(method: Interpolation, q: f64, len: usize) -> (usize, f64) {
    let n = len as f64;
    // Virtual positions from 0 on; the continuous methods differ by two numbers (Hyndman and Fan).
    let continuous = |alpha: f64, beta: f64| n * q + (alpha + q * (1.0 - alpha - beta)) - 1.0;
    let steps = n * q - 1.0;
    let position = match method {
        Interpolation::Linear => (n - 1.0) * q,
        Interpolation::Lower => ((n - 1.0) * q).floor(),
        Interpolation::Higher => ((n - 1.0) * q).ceil(),
        Interpolation::Nearest => ((n - 1.0) * q).round_ties_even(),
        Interpolation::Midpoint => {
            let position = (n - 1.0) * q;
            0.5 * (position.floor() + position.ceil())
        }
        Interpolation::InvertedCdf => steps.ceil(),
        Interpolation::AveragedInvertedCdf if steps == steps.floor() => steps + 0.5,
        Interpolation::AveragedInvertedCdf => steps.ceil(),
        Interpolation::ClosestObservation => closest(n * q - 1.5),
        Interpolation::InterpolatedInvertedCdf => continuous(0.0, 1.0),
        Interpolation::Hazen => continuous(0.5, 0.5),
        Interpolation::Weibull => continuous(0.0, 0.0),
        Interpolation::MedianUnbiased => continuous(1.0 / 3.0, 1.0 / 3.0),
        Interpolation::NormalUnbiased => continuous(3.0 / 8.0, 3.0 / 8.0),
    };
    let position = position.clamp(0.0, n - 1.0);
    (position as usize, position.fract())
}

/// The next position above, or the one below if it is at a step and its number, from 1 on, is even.
fn closest(position: f64) -> f64 {
    let below = position.floor();
    let even_step = position == below && (below.rem_euclid(2.0) == 1.0);
    if even_step { below } else { below + 1.0 }
}
