//! One value into every element of a region.

#![expect(unsafe_code, reason = "stores go through raw pointers, because other handles may alias the memory")]

#[cfg(test)]
mod tests;

use super::bypass::{self, Bypass, Shelf};
use super::copy::{Side, fill_row, put_on, send_copies};
use super::isa::{self, Isa, Task};
use super::item::{Item, ItemSize, dispatch_item};
use crate::buffer::Target;
use crate::dtype::{Element, Scalar, with_value};
use crate::nest::{Axis, Nest, threads};

/// So few elements along one axis are written in less time than it takes to make a nest of them.
const FEW: usize = 32;

/// Writes `value`, which is of the region's dtype, to every element of `dst`.
#[inline]
pub(crate) fn fill(dst: Target<'_>, value: Scalar) {
    debug_assert_eq!(value.dtype(), dst.dtype());
    if value.dtype() != dst.dtype() {
        return;
    }
    let side = Side { start: dst.start(), strides: dst.layout().strides() };
    // SAFETY: a region's layout was checked against its memory, which may be written and is aligned for its dtype.
    unsafe { fill_strided(ItemSize::of(dst.dtype()), dst.shape(), side, &bytes_of(&value)) };
}

/// The bytes of an element, followed by zeros.
#[inline]
pub(in crate::kernels) fn bytes_of(value: &Scalar) -> [u64; 2] {
    fn bytes<T: Element>(value: T) -> [u64; 2] {
        let mut bytes = [0u64; 2];
        // SAFETY: no element is larger or more strictly aligned than two `u64`, nor has it padding.
        unsafe { bytes.as_mut_ptr().cast::<T>().write(value) };
        bytes
    }
    with_value!(*value, element => bytes(element))
}

/// Writes the value whose bytes are the first of `value` to every element of `dst`.
///
/// # Safety
/// `dst`'s steps are as many as `shape`'s sizes, and every element that they reach from its start is aligned for its
/// item and may be written by this thread and its helpers.
unsafe fn fill_strided(item: ItemSize, shape: &[usize], dst: Side<'_, *mut u8>, value: &[u64; 2]) {
    dispatch_item!(item, T => {
        // SAFETY: no item is larger or more strictly aligned than two `u64`.
        let value = unsafe { std::ptr::from_ref(value).cast::<T>().read() };
        let start = dst.start.cast::<T>();
        match (shape, dst.strides) {
            // SAFETY: the caller's promise; a step of 1 is passed as a constant.
            (&[size @ ..=FEW], &[1]) => unsafe { fill_row(start, 1, size, value) },
            // SAFETY: the caller's promise.
            (&[size @ ..=FEW], &[step]) => unsafe { fill_row(start, step, size, value) },
            // SAFETY: the nest walks through exactly the elements of the layout; the rest is the caller's promise.
            _ => unsafe { fill_nest::<T>(&Nest::new(shape, [dst.strides]), start, value) },
        }
    });
}

/// Fills along a nest, in parallel where it pays.
///
/// # Safety
/// As [`fill_strided`], for the elements that the nest reaches from `dst`.
unsafe fn fill_nest<T: Item>(nest: &Nest<1>, dst: *mut T, value: T) {
    let bypasses = bypass::pays(nest, (dst.cast(), size_of::<T>()), []);
    let whole = FillNest { nest, dst, value, bypasses };
    threads::share_nest(nest, nest.len() * size_of::<T>(), |nest| {
        let whole = &whole;
        isa::run(FillNest { nest, ..*whole });
    });
}

/// A fill along a nest; making one promises what [`fill_nest`] asks for.
#[derive(Clone, Copy)]
struct FillNest<'a, T> {
    nest: &'a Nest<1>,
    dst: *mut T,
    value: T,
    /// Whether it should go past the caches.
    bypasses: bool,
}

// SAFETY: the pointer is only used as `fill_nest`'s caller promised, from any thread; parts of an injective nest
// write disjoint elements.
unsafe impl<T: Item> Sync for FillNest<'_, T> {}

impl<T: Item> Task for FillNest<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Self { nest, dst, value, bypasses } = self;
        let Axis { size, strides: [step] } = nest.inner();
        // SAFETY: a row starts at the offset of the nest and goes on with the steps of its inner axis, so it stays
        // inside what `fill_nest`'s caller promised.
        match step {
            // The rows of a part may be others than those of the whole.
            _ if bypasses && bypass::suits(size, step, size_of::<T>()) => {
                let (bypass, mut shelf) = (Bypass::begin(), Shelf::new());
                put_on(&mut shelf, value);
                // SAFETY: as above; rows that suit lie side by side, and none of them meets another one.
                nest.for_each_row(|[at]| unsafe {
                    send_copies(&bypass, &mut shelf, dst.offset(at), size);
                });
            }
            // SAFETY: as above.
            1 => nest.for_each_row(|[at]| unsafe { fill_row(dst.offset(at), 1, size, value) }),
            // SAFETY: as above.
            _ => nest.for_each_row(|[at]| unsafe { fill_row(dst.offset(at), step, size, value) }),
        }
    }
}

#[cfg(test)]
mod parts {
    use super::FillNest;
    use crate::kernels::isa;
    use crate::kernels::testing::{at, indices};
    use crate::nest::Nest;

    /// However a nest is cut, each of its parts writes its own elements and no others, past the caches too.
    #[test]
    fn parts_of_fills_keep_to_their_elements() {
        let (shape, to) = ([3, 4, 600], [2500_isize, 610, 1]);
        let mut expected = vec![0_u32; 8000];
        for index in indices(&shape) {
            expected[at(0, &to, &index)] = 7;
        }
        let nest = Nest::new(&shape, [&to[..]]);
        for (axis, parts) in [(0, 1), (0, 7), (0, 600), (1, 4), (2, 3)] {
            let mut dst = vec![0_u32; 8000];
            for k in 0..parts {
                let part = nest.part(axis, k, parts);
                // Making one promises that the elements lie inside of the vector.
                isa::run(FillNest { nest: &part, dst: dst.as_mut_ptr(), value: 7, bypasses: true });
            }
            assert!(dst == expected, "axis {axis} in {parts} parts");
        }
    }
}
