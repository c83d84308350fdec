//! Other dtypes.

use super::params::{DTYPE, X};
use super::row::{Builtin, Family, Native};
use super::sizes;
use crate::value::Value;

pub(super) static ROWS: &[Builtin] = &[
    Builtin::new(Family::Elementwise, "cast", &[X, DTYPE], |_, args| {
        Value::of(args.tensor(0)?.cast_to(args.dtype(1)?.ok_or_else(|| args.wrong(1, "a dtype"))?)?)
    })
    .doc(
        "The elements in another dtype: floats are cut toward zero and end at the limits of an integer, integers keep \
         their low bits.",
        "cast<i32>([1.9, -1.9, 1e99]) // tensor((3,), {1,-1,2147483647})",
    )
    .sized(sizes::first)
    .native(Native::Cast)
    .sharing(),
    Builtin::new(Family::Elementwise, "try_cast", &[X, DTYPE], |_, args| {
        Value::of(args.tensor(0)?.try_cast_to(args.dtype(1)?.ok_or_else(|| args.wrong(1, "a dtype"))?)?)
    })
    .doc(
        "The elements in another dtype, as a store converts them: an error where it cannot hold one.",
        "try_cast<u8>([1, 200]) // tensor<u8>((2,), {1,200})",
    )
    .sized(sizes::first)
    .sharing(),
    Builtin::new(Family::Elementwise, "reinterpret", &[X, DTYPE], |_, args| {
        Value::of(args.tensor(0)?.reinterpret_to(args.dtype(1)?.ok_or_else(|| args.wrong(1, "a dtype"))?)?)
    })
    .doc("The same bytes read as another dtype; the last axis grows or shrinks where the sizes differ.", "reinterpret<i32>([1.0f]) // tensor((1,), {1065353216})")
    .asking_memory()
    .extent(16)
    .sized(sizes::tried)
    .sharing(),
];
