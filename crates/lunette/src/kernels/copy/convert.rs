//! Copies that cast on the way.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use crate::buffer::{Source, Target};
use crate::kernels::cast::{CastRow, cast_row};
use crate::nest::{Nest, threads};

/// Casts every element of `src` into the same index of `dst`.
///
/// # Safety
/// The regions have no byte in common, and their shapes are equal.
pub(super) unsafe fn copy_cast(dst: &Target<'_>, src: &Source<'_>) {
    let nest = Nest::new(dst.shape(), [dst.layout().strides(), src.layout().strides()]);
    let (to, from) = (dst.dtype(), src.dtype());
    let cast = Cast {
        row: cast_row(from, to),
        dst: dst.start(),
        src: src.start(),
        dst_item: to.item_size() as isize,
        src_item: from.item_size() as isize,
    };
    let bytes = nest.len() * (to.item_size() + from.item_size());
    // SAFETY: the nest walks through exactly the elements of both regions, and its parts, where it is cut, write
    // different elements; the rest is the caller's promise.
    threads::share_nest(&nest, bytes, |part| unsafe { cast.run(part) });
}

struct Cast {
    row: CastRow,
    dst: *mut u8,
    src: *const u8,
    dst_item: isize,
    src_item: isize,
}

// SAFETY: the pointers are only used by `run`, whose callers promise that it may use them from any thread.
unsafe impl Sync for Cast {}

impl Cast {
    /// # Safety
    /// Every element that the nest reaches from `dst` (operand 0) may be written, and from `src` (operand 1) read.
    unsafe fn run(&self, nest: &Nest<2>) {
        let inner = nest.inner();
        let [to, from] = inner.strides;
        nest.for_each_row(|[d, s]| {
            // SAFETY: the caller's promise, for one row of the nest.
            unsafe {
                let dst = self.dst.wrapping_offset(d * self.dst_item);
                let src = self.src.wrapping_offset(s * self.src_item);
                (self.row)(src, from, dst, to, inner.size);
            }
        });
    }
}
