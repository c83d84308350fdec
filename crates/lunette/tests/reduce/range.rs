//! Totals whose parts leave the range of their type, though the total does not, and totals of the very long.

use lunette::prelude::*;
use lunette::random::Generator;
use lunette::{Complex64, Result, set_threads};

/// Numbers of which each two neighbours multiply to one.
fn up_and_down(len: usize) -> Result<Tensor<f64>> {
    Tensor::from_flat_fn(len, |k| if k % 2 == 0 { 1e200 } else { 1e-200 })
}

#[test]
fn a_product_is_that_of_one_factor_after_the_other() -> Result<()> {
    for len in [8, 64, 1000, 300_000] {
        let x = up_and_down(len)?;
        assert!((x.prod(..)?.item()? - 1.0).abs() < 1e-9, "{len}");
        assert!((x.nanprod(..)?.item()? - 1.0).abs() < 1e-9, "{len}");
        assert!(((x.lazy() * 1.0).prod(..)?.item()? - 1.0).abs() < 1e-9, "{len}");
        let columns = x.reshape([len, 1])?.broadcast_to([len, if len > 1000 { 3 } else { 70 }])?.copy()?;
        let found = columns.prod(0)?;
        assert!(found.subtract(1.0)?.abs()?.max(..)?.item()? < 1e-9, "{len}");
        let complex: Tensor<Complex64> = x.cast()?;
        assert!((complex.prod(..)?.item()?.re - 1.0).abs() < 1e-9, "{len}");
    }
    let y = Tensor::<f32>::from_flat_fn(64, |k| if k % 2 == 0 { 1e38 } else { 1e-38 })?;
    assert!((y.prod(..)?.item()? - 1.0).abs() < 1e-3);
    Ok(())
}

#[test]
fn zeros_infinities_and_nan_are_factors() -> Result<()> {
    for len in [3, 40, 5000] {
        let with = |at: usize, value: f64| -> Result<f64> {
            let x = Tensor::from_flat_fn(len, |k| if k == at { value } else { 1.0 + k as f64 / 1e9 })?;
            x.prod(..)?.item()
        };
        for at in [0, 1, len - 1] {
            assert_eq!(with(at, 0.0)?.to_bits(), 0.0_f64.to_bits());
            assert_eq!(with(at, -0.0)?.to_bits(), (-0.0_f64).to_bits());
            assert_eq!(with(at, f64::NEG_INFINITY)?, f64::NEG_INFINITY);
            assert!(with(at, f64::NAN)?.is_nan());
            assert!((with(at, 1e-310)? / 1e-310 - 1.0).abs() < 0.1);
        }
    }
    Ok(())
}

/// Whoever multiplies in order meets no small number; a lane, which takes every 32nd factor, does on its way.
#[test]
fn no_digits_are_lost_between_the_factors_of_a_lane() -> Result<()> {
    let factor = |k: usize| match k {
        0 => 1.234_567_89e-160_f64,
        1 => 1e100,
        32 => 1e-160,
        64 => 1e300,
        95 => 1e-100,
        _ => 1.0,
    };
    let x = Tensor::from_flat_fn(96, factor)?;
    let columns = Tensor::from_flat_fn([96, 40], |k| factor(k / 40))?;
    for product in [x.prod(..)?.item()?, (x.lazy() * 1.0).prod(..)?.item()?, columns.prod(0)?.get(0)?] {
        assert!((product / 1.234_567_89e-20 - 1.0).abs() < 1e-12, "{product}");
    }
    Ok(())
}

#[test]
fn complex_infinities_are_multiplied_to_the_end() -> Result<()> {
    let mut factors = vec![Complex64::new(1.5, 0.5); 7];
    factors[1] = Complex64::new(f64::NEG_INFINITY, 2.0);
    let expected = factors.iter().fold(Complex64::new(1.0, 0.0), |product, factor| product * factor);
    let found = Tensor::from(factors).prod(..)?.item()?;
    assert!(expected.re.is_nan() && expected.im.is_nan());
    assert!(found.re.is_nan() && found.im.is_nan(), "{found}");
    Ok(())
}

/// Their squares vanish, and nothing below zero is left of them.
#[test]
fn the_deviation_of_the_smallest_numbers_is_a_number() -> Result<()> {
    let x = tensor![[1e-45_f32, 0.0], [0.0, 0.0]];
    assert_eq!(x.std(0, 0.0)?, tensor![0.0, 0.0]);
    assert_eq!(x.std(.., 0.0)?.item()?, 0.0);
    assert_eq!((x.lazy() * 1.0).std(0, 0.0)?, tensor![0.0, 0.0]);
    Ok(())
}

#[test]
fn variances_merge_many_blocks_without_loss() -> Result<()> {
    let x = Tensor::from_flat_fn([6, 180_000], |k| (k * 2_654_435_761) >> 16 & 15 == 0)?;
    let view = x.view(s![(.., 2), (.., -2)])?;
    let share = view.count_nonzero(..)?.item()? as f64 / view.len() as f64;
    let expected = share * (1.0 - share);
    let found = view.var(.., 0.0)?.item()?;
    assert!((found / expected - 1.0).abs() < 1e-14, "{found}, not {expected}");
    // What is too large stays so.
    assert_eq!(tensor![1e200_f64, -1e200].var(.., 0.0)?.item()?, f64::INFINITY);
    // So it does where the deviations are so large that the square of their sum is infinite as well.
    let y = tensor![[3e200_f64, 4e200, 3e200], [1e200, 1e200, f64::NAN], [2e200, 1e200, 7e200]];
    let spreads = y.var(1, 0.0)?.to_vec()?;
    assert!(spreads[0] == f64::INFINITY && spreads[1].is_nan() && spreads[2] == f64::INFINITY, "{spreads:?}");
    assert!(y.view(s![.., ..2])?.copy()?.var(0, 0.0)?.isinf()?.all(..)?.item()?);
    Ok(())
}

#[test]
fn running_products_are_those_of_one_factor_after_the_other() -> Result<()> {
    for len in [16, 600, 70_000, 400_000] {
        let x = Tensor::from_flat_fn(len, |k| if k % 4 < 2 { 1e200_f64 } else { 1e-200 })?;
        let y = x.cumulative_prod(0)?;
        assert_eq!(y.get(0)?, 1e200);
        assert!(y.load(s![1..])?.isinf()?.all(..)?.item()?, "{len}");
        let z = up_and_down(len)?.cumulative_prod(0)?;
        assert!(z.load(s![(1.., 2)])?.subtract(1.0)?.abs()?.max(..)?.item()? < 1e-9, "{len}");
    }
    Ok(())
}

#[test]
fn running_sums_leave_the_range_where_their_elements_do() -> Result<()> {
    let len = 400_000;
    for at in [3, 511, 512, 70_000, 399_000] {
        // Just one total overflows; everything after it is infinite, and NaN once the other infinity comes.
        let value = |k: usize| match k {
            _ if k == at => f64::MAX,
            _ if k == at + 1 => f64::MAX,
            _ if k == at + 2 || k == at + 3 => -f64::MAX,
            _ if k == at + 4 => f64::NEG_INFINITY,
            _ => 0.0,
        };
        let x = Tensor::from_flat_fn(len, value)?;
        for threads in [1, 2] {
            set_threads(threads);
            let y = x.cumulative_sum(0)?;
            assert_eq!(y.get(at)?, f64::MAX);
            assert_eq!(y.load(s![at + 1..at + 4])?, Tensor::full([3], f64::INFINITY)?);
            assert!(y.load(s![at + 4..])?.isnan()?.all(..)?.item()?, "{at}");
        }
        set_threads(0);
    }
    // A block that overflows by itself, but not after what comes before it.
    let x = Tensor::from_flat_fn(1024, |k| if k < 512 { -1.7e308 / 512.0 } else { 6e305 })?;
    assert!(x.cumulative_sum(0)?.isfinite()?.all(..)?.item()?);
    Ok(())
}

#[test]
fn running_sums_of_what_is_not_negative_never_fall() -> Result<()> {
    for len in [100, 1000, 200_000] {
        let x = Generator::new(7).uniform(0.0, 1.0, len)?;
        let y = x.cumulative_sum(0)?;
        let steps = y.diff(1, 0)?;
        assert!(steps.greater_equal(0.0)?.all(..)?.item()?, "{len}");
    }
    Ok(())
}

#[test]
fn the_mean_of_no_complex_numbers_has_no_part_that_is_a_number() -> Result<()> {
    let mean = Tensor::<Complex64>::zeros([0])?.mean(..)?.item()?;
    assert!(mean.re.is_nan() && mean.im.is_nan());
    Ok(())
}

#[test]
fn counting_the_bytes_of_nearly_endless_broadcasts_does_not_overflow() -> Result<()> {
    let x = Tensor::scalar(1.0_f64)?.broadcast_to([1_usize << 61])?;
    // There is no memory for what each piece finds.
    assert!(x.argmax(..).is_err());
    // What the first piece finds decides, and there are not too many pieces to say so.
    assert!(x.any(..)?.item()?);
    Ok(())
}
