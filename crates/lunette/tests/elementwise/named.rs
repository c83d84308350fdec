//! Divisors, remainders, angles, and extremes that leave NaN out.

use lunette::prelude::*;
use lunette::{bf16, f16};

use super::Result;
use super::splitmix::Rng;

fn plain_gcd(a: u128, b: u128) -> u128 {
    (1..=a.max(b)).rev().find(|d| a.is_multiple_of(*d) && b.is_multiple_of(*d)).unwrap_or(0)
}

#[test]
fn divisors_divide_both() -> Result<()> {
    for (a, b) in (-30..30_i32).flat_map(|a| (-30..30_i32).map(move |b| (a, b))) {
        let divisor = plain_gcd(a.unsigned_abs().into(), b.unsigned_abs().into()) as i32;
        let multiple = if divisor == 0 { 0 } else { a.abs() / divisor * b.abs() };
        assert_eq!(
            (tensor![a].gcd(b)?, tensor![a].lcm(b)?),
            (tensor![divisor], tensor![multiple]),
            "{a} {b}"
        );
    }
    for dtype in DType::ALL.into_iter().filter(|dtype| dtype.is_integer()) {
        let (a, b) = (tensor![12, 0, 7].cast_to(dtype)?, tensor![18, 5, 7].cast_to(dtype)?);
        assert_eq!(a.gcd(&b)?, tensor![6, 5, 7].cast_to(dtype)?, "{dtype}");
        assert_eq!(a.lcm(&b)?, tensor![36, 0, 7].cast_to(dtype)?, "{dtype}");
    }
    assert_eq!(tensor![i8::MIN, -128].gcd(&tensor![0_i8, 96])?, tensor![i8::MIN, 32]);
    assert_eq!(tensor![i64::MIN].gcd(6)?, tensor![2_i64]);
    assert_eq!(tensor![u64::MAX].gcd(&tensor![u64::MAX / 3])?, tensor![u64::MAX / 3]);
    assert_eq!(tensor![200_u8].lcm(150)?, tensor![88_u8]); // 600 wraps round
    assert_eq!(tensor![12_u8].gcd(&tensor![18_i32])?, tensor![6]);
    for wrong in [tensor![1.5].into_dyn(), tensor![true].into_dyn()] {
        assert!(wrong.gcd(&wrong).unwrap_err().is_dtype() && wrong.lcm(&wrong).unwrap_err().is_dtype());
    }
    Ok(())
}

#[test]
fn remainders_have_the_sign_of_the_dividend() -> Result<()> {
    assert_eq!(tensor![7, -7, 7, -7].fmod(&tensor![3, 3, -3, -3])?, tensor![1, -1, 1, -1]);
    let floats = tensor![5.5, -5.5, -0.0, 5.0].fmod(&tensor![2.0, -2.0, 3.0, f64::INFINITY])?;
    assert_eq!(format!("{floats:?}"), format!("{:?}", tensor![1.5, -1.5, -0.0, 5.0]));
    assert!(tensor![1.0_f64].fmod(0.0)?.item()?.is_nan());
    let error = tensor![1].fmod(0).unwrap_err().to_string();
    assert!(error.starts_with("fmod"), "{error}");
    assert!(tensor![i32::MIN].fmod(-1)? == tensor![0]);
    Ok(())
}

#[test]
fn quotients_and_remainders_go_together() -> Result<()> {
    let (x, y) = (tensor![[7.5], [-7.5]], tensor![2.0_f32, -2.0]);
    let (quotient, rest) = x.divmod(&y)?;
    assert_eq!((&quotient, &rest), (&x.floor_divide(&y)?, &x.remainder(&y)?));
    assert_eq!(quotient.multiply(&y)?.add(&rest)?, x.broadcast_to([2, 2])?);
    assert!(tensor![1].divmod(0).is_err() && tensor![true].into_dyn().divmod(true).is_err());
    Ok(())
}

#[test]
fn every_number_wins_over_nan() -> Result<()> {
    let values = [f64::NAN, -1.0, 0.0, 2.5, f64::INFINITY, f64::NEG_INFINITY];
    for (a, b) in values.into_iter().flat_map(|a| values.map(|b| (a, b))) {
        let found = (tensor![a].fmax(b)?.item()?, tensor![a].fmin(b)?.item()?);
        assert_eq!(format!("{found:?}"), format!("{:?}", (a.max(b), a.min(b))), "{a} {b}");
        let single = tensor![a as f32].lazy().fmax(b as f32).eval()?.item()?;
        assert_eq!(format!("{single:?}"), format!("{:?}", (a as f32).max(b as f32)), "{a} {b}");
    }
    let halves = tensor![f16::NAN, f16::ONE].fmin(&tensor![f16::ZERO, f16::NAN])?;
    assert_eq!(halves, tensor![f16::ZERO, f16::ONE]);
    let (a, b) = (tensor![1, 5], tensor![3, 2]);
    assert_eq!((a.fmax(&b)?, a.fmin(&b)?), (a.maximum(&b)?, a.minimum(&b)?));
    assert_eq!(tensor![true, false].fmax(false)?, tensor![true, false]);
    assert!(tensor![lunette::Complex64::new(1.0, 0.0)].into_dyn().fmax(1).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn angles_turn_into_each_other() -> Result<()> {
    let mut rng = Rng::new(5);
    let degrees = Tensor::from_flat_fn(1000, |_| rng.below(1_000_000) as f64 / 100.0 - 5000.0)?;
    let factor = std::f64::consts::PI / 180.0;
    assert_eq!(degrees.deg2rad()?, degrees.map(|x| x * factor)?);
    assert_eq!(degrees.rad2deg()?, degrees.map(|x| x * (180.0 / std::f64::consts::PI))?);
    assert_eq!(tensor![180_i16, 0].deg2rad()?, tensor![std::f64::consts::PI, 0.0]);
    assert_eq!(tensor![180.0_f32].deg2rad()?.item()?, std::f32::consts::PI);
    // A half is computed in single precision and rounded once.
    assert_eq!(tensor![bf16::from_f32(90.0)].deg2rad()?.item()?, bf16::from_f32(1.570_796_4));
    assert!(tensor![lunette::Complex64::new(1.0, 0.0)].into_dyn().deg2rad().unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn cube_roots_keep_the_sign() -> Result<()> {
    let x = Tensor::from_flat_fn(2001, |k| k as f64 - 1000.0)?;
    assert_eq!(x.multiply(&x.square()?)?.cbrt()?.round()?, x);
    assert_eq!(tensor![-27_i16, 0].cbrt()?, tensor![-3.0, 0.0]);
    assert_eq!(tensor![f16::from_f32(8.0)].cbrt()?, tensor![f16::from_f32(2.0)]);
    assert!(tensor![lunette::Complex64::new(1.0, 0.0)].into_dyn().cbrt().unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn angles_lie_between_the_two_halves_of_a_turn() -> Result<()> {
    use std::f64::consts::PI;
    let at = |re, im| lunette::Complex64::new(re, im);
    let x = tensor![at(1.0, 0.0), at(0.0, 3.0), at(-2.0, 0.0), at(-2.0, -0.0), at(0.0, -1.0), at(1.0, 1.0)];
    let angles = tensor![0.0, PI / 2.0, PI, -PI, -PI / 2.0, PI / 4.0];
    assert_eq!(x.angle()?, angles);
    assert_eq!(tensor![lunette::Complex32::new(0.0, 1.0)].angle()?, tensor![std::f32::consts::FRAC_PI_2]);
    assert_eq!(tensor![2_u8, 0].angle()?, tensor![0.0, 0.0]);
    assert_eq!(tensor![-2.0_f32, 0.0, -0.0].angle()?, tensor![PI as f32, 0.0, PI as f32]);
    assert_eq!(tensor![true].angle()?, tensor![0.0]);
    assert!(tensor![f64::NAN].angle()?.item()?.is_nan());
    Ok(())
}

#[test]
fn the_wave_is_one_at_zero() -> Result<()> {
    let x = tensor![0.0, -0.0, 0.5, -1.5, 0.25];
    let wave = |x: f64| (std::f64::consts::PI * x).sin() / (std::f64::consts::PI * x);
    let expected = x.map(|x| if x == 0.0 { 1.0 } else { wave(x) })?;
    assert!(x.sinc()?.subtract(&expected)?.abs()?.max(..)?.item()? < 1e-15);
    assert_eq!(tensor![0, 0].sinc()?, tensor![1.0, 1.0]);
    assert_eq!(tensor![f16::ZERO].sinc()?, tensor![f16::ONE]);
    assert_eq!(
        tensor![lunette::Complex32::new(0.0, 0.0)].sinc()?,
        tensor![lunette::Complex32::new(1.0, 0.0)]
    );
    Ok(())
}

#[test]
fn steps_rise_at_zero() -> Result<()> {
    let x = tensor![-2.0, -0.0, 0.0, 3.0, f64::INFINITY];
    assert_eq!(x.heaviside(0.5)?, tensor![0.0, 0.5, 0.5, 1.0, 1.0]);
    assert!(tensor![f64::NAN].heaviside(0.5)?.item()?.is_nan());
    // Both dtypes count, and integers become f64.
    assert_eq!(tensor![-1_i32, 0].heaviside(&tensor![[7_i32], [8]])?, tensor![[0.0, 7.0], [0.0, 8.0]]);
    assert_eq!(tensor![0_i8].heaviside(&tensor![f16::ONE])?, tensor![f16::ONE]);
    assert_eq!(tensor![0.0_f32].into_dyn().heaviside(2)?.dtype(), DType::F32);
    let error = x.heaviside(&tensor![1.0, 2.0]).unwrap_err().to_string();
    assert!(error.starts_with("heaviside: "), "{error}");
    assert!(tensor![lunette::Complex64::new(1.0, 0.0)].into_dyn().heaviside(1).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn infinities_and_imaginary_parts_are_told_apart() -> Result<()> {
    let x = tensor![f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, 0.0];
    assert_eq!(x.isposinf()?, tensor![true, false, false, false, false]);
    assert_eq!(x.isneginf()?, tensor![false, true, false, false, false]);
    assert_eq!(tensor![f16::INFINITY, f16::MAX].isposinf()?, tensor![true, false]);
    assert_eq!(tensor![u64::MAX, 0].isposinf()?, tensor![false, false]);
    assert_eq!(tensor![true].isneginf()?, tensor![false]);
    let at = lunette::Complex64::new;
    let z = tensor![at(1.0, 0.0), at(1.0, -0.0), at(0.0, 1.0), at(1.0, f64::NAN)];
    assert_eq!(z.isreal()?, tensor![true, true, false, false]);
    assert_eq!(z.iscomplex()?, tensor![false, false, true, true]);
    assert_eq!((x.isreal()?.all(..)?.item()?, x.iscomplex()?.any(..)?.item()?), (true, false));
    for (found, name) in [(z.isposinf(), "isposinf: "), (z.isneginf(), "isneginf: ")] {
        let error = found.unwrap_err();
        assert!(error.is_dtype() && error.to_string().starts_with(name), "{error}");
    }
    Ok(())
}

#[test]
fn fractions_and_whole_numbers_keep_the_sign() -> Result<()> {
    let x = tensor![2.5, -2.5, 3.0, -0.0, -0.25, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let (fraction, whole) = x.modf()?;
    let bits = |x: &Tensor<f64>| -> Result<Vec<u64>> {
        Ok(x.to_vec()?.into_iter().take(7).map(f64::to_bits).collect())
    };
    assert_eq!(bits(&fraction)?, bits(&tensor![0.5, -0.5, 0.0, -0.0, -0.25, 0.0, -0.0])?);
    assert_eq!(bits(&whole)?, bits(&tensor![2.0, -2.0, 3.0, -0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY])?);
    assert!(fraction.get(7)?.is_nan() && whole.get(7)?.is_nan());
    assert_eq!(tensor![7_i8].modf()?, (tensor![0.0], tensor![7.0]));
    assert_eq!(tensor![f16::from_f32(1.5)].modf()?, (tensor![f16::from_f32(0.5)], tensor![f16::ONE]));
    assert!(tensor![lunette::Complex64::new(1.0, 0.0)].into_dyn().modf().unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn the_first_condition_that_is_true_chooses() -> Result<()> {
    use lunette::select;
    let x = tensor![[1, 5, 9], [2, 6, 10]];
    let (low, high) = (x.less(6)?, x.greater(4)?);
    let (zero, row) = (Tensor::scalar(0)?, tensor![70, 80, 90]);
    assert_eq!(select(&[&low, &high], &[&zero, &row], &x)?, tensor![[0, 0, 90], [0, 80, 90]]);
    assert_eq!(select(&[&high, &low], &[&row, &zero], &x)?, tensor![[0, 80, 90], [0, 80, 90]]);
    // The default stretches, and all dtypes count.
    let mixed = [&tensor![1_u8].into_dyn(), &tensor![2.5_f32].into_dyn()];
    let found = select(&[&tensor![[true], [false]], &tensor![[true], [true]]], &mixed, &zero.to_dyn())?;
    assert_eq!((found.dtype(), found.shape()), (DType::F64, &[2, 1][..]));
    assert_eq!(found.into_typed::<f64>()?, tensor![[1.0], [2.5]]);
    assert_eq!(select(&[&tensor![2, 0]], &[&tensor![7, 7]], &zero)?, tensor![7, 0]);
    assert!(select(&[&low], &[&zero, &zero], &x).unwrap_err().to_string().starts_with("select: "));
    assert!(select::<bool, i32>(&[], &[], &x).is_err());
    assert!(select(&[&low], &[&tensor![1, 2]], &x).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn tensors_are_equal_once_they_are_stretched() -> Result<()> {
    let x = tensor![1, 2];
    assert!(x.array_equiv(&tensor![[1.0, 2.0], [1.0, 2.0]])?);
    assert!(!x.array_equiv(&tensor![[1, 2], [1, 3]])? && !x.array_equiv(&tensor![1, 2, 3])?);
    assert!(
        tensor![u64::MAX].array_equiv(&Tensor::scalar(u64::MAX)?)?
            && !tensor![f64::NAN].array_equiv(&tensor![f64::NAN])?
    );
    assert!(Tensor::<f64>::zeros([0, 2])?.array_equiv(&tensor![1, 2])?);
    Ok(())
}

#[test]
fn decimals_and_tens() -> Result<()> {
    let x = tensor![0.125, 0.375, -2.346, 1e307, f64::INFINITY];
    assert_eq!(x.round_to(2)?, tensor![0.12, 0.38, -2.35, 1e307, f64::INFINITY]);
    assert_eq!(x.round_to(400)?, x);
    assert_eq!(tensor![1.5, -2.5].round_to(0)?, tensor![2.0, -2.0]);
    assert_eq!(tensor![14.9, 15.1, 25.0].round_to(-1)?, tensor![10.0, 20.0, 20.0]);
    assert_eq!(tensor![14.9].round_to(-400)?, tensor![0.0]);
    assert_eq!(
        tensor![i64::MAX - 2, 15, 25, -15, -16].round_to(-1)?,
        tensor![i64::MAX - 7, 20, 20, -20, -20]
    );
    assert_eq!(tensor![7_u8, 4].round_to(-1)?, tensor![10_u8, 0]);
    assert_eq!(tensor![7_u8, 4].round_to(3)?, tensor![7_u8, 4]);
    assert_eq!(tensor![i64::MAX].round_to(-40)?, tensor![0_i64]);
    let large =
        tensor![14_000_000_000_000_000_000_u64, 9_000_000_000_000_000_000, 5_000_000_000_000_000_000, 7];
    assert_eq!(
        large.round_to(-19)?,
        tensor![10_000_000_000_000_000_000_u64, 10_000_000_000_000_000_000, 0, 0]
    );
    assert_eq!(large.round_to(-20)?, tensor![0_u64, 0, 0, 0]);
    let error = tensor![true].round_to(1).unwrap_err();
    assert!(error.is_dtype() && error.to_string().starts_with("round_to: "), "{error}");
    Ok(())
}

/// A power of ten that is finite as `f64` need not be in the dtype that is rounded.
#[test]
fn more_tens_than_a_dtype_has() -> Result<()> {
    let x = tensor![1.5, -2.5, 0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let expected = ["0.0", "-0.0", "0.0", "inf", "-inf", "NaN"];
    for (dtype, decimals) in
        [(DType::F16, -5), (DType::F16, -400), (DType::BF16, -39), (DType::F32, -39), (DType::F64, -309)]
    {
        let rounded = x.to_dyn().cast_to(dtype)?.round_to(decimals)?;
        assert_eq!(rounded.dtype(), dtype);
        let found = rounded.cast::<f64>()?.to_vec()?;
        let found: Vec<String> = found.iter().map(|value| format!("{value:?}")).collect();
        assert_eq!(found, expected, "{dtype}, {decimals}");
    }
    assert_eq!(tensor![3.4e38_f32, -6e37].round_to(-38)?, tensor![3e38_f32, -1e38]);
    let z = tensor![lunette::Complex32::new(1.0, -2.0), lunette::Complex32::new(14.0, 16.0)];
    assert_eq!(
        z.round_to(-39)?,
        tensor![lunette::Complex32::new(0.0, 0.0), lunette::Complex32::new(0.0, 0.0)]
    );
    Ok(())
}
