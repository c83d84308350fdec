//! The library's form.

use half::{bf16, f16};
use num_complex::{Complex32, Complex64};

use super::{AWKWARD, count, with_page};
use crate::dtype::{DType, Element, Scalar};
use crate::print::{Page, Style, scalar};

#[track_caller]
fn check<T: Element>(shape: &[usize], values: &[T], expected: &str) {
    assert_eq!(with_page(shape, values, |page| page.to_string()), expected);
}

/// The elements between the brackets of a page of rank 1.
fn row<T: Element>(values: &[T]) -> String {
    let text = with_page(&[values.len()], values, |page| page.to_string());
    text.trim_start_matches("Tensor([").trim_end_matches("])").to_owned()
}

#[track_caller]
fn check_row<T: Element>(values: &[T], expected: &str) {
    assert_eq!(row(values), expected);
}

#[test]
fn s1_9_s1_10_s2_9_s2_11_s2_12_rank_one() {
    check(&[2], &[2, 5], "Tensor([2, 5])");
    check(&[2], &[9, 5], "Tensor([9, 5])");
    check(&[5], &[0, 1, 2, 3, 4], "Tensor([0, 1, 2, 3, 4])");
    check(&[3], &[2, 3, 4], "Tensor([2, 3, 4])");
    check(&[3], &[0, 1, 2], "Tensor([0, 1, 2])");
}

#[test]
fn s1_11_s2_23_rows_stand_under_the_second_bracket() {
    check(&[2, 3], &[1, 9, 3, 4, 5, 6], "Tensor([[1, 9, 3],\n        [4, 5, 6]])");
}

#[test]
fn s2_13_right_aligned_to_width_two() {
    let expected = "Tensor([[ 9, 10],\n        [16, 17],\n        [23, 24],\n        [30, 31]])";
    check(&[4, 2], &[9, 10, 16, 17, 23, 24, 30, 31], expected);
}

#[test]
fn s2_16_s2_17_s2_22_integers_of_one_digit() {
    check_row(&[0, 1, 1, 1, 1, 1, 1, 7, 8, 9], "0, 1, 1, 1, 1, 1, 1, 7, 8, 9");
    check_row(&[0, 1, 0, 1, 2, 3, 4, 7, 8, 9], "0, 1, 0, 1, 2, 3, 4, 7, 8, 9");
    check_row(&count(&[10]), "0, 1, 2, 3, 4, 5, 6, 7, 8, 9");
}

#[test]
fn s2_19_display_width_three() {
    let expected = "Tensor([  0,   1,   2, 999,   4,   5,   6,   7,   8,   9])";
    check(&[10], &[0, 1, 2, 999, 4, 5, 6, 7, 8, 9], expected);
}

#[test]
fn s2_21_three_rows() {
    let expected = "Tensor([[0, 1, 2],\n        [3, 4, 5],\n        [6, 7, 8]])";
    check(&[3, 3], &count(&[3, 3]), expected);
    let expected = "Tensor([[0, 1, 2],\n        [0, 1, 2],\n        [0, 1, 2]])";
    check(&[3, 3], &[0, 1, 2, 0, 1, 2, 0, 1, 2], expected);
}

#[test]
fn s4_3_to_s4_11_views() {
    check(&[2, 3], &[3, 4, 5, 6, 7, 8], "Tensor([[3, 4, 5],\n        [6, 7, 8]])");
    check(&[3], &[3, 4, 5], "Tensor([3, 4, 5])");
    check(&[1, 3], &[3, 4, 5], "Tensor([[3, 4, 5]])");
    check(&[], &[8], "Tensor(8)");
    let expected = "Tensor([[6, 7, 8],\n        [3, 4, 5],\n        [0, 1, 2]])";
    check(&[3, 3], &[6, 7, 8, 3, 4, 5, 0, 1, 2], expected);
    check(&[2, 3], &[2, 1, 0, 8, 7, 6], "Tensor([[2, 1, 0],\n        [8, 7, 6]])");
    assert_eq!(scalar(Scalar::I32(8), Style::Display).to_string(), "8");
}

#[test]
fn blocks_have_one_blank_line_between_them() {
    let block = "Tensor([[[0, 1],\n         [2, 3]],\n\n        [[4, 5],\n         [6, 7]]])";
    check(&[2, 2, 2], &count(&[2, 2, 2]), block);
    let expected = "Tensor([[[[0],\n          [1]]],\n\n        [[[2],\n          [3]]]])";
    check(&[2, 1, 2, 1], &count(&[4]), expected);
}

#[test]
fn other_kinds() {
    check_row(&[true, false], " true, false");
    check_row(&[i8::MIN, 127], "-128,  127");
    check_row(&[u64::MAX, 0], "18446744073709551615,                    0");
    check_row(&[Complex64::new(1.0, 2.0), Complex64::new(10.0, -12.5)], "  1.0+2.0j, 10.0-12.5j");
    check_row(&[Complex32::new(0.1, -0.0), Complex32::new(f32::NAN, f32::NAN)], "0.1-0.0j, nan+nanj");
    check_row(&[Complex64::new(f64::NEG_INFINITY, f64::INFINITY)], "-inf+infj");
}

#[test]
fn floats_share_their_decimals() {
    check_row(&[1.0, 2.25], "1.00, 2.25");
    check_row(&[0.0, 1.0, -2.0], " 0.0,  1.0, -2.0");
    check_row(&[-0.0, 0.0], "-0.0,  0.0");
    check_row(&[0.1, 1.0 / 3.0], "0.10000000, 0.33333333");
    check_row(&[0.0, 1.0 / 3.0], "0.00000000, 0.33333333");
    check_row(&[0.1 + 0.2, 0.5], "0.3, 0.5");
    check_row(&[9.999_999_999, 1.0], "10.0,  1.0");
    check_row(&[f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.5], " nan,  inf, -inf,  1.5");
    check_row(&[f64::NAN], "nan");
    check_row(&[0.001, 1000.5], "   0.001, 1000.500");
    check_row(&[1.0, std::f64::consts::E, 7.38905609893065], "1.00000000, 2.71828183, 7.38905610");
}

#[test]
fn a_wide_range_takes_the_exponent_form() {
    check_row(&[1e10, 0.1], "1.0e+10, 1.0e-01");
    check_row(&[0.123_456_789, 1e-5], "1.23456789e-01, 1.00000000e-05");
    check_row(&[1e300, 1e-300], "1.0e+300, 1.0e-300");
    check_row(&[1.5, -2.0, 1e-9, 0.0], " 1.5e+00, -2.0e+00,  1.0e-09,  0.0e+00");
    check_row(&[123_456_789.125, 1.0 / 3.0], "1.23456789e+08, 3.33333333e-01");
    check_row(&[9.999_999_999_9e19, f64::NAN], "1.0e+20,     nan");
    check_row(&[9.999_999_999_9e99, 1e80], "1.0e+100,  1.0e+80");
    check_row(&[5e-324, f64::MAX], "5.00000000e-324, 1.79769313e+308");
}

#[test]
fn large_and_small_numbers_that_read_well_as_they_are() {
    check_row(&[1_700_000_123.0, 1_700_000_124.0], "1700000123.0, 1700000124.0");
    check_row(&[1_700_000_123.123_456], "1700000123.123456");
    check_row(&[1e-5, 0.5], "0.00001, 0.50000");
    check_row(&[99_999_999.0, 0.25], "99999999.00,        0.25");
    check_row(&[67_108_864.1, 0.12345678], "67108864.10000000,        0.12345678");
}

#[test]
fn digits_are_the_shortest_of_the_own_precision() {
    check_row(&[0.1f32, 16_777_216.0], "       0.1, 16777216.0");
    check_row(&[1.0f32 / 3.0], "0.33333334");
    check_row(&[f16::from_f32(0.1), f16::from_f32(1000.5)], "   0.1, 1000.5");
    check_row(&[f16::MAX, f16::from_f32(1.0 / 3.0)], "65500.0000,     0.3333");
    check_row(&[bf16::from_f32(0.1), bf16::from_f32(-3.3)], " 0.1, -3.3");
    check_row(&[f16::NAN, f16::INFINITY], "nan, inf");
    check_row(&[bf16::MIN_POSITIVE], "1.18e-38");
}

#[test]
fn rank_zero_shows_all_digits() {
    check(&[], &[1.0 / 3.0], "Tensor(0.3333333333333333)");
    check(&[], &[1e16], "Tensor(1e16)");
    check(&[], &[-0.0], "Tensor(-0.0)");
    check(&[], &[true], "Tensor(true)");
    check(&[], &[Complex64::new(0.0, 1.0)], "Tensor(0.0+1.0j)");
}

#[test]
fn empty_tensors_show_their_shape() {
    check::<f64>(&[0], &[], "Tensor([], shape=[0], dtype=f64)");
    check::<i32>(&[0, 3], &[], "Tensor([], shape=[0, 3], dtype=i32)");
    check::<bool>(
        &[1 << 40, 0, 1 << 40],
        &[],
        "Tensor([], shape=[1099511627776, 0, 1099511627776], dtype=bool)",
    );
}

#[test]
fn long_rows_wrap_under_their_first_element() {
    let values: Vec<i32> = (0..40).map(|n| n * 1000).collect();
    let expected = "\
Tensor([[    0,  1000,  2000,  3000,  4000,  5000,  6000,  7000,  8000,  9000, 10000, 11000, 12000,
         13000, 14000, 15000, 16000, 17000, 18000, 19000],
        [20000, 21000, 22000, 23000, 24000, 25000, 26000, 27000, 28000, 29000, 30000, 31000, 32000,
         33000, 34000, 35000, 36000, 37000, 38000, 39000]])";
    check(&[2, 20], &values, expected);
    for line in with_page(&[500], &count(&[500]), |page| page.to_string()).lines() {
        assert!(line.len() <= 100, "{line}");
    }
}

#[test]
fn more_than_a_thousand_elements_are_summarised() {
    assert!(!row(&count(&[1000])).contains("..."));
    let text = with_page(&[1001], &count(&[1001]), |page| page.to_string());
    assert_eq!(text, "Tensor([   0,    1,    2, ...,  998,  999, 1000], shape=[1001])");
    let expected = "\
Tensor([[   0,    1,    2, ...,   37,   38,   39],
        [  40,   41,   42, ...,   77,   78,   79],
        [  80,   81,   82, ...,  117,  118,  119],
        ...,
        [1480, 1481, 1482, ..., 1517, 1518, 1519],
        [1520, 1521, 1522, ..., 1557, 1558, 1559],
        [1560, 1561, 1562, ..., 1597, 1598, 1599]], shape=[40, 40])";
    check(&[40, 40], &count(&[40, 40]), expected);
    let expected = "\
Tensor([[[   0,    1],
         [   2,    3]],

        [[   4,    5],
         [   6,    7]],

        [[   8,    9],
         [  10,   11]],

        ...,

        [[1188, 1189],
         [1190, 1191]],

        [[1192, 1193],
         [1194, 1195]],

        [[1196, 1197],
         [1198, 1199]]], shape=[300, 2, 2])";
    check(&[300, 2, 2], &count(&[300, 2, 2]), expected);
}

#[test]
fn hidden_elements_do_not_widen_the_shown_ones() {
    let mut values = count(&[1001]);
    values[500] = i32::MIN;
    assert!(row(&values).starts_with("   0,    1,    2, ..."));
}

#[test]
fn width_precision_and_sign_of_the_format_string() {
    with_page(&[2, 2], &[1.0, -2.5, 1.0 / 3.0, 100.0], |page| {
        assert_eq!(format!("{page:.2}"), "Tensor([[  1.00,  -2.50],\n        [  0.33, 100.00]])");
        assert_eq!(format!("{page:8.1}"), "Tensor([[     1.0,     -2.5],\n        [     0.3,    100.0]])");
        assert_eq!(format!("{page:.0}"), "Tensor([[  1,  -2],\n        [  0, 100]])");
        assert_eq!(format!("{page:+.1}"), "Tensor([[  +1.0,   -2.5],\n        [  +0.3, +100.0]])");
        assert_eq!(format!("{page:<7.1}"), "Tensor([[1.0    , -2.5   ],\n        [0.3    , 100.0  ]])");
        assert_eq!(format!("{page:*^7.1}"), "Tensor([[**1.0**, *-2.5**],\n        [**0.3**, *100.0*]])");
        assert_eq!(format!("{page:07.1}"), "Tensor([[00001.0, -0002.5],\n        [00000.3, 00100.0]])");
        assert_eq!(
            format!("{page:.2e}"),
            "Tensor([[ 1.00e+00, -2.50e+00],\n        [ 3.33e-01,  1.00e+02]])"
        );
    });
    with_page(&[2], &[1.0, -0.25], |page| {
        assert_eq!(format!("{page:010.0e}"), "Tensor([000001e+00, -00002e-01])");
    });
    with_page(&[3], &[1, -20, 300], |page| {
        assert_eq!(format!("{page:6}"), "Tensor([     1,    -20,    300])");
        assert_eq!(format!("{page:+.2}"), "Tensor([  +1,  -20, +300])");
        assert_eq!(format!("{page:05}"), "Tensor([00001, -0020, 00300])");
    });
    with_page(&[2], &[0.1f32, f32::NAN], |page| {
        assert_eq!(format!("{page:.12}"), "Tensor([0.100000001490,            nan])");
        assert_eq!(format!("{page:+05}"), "Tensor([+00.1,   nan])");
    });
    with_page(&[2], &[true, false], |page| assert_eq!(format!("{page:07.1}"), "Tensor([   true,   false])"));
    with_page(&[], &[2.0f64.sqrt()], |page| {
        assert_eq!(format!("{page:.3}"), "Tensor(1.414)");
        assert_eq!(format!("{page:e}"), "Tensor(1.41421356e+00)");
    });
    with_page(&[1001], &count(&[1001]), |page| {
        let text = format!("{page:#}");
        assert!(text.contains(" 500,") && text.ends_with(" 1000])"), "{text}");
    });
}

#[test]
fn no_shape_and_no_format_is_too_much() {
    let one = |index: &[usize]| Scalar::I32((index[0] % 10) as i32);
    for shape in [vec![1; 64], vec![2; 62], vec![3; 39], vec![usize::MAX], vec![usize::MAX; 64]] {
        let text = Page::new(&shape, DType::I32, &one).to_string();
        assert!(text.len() < 200_000, "{} bytes for {shape:?}", text.len());
    }
    with_page(&[3], &AWKWARD[..3], |page| {
        let text = format!("{page:65535.65535}");
        assert_eq!(text.lines().count(), 3);
        assert_eq!(text.lines().map(str::len).max(), Some("Tensor([".len() + 1 + 2 + 65535 + "])".len()));
    });
    with_page(&[2, 7], &AWKWARD, |page| assert_eq!(page.to_string().lines().count(), 4));
}

#[test]
fn scalars_are_plain() {
    let rows: [(Scalar, &str); 8] = [
        (999.6.into(), "999.6"),
        (1e16.into(), "1e16"),
        (f64::NAN.into(), "nan"),
        (f32::NEG_INFINITY.into(), "-inf"),
        (0.1f32.into(), "0.1"),
        (f16::from_f32(0.1).into(), "0.1"),
        (u8::MAX.into(), "255"),
        (Complex64::new(1.0, -2.0).into(), "1.0-2.0j"),
    ];
    for (value, expected) in rows {
        assert_eq!(scalar(value, Style::Display).to_string(), expected);
    }
    assert_eq!(format!("{:>6}", scalar(Scalar::Bool(true), Style::Display)), "  true");
}
