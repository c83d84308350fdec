//! Reductions that leave NaN out.

use std::sync::atomic::{AtomicBool, Ordering};

use super::arg::{self, Extreme};
use super::rearrange::reshape_to;
use super::reduce::{self, KeepDims, Over, Spread};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::{Reduction, each_row, skip_nan};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// What is made of the numbers that are left.
#[derive(Clone, Copy)]
pub(crate) enum Skipping {
    Sum,
    Product,
    Mean,
    Spread(Spread, f64),
    Extreme(Extreme),
}

/// A reduction that leaves NaN out; where nothing is left, sums are 0, products 1, and all others NaN.
pub(crate) fn skipping(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    kind: Skipping,
) -> Result<Handle> {
    check_real(op, x.dtype)?;
    if !x.dtype.is_float() {
        return whole(op, x, axes, keep, kind);
    }
    let over = Over::new(op, x, axes, keep)?;
    let reduction = match kind {
        Skipping::Sum | Skipping::Mean => Reduction::Sum,
        Skipping::Product => Reduction::Product,
        Skipping::Spread(..) => Reduction::Squares,
        Skipping::Extreme(extreme) => {
            over.check_not_empty(op, x)?;
            if extreme == Extreme::Least { Reduction::Least } else { Reduction::Greatest }
        }
    };
    let finish = |value: f64, count: usize| match kind {
        Skipping::Sum if count == 0 => 0.0,
        Skipping::Sum | Skipping::Product => value,
        Skipping::Mean => value / count as f64,
        Skipping::Spread(spread, correction) => spread.of(value, count, correction),
        Skipping::Extreme(_) if count == 0 => f64::NAN,
        Skipping::Extreme(_) => value,
    };
    let rows = rows(op, x, &over)?;
    let lock = rows.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &rows.layout, rows.dtype)?;
    let buffer = skip_nan(op, &source, reduction, x.dtype, &finish)?;
    Ok(Handle::fresh(buffer, Layout::contiguous_for(op, &over.shape, Order::C)?, x.dtype))
}

/// The plain reduction, for dtypes that have no NaN.
fn whole(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims, kind: Skipping) -> Result<Handle> {
    match kind {
        Skipping::Sum => reduce::sum(op, x, axes, keep, x.dtype.as_sum()),
        Skipping::Product => reduce::prod(op, x, axes, keep, x.dtype.as_sum()),
        Skipping::Mean => reduce::mean(op, x, axes, keep),
        Skipping::Spread(spread, correction) => reduce::spread(op, x, axes, keep, (spread, correction)),
        Skipping::Extreme(Extreme::Least) => reduce::extreme(op, x, axes, keep, Reduction::Least),
        Skipping::Extreme(Extreme::Greatest) => reduce::extreme(op, x, axes, keep, Reduction::Greatest),
    }
}

/// The position of the first extreme that is a number.
pub(crate) fn nan_arg(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    extreme: Extreme,
) -> Result<Handle> {
    check_real(op, x.dtype)?;
    if !x.dtype.is_float() {
        return arg::arg(op, x, axes, keep, extreme);
    }
    let over = arg::over(op, x, axes, keep)?;
    let nothing = AtomicBool::new(false);
    let look = |row: &mut [f64], found: &mut [f64]| {
        let better = |new: f64, old: f64| if extreme == Extreme::Least { new < old } else { new > old };
        let mut best: Option<(usize, f64)> = None;
        for (k, &value) in row.iter().enumerate() {
            if !value.is_nan() && best.is_none_or(|(_, old)| better(value, old)) {
                best = Some((k, value));
            }
        }
        nothing.fetch_or(best.is_none(), Ordering::Relaxed);
        found[0] = best.map_or(0.0, |(k, _)| k as f64);
    };
    let rows = rows(op, x, &over)?;
    let lock = rows.buffer.lock(op, Access::Read)?;
    let buffer = each_row(op, &lock.source(op, &rows.layout, rows.dtype)?, 1, DType::I64, &look)?;
    if nothing.into_inner() {
        let (found, allowed) = ("all NaN along the axis".to_owned(), "there must be a number to choose");
        return Err(ErrorKind::Argument { op, name: "x", found, allowed }.into());
    }
    Ok(Handle::fresh(buffer, Layout::contiguous_for(op, &over.shape, Order::C)?, DType::I64))
}

/// The tensor as a matrix whose rows are the elements of each result, in row-major order; a view where that can be.
pub(crate) fn rows(op: &'static str, x: &Handle, over: &Over) -> Result<Handle> {
    let (mut kept, mut reduced) = (Vec::new(), Vec::new());
    for (axis, &is_reduced) in over.reduced.iter().enumerate() {
        if is_reduced { reduced.push(axis as i64) } else { kept.push(axis as i64) }
    }
    let results = over.shape.iter().product();
    kept.append(&mut reduced);
    let turned = x.with_layout(x.layout.permute_for(op, &kept)?);
    reshape_to(op, &turned, &[results, over.len])
}

/// Refuses complex numbers.
pub(crate) fn check_real(op: &'static str, dtype: DType) -> Result<()> {
    let cure = "take the parts of complex numbers one by one";
    match dtype.is_complex() {
        true => Err(ErrorKind::Unsupported { op, dtype, cure }.into()),
        false => Ok(()),
    }
}
