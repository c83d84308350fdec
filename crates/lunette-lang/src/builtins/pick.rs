//! Picking entries, and writing them where they belong.

use lunette::{Duplicates, DynTensor, Item, ravel_multi_index};

use super::args::Args;
use super::context::{Context, Failure};
use super::infer::Mistake;
use super::items::{is_whole, item_list};
use super::params::{FIRST_AXIS, LAST_AXIS, SHAPE, X};
use super::probe::Probe;
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::types::Type;
use crate::value::Value;

const PLACE: Param = Param::new("x", ParamKind::Place);
const INDICES: Param = Param::new("indices", ParamKind::Index);
const ITEMS: Param = Param::new("index", ParamKind::Items);
const VALUE: Param = Param::new("value", ParamKind::Tensor);
const MASK: Param = Param::new("mask", ParamKind::Tensor);

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Pick, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("take", &[X, INDICES, FIRST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.take(&args.tensor(1)?, args.int_or(2, 0)?)?)
    })
    .doc(
        "The entries of an axis at these indices; the axes of the indices stand where the axis was.",
        "take([10, 20, 30], [2, 0]) // tensor((2,), {30,10})",
    )
    .sized(taken),
    row("take_along_axis", &[X, INDICES, LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.take_along_axis(&args.tensor(1)?, args.int_or(2, -1)?)?)
    })
    .doc(
        "For each row along an axis its own entries, as `argsort` and `argmax` name them.",
        "let x = [[3, 1], [2, 4]]\ntake_along_axis(x, argsort(x)) // tensor((2,2), {1,3,2,4})",
    )
    .sized(sizes::tried),
    row("compress", &[X, MASK, FIRST_AXIS], |_, args| {
        let mask = args.tensor(1)?.into_typed::<bool>()?;
        Value::of(args.tensor(0)?.compress(&mask, args.int_or(2, 0)?)?)
    })
    .doc(
        "The entries of an axis for which a vector is true; those behind its end go.",
        "compress([[1, 2], [3, 4]], [false, true], axis = 1) // tensor((2,1), {2,4})",
    ),
    row("insert", &[X, Param::new("positions", ParamKind::Ints), VALUE, FIRST_AXIS], |_, args| {
        let (x, positions, value) = (args.tensor(0)?, args.ints(1)?, args.tensor(2)?);
        Value::of(x.insert(positions, &value, args.int_or(3, 0)?)?)
    })
    .doc(
        "A longer tensor, with new entries before those at these positions of an axis. One position takes as many as the \
         value has along the axis, several take one each.",
        "insert([1, 2, 3], 1, [8, 9]) // tensor((5,), {1,8,9,2,3})\ninsert([1, 2, 3], (0, 3), 7) // tensor((5,), {7,1,2,3,7})",
    )
    .sized(sizes::tried),
    row("delete", &[X, Param::new("positions", ParamKind::Ints).probe(0), FIRST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.delete(args.ints(1)?, args.int_or(2, 0)?)?)
    })
    .doc(
        "A shorter tensor, without the entries at these positions of an axis.",
        "delete([1, 2, 3, 4], (1, -1)) // tensor((2,), {1,3})",
    )
    .sized(sizes::tried),
    row("gather", &[X, ITEMS], |_, args| {
        let places = places(args, 1)?;
        Value::of(args.tensor(0)?.gather(&places.iter().map(Option::as_ref).collect::<Vec<_>>())?)
    })
    .doc(
        "Each element of the result is the one that the index tensors name, one for each axis; `:` stands for the \
         element's own position.",
        "gather([[1, 2], [3, 4]], ([[1, 0]], :)) // tensor((1,2), {3,2})",
    )
    .sized(sizes::tried),
    row("scatter_to", &[X, ITEMS, SHAPE], |_, args| {
        let places = places(args, 1)?;
        let places: Vec<_> = places.iter().map(Option::as_ref).collect();
        Value::of(args.tensor(0)?.scatter_to(&places, args.shape(2)?)?)
    })
    .doc(
        "A tensor of zeros to which each element is added at the place that the index tensors name.",
        "scatter_to([1, 2, 3], (([0, 0, 1]),), 2) // tensor((2,), {3,3})",
    )
    .sized(sizes::shape),
    row("load_orthogonal", &[X, ITEMS], |_, args| {
        let x = args.tensor(0)?;
        let items = item_list(args.value(1)?).ok_or_else(|| args.wrong(1, "an index"))?;
        Value::of(x.load_orthogonal(&items)?)
    })
    .doc(
        "The part that an index takes, each index tensor and mask acting on its own axis.",
        "load_orthogonal([[1, 2, 3], [4, 5, 6]], ([1, 0], [0, 2])) // tensor((2,2), {4,6,1,3})",
    ),
    row("store_orthogonal", &[PLACE, ITEMS, VALUE], |_, args| {
        let x = args.tensor(0)?;
        let items = item_list(args.value(1)?).ok_or_else(|| args.wrong(1, "an index"))?;
        x.store_orthogonal(&items, &args.tensor(2)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Stores into the part that an index takes, each index tensor and mask acting on its own axis.",
        "let mut x = zeros((2, 3), dtype = i32)\nstore_orthogonal(&x, ([0, 1], [0, 2]), 7)\nx // tensor((2,3), {7,0,7,7,0,7})",
    ),
    row("put", &[PLACE, Param::new("positions", ParamKind::Index), VALUE], |_, args| {
        args.tensor(0)?.put(&args.tensor(1)?, &args.tensor(2)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Stores values at these positions, counted in row-major order.",
        "let mut x = [1, 2, 3]\nput(&x, [0, 2], [7, 8])\nx // tensor((3,), {7,2,8})",
    ),
    row("put_along_axis", &[PLACE, INDICES, VALUE, LAST_AXIS], |_, args| {
        args.tensor(0)?.put_along_axis(&args.tensor(1)?, &args.tensor(2)?, args.int_or(3, -1)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "For each row along an axis stores values at its own entries, as `argsort` and `argmax` name them.",
        "let mut x = [[3, 1], [2, 4]]\nput_along_axis(&x, argmax(x, axis = 1, keepdims = true), 0)\nx // tensor((2,2), {0,1,2,0})",
    ),
    row("scatter", &[PLACE, ITEMS, VALUE, ACCUMULATE], scatter)
        .doc(
            "Stores values at an index. Where the index names an element several times, all values are added to it; \
             without `accumulate` the last one wins.",
            "let mut x = [0, 0, 0]\nscatter(&x, [1, 1, 2], 5)\nx // tensor((3,), {0,10,5})",
        ),
    row("fill_diagonal", &[PLACE, VALUE], |_, args| {
        args.tensor(0)?.fill_diagonal(&args.tensor(1)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Stores a value on the main diagonal: of a matrix, or of a tensor whose axes all have one size.",
        "let mut x = zeros((2, 3), dtype = i32)\nfill_diagonal(&x, [7, 8])\nx // tensor((2,3), {7,0,0,0,8,0})",
    ),
    row("store_where", &[PLACE, MASK, VALUE], |_, args| {
        let mask = args.tensor(1)?.into_typed::<bool>()?;
        args.tensor(0)?.store_where(&mask, &args.tensor(2)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Stores the elements of a value, which broadcasts, where a mask is true.",
        "let mut x = [1, 2, 3]\nstore_where(&x, x > 1, x * 10)\nx // tensor((3,), {1,20,30})",
    ),
    row("fill", &[PLACE, Param::new("value", ParamKind::Scalar)], |_, args| {
        args.tensor(0)?.fill(args.scalar(1)?)?;
        Ok(Value::nothing())
    })
    .doc(
        "Stores one value everywhere.",
        "let mut x = [1, 2, 3]\nfill(&x[1:], 7)\nx // tensor((3,), {1,7,7})",
    ),
    row("nonzero", &[X], |_, args| Value::all_of(args.tensor(0)?.nonzero()?))
        .doc(
            "Where the elements that are true or not zero stand: a vector of indices for each axis, as a tuple.",
            "nonzero([[0, 7], [5, 0]]) // (tensor<i64>((2,), {0,1}),tensor<i64>((2,), {1,0}))",
        ),
    row("flatnonzero", &[X], |_, args| Value::of(args.tensor(0)?.flatnonzero()?))
        .doc(
            "The positions of the elements that are true or not zero, counted in row-major order.",
            "flatnonzero([[0, 7], [5, 0]]) // tensor<i64>((2,), {1,2})",
        ),
    row("ravel_multi_index", &[Param::new("indices", ParamKind::Items), SHAPE], |_, args| {
        let indices: Option<Vec<DynTensor>> = places(args, 0)?.into_iter().collect();
        let indices = indices.ok_or_else(|| args.wrong(0, "an index tensor for each axis"))?;
        Value::of(ravel_multi_index(&indices.iter().collect::<Vec<_>>(), args.shape(1)?)?)
    })
    .doc(
        "The positions, counted in row-major order, that indices along the axes of a shape name, one tensor for each axis.",
        "ravel_multi_index(([1, 0], [2, -1]), (2, 3)) // tensor<i64>((2,), {5,2})",
    ),
    row("unravel_index", &[INDICES, SHAPE], |_, args| {
        Value::all_of(args.tensor(0)?.unravel_index(args.shape(1)?)?)
    })
    .doc(
        "The indices along each axis of a shape that positions have, counted in row-major order; as a tuple.",
        "let x = [[3, 1, 4], [1, 5, 9]]\nunravel_index(argmax(x), shape(x)) // (1,2)",
    ),
    row("argwhere", &[X], |_, args| Value::of(args.tensor(0)?.argwhere()?))
        .doc(
            "Where the elements that are true or not zero stand: a row of indices for each.",
            "argwhere([[0, 7], [5, 0]]) // tensor<i64>((2,2), {0,1,1,0})",
        ),
];

const ACCUMULATE: Param = Param::new("accumulate", ParamKind::Bool).or("true").decides();

/// The index tensors of each axis; none where a whole axis stands.
fn places(args: &Args<'_>, k: usize) -> Result<Vec<Option<DynTensor>>, Failure> {
    let wrong = || args.wrong(k, "an index tensor or `:` for each axis");
    let place = |value: &Value| match value {
        Value::Tensor(tensor) => Ok(Some(tensor.clone())),
        Value::Scalar(scalar) => Ok(Some(DynTensor::scalar_of(*scalar)?)),
        Value::Range(range) if is_whole(range) => Ok(None),
        _ => Err(wrong()),
    };
    match args.value(k)? {
        Value::Tuple(fields) => fields.iter().map(place).collect(),
        one => Ok(vec![place(one)?]),
    }
}

fn scatter(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, value) = (args.tensor(0)?, args.tensor(2)?);
    let items: Vec<Item<'_>> = item_list(args.value(1)?).ok_or_else(|| args.wrong(1, "an index"))?;
    let duplicates = if args.flag_or(3, true)? { Duplicates::Sum } else { Duplicates::LastWins };
    x.scatter(&items, &value, duplicates)?;
    Ok(Value::nothing())
}

/// The sizes of the indices in place of the axis.
fn taken(probe: &Probe<'_>, ty: Type) -> Result<Type, Mistake> {
    let (Some(mut sizes), Some(indices)) = (probe.sizes(0), probe.sizes(1)) else { return Ok(ty) };
    let axis = if probe.arg(2).is_some() { probe.int(2) } else { Some(0) };
    let Some(axis) = axis.and_then(|axis| sizes::resolved(axis, sizes.len())) else { return Ok(ty) };
    sizes.splice(axis..=axis, indices);
    Ok(sizes::sized(ty, Some(sizes)))
}
