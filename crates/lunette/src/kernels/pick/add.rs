//! Scatters that add to what is there.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::loops::Picking;
use super::moves::Move;
use crate::dtype::{DType, Numeric, dispatch};

/// Adds: the plain element is added to the picked one; integers wrap round.
struct AddIntoPicked;

impl<T: Numeric> Move<T> for AddIntoPicked {
    #[inline(always)]
    unsafe fn element(plain: *mut T, picked: *mut T) {
        // SAFETY: the caller's promise.
        unsafe { picked.write(T::wrapping_add(picked.read(), plain.read())) };
    }
}

/// Adds every plain element to its picked one, in row-major order; does nothing for bools, which have no sum.
///
/// # Safety
/// What making a picking promises holds for elements of `dtype`, and for writing the picked side.
pub(super) unsafe fn add_into(picking: &Picking<'_, u8>, dtype: DType) {
    // SAFETY: the caller's promise, for every dtype.
    dispatch!(dtype, numeric T => unsafe { picking.cast::<T>().run::<AddIntoPicked>() }, _other => {});
}
