use std::any::TypeId;

use super::{Promote, promote, promote_all};
use crate::dtype::{Complex32, Complex64, DType, DTypeKind, Element, bf16, dispatch, f16};

/// `numpy.promote_types` of NumPy 2.4 for all pairs; columns in the order of the rows. No `bf16` there.
const NUMPY: [(&str, &str); 14] = [
    ("bool", "bool i8  i16 i32 i64 u8  u16 u32 u64 f16 f32 f64 c64 c128"),
    ("i8", "  i8   i8  i16 i32 i64 i16 i32 i64 f64 f16 f32 f64 c64 c128"),
    ("i16", " i16  i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f64 c64 c128"),
    ("i32", " i32  i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 c128 c128"),
    ("i64", " i64  i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 c128 c128"),
    ("u8", "  u8   i16 i16 i32 i64 u8  u16 u32 u64 f16 f32 f64 c64 c128"),
    ("u16", " u16  i32 i32 i32 i64 u16 u16 u32 u64 f32 f32 f64 c64 c128"),
    ("u32", " u32  i64 i64 i64 i64 u32 u32 u32 u64 f64 f64 f64 c128 c128"),
    ("u64", " u64  f64 f64 f64 f64 u64 u64 u64 u64 f64 f64 f64 c128 c128"),
    ("f16", " f16  f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f64 c64 c128"),
    ("f32", " f32  f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f64 c64 c128"),
    ("f64", " f64  f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128"),
    ("c64", " c64  c64 c64 c128 c128 c64 c64 c128 c128 c64 c64 c128 c64 c128"),
    ("c128", "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128"),
];

/// R28's row for `bf16`, in the order of `DType::ALL`.
const BF16: &str = "bf16 bf16 f32 f64 f64 bf16 f32 f64 f64 f32 bf16 f32 f64 c64 c128";

fn dtype(short: &str) -> DType {
    short.replace('c', "complex").parse().unwrap()
}

#[test]
fn r28_numpy_agrees_on_every_pair() {
    for (left, row) in NUMPY {
        for ((right, _), expected) in NUMPY.iter().zip(row.split_whitespace()) {
            assert_eq!(promote(dtype(left), dtype(right)), dtype(expected), "{left} and {right}");
        }
    }
}

#[test]
fn r28_bf16_has_its_own_row() {
    for (other, expected) in DType::ALL.into_iter().zip(BF16.split_whitespace()) {
        assert_eq!(promote(DType::BF16, other), dtype(expected), "bf16 and {other}");
        assert_eq!(promote(other, DType::BF16), dtype(expected), "{other} and bf16");
    }
}

/// Not associative: `i8`, `u8` and `f16` give `f32` when the integers meet first. NumPy is the same.
#[test]
fn promotion_commutes_and_never_lowers() {
    let level = |dtype: DType| match dtype.kind() {
        DTypeKind::Bool => 0,
        DTypeKind::Signed | DTypeKind::Unsigned => 1,
        DTypeKind::Float => 2,
        DTypeKind::Complex => 3,
    };
    for a in DType::ALL {
        assert_eq!(promote(a, a), a);
        for b in DType::ALL {
            let both = promote(a, b);
            assert_eq!(both, promote(b, a));
            assert!(level(both) >= level(a).max(level(b)));
            assert_eq!(promote(both, a), both);
        }
    }
}

#[test]
fn the_order_of_several_dtypes_does_not_matter() {
    let all = |dtypes: [DType; 3]| promote_all(dtypes.into_iter());
    for a in DType::ALL {
        for b in DType::ALL {
            assert_eq!(promote_all([a, b].into_iter()), Some(promote(a, b)));
            for c in DType::ALL {
                let found = all([a, b, c]);
                assert!(found == all([b, a, c]) && found == all([c, b, a]) && found == all([b, c, a]));
            }
        }
    }
    assert_eq!(all([DType::I8, DType::U8, DType::F16]), Some(DType::F16));
    assert_eq!(promote_all(std::iter::empty()), None);
}

#[test]
fn types_promote_as_dtypes_do() {
    fn check<A: Element + Promote<B>, B: Element>() {
        assert_eq!(<A as Promote<B>>::Output::DTYPE, promote(A::DTYPE, B::DTYPE));
    }
    macro_rules! check_row {
        ($($B:ident)*) => { for a in DType::ALL { dispatch!(a, A => { $( check::<A, $B>(); )* }); } };
    }
    check_row! { bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex32 Complex64 }
    assert_eq!(TypeId::of::<<u8 as Promote<i8>>::Output>(), TypeId::of::<i16>());
    assert_eq!(TypeId::of::<<Complex32 as Promote<f64>>::Output>(), TypeId::of::<Complex64>());
}
