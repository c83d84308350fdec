//! The grid.

use num_complex::Complex64;

use super::{AWKWARD, count, with_page};
use crate::dtype::{DType, Element, Scalar};
use crate::print::{Page, Style, scalar};

#[track_caller]
fn check<T: Element>(shape: &[usize], values: &[T], expected: &str) {
    assert_eq!(with_page(shape, values, |page| page.grid().to_string()), expected);
}

#[test]
fn s3_18_floats() {
    check(&[5], &[0.0, 1.0, 2.0, 3.0, 4.0], "[   0.0000    1.0000    2.0000    3.0000    4.0000]");
    check(&[2, 2], &[0.5f32, -1.25, 100.0, -0.0], "[[   0.5000    -1.250]\n [ 100.0000   -0.0000]]");
}

#[test]
fn s3_18_other_kinds() {
    check(&[3], &[1, -20, 3000], "[   1  -20 3000]");
    check(&[2], &[1i64, 2], "[   1    2]");
    check(&[2], &[7u8, 255], "[  7 255]");
    check(&[2], &[true, false], "[true  false]");
    check(
        &[2],
        &[Complex64::new(1.0, 2.0), Complex64::new(-1.0, -0.5)],
        "[   1.0000+2.0000j    -1.000-0.5000j]",
    );
    check(&[1], &[Complex64::new(f64::NAN, f64::INFINITY)], "[      nan+infj]");
    check(&[3], &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY], "[      nan       inf      -inf]");
}

#[test]
fn wide_and_tiny_numbers_keep_the_columns_straight() {
    check(
        &[2, 2],
        &[1.0, 123456.0, -123456.5, 2.0],
        "[[     1.0000 123456.0000]\n [-123456.500      2.0000]]",
    );
    check(&[2, 2], &[1e-7, 1.0, -2.5e-9, 0.0], "[[1.000e-07    1.0000]\n [-2.50e-09    0.0000]]");
    check(&[2, 2], &[1.5e10, 1.0, -3e300, f64::NAN], "[[ 1.500e+10     1.0000]\n [-3.00e+300        nan]]");
    check(&[3], &[0.00005, 0.000049, 99999999.0], "[       0.0001     4.900e-05 99999999.0000]");
    check(&[3], &[1, -20, 30000], "[    1   -20 30000]");
    let complex = [Complex64::new(1.0, 2.0), Complex64::new(-10000.0, -0.5)];
    check(&[2, 1], &complex, "[[    1.0000+2.0000j]\n [-10000.000-0.5000j]]");
}

#[test]
fn s3_18_nested_rows_are_indented() {
    let expected = "[[[   0    1]\n  [   2    3]]\n [[   4    5]\n  [   6    7]]]";
    check(&[2, 2, 2], &count(&[8]), expected);
}

#[test]
fn s3_18_more_than_ten_entries() {
    check(&[10], &count(&[10]), "[   0    1    2    3    4    5    6    7    8    9]");
    check(&[12], &count(&[12]), "[   0    1    2    3    4  ...    8    9   10   11]");
    let tall: Vec<f64> = (0..11).map(f64::from).collect();
    let text = with_page(&[11, 1], &tall, |page| page.grid().to_string());
    assert_eq!(text.lines().count(), 10);
    assert_eq!(text.lines().nth(5), Some("       ..."));
    assert_eq!(text.lines().last(), Some(" [  10.0000]]"));
    check(&[11], &[1u8; 11], "[  1   1   1   1   1 ...   1   1   1   1]");
    check(&[11], &[true; 11], "[true  true  true  true  true   ...  true  true  true  true ]");
}

#[test]
fn rank_zero_and_empty() {
    check(&[], &[8.0], "   8.0000");
    check(&[], &[8], "   8");
    check::<f64>(&[0], &[], "[]");
    check::<f64>(&[1 << 40, 0], &[], "[]");
    assert_eq!(scalar(Scalar::U8(3), Style::Grid).to_string(), "  3");
}

#[test]
fn nothing_is_too_much() {
    let one = |_: &[usize]| Scalar::I32(1);
    assert!(Page::new(&[1; 64], DType::I32, &one).grid().to_string().ends_with(&"]".repeat(64)));
    assert!(Page::new(&[usize::MAX], DType::I32, &one).grid().to_string().contains(" ... "));
    with_page(&[2, 7], &AWKWARD, |page| assert_eq!(page.grid().to_string().lines().count(), 2));
}

#[test]
fn high_ranks_show_no_more_than_their_room() {
    let one = |_: &[usize]| Scalar::I32(1);
    for shape in [&[10; 9][..], &[10; 32], &[2; 32], &[11, 12, 13, 14], &[3; 20]] {
        let text = Page::new(shape, DType::I32, &one).grid().to_string();
        let shown = text.matches('1').count();
        assert!((500..=1000).contains(&shown) && text.contains("..."), "{shape:?}: {shown}");
    }
    let text = Page::new(&[10, 10, 10], DType::I32, &one).grid().to_string();
    assert!(text.matches('1').count() == 1000 && !text.contains("..."));
}
