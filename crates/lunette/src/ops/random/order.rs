//! Random order and random choice.

use std::collections::HashMap;

use super::distributions::check_weights;
use super::integers;
use crate::dtype::{DType, Element};
use crate::error::{ErrorKind, Result};
use crate::kernels::random::{Stream, Words, rows_to_fresh};
use crate::layout::{Layout, Order, checked_len, resolve_axis};
use crate::nest::cancel::Pace;
use crate::ops::{create, lists, pick, store};
use crate::tensor::Handle;

/// Fewer than this part of a list are drawn without making the list: looking for what was moved costs more than to have
/// all in a row, but not more than to write the row.
const FEW: usize = 16;

/// How entries are chosen: `ChoiceOptions { replace: false, ..Default::default() }`.
///
/// ```
/// use lunette::prelude::*;
/// use lunette::random::{ChoiceOptions, Generator};
/// let mut random = Generator::new(1);
/// let options = ChoiceOptions { replace: false, weights: Some(&[0.0, 2.0, 1.0]), ..Default::default() };
/// let chosen = random.choice_with(&tensor![10, 20, 30], 2, options)?;
/// assert!(chosen == tensor![20, 30] || chosen == tensor![30, 20]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChoiceOptions<'a> {
    /// Whether an entry can be chosen several times; it can where nothing is said.
    pub replace: bool,
    /// How likely each entry is beside the others; they need not add up to 1. All are alike where nothing is said.
    pub weights: Option<&'a [f64]>,
    /// The axis whose entries are chosen, the first where nothing is said.
    pub axis: i64,
}

impl Default for ChoiceOptions<'_> {
    fn default() -> Self {
        Self { replace: true, weights: None, axis: 0 }
    }
}

/// The integers below `n` in random order.
pub(crate) fn permutation(op: &'static str, n: usize, stream: &mut Stream) -> Result<Handle> {
    let order = shuffled(op, n, n, stream)?;
    list(op, &[n], &order)
}

/// The first `count` of the integers below `n` in random order (Fisher and Yates, as Durstenfeld does it).
fn shuffled(op: &'static str, n: usize, count: usize, stream: &mut Stream) -> Result<Vec<i64>> {
    let mut words = Words::new(stream.split());
    if count < n / FEW {
        return few_shuffled(op, n, count, &mut words);
    }
    let mut order: Vec<i64> = lists::with_room(op, n)?;
    let mut pace = Pace::default();
    order.extend((0..n as i64).inspect(|_| pace.step()));
    for k in 0..count.min(n.saturating_sub(1)) {
        pace.step();
        order.swap(k, k + words.below((n - k) as u64) as usize);
    }
    order.truncate(count);
    Ok(order)
}

/// What [`shuffled`] makes of a list of which only those entries exist that are not at their own places.
fn few_shuffled(op: &'static str, n: usize, count: usize, words: &mut Words) -> Result<Vec<i64>> {
    let mut order: Vec<i64> = lists::with_room(op, count)?;
    let mut moved: HashMap<usize, usize> = HashMap::new();
    let bytes = count.saturating_mul(size_of::<(usize, usize)>());
    moved.try_reserve(count).map_err(|_| ErrorKind::OutOfMemory { op, bytes })?;
    let mut pace = Pace::default();
    for k in 0..count {
        pace.step();
        let place = k + words.below((n - k) as u64) as usize;
        let here = moved.remove(&k).unwrap_or(k);
        let chosen = if place == k { here } else { moved.insert(place, here).unwrap_or(place) };
        order.push(chosen as i64);
    }
    Ok(order)
}

/// A tensor of this list.
fn list(op: &'static str, shape: &[usize], entries: &[i64]) -> Result<Handle> {
    create::from_flat_fn(op, shape, |k| entries[k])
}

/// The entries of an axis in random order.
pub(crate) fn permutation_of(op: &'static str, x: &Handle, axis: i64, stream: &mut Stream) -> Result<Handle> {
    let place = resolve_axis(op, axis, x.layout.rank())?;
    let order = permutation(op, x.shape()[place], stream)?;
    pick::take(x, &order, place as i64)
}

/// As [`permutation_of`], in place.
pub(crate) fn shuffle(op: &'static str, x: &Handle, axis: i64, stream: &mut Stream) -> Result<()> {
    x.check_writable(op)?;
    store::copy_into(op, x, &permutation_of(op, x, axis, stream)?)
}

/// Random entries of an axis, which becomes the axes of `shape`.
pub(crate) fn choice(
    op: &'static str,
    x: &Handle,
    shape: &[usize],
    options: ChoiceOptions<'_>,
    stream: &mut Stream,
) -> Result<Handle> {
    let axis = resolve_axis(op, options.axis, x.layout.rank())?;
    let indices = chosen(op, (&x.layout, axis), shape, options, stream)?;
    pick::take(x, &indices, axis as i64)
}

/// As [`choice`] of the integers below `n`, without a list of them.
pub(crate) fn choice_below(
    op: &'static str,
    n: usize,
    shape: &[usize],
    options: ChoiceOptions<'_>,
    stream: &mut Stream,
) -> Result<Handle> {
    resolve_axis(op, options.axis, 1)?;
    if i64::try_from(n).is_err() {
        let allowed = "it must fit an i64, the dtype of the result";
        return Err(ErrorKind::Argument { op, name: "n", found: n.to_string(), allowed }.into());
    }
    chosen(op, (&Layout::vector(n), 0), shape, options, stream)
}

/// Which entries of an axis are chosen.
fn chosen(
    op: &'static str,
    (layout, axis): (&Layout, usize),
    shape: &[usize],
    options: ChoiceOptions<'_>,
    stream: &mut Stream,
) -> Result<Handle> {
    let (n, count) = (layout.shape()[axis], checked_len(op, shape)?);
    if let Some(weights) = options.weights {
        if weights.len() != n {
            let cure = "give one weight for each entry of the axis";
            return Err(layout.wrong_count(op, "weights", [n, weights.len()], cure));
        }
        check_weights(op, weights)?;
    }
    let possible = options.weights.map_or(n, |weights| weights.iter().filter(|&&w| w > 0.0).count());
    if (!options.replace && count > possible) || (count > 0 && n == 0) {
        let found = format!("{shape:?}, {count} entries of {possible}");
        let allowed = match n {
            0 => "there is nothing to choose from",
            _ => "without replacement there are not more entries than can be chosen",
        };
        return Err(ErrorKind::Argument { op, name: "shape", found, allowed }.into());
    }
    match options {
        _ if count == 0 => list(op, shape, &[]),
        ChoiceOptions { weights: None, replace: true, .. } => {
            integers(op, DType::I64, (0, n as i128, false), shape, stream)
        }
        ChoiceOptions { weights: None, .. } => list(op, shape, &shuffled(op, n, count, stream)?),
        ChoiceOptions { weights: Some(weights), replace: true, .. } => weighted(op, weights, shape, stream),
        ChoiceOptions { weights: Some(weights), .. } => {
            list(op, shape, &weighted_once(op, weights, count, stream)?)
        }
    }
}

/// Positions in a list of weights, each as likely as its weight says.
fn weighted(op: &'static str, weights: &[f64], shape: &[usize], stream: &mut Stream) -> Result<Handle> {
    let mut sum = 0.0;
    let sums: Vec<f64> = weights
        .iter()
        .map(|weight| {
            sum += weight;
            sum
        })
        .collect();
    let last = weights.iter().rposition(|&weight| weight > 0.0).unwrap_or(0);
    let layout = Layout::contiguous_for(op, shape, Order::C)?;
    let buffer = rows_to_fresh(op, [layout.len(), 1], stream, |words, row: &mut [i64]| {
        let drawn = words.fraction() * sum;
        // A product that is rounded up to the sum is the last entry's.
        row[0] = sums.partition_point(|&end| end <= drawn).min(last) as i64;
    })?;
    Ok(Handle::fresh(buffer, layout, i64::DTYPE))
}

/// `count` different positions in a list of weights, as if drawn one after the other: those whose waiting times end
/// first (Efraimidis and Spirakis, 2006).
fn weighted_once(op: &'static str, weights: &[f64], count: usize, stream: &mut Stream) -> Result<Vec<i64>> {
    let mut words = Words::new(stream.split());
    let mut order: Vec<(f64, i64)> = lists::with_room(op, weights.len())?;
    let mut pace = Pace::default();
    for (k, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        pace.step();
        order.push((words.waiting_time() / weight, k as i64));
    }
    order.sort_by(|a, b| {
        pace.step();
        a.0.total_cmp(&b.0)
    });
    Ok(order.into_iter().take(count).map(|(_, k)| k).collect())
}

#[cfg(test)]
mod tests {
    use super::{FEW, few_shuffled, shuffled};
    use crate::kernels::random::{Stream, Words};

    #[test]
    fn a_list_that_is_not_made_is_shuffled_alike() {
        for (n, count) in [(1, 1), (2, 2), (10, 4), (1000, 900), (5000, 400)] {
            let whole = shuffled("choice", n, n, &mut Stream::new(7)).unwrap();
            let few = few_shuffled("choice", n, count, &mut Words::new(Stream::new(7).split())).unwrap();
            assert_eq!(few, whole[..count], "{count} of {n}");
            let drawn = shuffled("choice", n, n / FEW / 2, &mut Stream::new(7)).unwrap();
            assert_eq!(drawn, whole[..n / FEW / 2], "{n}");
        }
    }
}
