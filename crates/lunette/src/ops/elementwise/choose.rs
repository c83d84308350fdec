//! Operations of three operands: a choice by a mask, and limits.

use smallvec::SmallVec;

use super::binary::{self, BinaryOp};
use super::domain::{Domain, compute_dtype};
use super::evaluate::evaluate;
use super::operand::{Operand, common_dtype};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::elementwise::{Program, Ternary};
use crate::layout::Order;
use crate::ops::load;
use crate::tensor::Handle;

/// `yes` where `mask` is true, or not zero, else `no`; all three broadcast.
pub(crate) fn choose(mask: &Handle, yes: Operand<'_>, no: Operand<'_>) -> Result<Handle> {
    let op = "where";
    let dtype = common_dtype(&yes, &no);
    let mut program = Program::default();
    let slots =
        [program.leaf(DType::Bool), yes.slot(op, &mut program, dtype)?, no.slot(op, &mut program, dtype)?];
    program.step(Ternary::Where.on(dtype), &slots, dtype, 1);
    let tensors = [Some(mask), yes.handle(), no.handle()];
    evaluate(op, &tensors.into_iter().flatten().collect::<SmallVec<[&Handle; 3]>>(), &program, dtype)
}

/// The values of `x` held between two limits; NaN on any side gives NaN, and the dtype stays that of `x`.
pub(crate) fn clip(x: &Handle, low: Option<Operand<'_>>, high: Option<Operand<'_>>) -> Result<Handle> {
    let op = "clip";
    let dtype = Domain::Ordered.admit(op, x.dtype)?;
    let compute = compute_dtype(dtype);
    let mut program = Program::default();
    let mut leaves: SmallVec<[&Handle; 3]> = SmallVec::from_slice(&[x]);
    let mut slot = program.leaf(compute);
    for (limit, bound) in [(high, BinaryOp::Minimum), (low, BinaryOp::Maximum)] {
        let Some(limit) = limit else { continue };
        leaves.extend(limit.handle());
        let limit = limit.slot(op, &mut program, compute)?;
        slot = binary::append(bound, &mut program, [slot, limit], dtype)?.0;
    }
    match program.dtype() {
        Some(_) => evaluate(op, &leaves, &program, dtype),
        None => load::copy(op, x, Order::C),
    }
}
