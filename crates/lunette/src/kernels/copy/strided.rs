//! Copies between two layouts of one shape and one item size, by raw pointers.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use super::rows::{copy_rows, send_rows};
use super::tiles::{axis_around_tiles, copy_tiles, source_axis};
use crate::kernels::bypass;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::nest::{Axis, Nest, threads};

/// One side of a copy: where index (0, …, 0) lies, and the steps in elements.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a, P> {
    pub(crate) start: P,
    pub(crate) strides: &'a [isize],
}

/// Copies every element of `src` to the same index of `dst`.
///
/// # Safety
/// 1. Each side's steps are as many as `shape`'s sizes, and every element that they reach from the side's start is
///    aligned for its item and may be read (`src`) or written (`dst`) by this thread and its helpers.
/// 2. No element of `dst` overlaps an element of `src`.
pub(crate) unsafe fn copy_strided(
    item: ItemSize,
    shape: &[usize],
    dst: Side<'_, *mut u8>,
    src: Side<'_, *const u8>,
) {
    let nest = Nest::new(shape, [dst.strides, src.strides]);
    // SAFETY: the nest walks through exactly the elements of both layouts (its invariant 2), which `shape` and the
    // strides describe; the rest is the caller's promise.
    dispatch_item!(item, T => unsafe { copy_nest::<T>(&nest, dst.start.cast(), src.start.cast()) });
}

/// Copies along a nest, in parallel where it pays.
///
/// # Safety
/// As [`copy_strided`], for the elements that the nest reaches from `dst` (operand 0) and `src` (operand 1).
unsafe fn copy_nest<T: Item>(nest: &Nest<2>, dst: *mut T, src: *const T) {
    let bypasses = bypass::pays(nest, (dst.cast(), size_of::<T>()), [size_of::<T>()]);
    let whole = CopyNest { nest, dst, src, bypasses };
    let bytes = nest.len() * size_of::<T>();
    let cut = |parts| axis_around_tiles::<T>(nest, parts).or_else(|| nest.axis_to_cut(parts));
    threads::share_nest_across(nest, bytes, cut, |nest| {
        let whole = &whole;
        isa::run(CopyNest { nest, ..*whole });
    });
}

/// A copy along a nest; making one promises what [`copy_nest`] asks for.
#[derive(Clone, Copy)]
struct CopyNest<'a, T> {
    nest: &'a Nest<2>,
    dst: *mut T,
    src: *const T,
    /// Whether it should go past the caches.
    bypasses: bool,
}

// SAFETY: the pointers are only used as `copy_nest`'s caller promised, from any thread; parts of an injective nest
// write disjoint elements, and nobody writes what they read.
unsafe impl<T: Item> Sync for CopyNest<'_, T> {}

impl<T: Item> Task for CopyNest<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, dst, src, bypasses } = self;
        // The rows of a part may be others than those of the whole.
        let Axis { size, strides } = nest.inner();
        match source_axis(nest) {
            // SAFETY: `copy_nest`'s caller promised that every element of the nest may be accessed; `isa` is what the
            // machine has.
            Some(axis) => unsafe { copy_tiles(isa, nest, (axis, bypasses), dst, src) },
            // SAFETY: as above; rows that suit lie side by side in the destination.
            None if bypasses && bypass::suits(size, strides[0], size_of::<T>()) => unsafe {
                send_rows(nest, dst, src);
            },
            // SAFETY: as above.
            None => unsafe { copy_rows(nest, dst, src) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CopyNest;
    use crate::kernels::isa;
    use crate::kernels::testing::{at, indices};
    use crate::nest::Nest;

    /// However a nest is cut, each of its parts writes its own elements and no others, past the caches too.
    #[test]
    fn parts_of_copies_keep_to_their_elements() {
        let (shape, to, from) = ([3, 4, 600], [2500_isize, 610, 1], [2420_isize, 605, 1]);
        let source: Vec<u32> = (0..8000_u16).map(u32::from).collect();
        let mut expected = vec![0_u32; 8000];
        for index in indices(&shape) {
            expected[at(0, &to, &index)] = source[at(0, &from, &index)];
        }
        let nest = Nest::new(&shape, [&to[..], &from[..]]);
        for (axis, parts) in [(0, 1), (0, 7), (0, 600), (1, 4), (2, 3)] {
            let mut dst = vec![0_u32; 8000];
            for k in 0..parts {
                let part = nest.part(axis, k, parts);
                // Making one promises that the elements lie inside of both vectors.
                isa::run(CopyNest {
                    nest: &part,
                    dst: dst.as_mut_ptr(),
                    src: source.as_ptr(),
                    bypasses: true,
                });
            }
            assert!(dst == expected, "axis {axis} in {parts} parts");
        }
    }
}
