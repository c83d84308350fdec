//! Other shapes of the same elements.

use lunette::{DynTensor, Pad, Scalar};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::params::X;
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::{shape_rules, sizes};
use crate::types::Type;
use crate::value::Value;

const SHAPE: Param = Param::new("shape", ParamKind::Shape);
const AXES: Param = Param::new("axes", ParamKind::Axes).decides();
const AXIS: Param = Param::new("axis", ParamKind::Axes);
const OFFSET: Param = Param::new("offset", ParamKind::Int).or("0").probe(0);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Shape, name, params, run)
}

/// A row that gives a view by one and the same function, as a value and in a place.
macro_rules! viewing {
    ($name:literal, $params:expr, $view:expr) => {
        row($name, $params, |_, args| Value::of(($view as super::row::View)(args)?)).viewed($view)
    };
}

pub(super) static ROWS: &[Builtin] = &[
    row("reshape", &[X, Param::new("shape", ParamKind::Ints)], |_, args| Value::of(args.tensor(0)?.reshape(args.ints(1)?)?))
        .viewed(|args| Ok(args.tensor(0)?.reshape_view(args.ints(1)?)?))
        .writable()
        .doc(
            "The elements in row-major order in another shape; one size may be -1, and follows from the others.",
            "reshape([1, 2, 3, 4, 5, 6], (2, -1)) // tensor((2,3), {1,2,3,4,5,6})",
        )
        .sized(shape_rules::reshaped),
    row("ravel", &[X], |_, args| Value::of(args.tensor(0)?.ravel()?))
        .writable()
        .doc("All elements as a vector, in row-major order.", "ravel([[1, 2], [3, 4]]) // tensor((4,), {1,2,3,4})")
        .sized(shape_rules::flat)
        .sharing(),
    row("flatten", &[X], |_, args| Value::of(args.tensor(0)?.flatten()?))
        .doc(
            "All elements as a vector in memory of its own.",
            "flatten([[1, 2], [3, 4]]) // tensor((4,), {1,2,3,4})",
        )
        .sized(shape_rules::flat),
    viewing!("transpose", &[X], |args| Ok(args.tensor(0)?.transpose()))
        .aliases(&["T", "t"])
        .writable()
        .doc("The axes in reverse order.", "transpose([[1, 2], [3, 4]]) // tensor((2,2), {1,3,2,4})\n[[1, 2]].T // tensor((2,1), {1,2})")
        .sized(shape_rules::moved)
        .describing(),
    row("matrix_transpose", &[X], |_, args| Value::of(args.tensor(0)?.matrix_transpose()?))
        .aliases(&["mT"])
        .doc(
            "The last two axes exchanged: each matrix of a batch transposed.",
            "shape(matrix_transpose(zeros((5, 2, 3)))) // (5,3,2)",
        )
        .sized(shape_rules::moved)
        .sharing()
        .describing(),
    viewing!("permute", &[X, AXES], |args| Ok(args.tensor(0)?.permute(args.ints(1)?)?))
        .writable()
        .doc("The axes in this order.", "shape(permute(zeros((2, 3, 4)), (2, 0, 1))) // (4,2,3)")
        .sized(shape_rules::moved),
    row("swapaxes", &[X, Param::new("first", ParamKind::Axis), Param::new("second", ParamKind::Axis)], |_, args| {
        Value::of(args.tensor(0)?.swapaxes(args.int(1)?, args.int(2)?)?)
    })
    .writable()
    .doc("Two axes exchanged.", "shape(swapaxes(zeros((2, 3, 4)), 0, 2)) // (4,3,2)")
    .sized(shape_rules::moved)
    .sharing(),
    row("moveaxis", &[X, Param::new("source", ParamKind::Axes), Param::new("destination", ParamKind::Axes)], |_, args| {
        Value::of(args.tensor(0)?.moveaxis(args.ints(1)?, args.ints(2)?)?)
    })
    .writable()
    .doc("Some axes moved, the others in their order.", "shape(moveaxis(zeros((2, 3, 4)), 0, -1)) // (3,4,2)")
    .sized(shape_rules::moved)
    .sharing(),
    viewing!("squeeze", &[X, AXIS.or("all of size 1").decides()], |args| Ok(args.tensor(0)?.squeeze(args.axes(1)?)?))
        .writable()
        .doc("Axes of size 1 left out.", "squeeze([[[1], [2]]], axis = (0, 2)) // tensor((2,), {1,2})")
        .typed(shape_rules::squeezed),
    viewing!("expand_dims", &[X, AXIS.or("0").list_decides()], |args| {
        let axes = args.get(1).map_or(Ok(vec![0]), |_| args.ints(1))?;
        Ok(args.tensor(0)?.expand_dims(axes)?)
    })
    .writable()
    .doc("New axes of size 1 at these positions of the result.", "shape(expand_dims(zeros((2, 3)), axis = 1)) // (2,1,3)")
    .sized(shape_rules::moved),
    row("atleast_1d", &[X], |_, args| Value::of(args.tensor(0)?.atleast_1d()?))
        .writable()
        .doc("At least one axis: a scalar becomes a vector.", "atleast_1d(7) // tensor((1,), {7})")
        .sized(shape_rules::moved)
        .sharing(),
    row("atleast_2d", &[X], |_, args| Value::of(args.tensor(0)?.atleast_2d()?))
        .writable()
        .doc("At least two axes: a vector becomes a row.", "atleast_2d([1, 2]) // tensor((1,2), {1,2})")
        .sized(shape_rules::moved)
        .sharing(),
    row("atleast_3d", &[X], |_, args| Value::of(args.tensor(0)?.atleast_3d()?))
        .writable()
        .doc(
            "At least three axes: a matrix gets a last one, a vector is the row of such a matrix.",
            "shape(atleast_3d([1, 2])) // (1,2,1)",
        )
        .sized(shape_rules::moved)
        .sharing(),
    viewing!("broadcast_to", &[X, SHAPE], |args| Ok(args.tensor(0)?.broadcast_to(args.shape(1)?)?))
        .doc(
            "Stretched to a shape: axes of size 1 repeat their entry, new axes come in front. No memory is used.",
            "broadcast_to([1, 2], (2, 2)) // tensor((2,2), {1,2,1,2})",
        )
        .sized(shape_rules::stretched_to_shape),
    viewing!("flip", &[X, AXIS.or("all")], |args| Ok(args.tensor(0)?.flip(args.axes(1)?)?))
        .writable()
        .doc("The entries of the axes backwards.", "flip([[1, 2], [3, 4]], axis = 1) // tensor((2,2), {2,1,4,3})")
        .sized(sizes::first),
    viewing!("diagonal", &[X, OFFSET, AXIS1, AXIS2], |args| {
        let (offset, first, second) = (args.int_or(1, 0)?, args.int_or(2, 0)?, args.int_or(3, 1)?);
        Ok(args.tensor(0)?.diagonal_of(offset, first, second)?)
    })
    .writable()
    .doc(
        "The diagonal of two axes, as the last axis of the result; `offset` to the right of the main one.",
        "diagonal([[1, 2], [3, 4]]) // tensor((2,), {1,4})",
    )
    .sized(shape_rules::weightless),
    row("windows", &[X, Param::new("sizes", ParamKind::Shape), AXIS.or("all").decides()], |_, args| {
        Value::of(args.tensor(0)?.windows(args.shape(1)?, args.axes(2)?)?)
    })
    .doc(
        "All windows of these sizes along the axes, which are the last axes of the result. No memory is used.",
        "windows([1, 2, 3], 2) // tensor((2,2), {1,2,2,3})",
    )
    .sized(shape_rules::weightless)
    .sharing(),
    row("as_strided", &[X, SHAPE, Param::new("strides", ParamKind::Ints)], as_strided)
        .doc(
            "The memory of a tensor seen with another shape and strides, counted in elements.",
            "as_strided([1, 2, 3], (2, 2), (1, 1)) // tensor((2,2), {1,2,2,3})",
        )
        .asking_memory()
        .sized(sizes::shape)
        .sharing(),
    row("roll", &[X, Param::new("shift", ParamKind::Ints), AXIS.or("all")], roll)
        .doc(
            "The entries moved along the axes, round the end; without an axis all elements in row-major order.",
            "roll([1, 2, 3], 1) // tensor((3,), {3,1,2})",
        )
        .sized(sizes::first),
    row("rot90", &[X, Param::new("quarters", ParamKind::Int).or("1"), Param::new("axes", ParamKind::Axes).or("(0, 1)").decides()], rot90)
        .doc(
            "Turned by quarters, from the first of two axes toward the second.",
            "rot90([[1, 2], [3, 4]]) // tensor((2,2), {2,4,1,3})",
        )
        .sized(sizes::tried)
        .sharing(),
    row("tile", &[X, Param::new("repetitions", ParamKind::Shape)], |_, args| {
        Value::of(args.tensor(0)?.tile(args.shape(1)?)?)
    })
    .doc("The whole tensor repeated along each axis.", "tile([1, 2], 2) // tensor((4,), {1,2,1,2})")
    .sized(sizes::tried),
    row("repeat", &[X, Param::new("times", ParamKind::Index), Param::new("axis", ParamKind::Axis).or("0")], repeat)
        .doc(
            "Each entry of an axis repeated, all as often or each as often as a vector says.",
            "repeat([1, 2], 2) // tensor((4,), {1,1,2,2})\nrepeat([1, 2], [1, 2]) // tensor((3,), {1,2,2})",
        )
        .sized(repeated),
    row("pad", &[X, Param::new("widths", ParamKind::Any), MODE, FILL, LENGTHS], pad)
        .doc(
            "A larger tensor, with so many entries before and after each axis: one number for all, a pair for all \
             axes, or a pair for each. The mode is \"constant\", \"edge\", \"reflect\", \"symmetric\", \"wrap\", \
             \"linear_ramp\" in equal steps to the value, or \"mean\", \"median\", \"maximum\" or \"minimum\" of the axis, \
             or of so many entries next to its ends: `lengths` are given as the widths are.",
            "pad([1, 2], (1, 2), value = 9) // tensor((5,), {9,1,2,9,9})\n\
             pad([4.0, 6.0], 2, \"linear_ramp\") // tensor((6,), {0.0,2.0,4.0,6.0,3.0,0.0})\n\
             pad([1, 5, 4], 1, \"maximum\", lengths = 2) // tensor((5,), {5,1,5,4,5})",
        )
        .typed(padded),
    row("resize", &[X, SHAPE], |_, args| Value::of(args.tensor(0)?.resize(args.shape(1)?)?))
        .doc(
            "All elements in row-major order again and again until they fill a shape.",
            "resize([1, 2, 3], (2, 2)) // tensor((2,2), {1,2,3,1})",
        )
        .sized(sizes::shape),
    row("to_contiguous", &[X], |_, args| Value::of(args.tensor(0)?.to_contiguous()?))
        .doc("The same elements in one segment of memory, copied only where they are not.", "strides(to_contiguous(transpose(zeros((2, 3))))) // (2,1)")
        .sized(sizes::first)
        .sharing(),
];

const AXIS1: Param = Param::new("axis1", ParamKind::Axis).or("0").decides();
const AXIS2: Param = Param::new("axis2", ParamKind::Axis).or("1").decides();
const MODE: Param = Param::new("mode", ParamKind::Text).or("\"constant\"");
const FILL: Param = Param::new("value", ParamKind::Scalar).or("0");
const LENGTHS: Param = Param::new("lengths", ParamKind::Any).or("all");

fn as_strided(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let strides: Vec<isize> = args
        .ints(2)?
        .into_iter()
        .map(|stride| isize::try_from(stride).map_err(|_| args.wrong(2, "smaller numbers")))
        .collect::<Result<_, _>>()?;
    Value::of(args.tensor(0)?.as_strided(args.shape(1)?, &strides)?)
}

fn roll(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, shift) = (args.tensor(0)?, args.ints(1)?);
    Value::of(x.roll(shift, args.axes(2)?)?)
}

fn rot90(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let axes = args.get(2).map_or(Ok(vec![0, 1]), |_| args.ints(2))?;
    let axes: [i64; 2] = axes.try_into().map_err(|_| args.wrong(2, "two axes"))?;
    Value::of(args.tensor(0)?.rot90(args.int_or(1, 1)?, axes)?)
}

fn repeat(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, axis) = (args.tensor(0)?, args.int_or(2, 0)?);
    match args.value(1)? {
        Value::Tensor(times) if times.rank() > 0 => Value::of(x.repeat_each(&args.shape(1)?, axis)?),
        _ => Value::of(x.repeat(args.count(1)?, axis)?),
    }
}

/// Known where a constant says how often.
fn repeated(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    if probe.int(1).is_some() { sizes::tried(probe, ty) } else { Ok(ty) }
}

fn pad(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let x = args.tensor(0)?;
    let value = args.opt_scalar(3)?.unwrap_or(Scalar::Bool(false));
    let (widths, mode) = (pairs(args, 1, &x)?, args.word(2, &Pad::named(value))?);
    match args.get(4) {
        None => Value::of(x.pad(&widths, mode)?),
        Some(_) => Value::of(x.pad_with(&widths, mode, &pairs(args, 4, &x)?)?),
    }
}

/// The numbers before and after each axis, from one number, a pair, or a pair for each axis.
fn pairs(args: &Args<'_>, k: usize, x: &DynTensor) -> Result<Vec<(usize, usize)>, Failure> {
    let wrong = || args.wrong(k, "a number, a pair of numbers, or a pair for each axis");
    let pair = |value: &Value| {
        let numbers = super::args::as_ints(value)?;
        let count = |n: i64| usize::try_from(n).ok();
        match numbers[..] {
            [both] => Some((count(both)?, count(both)?)),
            [before, after] => Some((count(before)?, count(after)?)),
            _ => None,
        }
    };
    let value = args.value(k)?;
    match (pair(value), value) {
        (Some(pair), _) => Ok(vec![pair; x.rank()]),
        (None, Value::Tuple(pairs)) => pairs.iter().map(pair).collect::<Option<_>>().ok_or_else(wrong),
        _ => Err(wrong()),
    }
}

/// The type of the tensor; the library knows which widths and modes fit.
fn padded(probe: &Probe<'_>) -> Result<Type, Mistake> {
    let x = probe.ty(0).map_or(Type::Unknown, Type::erased);
    sizes::tried(probe, x)
}
