//! Reductions that leave NaN out.

use std::sync::atomic::{AtomicBool, Ordering};

use super::arg::{self, Extreme};
use super::elementwise::{
    BinaryOp, Numbers, Operand, UnaryOp, binary, choose, filled_numbers, reduce_numbers, unary,
};
use super::rearrange::reshape_to;
use super::reduce::{self, KeepDims, Over, Spread};
use super::scan::{Initial, cumulative};
use super::{cast, lists};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::{Reduction, each_row};
use crate::kernels::scan::Running;
use crate::layout::{Layout, Order, resolve_axis};
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
///
/// It is the plain reduction of what can stand in place of NaN without being seen, computed block by block.
pub(crate) fn skipping(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    kind: Skipping,
) -> Result<Handle> {
    if !x.dtype.is_float() && !x.dtype.is_complex() {
        return whole(op, x, axes, keep, kind);
    }
    match kind {
        Skipping::Sum => sum(op, x, axes, keep, x.dtype),
        Skipping::Product => {
            let one = Numbers::Filled(Scalar::from(1.0));
            reduce_numbers(op, x, one, |x| reduce::prod(op, x, axes, keep, x.dtype()))
        }
        Skipping::Mean => cast::to_dtype(op, &mean(op, x, axes, keep)?, x.dtype),
        Skipping::Spread(spread, correction) => spread_of(op, x, axes, keep, (spread, correction)),
        Skipping::Extreme(extreme) => extreme_of(op, x, axes, keep, extreme),
    }
}

fn sum(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims, dtype: DType) -> Result<Handle> {
    let zero = Numbers::Filled(Scalar::from(0.0));
    reduce_numbers(op, x, zero, |x| reduce::sum(op, x, axes, keep, dtype))
}

/// How many numbers there are.
fn count(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims) -> Result<Handle> {
    reduce_numbers(op, x, Numbers::Present, |x| reduce::count_nonzero(op, x, axes, keep))
}

/// The mean in the widest type.
fn mean(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims) -> Result<Handle> {
    let widest = if x.dtype.is_complex() { DType::Complex128 } else { DType::F64 };
    let (sum, count) = (sum(op, x, axes, keep, widest)?, count(op, x, axes, keep)?);
    binary(BinaryOp::Divide, Operand::Tensor(&sum), Operand::Tensor(&count))
}

fn spread_of(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    (spread, correction): (Spread, f64),
) -> Result<Handle> {
    let centre = mean(op, x, axes, KeepDims::Yes)?;
    let squares = Numbers::SquaresFrom(&centre);
    let squares = reduce_numbers(op, x, squares, |x| reduce::sum(op, x, axes, keep, DType::F64))?;
    let correction = Operand::Scalar(Scalar::from(correction));
    let count = count(op, x, axes, keep)?;
    let divisor = binary(BinaryOp::Subtract, Operand::Tensor(&count), correction)?;
    let variance = binary(BinaryOp::Divide, Operand::Tensor(&squares), Operand::Tensor(&divisor))?;
    let zero = Operand::Scalar(Scalar::from(0.0));
    let enough = binary(BinaryOp::Greater, Operand::Tensor(&divisor), zero)?;
    let enough = binary(BinaryOp::LogicalAnd, Operand::Tensor(&enough), Operand::Tensor(&count))?;
    let nan = Operand::Scalar(Scalar::from(f64::NAN));
    let variance = choose(&enough, Operand::Tensor(&variance), nan)?;
    let made = match spread {
        Spread::Variance => variance,
        Spread::Deviation => unary(UnaryOp::Sqrt, &variance)?,
    };
    cast::to_dtype(op, &made, x.dtype.as_real())
}

fn extreme_of(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims, extreme: Extreme) -> Result<Handle> {
    reduce::check_order(op, x.dtype)?;
    let (filler, reduction) = match extreme {
        Extreme::Least => (f64::INFINITY, Reduction::Least),
        Extreme::Greatest => (f64::NEG_INFINITY, Reduction::Greatest),
    };
    let filler = Scalar::from(filler).cast(x.dtype);
    let found =
        reduce_numbers(op, x, Numbers::Filled(filler), |x| reduce::extreme(op, x, axes, keep, reduction))?;
    // What stood for NaN is only found where nothing is beyond it; an infinity of its own looks the same.
    let doubtful = binary(BinaryOp::Equal, Operand::Tensor(&found), Operand::Scalar(filler))?;
    let any = reduce::truth(op, &doubtful, &Axes::All, KeepDims::No, Reduction::Any)?;
    if lists::read::<bool>(op, &any)? == [false] {
        return Ok(found);
    }
    let nan = Operand::Scalar(Scalar::from(f64::NAN).cast(x.dtype));
    choose(&count(op, x, axes, keep)?, Operand::Tensor(&found), nan)
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

/// Running totals in which NaN changes nothing: sums go on with 0 in its place, products with 1.
pub(crate) fn running(op: &'static str, x: &Handle, axis: i64, running: Running) -> Result<Handle> {
    let options = (x.dtype.as_sum(), Initial::Left);
    if !x.dtype.is_float() && !x.dtype.is_complex() {
        return cumulative(op, x, axis, running, options);
    }
    let filler = match running {
        Running::Sum => Scalar::from(0.0),
        Running::Product => Scalar::from(1.0),
        Running::Greatest => Scalar::from(f64::NEG_INFINITY),
        Running::Least => Scalar::from(f64::INFINITY),
    };
    resolve_axis(op, axis, x.layout.rank())?;
    cumulative(op, &filled_numbers(op, x, filler)?, axis, running, options)
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
