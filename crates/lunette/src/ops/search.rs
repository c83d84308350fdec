//! Where something is.

use crate::buffer::Buffer;
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::{generate, mask};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// One tensor of indices for each axis, telling where the elements are not zero, in row-major order.
pub(crate) fn nonzero(x: &Handle) -> Result<Vec<Handle>> {
    let op = "nonzero";
    if x.layout.rank() == 0 {
        let expected = "at least one axis (reshape a scalar to [1])";
        return Err(ErrorKind::Rank { op, expected, found: 0 }.into());
    }
    let lock = x.buffer.lock(op, Access::Read)?;
    let axes = mask::nonzero(op, lock.source(op, &x.layout, x.dtype)?)?;
    let handle = |indices: Buffer| {
        let layout = Layout::vector(indices.len_bytes() / DType::I64.item_size());
        Handle::fresh(indices, layout, DType::I64)
    };
    Ok(axes.into_iter().map(handle).collect())
}

/// A table with one row of indices for each element that is not zero.
pub(crate) fn argwhere(x: &Handle) -> Result<Handle> {
    let op = "argwhere";
    let hits = positions(op, x)?;
    let rank = x.layout.rank();
    let layout = Layout::contiguous(op, &[hits.len(), rank], Order::C)?;
    let inner: Vec<usize> = (0..rank).map(|axis| x.shape()[axis + 1..].iter().product()).collect();
    let entry = |i: usize| (hits[i / rank] / inner[i % rank] % x.shape()[i % rank]) as i64;
    Ok(Handle::fresh(generate::from_fn(op, layout.len(), entry)?, layout, DType::I64))
}

/// The flat row-major positions of the elements that are not zero.
fn positions(op: &'static str, x: &Handle) -> Result<Vec<usize>> {
    let lock = x.buffer.lock(op, Access::Read)?;
    mask::nonzero_positions(op, lock.source(op, &x.layout, x.dtype)?)
}
