//! Copies that cast on the way.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use crate::buffer::{Source, Target};
use crate::kernels::bypass::{self, Bypass, Shelf};
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
        bypasses: bypass::pays(&nest, (dst.start(), to.item_size()), [from.item_size()]),
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
    /// Whether it should go past the caches.
    bypasses: bool,
}

// SAFETY: the pointers are only used by `run`, whose callers promise that it may use them from any thread.
unsafe impl Sync for Cast {}

impl Cast {
    /// # Safety
    /// Every element that the nest reaches from `dst` (operand 0) may be written, and from `src` (operand 1) read.
    unsafe fn run(&self, nest: &Nest<2>) {
        let inner = nest.inner();
        let [to, from] = inner.strides;
        // The rows of a part may be others than those of the whole.
        let bypasses = self.bypasses && bypass::suits(inner.size, to, self.dst_item as usize);
        let mut bypass = if bypasses { Some((Bypass::begin(), Shelf::new())) } else { None };
        nest.for_each_row(|[d, s]| {
            let dst = self.dst.wrapping_offset(d * self.dst_item);
            let src = self.src.wrapping_offset(s * self.src_item);
            // SAFETY: the caller's promise, for one row of the nest; rows that suit lie side by side in the
            // destination, and no other row meets them.
            unsafe {
                match &mut bypass {
                    Some((bypass, shelf)) => self.send(bypass, shelf, (src, from), dst, inner.size),
                    None => (self.row)(src, from, dst, to, inner.size),
                }
            }
        });
    }

    /// Casts a row, and sends each piece of it past the caches.
    ///
    /// # Safety
    /// As for [`Cast::run`], for a row of elements that lie side by side in the destination.
    unsafe fn send(
        &self,
        bypass: &Bypass,
        shelf: &mut Shelf,
        (src, step): (*const u8, isize),
        dst: *mut u8,
        len: usize,
    ) {
        let item = self.dst_item as usize;
        for piece in bypass::pieces(dst, item, len) {
            let from = src.wrapping_offset(piece.start as isize * step * self.src_item);
            // SAFETY: the caller's promise, for some of the elements; the shelf is aligned for any, and long enough.
            unsafe {
                (self.row)(from, step, shelf.start(), 1, piece.len());
                bypass.copy(dst.add(piece.start * item), shelf.start(), piece.len() * item);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cast;
    use crate::dtype::DType;
    use crate::kernels::cast::cast_row;
    use crate::kernels::testing::{at, indices};
    use crate::nest::Nest;

    /// However a nest is cut, each of its parts writes its own elements and no others, past the caches too.
    #[test]
    fn parts_of_casts_keep_to_their_elements() {
        let (shape, to, from) = ([3, 4, 600], [2500_isize, 610, 1], [2420_isize, 605, 1]);
        let source: Vec<f64> = (0..8000_u16).map(f64::from).collect();
        let mut expected = vec![0_u32; 8000];
        for index in indices(&shape) {
            expected[at(0, &to, &index)] = source[at(0, &from, &index)] as u32;
        }
        let nest = Nest::new(&shape, [&to[..], &from[..]]);
        for (axis, parts) in [(0, 1), (0, 7), (0, 600), (1, 4), (2, 3)] {
            let mut dst = vec![0_u32; 8000];
            for k in 0..parts {
                let part = nest.part(axis, k, parts);
                // SAFETY: the elements of the nest lie inside of both vectors.
                unsafe {
                    let cast = Cast {
                        row: cast_row(DType::F64, DType::U32),
                        dst: dst.as_mut_ptr().cast(),
                        src: source.as_ptr().cast(),
                        dst_item: 4,
                        src_item: 8,
                        bypasses: true,
                    };
                    cast.run(&part);
                }
            }
            assert!(dst == expected, "axis {axis} in {parts} parts");
        }
    }
}
