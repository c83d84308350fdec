//! Where extremes are.

use super::rearrange::{in_shape, reshape_to};
use super::reduce::{KeepDims, Over, Reducible, check_order};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::index::Axes;
use crate::kernels::reduce::{self, Reduction};
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// Which end is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extreme {
    Least,
    Greatest,
}

impl Extreme {
    /// The reduction that gives the extreme itself.
    pub(crate) fn reduction(self) -> Reduction {
        match self {
            Self::Least => Reduction::Least,
            Self::Greatest => Reduction::Greatest,
        }
    }
}

/// The position of the first extreme along an axis, or in row-major order of all.
pub(crate) fn arg(
    op: &'static str,
    x: &dyn Reducible,
    axes: &Axes,
    keep: KeepDims,
    extreme: Extreme,
) -> Result<Handle> {
    check_order(op, x.dtype())?;
    let over = over(op, x, axes, keep)?;
    if over.shape.contains(&0) {
        return Handle::zeros(op, DType::I64, &over.shape, Order::C);
    }
    let axis = match axes {
        Axes::List(_) => over.reduced.iter().position(|&reduced| reduced),
        Axes::All => None,
    };
    in_shape(op, x.positions(op, axis, extreme)?, &over.shape)
}

/// The positions in a tensor, row-major.
pub(super) fn positions(
    op: &'static str,
    x: &Handle,
    axis: Option<usize>,
    extreme: Extreme,
) -> Result<Handle> {
    let x = if axis.is_some() { x.clone() } else { reshape_to(op, x, &[x.layout.len()])? };
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    let found = reduce::arg(op, &source, axis.unwrap_or(0), extreme == Extreme::Greatest)?;
    let results = x.layout.len() / x.shape()[axis.unwrap_or(0)];
    Ok(Handle::fresh(found, Layout::vector(results), DType::I64))
}

/// The axis along which positions count: one, or all.
pub(crate) fn over(op: &'static str, x: &dyn Reducible, axes: &Axes, keep: KeepDims) -> Result<Over> {
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
