//! Distances from the correctly rounded results.

use super::both_ways;
use crate::kernels::math::Math;
use crate::kernels::testing::Rng;

/// How many random arguments each function gets.
const COUNT: usize = 20_000;

/// A float that can be made of random bits, and counted.
trait Sample: Math + PartialEq + std::fmt::Debug {
    fn of(value: f64) -> Self;
    fn of_bits(bits: u64) -> Self;
    /// Its place among all numbers, so that neighbours differ by 1.
    fn place(self) -> Option<i64>;
}

impl Sample for f32 {
    fn of(value: f64) -> Self {
        value as Self
    }

    fn of_bits(bits: u64) -> Self {
        Self::from_bits((bits >> 32) as u32)
    }

    fn place(self) -> Option<i64> {
        let size = i64::from(self.abs().to_bits());
        (!self.is_nan()).then_some(if self.is_sign_negative() { -size } else { size })
    }
}

impl Sample for f64 {
    fn of(value: f64) -> Self {
        value
    }

    fn of_bits(bits: u64) -> Self {
        Self::from_bits(bits)
    }

    fn place(self) -> Option<i64> {
        let size = self.abs().to_bits() as i64;
        (!self.is_nan()).then_some(if self.is_sign_negative() { -size } else { size })
    }
}

fn uniform(rng: &mut Rng) -> f64 {
    (rng.next() >> 11) as f64 / (1_u64 << 53) as f64
}

/// Any bits, numbers of an interval, numbers of any small size, and numbers near 1.
fn arguments<T: Sample>(rng: &mut Rng, (low, high): (f64, f64)) -> Vec<T> {
    let mut arguments: Vec<T> = (0..COUNT)
        .map(|n| match n % 4 {
            0 => T::of_bits(rng.next()),
            1 => T::of(low + (high - low) * uniform(rng)),
            2 => T::of((uniform(rng) - 0.5) * (40.0 * uniform(rng) - 30.0).exp2()),
            _ => T::of(1.0 + (uniform(rng) - 0.5) * (-20.0 * uniform(rng)).exp2()),
        })
        .collect();
    let edges =
        [0.0, 1.0, 0.5, 2.0, 10.0, 1e-310, 1e-40, 709.78, 709.79, 745.13, 88.72, 88.73, 103.97, 1e38, 1e308];
    arguments.extend(
        edges.into_iter().chain([f64::INFINITY, f64::NAN]).flat_map(|edge| [T::of(edge), T::of(-edge)]),
    );
    arguments
}

/// Fails if a result is more than `allowed` numbers away from the right one.
fn compare<T: Sample>(name: &str, allowed: i64, rows: [&[T]; 3], right: impl Fn(T, T) -> T) {
    let [xs, ys, results] = rows;
    for ((&x, &y), &result) in xs.iter().zip(ys).zip(results) {
        let expected = right(x, y);
        let near = match (expected.place(), result.place()) {
            (Some(expected), Some(result)) => (expected - result).abs() <= allowed,
            (expected, result) => expected == result,
        };
        assert!(near, "{name}({x:?}, {y:?}) is {result:?}, should be {expected:?}");
    }
}

/// Tests for functions of one number: name, correctly rounded functions, an interval that matters.
macro_rules! unary {
    ($($name:ident, $right32:ident, $right64:ident, $interval:expr;)*) => { $(
        #[test]
        fn $name() {
            unary!(@check $name, f32, $right32, $interval);
            unary!(@check $name, f64, $right64, $interval);
        }
    )* };
    (@check $name:ident, $float:ident, $right:ident, $interval:expr) => {
        for seed in 0..3 {
            let mut xs: Vec<$float> = arguments(&mut Rng::new(seed), $interval);
            if matches!(stringify!($name), "sin" | "cos" | "tan") {
                xs.retain(|x| !x.is_huge());
            }
            let label = format!("seed {seed}: {} {}", stringify!($float), stringify!($name));
            for results in both_ways(&xs, &xs, #[inline(always)] |x, _, isa| <$float as Math>::$name(x, isa)) {
                compare(&label, 2, [&xs, &xs, &results], |x, _| core_math::$right(x));
            }
        }
    };
}

unary! {
    exp, expf, exp, (-100.0, 90.0);
    exp2, exp2f, exp2, (-150.0, 130.0);
    expm1, expm1f, expm1, (-3.0, 3.0);
    log, logf, log, (0.0, 10.0);
    log2, log2f, log2, (0.0, 10.0);
    log10, log10f, log10, (0.0, 1000.0);
    log1p, log1pf, log1p, (-1.0, 10.0);
    sin, sinf, sin, (-10.0, 10.0);
    cos, cosf, cos, (-10.0, 10.0);
    tan, tanf, tan, (-10.0, 10.0);
    asin, asinf, asin, (-1.0, 1.0);
    acos, acosf, acos, (-1.0, 1.0);
    atan, atanf, atan, (-5.0, 5.0);
    sinh, sinhf, sinh, (-10.0, 10.0);
    cosh, coshf, cosh, (-10.0, 10.0);
    tanh, tanhf, tanh, (-5.0, 5.0);
    asinh, asinhf, asinh, (-10.0, 10.0);
    acosh, acoshf, acosh, (1.0, 10.0);
    atanh, atanhf, atanh, (-1.0, 1.0);
    erf, erff, erf, (-4.0, 4.0);
    erfc, erfcf, erfc, (-6.0, 28.0);
}

/// Tests for functions of two numbers: name, correctly rounded functions.
macro_rules! binary {
    ($($name:ident, $right32:ident, $right64:ident;)*) => { $(
        #[test]
        fn $name() {
            binary!(@check $name, f32, $right32);
            binary!(@check $name, f64, $right64);
        }
    )* };
    (@check $name:ident, $float:ident, $right:ident) => {
        for seed in 0..3 {
            let rng = &mut Rng::new(seed);
            let (xs, ys): (Vec<$float>, Vec<$float>) =
                (arguments(rng, (-10.0, 10.0)), arguments(rng, (-10.0, 10.0)));
            let label = format!("seed {seed}: {} {}", stringify!($float), stringify!($name));
            for results in both_ways(&xs, &ys, <$float as Math>::$name) {
                compare(&label, 2, [&xs, &ys, &results], |x, y| core_math::$right(x, y));
            }
        }
    };
}

binary! {
    pow, powf, pow;
    atan2, atan2f, atan2;
    hypot, hypotf, hypot;
}

#[test]
fn powers_of_any_size() {
    // Exponents that take the result through all sizes, for bases that are near 1 and far from it.
    for seed in 0..3 {
        let rng = &mut Rng::new(seed);
        let near = |rng: &mut Rng| 1.0 + (uniform(rng) - 0.5) * (-30.0 * uniform(rng)).exp2();
        let far = |rng: &mut Rng| (60.0 * uniform(rng) - 30.0).exp2();
        let xs: Vec<f64> = (0..COUNT).map(|n| if n % 2 == 0 { near(rng) } else { far(rng) }).collect();
        let ys: Vec<f64> = xs.iter().map(|x| (1500.0 * uniform(rng) - 750.0) / x.ln()).collect();
        for results in both_ways(&xs, &ys, <f64 as Math>::pow) {
            compare(&format!("seed {seed}: pow"), 1, [&xs, &ys, &results], core_math::pow);
        }
        let xs: Vec<f32> = xs.into_iter().map(|x| x as f32).collect();
        let ys: Vec<f32> =
            xs.iter().map(|&x| ((210.0 * uniform(rng) - 105.0) / f64::from(x).ln()) as f32).collect();
        for results in both_ways(&xs, &ys, <f32 as Math>::pow) {
            compare(&format!("seed {seed}: powf"), 1, [&xs, &ys, &results], core_math::powf);
        }
    }
}

#[test]
fn powers_are_nearly_always_the_nearest_numbers() {
    for seed in 0..3 {
        let rng = &mut Rng::new(seed);
        let xs: Vec<f64> = (0..COUNT).map(|_| 0.1 + 10.0 * uniform(rng)).collect();
        let ys: Vec<f64> = (0..COUNT).map(|_| 20.0 * uniform(rng) - 10.0).collect();
        for results in both_ways(&xs, &ys, <f64 as Math>::pow) {
            let right = xs.iter().zip(&ys).map(|(&x, &y)| core_math::pow(x, y));
            let others = results.into_iter().zip(right).filter(|(result, right)| result != right).count();
            assert!(others * 100 < COUNT, "seed {seed}: {others} of {COUNT} powers are not the nearest");
        }
    }
    let (squares, halves) = ((1..1000).map(f64::from).collect::<Vec<_>>(), vec![0.5; 999]);
    for results in both_ways(&squares, &halves, <f64 as Math>::pow) {
        let others = results.iter().zip(&squares).filter(|(root, x)| **root != x.sqrt()).count();
        assert!(others < 10 && results[1] == std::f64::consts::SQRT_2, "{others} roots are not the nearest");
    }
}

#[test]
fn whole_powers_and_roots_of_singles_are_exact() {
    let rng = &mut Rng::new(1);
    let xs: Vec<f32> = (0..COUNT).map(|_| (0.1 + 10.0 * uniform(rng)) as f32).collect();
    let ys: Vec<f32> = (0..COUNT).map(|_| (20.0 * uniform(rng) - 10.0) as f32).collect();
    for results in both_ways(&xs, &ys, <f32 as Math>::pow) {
        let right = xs.iter().zip(&ys).map(|(&x, &y)| core_math::powf(x, y));
        let others = results.into_iter().zip(right).filter(|(result, right)| result != right).count();
        assert!(others * 100 < COUNT, "{others} of {COUNT} powers are not the nearest");
    }
    let fits = |base: u32, power: u32| base.checked_pow(power).filter(|&result| result < 1 << 24);
    let whole: Vec<(u32, u32, u32)> = (1..4096)
        .flat_map(|base| (1..24).filter_map(move |power| Some((base, power, fits(base, power)?))))
        .collect();
    let bases: Vec<f32> = whole.iter().map(|row| -(row.0 as f32)).collect();
    let powers: Vec<f32> = whole.iter().map(|row| row.1 as f32).collect();
    for results in both_ways(&bases, &powers, <f32 as Math>::pow) {
        for (&(base, power, size), result) in whole.iter().zip(results) {
            let expected = if power % 2 == 1 { -(size as f32) } else { size as f32 };
            assert_eq!(result, expected, "-{base} to the power {power}");
        }
    }
    let (squares, halves) = ((0..9999).map(|n| n as f32).collect::<Vec<_>>(), vec![0.5; 9999]);
    for results in both_ways(&squares, &halves, <f32 as Math>::pow) {
        let others = results.iter().zip(&squares).filter(|(root, x)| **root != x.sqrt()).count();
        assert!(others < 100 && results[2] == std::f32::consts::SQRT_2, "{others} roots are not the nearest");
        assert!((0..99).all(|n| results[n * n] == n as f32), "roots of squares are exact");
    }
}

#[test]
fn tanh_where_its_two_forms_meet() {
    let rng = &mut Rng::new(1);
    let mut around = |meeting: f64| meeting * (1.0 + (uniform(rng) - 0.5) * (-40.0 * uniform(rng)).exp2());
    let xs: Vec<f64> = (0..COUNT).map(|n| around([0.5625, 1.0][n % 2])).collect();
    for results in both_ways(
        &xs,
        &xs,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::tanh(x, isa),
    ) {
        compare("tanh", 1, [&xs, &xs, &results], |x, _| core_math::tanh(x));
    }
    let xs: Vec<f32> = xs.into_iter().map(|x| x as f32).collect();
    for results in both_ways(
        &xs,
        &xs,
        #[inline(always)]
        |x, _, isa| <f32 as Math>::tanh(x, isa),
    ) {
        compare("tanhf", 1, [&xs, &xs, &results], |x, _| core_math::tanhf(x));
    }
}

#[test]
fn angles_of_any_size() {
    for seed in 0..3 {
        let rng = &mut Rng::new(seed);
        let label = format!("seed {seed}: an angle");
        let xs: Vec<f64> = (0..COUNT).map(|_| f64::of_bits(rng.next())).collect();
        let all = |function: fn(f64) -> f64| xs.iter().map(|&x| function(x)).collect::<Vec<_>>();
        compare(&label, 2, [&xs, &xs, &all(Math::sin_any)], |x, _| core_math::sin(x));
        compare(&label, 2, [&xs, &xs, &all(Math::cos_any)], |x, _| core_math::cos(x));
        compare(&label, 2, [&xs, &xs, &all(Math::tan_any)], |x, _| core_math::tan(x));
        let xs: Vec<f32> = (0..COUNT).map(|_| f32::of_bits(rng.next())).collect();
        let all = |function: fn(f32) -> f32| xs.iter().map(|&x| function(x)).collect::<Vec<_>>();
        compare(&label, 1, [&xs, &xs, &all(Math::sin_any)], |x, _| core_math::sinf(x));
        compare(&label, 1, [&xs, &xs, &all(Math::cos_any)], |x, _| core_math::cosf(x));
        compare(&label, 1, [&xs, &xs, &all(Math::tan_any)], |x, _| core_math::tanf(x));
    }
}

#[test]
fn angles_near_multiples_of_half_pi() {
    let rng = &mut Rng::new(1);
    let xs: Vec<f64> =
        (0..COUNT).map(|_| (uniform(rng) * 2_f64.powi(29)).round() * std::f64::consts::FRAC_PI_2).collect();
    for results in both_ways(
        &xs,
        &xs,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::sin(x, isa),
    ) {
        compare("sin", 2, [&xs, &xs, &results], |x, _| core_math::sin(x));
    }
    for results in both_ways(
        &xs,
        &xs,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::tan(x, isa),
    ) {
        compare("tan", 2, [&xs, &xs, &results], |x, _| core_math::tan(x));
    }
}

#[test]
fn logaddexp_to_the_precision_of_the_larger() {
    for seed in 0..3 {
        let rng = &mut Rng::new(seed);
        let xs: Vec<f64> = (0..COUNT).map(|_| 40.0 * uniform(rng) - 20.0).collect();
        let ys: Vec<f64> = (0..COUNT).map(|_| 40.0 * uniform(rng) - 20.0).collect();
        for results in both_ways(&xs, &ys, <f64 as Math>::logaddexp) {
            for ((&x, &y), result) in xs.iter().zip(&ys).zip(results) {
                let larger = x.max(y);
                let expected = larger + core_math::log1p(core_math::exp(-(x - y).abs()));
                let unit = f64::EPSILON * larger.abs().max(1.0);
                assert!(
                    (result - expected).abs() <= 2.0 * unit,
                    "seed {seed}: logaddexp({x}, {y}) is {result}"
                );
            }
        }
    }
}

#[test]
fn powers_of_the_base_have_exact_logarithms() {
    let exponents: Vec<f64> = (0..23).map(f64::from).collect();
    let powers: Vec<f64> = exponents.iter().map(|&exponent| 10_f64.powi(exponent as i32)).collect();
    for results in both_ways(
        &powers,
        &powers,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::log10(x, isa),
    ) {
        assert_eq!(results, exponents);
    }
    let exponents: Vec<f64> = (-1074..1024).map(f64::from).collect();
    let powers: Vec<f64> = exponents.iter().map(|&exponent| core_math::exp2(exponent)).collect();
    for results in both_ways(
        &powers,
        &powers,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::log2(x, isa),
    ) {
        assert_eq!(results, exponents);
    }
    for results in both_ways(
        &exponents,
        &exponents,
        #[inline(always)]
        |x, _, isa| <f64 as Math>::exp2(x, isa),
    ) {
        assert_eq!(results, powers);
    }
}
