//! Random numbers of distributions that are known by their names.

use super::params::SHAPE;
use super::random::shape;
use super::row::{Builtin, Family, Param, ParamKind};
use super::sizes;
use crate::value::Value;

const ONE: Param = SHAPE.or("(), one number");
const MEAN: Param = Param::new("mean", ParamKind::Float).or("0.0");
const SIGMA: Param = Param::new("sigma", ParamKind::Float).or("1.0");
const LOC: Param = Param::new("loc", ParamKind::Float).or("0.0");
const SCALE: Param = Param::new("scale", ParamKind::Float).or("1.0");
const A: Param = Param::new("a", ParamKind::Float);
const DF: Param = Param::new("df", ParamKind::Float);
const P: Param = Param::new("p", ParamKind::Float);

/// A row of two numbers around which and how far the distribution spreads, and a shape.
macro_rules! spread {
    ($name:ident, $centre:ident, $width:ident) => {
        Builtin::new(Family::Random, stringify!($name), &[$centre, $width, ONE], |context, args| {
            let (centre, width) = (args.float_or(0, 0.0)?, args.float_or(1, 1.0)?);
            Value::of(context.generator().$name(centre, width, shape(args, 2)?)?)
        })
        .sized(sizes::shape)
        .worldly()
    };
}

/// A row of one number and a shape.
macro_rules! single {
    ($name:ident, $param:ident) => {
        Builtin::new(Family::Random, stringify!($name), &[$param, ONE], |context, args| {
            Value::of(context.generator().$name(args.float(0)?, shape(args, 1)?)?)
        })
        .sized(sizes::shape)
        .worldly()
    };
}

pub(super) static ROWS: &[Builtin] = &[
    spread!(lognormal, MEAN, SIGMA).doc(
        "Numbers whose logarithms are normal with this mean and standard deviation.",
        "all(lognormal(0.0, 1.0, 5) > 0) // true",
    ),
    spread!(laplace, LOC, SCALE).doc(
        "Numbers of the Laplace distribution, on both sides of `loc`.",
        "shape(laplace(0.0, 1.0, (2, 3))) // (2,3)",
    ),
    spread!(logistic, LOC, SCALE).doc(
        "Numbers of the logistic distribution around `loc`.",
        "shape(logistic(0.0, 1.0, (2, 3))) // (2,3)",
    ),
    spread!(gumbel, LOC, SCALE)
        .doc("Numbers of the Gumbel distribution, of greatest numbers.", "gumbel(5.0, 0.0) // 5.0"),
    Builtin::new(Family::Random, "standard_cauchy", &[ONE], |context, args| {
        Value::of(context.generator().standard_cauchy(shape(args, 0)?)?)
    })
    .sized(sizes::shape)
    .worldly()
    .doc(
        "Numbers of the Cauchy distribution around 0, which has neither mean nor variance.",
        "shape(standard_cauchy((2, 3))) // (2,3)",
    ),
    single!(weibull, A)
        .doc("Numbers of the Weibull distribution of the form `a`.", "all(weibull(1.5, 5) >= 0) // true"),
    single!(pareto, A).doc(
        "Numbers of the Pareto distribution of the form `a` that begins at 0.",
        "all(pareto(3.0, 5) >= 0) // true",
    ),
    single!(chisquare, DF)
        .doc("Sums of `df` squares of normal numbers.", "all(chisquare(3.0, 5) >= 0) // true"),
    single!(standard_t, DF).doc(
        "Numbers of Student's distribution with `df` degrees of freedom.",
        "shape(standard_t(5.0, 4)) // (4,)",
    ),
    single!(geometric, P).doc(
        "How many tries it takes until one succeeds, each with the probability `p`.",
        "geometric(1.0, 2) // tensor<i64>((2,), {1,1})",
    ),
    Builtin::new(Family::Random, "triangular", &[LEFT, MODE, RIGHT, ONE], |context, args| {
        let (left, mode, right) = (args.float(0)?, args.float(1)?, args.float(2)?);
        Value::of(context.generator().triangular(left, mode, right, shape(args, 3)?)?)
    })
    .sized(sizes::shape)
    .worldly()
    .doc(
        "Numbers from `left` to `right`, the more likely the nearer they are to `mode`.",
        "all(triangular(1.0, 2.0, 4.0, 5) >= 1) // true",
    ),
    Builtin::new(Family::Random, "dirichlet", &[ALPHA, ONE], |context, args| {
        Value::of(context.generator().dirichlet(&args.floats(0)?, shape(args, 1)?)?)
    })
    .sized(sizes::unknown)
    .worldly()
    .doc(
        "Shares that add up to 1, on a last axis; their means are in proportion to `alpha`.",
        "shape(dirichlet([1.0, 2.0, 3.0], 4)) // (4,3)",
    ),
    Builtin::new(Family::Random, "multivariate_normal", &[MEANS, COV, ONE], |context, args| {
        let (mean, cov) = (args.tensor(0)?, args.tensor(1)?);
        Value::of(context.generator().multivariate_normal(&mean, &cov, shape(args, 2)?)?)
    })
    .sized(sizes::unknown)
    .worldly()
    .doc(
        "Normal vectors, on a last axis, with this mean and this matrix of covariances.",
        "shape(multivariate_normal([1.0, 2.0], [[2.0, 1.0], [1.0, 2.0]], 5)) // (5,2)",
    ),
];

const LEFT: Param = Param::new("left", ParamKind::Float).vague().probe(0);
const MODE: Param = Param::new("mode", ParamKind::Float).vague();
const RIGHT: Param = Param::new("right", ParamKind::Float).vague();
const ALPHA: Param = Param::new("alpha", ParamKind::Floats);
const MEANS: Param = Param::new("mean", ParamKind::Tensor);
const COV: Param = Param::new("cov", ParamKind::Tensor);
