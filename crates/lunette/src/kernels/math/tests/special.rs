//! The special cases that the Array API standard lists for real numbers, in its order.

use std::f64::consts::{E, FRAC_PI_2, FRAC_PI_4, PI};

use super::both_ways;
use crate::kernels::isa::Isa;
use crate::kernels::math::Math;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Checks rows of (x, y, result) in both precisions and both ways; signs of zeros count, those of NaN do not.
fn check(
    name: &str,
    rows: &[(f64, f64, f64)],
    f32s: impl Fn(f32, f32, Isa) -> f32 + Copy,
    f64s: impl Fn(f64, f64, Isa) -> f64 + Copy,
) {
    let xs: Vec<f64> = rows.iter().map(|row| row.0).collect();
    let ys: Vec<f64> = rows.iter().map(|row| row.1).collect();
    for results in both_ways(&xs, &ys, f64s) {
        for (&(x, y, expected), result) in rows.iter().zip(results) {
            let same = result == expected && result.is_sign_negative() == expected.is_sign_negative();
            assert!(
                same || (result.is_nan() && expected.is_nan()),
                "f64 {name}({x}, {y}) is {result}, not {expected}"
            );
        }
    }
    let xs: Vec<f32> = rows.iter().map(|row| row.0 as f32).collect();
    let ys: Vec<f32> = rows.iter().map(|row| row.1 as f32).collect();
    for results in both_ways(&xs, &ys, f32s) {
        for (&(x, y, expected), result) in rows.iter().zip(results) {
            let expected = expected as f32;
            let same = result == expected && result.is_sign_negative() == expected.is_sign_negative();
            assert!(
                same || (result.is_nan() && expected.is_nan()),
                "f32 {name}({x}, {y}) is {result}, not {expected}"
            );
        }
    }
}

macro_rules! unary {
    ($($name:ident: $($x:expr => $result:expr),*;)*) => { $(
        #[test]
        fn $name() {
            check(
                stringify!($name),
                &[$(($x, 0.0, $result)),*],
                #[inline(always)] |x, _, isa| <f32 as Math>::$name(x, isa),
                #[inline(always)] |x, _, isa| <f64 as Math>::$name(x, isa),
            );
        }
    )* };
}

unary! {
    acos: NAN => NAN, 1.5 => NAN, INF => NAN, -1.5 => NAN, -INF => NAN, 1.0 => 0.0, -1.0 => PI, 0.0 => FRAC_PI_2;
    acosh: NAN => NAN, 0.5 => NAN, -2.0 => NAN, -INF => NAN, 1.0 => 0.0, INF => INF;
    asin: NAN => NAN, 1.5 => NAN, INF => NAN, -1.5 => NAN, -INF => NAN, 0.0 => 0.0, -0.0 => -0.0, 1.0 => FRAC_PI_2;
    asinh: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => INF, -INF => -INF;
    atan: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => FRAC_PI_2, -INF => -FRAC_PI_2;
    atanh: NAN => NAN, -1.5 => NAN, -INF => NAN, 1.5 => NAN, INF => NAN, -1.0 => -INF, 1.0 => INF, 0.0 => 0.0, -0.0 => -0.0;
    cos: NAN => NAN, 0.0 => 1.0, -0.0 => 1.0, INF => NAN, -INF => NAN, 1.3e-9 => 1.0, -5.3e-9 => 1.0, 4e-13 => 1.0;
    cosh: NAN => NAN, 0.0 => 1.0, -0.0 => 1.0, INF => INF, -INF => INF;
    erf: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => 1.0, -INF => -1.0, 50.0 => 1.0;
    erfc: NAN => NAN, 0.0 => 1.0, -0.0 => 1.0, INF => 0.0, -INF => 2.0, 50.0 => 0.0;
    exp: NAN => NAN, 0.0 => 1.0, -0.0 => 1.0, 1.0 => E, INF => INF, -INF => 0.0, 1e9 => INF, -1e9 => 0.0;
    exp2: NAN => NAN, 0.0 => 1.0, -0.0 => 1.0, INF => INF, -INF => 0.0, 3.0 => 8.0;
    expm1: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => INF, -INF => -1.0;
    log: NAN => NAN, -1.0 => NAN, -INF => NAN, 0.0 => -INF, -0.0 => -INF, 1.0 => 0.0, INF => INF;
    log1p: NAN => NAN, -1.5 => NAN, -INF => NAN, -1.0 => -INF, -0.0 => -0.0, 0.0 => 0.0, INF => INF;
    log2: NAN => NAN, -1.0 => NAN, -INF => NAN, 0.0 => -INF, -0.0 => -INF, 1.0 => 0.0, INF => INF;
    log10: NAN => NAN, -1.0 => NAN, -INF => NAN, 0.0 => -INF, -0.0 => -INF, 1.0 => 0.0, INF => INF;
    sigmoid: NAN => NAN, 0.0 => 0.5, -0.0 => 0.5, INF => 1.0, -INF => 0.0, 1000.0 => 1.0, -1000.0 => 0.0;
    sin: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => NAN, -INF => NAN;
    sinh: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => INF, -INF => -INF;
    tan: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => NAN, -INF => NAN;
    tanh: NAN => NAN, 0.0 => 0.0, -0.0 => -0.0, INF => 1.0, -INF => -1.0;
}

#[test]
fn angles_of_any_size() {
    for function in [<f64 as Math>::sin_any, <f64 as Math>::tan_any] {
        assert!(function(INF).is_nan() && function(-INF).is_nan() && function(NAN).is_nan());
        assert!(function(-0.0) == 0.0 && function(-0.0).is_sign_negative());
    }
    assert!(Math::cos_any(INF).is_nan() && Math::cos_any(NAN).is_nan());
}

#[test]
fn atan2() {
    let (quarter, three_quarters) = (FRAC_PI_4, 3.0 * FRAC_PI_4);
    let rows = [
        (NAN, 1.0, NAN),
        (1.0, NAN, NAN),
        (INF, NAN, NAN),
        (NAN, INF, NAN),
        (1.0, 0.0, FRAC_PI_2),
        (1.0, -0.0, FRAC_PI_2),
        (0.0, 1.0, 0.0),
        (0.0, 0.0, 0.0),
        (0.0, -0.0, PI),
        (0.0, -1.0, PI),
        (-0.0, 1.0, -0.0),
        (-0.0, 0.0, -0.0),
        (-0.0, -0.0, -PI),
        (-0.0, -1.0, -PI),
        (-1.0, 0.0, -FRAC_PI_2),
        (-1.0, -0.0, -FRAC_PI_2),
        (1.0, INF, 0.0),
        (1.0, -INF, PI),
        (-1.0, INF, -0.0),
        (-1.0, -INF, -PI),
        (INF, 1.0, FRAC_PI_2),
        (-INF, 1.0, -FRAC_PI_2),
        (INF, INF, quarter),
        (INF, -INF, three_quarters),
        (-INF, INF, -quarter),
        (-INF, -INF, -three_quarters),
    ];
    check("atan2", &rows, <f32 as Math>::atan2, <f64 as Math>::atan2);
}

#[test]
fn hypot() {
    let rows = [
        (INF, 1.0, INF),
        (-INF, NAN, INF),
        (NAN, INF, INF),
        (0.0, -INF, INF),
        (0.0, -3.0, 3.0),
        (-3.0, -0.0, 3.0),
        (-0.0, -0.0, 0.0),
        (1.0, NAN, NAN),
        (NAN, 0.0, NAN),
        (NAN, NAN, NAN),
        (3.0, -4.0, 5.0),
    ];
    check("hypot", &rows, <f32 as Math>::hypot, <f64 as Math>::hypot);
}

#[test]
fn logaddexp() {
    let rows = [
        (NAN, 1.0, NAN),
        (1.0, NAN, NAN),
        (INF, NAN, NAN),
        (NAN, -INF, NAN),
        (INF, 1.0, INF),
        (INF, -INF, INF),
        (-INF, INF, INF),
        (INF, INF, INF),
        (-INF, -INF, -INF),
        (-INF, 2.0, 2.0),
        (2.0, -INF, 2.0),
        (0.0, 0.0, std::f64::consts::LN_2),
    ];
    check("logaddexp", &rows, <f32 as Math>::logaddexp, <f64 as Math>::logaddexp);
}

#[test]
fn nextafter() {
    let rows = [
        (NAN, 1.0, NAN),
        (1.0, NAN, NAN),
        (-0.0, 0.0, 0.0),
        (0.0, -0.0, -0.0),
        (2.0, 2.0, 2.0),
        (INF, INF, INF),
        (-1.0, -1.0, -1.0),
    ];
    check("nextafter", &rows, |x, y, _| Math::nextafter(x, y), |x, y, _| Math::nextafter(x, y));
    assert_eq!(Math::nextafter(0.0_f64, 1.0), f64::from_bits(1));
    assert_eq!(Math::nextafter(0.0_f64, -1.0), -f64::from_bits(1));
    assert_eq!(Math::nextafter(1.0_f64, 2.0), 1.0 + f64::EPSILON);
    assert_eq!(Math::nextafter(-1.0_f64, -2.0), -1.0 - f64::EPSILON);
    assert_eq!(Math::nextafter(-1.0_f32, 2.0), -1.0 + f32::EPSILON / 2.0);
    assert_eq!(Math::nextafter(f64::MAX, INF), INF);
    assert_eq!(Math::nextafter(-INF, 0.0), f64::MIN);
}

#[test]
fn pow() {
    let rows = [
        (2.0, NAN, NAN),
        (-1.0, NAN, NAN),
        (NAN, 0.0, 1.0),
        (INF, 0.0, 1.0),
        (0.0, 0.0, 1.0),
        (-2.0, -0.0, 1.0),
        (NAN, -0.0, 1.0),
        (NAN, 2.0, NAN),
        (-1.5, INF, INF),
        (1.5, -INF, 0.0),
        (-1.0, INF, 1.0),
        (1.0, INF, 1.0),
        (-1.0, -INF, 1.0),
        (1.0, NAN, 1.0),
        (1.0, 3.5, 1.0),
        (-0.5, INF, 0.0),
        (0.0, INF, 0.0),
        (0.5, -INF, INF),
        (-0.0, -INF, INF),
        (INF, INF, INF),
        (INF, 0.5, INF),
        (INF, -0.5, 0.0),
        (INF, -INF, 0.0),
        (-INF, 3.0, -INF),
        (-INF, 2.5, INF),
        (-INF, 2.0, INF),
        (-INF, INF, INF),
        (-INF, -3.0, -0.0),
        (-INF, -2.5, 0.0),
        (-INF, -2.0, 0.0),
        (0.0, 2.5, 0.0),
        (0.0, -2.5, INF),
        (-0.0, 3.0, -0.0),
        (-0.0, 2.5, 0.0),
        (-0.0, 2.0, 0.0),
        (-0.0, -3.0, -INF),
        (-0.0, -2.5, INF),
        (-0.0, -2.0, INF),
        (-2.0, 0.5, NAN),
        (-2.0, -1.5, NAN),
        (-2.0, 3.0, -8.0),
        (-2.0, -2.0, 0.25),
        (-1.0, 9_007_199_254_740_993.0, 1.0),
        (-1.0, 8_388_607.0, -1.0),
        (2.0, 1e30, INF),
        (2.0, -1e30, 0.0),
        (3.0, 5.0, 243.0),
    ];
    check("pow", &rows, <f32 as Math>::pow, <f64 as Math>::pow);
}
