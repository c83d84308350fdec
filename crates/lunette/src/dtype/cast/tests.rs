use super::{Bounds, Odd};
use crate::dtype::{Complex64, DType, Element, Scalar, bf16, dispatch, f16};

mod oracle;

/// Numbers where some conversion has an edge.
const EDGES: [f64; 40] = [
    0.0,
    -0.0,
    0.25,
    0.5,
    0.9999999,
    1.0,
    -1.0,
    -0.5,
    -0.9999999,
    3.4,
    4.15,
    7.6,
    127.0,
    127.9,
    128.0,
    129.0,
    -128.0,
    -128.9,
    -129.0,
    255.0,
    255.9,
    256.0,
    257.0,
    999.6,
    2049.0,
    32767.5,
    -32769.0,
    65504.0,
    65519.999,
    65520.0,
    65536.0,
    2147483647.5,
    -2147483649.0,
    4294967295.5,
    9007199254740993.0,
    1e19,
    3.3961e38,
    1e300,
    f64::INFINITY,
    f64::NAN,
];

/// Values of `dtype` near every edge, its own ends included, then many random ones.
fn values(dtype: DType) -> Vec<Scalar> {
    let mut values = Vec::new();
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    for edge in EDGES {
        for k in [-2, -1, 0, 1, 2] {
            values.push(near(dtype, oracle::parts(Scalar::F64(edge)).0, k));
        }
    }
    for _ in 0..2000 {
        random = random.wrapping_mul(0xD120_2AC5_CD8E_B1A5).wrapping_add(0x2545_F491_4F6C_DD1D);
        let bits = random ^ (random >> 29);
        values.push(from_bits(dtype, bits));
        // Few digits, so that exact ties of shorter formats come up; and integers of every length.
        values.push(from_bits(dtype, bits & 0xFFFF_F000_0000_0000));
        values.push(from_bits(dtype, bits >> (bits % 64)));
    }
    values
}

/// The element with these bits; a complex one has its bits in both parts, in another order.
fn from_bits(dtype: DType, bits: u64) -> Scalar {
    match dtype {
        DType::Bool => Scalar::Bool(bits & 1 == 1),
        DType::I8 => Scalar::I8(bits as i8),
        DType::I16 => Scalar::I16(bits as i16),
        DType::I32 => Scalar::I32(bits as i32),
        DType::I64 => Scalar::I64(bits as i64),
        DType::U8 => Scalar::U8(bits as u8),
        DType::U16 => Scalar::U16(bits as u16),
        DType::U32 => Scalar::U32(bits as u32),
        DType::U64 => Scalar::U64(bits),
        DType::F16 => Scalar::F16(f16::from_bits((bits >> 48) as u16)),
        DType::BF16 => Scalar::BF16(bf16::from_bits((bits >> 48) as u16)),
        DType::F32 => Scalar::F32(f32::from_bits((bits >> 32) as u32)),
        DType::F64 => Scalar::F64(f64::from_bits(bits)),
        DType::Complex64 | DType::Complex128 => {
            let im = f64::from_bits(if bits.is_multiple_of(3) { 0 } else { bits.rotate_left(7) });
            oracle::cast(Scalar::Complex128(Complex64::new(f64::from_bits(bits), im)), dtype)
        }
    }
}

/// The `k`-th neighbour of a number among the values of `dtype`.
fn near(dtype: DType, number: oracle::Exact, k: i64) -> Scalar {
    let step = |format: oracle::Format| format.encode(number).wrapping_add_signed(k);
    let double = Scalar::F64(f64::from_bits(oracle::F64.encode(number)));
    match dtype {
        DType::F16 => from_bits(dtype, step(oracle::F16) << 48),
        DType::BF16 => from_bits(dtype, step(oracle::BF16) << 48),
        DType::F32 => from_bits(dtype, step(oracle::F32) << 32),
        DType::F64 => from_bits(dtype, step(oracle::F64)),
        DType::Complex64 | DType::Complex128 => oracle::cast(double, dtype),
        _ => {
            let Scalar::I64(whole) = oracle::cast(oracle::cast(double, dtype), DType::I64) else {
                unreachable!()
            };
            from_bits(dtype, whole.wrapping_add(k) as u64)
        }
    }
}

/// Compares `cast` and `holds` with the oracle. The text tells -0.0 from 0.0, and all NaN are alike.
fn check(value: Scalar, to: DType) {
    assert_eq!(value.cast(to).to_string(), oracle::cast(value, to).to_string(), "{value:?} to {to}");
    let fits = oracle::fits(value, to);
    assert_eq!(value.try_cast_for("test", to).is_ok(), fits, "{value:?} fits {to}");
}

#[test]
fn all_pairs_agree_with_the_oracle() {
    for from in DType::ALL {
        for value in values(from) {
            DType::ALL.into_iter().for_each(|to| check(value, to));
        }
    }
}

#[test]
fn every_half_float_agrees_with_the_oracle() {
    for bits in 0..=u16::MAX {
        for from in [DType::F16, DType::BF16, DType::I16] {
            let value = from_bits(from, if from == DType::I16 { bits.into() } else { u64::from(bits) << 48 });
            for to in [DType::I8, DType::U16, DType::I64, DType::F16, DType::BF16, DType::F32] {
                check(value, to);
            }
        }
    }
}

/// Ties of `f16` and `bf16`, and numbers so close to them that `f32` cannot tell the difference.
#[test]
fn halves_are_rounded_once() {
    for bits in 0..0x7F80_u64 {
        for (format, to) in [(oracle::F16, DType::F16), (oracle::BF16, DType::BF16)] {
            let value = |bits| oracle::F64.encode(format.decode(bits));
            let (low, high) = (f64::from_bits(value(bits)), f64::from_bits(value(bits + 1)));
            let tie = low + (high - low) / 2.0;
            for number in [tie.next_down(), tie, tie.next_up(), -tie, -tie.next_up()] {
                check(Scalar::F64(number), to);
            }
            if (256.0..1e18).contains(&tie) {
                for k in [-1, 0, 1] {
                    check(Scalar::I64(tie as i64 + k), to);
                    check(Scalar::U64((tie as i64 + k) as u64), to);
                }
            }
        }
    }
    assert_eq!(f16::cast_from(1.0 + 2f64.powi(-11) + 2f64.powi(-50)), f16::from_f32(1.0 + 2f32.powi(-10)));
}

#[test]
fn odd_is_exact_or_odd() {
    for value in values(DType::F64) {
        let Scalar::F64(value) = value else { unreachable!() };
        let Odd(odd) = Odd::from_f64(value);
        let between = (f64::from(odd.next_down())..=f64::from(odd.next_up())).contains(&value);
        assert!(
            value.is_nan() || f64::from(odd) == value || (odd.to_bits() & 1 == 1 && between),
            "{value:?}"
        );
    }
}

#[test]
fn bounds_are_the_last_values_that_fit() {
    macro_rules! check_bounds {
        ($S:ident => $($D:ident)*) => { $(
            let (least, greatest) = (<$S as Bounds<$D>>::LEAST, <$S as Bounds<$D>>::GREATEST);
            assert!(oracle::fits(least.into(), $D::DTYPE) && oracle::fits(greatest.into(), $D::DTYPE));
            assert!(!oracle::fits(least.next_down().into(), $D::DTYPE));
            assert!(!oracle::fits(greatest.next_up().into(), $D::DTYPE));
        )* };
    }
    check_bounds! { f32 => i8 i16 i32 i64 u8 u16 u32 u64 }
    check_bounds! { f64 => i8 i16 i32 i64 u8 u16 u32 u64 }
}

#[test]
fn s2_19_and_t13_fractions_are_cut() {
    assert_eq!(i32::cast_from(999.6), 999);
    assert_eq!([3.4, 4.15, 7.6].map(i32::cast_from), [3, 4, 7]);
    assert!(i32::holds(999.6) && !i32::holds(f32::NAN) && !u8::holds(-1.0) && u8::holds(-0.9));
}

#[test]
fn casting_to_the_same_type_changes_nothing() {
    for dtype in DType::ALL {
        for value in values(dtype) {
            let same = dispatch!(dtype, T => T::try_from(value).map(|v| Scalar::from(T::cast_from(v))));
            assert_eq!(same.unwrap().to_string(), value.to_string());
        }
    }
}
