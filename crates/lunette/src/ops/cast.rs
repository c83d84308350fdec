//! Conversions between dtypes, plain and checked, and new readings of the same bytes.

use super::lists;
use super::store::check_values;
use crate::buffer::not_bools;
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::copy::to_fresh;
use crate::layout::{Layout, Order};
use crate::tensor::Handle;

/// A copy in another dtype by the plain rule: floats saturate, integers keep their low bits.
pub(crate) fn cast(op: &'static str, x: &Handle, dtype: DType) -> Result<Handle> {
    convert(op, x, dtype, Check::None)
}

/// The tensor itself if it has the dtype, else a copy by the plain rule.
pub(crate) fn to_dtype(op: &'static str, x: &Handle, dtype: DType) -> Result<Handle> {
    if x.dtype == dtype { Ok(x.clone()) } else { cast(op, x, dtype) }
}

/// A copy in another dtype; a value that does not fit is an error.
pub(crate) fn try_cast(op: &'static str, x: &Handle, dtype: DType) -> Result<Handle> {
    x.dtype.check_store(op, dtype)?;
    convert(op, x, dtype, Check::Values)
}

#[derive(PartialEq)]
enum Check {
    None,
    Values,
}

fn convert(op: &'static str, x: &Handle, dtype: DType, check: Check) -> Result<Handle> {
    let fresh = Layout::contiguous_for(op, x.shape(), Order::C)?;
    let lock = x.buffer.lock(op, Access::Read)?;
    let source = lock.source(op, &x.layout, x.dtype)?;
    if check == Check::Values {
        // What no memory holds is refused before all of it is searched.
        lists::check_room::<u8>(op, fresh.len().saturating_mul(dtype.item_size()))?;
        check_values(op, &source, dtype)?;
    }
    Ok(Handle::fresh(to_fresh(op, &source, dtype, Order::C)?, fresh, dtype))
}

/// The same bytes read as another dtype: the last axis grows or shrinks by the ratio of the item sizes.
pub(crate) fn reinterpret(x: &Handle, dtype: DType) -> Result<Handle> {
    let op = "reinterpret";
    if x.dtype == DType::Bool && dtype != DType::Bool {
        return Err(not_bools(op));
    }
    if dtype == DType::Bool && x.dtype != DType::Bool {
        let cure = "not every byte is a bool: use `cast`";
        return Err(ErrorKind::Unsupported { op, dtype: DType::Bool, cure }.into());
    }
    let layout = x.layout.reinterpret_for(op, x.dtype.item_size(), dtype.item_size())?;
    x.buffer.check_layout(op, &layout, dtype)?;
    Ok(Handle { dtype, ..x.with_layout(layout) })
}
