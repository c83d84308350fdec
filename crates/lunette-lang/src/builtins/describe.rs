//! What a tensor tells about itself, and one element of it.

use lunette::{DType, Order, Scalar};

use super::args::Args;
use super::context::Failure;
use super::infer::{Argument, Mistake};
use super::params::{X, Y};
use super::probe::Probe;
use super::row::{Builtin, Family, Native, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Describe, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("shape", &[X], |_, args| Ok(ints(args.tensor(0)?.shape().iter().map(|&size| size as i64))))
        .doc("The sizes of the axes, as a tuple of i64.", "shape([[1, 2, 3], [4, 5, 6]]) // (2,3)")
        .known(|args| known_sizes(args).map(|sizes| ints(sizes.into_iter().map(|size| size as i64))))
        .native(Native::Shape)
        .describing(),
    row("rank", &[X], |_, args| Ok(int(args.tensor(0)?.rank())))
        .doc("The number of axes, an i64; 0 for a scalar.", "rank([[1, 2], [3, 4]]) // 2")
        .known(|args| first_type(args)?.rank().map(int))
        .describing(),
    row("len", &[Param::new("x", ParamKind::Any)], len)
        .doc(
            "The number of elements of a tensor, of fields of a tuple, of characters of a string, of numbers of a range, an i64.",
            "len([[1, 2, 3], [4, 5, 6]]) // 6",
        )
        .typed(len_type)
        .native(Native::Len)
        .known(|args| known_sizes(args)?.into_iter().try_fold(1_usize, usize::checked_mul).map(int))
        .describing(),
    row("dtype", &[X], |_, args| Ok(Value::DType(args.tensor(0)?.dtype())))
        .doc("The dtype of the elements.", "dtype([1.5, 2.5]) // f64")
        .known(|args| first_type(args)?.dtype().map(Value::DType))
        .describing(),
    row("is_empty", &[X], |_, args| Ok(flag(args.tensor(0)?.is_empty())))
        .doc("Whether there are no elements.", "is_empty(zeros((2, 0))) // true")
        .describing(),
    row("strides", &[X], |_, args| Ok(ints(args.tensor(0)?.strides().iter().map(|&stride| stride as i64))))
        .doc(
            "How many elements of memory lie from one entry of each axis to the next.",
            "let x = zeros((2, 3))\nstrides(x) // (3,1)",
        )
        .asking_memory()
        .describing(),
    row("byte_strides", &[X], |_, args| {
        Ok(ints(args.tensor(0)?.byte_strides().iter().map(|&stride| stride as i64)))
    })
    .doc(
        "How many bytes of memory lie from one entry of each axis to the next.",
        "byte_strides(zeros((2, 3))) // (24,8)",
    )
    .asking_memory()
    .describing(),
    row("offset", &[X], |_, args| Ok(int(args.tensor(0)?.offset())))
        .doc("Where in its memory the first element lies, in elements.", "offset(zeros(3)) // 0")
        .asking_memory()
        .describing(),
    row("item_size", &[X], |_, args| Ok(int(args.tensor(0)?.item_size())))
        .doc("The number of bytes of one element.", "item_size([1, 2]) // 4")
        .describing(),
    row("nbytes", &[X], |_, args| Ok(int(args.tensor(0)?.nbytes())))
        .doc("The number of bytes of all elements.", "nbytes([1, 2]) // 8")
        .describing(),
    row("is_contiguous", &[X, Param::new("order", ParamKind::Text).or("\"C\"")], |_, args| {
        let flags = args.tensor(0)?.flags();
        Ok(flag(if args.word(1, &[("C", true), ("F", false)])? {
            flags.c_contiguous
        } else {
            flags.f_contiguous
        }))
    })
    .doc(
        "Whether the elements lie in one segment of memory, row by row (\"C\") or column by column (\"F\").",
        "is_contiguous(zeros((2, 3))) // true",
    )
    .asking_memory()
    .describing(),
    row("is_view", &[X], |_, args| Ok(flag(args.tensor(0)?.is_view())))
        .doc("Whether it shows memory of another tensor.", "is_view(zeros(3)) // false")
        .asking_memory()
        .describing(),
    row("is_writable", &[X], |_, args| Ok(flag(args.tensor(0)?.is_writable())))
        .doc("Whether its memory can be stored to.", "is_writable(zeros(3)) // true")
        .asking_memory()
        .describing(),
    row("shares_memory", &[X, Y], |_, args| Ok(flag(args.tensor(0)?.shares_memory(&args.tensor(1)?))))
        .doc(
            "Whether some element of one is an element of the other.",
            "let mut x = zeros(4)\nlet mut y = &x[2:]\nshares_memory(x, y) // true",
        )
        .asking_memory(),
    row("value", &[X], |_, args| Ok(Value::Scalar(args.tensor(0)?.value()?)))
        .doc("The first element; an error only where there is none.", "value([[7, 8], [9, 10]]) // 7")
        .sized(not_empty)
        .describing(),
    row("item", &[X], |_, args| Ok(Value::Scalar(args.tensor(0)?.item()?)))
        .doc("The one element of a tensor that has exactly one.", "item([[7]]) // 7")
        .sized(sizes::tried)
        .describing(),
    row("copy", &[X, Param::new("order", ParamKind::Text).or("\"C\"")], |_, args| {
        Value::of(args.tensor(0)?.copy_in(args.word(1, &[("C", Order::C), ("F", Order::F)])?)?)
    })
    .doc(
        "A copy in memory of its own, row-major or (\"F\") column-major.",
        "strides(copy(zeros((2, 3)), order = \"F\")) // (1,2)",
    )
    .sized(sizes::first),
];

/// The type of the first argument.
fn first_type(args: &[Option<Argument>]) -> Option<&Type> {
    args.first()?.as_ref().map(|argument| &argument.ty)
}

/// The sizes of the first argument, if all of them are known.
fn known_sizes(args: &[Option<Argument>]) -> Option<Vec<usize>> {
    first_type(args)?.sizes()?.into_iter().collect()
}

fn int(n: usize) -> Value {
    Value::Scalar(Scalar::I64(n as i64))
}

fn ints(numbers: impl Iterator<Item = i64>) -> Value {
    Value::tuple(numbers.map(|n| Value::Scalar(Scalar::I64(n))))
}

fn flag(flag: bool) -> Value {
    Value::Scalar(Scalar::Bool(flag))
}

fn len(_: &mut dyn super::Context, args: &Args<'_>) -> Result<Value, Failure> {
    match args.value(0)? {
        Value::Tuple(fields) => Ok(int(fields.len())),
        Value::Str(text) => Ok(int(text.char_count())),
        Value::Tensor(tensor) => Ok(int(tensor.len())),
        Value::Scalar(_) => Ok(int(1)),
        Value::Range(range) => match range.numbers() {
            Some(numbers) => Ok(Value::Scalar(Scalar::I64(i64::try_from(numbers.count).unwrap_or(i64::MAX)))),
            None => {
                Err(args.wrong(0, &format!("a range with both ends and a step that is not 0, found {range}")))
            }
        },
        _ => Err(args.wrong(0, "a tensor, a tuple, a string or a range")),
    }
}

fn len_type(probe: &Probe<'_>) -> Result<Type, Mistake> {
    match probe.ty(0) {
        Some(Type::Scalar(_) | Type::Tensor(_) | Type::Tuple(_) | Type::String | Type::Range) | None => {
            Ok(Type::Scalar(DType::I64))
        }
        Some(other) => {
            let words = format!("len: `x` needs a tensor, a tuple, a string or a range, found {other}");
            Err(Mistake::ty(0, words))
        }
    }
}

/// A first element needs an element.
fn not_empty(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    match probe.sizes(0).is_some_and(|sizes| sizes.contains(&Some(0))) {
        true => sizes::tried(probe, ty),
        false => Ok(ty),
    }
}
