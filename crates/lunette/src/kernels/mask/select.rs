//! The elements where a mask is true.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::blocks::{compress, for_each_block};
use super::check_mask;
use super::parts::Parts;
use crate::buffer::{Buffer, Fresh, Source};
use crate::error::Result;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::nest::Nest;

/// The elements of `src` where `mask`, which has the same shape, is true, in row-major order; and how many they are.
///
/// # Errors
/// If the mask holds no bools or has another shape, or there is no memory for the result.
pub(crate) fn select(op: &'static str, mask: Source<'_>, src: Source<'_>) -> Result<(Buffer, usize)> {
    check_mask(op, &mask, src.shape())?;
    let nest = Nest::row_major(src.shape(), [src.layout().strides(), mask.layout().strides()]);
    // SAFETY: a region's layout was checked against its memory, and its bools are 0 or 1.
    let parts = unsafe { Parts::new(&nest, mask.start(), src.dtype().item_size()) };
    let mut fresh = Fresh::new(op, &[parts.total()], src.dtype())?;
    let out = fresh.start();
    dispatch_item!(ItemSize::of(src.dtype()), T => {
        let whole = Select::<T> { nest: &nest, src: src.start().cast(), mask: mask.start(), out: out.cast() };
        parts.share(|k| {
            let whole = &whole;
            // SAFETY: the true elements of the parts before this one lie before it, and there is room for all.
            let out = unsafe { whole.out.add(parts.before(k)) };
            isa::run(Select { nest: &parts.part(&nest, k), out, ..*whole });
        });
    });
    // SAFETY: as many elements of `src` have been written as there is room for.
    Ok((unsafe { fresh.assume_init() }, parts.total()))
}

/// A selection along a nest (operand 0 is the source, operand 1 the mask); making one promises that all of it may be
/// read, that the mask is zeros and ones, and that `out` has room for the true elements, which is nobody else's.
#[derive(Clone, Copy)]
struct Select<'a, T> {
    nest: &'a Nest<2>,
    src: *const T,
    mask: *const u8,
    out: *mut T,
}

// SAFETY: sources are only read, and every part writes room of its own.
unsafe impl<T: Item> Sync for Select<'_, T> {}

impl<T: Item> Task for Select<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, src, mask, mut out } = self;
        let step = nest.inner().strides[0];
        // SAFETY: what making a selection promises. A step of 1 is passed as a constant.
        unsafe {
            for_each_block(isa, nest, mask, |at, bits| {
                match step {
                    1 => compress(isa, src.offset(at), 1, bits, out),
                    _ => compress(isa, src.offset(at), step, bits, out),
                }
                out = out.add(bits.count_ones() as usize);
            });
        }
    }
}
