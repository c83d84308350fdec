//! Bits of integers and bools, shifts, choices.

use super::{binary, unary};
use crate::kernels::elementwise::chunk::Ternary;
use crate::kernels::isa::Isa;
use crate::kernels::item::Eight;

binary! { BitAnd
    [u8 u16 u32 u64] |a, b| a & b;
}

binary! { BitOr
    [u8 u16 u32 u64] |a, b| a | b;
}

binary! { BitXor
    [u8 u16 u32 u64] |a, b| a ^ b;
}

binary! {
    /// Past the width nothing is left.
    ShiftLeft
    [u8] |a, b| if b < 8 { a << (b & 7) } else { 0 };
    [u16] |a, b| if b < 16 { a << (b & 15) } else { 0 };
    [u32] |a, b| if b < 32 { a << (b & 31) } else { 0 };
    [u64] |a, b| if b < 64 { a << (b & 63) } else { 0 };
}

binary! {
    /// Past the width only the sign is left.
    ShiftRight
    [i8] |a, b| a >> b.clamp(0, 7);
    [i16] |a, b| a >> b.clamp(0, 15);
    [i32] |a, b| a >> b.clamp(0, 31);
    [i64] |a, b| a >> b.clamp(0, 63);
    [u8] |a, b| if b < 8 { a >> (b & 7) } else { 0 };
    [u16] |a, b| if b < 16 { a >> (b & 15) } else { 0 };
    [u32] |a, b| if b < 32 { a >> (b & 31) } else { 0 };
    [u64] |a, b| if b < 64 { a >> (b & 63) } else { 0 };
}

unary! { Invert
    [u8 u16 u32 u64] |a| !a;
}

unary! {
    /// The other bool.
    Not
    [u8] |a| a ^ 1;
}

/// The second operand where the first is true, else the third.
pub(in crate::kernels::elementwise) struct Where;

macro_rules! choices {
    ($($T:ty)*) => { $(
        impl Ternary<u8, $T> for Where {
            type Out = $T;
            #[inline(always)]
            fn apply(_: Isa, condition: u8, yes: $T, no: $T) -> $T {
                if condition != 0 { yes } else { no }
            }
        }
    )* };
}

choices! { u8 u16 u32 Eight [u64; 2] }
