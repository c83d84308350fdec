//! Squared deviations, slab by slab.

use super::grid::Grid;
use super::{Slabs, gathered};
use crate::buffer::Buffer;
use crate::dtype::DType;
use crate::error::Result;
use crate::index::Axes;
use crate::kernels::reduce::{Reduction, Request};
use crate::layout::{Layout, Order};
use crate::ops::elementwise::{BinaryOp, Expression, Operand, UnaryOp, unary};
use crate::ops::lists;
use crate::ops::reduce::{self, KeepDims, Over, Reducible, truth};
use crate::tensor::Handle;

/// The sums of squared deviations from the mean, as the request wants them; none where slabs cannot tell: for complex
/// numbers, whose parts come apart, and where a sum is not finite.
///
/// A slab gives its sum and its own squares. To those comes what its mean is away from the mean of all, squared, once for
/// each of its elements.
pub(super) fn squares(
    slabs: &Slabs<'_>,
    op: &'static str,
    grid: &Grid,
    over: &Over,
    request: &Request<'_>,
) -> Result<Option<Buffer>> {
    if slabs.dtype.is_complex() {
        return Ok(None);
    }
    let of = |reduction| Request { reduction, result: DType::F64, post: None, ..*request };
    let parts = slabs.each(op, grid, |_, slab| {
        let sums = slab.reduced(op, over, &of(Reduction::Sum))?;
        Ok((sums, slab.reduced(op, over, &of(Reduction::Squares))?))
    })?;
    let (sums, squares): (Vec<Buffer>, Vec<Buffer>) = parts.into_iter().unzip();
    let sums = gathered(op, grid, &over.reduced, DType::F64, sums)?;
    if !is_finite(op, &sums)? {
        return Ok(None);
    }
    let squares = gathered(op, grid, &over.reduced, DType::F64, squares)?;
    let (shape, counts) = grid.counts(&over.reduced);
    let layout = Layout::contiguous_for(op, &shape, Order::C)?;
    let counts = Handle::fresh(Buffer::from_vec(counts), layout, DType::F64);
    let total = moved(op, over, &sums, &squares, &counts)?;
    let last = Request { reduction: Reduction::Sum, read_as: DType::F64, ..*request };
    total.reduced(op, over, &last).map(Some)
}

/// The squares of each slab around the mean of all.
fn moved(op: &'static str, over: &Over, sums: &Handle, squares: &Handle, counts: &Handle) -> Result<Handle> {
    let reduced = over.reduced.iter().enumerate().filter(|(_, reduced)| **reduced);
    let axes = Axes::List(reduced.map(|(axis, _)| axis as i64).collect());
    let total = reduce::sum(op, sums, &axes, KeepDims::Yes, DType::F64)?;
    let of = |handle: &Handle| Expression::of(Operand::Tensor(handle));
    let count = Expression::of(Operand::Scalar((over.len as f64).into()));
    let mean = of(&total).binary(BinaryOp::Divide, count);
    of(sums)
        .binary(BinaryOp::Subtract, of(counts).binary(BinaryOp::Multiply, mean))
        .unary(UnaryOp::Square)
        .binary(BinaryOp::Divide, of(counts))
        .binary(BinaryOp::Add, of(squares))
        .evaluate()
}

fn is_finite(op: &'static str, x: &Handle) -> Result<bool> {
    let all = truth(op, &unary(UnaryOp::IsFinite, x)?, &Axes::All, KeepDims::No, Reduction::All)?;
    Ok(lists::read::<bool>(op, &all)? == [true])
}
