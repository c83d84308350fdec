//! Joining tensors, and taking them apart.

use lunette::{
    DynTensor, broadcast_tensors, column_stack, concat, dstack, hstack, meshgrid, meshgrid_ij, stack, vstack,
};

use super::args::Args;
use super::context::Failure;
use super::join_rules;
use super::params::{FIRST_AXIS, X};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::value::Value;

const TENSORS: Param = Param::new("tensors", ParamKind::Tensors);
const AXIS: Param = FIRST_AXIS.decides();

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Join, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("concat", &[TENSORS, FIRST_AXIS], |_, args| joined(args, concat))
        .doc(
            "Tensors one after the other along an axis; all other sizes are equal.",
            "concat(([1, 2], [3])) // tensor((3,), {1,2,3})",
        )
        .typed(join_rules::concatenation)
        .sized(join_rules::concatenated),
    row("stack", &[TENSORS, FIRST_AXIS], |_, args| joined(args, stack))
        .doc(
            "Tensors of one shape along a new axis.",
            "stack(([1, 2], [3, 4]), axis = 1) // tensor((2,2), {1,3,2,4})",
        )
        .typed(join_rules::pile)
        .sized(join_rules::stacked),
    row("hstack", &[TENSORS], |_, args| joined(args, |tensors, _| hstack(tensors)))
        .doc(
            "Tensors one after the other along the second axis, vectors along the only one they have.",
            "hstack(([[1], [2]], [[3], [4]])) // tensor((2,2), {1,3,2,4})",
        )
        .sized(sizes::tried),
    row("vstack", &[TENSORS], |_, args| joined(args, |tensors, _| vstack(tensors)))
        .doc(
            "Tensors one after the other along the first axis, vectors as rows.",
            "vstack(([1, 2], [3, 4])) // tensor((2,2), {1,2,3,4})",
        )
        .sized(sizes::tried),
    row("dstack", &[TENSORS], |_, args| joined(args, |tensors, _| dstack(tensors)))
        .doc(
            "Tensors one behind the other along the third axis, matrices as its layers, vectors as rows of layers.",
            "dstack(([1, 2], [3, 4])) // tensor((1,2,2), {1,3,2,4})",
        )
        .sized(sizes::tried),
    row("column_stack", &[TENSORS], |_, args| joined(args, |tensors, _| column_stack(tensors)))
        .doc(
            "Tensors side by side along the second axis, vectors as columns.",
            "column_stack(([1, 2], [3, 4])) // tensor((2,2), {1,3,2,4})",
        )
        .sized(sizes::tried),
    row("unstack", &[X, AXIS], |_, args| Value::all_of(args.tensor(0)?.unstack(args.int_or(1, 0)?)?))
        .doc(
            "The entries of an axis as a tuple of tensors; the size of the axis must be known.",
            "unstack([[1, 2], [3, 4]]) // (tensor((2,), {1,2}),tensor((2,), {3,4}))",
        )
        .typed(join_rules::unstacked)
        .sharing(),
    row("split", &[X, Param::new("sections", ParamKind::Int).count().decides(), AXIS], |_, args| {
        Value::all_of(args.tensor(0)?.split(args.count(1)?, args.int_or(2, 0)?)?)
    })
    .doc(
        "So many parts along an axis, as a tuple; the first ones are larger by one where the size is no multiple.",
        "split([1, 2, 3, 4], 2) // (tensor((2,), {1,2}),tensor((2,), {3,4}))",
    )
    .typed(join_rules::split)
    .sharing(),
    row("split_at", &[X, Param::new("positions", ParamKind::Ints), AXIS], |_, args| {
        Value::all_of(args.tensor(0)?.split_at_positions(args.ints(1)?, args.int_or(2, 0)?)?)
    })
    .doc(
        "The parts between these positions of an axis, as a tuple.",
        "split_at([1, 2, 3, 4], (1, 3)) // (tensor((1,), {1}),tensor((2,), {2,3}),tensor((1,), {4}))",
    )
    .typed(join_rules::split_at)
    .sharing(),
    row("meshgrid", &[Param::new("axes", ParamKind::Tensors), INDEXING], |_, args| {
        let axes = args.tensors(0)?;
        let axes: Vec<&DynTensor> = axes.iter().collect();
        match args.word(1, &[("xy", true), ("ij", false)])? {
            true => Value::all_of(meshgrid(&axes)?),
            false => Value::all_of(meshgrid_ij(&axes)?),
        }
    })
    .doc(
        "The coordinates of all points of a grid, one tensor for each axis: the first along columns (\"xy\"), or each along its own axis (\"ij\").",
        "meshgrid(([1, 2], [5, 6])) // (tensor((2,2), {1,2,1,2}),tensor((2,2), {5,5,6,6}))",
    )
    .sized(sizes::tried)
    .sharing(),
    row("broadcast_tensors", &[TENSORS], |_, args| {
        let all = args.tensors(0)?;
        Value::all_of(broadcast_tensors(&all.iter().collect::<Vec<_>>())?)
    })
    .doc(
        "All tensors stretched to the shape that they broadcast to, as a tuple. No memory is used.",
        "broadcast_tensors(([[1], [2]], [3, 4])) // (tensor((2,2), {1,1,2,2}),tensor((2,2), {3,4,3,4}))",
    )
    .sized(sizes::tried)
    .sharing(),
];

const INDEXING: Param = Param::new("indexing", ParamKind::Text).or("\"xy\"");

fn joined(
    args: &Args<'_>,
    join: fn(&[&DynTensor], i64) -> lunette::Result<DynTensor>,
) -> Result<Value, Failure> {
    let tensors = args.tensors(0)?;
    if tensors.is_empty() {
        return Err(args.wrong(0, "at least one tensor to join"));
    }
    Value::of(join(&tensors.iter().collect::<Vec<_>>(), args.int_or(1, 0)?)?)
}
