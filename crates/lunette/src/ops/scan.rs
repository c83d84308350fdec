//! Running totals along an axis.

use super::cast::cast;
use super::reduce::{check_order, check_total};
use crate::dtype::DType;
use crate::error::{Access, Result};
use crate::kernels::scan::{Running, scan_fresh};
use crate::layout::resolve_axis;
use crate::tensor::Handle;

/// Whether the total of nothing comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Initial {
    Left,
    Included,
}

/// The running totals of elements cast to `dtype`, along one axis.
pub(crate) fn cumulative(
    op: &'static str,
    x: &Handle,
    axis: i64,
    running: Running,
    (dtype, initial): (DType, Initial),
) -> Result<Handle> {
    check_total(op, x, dtype)?;
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    // Fractions are cut before they are added up, not after.
    let cut = dtype.is_integer() && x.dtype.is_float();
    let x = if cut { cast(op, x, dtype)? } else { x.clone() };
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    let (buffer, layout) = scan_fresh(op, running, &source, axis, (dtype, initial == Initial::Included))?;
    Ok(Handle::fresh(buffer, layout, dtype))
}

/// The extremes so far along one axis, in the dtype of the elements.
pub(crate) fn cumulative_extreme(
    op: &'static str,
    x: &Handle,
    axis: i64,
    running: Running,
) -> Result<Handle> {
    check_order(op, x.dtype)?;
    let axis = resolve_axis(op, axis, x.layout.rank())?;
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    let (buffer, layout) = scan_fresh(op, running, &source, axis, (x.dtype, false))?;
    Ok(Handle::fresh(buffer, layout, x.dtype))
}
