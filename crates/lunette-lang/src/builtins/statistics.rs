//! Medians and quantiles, covariances, and series of samples.

use std::f64::consts::TAU;

use lunette::index::Axes;
use lunette::{Beyond, ConvolveMode, DynTensor, Interpolation};

use super::args::Args;
use super::context::Failure;
use super::params::{AXES, KEEPDIMS, LAST_AXIS, X, Y};
use super::reduce::kept_shape;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::value::Value;

const METHOD: Param = Param::new("method", ParamKind::Text).or("\"linear\"");
const WEIGHTS: Param = Param::new("weights", ParamKind::Tensor).or("none");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Statistics, name, params, run)
}

type Several = fn(&DynTensor, &[f64], Axes, Interpolation) -> lunette::Result<DynTensor>;

pub(super) static ROWS: &[Builtin] = &[
    row("median", &[X, AXES, KEEPDIMS], |_, args| {
        let (x, axes) = (args.tensor(0)?, args.axes(1)?);
        Value::of(if args.flag(2)? { x.median_keepdims(axes)? } else { x.median(axes)? })
    })
    .doc("The middle of the elements over the axes; the mean of two where there are two.", "median([3, 1, 2, 9]) // 2.5")
    .sized(sizes::reduced),
    row("nanmedian", &[X, AXES, KEEPDIMS], |_, args| {
        let (x, axes) = (args.tensor(0)?, args.axes(1)?);
        Value::of(if args.flag(2)? { x.nanmedian_keepdims(axes)? } else { x.nanmedian(axes)? })
    })
    .doc("The middle of the elements with NaN left out.", "nanmedian([3.0, nan, 1.0]) // 2.0")
    .sized(sizes::reduced),
    row("quantile", &[X, Param::new("q", ParamKind::Floats), AXES, KEEPDIMS, METHOD], |_, args| {
        quantiles(args, |x, q, axes, method| x.quantile_with(q, axes, method))
    })
    .doc(
        "The value below which a part `q` of the elements lies, from 0 to 1; a vector of parts gives a first axis. The \
         method is \"linear\", \"lower\", \"higher\", \"midpoint\", \"nearest\" or one of NumPy's others.",
        "quantile([1, 2, 3, 4, 5], [0.0, 0.25]) // tensor((2,), {1.0,2.0})",
    ),
    row("nanquantile", &[X, Param::new("q", ParamKind::Floats), AXES, KEEPDIMS, METHOD], |_, args| {
        quantiles(args, |x, q, axes, method| x.nanquantile_with(q, axes, method))
    })
    .doc("The quantile with NaN left out.", "nanquantile([1.0, nan, 3.0], 0.5) // 2.0"),
    row("percentile", &[X, Param::new("p", ParamKind::Floats), AXES, KEEPDIMS, METHOD], |_, args| {
        quantiles(args, |x, p, axes, method| x.percentile_with(p, axes, method))
    })
    .doc("The quantile of `p` percent, from 0 to 100.", "percentile([1, 2, 3, 4, 5], 50) // 3.0"),
    row("average", &[X, AXES, KEEPDIMS, WEIGHTS], average)
        .doc(
            "The mean over the axes of elements that count as much as their weights, which broadcast, or are a vector along \
             the one axis that is named.",
            "average([[1.0, 2.0], [3.0, 6.0]], axis = 0, weights = [3, 1]) // tensor((2,), {1.5,3.0})",
        )
        .sized(sizes::reduced),
    row("cov", &[X, Param::new("correction", ParamKind::Float).or("1.0")], |_, args| {
        Value::of(args.tensor(0)?.cov(args.float_or(1, 1.0)?)?)
    })
    .doc(
        "The covariances of variables, one in each row.",
        "cov([[1.0, 2.0], [3.0, 5.0]]) // tensor((2,2), {0.5,1.0,1.0,2.0})",
    )
    .sized(sizes::tried),
    row("corrcoef", &[X], |_, args| Value::of(args.tensor(0)?.corrcoef()?))
        .doc(
            "The correlations of variables, one in each row.",
            "round(corrcoef([[1.0, 2.0], [3.0, 1.0]])) // tensor((2,2), {1.0,-1.0,-1.0,1.0})",
        )
        .sized(sizes::tried),
    row("diff", &[X, Param::new("n", ParamKind::Int).count().or("1"), LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.diff(args.count_or(1, 1)?, args.int_or(2, -1)?)?)
    })
    .doc("The differences of neighbours along an axis, `n` times.", "diff([1, 4, 9]) // tensor((2,), {3,5})")
    .sized(sizes::tried),
    row("gradient", &[X, Param::new("spacing", ParamKind::Float).or("1.0"), LAST_AXIS, AT], |_, args| {
        let (x, axis) = (args.tensor(0)?, args.int_or(2, -1)?);
        match args.opt_tensor(3)? {
            Some(places) => Value::of(x.gradient_over(&places, axis)?),
            None => Value::of(x.gradient(args.float_or(1, 1.0)?, axis)?),
        }
    })
    .doc(
        "The slope at each sample along an axis; the samples are `spacing` apart, or stand at the places `at`.",
        "gradient([1.0, 4.0, 9.0]) // tensor((3,), {3.0,4.0,5.0})\n\
         gradient([0.0, 1.0, 9.0], at = [0, 1, 3]) // tensor((3,), {1.0,2.0,4.0})",
    )
    .extent(2)
    .sized(sizes::first),
    row("trapezoid", &[X, Param::new("spacing", ParamKind::Float).or("1.0"), LAST_AXIS, AT], |_, args| {
        let (y, axis) = (args.tensor(0)?, args.int_or(2, -1)?);
        match args.opt_tensor(3)? {
            Some(places) => Value::of(y.trapezoid_over(&places, axis)?),
            None => Value::of(y.trapezoid(args.float_or(1, 1.0)?, axis)?),
        }
    })
    .doc(
        "The area below the lines through samples along an axis, which are `spacing` apart, or stand at the places `at`.",
        "trapezoid([2, 2, 4], at = [0, 1, 3]) // 8.0",
    )
    .sized(sizes::tried),
    row("unwrap", &[X, PERIOD, LAST_AXIS, JUMP], |_, args| {
        let (x, period, axis) = (args.tensor(0)?, args.float_or(1, TAU)?, args.int_or(2, -1)?);
        Value::of(x.unwrap_with(period, args.float_or(3, period / 2.0)?, axis)?)
    })
    .doc(
        "Angles along an axis without jumps: those behind a difference of `jump` or more are moved by multiples of the \
         period.",
        "unwrap([350.0, 355.0, 2.0], 360.0) // tensor((3,), {350.0,355.0,362.0})",
    )
    .sized(sizes::first),
    row("polyval", &[P, X], |_, args| Value::of(args.tensor(0)?.polyval(&args.tensor(1)?)?))
        .doc(
            "The values at `x` of a polynomial, whose highest coefficient comes first.",
            "polyval([1, -3, 2], [0, 1, 5]) // tensor((3,), {2,0,12})",
        )
        .sized(sizes::second),
    row("polyfit", &[X, Y, Param::new("degree", ParamKind::Int).count(), WEIGHTS], |_, args| {
        let (x, y, degree) = (args.tensor(0)?, args.tensor(1)?, args.count(2)?);
        match args.opt_tensor(3)? {
            Some(weights) => Value::of(x.polyfit_weighted(&y, degree, &weights)?),
            None => Value::of(x.polyfit(&y, degree)?),
        }
    })
    .doc(
        "The coefficients, the highest first, of the polynomial of a degree that comes nearest to the points (`x`, `y`).",
        "round(polyfit([0, 1, 2], [1, 3, 5], 1)) // tensor((2,), {2.0,1.0})",
    )
    .sized(sizes::tried),
    row("polyder", &[P], |_, args| Value::of(args.tensor(0)?.polyder()?))
        .doc(
            "The coefficients of the derivative of a polynomial, the highest first.",
            "polyder([1, -3, 2]) // tensor<i64>((2,), {2,-3})",
        )
        .sized(sizes::tried),
    row("polyint", &[P], |_, args| Value::of(args.tensor(0)?.polyint()?))
        .doc(
            "The coefficients of the integral from 0 of a polynomial, the highest first.",
            "polyint([6, 2]) // tensor((3,), {3.0,2.0,0.0})",
        )
        .sized(sizes::tried),
    row("roots", &[P], |_, args| Value::of(args.tensor(0)?.roots()?))
        .doc(
            "The roots of a polynomial, whose highest coefficient comes first: complex numbers in no special order.",
            "round(sum(real(roots([1.0, -3.0, 2.0])))) // 3.0",
        ),
    row("vander", &[X, Param::new("n", ParamKind::Int).count().or("len(x)"), INCREASING], |_, args| {
        let x = args.tensor(0)?;
        let columns = args.count_or(1, x.len())?;
        Value::of(if args.flag(2)? { x.vander_increasing(columns)? } else { x.vander(columns)? })
    })
    .doc(
        "The powers of each element of a vector in a row, from `n - 1` down to 0, or with `increasing` up.",
        "vander([2, 3], 3) // tensor<i64>((2,3), {4,2,1,9,3,1})",
    )
    .sized(sizes::tried),
    row("interp", &[X, Param::new("xp", ParamKind::Tensor), Param::new("fp", ParamKind::Tensor), LEFT, RIGHT, REPEATS], |_, args| {
        let number = |k: usize| args.get(k).map(|_| args.float(k)).transpose();
        let beyond = Beyond { left: number(3)?, right: number(4)?, period: number(5)? };
        Value::of(args.tensor(0)?.interp_with(&args.tensor(1)?, &args.tensor(2)?, beyond)?)
    })
    .doc(
        "The values at `x` of the straight lines through the points (`xp`, `fp`); `left` before the first point and \
         `right` behind the last. With a `period` the lines go on behind the last point with the first one.",
        "interp([0.5, 1.5], [0, 1, 2], [0, 10, 30]) // tensor((2,), {5.0,20.0})\n\
         interp([-1.0, 9.0], [0, 1, 2], [0, 10, 30], right = nan) // tensor((2,), {0.0,nan})\n\
         interp([-90, 450], [0, 180], [0, 18], period = 360) // tensor((2,), {9.0,9.0})",
    )
    .sized(sizes::first),
    row("correlate", &[X, Y, Param::new("mode", ParamKind::Text).or("\"valid\"")], |_, args| {
        let modes = [("valid", ConvolveMode::Valid), ("full", ConvolveMode::Full), ("same", ConvolveMode::Same)];
        Value::of(args.tensor(0)?.correlate(&args.tensor(1)?, args.word(2, &modes)?)?)
    })
    .doc(
        "The sums of products of `x` and `y` moved along it: where they overlap wholly (\"valid\"), all of them (\"full\"), \
         or as many as the longer has entries (\"same\").",
        "correlate([1, 2, 3], [0, 1, 10]) // tensor((1,), {32})",
    )
    .sized(sizes::tried),
    row("convolve", &[X, Y, Param::new("mode", ParamKind::Text).or("\"full\"")], |_, args| {
        let modes = [("full", ConvolveMode::Full), ("same", ConvolveMode::Same), ("valid", ConvolveMode::Valid)];
        Value::of(args.tensor(0)?.convolve(&args.tensor(1)?, args.word(2, &modes)?)?)
    })
    .doc(
        "The convolution of two vectors: all of it (\"full\"), as long as the longer (\"same\"), or where they overlap \
         wholly (\"valid\").",
        "convolve([1, 2, 3], [1, 1]) // tensor((4,), {1,3,5,3})",
    )
    .sized(sizes::tried),
];

const AT: Param = Param::new("at", ParamKind::Tensor).or("none");
const LEFT: Param = Param::new("left", ParamKind::Float).or("the first value");
const RIGHT: Param = Param::new("right", ParamKind::Float).or("the last value");
const REPEATS: Param = Param::new("period", ParamKind::Float).or("none");
const P: Param = Param::new("p", ParamKind::Tensor);
const PERIOD: Param = Param::new("period", ParamKind::Float).or("2 * pi");
const JUMP: Param = Param::new("jump", ParamKind::Float).or("period / 2");
const INCREASING: Param = Param::new("increasing", ParamKind::Bool).or("false");

fn average(_: &mut dyn super::Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, axes, keepdims) = (args.tensor(0)?, args.axes(1)?, args.flag(2)?);
    let weights = args.opt_tensor(3)?;
    match keepdims {
        true => Value::of(x.average_keepdims(axes, weights.as_ref())?),
        false => Value::of(x.average(axes, weights.as_ref())?),
    }
}

/// Quantiles of a tensor: the library's form for several, without the first axis where one is asked for.
fn quantiles(args: &Args<'_>, several: Several) -> Result<Value, Failure> {
    let (x, parts, axes) = (args.tensor(0)?, args.tensor(1)?, args.axes(2)?);
    let found = several(&x, &args.floats(1)?, axes.clone(), args.word(4, &Interpolation::NAMED)?)?;
    let rest: Vec<usize> = match args.flag(3)? {
        true => kept_shape(&x, &axes),
        false => found.shape().iter().skip(1).copied().collect(),
    };
    let shape: Vec<usize> = parts.shape().iter().copied().chain(rest).collect();
    Value::of(found.reshape(shape)?)
}
