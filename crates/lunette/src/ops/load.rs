//! Views and copies of a part of a tensor.

use super::pick;
use crate::error::{Access, Result};
use crate::index::{self, Item, Plan};
use crate::kernels::copy::to_fresh;
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// The part that `items` pick, in the same memory.
#[inline]
pub(crate) fn view(x: &Handle, items: &[Item<'_>]) -> Result<Handle> {
    if !x.is_overlapping() && index::is_plain(items, &x.layout) {
        let mut view = x.clone();
        view.is_view = true;
        index::cut("view", items, &mut view.layout)?;
        return Ok(view);
    }
    Ok(x.with_layout(index::resolve_view("view", items, &x.layout)?))
}

/// A copy of the part that `items` pick.
pub(crate) fn load(x: &Handle, items: &[Item<'_>], order: Order) -> Result<Handle> {
    let op = "load";
    if index::is_plain(items, &x.layout) {
        let mut part = x.layout.clone();
        index::cut(op, items, &mut part)?;
        return copy_part(op, x, &part, order);
    }
    if let [Item::Tensor(index)] = items
        && order == Order::C
        && let Some(picked) = pick::gather_few(op, x, index.handle())?
    {
        return Ok(picked);
    }
    match index::resolve(op, items, &x.layout)? {
        Plan::View(layout) => copy_part(op, x, &layout, order),
        Plan::Pick(plan) => reorder(op, pick::gather(op, x, &plan)?, order),
    }
}

/// A copy of the part that `items` pick, each index tensor acting on its own axis.
pub(crate) fn load_orthogonal(x: &Handle, items: &[Item<'_>], order: Order) -> Result<Handle> {
    let op = "load_orthogonal";
    let picked = pick::gather_orthogonal(op, x, &index::resolve_orthogonal(op, items, &x.layout)?)?;
    reorder(op, picked, order)
}

/// A copy of the whole tensor.
pub(crate) fn copy(op: &'static str, x: &Handle, order: Order) -> Result<Handle> {
    copy_part(op, x, &x.layout, order)
}

/// A copy of what `layout` reaches in the memory of `x`.
fn copy_part(op: &'static str, x: &Handle, layout: &Layout, order: Order) -> Result<Handle> {
    let fresh = Layout::contiguous_for(op, layout.shape(), order)?;
    let lock = x.buffer.lock(op, Access::Read)?;
    let buffer = to_fresh(op, &lock.source(op, layout, x.dtype)?, x.dtype, order)?;
    Ok(Handle::fresh(buffer, fresh, x.dtype))
}

/// The same values in the order asked for; a row-major tensor of its own stays as it is.
fn reorder(op: &'static str, x: Handle, order: Order) -> Result<Handle> {
    if order == Order::C { Ok(x) } else { copy(op, &x, order) }
}
