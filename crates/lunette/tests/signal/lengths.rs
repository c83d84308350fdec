//! Transforms of complex lanes of all kinds of lengths, which are done in different ways: few lanes and many, near to
//! each other and far apart, short and long.

use lunette::prelude::*;
use lunette::{Complex64, FftOptions, Result, set_threads};

use super::oracle::{Rng, complex};

const DTYPES: [DType; 2] = [DType::Complex64, DType::Complex128];

const DOWN: FftOptions = FftOptions { n: None, axis: 0, norm: lunette::Norm::Backward };

/// How far a lane may be from its definition, relative to its length.
fn allowed(dtype: DType) -> f64 {
    if dtype == DType::Complex64 { 6e-7 } else { 4e-15 }
}

/// These frequencies of a lane, by their definition.
fn frequencies(lane: &[Complex64], at: &[usize], sign: f64) -> Vec<Complex64> {
    let n = lane.len();
    let turns: Vec<_> = (0..n)
        .map(|e| Complex64::from_polar(1.0, sign * std::f64::consts::TAU * e as f64 / n as f64))
        .collect();
    at.iter().map(|k| sum(lane.iter().enumerate().map(|(j, x)| x * turns[j * k % n]))).collect()
}

/// The sum, with what is lost of each summand added at the end (Kahan, Babuška): one by one, the errors of the definition
/// would be greater than those of the transform.
fn sum(summands: impl Iterator<Item = Complex64>) -> Complex64 {
    let (mut sum, mut lost) = (Complex64::new(0.0, 0.0), Complex64::new(0.0, 0.0));
    let lost_of = |sum: f64, x: f64| {
        let (large, small) = if sum.abs() >= x.abs() { (sum, x) } else { (x, sum) };
        large - (large + small) + small
    };
    for x in summands {
        lost += Complex64::new(lost_of(sum.re, x.re), lost_of(sum.im, x.im));
        sum += x;
    }
    sum + lost
}

/// The lanes along the last axis of a matrix.
fn lanes(x: &DynTensor) -> Result<Vec<Vec<Complex64>>> {
    let n = x.shape()[1];
    Ok(complex(x)?.to_vec()?.chunks(n).map(<[Complex64]>::to_vec).collect())
}

/// Compares frequencies of every lane along the last axis, there and back.
fn check(x: &DynTensor, at: &[usize], what: &str) -> Result<()> {
    let n = x.shape()[1];
    let there = lanes(&x.fft()?)?;
    let back = lanes(&x.ifft()?)?;
    for (lane, values) in lanes(x)?.iter().enumerate() {
        let scale = values.iter().map(|x| x.norm_sqr()).sum::<f64>().sqrt();
        let close = |found: &[Complex64], sign: f64, factor: f64| {
            let expected = frequencies(values, at, sign);
            let mean = |squares: f64| (squares / at.len() as f64).sqrt();
            let error =
                mean(at.iter().zip(&expected).map(|(&k, x)| (found[k] * factor - x).norm_sqr()).sum());
            let scale = mean(expected.iter().map(|x| x.norm_sqr()).sum()).max(scale);
            assert!(error <= allowed(x.dtype()) * scale, "{what}, lane {lane}, {sign}: {error} of {scale}");
        };
        close(&there[lane], -1.0, 1.0);
        close(&back[lane], 1.0, n as f64);
    }
    Ok(())
}

#[test]
fn every_short_length_in_every_layout() -> Result<()> {
    for n in 1..=130 {
        let all: Vec<usize> = (0..n).collect();
        for (count, dtype) in [(5, DTYPES[0]), (16, DTYPES[n % 2]), (21, DTYPES[1])] {
            let mut rng = Rng::new((n * 100 + count) as u64);
            let x = rng.view(dtype, &[count, n]);
            check(&x, &all, &format!("{dtype} [{count}, {n}] {:?}", x.strides()))?;
        }
        let x = Rng::new(n as u64).view(DTYPES[n % 2], &[n, 17]);
        let x = [x.copy()?, x.transpose().copy()?.transpose()];
        for x in x {
            let (found, expected) = (x.fft_with(DOWN)?, x.transpose().fft()?.transpose());
            assert!(found.array_equal(&expected)?, "[{n}, 17] {:?}", x.strides());
        }
    }
    Ok(())
}

#[test]
fn smooth_lengths_near_the_bounds() -> Result<()> {
    for n in [256, 360, 1000, 1024, 1331, 2187, 2401, 3125, 4096, 4116, 5000] {
        for dtype in DTYPES {
            let x = Rng::new(n as u64).view(dtype, &[19, n]).copy()?;
            check(&x, &[0, 1, n / 3, n / 2 + 1, n - 1], &format!("{dtype} [19, {n}]"))?;
        }
    }
    Ok(())
}

#[test]
fn long_lanes() -> Result<()> {
    // Sides that vectors divide, that they do not, far from a square, and with a prime that is not small.
    for n in [1 << 15, 1 << 16, 46_656, 50_000, 84_035, 98_415, 40_000 + 2 * 480, 44_000] {
        for dtype in DTYPES {
            let mut rng = Rng::new(n as u64);
            let x = rng.view(dtype, &[1, n]);
            for x in [x.copy()?, x] {
                check(&x, &[0, 1, n / 3, n - 1], &format!("{dtype} of {n} by {:?}", x.strides()))?;
            }
        }
    }
    Ok(())
}

#[test]
fn lanes_do_not_depend_on_their_neighbours_nor_on_threads() -> Result<()> {
    for dtype in DTYPES {
        let x = Rng::new(7).view(dtype, &[40, 1050]).copy()?;
        let all = x.fft()?;
        let some = x.view(s![3..14])?.fft()?;
        assert!(some.array_equal(&all.view(s![3..14])?)?, "{dtype}");
        let long = x.reshape([-1])?;
        set_threads(1);
        let (one, alone) = (x.fft()?, long.fft()?);
        set_threads(3);
        assert!(one.array_equal(&x.fft()?)? && alone.array_equal(&long.fft()?)?, "{dtype}");
        set_threads(0);
    }
    Ok(())
}

#[test]
fn several_axes_are_one_after_the_other() -> Result<()> {
    for dtype in DTYPES {
        let x = Rng::new(9).view(dtype, &[60, 50]);
        assert!(x.fftn()?.array_equal(&x.fft()?.fft_with(DOWN)?)?, "{dtype}");
    }
    Ok(())
}
