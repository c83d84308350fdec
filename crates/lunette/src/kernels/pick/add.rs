//! Scatters that add to what is there.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::loops::Picking;
use super::moves::Move;
use crate::dtype::DType;

/// Adds: the plain element is added to the picked one.
struct AddIntoPicked;

/// A sum as the dtype makes it; integers wrap round.
trait Sum: Copy {
    fn sum(self, other: Self) -> Self;
}

macro_rules! sums {
    ($($T:ty => $sum:expr,)*) => { $(
        impl Sum for $T {
            #[inline(always)]
            fn sum(self, other: Self) -> Self {
                $sum(self, other)
            }
        }
    )* };
}

sums! {
    i8 => i8::wrapping_add,
    i16 => i16::wrapping_add,
    i32 => i32::wrapping_add,
    i64 => i64::wrapping_add,
    u8 => u8::wrapping_add,
    u16 => u16::wrapping_add,
    u32 => u32::wrapping_add,
    u64 => u64::wrapping_add,
    f16 => std::ops::Add::add,
    bf16 => std::ops::Add::add,
    f32 => std::ops::Add::add,
    f64 => std::ops::Add::add,
    Complex32 => std::ops::Add::add,
    Complex64 => std::ops::Add::add,
}

impl<T: Sum> Move<T> for AddIntoPicked {
    #[inline(always)]
    unsafe fn element(plain: *mut T, picked: *mut T) {
        // SAFETY: the caller's promise.
        unsafe { picked.write(picked.read().sum(plain.read())) };
    }
}

/// Adds every plain element to its picked one, in row-major order; does nothing for bools, which have no sum.
///
/// # Safety
/// What making a picking promises holds for elements of `dtype`, and for writing the picked side.
pub(super) unsafe fn add_into(picking: &Picking<'_, u8>, dtype: DType) {
    // SAFETY: the caller's promise, for every arm.
    unsafe {
        match dtype {
            DType::Bool => {}
            DType::I8 => picking.cast::<i8>().run::<AddIntoPicked>(),
            DType::I16 => picking.cast::<i16>().run::<AddIntoPicked>(),
            DType::I32 => picking.cast::<i32>().run::<AddIntoPicked>(),
            DType::I64 => picking.cast::<i64>().run::<AddIntoPicked>(),
            DType::U8 => picking.cast::<u8>().run::<AddIntoPicked>(),
            DType::U16 => picking.cast::<u16>().run::<AddIntoPicked>(),
            DType::U32 => picking.cast::<u32>().run::<AddIntoPicked>(),
            DType::U64 => picking.cast::<u64>().run::<AddIntoPicked>(),
            DType::F16 => picking.cast::<f16>().run::<AddIntoPicked>(),
            DType::BF16 => picking.cast::<bf16>().run::<AddIntoPicked>(),
            DType::F32 => picking.cast::<f32>().run::<AddIntoPicked>(),
            DType::F64 => picking.cast::<f64>().run::<AddIntoPicked>(),
            DType::Complex64 => picking.cast::<Complex32>().run::<AddIntoPicked>(),
            DType::Complex128 => picking.cast::<Complex64>().run::<AddIntoPicked>(),
        }
    }
}
