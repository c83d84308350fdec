//! Bits of integers, and truth element by element.

use super::chain::{binary, unary};
use super::params::{LEFT, RIGHT, X};
use super::row::{Builtin, Family, Fuse};
use super::sizes;
use crate::value::Value;

pub(super) static ROWS: &[Builtin] = &[
    binary!(Bits, bitwise_and)
        .doc("The bits that both have, `x & y`.", "bitwise_and([6, 5], 3) // tensor((2,), {2,1})"),
    binary!(Bits, bitwise_or)
        .doc("The bits that one has, `x | y`.", "bitwise_or([6, 5], 3) // tensor((2,), {7,7})"),
    binary!(Bits, bitwise_xor)
        .doc("The bits that just one has, `x ^ y`.", "bitwise_xor([6, 5], 3) // tensor((2,), {5,6})"),
    binary!(Bits, bitwise_left_shift).doc(
        "Bits moved up, `x << y`; past the width nothing is left.",
        "bitwise_left_shift([1, 3], 2) // tensor((2,), {4,12})",
    ),
    binary!(Bits, bitwise_right_shift).doc(
        "Bits moved down, `x >> y`, the sign filling up: a division by a power of two, rounded down.",
        "bitwise_right_shift([4, -3], 1) // tensor((2,), {2,-2})",
    ),
    unary!(Bits, bitwise_invert).doc(
        "All bits changed, `~x`; of a bool the other one.",
        "bitwise_invert([0, 5]) // tensor((2,), {-1,-6})",
    ),
    binary!(Bits, logical_and)
        .doc("Whether both are true, or not zero.", "logical_and([2, 0], 1) // tensor((2,), {true,false})"),
    binary!(Bits, logical_or)
        .doc("Whether one is true, or not zero.", "logical_or([2, 0], 0) // tensor((2,), {true,false})"),
    binary!(Bits, logical_xor).doc(
        "Whether just one is true, or not zero.",
        "logical_xor([2, 0], 1) // tensor((2,), {false,true})",
    ),
    unary!(Bits, logical_not)
        .doc("Whether it is false, or zero.", "logical_not([0, 5]) // tensor((2,), {true,false})"),
];
