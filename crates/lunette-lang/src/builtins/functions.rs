//! Functions that call a function of the program for each element.

use lunette::{DType, DynTensor, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::params::{LEFT, SHAPE, X, Y};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::{FunValue, Value};

/// The dtype of results that never come: that of the functions that make tensors.
const NEVER_GIVEN: DType = DType::F64;

const F: Param = Param::new("f", ParamKind::Fun);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Functions, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("map", &[X, F], map)
        .doc(
            "A tensor of what a function gives for each element. Chains of the library's own functions are faster.",
            "map([1, 2, 3], lambda(a) { a * a }) // tensor((3,), {1,4,9})",
        )
        .typed(|probe| results(probe, 1, probe.rank(0).unwrap_or(0)))
        .sized(sizes::first)
        .calling(|probe| elements(probe, &[0])),
    row("zip_with", &[X, Y, F], zip_with)
        .doc(
            "A tensor of what a function gives for each pair of elements; the tensors broadcast.",
            "zip_with([1, 2], [10, 20], lambda(a, b) { a + b }) // tensor((2,), {11,22})",
        )
        .typed(|probe| results(probe, 2, probe.rank(0).max(probe.rank(1)).unwrap_or(0)))
        .sized(sizes::broadcast)
        .calling(|probe| elements(probe, &[0, 1])),
    row("fold", &[LEFT, Param::new("start", ParamKind::Operand), F], fold)
        .doc(
            "What is left when a function has taken the elements one by one into what it gave before.",
            "fold([1, 2, 3], 10, lambda(sum, a) { sum + a }) // 16",
        )
        .typed(folded)
        .calling(|probe| probe.ty(1).map(Type::erased).into_iter().chain(elements(probe, &[0])).collect()),
    row("from_fn", &[SHAPE, F], from_fn)
        .doc(
            "A tensor of what a function gives for each index, one i64 for each axis.",
            "from_fn((2, 3), lambda(i, j) { 10 * i + j }) // tensor<i64>((2,3), {0,1,2,10,11,12})",
        )
        .typed(|probe| results(probe, 1, shape_rank(probe)))
        .sized(sizes::shape)
        .calling(|probe| vec![Type::Scalar(DType::I64); shape_rank(probe)]),
];

/// The types of the elements of these arguments.
fn elements(probe: &Probe<'_>, arguments: &[usize]) -> Vec<Type> {
    arguments.iter().map(|&k| probe.dtype(k).map_or(Type::Unknown, Type::Scalar)).collect()
}

fn shape_rank(probe: &Probe<'_>) -> usize {
    match probe.ty(0) {
        Some(Type::Tuple(sizes)) => sizes.len(),
        _ => 1,
    }
}

/// A tensor of the results of the function.
fn results(probe: &Probe<'_>, k: usize, rank: usize) -> Result<Type, Mistake> {
    match result_of(probe, k) {
        Some(Type::Scalar(dtype)) => Ok(Type::tensor(*dtype, rank)),
        // A function that never gives a value suits every dtype; a tensor without elements needs one all the same.
        Some(Type::Never) => Ok(Type::tensor(NEVER_GIVEN, rank)),
        Some(Type::Unknown) | None => Ok(Type::Unknown),
        Some(nothing) if *nothing == Type::nothing() => {
            let words =
                format!("{}: `f` gives no value, and one is needed for each element", probe.row().name);
            Err(Mistake::ty(k, words)
                .cured(Some("what is only done is done in a loop: `for (a in x) { … }`".to_owned())))
        }
        Some(other) => {
            let words = format!("{}: `f` must give a scalar, and gives {other}", probe.row().name);
            Err(Mistake::ty(k, words))
        }
    }
}

fn folded(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let (Some(start), Some(result)) = (probe.ty(1), result_of(probe, 2)) else { return Ok(Type::Unknown) };
    if matches!(result, Type::Unknown | Type::Never) || result.erased() == start.erased() {
        return Ok(start.erased());
    }
    let words = format!("fold: `f` must give what it is started with, {start}, and gives {result}");
    Err(Mistake::ty(2, words))
}

fn result_of<'a>(probe: &Probe<'a>, k: usize) -> Option<&'a Type> {
    match probe.ty(k) {
        Some(Type::Fun(function)) => Some(&function.result),
        _ => None,
    }
}

/// A tensor of this shape whose elements are what `next` gives, in row-major order.
fn collect(
    context: &mut dyn Context,
    function: &FunValue,
    shape: &[usize],
    mut arguments: impl FnMut(usize) -> Result<Vec<Value>, Failure>,
) -> Result<Value, Failure> {
    let dtype = match context.result_type(function) {
        Type::Never => NEVER_GIVEN,
        ty => ty.dtype().ok_or_else(|| Failure::words(format!("{}: must give a scalar", function.name)))?,
    };
    let len = DynTensor::zeros_of(DType::Bool, shape)?.len();
    let result = DynTensor::zeros_of(dtype, len)?;
    for k in 0..len {
        let value = context.call(function, arguments(k)?)?;
        let Value::Scalar(value) = value else {
            return Err(Failure::words(format!("{}: must give a scalar", function.name)));
        };
        result.set(k, value)?;
    }
    Value::of(result.reshape(shape)?)
}

/// The element at a position of a vector.
fn element(x: &DynTensor, k: usize) -> Result<Value, Failure> {
    Ok(Value::Scalar(x.get(k)?))
}

fn map(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let x = args.tensor(0)?;
    let flat = x.ravel()?;
    collect(context, args.function(1)?, x.shape(), |k| Ok(vec![element(&flat, k)?]))
}

fn zip_with(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let both = lunette::broadcast_tensors(&[&args.tensor(0)?, &args.tensor(1)?])?;
    let shape = both.first().map(|x| x.shape().to_vec()).unwrap_or_default();
    let flat: Vec<DynTensor> = both.iter().map(DynTensor::ravel).collect::<Result<_, _>>()?;
    collect(context, args.function(2)?, &shape, |k| flat.iter().map(|x| element(x, k)).collect())
}

fn fold(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (flat, function) = (args.tensor(0)?.ravel()?, args.function(2)?);
    let start = args.value(1)?;
    if flat.is_empty() {
        // What the function gives is in memory of its own; so is what it would have begun with.
        return Ok(start.deep_copy()?);
    }
    (0..flat.len())
        .try_fold(start.clone(), |before, k| context.call(function, vec![before, element(&flat, k)?]))
}

fn from_fn(context: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let shape = args.shape(0)?;
    collect(context, args.function(1)?, &shape, |mut k| {
        let mut index = vec![Value::Scalar(Scalar::I64(0)); shape.len()];
        for (place, &size) in index.iter_mut().zip(&shape).rev() {
            *place = Value::Scalar(Scalar::I64((k % size) as i64));
            k /= size;
        }
        Ok(index)
    })
}
