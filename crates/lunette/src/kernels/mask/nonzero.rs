//! Where a mask is true: as offsets, and as coordinates.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::blocks::{self, Position, for_each_block};
use super::check_mask;
use super::parts::Parts;
use crate::buffer::{Buffer, Fresh, Source};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::kernels::copy::to_fresh;
use crate::kernels::isa::{self, Isa, Task};
use crate::layout::{Layout, Order, Strides};
use crate::nest::Nest;

/// How far each true element of a mask lies from its first element in a layout of the same shape with these strides;
/// in row-major order.
///
/// # Errors
/// If the mask holds no bools, the strides are not as many as its axes, or there is no memory for the result.
pub(crate) fn offsets(op: &'static str, mask: Source<'_>, strides: &[isize]) -> Result<Vec<isize>> {
    check_mask(op, &mask, mask.shape())?;
    if strides.len() != mask.shape().len() {
        let counts = [mask.shape().len(), strides.len()];
        return Err(mask.layout().wrong_count(op, "strides", counts, "give one stride for each axis"));
    }
    let nest = Nest::row_major(mask.shape(), [strides, mask.layout().strides()]);
    // SAFETY: a region's layout was checked against its memory, and its bools are 0 or 1.
    let parts = unsafe { Parts::new(&nest, mask.start(), size_of::<isize>()) };
    let mut out: Vec<isize> = Vec::new();
    let total = parts.total();
    let bytes = total.saturating_mul(size_of::<isize>());
    out.try_reserve_exact(total).map_err(|_| ErrorKind::OutOfMemory { op, bytes })?;
    // SAFETY: there is room for one offset for each true element; all are written before the length says so.
    unsafe {
        write_positions(&nest, mask.start(), &parts, out.as_mut_ptr());
        out.set_len(total);
    }
    Ok(out)
}

/// The coordinates of the elements of `src` that are not zero, one buffer of `i64` for each axis, in row-major order.
///
/// # Errors
/// If there is no memory for the result.
pub(crate) fn nonzero(op: &'static str, src: Source<'_>) -> Result<Vec<Buffer>> {
    with_mask(op, src, |mask| coordinates(op, mask))
}

/// The flat row-major positions of the elements of `src` that are not zero.
///
/// # Errors
/// If there is no memory for the result.
pub(crate) fn nonzero_positions(op: &'static str, src: Source<'_>) -> Result<Vec<usize>> {
    let flat = Layout::contiguous_for(op, src.shape(), Order::C)?;
    let offsets = with_mask(op, src, |mask| offsets(op, mask, flat.strides()))?;
    // No offset is negative; the vector is reused.
    Ok(offsets.into_iter().map(|offset| offset as usize).collect())
}

/// Runs `f` on `src`, or on what it is as bools.
fn with_mask<R>(op: &'static str, src: Source<'_>, f: impl FnOnce(Source<'_>) -> Result<R>) -> Result<R> {
    if src.dtype() == DType::Bool {
        return f(src);
    }
    let layout = Layout::contiguous_for(op, src.shape(), Order::C)?;
    let mask = to_fresh(op, &src, DType::Bool, Order::C)?;
    let lock = mask.lock(op, Access::Read)?;
    f(lock.source(op, &layout, DType::Bool)?)
}

/// [`nonzero`] of a mask.
fn coordinates(op: &'static str, src: Source<'_>) -> Result<Vec<Buffer>> {
    let (shape, mask_strides) = (src.shape(), src.layout().strides());
    let along = |axis: usize| {
        // A layout that counts the entries of just this axis: its offsets are the coordinates.
        let mut strides = Strides::from_elem(0, shape.len());
        strides[axis] = 1;
        let nest = Nest::row_major(shape, [&strides, mask_strides]);
        // SAFETY: a region's layout was checked against its memory, and its bools are 0 or 1. There is room for one
        // coordinate for each true element, and all of them are written.
        unsafe {
            let parts = Parts::new(&nest, src.start(), size_of::<i64>());
            let mut fresh = Fresh::new(op, &[parts.total()], DType::I64)?;
            write_positions(&nest, src.start(), &parts, fresh.start().cast::<i64>());
            Ok(fresh.assume_init())
        }
    };
    (0..shape.len()).map(along).collect()
}

/// Writes the offset of operand 0 at each true element of operand 1, the mask.
///
/// # Safety
/// Every element that the nest reaches from `mask` may be read and is 0 or 1, the parts are those of this nest and
/// mask, and as many places of `out` as they have true elements may be written.
unsafe fn write_positions<P: Position>(nest: &Nest<2>, mask: *const u8, parts: &Parts, out: *mut P) {
    let whole = Positions { nest, mask, out };
    parts.share(|k| {
        let whole = &whole;
        // SAFETY: the true elements of the parts before this one lie before it, and there is room for all.
        let out = unsafe { whole.out.add(parts.before(k)) };
        isa::run(Positions { nest: &parts.part(whole.nest, k), out, ..*whole });
    });
}

/// Making one promises what [`write_positions`] asks for.
#[derive(Clone, Copy)]
struct Positions<'a, P> {
    nest: &'a Nest<2>,
    mask: *const u8,
    out: *mut P,
}

// SAFETY: the mask is only read, and every part writes room of its own.
unsafe impl<P: Position> Sync for Positions<'_, P> {}

impl<P: Position> Task for Positions<'_, P> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, mask, mut out } = self;
        let step = nest.inner().strides[0];
        // SAFETY: what making one promises.
        unsafe {
            for_each_block(isa, nest, mask, |at, bits| {
                blocks::positions(isa, at, step, bits, out);
                out = out.add(bits.count_ones() as usize);
            });
        }
    }
}
