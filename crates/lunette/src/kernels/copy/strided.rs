//! Copies between two layouts of one shape and one item size, by raw pointers.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use super::rows::copy_rows;
use super::tiles::{copy_tiles, source_axis};
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::nest::{Nest, threads};

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
    let whole = CopyNest { nest, dst, src };
    threads::share_nest(nest, nest.len() * size_of::<T>(), |nest| {
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
}

// SAFETY: the pointers are only used as `copy_nest`'s caller promised, from any thread; parts of an injective nest
// write disjoint elements, and nobody writes what they read.
unsafe impl<T: Item> Sync for CopyNest<'_, T> {}

impl<T: Item> Task for CopyNest<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { nest, dst, src } = self;
        match source_axis(nest) {
            // SAFETY: `copy_nest`'s caller promised that every element of the nest may be accessed; `isa` is what the
            // machine has.
            Some(axis) => unsafe { copy_tiles(isa, nest, axis, dst, src) },
            // SAFETY: as above.
            None => unsafe { copy_rows(nest, dst, src) },
        }
    }
}
