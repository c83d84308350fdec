//! The operators, one type each, for the elements that have them.
//!
//! Integers of one size share what does not depend on the sign: `i32` is added by the loop of `u32`. Halves have no
//! loops at all; they are computed as `f32`, which rounds correctly for every operator of arithmetic.

pub(super) mod arithmetic;
pub(super) mod bits;
pub(super) mod compare;
mod complex;
pub(super) mod divide;
pub(super) mod math;
pub(super) mod parts;
pub(super) mod round;

/// Makes a type for an operator of one operand, and says what it does to each of the listed elements.
macro_rules! unary {
    ($(#[$doc:meta])* $Op:ident $([$($T:ty)*] |$a:ident| $body:expr;)+) => {
        unary! { $(#[$doc])* $Op => $([$($T => $T,)*] |$a| $body;)+ }
    };
    ($(#[$doc:meta])* $Op:ident -> $Out:ty; $([$($T:ty)*] |$a:ident| $body:expr;)+) => {
        unary! { $(#[$doc])* $Op => $([$($T => $Out,)*] |$a| $body;)+ }
    };
    ($(#[$doc:meta])* $Op:ident => $([$($T:ty => $Out:ty,)*] |$a:ident| $body:expr;)+) => {
        $(#[$doc])*
        pub(in crate::kernels::elementwise) struct $Op;
        $($(
            impl $crate::kernels::elementwise::chunk::Unary<$T> for $Op {
                type Out = $Out;
                #[inline(always)]
                fn apply(_: $crate::kernels::isa::Isa, $a: $T) -> $Out {
                    $body
                }
            }
        )*)+
    };
}

/// As [`unary`], for two operands.
macro_rules! binary {
    ($(#[$doc:meta])* $Op:ident $([$($T:ty)*] |$a:ident, $b:ident| $body:expr;)+) => {
        binary! { $(#[$doc])* $Op => $([$($T => $T,)*] |$a, $b| $body;)+ }
    };
    ($(#[$doc:meta])* $Op:ident -> $Out:ty; $([$($T:ty)*] |$a:ident, $b:ident| $body:expr;)+) => {
        binary! { $(#[$doc])* $Op => $([$($T => $Out,)*] |$a, $b| $body;)+ }
    };
    ($(#[$doc:meta])* $Op:ident => $([$($T:ty => $Out:ty,)*] |$a:ident, $b:ident| $body:expr;)+) => {
        $(#[$doc])*
        pub(in crate::kernels::elementwise) struct $Op;
        $($(
            impl $crate::kernels::elementwise::chunk::Binary<$T> for $Op {
                type Out = $Out;
                #[inline(always)]
                fn apply(_: $crate::kernels::isa::Isa, $a: $T, $b: $T) -> $Out {
                    $body
                }
            }
        )*)+
    };
}

use {binary, unary};
