//! Many elements to one, and running totals.

use lunette::index::Axes;
use lunette::{DynTensor, Tensor, concat};

use super::args::Args;
use super::context::Failure;
use super::params::{AXES, DTYPE, KEEPDIMS, X};
use super::row::{Builtin, Family, Fuse, Param, ParamKind};
use super::sizes;
use crate::value::Value;

const CORRECTION: Param = Param::new("correction", ParamKind::Float).or("0.0");
const SUM_DTYPE: Param = DTYPE.or("i64 or u64 for integers");
const AXIS: Param = Param::new("axis", ParamKind::Axis).or("the only one");
const INCLUDE_INITIAL: Param = Param::new("include_initial", ParamKind::Bool).or("false");

/// A row that is one of the library's pairs of methods.
macro_rules! reduction {
    ($name:ident, $keepdims:ident) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXES, KEEPDIMS], |_, args| {
            let (x, axes) = (args.tensor(0)?, args.axes(1)?);
            if args.flag(2)? { Value::of(x.$keepdims(axes)?) } else { Value::of(x.$name(axes)?) }
        })
        .sized(sizes::reduced)
    };
}

/// The same, which can also end a chain of elementwise operations.
macro_rules! fused {
    ($row:expr, $name:ident, $keepdims:ident) => {
        $row.fused(Fuse::Reduction(|x, axes, keepdims| match keepdims {
            true => x.$keepdims(axes).map(Tensor::into_dyn),
            false => x.$name(axes).map(Tensor::into_dyn),
        }))
    };
}

/// A row with a correction of the number of degrees of freedom.
macro_rules! spread {
    ($name:ident, $keepdims:ident) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXES, KEEPDIMS, CORRECTION], |_, args| {
            let (x, axes, correction) = (args.tensor(0)?, args.axes(1)?, args.float_or(3, 0.0)?);
            match args.flag(2)? {
                true => Value::of(x.$keepdims(axes, correction)?),
                false => Value::of(x.$name(axes, correction)?),
            }
        })
        .sized(sizes::reduced)
    };
}

/// A row whose dtype can be chosen.
macro_rules! total {
    ($name:ident, $keepdims:ident, $to:ident) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXES, KEEPDIMS, SUM_DTYPE], |_, args| {
            let (x, axes) = (args.tensor(0)?, args.axes(1)?);
            match (args.dtype(3)?, args.flag(2)?) {
                (Some(dtype), true) => kept(&x, &axes, x.$to(dtype, axes.clone())?),
                (Some(dtype), false) => Value::of(x.$to(dtype, axes)?),
                (None, true) => Value::of(x.$keepdims(axes)?),
                (None, false) => Value::of(x.$name(axes)?),
            }
        })
        .sized(sizes::reduced)
    };
}

/// A row of running totals.
macro_rules! scan {
    ($name:ident, $initial:ident, $to:ident, $start:literal) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXIS, SUM_DTYPE, INCLUDE_INITIAL], |_, args| {
            let (x, axis) = (args.tensor(0)?, scan_axis(args)?);
            match (args.dtype(2)?, args.flag(3)?) {
                (None, false) => Value::of(x.$name(axis)?),
                (None, true) => Value::of(x.$initial(axis)?),
                (Some(dtype), false) => Value::of(x.$to(dtype, axis)?),
                (Some(dtype), true) => started(&x.$to(dtype, axis)?, axis, $start),
            }
        })
        .sized(scanned)
    };
}

/// A row of running totals or extremes that have no options.
macro_rules! axis_scan {
    ($name:ident) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXIS], |_, args| {
            Value::of(args.tensor(0)?.$name(scan_axis(args)?)?)
        })
        .sized(sizes::first)
    };
}

/// A row that takes axes and keeps the shape.
macro_rules! softmax {
    ($name:ident) => {
        Builtin::new(Family::Reduce, stringify!($name), &[X, AXES], |_, args| {
            Value::of(args.tensor(0)?.$name(args.axes(1)?)?)
        })
        .sized(sizes::first)
    };
}

pub(super) static ROWS: &[Builtin] = &[
    fused!(total!(sum, sum_keepdims, sum_to), sum, sum_keepdims).twin("add").doc(
        "The sum over the axes, over all where none are named; integers and bools are added up as i64 or u64.",
        "sum([[1, 2], [3, 4]], axis = 0) // tensor<i64>((2,), {4,6})",
    ),
    fused!(total!(prod, prod_keepdims, prod_to), prod, prod_keepdims).twin("multiply")
        .doc("The product over the axes; integers and bools give i64 or u64.", "prod([1.5, 2.0, 4.0]) // 12.0"),
    fused!(reduction!(mean, mean_keepdims), mean, mean_keepdims)
        .doc("The mean over the axes; integers give f64.", "mean([[1, 2], [3, 4]], axis = 1) // tensor((2,), {1.5,3.5})"),
    spread!(var, var_keepdims).doc(
        "The variance over the axes; the sum of squares is divided by the number less `correction`.",
        "var([1.0, 2.0, 3.0], correction = 1) // 1.0",
    ),
    spread!(std, std_keepdims).doc(
        "The standard deviation over the axes: the root of the variance.",
        "std([1.0, 3.0]) // 1.0",
    ),
    fused!(reduction!(min, min_keepdims), min, min_keepdims).twin("minimum")
        .doc("The least element over the axes; NaN wins over every number.", "min([[3, 1], [2, 4]], axis = 1) // tensor((2,), {1,2})"),
    fused!(reduction!(max, max_keepdims), max, max_keepdims).twin("maximum")
        .doc("The greatest element over the axes; NaN wins over every number.", "max([3, 1, 4]) // 4"),
    reduction!(ptp, ptp_keepdims).doc("The distance from the least to the greatest element.", "ptp([3, 1, 5]) // 4"),
    fused!(reduction!(argmin, argmin_keepdims), argmin, argmin_keepdims).doc(
        "The position of the first least element along an axis; in the whole tensor where none is named.",
        "argmin([[3, 1], [2, 4]], axis = 1) // tensor<i64>((2,), {1,0})",
    ),
    fused!(reduction!(argmax, argmax_keepdims), argmax, argmax_keepdims).doc(
        "The position of the first greatest element along an axis; in the whole tensor where none is named.",
        "argmax([3, 1, 4]) // 2",
    ),
    fused!(reduction!(all, all_keepdims), all, all_keepdims).twin("logical_and")
        .doc("Whether all elements are true, or not zero.", "all([[true, false], [true, true]], axis = 1) // tensor((2,), {false,true})"),
    fused!(reduction!(any, any_keepdims), any, any_keepdims).twin("logical_or")
        .doc("Whether some element is true, or not zero.", "any([0, 0, 2]) // true"),
    fused!(reduction!(count_nonzero, count_nonzero_keepdims), count_nonzero, count_nonzero_keepdims)
        .doc("The number of elements that are true, or not zero.", "count_nonzero([0, 7, 0, 1]) // 2"),
    reduction!(nansum, nansum_keepdims).doc("The sum with NaN left out.", "nansum([1.0, nan, 2.0]) // 3.0"),
    reduction!(nanprod, nanprod_keepdims).doc("The product with NaN left out.", "nanprod([3.0, nan, 2.0]) // 6.0"),
    reduction!(nanmean, nanmean_keepdims).doc("The mean with NaN left out.", "nanmean([1.0, nan, 2.0]) // 1.5"),
    spread!(nanvar, nanvar_keepdims).doc("The variance with NaN left out.", "nanvar([1.0, nan, 3.0]) // 1.0"),
    spread!(nanstd, nanstd_keepdims)
        .doc("The standard deviation with NaN left out.", "nanstd([1.0, nan, 5.0]) // 2.0"),
    reduction!(nanmin, nanmin_keepdims).doc("The least element with NaN left out.", "nanmin([nan, 2.0, 1.0]) // 1.0"),
    reduction!(nanmax, nanmax_keepdims)
        .doc("The greatest element with NaN left out.", "nanmax([nan, 2.0, 1.0]) // 2.0"),
    reduction!(nanargmin, nanargmin_keepdims)
        .doc("The position of the first least element that is no NaN.", "nanargmin([nan, 2.0, 1.0]) // 2"),
    reduction!(nanargmax, nanargmax_keepdims)
        .doc("The position of the first greatest element that is no NaN.", "nanargmax([nan, 2.0, 1.0]) // 1"),
    reduction!(logsumexp, logsumexp_keepdims).doc(
        "The logarithm of the sum of `exp(x)` over the axes, without overflow on the way.",
        "logsumexp([1000.0, -inf]) // 1000.0",
    ),
    softmax!(softmax).doc(
        "`exp(x)` divided by the sum of these over the axes: numbers from 0 to 1 whose sum is 1.",
        "softmax([[0.0, 0.0], [1000.0, 0.0]], axis = 1) // tensor((2,2), {0.5,0.5,1.0,0.0})",
    ),
    softmax!(log_softmax).doc(
        "The logarithm of `softmax`, also where that is too small for a number.",
        "log_softmax([1000.0, 0.0]) // tensor((2,), {0.0,-1000.0})",
    ),
    scan!(cumulative_sum, cumulative_sum_initial, cumulative_sum_to, 0)
        .aliases(&["cumsum"])
        .doc(
            "Running sums along an axis: each is the sum up to and with its element, after a 0 if `include_initial`.",
            "cumulative_sum([[1, 2, 3], [4, 5, 6]], axis = 1) // tensor<i64>((2,3), {1,3,6,4,9,15})",
        ),
    scan!(cumulative_prod, cumulative_prod_initial, cumulative_prod_to, 1)
        .aliases(&["cumprod"])
        .doc(
            "Running products along an axis: each is the product up to and with its element, after a 1 if \
             `include_initial`.",
            "cumulative_prod([1.0, 2.0, 3.0]) // tensor((3,), {1.0,2.0,6.0})",
        ),
    axis_scan!(cumulative_max)
        .aliases(&["cummax"])
        .doc(
            "The greatest element so far along an axis; NaN stays.",
            "cumulative_max([3, 1, 4, 1]) // tensor((4,), {3,3,4,4})",
        ),
    axis_scan!(cumulative_min)
        .aliases(&["cummin"])
        .doc("The least element so far along an axis; NaN stays.", "cumulative_min([3, 1, 4]) // tensor((3,), {3,1,1})"),
    axis_scan!(nancumsum)
        .doc("Running sums along an axis with NaN left out.", "nancumsum([1.0, nan, 2.0]) // tensor((3,), {1.0,1.0,3.0})"),
    axis_scan!(nancumprod).doc(
        "Running products along an axis with NaN left out.",
        "nancumprod([3.0, nan, 2.0]) // tensor((3,), {3.0,3.0,6.0})",
    ),
];

/// A reduced tensor with the axes that are gone put back with size 1.
pub(super) fn kept(x: &DynTensor, axes: &Axes, reduced: DynTensor) -> Result<Value, Failure> {
    Value::of(reduced.reshape(kept_shape(x, axes))?)
}

/// The shape of a reduction that keeps its axes.
pub(super) fn kept_shape(x: &DynTensor, axes: &Axes) -> Vec<usize> {
    let gone = |axis: usize| match axes {
        Axes::All => true,
        Axes::List(list) => list.iter().any(|&a| sizes::resolved(a, x.rank()) == Some(axis)),
    };
    x.shape().iter().enumerate().map(|(axis, &size)| if gone(axis) { 1 } else { size }).collect()
}

/// Running totals after what they start with.
fn started(totals: &DynTensor, axis: i64, start: i8) -> Result<Value, Failure> {
    let mut shape = totals.shape().to_vec();
    if let Some(size) = sizes::resolved(axis, totals.rank()).and_then(|axis| shape.get_mut(axis)) {
        *size = 1;
    }
    let start = DynTensor::full_of(totals.dtype(), shape, start)?;
    Value::of(concat(&[&start, totals], axis)?)
}

fn scan_axis(args: &Args<'_>) -> Result<i64, Failure> {
    match args.get(1) {
        Some(_) => args.int(1),
        None if args.tensor(0)?.rank() <= 1 => Ok(0),
        None => Err(args.wrong(1, "an axis: the tensor has several")),
    }
}

/// The axis grows by one where the start is included.
fn scanned(
    probe: &super::probe::Probe<'_>,
    ty: crate::types::Type,
) -> Result<crate::types::Type, super::Mistake> {
    let (Some(sizes), Some(initial)) = (probe.sizes(0), probe.flag(3, false)) else { return Ok(ty) };
    let axis = match probe.arg(1) {
        Some(_) => probe.int(1).and_then(|axis| sizes::resolved(axis, sizes.len())),
        None => Some(0),
    };
    let grown =
        |k: usize, size: usize| if initial && axis == Some(k) { size.checked_add(1) } else { Some(size) };
    let known = !initial || axis.is_some();
    Ok(match known {
        true => {
            let sizes = sizes.into_iter().enumerate().map(|(k, size)| size.and_then(|size| grown(k, size)));
            sizes::sized(ty, Some(sizes.collect()))
        }
        false => ty,
    })
}
