//! Copies between regions: same dtype or cast, any layouts, any overlap.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

mod convert;
mod meeting;
mod rows;
mod shift;
mod strided;
mod tiles;
pub(in crate::kernels) mod transpose;

#[cfg(test)]
mod tests;

pub(in crate::kernels) use self::meeting::span;
pub(in crate::kernels) use self::meeting::{Meeting, meeting};
pub(in crate::kernels) use self::rows::{fill_row, put_on, send_copies};
pub(in crate::kernels) use self::strided::Side;
pub(in crate::kernels) use self::strided::copy_strided;
use super::item::ItemSize;
use crate::buffer::{Buffer, Fresh, Source, Target};
use crate::dtype::DType;
use crate::error::{ErrorKind, Result};
use crate::layout::{Dims, Layout, Order};

/// Copies every element of `src` to the same index of `dst`, as if `src` had been copied first; casts where the
/// dtypes differ. Takes a temporary only where the regions overlap and no order of copying would be right.
///
/// # Errors
/// If the shapes differ, or a temporary is needed and there is no memory for it.
pub(crate) fn transfer(op: &'static str, dst: Target<'_>, src: Source<'_>) -> Result<()> {
    if dst.shape() != src.shape() {
        return Err(shapes_differ(op, dst.shape(), src.shape()));
    }
    if dst.layout().is_empty() {
        return Ok(());
    }
    match meeting(&dst, &src) {
        // SAFETY: `meeting` found no common byte.
        Meeting::Apart => unsafe { copy_apart(&dst, &src) },
        Meeting::Same => {}
        // SAFETY: `meeting` found what `copy_shifted` asks for.
        Meeting::Shifted => unsafe { shift::copy_shifted(&dst, &src) },
        Meeting::Tangled => {
            let mut fresh = Fresh::new(op, src.shape(), dst.dtype())?;
            let layout = Layout::contiguous_for(op, src.shape(), order_of(&src))?;
            // SAFETY: the first copy writes all of the new memory, which nobody else knows, before the second reads it.
            unsafe {
                let between = fresh.target(op, &layout)?;
                copy_apart(&between, &src);
                copy_apart(&dst, &between.as_source());
            }
        }
    }
    Ok(())
}

/// A contiguous copy of `src`, cast to `dtype`.
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn to_fresh(op: &'static str, src: &Source<'_>, dtype: DType, order: Order) -> Result<Buffer> {
    let mut fresh = Fresh::new(op, src.shape(), dtype)?;
    let layout = Layout::contiguous_for(op, src.shape(), order)?;
    // SAFETY: the copy reads only `src`, which new memory is no part of, and writes every element of the new memory.
    unsafe {
        let dst = fresh.target(op, &layout)?;
        if !layout.is_empty() {
            copy_apart(&dst, src);
        }
        Ok(fresh.assume_init())
    }
}

/// Copies between regions that have no byte in common.
///
/// # Safety
/// They have none, their shapes are equal, and they are not empty.
unsafe fn copy_apart(dst: &Target<'_>, src: &Source<'_>) {
    if dst.dtype() != src.dtype() {
        // SAFETY: the caller's promise.
        return unsafe { convert::copy_cast(dst, src) };
    }
    let to = Side { start: dst.start(), strides: dst.layout().strides() };
    let from = Side { start: src.start(), strides: src.layout().strides() };
    // SAFETY: a region's layout was checked against its memory, which is aligned for its dtype; the rest is the
    // caller's promise.
    unsafe {
        copy_strided(ItemSize::of(dst.dtype()), dst.shape(), to, from);
    }
}

/// The order in which a copy of `src` is the least work.
fn order_of(src: &Source<'_>) -> Order {
    let strides = src.layout().strides();
    let first = strides.first().map_or(0, |stride| stride.unsigned_abs());
    let last = strides.last().map_or(0, |stride| stride.unsigned_abs());
    if first < last { Order::F } else { Order::C }
}

#[cold]
fn shapes_differ(op: &'static str, expected: &[usize], found: &[usize]) -> crate::Error {
    let (expected, found) = (Dims::from_slice(expected), Dims::from_slice(found));
    ErrorKind::ShapeMismatch { op, expected, found, cure: "both must have the same shape" }.into()
}
