//! Copies between overlapping regions whose elements all move by the same distance, without a temporary.

#![expect(unsafe_code, reason = "copies go through raw pointers, because other handles may alias the memory")]

use super::rows::copy_row;
use crate::buffer::{Source, Target};
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};
use crate::nest::{Axis, Nest};

/// Copies every element of `src` to the same index of `dst`, as if `src` had been copied first.
///
/// The elements are visited in the order of their addresses: upwards where they move down, downwards where they move
/// up, so that each is read before another one lands on it.
///
/// # Safety
/// Dtypes, shapes and steps are equal, the regions are not empty and lie a whole number of items apart.
pub(super) unsafe fn copy_shifted(dst: &Target<'_>, src: &Source<'_>) {
    let strides = dst.layout().strides();
    let nest = Nest::new(dst.shape(), [strides]);
    let down = dst.start().cast_const() < src.start();
    let nest = if down { nest } else { nest.backwards() };
    dispatch_item!(ItemSize::of(dst.dtype()), T => {
        isa::run(Shift::<T> { nest: &nest, dst: dst.start().cast(), src: src.start().cast() });
    });
}

/// A shift along a nest; making one promises what [`copy_shifted`] asks for.
struct Shift<'a, T> {
    nest: &'a Nest<1>,
    dst: *mut T,
    src: *const T,
}

impl<T: Item> Task for Shift<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Self { nest, dst, src } = self;
        let Axis { size, strides: [step] } = nest.inner();
        // SAFETY: for every arm, a row starts at the offset of the nest and goes on with the steps of its inner axis,
        // so it stays inside both regions.
        match step {
            // SAFETY: as above.
            1 => nest.for_each_row(|[at]| unsafe { dst.offset(at).copy_from(src.offset(at), size) }),
            -1 => nest.for_each_row(|[at]| {
                let lowest = at - (size as isize - 1);
                // SAFETY: see above.
                unsafe { dst.offset(lowest).copy_from(src.offset(lowest), size) }
            }),
            _ => nest.for_each_row(|[at]| {
                // SAFETY: see above.
                unsafe { copy_row(dst.offset(at), step, src.offset(at), step, size) }
            }),
        }
    }
}
