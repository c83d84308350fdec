//! Stores where a mask is true.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::blocks::{expand, for_each_block, splat};
use super::parts::Parts;
use super::{check_mask, copy_if_met};
use crate::buffer::{Source, Target};
use crate::dtype::Scalar;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::copy::to_fresh;
use crate::kernels::fill::bytes_of;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::layout::{Dims, Layout, Order};
use crate::nest::{Nest, threads};

/// Writes `value`, which is of the region's dtype, to the elements of `dst` where `mask` is true.
///
/// # Errors
/// If the mask holds no bools or has another shape, the dtypes differ, or there is no memory for a copy of a mask
/// that overlaps `dst`.
pub(crate) fn store_scalar(
    op: &'static str,
    mask: &Source<'_>,
    dst: Target<'_>,
    value: Scalar,
) -> Result<()> {
    check_mask(op, mask, dst.shape())?;
    if value.dtype() != dst.dtype() {
        return Err(ErrorKind::DTypeMismatch { op, expected: dst.dtype(), found: value.dtype() }.into());
    }
    with_mask_apart(op, mask, dst, |mask| {
        let nest = Nest::new(dst.shape(), [dst.layout().strides(), mask.layout().strides()]);
        let bytes = bytes_of(&value);
        dispatch_item!(ItemSize::of(dst.dtype()), T => {
            // SAFETY: no item is larger or more strictly aligned than two `u64`.
            let value = unsafe { std::ptr::from_ref(&bytes).cast::<T>().read() };
            let whole = StoreScalar::<T> { nest: &nest, dst: dst.start().cast(), mask: mask.start(), value };
            threads::share_nest(&nest, nest.len().saturating_mul(size_of::<T>() + 1), |nest| {
                let whole = &whole;
                isa::run(StoreScalar { nest, ..*whole });
            });
        });
        Ok(())
    })
}

/// Writes `values`, one after the other, to the elements of `dst` where `mask` is true, in row-major order.
///
/// # Errors
/// If the mask holds no bools or has another shape, the dtypes differ, `values` is not of rank 1 or has not one
/// element for each true one, or there is no memory for a copy of what overlaps `dst`.
pub(crate) fn store_values(
    op: &'static str,
    mask: &Source<'_>,
    dst: Target<'_>,
    values: Source<'_>,
) -> Result<()> {
    check_mask(op, mask, dst.shape())?;
    if values.dtype() != dst.dtype() {
        return Err(ErrorKind::DTypeMismatch { op, expected: dst.dtype(), found: values.dtype() }.into());
    }
    let line = Layout::contiguous_for(op, values.shape(), Order::C)?;
    let copy = if values.layout().strides() == line.strides() {
        copy_if_met(op, &values, dst.as_source())?.map(|(copy, _)| copy)
    } else {
        Some(to_fresh(op, &values, values.dtype(), Order::C)?)
    };
    match copy {
        None => store_line(op, mask, dst, values),
        Some(copy) => {
            let lock = copy.lock(op, Access::Read)?;
            store_line(op, mask, dst, lock.source(op, &line, dst.dtype())?)
        }
    }
}

/// [`store_values`] for values that lie one after the other and do not meet `dst`.
fn store_line(op: &'static str, mask: &Source<'_>, dst: Target<'_>, values: Source<'_>) -> Result<()> {
    with_mask_apart(op, mask, dst, |mask| {
        let nest = Nest::row_major(dst.shape(), [dst.layout().strides(), mask.layout().strides()]);
        // SAFETY: a region's layout was checked against its memory, and its bools are 0 or 1.
        let parts = unsafe { Parts::new(&nest, mask.start(), dst.dtype().item_size()) };
        if values.shape() != [parts.total()] {
            let (region, value) = (Dims::from_slice(&[parts.total()]), Dims::from_slice(values.shape()));
            return Err(ErrorKind::StoreShape { op, region, value }.into());
        }
        let injective = Nest::new(dst.shape(), [dst.layout().strides()]).output_is_injective();
        dispatch_item!(ItemSize::of(dst.dtype()), T => {
            let values = values.start().cast();
            let whole = StoreValues::<T> { nest: &nest, dst: dst.start().cast(), mask: mask.start(), values };
            if injective {
                parts.share(|k| {
                    let whole = &whole;
                    // SAFETY: as many values lie before a part's as true elements lie before it.
                    let values = unsafe { whole.values.add(parts.before(k)) };
                    isa::run(StoreValues { nest: &parts.part(&nest, k), values, ..*whole });
                });
            } else {
                isa::run(whole);
            }
        });
        Ok(())
    })
}

/// Runs a store with the mask, or with a copy of it if the store could change it.
fn with_mask_apart(
    op: &'static str,
    mask: &Source<'_>,
    dst: Target<'_>,
    store: impl FnOnce(&Source<'_>) -> Result<()>,
) -> Result<()> {
    match copy_if_met(op, mask, dst.as_source())? {
        None => store(mask),
        Some((copy, layout)) => {
            let lock = copy.lock(op, Access::Read)?;
            store(&lock.source(op, &layout, mask.dtype())?)
        }
    }
}

/// A store along a nest (operand 0 is the destination, operand 1 the mask); making one promises that all of it may be
/// accessed, that the mask is zeros and ones, and that no element is a mask's unless it is its own.
#[derive(Clone, Copy)]
struct StoreScalar<'a, T> {
    nest: &'a Nest<2>,
    dst: *mut T,
    mask: *const u8,
    value: T,
}

// SAFETY: `share_nest` runs parts at the same time only if they write disjoint elements.
unsafe impl<T: Item> Sync for StoreScalar<'_, T> {}

impl<T: Item> Task for StoreScalar<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, dst, mask, value } = self;
        let step = nest.inner().strides[0];
        // SAFETY: what making a store promises. A step of 1 is passed as a constant.
        unsafe {
            for_each_block(isa, nest, mask, |at, bits| match step {
                1 => splat(isa, dst.offset(at), 1, bits, value),
                _ => splat(isa, dst.offset(at), step, bits, value),
            });
        }
    }
}

/// As [`StoreScalar`], and `values` holds one element for each true one of the mask, none of which is written.
#[derive(Clone, Copy)]
struct StoreValues<'a, T> {
    nest: &'a Nest<2>,
    dst: *mut T,
    mask: *const u8,
    values: *const T,
}

// SAFETY: `store_line` runs parts at the same time only if they write disjoint elements.
unsafe impl<T: Item> Sync for StoreValues<'_, T> {}

impl<T: Item> Task for StoreValues<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, dst, mask, mut values } = self;
        let step = nest.inner().strides[0];
        // SAFETY: what making a store promises. A step of 1 is passed as a constant.
        unsafe {
            for_each_block(isa, nest, mask, |at, bits| {
                match step {
                    1 => expand(isa, dst.offset(at), 1, bits, values),
                    _ => expand(isa, dst.offset(at), step, bits, values),
                }
                values = values.add(bits.count_ones() as usize);
            });
        }
    }
}
