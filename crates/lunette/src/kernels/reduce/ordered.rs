//! Products of one factor after the other, for those whose parts have left the range of their type.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::products::Factor;
use super::run::each;
use crate::buffer::Source;
use crate::dtype::DType;
use crate::kernels::cast::{CastRow, cast_row};
use crate::nest::Axis;

/// Factors that are converted at a time, and results that are looked at.
const BLOCK: usize = 256;

/// Products to be looked at. Making one promises that there are as many results as the kept axes have indices, in
/// row-major order, and that they may be read and written.
pub(super) struct Ordered<'a> {
    pub(super) src: &'a Source<'a>,
    pub(super) reduced: &'a [bool],
    pub(super) out: *mut u8,
    pub(super) result: DType,
}

// SAFETY: the source is only read, and every result is read and written by one task.
unsafe impl Sync for Ordered<'_> {}

impl Ordered<'_> {
    /// Does every product again that is NaN: because it is, or because its parts have been out of range.
    pub(super) fn redo<T: Factor>(&self) {
        let kept = self.axes(false);
        let count: usize = kept.iter().map(|axis| axis.size).product();
        let reduced = self.axes(true);
        let layout = self.src.layout();
        let bytes = layout.len().saturating_mul(self.src.dtype().item_size());
        let (read, write) = (cast_row(self.result, T::DTYPE), cast_row(T::DTYPE, self.result));
        let (load, item_bytes) = (cast_row(self.src.dtype(), T::DTYPE), self.result.item_size());
        each(count.div_ceil(BLOCK), bytes, |task| {
            let (from, to) = (task * BLOCK, count.min((task + 1) * BLOCK));
            let mut products = [T::ONE; BLOCK];
            // SAFETY: the results have been written, and this task is alone with them; the block has room for them.
            unsafe {
                let results = self.out.add(from * item_bytes);
                read(results, 1, products.as_mut_ptr().cast(), 1, to - from);
                for k in (from..to).filter(|k| products[k - from].is_nan()) {
                    let product: T = self.product(&reduced, place(&kept, k), load);
                    let to = self.out.add(k * item_bytes);
                    write(std::ptr::from_ref(&product).cast(), 1, to, 1, 1);
                }
            }
        });
    }

    /// The axes that are reduced, or the others, from the innermost outwards.
    fn axes(&self, reduced: bool) -> SmallVec<[Axis<1>; 8]> {
        let layout = self.src.layout();
        let sizes = layout.shape().iter().zip(layout.strides()).zip(self.reduced);
        let wanted = sizes.filter(|&(_, &is_reduced)| is_reduced == reduced);
        wanted.rev().map(|((&size, &stride), _)| Axis { size, strides: [stride] }).collect()
    }

    /// The product of the elements of a result whose first one is at `at`.
    ///
    /// # Safety
    /// The result exists.
    unsafe fn product<T: Factor>(&self, axes: &[Axis<1>], at: isize, load: CastRow) -> T {
        let (inner, outer) = match axes.split_first() {
            Some((inner, outer)) => (*inner, outer),
            None => (Axis { size: 1, strides: [1] }, axes),
        };
        let rows: usize = outer.iter().map(|axis| axis.size).product();
        let bytes = self.src.dtype().item_size() as isize;
        let mut block = [const { MaybeUninit::<T>::uninit() }; BLOCK];
        let mut product = T::ONE;
        for row in 0..rows {
            let start = at + place(outer, row);
            for from in (0..inner.size).step_by(BLOCK) {
                let len = BLOCK.min(inner.size - from);
                let offset = start + from as isize * inner.strides[0];
                // SAFETY: the elements are some of the source's, and are written to the block before they are read.
                let factors = unsafe {
                    let src = self.src.start().offset(offset * bytes);
                    load(src, inner.strides[0], block.as_mut_ptr().cast(), 1, len);
                    std::slice::from_raw_parts(block.as_ptr().cast::<T>(), len)
                };
                product = factors.iter().fold(product, |product, &factor| T::wrapping_mul(product, factor));
                if product.is_nan() {
                    return product;
                }
            }
        }
        product
    }
}

/// How far the index with this number, in row-major order, is from the first.
fn place(axes: &[Axis<1>], mut number: usize) -> isize {
    let mut at = 0;
    for axis in axes {
        at += (number % axis.size) as isize * axis.strides[0];
        number /= axis.size;
    }
    at
}
