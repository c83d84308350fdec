//! Pairs of normal numbers against the functions of the standard library.

use super::gauss::{minus_ln, pair_f32, pair_f64};
use super::{Stream, Words};

#[test]
fn pairs_follow_the_formula() {
    let mut words = Words::new(Stream::new(7));
    for _ in 0..20_000 {
        let (first, second) = (words.next(), words.next());
        let drawn = ((first >> 11) + 1) as f64 / 9_007_199_254_740_992.0;
        assert!((minus_ln(first) + drawn.ln()).abs() <= 1e-15 * drawn.ln().abs(), "{first}");
        let radius = (-2.0 * drawn.ln()).sqrt();
        let quarters = (second >> 62) as f64 + ((second << 2) >> 11) as f64 / 9_007_199_254_740_992.0 - 0.5;
        let (sin, cos) = (quarters * std::f64::consts::FRAC_PI_2).sin_cos();
        let (x, y) = pair_f64(first, second);
        assert!((x - radius * cos).abs() < 1e-14 && (y - radius * sin).abs() < 1e-14, "{first} {second}");
    }
}

#[test]
fn pairs_of_single_precision_follow_the_formula() {
    let mut words = Words::new(Stream::new(8));
    for _ in 0..20_000 {
        let (first, second) = (words.next() as u32, words.next() as u32);
        let radius = (-2.0 * ((f64::from(first) + 0.5) / 4_294_967_296.0).ln()).sqrt();
        let quarters = f64::from(second >> 30) + f64::from((second << 2) >> 8) / 16_777_216.0 - 0.5;
        let (sin, cos) = (quarters * std::f64::consts::FRAC_PI_2).sin_cos();
        let (x, y) = pair_f32(first, second);
        // Near 1 a drawn number has few digits left that differ from it.
        let allowed = 2e-6 + 2e-7 / radius.max(1e-3);
        assert!((f64::from(x) - radius * cos).abs() < allowed, "{first} {second}");
        assert!((f64::from(y) - radius * sin).abs() < allowed, "{first} {second}");
    }
}

#[test]
fn the_ends_of_the_bits_give_numbers() {
    for first in [0, u64::MAX] {
        for second in [0, 1 << 61, 1 << 62, u64::MAX >> 1, 1 << 63, u64::MAX] {
            let (x, y) = pair_f64(first, second);
            assert!(x.is_finite() && y.is_finite());
            let (x, y) = pair_f32(first as u32, (second >> 32) as u32);
            assert!(x.is_finite() && y.is_finite());
        }
    }
    assert_eq!(minus_ln(u64::MAX).to_bits(), 0.0_f64.to_bits());
}

#[test]
fn streams_are_apart() {
    let mut stream = Stream::new(1);
    let (mut a, mut b) = (Words::new(stream.split()), Words::new(stream.split()));
    let mut same = Words::new(Stream::new(1).split());
    for _ in 0..1000 {
        let word = a.next();
        assert_eq!(word, same.next());
        assert_ne!(word, b.next());
    }
}
