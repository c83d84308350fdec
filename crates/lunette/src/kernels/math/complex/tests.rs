//! The special cases of the standard, the sides of the branch cuts, and values computed with sixty digits.

mod special;
mod values;

use super::Complex;
use crate::kernels::isa::Isa;

/// Numbers of both signs, from tiny to huge, and what is not a number.
const PARTS: [f64; 15] = [
    0.0,
    -0.0,
    0.5,
    -0.5,
    1.0,
    -1.0,
    3.0,
    -3.0,
    1e-200,
    1e200,
    -1e308,
    710.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

fn everything() -> impl Iterator<Item = Complex> {
    PARTS.into_iter().flat_map(|re| PARTS.into_iter().map(move |im| Complex::new(re, im)))
}

/// A function, as the tests name it.
type Function = fn(Complex) -> Complex;

fn is_same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

#[test]
fn functions_commute_with_conjugation() {
    let functions: [(&str, Function); 19] = [
        ("exp", super::exp),
        ("expm1", super::expm1),
        ("log", super::log),
        ("log1p", super::log1p),
        ("log2", super::log2),
        ("log10", super::log10),
        ("sqrt", super::sqrt),
        ("sin", super::sin),
        ("cos", super::cos),
        ("tan", super::tan),
        ("asin", super::asin),
        ("acos", super::acos),
        ("atan", super::atan),
        ("sinh", super::sinh),
        ("cosh", super::cosh),
        ("tanh", super::tanh),
        ("asinh", super::asinh),
        ("acosh", super::acosh),
        ("atanh", super::atanh),
    ];
    for (name, function) in functions {
        for z in everything().filter(|z| !z.re.is_nan() && !z.im.is_nan()) {
            let (direct, turned) = (function(z.conj()), function(z).conj());
            let same = is_same(direct.re, turned.re) && (is_same(direct.im, turned.im));
            assert!(same, "{name}: {z} gives {turned} and its conjugate {direct}");
        }
    }
}

#[test]
fn odd_functions_are_odd() {
    let functions: [(&str, Function); 8] = [
        ("sin", super::sin),
        ("tan", super::tan),
        ("asin", super::asin),
        ("atan", super::atan),
        ("sinh", super::sinh),
        ("tanh", super::tanh),
        ("asinh", super::asinh),
        ("atanh", super::atanh),
    ];
    for (name, function) in functions {
        for z in everything().filter(|z| !z.re.is_nan() && !z.im.is_nan()) {
            let (direct, turned) = (function(-z), -function(z));
            assert!(
                is_same(direct.re, turned.re) && is_same(direct.im, turned.im),
                "{name}: {z} {direct} {turned}"
            );
        }
    }
}

/// Beyond the range of numbers, what is 0 on an axis stays 0, with the sign of the product.
#[test]
fn the_axes_stay_axes_where_results_are_infinite() {
    let inf = f64::INFINITY;
    let check = |function: Function, z: (f64, f64), (re, im): (f64, f64)| {
        let result = function(Complex::new(z.0, z.1));
        assert!(is_same(result.re, re) && is_same(result.im, im), "{z:?} gives {result}");
    };
    for x in [746.0, 1e30, f64::MAX, inf] {
        check(super::cosh, (x, 0.0), (inf, 0.0));
        check(super::cosh, (x, -0.0), (inf, -0.0));
        check(super::cosh, (-x, 0.0), (inf, -0.0));
        check(super::cos, (0.0, x), (inf, -0.0));
        check(super::cos, (-0.0, x), (inf, 0.0));
        check(super::sinh, (x, 0.0), (inf, 0.0));
        check(super::sinh, (-x, -0.0), (-inf, -0.0));
        check(super::sin, (0.0, x), (0.0, inf));
        check(super::tanh, (x, 0.0), (1.0, 0.0));
        check(super::exp, (x, -0.0), (inf, -0.0));
        check(super::exp, (-x, 0.0), (0.0, 0.0));
        check(super::expm1, (x, 0.0), (inf, 0.0));
    }
}

/// On a branch cut the sign of the zero tells the side.
#[test]
fn sides_of_cuts() {
    let check = |function: Function, z: (f64, f64), (re, im): (f64, f64)| {
        let result = function(Complex::new(z.0, z.1));
        let near = |part: f64, expected: f64| (part - expected).abs() < 1e-15;
        assert!(near(result.re, re) && near(result.im, im), "{z:?} gives {result}");
    };
    let (half_pi, pi) = (std::f64::consts::FRAC_PI_2, std::f64::consts::PI);
    for side in [1.0, -1.0] {
        let zero = 0.0 * side;
        check(super::log, (-1.0, zero), (0.0, pi * side));
        check(super::log1p, (-2.0, zero), (0.0, pi * side));
        check(super::sqrt, (-4.0, zero), (0.0, 2.0 * side));
        check(super::asin, (2.0, zero), (half_pi, 1.316_957_896_924_816_6 * side));
        check(super::acos, (2.0, zero), (0.0, -1.316_957_896_924_816_6 * side));
        check(super::acos, (-2.0, zero), (pi, -1.316_957_896_924_816_6 * side));
        check(super::acosh, (-2.0, zero), (1.316_957_896_924_816_6, pi * side));
        check(super::acosh, (0.5, zero), (0.0, 1.047_197_551_196_597_6 * side));
        check(super::atanh, (2.0, zero), (0.549_306_144_334_054_8, half_pi * side));
        check(super::asinh, (zero, 2.0), (1.316_957_896_924_816_6 * side, half_pi));
        check(super::atan, (zero, 2.0), (half_pi * side, 0.549_306_144_334_054_8));
    }
}

#[test]
fn quotients() {
    let rows = [
        ((5.0, 10.0), (3.0, -4.0), (-1.0, 2.0)),
        ((1e308, 1e308), (1e308, 1e308), (1.0, 0.0)),
        ((1e-320, 0.0), (1e-320, 0.0), (1.0, 0.0)),
        ((6.0, -3.0), (0.0, 3.0), (-1.0, -2.0)),
        ((1.0, 1.0), (f64::INFINITY, 1.0), (0.0, 0.0)),
        ((1.0, -2.0), (0.0, 0.0), (f64::INFINITY, f64::NEG_INFINITY)),
    ];
    for ((a, b), (c, d), (re, im)) in rows {
        let quotient = super::divide(Complex::new(a, b), Complex::new(c, d));
        assert!(quotient == Complex::new(re, im), "({a:e}, {b:e}) / ({c:e}, {d:e}) is {quotient}");
    }
    let lost = Complex::new(f64::NAN, f64::NAN);
    let quotient = super::divide(lost, lost);
    assert!(quotient.re.is_nan() && quotient.im.is_nan());
}

#[test]
fn sizes_and_signs() {
    assert_eq!(super::abs(Complex::new(-3.0, 4.0), Isa::Base), 5.0);
    assert_eq!(super::abs(Complex::new(f64::NAN, f64::NEG_INFINITY), Isa::Base), f64::INFINITY);
    assert!(super::abs(Complex::new(f64::NAN, 0.0), Isa::Base).is_nan());
    assert_eq!(super::sign(Complex::new(-0.0, -0.0)), Complex::new(0.0, 0.0));
    for size in [1e-310, 1e-5, 1e307] {
        let sign = super::sign(Complex::new(3.0 * size, -4.0 * size));
        assert!((sign - Complex::new(0.6, -0.8)).norm() < 1e-12, "{sign}");
    }
    let lost = super::sign(Complex::new(1.0, f64::NAN));
    assert!(lost.re.is_nan() && lost.im.is_nan());
}

#[test]
fn powers() {
    let check = |z: (f64, f64), w: (f64, f64), (re, im): (f64, f64)| {
        let power = super::pow(Complex::new(z.0, z.1), Complex::new(w.0, w.1));
        let error = (power - Complex::new(re, im)).norm();
        assert!(error <= 4.0 * f64::EPSILON * re.hypot(im), "{z:?} to the {w:?} is {power}");
    };
    check((0.0, 1.0), (2.0, 0.0), (-1.0, 0.0));
    check((1.0, 1.0), (8.0, 0.0), (16.0, 0.0));
    check((1.0, 1.0), (-2.0, 0.0), (0.0, -0.5));
    check((0.0, 1.0), (0.0, 1.0), (0.207_879_576_350_761_9, 0.0));
    check((0.0, 0.0), (0.0, 0.0), (1.0, 0.0));
    check((0.0, 0.0), (2.0, 1.0), (0.0, 0.0));
    check((-4.0, 0.0), (0.5, 0.0), (0.0, 2.0));
    check((-4.0, -0.0), (0.5, 0.0), (0.0, -2.0));
}
