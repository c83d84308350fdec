//! The gamma function at numbers whose results are known to many digits.

use crate::kernels::math::{gamma, lgamma};

#[track_caller]
fn check(name: &str, x: f64, found: f64, expected: f64, allowed: f64) {
    let error = (found - expected).abs() / expected.abs();
    assert!(error <= allowed * f64::EPSILON, "{name}({x}) is {found:e}, should be {expected:e}: {error:e}");
}

#[test]
fn values_of_gamma() {
    let mut factorial = 1.0;
    for n in 1..19 {
        check("gamma", f64::from(n), gamma(f64::from(n)), factorial, 3.0);
        factorial *= f64::from(n);
    }
    let rows = [
        (0.5, 1.772_453_850_905_516),
        (1.5, 0.886_226_925_452_758),
        (0.1, 9.513_507_698_668_73),
        (3.3, 2.683_437_381_955_768_4),
        (10.1, 454_760.751_441_585_6),
        (100.5, 9.320_963_104_082_718e156),
        (170.3, 1.991_587_557_235_89e305),
        (1e-300, 1e300),
        (-0.25, -4.901_666_809_860_711),
        (-1.5, 2.363_271_801_207_355),
        (-20.5, -2.834_656_574_391_335e-19),
        (-100.1, -6.869_505_399_212_017e-158),
        (-171.5, 1.931_626_543_171_2e-310),
    ];
    for (x, expected) in rows {
        // Subnormal numbers have fewer digits.
        let allowed = if f64::abs(expected) < f64::MIN_POSITIVE { 1e4 } else { 6.0 };
        check("gamma", x, gamma(x), expected, allowed);
    }
}

#[test]
fn values_of_lgamma() {
    let rows = [
        (0.5, 0.572_364_942_924_700_1),
        (1e-5, 11.512_919_692_895_826),
        (0.999, 0.000_578_038_532_891_380_2),
        (1.000_001, -5.772_148_423_874_147e-7),
        (1.5, -0.120_782_237_635_245_22),
        (2.001, 0.000_423_106_734_800_117),
        (2.5, 0.284_682_870_472_919_2),
        (7.7, 7.926_541_356_269_005),
        (9.0, 10.604_602_902_745_25),
        (33.25, 82.429_238_345_909_04),
        (1e10, 220_258_509_288.810_58),
        (1e300, 6.897_755_278_982_137e302),
    ];
    for (x, expected) in rows {
        check("lgamma", x, lgamma(x), expected, 4.0);
    }
    for (x, expected) in
        [(-0.5, 1.265_512_123_484_645_4), (-2.25, 0.555_501_545_020_647_5), (-50.3, -148.298_587_913_308_44)]
    {
        assert!((lgamma(x) - expected).abs() <= 2e-15 * f64::abs(expected).max(1.0), "{x}: {}", lgamma(x));
    }
}

#[test]
fn ends_and_poles() {
    let inf = f64::INFINITY;
    for (x, gamma_of, log) in [
        (0.0, inf, inf),
        (-0.0, -inf, inf),
        (inf, inf, inf),
        (172.0, inf, 711.714_725_802_29),
        (-1.0, f64::NAN, inf),
        (-1e300, f64::NAN, inf),
        (-inf, f64::NAN, inf),
        (f64::NAN, f64::NAN, f64::NAN),
    ] {
        let same = |found: f64, expected: f64| found == expected || found.is_nan() && expected.is_nan();
        assert!(same(gamma(x), gamma_of), "gamma({x}) is {}", gamma(x));
        assert!(
            same(lgamma(x), log) || (lgamma(x) / log - 1.0).abs() < 1e-15,
            "lgamma({x}) is {}",
            lgamma(x)
        );
    }
    // Too small for a number, with the sign that it would have.
    assert!(gamma(-190.5) == 0.0 && gamma(-190.5).is_sign_negative());
    assert!(gamma(-191.5) == 0.0 && gamma(-191.5).is_sign_positive());
}
