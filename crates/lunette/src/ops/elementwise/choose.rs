//! Operations of three operands: a choice by a mask, and limits.

use smallvec::SmallVec;

use super::binary::{self, BinaryOp};
use super::domain::{Domain, compute_dtype};
use super::evaluate::evaluate;
use super::operand::{Operand, common_dtype, unsupported};
use super::unary::copy_in_order;
use crate::dtype::{DType, DTypeKind, IntegerInfo, Scalar, iinfo, promote_all};
use crate::error::{ErrorKind, Result};
use crate::kernels::elementwise::{Program, Ternary};
use crate::layout::broadcast_shapes_for;
use crate::ops::{cast, create};
use crate::tensor::Handle;

/// `yes` where `mask` is true, or not zero, else `no`; all three broadcast.
pub(crate) fn choose(mask: &Handle, yes: Operand<'_>, no: Operand<'_>) -> Result<Handle> {
    let op = "where";
    let dtype = common_dtype(&yes, &no);
    let mut program = Program::default();
    let slots = [
        program.leaf(DType::Bool),
        yes.slot(op, &mut program, dtype, dtype)?,
        no.slot(op, &mut program, dtype, dtype)?,
    ];
    program.step(Ternary::Where.on(dtype), &slots, dtype, 1);
    let tensors = [Some(mask), yes.handle(), no.handle()];
    evaluate(op, &tensors.into_iter().flatten().collect::<SmallVec<[&Handle; 3]>>(), &program, dtype)
}

/// The choice whose condition is the first that is true, or not zero, else `default`; all broadcast.
pub(crate) fn select(conditions: &[&Handle], choices: &[&Handle], default: &Handle) -> Result<Handle> {
    let op = "select";
    if conditions.is_empty() || conditions.len() != choices.len() {
        let found = format!("{} for {} conditions", choices.len(), conditions.len());
        let allowed = "one for each condition, and at least one";
        return Err(ErrorKind::Argument { op, name: "choices", found, allowed }.into());
    }
    let all = conditions.iter().chain(choices).chain([&default]).map(|x| x.shape());
    let shape = broadcast_shapes_for(op, &all.collect::<Vec<_>>())?;
    let dtypes = choices.iter().chain([&default]).map(|x| x.dtype);
    let dtype = promote_all(dtypes).unwrap_or(default.dtype);
    let spread = default.with_overlapping_layout(default.layout.broadcast_to_for(op, &shape)?);
    let mut chosen = cast::to_dtype(op, &spread, dtype)?;
    for (condition, &choice) in conditions.iter().zip(choices).rev() {
        chosen = choose(condition, Operand::Tensor(choice), Operand::Tensor(&chosen))
            .map_err(|error| error.called(op))?;
    }
    Ok(chosen)
}

/// The values of `x` held between two limits; NaN on any side gives NaN, and the dtype stays that of `x`.
pub(crate) fn clip(x: &Handle, low: Option<Operand<'_>>, high: Option<Operand<'_>>) -> Result<Handle> {
    let op = "clip";
    let dtype = Domain::Ordered.admit(op, x.dtype)?;
    let compute = compute_dtype(dtype);
    let held = [held(op, high, dtype)?, held(op, low, dtype)?];
    let mut program = Program::default();
    let mut leaves: SmallVec<[&Handle; 3]> = SmallVec::from_slice(&[x]);
    let mut slot = program.leaf(compute);
    for ((limit, held), bound) in
        [high, low].into_iter().zip(&held).zip([BinaryOp::Minimum, BinaryOp::Maximum])
    {
        let Some(limit) = held.as_ref().map(Operand::Tensor).or(limit) else { continue };
        leaves.extend(limit.handle());
        let limit = limit.slot(op, &mut program, dtype, compute)?;
        slot = binary::append(bound, &mut program, [slot, limit], dtype)?.0;
    }
    match program.dtype() {
        Some(_) => evaluate(op, &leaves, &program, dtype),
        None => copy_in_order(op, x),
    }
}

/// A limit of other integers than the tensor's, cut to what those can be: beyond it, it limits nothing. None if it can
/// be taken as it is.
///
/// # Errors
/// As for [`is_cut`].
fn held(op: &'static str, limit: Option<Operand<'_>>, dtype: DType) -> Result<Option<Handle>> {
    let Some(limit) = limit else { return Ok(None) };
    if !is_cut(op, &limit, dtype)? {
        return Ok(None);
    }
    let strong = match limit {
        Operand::Scalar(value) | Operand::Weak(value) => create::full(op, value.dtype(), &[], value)?,
        Operand::Tensor(handle) => handle.clone(),
    };
    let IntegerInfo { min, max, .. } = iinfo(dtype)?;
    let (above, below) = (Scalar::U64(max), Scalar::I64(min));
    let beyond =
        |op: BinaryOp, end: Scalar| binary::binary(op, Operand::Tensor(&strong), Operand::Scalar(end));
    let (is_above, is_below) = (beyond(BinaryOp::Greater, above)?, beyond(BinaryOp::Less, below)?);
    let cast = cast::cast(op, &strong, dtype)?;
    let cast = choose(&is_above, Operand::Scalar(above.cast(dtype)), Operand::Tensor(&cast))?;
    choose(&is_below, Operand::Scalar(below.cast(dtype)), Operand::Tensor(&cast)).map(Some)
}

/// Whether a limit of integers has to be cut to what `dtype` can hold first.
///
/// # Errors
/// If the limit is of a higher kind than the tensor: it would be cut.
pub(super) fn is_cut(op: &'static str, limit: &Operand<'_>, dtype: DType) -> Result<bool> {
    let common = common_dtype(limit, &Operand::Scalar(Scalar::from(false).cast(dtype)));
    let whole = |dtype: DType| if dtype.is_integer() { DTypeKind::Signed } else { dtype.kind() };
    if whole(limit.dtype()) > whole(dtype) && whole(common) > whole(dtype) {
        let cure = "the limit would be cut: `cast` the tensor to a dtype that holds it first";
        return Err(unsupported(op, limit.dtype(), cure));
    }
    let is_weak = matches!(limit, Operand::Weak(_));
    Ok(!is_weak && dtype.is_integer() && limit.dtype().is_integer() && limit.dtype() != dtype)
}
