//! Polynomials, angles without jumps, tapers.

use lunette::prelude::*;
use lunette::{Complex64, Result, Tolerance, f16};

use crate::numbers::Rng;

fn close(found: &DynTensor, wanted: &DynTensor, rtol: f64) -> Result<bool> {
    found.allclose(wanted, Tolerance { rtol, atol: rtol, equal_nan: false })
}

#[test]
fn polynomials_have_the_sums_of_their_terms_as_values() -> Result<()> {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let p = Tensor::from_flat_fn(rng.below(20), |_| rng.below(9) as i64 - 4)?;
        let x = Tensor::from_flat_fn([3, 2], |_| rng.below(7) as i64 - 3)?.transpose();
        let coefficients = p.to_vec()?;
        let degree = coefficients.len();
        let wanted = x.map(|x| {
            let term = |(k, &c): (usize, &i64)| c.wrapping_mul(x.wrapping_pow((degree - 1 - k) as u32));
            coefficients.iter().enumerate().map(term).fold(0_i64, i64::wrapping_add)
        })?;
        assert_eq!(p.polyval(&x)?, wanted, "seed {seed}");
        assert_eq!(p.flip(0)?.copy()?.flip(0)?.polyval(&x)?, wanted, "seed {seed}");
    }
    assert_eq!(tensor![1_i8, 2].polyval(&tensor![0.5_f32])?, tensor![2.5_f32]);
    assert_eq!(tensor![2.0_f64].polyval(&Tensor::scalar(5_i32)?)?.item()?, 2.0);
    assert_eq!(Tensor::<f32>::zeros(0)?.polyval(&tensor![1.5_f32, 2.0])?, tensor![0.0_f32, 0.0]);
    let i = Complex64::new(0.0, 1.0);
    assert_eq!(tensor![1.0_f64, 0.0, 1.0].polyval(&tensor![i])?, tensor![Complex64::new(0.0, 0.0)]);
    assert!(tensor![[1]].polyval(&tensor![1]).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn fits_find_the_polynomial_of_their_points() -> Result<()> {
    let p = tensor![2.0_f64, -1.0, 0.5, 3.0];
    let x = Tensor::linspace(-2.0, 3.0, 9)?;
    let y = p.polyval(&x)?;
    assert!(close(&x.polyfit(&y, 3)?.into_dyn(), &p.to_dyn(), 1e-10)?);
    let both = x.polyfit(&lunette::column_stack(&[&y, &y.negative()?])?, 3)?;
    assert_eq!(both.shape(), [4, 2]);
    assert!(close(&both.load(s![.., 1])?.into_dyn(), &p.negative()?.into_dyn(), 1e-10)?);
    // A point without weight does not count, wherever it lies.
    let far = y.copy()?;
    far.set(4, 1e6)?;
    let weights = Tensor::<f64>::ones(9)?;
    weights.set(4, 0.0)?;
    assert!(close(&x.polyfit_weighted(&far, 3, &weights)?.into_dyn(), &p.to_dyn(), 1e-9)?);
    // The mean is the constant that comes nearest, in f64 whatever the places are.
    assert!(close(
        &tensor![0_i16, 1, 5].polyfit(&tensor![1_u8, 2, 6], 0)?.into_dyn(),
        &tensor![3.0].into_dyn(),
        1e-12
    )?);
    assert_eq!(tensor![0.0_f32, 1.0].polyfit(&tensor![1.0_f32, 2.0], 1)?.dtype(), DType::F64);
    let halves = tensor![f16::ZERO, f16::ONE].polyfit(&tensor![f16::ONE, f16::ONE], 0)?;
    assert!(close(&halves.into_dyn(), &tensor![1.0].into_dyn(), 1e-3)?);
    for (x, y) in [(tensor![1.0, 2.0], tensor![1.0]), (Tensor::zeros(0)?, Tensor::zeros(0)?)] {
        let error = x.polyfit(&y, 1).unwrap_err();
        assert!(error.is_shape() && error.to_string().starts_with("polyfit: "), "{error}");
    }
    assert!(x.polyfit_weighted(&y, 1, &tensor![1.0]).unwrap_err().is_shape());
    assert!(
        x.polyfit_weighted(&y, 1, &tensor![Complex64::new(1.0, 0.0)].broadcast_to(9)?)
            .unwrap_err()
            .is_dtype()
    );
    assert!(x.polyfit(&Tensor::<f64>::zeros([9, 1, 1])?, 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn roots_are_where_polynomials_are_zero() -> Result<()> {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let p = Tensor::from_flat_fn(1 + rng.below(7), |_| rng.below(19) as f64 - 9.0)?;
        let leading = p.to_vec()?.iter().take_while(|&&c| c == 0.0).count();
        let roots = p.roots()?;
        assert_eq!(roots.len(), p.len().saturating_sub(leading + 1), "seed {seed}");
        let scale = p.abs()?.sum(..)?.item()?;
        for root in roots.to_vec()? {
            let value = p.polyval(&Tensor::scalar(root)?)?.item()?;
            let reach = scale * root.norm().max(1.0).powi(p.len() as i32);
            assert!(value.norm() <= 1e-5 * reach, "seed {seed}: {value} at {root}");
        }
    }
    assert_eq!(tensor![0, 0, 3, 0, 0].roots()?, Tensor::<Complex64>::zeros(2)?);
    assert!(tensor![0.0, 0.0].roots()?.is_empty() && Tensor::<f32>::zeros(0)?.roots()?.is_empty());
    assert_eq!(tensor![1.0_f32, -2.0].into_dyn().roots()?.dtype(), DType::Complex64);
    let error = tensor![1.0, f64::NAN, 1.0].roots().unwrap_err();
    assert!(error.to_string().starts_with("roots: "), "{error}");
    assert!(tensor![[1.0]].roots().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn derivatives_undo_integrals() -> Result<()> {
    let p = tensor![6.0, 0.0, -4.0, 1.5];
    assert_eq!(p.polyint()?.polyder()?, p);
    assert_eq!(tensor![1_u8, 2, 3].polyder()?, tensor![2_i64, 2]);
    assert_eq!(tensor![true, true].polyint()?, tensor![0.5, 1.0, 0.0]);
    assert!(tensor![5].polyder()?.is_empty() && Tensor::<i32>::zeros(0)?.polyder()?.is_empty());
    assert_eq!(Tensor::<f64>::zeros(0)?.polyint()?, tensor![0.0]);
    assert!(tensor![[1]].polyder().unwrap_err().is_shape() && tensor![[1]].polyint().unwrap_err().is_shape());
    Ok(())
}

#[test]
fn powers_stand_in_rows() -> Result<()> {
    let x = tensor![9, 2, 9, -3].view(s![(1.., 2)])?;
    assert_eq!(x.vander(4)?, tensor![[8_i64, 4, 2, 1], [-27, 9, -3, 1]]);
    assert_eq!(x.vander_increasing(2)?, tensor![[1_i64, 2], [1, -3]]);
    assert_eq!(x.vander(0)?.shape(), [2, 0]);
    assert_eq!(tensor![0.5_f32].into_dyn().vander(2)?.dtype(), DType::F64);
    assert_eq!(Tensor::<f64>::zeros(0)?.vander(3)?.shape(), [0, 3]);
    assert!(tensor![[1]].vander(2).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn angles_go_on_behind_a_jump() -> Result<()> {
    let x = tensor![[0.0, 350.0, 340.0], [0.0, 180.0, 360.0], [0.0, -180.0, -360.0]];
    // Half a period up stays up, and down stays down.
    let wanted = tensor![[0.0, -10.0, -20.0], [0.0, 180.0, 360.0], [0.0, -180.0, -360.0]];
    assert_eq!(x.unwrap(360.0, 1)?, wanted);
    assert_eq!(x.transpose().unwrap(360.0, 0)?, wanted.transpose());
    assert_eq!(tensor![0_u8, 200, 10].unwrap(256.0, 0)?, tensor![0.0, -56.0, 10.0]);
    assert_eq!(
        tensor![f16::ZERO, f16::from_f32(7.0)].unwrap(8.0, 0)?,
        tensor![f16::ZERO, f16::from_f32(-1.0)]
    );
    assert_eq!(x.unwrap_with(360.0, 355.0, 1)?, x);
    assert_eq!(Tensor::<f64>::zeros([0, 2])?.unwrap(1.0, 0)?.shape(), [0, 2]);
    assert!(tensor![Complex64::new(1.0, 0.0)].into_dyn().unwrap(1.0, 0).unwrap_err().is_dtype());
    assert!(x.unwrap(1.0, 2).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn tapers_are_symmetric_and_reach_one() -> Result<()> {
    for len in [0, 1, 2, 5, 64] {
        let all = [
            Tensor::bartlett(len)?,
            Tensor::blackman(len)?,
            Tensor::hamming(len)?,
            Tensor::hanning(len)?,
            Tensor::kaiser(len, 8.6)?,
            Tensor::kaiser(len, 900.0)?,
        ];
        for (k, taper) in all.into_iter().enumerate() {
            assert_eq!(taper.shape(), [len], "{k}");
            assert!(close(&taper.flip(0)?.into_dyn(), &taper.to_dyn(), 1e-14)?, "{k} of {len}");
            if len % 2 == 1 {
                assert!((taper.get(len as i64 / 2)? - 1.0).abs() < 1e-15, "{k} of {len}");
            }
            assert!(taper.to_vec()?.iter().all(|&x| (-1e-15..=1.0 + 1e-15).contains(&x)), "{k} of {len}");
        }
    }
    assert!(Tensor::kaiser(3, f64::NAN).unwrap_err().to_string().starts_with("kaiser: "));
    Ok(())
}
