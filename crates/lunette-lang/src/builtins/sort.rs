//! Sorting, and finding places among sorted values.

use lunette::{Side, lexsort};

use super::args::Args;
use super::context::{Context, Failure};
use super::params::{LAST_AXIS, X};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::value::Value;

const DESCENDING: Param = Param::new("descending", ParamKind::Bool).or("false");

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Sort, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("sort", &[X, LAST_AXIS, DESCENDING], |_, args| {
        let (x, axis) = (args.tensor(0)?, args.int_or(1, -1)?);
        Value::of(if args.flag(2)? { x.sort_descending(axis)? } else { x.sort(axis)? })
    })
    .doc(
        "The entries of an axis in order; NaN comes last in both directions, and equal entries keep their order.",
        "sort([3, 1, 2], descending = true) // tensor((3,), {3,2,1})",
    )
    .sized(sizes::first),
    row("argsort", &[X, LAST_AXIS, DESCENDING], |_, args| {
        let (x, axis) = (args.tensor(0)?, args.int_or(1, -1)?);
        Value::of(if args.flag(2)? { x.argsort_descending(axis)? } else { x.argsort(axis)? })
    })
    .doc(
        "The positions that put the entries of an axis in order.",
        "argsort([3, 1, 2]) // tensor<i64>((3,), {1,2,0})",
    )
    .sized(sizes::first),
    row("topk", &[X, Param::new("k", ParamKind::Int).count(), LAST_AXIS, LARGEST], |_, args| {
        let found = args.tensor(0)?.topk(args.count(1)?, args.int_or(2, -1)?, args.flag_or(3, true)?)?;
        Ok(Value::tuple([Value::of::<_, Failure>(found.values)?, Value::of::<_, Failure>(found.indices)?]))
    })
    .doc(
        "The `k` largest entries of an axis, or the smallest, in order: their values and their positions.",
        "topk([3, 1, 4, 1, 5], 2) // (tensor((2,), {5,4}),tensor<i64>((2,), {4,2}))",
    )
    .sized(sizes::tried),
    row("partition", &[X, Param::new("nth", ParamKind::Ints).probe(0), LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.partition(args.ints(1)?, args.int_or(2, -1)?)?)
    })
    .doc(
        "The entries of an axis rearranged: the `nth` stands where sorting would put it, no greater one before it and \
         no less one after it.",
        "partition([3, 1, 2], 1)[1] // 2",
    )
    .sized(sizes::first),
    row("argpartition", &[X, Param::new("nth", ParamKind::Ints).probe(0), LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.argpartition(args.ints(1)?, args.int_or(2, -1)?)?)
    })
    .doc(
        "The positions that `partition` the entries of an axis: the `nth` names the one that sorting would put there.",
        "argpartition([30, 10, 20], 1)[1] // 2",
    )
    .sized(sizes::first),
    row("lexsort", &[Param::new("keys", ParamKind::Tensors), LAST_AXIS], |_, args| {
        let keys = args.tensors(0)?;
        Value::of(lexsort(&keys.iter().collect::<Vec<_>>(), args.int_or(1, -1)?)?)
    })
    .doc(
        "The positions that put the entries of an axis in order by several keys of one shape: by the last one, where it is \
         equal by the one before it, and so on.",
        "lexsort(([2, 1, 1], [5, 7, 5])) // tensor<i64>((3,), {2,0,1})",
    )
    .sized(sizes::tried),
    row("searchsorted", &[X, VALUES, SIDE, SORTER], searchsorted)
        .doc(
            "Where each value would go into a sorted vector, before equal ones (\"left\") or after them (\"right\").",
            "searchsorted([1, 3, 5], [0, 3, 9]) // tensor<i64>((3,), {0,1,3})",
        )
        .sized(sizes::second),
];

const LARGEST: Param = Param::new("largest", ParamKind::Bool).or("true");
const VALUES: Param = Param::new("values", ParamKind::Tensor);
const SIDE: Param = Param::new("side", ParamKind::Text).or("\"left\"");
const SORTER: Param = Param::new("sorter", ParamKind::Index).or("none");

fn searchsorted(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, values) = (args.tensor(0)?, args.tensor(1)?);
    let side = args.word(2, &[("left", Side::Left), ("right", Side::Right)])?;
    match args.opt_tensor(3)? {
        Some(sorter) => Value::of(x.searchsorted_by(&sorter, &values, side)?),
        None => Value::of(x.searchsorted(&values, side)?),
    }
}
