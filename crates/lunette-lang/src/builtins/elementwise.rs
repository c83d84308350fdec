//! Element by element: the library's table of operations, whose rows can all be fused into chains.

use super::params::{LEFT, RIGHT, X};
use super::row::{Builtin, Family, Fuse};
use super::sizes;
use crate::value::Value;

/// Rows of two operands: the name, what it is, and an example.
macro_rules! binary {
    ($($Family:ident $name:ident $(as $($alias:literal)*)?, $doc:literal, $example:literal;)*) => { &[$(
        Builtin::new(Family::$Family, stringify!($name), &[LEFT, RIGHT], |_, args| {
            let right = args.tensor(1)?;
            Value::of(args.tensor(0)?.$name(&right)?)
        })
        .doc($doc, $example)
        .aliases(&[$($($alias),*)?])
        .sized(sizes::broadcast)
        .fused(Fuse::Binary(|left, right| left.$name(right).into_dyn())),
    )*] };
}

/// Rows of one operand.
macro_rules! unary {
    ($($Family:ident $name:ident, $doc:literal, $example:literal;)*) => { &[$(
        Builtin::new(Family::$Family, stringify!($name), &[X], |_, args| Value::of(args.tensor(0)?.$name()?))
            .doc($doc, $example)
            .sized(sizes::first)
            .fused(Fuse::Unary(|x| x.$name().into_dyn())),
    )*] };
}

pub(super) static BINARY: &[Builtin] = binary! {
    Elementwise add, "The sum of two, `x + y`; integers wrap round, bools give \"or\".",
        "add([[1], [2]], [10, 20]) // tensor((2,2), {11,21,12,22})";
    Elementwise subtract, "The difference of two, `x - y`; integers wrap round.",
        "subtract([1, 2], 3) // tensor((2,), {-2,-1})";
};

pub(super) static UNARY: &[Builtin] = unary! {
    Elementwise negative, "The number with the other sign, `-x`; integers wrap round.",
        "negative([1, -2]) // tensor((2,), {-1,2})";
};
