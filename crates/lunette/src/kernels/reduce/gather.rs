//! Elements at steps, brought together; common steps become vector instructions.

#![expect(
    unsafe_code,
    reason = "kernels go through raw pointers, because other handles may alias the memory"
)]

use crate::dtype::DType;
use crate::kernels::cast::CastRow;
use crate::kernels::isa::{self, Isa, Task};
use crate::kernels::item::{Item, ItemSize, dispatch_item};

/// The function that copies elements of a dtype from any steps to steps of 1, which is all it can write.
pub(super) fn gather_row(dtype: DType) -> CastRow {
    dispatch_item!(ItemSize::of(dtype), T => gather::<T>)
}

/// # Safety
/// As for [`CastRow`], with a step of 1 in the destination.
unsafe fn gather<T: Item>(src: *const u8, step: isize, dst: *mut u8, _: isize, len: usize) {
    isa::run(Gather { src: src.cast::<T>(), step, dst: dst.cast::<T>(), len });
}

/// Making one promises what [`gather`] asks for.
struct Gather<T> {
    src: *const T,
    step: isize,
    dst: *mut T,
    len: usize,
}

impl<T: Item> Task for Gather<T> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        let Self { src, step, dst, len } = self;
        // SAFETY: whoever made the task promised it; each arm passes its step as a constant, and the compiler makes a
        // loop of its own for each.
        unsafe {
            match step {
                2 => copy(src, 2, dst, len),
                3 => copy(src, 3, dst, len),
                4 => copy(src, 4, dst, len),
                -1 => copy(src, -1, dst, len),
                _ => copy(src, step, dst, len),
            }
        }
    }
}

/// # Safety
/// As for [`gather`].
#[inline(always)]
unsafe fn copy<T: Item>(src: *const T, step: isize, dst: *mut T, len: usize) {
    for k in 0..len {
        // SAFETY: the caller's promise.
        unsafe { dst.add(k).write(src.offset(k as isize * step).read()) };
    }
}
