//! What codes cannot tell: which zero is which of equal ones, and what the bits of a NaN are.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use half::{bf16, f16};

use crate::dtype::{DType, Element, Float};

/// Puts the zeros and the NaNs of a sorted row in the order in which they came.
///
/// # Safety
/// `len` elements may be read from `from`, and from `sorted`, which holds them sorted by their codes, and written there.
pub(super) unsafe fn repair(dtype: DType, descending: bool, from: *const u8, sorted: *mut u8, len: usize) {
    // SAFETY: the caller's promise, for every arm.
    unsafe {
        match dtype {
            DType::F16 => repair_row::<f16>(descending, from.cast(), sorted.cast(), len),
            DType::BF16 => repair_row::<bf16>(descending, from.cast(), sorted.cast(), len),
            DType::F32 => repair_row::<f32>(descending, from.cast(), sorted.cast(), len),
            DType::F64 => repair_row::<f64>(descending, from.cast(), sorted.cast(), len),
            _ => {}
        }
    }
}

/// # Safety
/// As for [`repair`].
unsafe fn repair_row<T: Float>(descending: bool, from: *const T, sorted: *mut T, len: usize) {
    if len == 0 {
        return;
    }
    // SAFETY: all positions are below `len`.
    let at = |k: usize| unsafe { sorted.add(k).read() };
    let numbers = first_where(0, len, |k| at(k).is_nan());
    let before_zero = |x: T| if descending { x > T::ZERO } else { x < T::ZERO };
    let mut zeros = first_where(0, numbers, |k| !before_zero(at(k)));
    let end = first_where(zeros, numbers, |k| at(k) != T::ZERO);
    let mixed = zeros < end && sign(at(zeros)) != sign(at(end - 1));
    if numbers == len && !mixed {
        return;
    }
    let mut nans = numbers;
    for k in 0..len {
        // SAFETY: the row has as many zeros and NaNs as the sorted one, so every place is below `len`.
        unsafe {
            let element = from.add(k).read();
            if element.is_nan() {
                sorted.add(nans).write(element);
                nans += 1;
            } else if mixed && element == T::ZERO {
                sorted.add(zeros).write(element);
                zeros += 1;
            }
        }
    }
}

/// Whether a zero is negative.
fn sign<T: Float>(zero: T) -> bool {
    f64::cast_from(zero).is_sign_negative()
}

/// The first position for which `holds`, which holds for all after it too; `end` if there is none.
fn first_where(mut start: usize, mut end: usize, holds: impl Fn(usize) -> bool) -> usize {
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) { end = middle } else { start = middle + 1 }
    }
    start
}
