//! Counting: how many elements fall into each bin.

use super::elementwise::{BinaryOp, Expression, Operand};
use super::rearrange::reshape_to;
use super::reduce::{self, KeepDims};
use super::search::{Side, check_vector, searchsorted};
use super::series::diff;
use super::{cast, create, lists};
use crate::buffer::look;
use crate::dtype::{DType, DTypeKind};
use crate::error::{ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::Reduction;
use crate::layout::{Dims, Entries};
use crate::nest::cancel::{self, Pace};
use crate::tensor::Handle;

/// Elements between two looks at the flag that stops work.
const BLOCK: usize = 1 << 15;

/// The bins of a histogram.
#[derive(Debug)]
pub(crate) enum Bins<'a> {
    /// So many of equal width, from the least element to the greatest.
    Count(usize),
    /// So many of equal width, from the first number to the second.
    Within(usize, f64, f64),
    /// Those between the entries of an ascending vector.
    Edges(&'a Handle),
}

/// How much fell into each bin, and the edges of the bins, one more than there are.
pub(crate) struct Counted {
    pub(crate) counts: Handle,
    pub(crate) edges: Handle,
}

/// Counts the elements in each bin, or adds up their weights. The last bin has both its edges, the others only the lower.
pub(crate) fn histogram(
    op: &'static str,
    x: &Handle,
    bins: &Bins<'_>,
    weights: Option<&Handle>,
) -> Result<Counted> {
    let values = floats(op, x)?;
    let finder = Finder::new(op, &values, bins)?;
    let mut totals = Totals::new(op, finder.edges.len() - 1, weights.is_some())?;
    match weights {
        None => {
            read(op, &values, |value| finder.find(value).into_iter().for_each(|bin| totals.counts[bin] += 1))?
        }
        Some(weights) => {
            check_same_shape(op, x, weights)?;
            let weights = floats(op, weights)?;
            let regions = [(&values.buffer, &values.layout), (&weights.buffer, &weights.layout)];
            let mut pace = Pace::default();
            look::<f64, _, 2>(op, regions, |[values, weights]| {
                for (&value, &weight) in values.iter().zip(weights.iter()) {
                    pace.step();
                    finder.find(value).into_iter().for_each(|bin| totals.sums[bin] += weight);
                }
            })?;
        }
    }
    let edges = create::from_flat_fn(op, &[finder.edges.len()], |k| finder.edges[k])?;
    Ok(Counted { counts: totals.into_handle(op)?, edges })
}

/// The counts of bins divided by the bins' widths and by their sum.
pub(crate) fn density(op: &'static str, counts: &Handle, edges: &Handle) -> Result<Handle> {
    let (bins, ends) = (counts.layout.len(), edges.layout.len());
    if ends.checked_sub(1) != Some(bins) {
        let (expected, found) = (Dims::from_slice(&[bins + 1]), edges.shape().into());
        let cure = "there is one edge more than there are bins";
        return Err(ErrorKind::ShapeMismatch { op, expected, found, cure }.into());
    }
    let counts = cast::to_dtype(op, counts, DType::F64)?;
    let total = reduce::sum(op, &counts, &Axes::All, KeepDims::No, DType::F64)?;
    let divisor = |x: &Handle| Expression::of(Operand::Tensor(x));
    Expression::of(Operand::Tensor(&counts))
        .binary(BinaryOp::Divide, divisor(&diff(op, edges, 1, 0)?))
        .binary(BinaryOp::Divide, divisor(&total))
        .evaluate_for(op)
}

/// How often each integer from 0 on comes in a vector, or the sum of its weights; at least `minlength` entries.
pub(crate) fn bincount(
    op: &'static str,
    x: &Handle,
    weights: Option<&Handle>,
    minlength: usize,
) -> Result<Handle> {
    check_vector(op, x)?;
    if !matches!(x.dtype.kind(), DTypeKind::Bool | DTypeKind::Signed | DTypeKind::Unsigned) {
        return Err(ErrorKind::Unsupported { op, dtype: x.dtype, cure: "it counts integers" }.into());
    }
    // A copy in any case: they are read twice, and nobody may change them in between.
    let values = cast::try_cast(op, x, DType::I64)?;
    let (mut least, mut greatest) = (0, -1);
    in_blocks(op, &values, |block| {
        (least, greatest) =
            block.iter().fold((least, greatest), |(l, g), &value| (value.min(l), value.max(g)));
    })?;
    if least < 0 {
        let (found, allowed) = (least.to_string(), "no element may be negative");
        return Err(ErrorKind::Argument { op, name: "element", found, allowed }.into());
    }
    let mut totals =
        Totals::new(op, minlength.max(greatest.wrapping_add(1).cast_unsigned() as usize), weights.is_some())?;
    match weights {
        None => {
            in_blocks(op, &values, |block| {
                block.iter().for_each(|&value| totals.counts[value as usize] += 1)
            })?;
        }
        Some(weights) => {
            check_same_shape(op, x, weights)?;
            let mut weights = read_floats(op, weights)?.into_iter();
            in_blocks(op, &values, |block| {
                let weighted = block.iter().zip(weights.by_ref());
                weighted.for_each(|(&value, weight)| totals.sums[value as usize] += weight);
            })?;
        }
    }
    totals.into_handle(op)
}

/// Shows the elements of a row to `visit`, some at a time, with a look at the flag in between.
fn in_blocks(op: &'static str, values: &Handle, mut visit: impl FnMut(&[i64])) -> Result<()> {
    look::<i64, _, 1>(op, [(&values.buffer, &values.layout)], |[values]| {
        for block in values.ravel()?.chunks(BLOCK) {
            cancel::check();
            visit(block);
        }
        Ok(())
    })?
}

/// For each element the number of the bin that it falls into, 0 before the first edge. Ascending edges belong to the bin
/// above them, or, with `right`, to the one below; descending ones the other way round.
pub(crate) fn digitize(op: &'static str, x: &Handle, edges: &Handle, right: bool) -> Result<Handle> {
    check_vector(op, edges)?;
    let list = read_floats(op, edges)?;
    let side = if right { Side::Left } else { Side::Right };
    if list.is_sorted() {
        return searchsorted(op, edges, x, side, None);
    }
    if !list.iter().rev().is_sorted() {
        return Err(not_monotonic(op));
    }
    let len = list.len();
    let entries = Entries { start: len - 1, len, step: -1 };
    let turned = edges.with_layout(edges.layout.slice_axis(op, 0, entries)?);
    let places = searchsorted(op, &turned, x, side, None)?;
    look::<i64, _, 1>(op, [(&places.buffer, &places.layout)], |[places]| {
        let mut places = places.iter();
        create::from_flat_fn(op, x.shape(), |_| len as i64 - places.next().copied().unwrap_or(0))
    })?
}

/// All elements as a row of `f64`.
pub(super) fn floats(op: &'static str, x: &Handle) -> Result<Handle> {
    if x.dtype.is_complex() {
        let cure = "take `real`, `imag` or `abs` first";
        return Err(ErrorKind::Unsupported { op, dtype: x.dtype, cure }.into());
    }
    cast::to_dtype(op, &reshape_to(op, x, &[x.layout.len()])?, DType::F64)
}

/// All elements as a list of `f64`.
pub(super) fn read_floats(op: &'static str, x: &Handle) -> Result<Vec<f64>> {
    lists::read(op, &floats(op, x)?)
}

fn read(op: &'static str, values: &Handle, mut visit: impl FnMut(f64)) -> Result<()> {
    let mut pace = Pace::default();
    look::<f64, _, 1>(op, [(&values.buffer, &values.layout)], |[values]| {
        for &value in values.iter() {
            pace.step();
            visit(value);
        }
    })
}

fn check_same_shape(op: &'static str, x: &Handle, weights: &Handle) -> Result<()> {
    if x.shape() == weights.shape() {
        return Ok(());
    }
    let (expected, found) = (x.shape().into(), weights.shape().into());
    Err(ErrorKind::ShapeMismatch { op, expected, found, cure: "each element needs a weight" }.into())
}

#[cold]
fn not_monotonic(op: &'static str) -> crate::Error {
    let (found, allowed) = ("entries that go up and down".into(), "they must go one way");
    ErrorKind::Argument { op, name: "edges", found, allowed }.into()
}

#[cold]
fn not_finite(op: &'static str, [low, high]: [f64; 2]) -> crate::Error {
    let found = if low.is_nan() { "NaN among them".into() } else { format!("{low:?} to {high:?}") };
    let allowed = "all must be finite where they say how far the bins reach: give a range";
    ErrorKind::Argument { op, name: "elements", found, allowed }.into()
}

/// What bins have collected: counts, or sums of weights; the other list is empty.
struct Totals {
    counts: Vec<i64>,
    sums: Vec<f64>,
    weighted: bool,
}

impl Totals {
    fn new(op: &'static str, len: usize, weighted: bool) -> Result<Self> {
        lists::check_room::<i64>(op, len)?;
        let (counts, sums) = if weighted { (0, len) } else { (len, 0) };
        Ok(Self { counts: vec![0; counts], sums: vec![0.0; sums], weighted })
    }

    fn into_handle(self, op: &'static str) -> Result<Handle> {
        match self.weighted {
            false => create::from_flat_fn(op, &[self.counts.len()], |k| self.counts[k]),
            true => create::from_flat_fn(op, &[self.sums.len()], |k| self.sums[k]),
        }
    }
}

/// Finds the bin of a value.
struct Finder {
    edges: Vec<f64>,
    /// Where the bins have equal width: how many there are to a unit.
    per_unit: Option<f64>,
}

impl Finder {
    fn new(op: &'static str, values: &Handle, bins: &Bins<'_>) -> Result<Self> {
        let (count, low, high) = match *bins {
            Bins::Edges(edges) => {
                check_vector(op, edges)?;
                let edges = read_floats(op, edges)?;
                if !edges.is_sorted() || edges.len() < 2 {
                    let (found, allowed) =
                        (format!("{} edges", edges.len()), "at least two, in ascending order");
                    return Err(ErrorKind::Argument { op, name: "bins", found, allowed }.into());
                }
                return Ok(Self { edges, per_unit: None });
            }
            Bins::Count(count) => {
                let (low, high) = extent(op, values)?;
                if !(low.is_finite() && high.is_finite()) {
                    return Err(not_finite(op, [low, high]));
                }
                (count, low, high)
            }
            Bins::Within(count, low, high) => (count, low, high),
        };
        if count == 0 {
            let found = "0".into();
            return Err(ErrorKind::Argument { op, name: "bins", found, allowed: "at least one" }.into());
        }
        if !(low.is_finite() && high.is_finite() && low <= high) {
            let (found, allowed) =
                (format!("{low:?} to {high:?}"), "two finite numbers, the lower one first");
            return Err(ErrorKind::Argument { op, name: "range", found, allowed }.into());
        }
        // A range of no width is widened by half to either side.
        let (low, high) = if low == high { (low - 0.5, high + 0.5) } else { (low, high) };
        let mut edges: Vec<f64> = lists::with_room(op, count.saturating_add(1))?;
        let width = high - low;
        let edge = |k: usize| match width.is_finite() {
            true => low + k as f64 * (width / count as f64),
            false => {
                let part = k as f64 / count as f64;
                low * (1.0 - part) + high * part
            }
        };
        edges.extend((0..count).map(edge));
        edges.push(high);
        if !edges.is_sorted_by(|low, high| low < high) {
            let (found, allowed) =
                (format!("{low:?} to {high:?}"), "it must be wide enough for that many bins");
            return Err(ErrorKind::Argument { op, name: "range", found, allowed }.into());
        }
        // A width below the normal numbers has no finite reciprocal: its bins are looked for.
        let per_unit =
            Some(count as f64 / width).filter(|per_unit| per_unit.is_finite() && width.is_finite());
        Ok(Self { edges, per_unit })
    }

    fn find(&self, value: f64) -> Option<usize> {
        let (low, last) = (self.edges[0], self.edges.len() - 2);
        if !(value >= low && value <= self.edges[last + 1]) {
            return None;
        }
        let Some(per_unit) = self.per_unit else {
            return Some(self.edges.partition_point(|&edge| edge <= value).clamp(1, last + 1) - 1);
        };
        // The product may be off by one where the value lies near an edge.
        let bin = (((value - low) * per_unit) as usize).min(last);
        let too_high = usize::from(value < self.edges[bin]);
        let too_low = usize::from(bin < last && value >= self.edges[bin + 1]);
        Some(bin + too_low - too_high)
    }
}

/// The least and the greatest element; from 0 to 1 where there is none.
fn extent(op: &'static str, values: &Handle) -> Result<(f64, f64)> {
    if values.layout.is_empty() {
        return Ok((0.0, 1.0));
    }
    // A NaN is both, and no range.
    let extreme = |reduction: Reduction| -> Result<f64> {
        let found = reduce::extreme(op, values, &Axes::All, KeepDims::No, reduction)?;
        Ok(lists::read(op, &found)?.first().copied().unwrap_or(f64::NAN))
    };
    Ok((extreme(Reduction::Least)?, extreme(Reduction::Greatest)?))
}
