//! Numbers as text, and text as numbers.

use lunette::{DType, DynTensor, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::params::DTYPE;
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::text::TEXT;
use crate::types::Type;
use crate::value::Value;

const AS_F64: Param = DTYPE.or("f64");

/// More decimals than any number has that a program could want to see.
const MOST_DIGITS: usize = 1_000;

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Text, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("fixed", &[Param::new("x", ParamKind::Float), Param::new("digits", ParamKind::Int).count()], fixed)
        .doc(
            "A real number as a string with so many decimals. A tensor is shown so by `grid`.",
            "fixed(2 / 3, 2) // 0.67\n\"costs \" + fixed(5, 2) // costs 5.00",
        )
        .typed(|_| Ok(Type::String)),
    row("number", &[TEXT, AS_F64], |_, args| {
        let (text, dtype) = (args.text_or(0, "")?, dtype_of(args)?);
        Ok(Value::Scalar(parse(text, dtype).ok_or_else(|| no_number(text, dtype))?))
    })
    .doc(
        "The number that a text says: an f64, or of the dtype that is named. An integer dtype takes integers only, and \
         keeps all of their digits.",
        "number(\"2.5\") * 2 // 5.0\nnumber<i64>(\"9007199254740993\") // 9007199254740993i64",
    )
    .typed(|probe| Ok(Type::Scalar(real(probe)?))),
    row("is_number", &[TEXT, AS_F64], |_, args| {
        let (text, dtype) = (args.text_or(0, "")?, dtype_of(args)?);
        Ok(Value::Scalar(Scalar::Bool(parse(text, dtype).is_some())))
    })
    .doc(
        "Whether `number` finds a number in a text.",
        "is_number(\" 2.5 \") // true\nis_number<i64>(\"2.5\") // false",
    )
    .typed(|probe| real(probe).map(|_| Type::Scalar(DType::Bool))),
    row("numbers", &[TEXT, AS_F64], numbers)
        .doc(
            "The numbers in a text, with white space, commas or semicolons between them, as a vector.",
            "numbers(\"1, 2.5\\n3\") // tensor((3,), {1.0,2.5,3.0})",
        )
        .typed(|probe| Ok(Type::tensor(real(probe)?, 1))),
];

fn dtype_of(args: &Args<'_>) -> Result<DType, Failure> {
    let dtype = args.dtype(1)?.unwrap_or(DType::F64);
    is_real(dtype).then_some(dtype).ok_or_else(|| args.wrong(1, "one of real numbers"))
}

fn is_real(dtype: DType) -> bool {
    dtype.is_integer() || dtype.is_float()
}

/// The dtype that is asked for, which has to be one of real numbers.
fn real(probe: &Probe<'_>) -> Result<DType, Mistake> {
    match probe.constant(1) {
        None => Ok(DType::F64),
        Some(Value::DType(dtype)) if is_real(*dtype) => Ok(*dtype),
        Some(other) => {
            let words = format!("{}: `dtype` needs one of real numbers, found {other}", probe.row().name);
            Err(Mistake::value(1, words))
        }
    }
}

/// The number that a text says, if the dtype has it.
fn parse(text: &str, dtype: DType) -> Option<Scalar> {
    let text = text.trim();
    if !dtype.is_integer() {
        return text.parse().ok().map(|number: f64| Scalar::F64(number).cast(dtype));
    }
    let whole = text.parse().map(Scalar::I64).or_else(|_| text.parse().map(Scalar::U64)).ok()?;
    whole.try_cast(dtype).ok()
}

fn no_number(text: &str, dtype: DType) -> Failure {
    let wanted = match dtype {
        DType::F64 => String::new(),
        _ => format!(" of type {dtype}"),
    };
    Failure::words(format!("\"{text}\" is no number{wanted}: `is_number(text)` asks first"))
}

fn numbers(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (text, dtype) = (args.text_or(0, "")?, dtype_of(args)?);
    let between = |c: char| c.is_whitespace() || c == ',' || c == ';';
    let words = text.split(between).filter(|word| !word.is_empty());
    let numbers: Result<Vec<Scalar>, Failure> =
        words.map(|word| parse(word, dtype).ok_or_else(|| no_number(word, dtype))).collect();
    let numbers = numbers?;
    let mut next = numbers.iter().copied();
    let vector = DynTensor::from_fn_of(dtype, [numbers.len()], |_| {
        next.next().unwrap_or_else(|| Scalar::F64(0.0).cast(dtype))
    })?;
    Ok(Value::Tensor(vector))
}

fn fixed(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (number, digits) = (args.scalar(0)?, args.count(1)?);
    if digits > MOST_DIGITS {
        return Err(args.wrong(1, &format!("{MOST_DIGITS} or less, found {digits}")));
    }
    // An integer keeps all of its digits, which an f64 does not hold.
    let whole = match (number.dtype().is_integer(), number.cast(DType::I64), number) {
        (true, _, Scalar::U64(whole)) => Some(whole.to_string()),
        (true, Scalar::I64(whole), _) => Some(whole.to_string()),
        _ => None,
    };
    let text = match (whole, args.float(0)?) {
        (Some(whole), _) if digits == 0 => whole,
        (Some(whole), _) => format!("{whole}.{:0digits$}", 0),
        (None, float) if float.is_nan() => "nan".to_owned(),
        (None, float) => format!("{float:.digits$}"),
    };
    Ok(Value::Str(text.into()))
}
