//! Casts between single lanes, in a form that becomes vector instructions.

#![expect(unsafe_code, reason = "the conversion that the machine has is only defined for numbers that fit")]

use crate::dtype::{Bounds, CastTo, Float, Integer, Odd};

/// The plain cast from one type that instructions know to another; equal to [`CastTo`] for every value.
pub(super) trait CastLane<D>: Copy {
    fn cast_lane(self) -> D;
}

macro_rules! same_as_elements {
    ($($S:ident)* => all) => { $(
        impl<D> CastLane<D> for $S
        where
            $S: CastTo<D>,
        {
            #[inline(always)]
            fn cast_lane(self) -> D {
                self.cast_to()
            }
        }
    )* };
    ($S:ident => $($D:ident)*) => { $(
        impl CastLane<$D> for $S {
            #[inline(always)]
            fn cast_lane(self) -> $D {
                self.cast_to()
            }
        }
    )* };
}

macro_rules! cut {
    ($S:ident => $($D:ident)*) => { $(
        impl CastLane<$D> for $S {
            #[inline(always)]
            fn cast_lane(self) -> $D {
                // SAFETY: `cut_with` calls it with numbers between the bounds, whose whole part `$D` can
                // hold.
                cut_with(self, |inside: $S| unsafe { inside.to_int_unchecked() })
            }
        }
    )* };
}

same_as_elements! { i8 i16 i32 i64 u8 u16 u32 u64 => all }
same_as_elements! { f32 => bool f32 f64 Odd }
same_as_elements! { f64 => bool f32 f64 Odd }
cut! { f32 => i8 i16 i32 i64 u8 u16 u32 u64 }
cut! { f64 => i8 i16 i32 i64 u8 u16 u32 u64 }

/// What `value as D` means, without the branches that LLVM makes of it: one number at a time, ten times
/// slower.
#[inline(always)]
fn cut_with<S: Float + Bounds<D>, D: Integer>(value: S, convert: impl Fn(S) -> D) -> D {
    let inside = if value >= S::LEAST { value } else { S::LEAST };
    let inside = if inside <= S::GREATEST { inside } else { S::GREATEST };
    let whole = convert(inside);
    // The greatest float below the end of a type may be far from the end.
    let whole = if value > S::GREATEST { D::MAX } else { whole };
    if value.is_nan() { D::ZERO } else { whole }
}
