//! The language's form, and that it reads back.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::{AWKWARD, count, with_page};
use crate::dtype::{Element, Scalar};
use crate::print::{Style, scalar};

#[track_caller]
fn check<T: Element>(shape: &[usize], values: &[T], expected: &str) {
    assert_eq!(with_page(shape, values, |page| page.literal().to_string()), expected);
}

#[test]
fn s0_30_literal() {
    check(&[2, 3], &[6, 7, 8, 9, 10, 11], "tensor((2,3), {6,7,8,9,10,11})");
}

#[test]
fn r27_shapes() {
    check(&[3], &[1, 2, 3], "tensor((3,), {1,2,3})");
    check(&[1, 2, 1], &[7, 8], "tensor((1,2,1), {7,8})");
    check(&[], &[7], "7");
    check::<i32>(&[0], &[], "tensor<i32>((0,), {})");
    check::<f64>(&[0, 3], &[], "tensor<f64>((0,3), {})");
    check::<u8>(&[1 << 40, 0], &[], "tensor<u8>((1099511627776,0), {})");
}

#[test]
fn r27_dtypes_other_than_the_default_are_named() {
    check(&[2], &[1.0, 5.5], "tensor((2,), {1.0,5.5})");
    check(&[2], &[true, false], "tensor((2,), {true,false})");
    check(&[2], &[1i64, 2], "tensor<i64>((2,), {1,2})");
    check(&[2], &[0.1f32, 1e16], "tensor<f32>((2,), {0.1,1e16})");
    check(&[1], &[f16::from_f32(0.1)], "tensor<f16>((1,), {0.1})");
    check(&[1], &[bf16::from_f32(1e20)], "tensor<bf16>((1,), {1e20})");
    check(&[1], &[Complex64::new(1.0, 2.0)], "tensor<complex128>((1,), {1.0+2.0j})");
    check(&[1], &[Complex32::new(0.1, -2.0)], "tensor<complex64>((1,), {0.1-2.0j})");
}

#[test]
fn r26_integers_beyond_i32_have_a_suffix() {
    check(
        &[3],
        &[1, 5_000_000_000, i64::MIN],
        "tensor<i64>((3,), {1,5000000000i64,-9223372036854775808i64})",
    );
    check(&[2], &[u64::MAX, 7], "tensor<u64>((2,), {18446744073709551615u64,7})");
    check(&[2], &[i32::MIN, i32::MAX], "tensor((2,), {-2147483648,2147483647})");
    check(&[1], &[u32::MAX], "tensor<u32>((1,), {4294967295u32})");
}

#[test]
fn r27_floats_are_rusts_debug_form() {
    let values = [5.0, 1e16, 1e-7, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
    check(&[7], &values, "tensor((7,), {5.0,1e16,1e-7,-0.0,nan,inf,-inf})");
}

#[test]
fn r26_scalars_carry_their_suffix() {
    let rows: [(Scalar, &str); 22] = [
        (5.into(), "5"),
        (2.5.into(), "2.5"),
        (true.into(), "true"),
        (f64::NEG_INFINITY.into(), "-inf"),
        (i8::MIN.into(), "-128i8"),
        (7i16.into(), "7i16"),
        (5i64.into(), "5i64"),
        (5_000_000_000i64.into(), "5000000000i64"),
        (5u8.into(), "5u8"),
        (5u16.into(), "5u16"),
        (5u32.into(), "5u32"),
        (u64::MAX.into(), "18446744073709551615u64"),
        (f16::from_f32(2.5).into(), "2.5f16"),
        (bf16::from_f32(2.5).into(), "2.5bf16"),
        (2.5f32.into(), "2.5f32"),
        (1e20f32.into(), "1e20f32"),
        (f32::NAN.into(), "tensor<f32>((), {nan})"),
        (f16::NEG_INFINITY.into(), "tensor<f16>((), {-inf})"),
        (Complex64::new(1.0, 2.0).into(), "1.0+2.0j"),
        (Complex64::new(0.0, 0.0).into(), "0.0+0.0j"),
        (Complex64::new(-0.0, f64::INFINITY).into(), "complex(-0.0,inf)"),
        (Complex32::new(0.1, -2.5).into(), "tensor<complex64>((), {0.1-2.5j})"),
    ];
    for (value, expected) in rows {
        assert_eq!(scalar(value, Style::Literal).to_string(), expected);
    }
}

#[test]
fn complex_parts_that_a_sum_would_lose() {
    let rows = [
        (Complex64::new(-0.0, 2.0), "complex(-0.0,2.0)"),
        (Complex64::new(1.0, -0.0), "complex(1.0,-0.0)"),
        (Complex64::new(f64::NAN, 1.0), "complex(nan,1.0)"),
        (Complex64::new(1e16, -1e-7), "1e16-1e-7j"),
    ];
    for (value, expected) in rows {
        assert_eq!(scalar(value.into(), Style::Literal).to_string(), expected);
    }
}

#[test]
fn never_summarised() {
    let text = with_page(&[50, 50], &count(&[50, 50]), |page| page.literal().to_string());
    assert_eq!(text.matches(',').count(), 1 + 1 + 2499);
    assert!(text.ends_with(",2498,2499})"));
}

/// What the language does with an unsuffixed float between braces: reads an f64, then rounds to the named dtype.
fn read(text: &str) -> f64 {
    text.parse().unwrap()
}

#[test]
fn every_half_and_many_singles_read_back() {
    for bits in 0..=u16::MAX {
        let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
        let text = with_page(&[1], &[half], |page| page.literal().to_string());
        let value = text.trim_start_matches("tensor<f16>((1,), {").trim_end_matches("})");
        assert!(half.is_nan() || f16::from_f64(read(value)).to_bits() == bits, "{text}");
        let text = with_page(&[1], &[brain], |page| page.literal().to_string());
        let value = text.trim_start_matches("tensor<bf16>((1,), {").trim_end_matches("})");
        assert!(brain.is_nan() || bf16::from_f64(read(value)).to_bits() == bits, "{text}");
    }
    for bits in (0..u32::MAX).step_by(104_729) {
        let single = f32::from_bits(bits);
        let text = scalar(single.into(), Style::Display).to_string();
        assert!(single.is_nan() || (read(&text) as f32).to_bits() == bits, "{text}");
    }
}

#[test]
fn halves_have_few_digits() {
    let digits = |value: Scalar| format!("{:e}", read(&scalar(value, Style::Display).to_string())).find('e');
    for bits in (0..=u16::MAX).filter(|&bits| f16::from_bits(bits).is_finite()) {
        assert!(digits(f16::from_bits(bits).into()) <= Some("-1.2345".len()));
    }
    for bits in (0..=u16::MAX).filter(|&bits| bf16::from_bits(bits).is_finite()) {
        assert!(digits(bf16::from_bits(bits).into()) <= Some("-1.234".len()));
    }
}

#[test]
fn doubles_read_back() {
    for value in AWKWARD {
        let text = scalar(value.into(), Style::Literal).to_string();
        assert!(value.is_nan() || read(&text).to_bits() == value.to_bits(), "{text}");
    }
}
