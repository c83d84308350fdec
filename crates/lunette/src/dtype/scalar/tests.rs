use super::Scalar;
use crate::dtype::{Complex32, Complex64, DType, bf16, f16};

fn check_text(value: impl Into<Scalar>, text: &str) {
    assert_eq!(value.into().to_string(), text);
}

#[test]
fn text_is_the_value_alone() {
    check_text(true, "true");
    check_text(-5_i8, "-5");
    check_text(u64::MAX, "18446744073709551615");
    check_text(3.0, "3.0");
    check_text(1e300, "1e300");
    check_text(-0.0_f32, "-0.0");
    check_text(f64::NAN, "NaN");
    check_text(f16::INFINITY, "inf");
    check_text(bf16::from_f32(0.5), "0.5");
    check_text(Complex32::new(1.0, -2.5), "1.0-2.5j");
    check_text(Complex64::new(0.0, f64::NAN), "0.0+NaNj");
    check_text(Complex64::new(f64::NEG_INFINITY, f64::INFINITY), "-inf+infj");
}

#[test]
fn values_come_back_in_their_own_type_only() {
    assert_eq!(f64::try_from(Scalar::from(1.5)).unwrap(), 1.5);
    assert_eq!(
        Complex32::try_from(Scalar::from(Complex32::new(1.0, 2.0))).unwrap(),
        Complex32::new(1.0, 2.0)
    );
    let error = i32::try_from(Scalar::from(1_i64)).unwrap_err();
    assert_eq!(error.to_string(), "try_from: expected dtype i32, found i64: convert with `cast`");
}

fn check_error(value: impl Into<Scalar>, to: DType, text: &str) {
    let error = value.into().try_cast_for("store", to).unwrap_err();
    assert!(error.is_dtype());
    assert_eq!(error.to_string(), text);
}

#[test]
fn r16_what_cannot_be_held_is_an_error() {
    let cure = "`cast` converts without this check";
    check_error(f64::NAN, DType::I32, &format!("store: i32 cannot hold NaN: {cure}"));
    check_error(f32::NEG_INFINITY, DType::U8, &format!("store: u8 cannot hold -inf: {cure}"));
    check_error(1e10, DType::I32, &format!("store: i32 cannot hold 10000000000.0: {cure}"));
    check_error(-1, DType::U64, &format!("store: u64 cannot hold -1: {cure}"));
    check_error(u64::MAX, DType::I64, &format!("store: i64 cannot hold 18446744073709551615: {cure}"));
    check_error(65520, DType::F16, &format!("store: f16 cannot hold 65520: {cure}"));
    check_error(u64::MAX, DType::F16, &format!("store: f16 cannot hold 18446744073709551615: {cure}"));
    check_error(
        Complex64::new(1.0, 0.0),
        DType::F64,
        "store: complex128 does not fit f64: take the real part with `cast` first",
    );
}

#[test]
fn r16_floats_round_and_bools_ask_for_zero() {
    for (value, to, expected) in [
        (Scalar::F64(1e300), DType::F32, Scalar::F32(f32::INFINITY)),
        (Scalar::I64(i64::MAX), DType::F32, Scalar::F32(9223372036854775808.0)),
        (Scalar::F32(70000.0), DType::F16, Scalar::F16(f16::INFINITY)),
        (Scalar::I32(-65519), DType::F16, Scalar::F16(f16::MIN)),
        (Scalar::U64(u64::MAX), DType::BF16, Scalar::BF16(bf16::from_f32(1.8446744e19))),
        (Scalar::F64(f64::NAN), DType::Bool, Scalar::Bool(true)),
        (Scalar::F64(-0.0), DType::Bool, Scalar::Bool(false)),
        (Scalar::Complex64(Complex32::new(0.0, 1.0)), DType::Bool, Scalar::Bool(true)),
        (Scalar::F64(999.6), DType::I32, Scalar::I32(999)),
    ] {
        assert_eq!(value.try_cast_for("store", to).unwrap(), expected);
    }
}
