//! Ranges, weighted means and covariances.

use lunette::prelude::*;
use lunette::{Complex64, Result, f16};

#[test]
fn ranges_are_differences_of_extremes() -> Result<()> {
    let x = tensor![[3_i16, -1, 2], [8, 8, 8]];
    assert_eq!(x.ptp(1)?, tensor![4_i16, 0]);
    assert_eq!(x.ptp_keepdims(..)?, tensor![[9_i16]]);
    assert_eq!(x.transpose().ptp(0)?, tensor![4_i16, 0]);
    assert!(tensor![1.0, f64::NAN].ptp(..)?.item()?.is_nan());
    assert!(Tensor::<f32>::zeros([0])?.ptp(..).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn weighted_means_are_sums_of_products_by_sums_of_weights() -> Result<()> {
    let x = tensor![[1_f64, 2.0, 6.0], [3.0, 6.0, 0.5]];
    let each = tensor![[1_f64, 0.0, 2.0], [4.0, 1.0, 1.0]];
    for x in [x.clone(), x.copy_in(Order::F)?, x.flip(..)?.copy()?.flip(..)?] {
        assert_eq!(x.average(.., Some(&each))?.item()?, (1.0 + 12.0 + 12.0 + 6.0 + 0.5) / 9.0);
        assert_eq!(x.average(0, Some(&each))?, tensor![13.0 / 5.0, 6.0, 12.5 / 3.0]);
        assert_eq!(x.average(0, Some(&tensor![3_f64, 1.0]))?, tensor![1.5, 3.0, 4.625]);
        assert_eq!(x.average_keepdims(-1, Some(&tensor![0_f64, 1.0, 1.0]))?, tensor![[4.0], [3.25]]);
        assert_eq!(x.average(.., Some(&tensor![[1_f64], [0.0]]))?.item()?, 3.0);
        assert_eq!(x.average(.., Some(&each))?, x.transpose().average(.., Some(&each.transpose()))?);
        assert_eq!(x.average(0, None)?, x.mean(0)?);
        assert_eq!(x.average_keepdims(1, None)?, x.mean_keepdims(1)?);
    }
    // Along an axis of a square the vector is that axis', not the last one's.
    assert_eq!(tensor![[1_f64, 2.0], [3.0, 4.0]].average(0, Some(&tensor![1_f64, 0.0]))?, tensor![1.0, 2.0]);
    assert_eq!(tensor![1_i8, 2].average(.., Some(&tensor![1_i8, 1]))?.item()?, 1.5);
    assert_eq!(tensor![1_f32, 2.0].average(0, Some(&tensor![1_f32, 1.0]))?.item()?, 1.5_f32);
    assert!(tensor![1_f64, 2.0].average(0, Some(&tensor![1_f64, -1.0]))?.item()?.is_infinite());
    let nothing = Tensor::<f64>::zeros([0])?;
    assert!(
        nothing.average(.., Some(&nothing))?.item()?.is_nan() && nothing.average(.., None)?.item()?.is_nan()
    );
    for (weights, axis) in [(tensor![1_f64, 2.0], 1), (tensor![1_f64, 2.0, 3.0], 0)] {
        assert!(x.average(axis, Some(&weights)).unwrap_err().is_shape());
    }
    assert!(x.average(2, Some(&each)).is_err() && x.average(2, None).is_err());
    Ok(())
}

#[test]
fn weights_of_a_dtype_that_run_time_knows_are_promoted() -> Result<()> {
    let check = |x: DynTensor, weights: DynTensor, expected: Scalar| -> Result<()> {
        assert_eq!(x.average(.., Some(&weights))?.item()?, expected);
        Ok(())
    };
    check(tensor![1_f64, 5.0].into_dyn(), tensor![3_i32, 1].into_dyn(), Scalar::F64(2.0))?;
    check(tensor![1_i8, 2].into_dyn(), tensor![true, true].into_dyn(), Scalar::F64(1.5))?;
    check(tensor![1_f32, 2.0].into_dyn(), tensor![1_i8, 1].into_dyn(), Scalar::F32(1.5))?;
    check(tensor![1_f32, 2.0].into_dyn(), tensor![1_i32, 1].into_dyn(), Scalar::F64(1.5))
}

#[test]
fn covariances_are_those_of_the_rows() -> Result<()> {
    let x = tensor![[0.5, 2.0, -1.0, 4.0], [1.0, 1.5, 9.0, 3.0], [2.0, 2.0, 2.0, 7.0]];
    for x in [x.clone(), x.copy_in(Order::F)?, x.flip(..)?.copy()?.flip(..)?] {
        let (found, related) = (x.cov(1.0)?, x.corrcoef()?);
        let mean = |row: usize| (0..4).map(|k| x.get([row, k]).unwrap()).sum::<f64>() / 4.0;
        let covariance = |i: usize, j: usize| {
            let product = |k| (x.get([i, k]).unwrap() - mean(i)) * (x.get([j, k]).unwrap() - mean(j));
            (0..4).map(product).sum::<f64>() / 3.0
        };
        for (i, j) in (0..9).map(|k| (k / 3, k % 3)) {
            assert!((found.get([i, j])? - covariance(i, j)).abs() < 1e-12, "({i}, {j})");
            let root = (covariance(i, i) * covariance(j, j)).sqrt();
            assert!((related.get([i, j])? - covariance(i, j) / root).abs() < 1e-12, "({i}, {j})");
        }
    }
    assert_eq!(tensor![1_i32, 2, 6].cov(1.0)?.item()?, 7.0);
    assert_eq!(tensor![1_i32, 2, 6].corrcoef()?.item()?, 1.0);
    assert_eq!(tensor![[1_f32, 3.0]].cov(0.0)?, tensor![[1_f32]]);
    let z = tensor![Complex64::new(0.0, 1.0), Complex64::new(0.0, -1.0)];
    assert_eq!(z.cov(1.0)?.item()?, Complex64::new(2.0, 0.0));
    assert!(tensor![1_f64].cov(1.0)?.item()?.is_nan());
    assert_eq!(
        Tensor::<f64>::zeros([1, 1, 1])?.cov(1.0).unwrap_err().to_string(),
        "cov: needs a vector, or a matrix with a variable in each row, found rank 3"
    );
    Ok(())
}

#[test]
fn halves_vary_in_single_precision() -> Result<()> {
    let halves = tensor![[1000.0_f32, 1001.0, 1001.5, 1003.0], [0.1, 0.2, 0.35, 0.4]].cast::<f16>()?;
    let singles = halves.cast::<f32>()?;
    assert_eq!(halves.cov(1.0)?, singles.cov(1.0)?.cast::<f16>()?);
    assert_eq!(halves.corrcoef()?, singles.corrcoef()?.cast::<f16>()?);
    Ok(())
}

/// There are no deviations to add up where an axis that stays has no entries, whatever memory lies behind it.
#[test]
fn spreads_of_no_rows_are_empty() -> Result<()> {
    for dtype in [DType::F32, DType::Complex64, DType::Complex128] {
        for x in [DynTensor::zeros_of(dtype, [0, 3])?, DynTensor::zeros_of(dtype, [3, 0])?.transpose()] {
            assert_eq!(x.var(1, 0.0)?.shape(), [0], "{dtype}");
            assert_eq!(x.std_keepdims(1, 1.0)?.shape(), [0, 1], "{dtype}");
            assert!(x.std(0, 0.0)?.isnan()?.all(..)?.item()?, "{dtype}");
        }
    }
    let of_vec = Tensor::from_vec(Vec::<Complex64>::new(), [0, 3])?;
    assert_eq!(of_vec.var(1, 0.0)?, Tensor::<f64>::zeros([0])?);
    assert_eq!(of_vec.lazy().var(1, 0.0)?, Tensor::<f64>::zeros([0])?);
    Ok(())
}

/// The squares of such deviations are no `f32`, but their roots are; in a row, in columns, and in what is left of blocks.
#[test]
fn deviations_may_be_so_large_or_small_that_their_squares_are_no_numbers() -> Result<()> {
    let wave = Tensor::<f64>::from_flat_fn([2047], |k| (k as f64 * 0.7).sin() + 2.0)?;
    for scale in [2_f64.powi(100), 2_f64.powi(-100), 2_f64.powi(-64), 2_f64.powi(-140)] {
        let x = (&wave * scale).cast::<f32>()?;
        let expected = x.cast::<f64>()?.std(.., 0.0)?.item()?;
        let columns = x.broadcast_to([5, 2047])?.transpose().copy()?;
        for found in [x.std(.., 0.0)?, columns.std(0, 0.0)?, columns.transpose().std(1, 0.0)?] {
            for found in found.to_vec()? {
                let error = (f64::from(found) - expected).abs();
                assert!(error <= expected * 1e-6 + f64::from(f32::from_bits(1)), "{found} for {expected}");
            }
        }
    }
    // Equal numbers, beside which one column varies.
    let x = Tensor::from_fn([40, 3], |at| if at[1] == 1 { 1e30 * (at[0] % 2) as f32 } else { 0.1 })?;
    assert_eq!(x.std(0, 0.0)?, tensor![0.0_f32, 5e29, 0.0]);
    // Sums of those that go up and those that go down leave the range on both sides.
    let x = Tensor::from_flat_fn([2048], |k| if k % 2 == 0 { 5e37_f32 } else { -5e37 })?;
    assert_eq!(x.std(.., 0.0)?.item()?, 5e37);
    assert_eq!(x.reshape([2048, 1])?.std(0, 0.0)?, tensor![5e37_f32]);
    assert!(tensor![1.0_f32, f32::NAN].std(.., 0.0)?.item()?.is_nan());
    assert!(tensor![1.0_f32, f32::INFINITY].std(.., 0.0)?.item()?.is_nan());
    Ok(())
}

/// The means of blocks beside a large mean differ by less than that is exact to.
#[test]
fn a_large_mean_does_not_drown_variances() -> Result<()> {
    // Multiples of 2⁻²⁰ beside 2³⁰: all numbers, and their deviations, are exact.
    let small = Tensor::<f64>::from_flat_fn([20_000], |k| (k * 7919 % 10_007) as f64 / 2_f64.powi(20))?;
    let expected = small.var(.., 0.0)?.item()?;
    let x = &small + 2_f64.powi(30);
    let columns = x.broadcast_to([3, 20_000])?.transpose().copy()?;
    for found in [x.var(.., 0.0)?, columns.var(0, 0.0)?] {
        for found in found.to_vec()? {
            assert!((found / expected - 1.0).abs() < 1e-14, "{found}, not {expected}");
        }
    }
    Ok(())
}
