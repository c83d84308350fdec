//! Where extremes are.

use super::rearrange::reshape_to;
use super::reduce::{KeepDims, Over, check_order};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce;
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// Which end is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extreme {
    Least,
    Greatest,
}

/// The position of the first extreme along an axis, or in row-major order of all.
pub(crate) fn arg(
    op: &'static str,
    x: &Handle,
    axes: &Axes,
    keep: KeepDims,
    extreme: Extreme,
) -> Result<Handle> {
    check_order(op, x.dtype)?;
    let over = over(op, x, axes, keep)?;
    let (x, axis) = match (axes, over.reduced.iter().position(|&reduced| reduced)) {
        (Axes::List(_), Some(axis)) => (x.clone(), axis),
        _ => (reshape_to(op, x, &[over.len])?, 0),
    };
    let layout = Layout::contiguous_for(op, &over.shape, Order::C)?;
    if layout.is_empty() {
        return Handle::zeros(op, DType::I64, &over.shape, Order::C);
    }
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    let positions = reduce::arg(op, &source, axis, extreme == Extreme::Greatest)?;
    Ok(Handle::fresh(positions, layout, DType::I64))
}

/// The axis along which positions count: one, or all.
pub(crate) fn over(op: &'static str, x: &Handle, axes: &Axes, keep: KeepDims) -> Result<Over> {
    let over = Over::new(op, x, axes, keep)?;
    match axes {
        Axes::List(list) if list.len() != 1 => {
            let (found, allowed) =
                (format!("{list:?}"), "positions count along one axis, or along all: `..`");
            Err(ErrorKind::Argument { op, name: "axes", found, allowed }.into())
        }
        _ => over.check_not_empty(op, x).map(|()| over),
    }
}
