//! Random numbers beside the distributions that they claim: the test of Kolmogorov and Smirnov.

use lunette::Result;
use lunette::random::Generator;

const COUNT: usize = 200_000;

/// Of right distributions one in three thousand is further away than this; the seed does not change, so none is.
const FURTHEST: f64 = 2.1;

/// Fails if the sample is further from the distribution than chance allows: the greatest distance between the two, times
/// the root of the number.
fn check(what: &str, mut sample: Vec<f64>, distribution: impl Fn(f64) -> f64) {
    sample.sort_by(f64::total_cmp);
    let n = sample.len() as f64;
    let distance = sample.iter().enumerate().map(|(k, &x)| {
        let wanted = distribution(x);
        (wanted - k as f64 / n).abs().max(((k + 1) as f64 / n - wanted).abs())
    });
    let distance = distance.fold(0.0, f64::max) * n.sqrt();
    assert!(distance < FURTHEST, "{what}: {distance} away");
}

/// The share of a sum of `k` exponential waits of 1 that is below `x`.
fn waits(k: u32, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 0.0);
    for i in 1..=k {
        sum += term;
        term *= x / f64::from(i);
    }
    1.0 - (-x).exp() * sum
}

#[test]
fn samples_follow_their_distributions() -> Result<()> {
    let random = &mut Generator::new(20);
    check("uniform", random.uniform(-2.0, 6.0, COUNT)?.to_vec()?, |x| (x + 2.0) / 8.0);
    let single = random.uniform(0.0_f32, 1.0, COUNT)?.cast::<f64>()?.to_vec()?;
    check("uniform f32", single, |x| x);
    let normal = |x: f64| 0.5 * core_math::erfc(-x / std::f64::consts::SQRT_2);
    check("normal", random.normal(1.0, 3.0, COUNT)?.to_vec()?, |x| normal((x - 1.0) / 3.0));
    let single = random.normal(0.0_f32, 1.0, COUNT)?.cast::<f64>()?.to_vec()?;
    check("normal f32", single, normal);
    check("exponential", random.exponential(2.0, COUNT)?.to_vec()?, |x| waits(1, x / 2.0));
    check("gamma", random.gamma(3.0, 0.5, COUNT)?.to_vec()?, |x| waits(3, x / 0.5));
    // A gamma of ½ is half the square of a normal number.
    let half = |x: f64| 1.0 - core_math::erfc(x.sqrt());
    check("gamma below 1", random.gamma(0.5, 1.0, COUNT)?.to_vec()?, half);
    check("beta", random.beta(2.0, 3.0, COUNT)?.to_vec()?, |x| x * x * (6.0 - 8.0 * x + 3.0 * x * x));
    let arc = |x: f64| x.sqrt().asin() / std::f64::consts::FRAC_PI_2;
    check("beta below 1", random.beta(0.5, 0.5, COUNT)?.to_vec()?, arc);
    Ok(())
}

#[test]
#[should_panic(expected = "away")]
fn a_distribution_that_is_a_little_off_is_found() {
    let sample = Generator::new(20).normal(0.02, 1.0, COUNT).and_then(|x| x.to_vec()).unwrap();
    check("normal", sample, |x| 0.5 * core_math::erfc(-x / std::f64::consts::SQRT_2));
}
