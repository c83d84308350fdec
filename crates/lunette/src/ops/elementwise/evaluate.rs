//! Where a program's result goes: new memory in the order of the operands, or a tensor that exists.

use smallvec::SmallVec;

use super::short;
use super::small::Made;
use crate::buffer::{LockList, Source, lock_list};
use crate::dtype::{DType, Scalar};
use crate::error::{Access, Error, ErrorKind, Result};
use crate::kernels::elementwise::{Binary, Check, Program, Taboo};
use crate::kernels::{copy, elementwise};
use crate::layout::{AxisList, Dims, Layout, Order, broadcast_shapes_for};
use crate::ops::store;
use crate::tensor::{Handle, Value};

/// The layouts of a program's leaves, stretched to one shape.
pub(super) type Stretched = SmallVec<[Layout; 3]>;

/// What the program makes of tensors that broadcast together, as a new tensor.
///
/// # Errors
/// If the shapes do not broadcast, a guard is in the way, or there is no memory.
pub(crate) fn evaluate(
    op: &'static str,
    leaves: &[&Handle],
    program: &Program,
    dtype: DType,
) -> Result<Handle> {
    if let Some(made) = short::evaluate(op, leaves, program, dtype) {
        return made.map(Made::into_handle);
    }
    let shape = common_shape(op, leaves)?;
    let layouts = stretch(op, leaves, &shape)?;
    let layout = result_layout(op, &shape, &layouts)?;
    let locks = lock_list(op, leaves.iter().map(|leaf| (&leaf.buffer, Access::Read)))?;
    check_values(op, leaves, program, &locks)?;
    let sources = sources_of(op, leaves, &layouts, &locks)?;
    let buffer = elementwise::to_fresh(op, &layout, dtype, &sources, program)?;
    Ok(Handle::fresh(buffer, layout, dtype))
}

/// Writes what the program makes of tensors that broadcast to the shape of `out` into `out`, as if all of them had
/// been read first.
///
/// # Errors
/// As for [`evaluate`], and if `out` cannot be written, or has another shape; then nothing is written.
pub(crate) fn evaluate_into(
    op: &'static str,
    leaves: &[&Handle],
    program: &Program,
    dtype: DType,
    out: &Handle,
) -> Result<()> {
    let shape = common_shape(op, leaves)?;
    check_destination(op, out, &shape)?;
    if out.dtype != dtype {
        let result = evaluate(op, leaves, program, dtype)?;
        return store::store_whole(op, out, &Value::of(&result));
    }
    let layouts = stretch(op, leaves, &shape)?;
    let wanted = leaves.iter().map(|leaf| (&leaf.buffer, Access::Read));
    let locks = lock_list(op, wanted.chain([(&out.buffer, Access::Write)]))?;
    check_values(op, leaves, program, &locks)?;
    let sources = sources_of(op, leaves, &layouts, &locks)?;
    let target = locks.last().target(op, &out.layout, dtype)?;
    if sources.iter().all(|source| elementwise::can_share(&target, source)) {
        elementwise::into(target, &sources, program);
        return Ok(());
    }
    let layout = out.layout.contiguous_like();
    let buffer = elementwise::to_fresh(op, &layout, dtype, &sources, program)?;
    let lock = buffer.lock(op, Access::Read)?;
    copy::transfer(op, target, lock.source(op, &layout, dtype)?)
}

/// Refuses destinations that cannot be written, or have another shape than the result.
pub(super) fn check_destination(op: &'static str, out: &Handle, shape: &[usize]) -> Result<()> {
    out.check_writable(op)?;
    if shape == out.shape() {
        return Ok(());
    }
    let cure = "the result of the operands has the second shape, and needs a destination of just that";
    Err(ErrorKind::ShapeMismatch { op, expected: out.shape().into(), found: shape.into(), cure }.into())
}

/// Refuses divisors, exponents and shifts that integers have no answer for, under the locks of the run: nobody can write
/// one in between.
///
/// # Errors
/// If there is one.
pub(super) fn check_values(
    op: &'static str,
    leaves: &[&Handle],
    program: &Program,
    locks: &LockList<'_>,
) -> Result<()> {
    for &Check { leaf, taboo, op: forbids, dtype } in program.checks() {
        let x = leaves[leaf];
        let test = if taboo == Taboo::ZeroDivisor { Binary::Equal } else { Binary::Less };
        let Some(run) = test.on(x.dtype) else { continue };
        let mut look = Program::default();
        let args = [look.leaf(x.dtype), look.constant(Scalar::I64(0).cast(x.dtype))];
        look.step(run, &args, DType::Bool, 1);
        if elementwise::any(&x.layout, &[locks.get(leaf).source(op, &x.layout, x.dtype)?], &look) {
            return Err(refused(forbids, taboo, dtype));
        }
    }
    Ok(())
}

/// The error for a value that integers have no answer for.
#[cold]
pub(super) fn refused(op: &'static str, taboo: Taboo, dtype: DType) -> Error {
    let words = match taboo {
        Taboo::ZeroDivisor => "integers cannot be divided by zero",
        Taboo::NegativePower => "integers have no negative powers: `cast` to floats first",
        Taboo::NegativeShift => "integers cannot be shifted by a negative number",
    };
    ErrorKind::Domain { op, dtype, words }.into()
}

pub(super) fn common_shape(op: &'static str, leaves: &[&Handle]) -> Result<Dims> {
    match leaves {
        [] => Ok(Dims::new()),
        [one] => Ok(one.layout.dims()),
        [first, rest @ ..] if rest.iter().all(|leaf| leaf.shape() == first.shape()) => {
            Ok(first.layout.dims())
        }
        _ => {
            let shapes: SmallVec<[&[usize]; 4]> = leaves.iter().map(|leaf| leaf.shape()).collect();
            broadcast_shapes_for(op, &shapes)
        }
    }
}

pub(super) fn stretch(op: &'static str, leaves: &[&Handle], shape: &[usize]) -> Result<Stretched> {
    let to_shape = |leaf: &&Handle| match leaf.shape() == shape {
        true => Ok(leaf.layout.clone()),
        false => leaf.layout.broadcast_to_for(op, shape),
    };
    leaves.iter().map(to_shape).collect()
}

pub(super) fn sources_of<'a>(
    op: &'static str,
    leaves: &[&Handle],
    layouts: &'a [Layout],
    locks: &'a LockList<'_>,
) -> Result<SmallVec<[Source<'a>; 3]>> {
    let source = |(k, leaf): (usize, &&Handle)| locks.get(k).source(op, &layouts[k], leaf.dtype);
    leaves.iter().enumerate().map(source).collect()
}

/// The layout of a new result: dense, its axes in the order in which the operands go through memory.
pub(super) fn result_layout(op: &'static str, shape: &[usize], operands: &[Layout]) -> Result<Layout> {
    let row_major = |layout: &Layout| layout.is_c_contiguous();
    if shape.len() < 2 || operands.first().is_none_or(row_major) {
        return Layout::contiguous_for(op, shape, Order::C);
    }
    // Axes of size 1 have no place among the others; they come outermost, where they change no step.
    let (mut axes, long): (AxisList, AxisList) = (0..shape.len()).partition(|&axis| shape[axis] == 1);
    let first = axes.len();
    axes.extend(long);
    // An insertion sort, outermost first: ranks are small, and an operand that stands still has no opinion.
    for end in first + 1..axes.len() {
        let mut at = end;
        while at > first && belongs_outside(operands, axes[at], axes[at - 1]) {
            axes.swap(at, at - 1);
            at -= 1;
        }
    }
    // As fresh memory has it, steps of size-1 axes included.
    if axes[first..].is_sorted() {
        return Layout::contiguous_for(op, shape, Order::C);
    }
    if axes[first..].is_sorted_by(|a, b| a > b) {
        return Layout::contiguous_for(op, shape, Order::F);
    }
    let sorted: Dims = axes.iter().map(|&axis| shape[axis]).collect();
    let dense = Layout::contiguous_for(op, &sorted, Order::C)?;
    let mut back: SmallVec<[i64; 8]> = SmallVec::from_elem(0, axes.len());
    for (place, &axis) in axes.iter().enumerate() {
        back[axis] = place as i64;
    }
    dense.permute_for(op, &back)
}

/// Whether the first operand that moves along both axes takes the longer step along `axis`.
fn belongs_outside(operands: &[Layout], axis: usize, other: usize) -> bool {
    for layout in operands {
        let (step, other) = (layout.strides()[axis].unsigned_abs(), layout.strides()[other].unsigned_abs());
        if step != 0 && other != 0 && step != other {
            return step > other;
        }
    }
    false
}
