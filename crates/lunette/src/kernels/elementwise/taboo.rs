//! Divisors, exponents and shifts that integers have no answer for.

#![expect(
    unsafe_code,
    reason = "elements are reached through raw pointers, because other handles may alias them"
)]

use super::flat::Flat;
use crate::buffer::Piece;
use crate::dtype::{DType, DTypeKind, Scalar};
use crate::kernels::item::ItemSize;

/// What must not be among the elements of an operand, for integers have no answer to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taboo {
    ZeroDivisor,
    NegativePower,
    NegativeShift,
}

impl Taboo {
    /// Whether an operand, which is made of integers, breaks it.
    pub(crate) fn is_broken_by(self, operand: &Flat<'_>) -> bool {
        match operand {
            Flat::Value(value) => self.is(**value),
            Flat::Piece(piece) => self.is_among(*piece),
        }
    }

    /// Whether the value, an integer, is what must not be.
    pub(crate) fn is(self, value: Scalar) -> bool {
        let Scalar::F64(value) = value.cast(DType::F64) else { return false };
        if self == Self::ZeroDivisor { value == 0.0 } else { value < 0.0 }
    }

    /// Whether an element, one of integers, is what must not be.
    fn is_among(self, piece: Piece<'_>) -> bool {
        if self != Self::ZeroDivisor && piece.dtype().kind() != DTypeKind::Signed {
            return false;
        }
        // The sign of what is only compared with zero does not matter.
        match ItemSize::of(piece.dtype()) {
            ItemSize::One => self.is_any::<i8>(piece),
            ItemSize::Two => self.is_any::<i16>(piece),
            ItemSize::Four => self.is_any::<i32>(piece),
            ItemSize::Eight => self.is_any::<i64>(piece),
            ItemSize::Sixteen => false,
        }
    }

    fn is_any<T: Copy + Default + PartialOrd>(self, piece: Piece<'_>) -> bool {
        let (start, zero) = (piece.start().cast::<T>(), T::default());
        let mut found = false;
        for k in 0..piece.len() {
            // SAFETY: a piece has so many elements that can be read; they are integers of the size of `T`, so any bits
            // will do. Nobody has asked whether `T` is aligned as they are.
            let element = unsafe { start.add(k).read_unaligned() };
            found |= if self == Self::ZeroDivisor { element == zero } else { element < zero };
        }
        found
    }
}
