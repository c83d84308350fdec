//! Products of tensors.

use lunette::{DynTensor, einsum, multi_dot};

use super::args::{Args, as_ints};
use super::context::{Context, Failure};
use super::matrix_rules;
use super::params::{LAST_AXIS, X, Y};
use super::row::{Builtin, Family, Param, ParamKind, Run};
use super::sizes;
use crate::value::Value;

const fn row(name: &'static str, params: &'static [Param], run: Run) -> Builtin {
    Builtin::new(Family::Products, name, params, run)
}

pub(super) static ROWS: &[Builtin] = &[
    row("matmul", &[X, Y], |_, args| Value::of(args.tensor(0)?.matmul(&args.tensor(1)?)?))
        .doc(
            "The matrix product, `x @ y`: of the last two axes, the others broadcast; a vector is a row on the left and \
             a column on the right.",
            "matmul([[1, 2], [3, 4]], [1, 1]) // tensor((2,), {3,7})",
        )
        .sized(matrix_rules::product),
    row("multi_dot", &[Param::new("factors", ParamKind::Tensors)], |_, args| {
        let factors = args.tensors(0)?;
        Value::of(multi_dot(&factors.iter().collect::<Vec<_>>())?)
    })
    .doc(
        "The matrix product of several matrices, in the order that takes the fewest multiplications; the first and the last \
         may be vectors.",
        "multi_dot(([1, 10], [[1, 2], [3, 4]], [1, 1])) // 73",
    )
    .sized(sizes::tried),
    row("vecdot", &[X, Y, LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.vecdot(&args.tensor(1)?, args.int_or(2, -1)?)?)
    })
    .doc(
        "The sums of products along an axis; complex numbers of the first are conjugated.",
        "vecdot([[1, 2], [3, 4]], [1, 1]) // tensor((2,), {3,7})",
    )
    .sized(sizes::tried),
    row("tensordot", &[X, Y, Param::new("axes", ParamKind::Any).or("2").decides()], tensordot)
        .doc(
            "The sums of products over axes of both: the last ones of `x` with as many first ones of `y`, or pairs of \
             axes, `((0, 1), (1, 0))`.",
            "tensordot([[1, 2], [3, 4]], [[1, 0], [0, 1]], axes = 1) // tensor((2,2), {1,2,3,4})",
        )
        .sized(sizes::tried),
    row("outer", &[X, Y], |_, args| Value::of(args.tensor(0)?.outer(&args.tensor(1)?)?))
        .doc(
            "The products of each element of one vector with each of another.",
            "outer([1, 2], [3, 4]) // tensor((2,2), {3,4,6,8})",
        )
        .sized(sizes::tried),
    row("kron", &[X, Y], |_, args| Value::of(args.tensor(0)?.kron(&args.tensor(1)?)?))
        .doc(
            "Copies of `y` multiplied by each element of `x`, in its place.",
            "kron([1, 10], [1, 2]) // tensor((4,), {1,2,10,20})",
        )
        .sized(sizes::tried),
    row("cross", &[X, Y, LAST_AXIS], |_, args| {
        Value::of(args.tensor(0)?.cross(&args.tensor(1)?, args.int_or(2, -1)?)?)
    })
    .doc(
        "The vector products along an axis of size 3.",
        "cross([1, 0, 0], [0, 1, 0]) // tensor((3,), {0,0,1})",
    )
    .extent(3)
    .sized(sizes::broadcast),
    row("einsum", &[SUBSCRIPTS, Param::new("operands", ParamKind::Rest)], |_, args| {
        let operands = args.tensors(1)?;
        let operands: Vec<&DynTensor> = operands.iter().collect();
        Value::of(einsum(args.text_or(0, "")?, &operands)?)
    })
    .doc(
        "Sums of products that letters for axes describe: those missing after the arrow are summed over.",
        "einsum(\"ij,jk->ik\", [[1, 2], [3, 4]], [[1, 0], [0, 1]]) // tensor((2,2), {1,2,3,4})",
    )
    .sized(sizes::tried),
];

const SUBSCRIPTS: Param = Param::new("subscripts", ParamKind::Text).decides();

fn tensordot(_: &mut dyn Context, args: &Args<'_>) -> Result<Value, Failure> {
    let (x, y) = (args.tensor(0)?, args.tensor(1)?);
    let wrong = || args.wrong(2, "a number of axes, or two tuples of axes");
    match args.get(2) {
        None => Value::of(x.tensordot(&y, 2)?),
        Some(Value::Scalar(_)) => Value::of(x.tensordot(&y, args.count(2)?)?),
        Some(Value::Tuple(sides)) => match &sides[..] {
            [left, right] => {
                let axes = as_ints(left).zip(as_ints(right)).ok_or_else(wrong)?;
                Value::of(x.tensordot_axes(&y, axes.0, axes.1)?)
            }
            _ => Err(wrong()),
        },
        Some(_) => Err(wrong()),
    }
}
