//! Tapers: numbers that rise and fall, by which samples are multiplied before they are transformed.

use std::f64::consts::PI;

use super::create;
use crate::error::{ErrorKind, Result};
use crate::tensor::Handle;

/// Which taper.
#[derive(Clone, Copy)]
pub(crate) enum Taper {
    Bartlett,
    Blackman,
    Hamming,
    Hanning,
    Kaiser(f64),
}

/// The numbers of a taper, which is symmetric; one alone is 1.
pub(crate) fn taper(op: &'static str, len: usize, shape: Taper) -> Result<Handle> {
    if let Taper::Kaiser(beta) = shape
        && !beta.is_finite()
    {
        let (found, allowed) = (format!("{beta:?}"), "it must be finite");
        return Err(ErrorKind::Argument { op, name: "beta", found, allowed }.into());
    }
    let last = len.saturating_sub(1) as f64;
    create::from_flat_fn(op, &[len], |k| match len {
        1 => 1.0,
        // From -1 to 1, the middle at 0.
        _ => shape.at((2.0 * k as f64 - last) / last),
    })
}

impl Taper {
    fn at(self, place: f64) -> f64 {
        let wave = |times: f64| (times * PI * place).cos();
        match self {
            Self::Bartlett => 1.0 - place.abs(),
            Self::Blackman => 0.42 + 0.5 * wave(1.0) + 0.08 * wave(2.0),
            Self::Hamming => 0.54 + 0.46 * wave(1.0),
            Self::Hanning => 0.5 + 0.5 * wave(1.0),
            Self::Kaiser(beta) => {
                // Both scaled down by the larger, which may have no finite value.
                let inner = beta.abs() * (1.0 - place * place).max(0.0).sqrt();
                bessel(inner) / bessel(beta.abs()) * (inner - beta.abs()).exp()
            }
        }
    }
}

/// The modified Bessel function of order 0 at a number that is not negative, times `exp(-x)`.
///
/// Near 0 by its power series, all of whose terms are positive; beyond, where that has many of them, by the series in
/// `1 / x`, whose terms fall until they are smaller than the precision.
fn bessel(x: f64) -> f64 {
    if x < 40.0 {
        let (mut term, mut sum, mut k) = (1.0, 1.0, 0.0);
        while term > sum * f64::EPSILON / 4.0 {
            k += 1.0;
            term *= (x / (2.0 * k)) * (x / (2.0 * k));
            sum += term;
        }
        return sum * (-x).exp();
    }
    let (mut term, mut sum, mut k) = (1.0, 1.0, 0.0);
    while term > f64::EPSILON / 4.0 {
        k += 1.0;
        term *= (2.0 * k - 1.0) * (2.0 * k - 1.0) / (8.0 * k * x);
        sum += term;
    }
    sum / (2.0 * PI * x).sqrt()
}

#[cfg(test)]
mod tests {
    use super::bessel;

    #[test]
    fn the_bessel_function_has_its_known_values_and_no_step_between_its_series() {
        // What NumPy gives for `exp(-x) * i0(x)`.
        let known =
            [(0.0, 1.0), (1.0, 0.4657596075936404), (10.0, 0.1278333371634286), (45.0, 0.05963811501173193)];
        for (x, scaled) in known {
            assert!((bessel(x) / scaled - 1.0).abs() < 1e-14, "{x}");
        }
        let (below, above) = (bessel(40.0_f64.next_down()), bessel(40.0));
        assert!((below / above - 1.0).abs() < 1e-14);
        assert!(bessel(1e300) > 0.0);
    }
}
