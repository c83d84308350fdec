//! Where something is.

use crate::error::{Access, ErrorKind, Result};
use crate::kernels::{generate, mask};
use crate::layout::{Layout, Order};
use crate::dtype::DType;
use crate::tensor::Handle;

/// One tensor of indices for each axis, telling where the elements are not zero, in row-major order.
pub(crate) fn nonzero(x: &Handle) -> Result<Vec<Handle>> {
    let op = "nonzero";
    if x.layout.rank() == 0 {
        let expected = "at least one axis (reshape a scalar to [1])";
        return Err(ErrorKind::Rank { op, expected, found: 0 }.into());
    }
    let hits = positions(op, x)?;
    (0..x.layout.rank()).map(|axis| indices_along(op, x, &hits, axis)).collect()
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

fn indices_along(op: &'static str, x: &Handle, hits: &[usize], axis: usize) -> Result<Handle> {
    let inner: usize = x.shape()[axis + 1..].iter().product();
    let size = x.shape()[axis];
    let layout = Layout::contiguous(op, &[hits.len()], Order::C)?;
    let buffer = generate::from_fn(op, hits.len(), |i| (hits[i] / inner % size) as i64)?;
    Ok(Handle::fresh(buffer, layout, DType::I64))
}
