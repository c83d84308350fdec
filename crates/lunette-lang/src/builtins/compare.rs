//! Comparisons, tests of single numbers, and choices.

use lunette::{DynTensor, Substitutes, Tolerance, promote, select, where_};

use super::args::Args;
use super::chain::{binary, unary};
use super::context::Failure;
use super::params::{LEFT, RIGHT, X, Y};
use super::row::{Builtin, Family, Fuse, Param, ParamKind};
use super::sizes;
use crate::value::Value;

const RTOL: Param = Param::new("rtol", ParamKind::Float).or("1e-5");
const ATOL: Param = Param::new("atol", ParamKind::Float).or("1e-8");
const EQUAL_NAN: Param = Param::new("equal_nan", ParamKind::Bool).or("false");

const fn row(name: &'static str, params: &'static [Param], run: super::row::Run) -> Builtin {
    Builtin::new(Family::Compare, name, params, run)
}

/// A row that asks something of each number.
macro_rules! test {
    ($name:ident) => {
        row(stringify!($name), &[X], |_, args| Value::of(args.tensor(0)?.$name()?)).sized(sizes::first)
    };
}

pub(super) static ROWS: &[Builtin] = &[
    binary!(Compare, equal).doc(
        "Whether both are equal, `x == y`; NaN equals nothing.",
        "equal([1, 2], [1, 3]) // tensor((2,), {true,false})",
    ),
    binary!(Compare, not_equal).doc(
        "Whether both differ, `x != y`; NaN differs from everything.",
        "not_equal([1, 2], 1) // tensor((2,), {false,true})",
    ),
    binary!(Compare, less)
        .doc("Whether `x` is less, `x < y`.", "less([1, 2], 2) // tensor((2,), {true,false})"),
    binary!(Compare, less_equal).doc(
        "Whether `x` is less or equal, `x <= y`.",
        "less_equal([1, 2, 3], 2) // tensor((3,), {true,true,false})",
    ),
    binary!(Compare, greater)
        .doc("Whether `x` is greater, `x > y`.", "greater([1, 5, 3], 2) // tensor((3,), {false,true,true})"),
    binary!(Compare, greater_equal).doc(
        "Whether `x` is greater or equal, `x >= y`.",
        "greater_equal([1, 2, 3], 2) // tensor((3,), {false,true,true})",
    ),
    unary!(Compare, isnan)
        .doc("Whether it is not a number.", "isnan([1.0, nan]) // tensor((2,), {false,true})"),
    unary!(Compare, isinf).doc("Whether it is infinite.", "isinf([1.0, -inf]) // tensor((2,), {false,true})"),
    unary!(Compare, isfinite)
        .doc("Whether it is neither infinite nor NaN.", "isfinite([1.0, nan]) // tensor((2,), {true,false})"),
    unary!(Compare, signbit).doc(
        "Whether the sign is minus, of zeros and NaN too.",
        "signbit([0.0, -0.0]) // tensor((2,), {false,true})",
    ),
    test!(isposinf)
        .doc("Whether it is the positive infinity.", "isposinf([inf, -inf, 1.0]) // tensor((3,), {true,false,false})"),
    test!(isneginf)
        .doc("Whether it is the negative infinity.", "isneginf([inf, -inf, 1.0]) // tensor((3,), {false,true,false})"),
    test!(isreal).doc(
        "Whether its imaginary part is 0, as that of every real number is.",
        "isreal([1 + 0j, 2j]) // tensor((2,), {true,false})",
    ),
    test!(iscomplex).doc(
        "Whether its imaginary part is another than 0.",
        "iscomplex([1 + 0j, 2j]) // tensor((2,), {false,true})",
    ),
    row("isclose", &[LEFT, RIGHT, RTOL, ATOL, EQUAL_NAN], |_, args| {
        let right = args.tensor(1)?;
        Value::of(args.tensor(0)?.isclose(&right, tolerance(args)?)?)
    })
    .doc(
        "Whether both are equal up to `atol + rtol * abs(y)`.",
        "isclose([1.0, 2.0], [1.0, 2.1]) // tensor((2,), {true,false})",
    )
    .sized(sizes::broadcast),
    row("allclose", &[LEFT, RIGHT, RTOL, ATOL, EQUAL_NAN], |_, args| {
        let right = args.tensor(1)?;
        Ok(Value::Scalar(args.tensor(0)?.allclose(&right, tolerance(args)?)?.into()))
    })
    .doc(
        "Whether all elements are equal up to `atol + rtol * abs(y)`.",
        "allclose([0.1 + 0.2, 1.0], [0.3, 1.0]) // true",
    )
    .sized(sizes::broadcast),
    row("array_equal", &[X, Y], |_, args| {
        Ok(Value::Scalar(args.tensor(0)?.array_equal(&args.tensor(1)?)?.into()))
    })
    .doc(
        "Whether both have the same shape and all elements are equal; the dtypes may differ, and NaN equals nothing.",
        "array_equal([1, 2], [1.0, 2.0]) // true\narray_equal([1, 2], [[1, 2]]) // false",
    ),
    row("array_equiv", &[X, Y], |_, args| {
        Ok(Value::Scalar(args.tensor(0)?.array_equiv(&args.tensor(1)?)?.into()))
    })
    .doc(
        "Whether the shapes broadcast and all elements are equal then; NaN equals nothing.",
        "array_equiv([1, 2], [[1, 2], [1, 2]]) // true\narray_equiv([1, 2], [1, 2, 3]) // false",
    ),
    row("select", &[CONDITIONS, CHOICES, DEFAULT], choose_first)
        .doc(
            "The element of the first choice whose condition is true, or not zero, there; else that of the default. All \
             broadcast.",
            "let x = [-5, 1, 9]\nselect((x < 0, x > 3), (0, 3), x) // tensor((3,), {0,1,3})",
        )
        .sized(sizes::tried),
    row("where", &[Param::new("mask", ParamKind::Tensor), LEFT, RIGHT], |_, args| {
        let (mask, yes, no) = (args.tensor(0)?, args.tensor(1)?, args.tensor(2)?);
        Value::of(where_(&mask, &yes, &no)?)
    })
    .doc(
        "The elements of `x` where the mask is true, or not zero, else those of `y`; all three broadcast.",
        "where([true, false], [1, 2], 0) // tensor((2,), {1,0})",
    )
    .sized(sizes::broadcast),
    row("nan_to_num", &[X, NAN, POSINF, NEGINF], nan_to_num)
        .doc(
            "Finite numbers in place of NaN and infinities, by default 0 and the limits of the dtype.",
            "nan_to_num([1.5, nan, inf], posinf = 9.0) // tensor((3,), {1.5,0.0,9.0})",
        )
        .sized(sizes::first),
    row("clip", &[LEFT, LOW, HIGH], clip)
        .doc(
            "The elements held between two limits; the dtype stays.",
            "clip([1, 5, 9], 2, 8) // tensor((3,), {2,5,8})",
        )
        .sized(sizes::broadcast),
];

const CONDITIONS: Param = Param::new("conditions", ParamKind::Tensors);
const CHOICES: Param = Param::new("choices", ParamKind::Tensors);
const DEFAULT: Param = Param::new("default", ParamKind::Tensor).or("0");

fn choose_first(_: &mut dyn super::Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (conditions, choices) = (args.tensors(0)?, args.tensors(1)?);
    let default = match args.opt_tensor(2)? {
        Some(default) => default,
        None => {
            let dtype = choices.iter().map(DynTensor::dtype).reduce(promote);
            DynTensor::zeros_of(dtype.ok_or_else(|| args.wrong(1, "at least one tensor"))?, ())?
        }
    };
    let (conditions, choices): (Vec<_>, Vec<_>) = (conditions.iter().collect(), choices.iter().collect());
    Value::of(select(&conditions, &choices, &default)?)
}

const LOW: Param = Param::new("low", ParamKind::Operand).or("none");
const HIGH: Param = Param::new("high", ParamKind::Operand).or("none");
const NAN: Param = Param::new("nan", ParamKind::Float).or("0.0");
const POSINF: Param = Param::new("posinf", ParamKind::Float).or("the greatest");
const NEGINF: Param = Param::new("neginf", ParamKind::Float).or("the least");

fn nan_to_num(_: &mut dyn super::Context, args: &Args<'_>) -> Result<Value, Failure> {
    let given = |k: usize| args.get(k).map(|_| args.float_or(k, 0.0)).transpose();
    let by = Substitutes { nan: args.float_or(1, 0.0)?, posinf: given(2)?, neginf: given(3)? };
    Value::of(args.tensor(0)?.nan_to_num(by)?)
}

fn tolerance(args: &Args<'_>) -> Result<Tolerance, Failure> {
    let default = Tolerance::default();
    Ok(Tolerance {
        rtol: args.float_or(2, default.rtol)?,
        atol: args.float_or(3, default.atol)?,
        equal_nan: args.flag(4)?,
    })
}

fn clip(_: &mut dyn super::Context, args: &Args<'_>) -> Result<Value, Failure> {
    let x = args.tensor(0)?;
    match (args.opt_tensor(1)?, args.opt_tensor(2)?) {
        (Some(low), Some(high)) => Value::of(x.clip(&low, &high)?),
        (Some(low), None) => Value::of(x.clip(&low, ..)?),
        (None, Some(high)) => Value::of(x.clip(.., &high)?),
        (None, None) => Value::of(x.copy()?),
    }
}
