//! Transforms against their definition.

use lunette::prelude::*;
use lunette::{Complex32, Complex64, FftOptions, FftnOptions, Norm, Result};

use super::oracle::{Rng, assert_close, complex, dft, first, mirrored};

const NORMS: [Norm; 3] = [Norm::Backward, Norm::Ortho, Norm::Forward];

/// All transforms along one axis of one tensor.
fn check_axis(x: &DynTensor, options: FftOptions, what: &str) -> Result<()> {
    let axis = options.axis.rem_euclid(x.rank() as i64) as usize;
    let n = options.n.unwrap_or(x.shape()[axis]);
    let values = complex(x)?;
    let norm = options.norm;
    assert_close(&x.fft_with(options)?, &dft(&values, n, axis, -1.0, norm)?, &format!("fft {what}"))?;
    assert_close(&x.ifft_with(options)?, &dft(&values, n, axis, 1.0, norm)?, &format!("ifft {what}"))?;
    if !x.dtype().is_complex() {
        let half = first(&dft(&values, n, axis, -1.0, norm)?, n / 2 + 1, axis)?;
        assert_close(&x.rfft_with(options)?, &half, &format!("rfft {what}"))?;
        let half = first(&dft(&values, n, axis, 1.0, norm)?, n / 2 + 1, axis)?;
        assert_close(&x.ihfft_with(options)?, &half, &format!("ihfft {what}"))?;
    }
    let n = options.n.unwrap_or(2 * (x.shape()[axis] - 1));
    if n > 0 {
        let all = mirrored(&values, n, axis)?;
        assert_close(&x.irfft_with(options)?, &dft(&all, n, axis, 1.0, norm)?, &format!("irfft {what}"))?;
        assert_close(&x.hfft_with(options)?, &dft(&all, n, axis, -1.0, norm)?, &format!("hfft {what}"))?;
    }
    Ok(())
}

#[test]
fn one_axis_of_any_view_of_any_dtype() -> Result<()> {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let rank = 1 + rng.below(3);
        let shape: Vec<usize> = (0..rank).map(|_| 1 + rng.below([4, 9, 14][rank - 1])).collect();
        let dtype = DType::ALL[rng.below(15)];
        let x = rng.view(dtype, &shape);
        let axis = rng.below(rank) as i64 - if rng.below(2) == 0 { rank as i64 } else { 0 };
        let n = if rng.below(2) == 0 { None } else { Some(1 + rng.below(20)) };
        let options = FftOptions { n, axis, norm: NORMS[rng.below(3)] };
        check_axis(&x, options, &format!("seed {seed}: {dtype} {shape:?} {:?} {options:?}", x.strides()))?;
    }
    Ok(())
}

#[test]
fn odd_prime_and_long_lanes() -> Result<()> {
    for (n, dtype) in [
        (127, DType::F64),
        (101, DType::Complex64),
        (243, DType::F32),
        (180, DType::Complex128),
        (251, DType::I32),
        (256, DType::F16),
    ] {
        let mut rng = Rng::new(n as u64);
        let x = rng.view(dtype, &[n]);
        check_axis(&x, FftOptions::default(), &format!("{dtype} of {n}"))?;
        let options = FftOptions { axis: 0, ..Default::default() };
        let x = rng.view(dtype, &[n, 3]);
        assert_close(
            &x.fft_with(options)?,
            &dft(&complex(&x)?, n, 0, -1.0, Norm::Backward)?,
            &format!("{dtype} of {n} by 3"),
        )?;
    }
    Ok(())
}

/// There and back, where the definition would take too long.
#[test]
fn large_enough_for_threads() -> Result<()> {
    for (shape, axis) in [
        (vec![1 << 17], 0),
        (vec![65_537], 0),
        (vec![262_144], 0),
        (vec![250_000], 0),
        (vec![500, 300], 0),
        (vec![500, 301], 1),
        (vec![40, 60, 50], 1),
    ] {
        let mut rng = Rng::new(shape[0] as u64);
        let options = FftOptions { axis, ..Default::default() };
        for dtype in [DType::F64, DType::Complex128, DType::F32, DType::Complex64] {
            let what = format!("{dtype} {shape:?} along {axis}");
            let x = rng.view(dtype, &shape);
            let there = x.fft_with(options)?;
            assert_close(&there.ifft_with(options)?, &complex(&x)?, &what)?;
            check_frequency(&x, &there, axis as usize, &what)?;
            if !dtype.is_complex() {
                let n = Some(shape[axis as usize]);
                let back = x.rfft_with(options)?.irfft_with(FftOptions { n, ..options })?;
                assert_close(&back, &complex(&x)?, &what)?;
            }
        }
    }
    Ok(())
}

/// One frequency of the first lane, by its definition.
fn check_frequency(x: &DynTensor, there: &DynTensor, axis: usize, what: &str) -> Result<()> {
    let lane = |x: &DynTensor| -> Result<Vec<Complex64>> {
        let lanes = complex(x)?.moveaxis(axis, -1)?;
        lanes.reshape([-1, lanes.shape()[lanes.rank() - 1] as i64])?.view(s![0])?.to_vec()
    };
    let (x, there) = (lane(x)?, lane(there)?);
    let n = x.len();
    for k in [1, n / 3, n - 1] {
        let turn = |j: usize| -std::f64::consts::TAU * ((j * k) % n) as f64 / n as f64;
        let sum: Complex64 = x.iter().enumerate().map(|(j, x)| x * Complex64::from_polar(1.0, turn(j))).sum();
        assert!((sum - there[k]).norm() < 1e-4 * (n as f64).sqrt(), "{what}: {sum} and {} at {k}", there[k]);
    }
    Ok(())
}

#[test]
fn several_axes_of_any_view() -> Result<()> {
    for seed in 0..100 {
        let mut rng = Rng::new(seed);
        let rank = 1 + rng.below(4);
        let shape: Vec<usize> = (0..rank).map(|_| 1 + rng.below([9, 7, 6, 4][rank - 1])).collect();
        let dtype = [DType::F64, DType::Complex128, DType::F32, DType::I16, DType::Complex64][rng.below(5)];
        let x = rng.view(dtype, &shape);
        let mut axes: Vec<i64> = (0..rank as i64).collect();
        for k in (1..rank).rev() {
            axes.swap(k, rng.below(k + 1));
        }
        axes.truncate(1 + rng.below(rank));
        let s: Vec<i64> =
            axes.iter().map(|_| if rng.below(2) == 0 { -1 } else { 1 + rng.below(9) as i64 }).collect();
        let norm = NORMS[rng.below(3)];
        let options = FftnOptions { s: Some(&s), axes: Some(&axes), norm };
        let what = format!("seed {seed}: {dtype} {shape:?} {options:?}");
        let len = |k: usize, default: usize| if s[k] == -1 { default } else { s[k] as usize };
        let (last, others) = (axes.len() - 1, 0..axes.len() - 1);
        let at_last = axes[last] as usize;
        for (sign, found) in [(-1.0, x.fftn_with(options)?), (1.0, x.ifftn_with(options)?)] {
            let mut expected = complex(&x)?;
            for (k, &axis) in axes.iter().enumerate() {
                expected = dft(&expected, len(k, shape[axis as usize]), axis as usize, sign, norm)?;
            }
            assert_close(&found, &expected, &what)?;
            if sign < 0.0 && !dtype.is_complex() {
                let half = first(&expected, len(last, shape[at_last]) / 2 + 1, at_last)?;
                assert_close(&x.rfftn_with(options)?, &half, &what)?;
            }
        }
        let n = len(last, shape[at_last]);
        let mut expected = complex(&x)?;
        for k in others {
            let axis = axes[k] as usize;
            expected = dft(&expected, len(k, shape[axis]), axis, 1.0, norm)?;
        }
        let expected = dft(&mirrored(&expected, n, at_last)?, n, at_last, 1.0, norm)?;
        assert_close(&x.irfftn_with(options)?, &expected, &what)?;
    }
    Ok(())
}

#[test]
fn dtypes_of_results() -> Result<()> {
    for (from, to) in [
        (DType::Bool, DType::Complex128),
        (DType::I32, DType::Complex128),
        (DType::F16, DType::Complex64),
        (DType::BF16, DType::Complex64),
        (DType::F32, DType::Complex64),
        (DType::F64, DType::Complex128),
        (DType::Complex64, DType::Complex64),
        (DType::Complex128, DType::Complex128),
    ] {
        let x = DynTensor::ones_of(from, 4)?;
        assert_eq!(x.fft()?.dtype(), to);
        assert_eq!(x.irfft()?.dtype(), to.as_real());
        assert_eq!(x.hfft()?.dtype(), to.as_real());
        assert_eq!(x.fftn()?.dtype(), to);
    }
    // In the types too.
    let _: Tensor<Complex32> = tensor![1_f32, 2.0].fft()?;
    let _: Tensor<f32> = tensor![1_f32, 2.0].irfft()?;
    let _: Tensor<f64> = tensor![1, 2].irfft()?;
    let _: Tensor<Complex64> = tensor![1_u8, 2].rfft()?;
    Ok(())
}

#[test]
fn tensors_without_elements() -> Result<()> {
    let none = Tensor::<f64>::zeros([0, 4])?;
    assert_eq!(none.fft()?.shape(), [0, 4]);
    assert_eq!(none.rfft()?.shape(), [0, 3]);
    assert_eq!(none.irfft()?.shape(), [0, 6]);
    assert!(none.fft_with(FftOptions { axis: 0, ..Default::default() }).is_err());
    let padded = none.fft_with(FftOptions { n: Some(3), axis: 0, ..Default::default() })?;
    assert_eq!(padded, Tensor::zeros([3, 4])?);
    Ok(())
}

#[test]
fn frequencies_and_shifts() -> Result<()> {
    assert_eq!(Tensor::<f64>::fftfreq(4, 0.5)?, tensor![0.0, 0.5, -1.0, -0.5]);
    assert_eq!(Tensor::<f64>::fftfreq(1, 1.0)?, tensor![0.0]);
    assert_eq!(Tensor::<f32>::rfftfreq(5, 0.1)?, tensor![0.0_f32, 2.0, 4.0]);
    let x = tensor![[0, 1, 2], [3, 4, 5]];
    assert_eq!(x.fftshift(..)?, tensor![[5, 3, 4], [2, 0, 1]]);
    assert_eq!(x.fftshift(1)?, tensor![[2, 0, 1], [5, 3, 4]]);
    assert_eq!(x.ifftshift(..)?, tensor![[4, 5, 3], [1, 2, 0]]);
    assert_eq!(x.fftshift([0, 1])?.ifftshift([0, 1])?, x);
    assert_eq!(Tensor::scalar(3)?.fftshift(..)?, Tensor::scalar(3)?);
    Ok(())
}

#[test]
fn mistakes_have_words() -> Result<()> {
    let x = Tensor::<f64>::ones([3, 4])?;
    let with = |n, axis| FftOptions { n, axis, norm: Norm::Backward };
    let words = |error: lunette::Error| error.to_string();
    assert_eq!(
        words(x.fft_with(with(Some(0), -1)).unwrap_err()),
        "fft_with: `n` is 0: a transform has at least one entry: say how many, and zeros fill them up"
    );
    assert_eq!(
        words(x.fft_with(with(None, 2)).unwrap_err()),
        "fft_with: axis 2 is out of range for rank 2 (allowed: -2 to 1)"
    );
    assert!(Tensor::scalar(1.0)?.fft().unwrap_err().is_shape());
    assert!(Tensor::<f64>::zeros(0)?.fft().is_err());
    assert!(Tensor::<f64>::ones(1)?.irfft().is_err());
    let error = x.fft()?.rfft().unwrap_err();
    assert!(error.is_dtype());
    assert_eq!(
        words(error),
        "rfft: not defined for dtype complex128: it takes real numbers: use `fft` or `fftn`, or the real part"
    );
    assert!(x.fft()?.ihfft().unwrap_err().is_dtype());
    assert!(x.fft()?.rfftn().unwrap_err().is_dtype());
    let axes = |axes| FftnOptions { axes: Some(axes), ..Default::default() };
    assert!(x.fftn_with(axes(&[0, 0])).unwrap_err().is_shape());
    assert!(x.fftn_with(FftnOptions { s: Some(&[2]), ..Default::default() }).unwrap_err().is_shape());
    assert!(x.fftn_with(FftnOptions { s: Some(&[2, -3]), ..Default::default() }).is_err());
    assert!(x.rfftn_with(axes(&[])).is_err());
    assert!(Tensor::<f64>::fftfreq(0, 1.0).is_err() && Tensor::<f64>::fftfreq(4, 0.0).is_err());
    assert!(DynTensor::fftfreq_of(DType::I32, 4, 1.0).unwrap_err().is_dtype());
    assert!(x.fft_with(with(Some(usize::MAX), 0)).unwrap_err().is_memory());
    Ok(())
}

#[test]
fn minus_one_is_the_size_of_the_axis_for_real_results_too() -> Result<()> {
    let x = Tensor::<f64>::ones([2, 7])?;
    let options = |s| FftnOptions { s: Some(s), axes: Some(&[0, 1]), ..Default::default() };
    assert_eq!(x.irfftn_with(options(&[-1, -1]))?, x.irfftn_with(options(&[2, 7]))?);
    assert_eq!(x.irfftn()?.shape(), [2, 12]);
    Ok(())
}
