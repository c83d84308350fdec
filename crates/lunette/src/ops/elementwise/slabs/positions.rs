//! Where extremes are, slab by slab.

use smallvec::SmallVec;

use super::grid::Grid;
use super::{Slabs, gathered};
use crate::buffer::Buffer;
use crate::dtype::{DType, Scalar};
use crate::error::Result;
use crate::kernels::reduce::Request;
use crate::layout::Dims;
use crate::ops::arg::Extreme;
use crate::ops::elementwise::{BinaryOp, Operand, binary};
use crate::ops::pick;
use crate::ops::rearrange::reshape_to;
use crate::ops::reduce::{Over, Reducible};
use crate::tensor::Handle;

/// The positions along an axis, or in row-major order of all elements; none where slabs are not worth it, or do not come
/// in that order.
///
/// A slab gives its extremes and where they are. The first slab that has the extreme of all tells the position.
pub(super) fn of_slabs(
    slabs: &Slabs<'_>,
    op: &'static str,
    axis: Option<usize>,
    extreme: Extreme,
) -> Result<Option<Handle>> {
    let (grid, layout) = slabs.grid(op)?;
    let reduced: SmallVec<[bool; 8]> =
        (0..slabs.shape.len()).map(|k| axis.is_none_or(|axis| axis == k)).collect();
    if !grid.is_worth_it(&reduced) || axis.is_none() && !layout.is_c_contiguous() {
        return Ok(None);
    }
    let over = Over { reduced, shape: Dims::new(), len: 1 };
    let (reduction, dtype) = (extreme.reduction(), slabs.dtype);
    let request = Request { reduction, read_as: dtype, result: dtype, post: None };
    let parts = slabs.each(op, &grid, |k, slab| {
        let positions = slab.positions(op, axis, extreme)?;
        Ok((slab.reduced(op, &over, &request)?, counted_on(&grid, k, axis, &positions)?))
    })?;
    let (extremes, positions): (Vec<Buffer>, Vec<Buffer>) = parts.into_iter().unzip();
    let mut extremes = gathered(op, &grid, &over.reduced, dtype, extremes)?;
    let mut positions = gathered(op, &grid, &over.reduced, DType::I64, positions)?;
    if axis.is_none() {
        extremes = reshape_to(op, &extremes, &[grid.count])?;
        positions = reshape_to(op, &positions, &[grid.count])?;
    }
    let axis = axis.unwrap_or(0);
    let first = extremes.positions(op, Some(axis), extreme)?;
    let mut shape = Dims::from_slice(extremes.shape());
    shape[axis] = 1;
    pick::take_along_axis(&positions, &reshape_to(op, &first, &shape)?, axis as i64).map(Some)
}

/// Positions in slab `k` as positions in the whole.
fn counted_on(grid: &Grid, k: usize, axis: Option<usize>, positions: &Handle) -> Result<Buffer> {
    let start = match axis {
        Some(axis) => grid.slab(k)[axis].start,
        None => grid.start(k),
    };
    let start = Operand::Scalar(Scalar::from(start as i64));
    Ok(binary(BinaryOp::Add, Operand::Tensor(positions), start)?.buffer)
}
