//! Random numbers of the session's generator.

use lunette::DType;
use lunette::random::{ChoiceOptions, Generator};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::params::{DTYPE, FIRST_AXIS, SHAPE, X};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const ONE: Param = SHAPE.or("(), one number");
const F64: Param = DTYPE.or("f64");
const P: Param = Param::new("p", ParamKind::Float);
const N: Param = Param::new("n", ParamKind::Int).count();
const SCALE: Param = Param::new("scale", ParamKind::Float).or("1.0");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Random, name, params, run).sized(sizes::shape).worldly()
}

pub(super) static ROWS: &[Builtin] = &[
    row("seed", &[Param::new("n", ParamKind::Int)], |context, args| {
        *context.generator() = Generator::new(args.int(0)?.cast_unsigned());
        Ok(Value::nothing())
    })
    .doc(
        "Starts the random numbers anew: the same seed gives the same numbers on every machine.",
        "seed(1)\nlet a = random(3)\nseed(1)\nall(random(3) == a) // true",
    ),
    row("random", &[ONE, F64], |context, args| {
        let dtype = args.dtype(1)?.unwrap_or(DType::F64);
        Value::of(context.generator().uniform_of(dtype, 0.0, 1.0, shape(args, 0)?)?)
    })
    .doc("Numbers from 0 up to but without 1, all as likely.", "all(random((2, 3)) < 1) // true"),
    row("uniform", &[LOW, HIGH, ONE, F64], |context, args| {
        let (low, high) = (args.float(0)?, args.float(1)?);
        let dtype = args.dtype(3)?.unwrap_or(DType::F64);
        Value::of(context.generator().uniform_of(dtype, low, high, shape(args, 2)?)?)
    })
    .doc("Numbers from `low` up to but without `high`, all as likely.", "all(uniform(5, 6, 10) >= 5) // true"),
    row("normal", &[MEAN, STD, ONE, F64], |context, args| {
        let (mean, std) = (args.float_or(0, 0.0)?, args.float_or(1, 1.0)?);
        let dtype = args.dtype(3)?.unwrap_or(DType::F64);
        Value::of(context.generator().normal_of(dtype, mean, std, shape(args, 2)?)?)
    })
    .doc(
        "Normally distributed numbers with this mean and standard deviation.",
        "shape(normal(0, 1, (2, 3))) // (2,3)",
    ),
    row("integers", &[INT_LOW, INT_HIGH, ONE, DTYPE.or("i32"), INCLUSIVE], |context, args| {
        let (low, mut high) = (args.int(0)?, args.int(1)?);
        if args.flag(4)? {
            high = high.checked_add(1).ok_or_else(|| args.wrong(1, "a smaller number"))?;
        }
        let dtype = args.dtype(3)?.unwrap_or(DType::I32);
        Value::of(context.generator().integers_of(dtype, low, high, shape(args, 2)?)?)
    })
    .doc(
        "Integers from `low` up to but without `high` (with it if `inclusive`), all as likely.",
        "let dice = integers(1, 7, 100)\n(min(dice) >= 1) & (max(dice) <= 6) // true",
    ),
    row("bernoulli", &[P, ONE], |context, args| {
        Value::of(context.generator().bernoulli(args.float(0)?, shape(args, 1)?)?)
    })
    .doc("Truth with the probability `p`.", "bernoulli(1.0) // true"),
    row("exponential", &[SCALE, ONE], |context, args| {
        Value::of(context.generator().exponential(args.float_or(0, 1.0)?, shape(args, 1)?)?)
    })
    .doc("Exponentially distributed numbers with this mean.", "all(exponential(2.0, 5) >= 0) // true"),
    row("gamma", &[Param::new("k", ParamKind::Float), SCALE, ONE], |context, args| {
        Value::of(context.generator().gamma(args.float(0)?, args.float_or(1, 1.0)?, shape(args, 2)?)?)
    })
    .doc("Numbers of the gamma distribution of the shape `k`.", "all(gamma(2.0, 1.0, 5) >= 0) // true"),
    row("beta", &[Param::new("a", ParamKind::Float), Param::new("b", ParamKind::Float), ONE], |context, args| {
        Value::of(context.generator().beta(args.float(0)?, args.float(1)?, shape(args, 2)?)?)
    })
    .doc("Numbers of the beta distribution, from 0 to 1.", "all(beta(2.0, 3.0, 5) <= 1) // true"),
    row("binomial", &[N, P, ONE], |context, args| {
        let n = args.count(0)? as u64;
        Value::of(context.generator().binomial(n, args.float(1)?, shape(args, 2)?)?)
    })
    .doc("How many of `n` trials succeed, each with the probability `p`.", "binomial(10, 1.0) // 10"),
    row("poisson", &[Param::new("lambda", ParamKind::Float), ONE], |context, args| {
        Value::of(context.generator().poisson(args.float(0)?, shape(args, 1)?)?)
    })
    .doc("How many events happen where `lambda` are expected.", "poisson(0.0) // 0"),
    row("multinomial", &[N, Param::new("weights", ParamKind::Floats), ONE], |context, args| {
        let (n, weights) = (args.count(0)? as u64, args.floats(1)?);
        Value::of(context.generator().multinomial(n, &weights, shape(args, 2)?)?)
    })
    .doc(
        "How `n` trials fall into classes of these weights; the classes are the last axis.",
        "sum(multinomial(10, [1.0, 2.0, 3.0])) // 10",
    )
    .sized(sizes::unknown),
    row("permutation", &[Param::new("x", ParamKind::Tensor), FIRST_AXIS], |context, args| {
        let x = args.tensor(0)?;
        match x.rank() {
            0 => Value::of(context.generator().permutation(args.count(0)?)?),
            _ => Value::of(context.generator().permutation_of(&x, args.int_or(1, 0)?)?),
        }
    })
    .doc(
        "The entries of an axis in random order; for a number the integers below it.",
        "sort(permutation(4)) // tensor<i64>((4,), {0,1,2,3})",
    )
    .sized(permuted),
    row("shuffle", &[Param::new("x", ParamKind::Place), FIRST_AXIS], |context, args| {
        context.generator().shuffle(&args.tensor(0)?, args.int_or(1, 0)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Puts the entries of an axis in random order.",
        "let mut x = [1, 2, 3]\nshuffle(&x)\nsort(x) // tensor((3,), {1,2,3})",
    ),
    row("choice", &[X, ONE, REPLACE, WEIGHTS, FIRST_AXIS], choice)
        .doc(
            "Entries of an axis chosen at random, all as likely or by weights, each once only unless `replace`; for a \
             number the integers below it.",
            "choice([7, 7, 7], 2) // tensor((2,), {7,7})\nchoice(1) // 0",
        )
        .sized(sizes::unknown),
];

const LOW: Param = Param::new("low", ParamKind::Float).vague().probe(0);
const HIGH: Param = Param::new("high", ParamKind::Float).vague();
const INT_LOW: Param = Param::new("low", ParamKind::Int).probe(0);
const INT_HIGH: Param = Param::new("high", ParamKind::Int);
const MEAN: Param = Param::new("mean", ParamKind::Float).or("0.0");
const STD: Param = Param::new("std", ParamKind::Float).or("1.0");
const INCLUSIVE: Param = Param::new("inclusive", ParamKind::Bool).or("false");
const REPLACE: Param = Param::new("replace", ParamKind::Bool).or("true");
const WEIGHTS: Param = Param::new("weights", ParamKind::Floats).or("none");

/// A shape; one number where none is given.
pub(super) fn shape(args: &Args<'_>, k: usize) -> Result<Vec<usize>, Failure> {
    args.get(k).map_or(Ok(Vec::new()), |_| args.shape(k))
}

fn choice(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let weights = args.get(3).map(|_| args.floats(3)).transpose()?;
    let options = ChoiceOptions {
        replace: args.flag_or(2, true)?,
        weights: weights.as_deref(),
        axis: args.int_or(4, 0)?,
    };
    let (x, shape) = (args.tensor(0)?, shape(args, 1)?);
    match x.rank() {
        0 => Value::of(context.generator().choice_below(args.count(0)?, shape, options)?.into_dyn()),
        _ => Value::of(context.generator().choice_with(&x, shape, options)?),
    }
}

/// As many integers as a number says, or the tensor in another order.
fn permuted(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    match probe.rank(0) {
        Some(0) => Ok(sizes::sized(ty, Some(vec![probe.int(0).and_then(|n| usize::try_from(n).ok())]))),
        _ => sizes::first(probe, ty),
    }
}
