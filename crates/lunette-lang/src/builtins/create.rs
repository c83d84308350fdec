//! Making tensors.

use lunette::{Complex32, Complex64, DType, DynTensor, Endpoint, Order, Scalar, Tensor, promote};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::{Argument, Mistake};
use super::params::{DTYPE, LEFT, RIGHT, SHAPE, X};
use super::probe::{Probe, Size};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const F64: Param = DTYPE.or("f64");
const OF_VALUE: Param = DTYPE.or("that of the value");
const OF_X: Param = DTYPE.or("that of x");
const ORDER: Param = Param::new("order", ParamKind::Text).or("\"C\"");
const VALUE: Param = Param::new("value", ParamKind::Scalar);
const NUM: Param = Param::new("num", ParamKind::Int).count();
const ROWS_: Param = Param::new("n", ParamKind::Int).count();
const COLUMNS: Param = Param::new("m", ParamKind::Int).count().or("n");
const OFFSET: Param = Param::new("offset", ParamKind::Int).or("0").probe(0);
const START: Param = Param::new("start", ParamKind::Float);
const STOP: Param = Param::new("stop", ParamKind::Float);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Create, name, params, run)
}

/// A row of a taper.
macro_rules! taper {
    ($name:ident, $doc:literal, $example:literal) => {
        row(stringify!($name), &[ROWS_], |_, args| Value::of(Tensor::$name(args.count(0)?)?))
            .doc($doc, $example)
            .sized(listed)
    };
}

pub(super) static ROWS: &[Builtin] = &[
    row("tensor", &[SHAPE, Param::new("values", ParamKind::Tensor), OF_VALUE], tensor)
        .doc(
            "A tensor of this shape with these values in row-major order, exactly as many as it needs; one value \
             fills it.",
            "tensor((2, 3), {1, 2, 3, 4, 5, 6}) // tensor((2,3), {1,2,3,4,5,6})\ntensor<f32>(2, 0) // tensor<f32>((2,), {0.0,0.0})",
        )
        .sized(sizes::shape),
    row("zeros", &[SHAPE, F64, ORDER], |_, args| {
        Value::of(DynTensor::zeros_of_in(args.dtype(1)?.unwrap_or(DType::F64), args.shape(0)?, order(args, 2)?)?)
    })
    .doc("A tensor full of zeros.", "zeros((2, 2), dtype = i32) // tensor((2,2), {0,0,0,0})")
    .sized(sizes::shape),
    row("ones", &[SHAPE, F64, ORDER], |_, args| filled(args, 1, Scalar::I8(1)))
        .doc("A tensor full of ones.", "ones(3) // tensor((3,), {1.0,1.0,1.0})")
        .sized(sizes::shape),
    row("full", &[SHAPE, VALUE, OF_VALUE, ORDER], |_, args| {
        let value = args.scalar(1)?;
        let dtype = args.dtype(2)?.unwrap_or(value.dtype());
        Value::of(DynTensor::full_of_in(dtype, args.shape(0)?, value, order(args, 3)?)?)
    })
    .doc("A tensor full of one value.", "full((1, 2), 7) // tensor((1,2), {7,7})")
    .sized(sizes::shape),
    row("empty", &[SHAPE, F64, ORDER], |_, args| filled(args, 1, Scalar::I8(0)))
        .doc("A tensor whose values do not matter yet.", "empty((2, 0)) // tensor<f64>((2,0), {})")
        .sized(sizes::shape),
    row("zeros_like", &[X, OF_X], |_, args| like(args, 1, Scalar::I8(0)))
        .doc("Zeros in the shape and dtype of another tensor.", "zeros_like([1, 2]) // tensor((2,), {0,0})")
        .sized(sizes::first),
    row("ones_like", &[X, OF_X], |_, args| like(args, 1, Scalar::I8(1)))
        .doc("Ones in the shape and dtype of another tensor.", "ones_like([0.5, 2.0]) // tensor((2,), {1.0,1.0})")
        .sized(sizes::first),
    row("full_like", &[X, VALUE, OF_X], |_, args| like(args, 2, args.scalar(1)?))
        .doc("One value in the shape and dtype of another tensor.", "full_like([1, 2], 7) // tensor((2,), {7,7})")
        .sized(sizes::first),
    row("empty_like", &[X, OF_X], |_, args| like(args, 1, Scalar::I8(0)))
        .doc(
            "A tensor in the shape and dtype of another whose values do not matter yet.",
            "shape(empty_like([1, 2])) // (2,)",
        )
        .sized(sizes::first),
    row("arange", &[NUMBER_START, NUMBER_STOP, NUMBER_STEP, DTYPE.or("that of the numbers")], arange)
        .doc(
            "Numbers from `start` up to but without `stop`, `step` apart; with one argument from 0 up to it.",
            "arange(4) // tensor((4,), {0,1,2,3})\narange(1.0, 0.0, -0.5) // tensor((2,), {1.0,0.5})",
        )
        .sized(arange_size),
    row("linspace", &[START, STOP, NUM, Param::new("endpoint", ParamKind::Bool).or("true"), F64], |_, args| {
        let (start, stop, num) = (args.scalar(0)?, args.scalar(1)?, args.count(2)?);
        let endpoint = if args.flag_or(3, true)? { Endpoint::Included } else { Endpoint::Excluded };
        let dtype = args.dtype(4)?.unwrap_or(DType::F64);
        Value::of(DynTensor::linspace_of(dtype, start, stop, num, endpoint)?)
    })
    .doc(
        "`num` numbers at equal distances from `start` to `stop`, which is the last one unless `endpoint` is false.",
        "linspace(0, 1, 5) // tensor((5,), {0.0,0.25,0.5,0.75,1.0})",
    )
    .sized(counted),
    row("logspace", &[START, STOP, NUM, Param::new("base", ParamKind::Float).or("10.0"), F64], |_, args| {
        let (start, stop, base) = (args.float(0)?, args.float(1)?, args.float_or(3, 10.0)?);
        let dtype = args.dtype(4)?.unwrap_or(DType::F64);
        Value::of(DynTensor::logspace_of(dtype, start, stop, args.count(2)?, base)?)
    })
    .doc(
        "`num` powers of the base, their exponents at equal distances.",
        "logspace(0, 2, 3) // tensor((3,), {1.0,10.0,100.0})",
    )
    .sized(counted),
    row("geomspace", &[START, STOP, NUM, F64], |_, args| {
        let dtype = args.dtype(3)?.unwrap_or(DType::F64);
        Value::of(DynTensor::geomspace_of(dtype, args.float(0)?, args.float(1)?, args.count(2)?)?)
    })
    .doc(
        "`num` numbers from `start` to `stop`, each the same multiple of the one before.",
        "geomspace(1, 8, 4) // tensor((4,), {1.0,2.0,4.0,8.0})",
    )
    .sized(counted),
    row("eye", &[ROWS_, COLUMNS, OFFSET, F64], |_, args| {
        let (n, m, offset) = table(args)?;
        Value::of(DynTensor::eye_of(args.dtype(3)?.unwrap_or(DType::F64), n, m, offset)?)
    })
    .doc(
        "A matrix with ones on a diagonal: the main one, or `offset` to the right of it.",
        "eye(2, dtype = i32) // tensor((2,2), {1,0,0,1})",
    )
    .sized(table_size),
    row("tri", &[ROWS_, COLUMNS, OFFSET, F64], |_, args| {
        let (n, m, offset) = table(args)?;
        Value::of(DynTensor::tri_of(args.dtype(3)?.unwrap_or(DType::F64), n, m, offset)?)
    })
    .doc("A matrix with ones on and below a diagonal.", "tri(2, dtype = i32) // tensor((2,2), {1,0,1,1})")
    .sized(table_size),
    taper!(bartlett, "A triangle of `n` numbers from 0 up to 1 and down again.", "bartlett(5) // tensor((5,), {0.0,0.5,1.0,0.5,0.0})"),
    taper!(blackman, "The taper of Blackman: `n` numbers from 0 up to 1 and down again.", "round(blackman(3)) // tensor((3,), {-0.0,1.0,-0.0})"),
    taper!(hamming, "The taper of Hamming: `n` numbers from 0.08 up to 1 and down again.", "hamming(1) // tensor((1,), {1.0})"),
    taper!(hanning, "The taper of von Hann: `n` numbers from 0 up to 1 and down again.", "hanning(3) // tensor((3,), {0.0,1.0,0.0})"),
    row("kaiser", &[ROWS_, Param::new("beta", ParamKind::Float)], |_, args| {
        Value::of(Tensor::kaiser(args.count(0)?, args.float(1)?)?)
    })
    .doc(
        "The taper of Kaiser: `n` numbers up to 1 and down again, narrower the larger `beta` is.",
        "kaiser(3, 0) // tensor((3,), {1.0,1.0,1.0})",
    )
    .sized(listed),
    row("tril_indices", &[ROWS_, COLUMNS, OFFSET], |_, args| {
        let (n, m, offset) = table(args)?;
        Value::all_of(Tensor::tril_indices(n, m, offset)?.into())
    })
    .doc(
        "The rows and the columns of the elements of a matrix on and below a diagonal, as a tuple.",
        "let x = [[1, 2], [3, 4]]\nx[tril_indices(2)] // tensor((3,), {1,3,4})",
    ),
    row("triu_indices", &[ROWS_, COLUMNS, OFFSET], |_, args| {
        let (n, m, offset) = table(args)?;
        Value::all_of(Tensor::triu_indices(n, m, offset)?.into())
    })
    .doc(
        "The rows and the columns of the elements of a matrix on and above a diagonal, as a tuple.",
        "let x = [[1, 2], [3, 4]]\nx[triu_indices(2)] // tensor((3,), {1,2,4})",
    ),
    row("indices", &[SHAPE], |_, args| Value::of(Tensor::indices(args.shape(0)?)?))
        .doc(
            "The index of every element of a shape: along the first axis one tensor for each axis.",
            "indices((2, 2)) // tensor<i64>((2,2,2), {0,0,1,1,0,1,0,1})",
        )
        .sized(sizes::tried),
    row("complex", &[LEFT, RIGHT], complex)
        .doc("The complex number of two parts.", "complex(1.0, [2.0, -0.0]) // tensor<complex128>((2,), {1.0+2.0j,complex(1.0,-0.0)})")
        .sized(sizes::broadcast)
        .known(known_complex)
        .keeping_weak(),
];

const NUMBER_START: Param = Param::new("start", ParamKind::Scalar);
const NUMBER_STOP: Param = Param::new("stop", ParamKind::Scalar).or("none");
const NUMBER_STEP: Param = Param::new("step", ParamKind::Scalar).or("1");

fn order(args: &Args<'_>, k: usize) -> Result<Order, Failure> {
    args.word(k, &[("C", Order::C), ("F", Order::F)])
}

fn filled(args: &Args<'_>, k: usize, value: Scalar) -> Result<Value, Failure> {
    let dtype = args.dtype(k)?.unwrap_or(DType::F64);
    Value::of(DynTensor::full_of_in(dtype, args.shape(0)?, value, order(args, k + 1)?)?)
}

fn like(args: &Args<'_>, k: usize, value: Scalar) -> Result<Value, Failure> {
    let x = args.tensor(0)?;
    Value::of(DynTensor::full_of(args.dtype(k)?.unwrap_or(x.dtype()), x.shape(), value)?)
}

fn table(args: &Args<'_>) -> Result<(usize, usize, i64), Failure> {
    let n = args.count(0)?;
    Ok((n, args.count_or(1, n)?, args.int_or(2, 0)?))
}

fn tensor(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (shape, values) = (args.shape(0)?, args.tensor(1)?);
    let dtype = args.dtype(2)?.unwrap_or(values.dtype());
    if values.rank() == 0 {
        return Value::of(DynTensor::full_of(dtype, shape, values.item()?)?);
    }
    let needed = shape.iter().copied().fold(1, usize::saturating_mul);
    if needed != values.len() {
        let (found, shape) = (values.len(), crate::words::shape(&shape));
        return Err(Failure::words(format!("tensor: shape {shape} needs {needed} values, found {found}")));
    }
    Value::of(values.try_cast_to(dtype)?.reshape(shape)?)
}

fn arange(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (first, second) = (args.scalar(0)?, args.opt_scalar(1)?);
    let (start, stop) = second.map_or((Scalar::I32(0), first), |stop| (first, stop));
    let step = args.opt_scalar(2)?.unwrap_or(Scalar::I32(1));
    let common = [Some(first), second, args.opt_scalar(2)?];
    let common = common.into_iter().flatten().map(Scalar::dtype).reduce(promote);
    let dtype = args.dtype(3)?.or(common).unwrap_or(DType::I32);
    Value::of(DynTensor::arange_of(dtype, start, stop, step)?)
}

/// The complex number of two known parts.
fn known_complex(args: &[Option<Argument>]) -> Option<Value> {
    let part = |k: usize| match args.get(k)?.as_ref()?.constant {
        Some(Value::Scalar(part)) => Some((part.dtype(), part.cast(DType::F64))),
        _ => None,
    };
    let (Some((re_dtype, Scalar::F64(re))), Some((im_dtype, Scalar::F64(im)))) = (part(0), part(1)) else {
        return None;
    };
    let whole = Scalar::Complex128(Complex64::new(re, im));
    Some(Value::Scalar(whole.cast(promote(re_dtype, im_dtype).as_complex())))
}

fn complex(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (re, im) = (args.tensor(0)?, args.tensor(1)?);
    match promote(re.dtype(), im.dtype()).as_complex() {
        DType::Complex64 => {
            Value::of(re.try_cast::<f32>()?.zip_with(&im.try_cast::<f32>()?, Complex32::new)?)
        }
        _ => Value::of(re.try_cast::<f64>()?.zip_with(&im.try_cast::<f64>()?, Complex64::new)?),
    }
}

/// The parameter `num` says the size.
fn counted(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(sizes::sized(ty, Some(vec![size(probe, 2)])))
}

/// The first argument says the size.
fn listed(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    Ok(sizes::sized(ty, Some(vec![size(probe, 0)])))
}

fn table_size(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let n = size(probe, 0);
    let m = if probe.arg(1).is_some() { size(probe, 1) } else { n };
    Ok(sizes::sized(ty, Some(vec![n, m])))
}

fn size(probe: &Probe<'_>, k: usize) -> Size {
    probe.int(k).and_then(|size| usize::try_from(size).ok())
}

/// Known where the numbers are integers: the quotient rounded up.
fn arange_size(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let given = |k: usize| probe.arg(k).is_some();
    let (start, stop) = if given(1) { (probe.int(0), probe.int(1)) } else { (Some(0), probe.int(0)) };
    if let Some(Value::Scalar(step)) = probe.constant(2)
        && step.cast(DType::F64) == Scalar::F64(0.0)
    {
        let cure = "leave the step out for 1, or write one that leads from the start to the stop";
        return Err(
            Mistake::value(2, "arange: the step is 0, which would never arrive").cured(Some(cure.into()))
        );
    }
    let step = if given(2) { probe.int(2) } else { Some(1) };
    let (Some(start), Some(stop), Some(step)) = (start, stop, step) else { return Ok(ty) };
    let (length, step) = (i128::from(stop) - i128::from(start), i128::from(step));
    let count = if (length > 0) == (step > 0) { (length.abs() + step.abs() - 1) / step.abs() } else { 0 };
    Ok(sizes::sized(ty, Some(vec![usize::try_from(count).ok()])))
}
