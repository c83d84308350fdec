//! Tensors as sets, and counts of elements.

use lunette::{DType, Dyn, DynTensor, Histogram, Kind, UniqueAll};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::outcome;
use super::params::{X, Y};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const WEIGHTS: Param = Param::new("weights", ParamKind::Tensor).or("none");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Sets, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("unique_values", &[X, AXIS], |_, args| match args.get(1) {
        Some(_) => Value::of(along(args)?.values),
        None => Value::of(args.tensor(0)?.unique_values()?),
    })
    .doc(
        "The distinct elements in order, or the distinct entries of an axis; every NaN is distinct.",
        "unique_values([3, 1, 3]) // tensor((2,), {1,3})\n\
         unique_values([[2, 1], [0, 5], [2, 1]], axis = 0) // tensor((2,2), {0,5,2,1})",
    ),
    row("unique_counts", &[X, AXIS], |_, args| match args.get(1) {
        Some(_) => along(args).and_then(|found| pair(found.values, found.counts)),
        None => {
            let found = args.tensor(0)?.unique_counts()?;
            pair(found.values, found.counts)
        }
    })
    .doc(
        "The distinct elements, or entries of an axis, and how often each occurs.",
        "unique_counts([3, 1, 3]) // (tensor((2,), {1,3}),tensor<i64>((2,), {1,2}))",
    ),
    row("unique_inverse", &[X, AXIS], |_, args| match args.get(1) {
        Some(_) => along(args).and_then(|found| pair(found.values, found.inverse_indices)),
        None => {
            let found = args.tensor(0)?.unique_inverse()?;
            pair(found.values, found.inverse_indices)
        }
    })
    .doc(
        "The distinct elements, and which of them each element is; or the same of the entries of an axis.",
        "unique_inverse([3, 1, 3]) // (tensor((2,), {1,3}),tensor<i64>((3,), {1,0,1}))",
    ),
    row("unique_all", &[X, AXIS], |_, args| {
        let found = if args.get(1).is_some() { along(args)? } else { args.tensor(0)?.unique_all()? };
        Value::all_of(vec![
            found.values,
            found.indices.into_dyn(),
            found.inverse_indices.into_dyn(),
            found.counts.into_dyn(),
        ])
    })
    .doc(
        "The distinct elements, where each occurs first, which of them each element is, and how often each occurs; or \
         the same of the entries of an axis.",
        "unique_all([3, 3])[3] // tensor<i64>((1,), {2})",
    ),
    row("isin", &[X, Param::new("set", ParamKind::Tensor), Param::new("invert", ParamKind::Bool).or("false")], |_, args| {
        Value::of(args.tensor(0)?.isin(&args.tensor(1)?, args.flag(2)?)?)
    })
    .doc(
        "Whether each element occurs among others; with `invert` whether it does not.",
        "isin([1, 2, 3], [3, 1]) // tensor((3,), {true,false,true})",
    )
    .sized(sizes::first),
    row("intersect1d", &[X, Y], |_, args| Value::of(args.tensor(0)?.intersect1d(&args.tensor(1)?)?))
        .doc("The distinct elements that both have.", "intersect1d([1, 2, 3], [3, 1, 1]) // tensor((2,), {1,3})"),
    row("setdiff1d", &[X, Y], |_, args| Value::of(args.tensor(0)?.setdiff1d(&args.tensor(1)?)?))
        .doc("The distinct elements that the other has not.", "setdiff1d([1, 2, 3], [3, 1]) // tensor((1,), {2})"),
    row("union1d", &[X, Y], |_, args| Value::of(args.tensor(0)?.union1d(&args.tensor(1)?)?))
        .doc("The distinct elements of both.", "union1d([1, 3], [2, 3]) // tensor((3,), {1,2,3})"),
    row("setxor1d", &[X, Y], |_, args| Value::of(args.tensor(0)?.setxor1d(&args.tensor(1)?)?))
        .doc("The distinct elements that only one of both has.", "setxor1d([1, 3], [2, 3]) // tensor((2,), {1,2})"),
    row("histogram", &[X, Param::new("bins", ParamKind::Tensor).or("10"), RANGE, WEIGHTS, DENSITY], histogram)
        .doc(
            "How many elements lie in each bin, and the edges of the bins: a number of bins over the whole range, or \
             the edges themselves. Weights are added up as f64; with `density` the integral of the counts is 1.",
            "histogram([1, 2, 2, 5], 2) // (tensor<i64>((2,), {3,1}),tensor((3,), {1.0,3.0,5.0}))\n\
             histogram([1, 2, 2, 5], 2, density = true)[0] // tensor((2,), {0.375,0.125})",
        )
        .typed(histogram_type),
    row("bincount", &[X, Param::new("minlength", ParamKind::Int).count().or("0"), WEIGHTS], |_, args| {
        let (x, least) = (args.tensor(0)?, args.count_or(1, 0)?);
        match args.opt_tensor(2)? {
            Some(weights) => Value::of(x.bincount_weighted(&weights, least)?),
            None => Value::of(x.bincount(least)?),
        }
    })
    .doc(
        "How often each integer from 0 on occurs; weights are added up as f64.",
        "bincount([0, 2, 2]) // tensor<i64>((3,), {1,0,2})",
    ),
    row("digitize", &[X, Param::new("edges", ParamKind::Tensor), Param::new("right", ParamKind::Bool).or("false")], |_, args| {
        Value::of(args.tensor(0)?.digitize(&args.tensor(1)?, args.flag(2)?)?)
    })
    .doc(
        "The number of the bin in which each element lies; with `right` a bin holds its upper edge, not its lower.",
        "digitize([0.5, 3.0], [0.0, 1.0, 2.0]) // tensor<i64>((2,), {1,3})",
    )
    .sized(sizes::first),
];

const AXIS: Param = Param::new("axis", ParamKind::Axis).or("none");
const DENSITY: Param = Param::new("density", ParamKind::Bool).or("false").decides();
const RANGE: Param = Param::new("range", ParamKind::Floats).or("from the least to the greatest");

/// What is distinct along the axis that is named.
fn along(args: &Args<'_>) -> Result<UniqueAll<Dyn>, Failure> {
    Ok(args.tensor(0)?.unique_along(args.int(1)?)?)
}

fn pair<K: Kind, L: Kind>(first: lunette::Tensor<K>, second: lunette::Tensor<L>) -> Result<Value, Failure> {
    Ok(Value::tuple([Value::of::<_, Failure>(first)?, Value::of::<_, Failure>(second)?]))
}

fn histogram(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let x = args.tensor(0)?;
    let edges = args.opt_tensor(1)?.filter(|bins| bins.rank() > 0);
    match (edges, args.get(2)) {
        (Some(edges), _) => counted(args, &x, &edges),
        (None, None) => counted(args, &x, args.count_or(1, 10)?),
        (None, Some(_)) => match args.floats(2)?[..] {
            [low, high] => counted(args, &x, (args.count_or(1, 10)?, low..high)),
            _ => Err(args.wrong(2, "two numbers")),
        },
    }
}

fn counted<'b>(
    args: &Args<'_>,
    x: &DynTensor,
    bins: impl lunette::tensor::IntoBins<'b>,
) -> Result<Value, Failure> {
    match args.opt_tensor(3)? {
        Some(weights) => shares(args, x.histogram_weighted(bins, &weights)?),
        None => shares(args, x.histogram(bins)?),
    }
}

/// The counts, or the density where that is wanted, and the edges.
fn shares<W: Kind>(args: &Args<'_>, found: Histogram<W>) -> Result<Value, Failure> {
    match args.flag(4)? {
        true => pair(found.density()?, found.edges),
        false => pair(found.counts, found.edges),
    }
}

fn histogram_type(probe: &Probe<'_>) -> Result<Type, Mistake> {
    // The elements, the edges and the weights are counted as f64.
    for k in [0, 1, 3] {
        if let Some(dtype) = probe.dtype(k) {
            outcome::of_dtype(probe, k, DynTensor::zeros_of(dtype, [1]).and_then(|x| x.histogram(1)))?;
        }
    }
    let count = match probe.rank(1) {
        None => Some(10),
        Some(0) => probe.int(1).and_then(|bins| usize::try_from(bins).ok()),
        Some(1) => probe.sizes(1).and_then(|sizes| *sizes.first()?).and_then(|edges| edges.checked_sub(1)),
        Some(_) => return Err(Mistake::shape(1, "histogram: the edges of bins are a vector")),
    };
    let is_float = probe.arg(3).is_some() || probe.flag(4, false) == Some(true);
    let dtype = if is_float { DType::F64 } else { DType::I64 };
    let edges = count.and_then(|count| count.checked_add(1));
    Ok(Type::Tuple([Type::shaped(dtype, [count]), Type::shaped(DType::F64, [edges])].into()))
}
