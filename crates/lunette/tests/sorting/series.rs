//! Differences, slopes, interpolation, convolution.

use lunette::prelude::*;
use lunette::{Beyond, Complex32, ConvolveMode, DType, Result};

use crate::numbers::{Rng, random_view, rows};

#[test]
fn diff_subtracts_neighbours() -> Result<()> {
    for seed in 91..121 {
        let mut rng = Rng::new(seed);
        let x = random_view::<i16>(&mut rng, 20);
        let (axis, n) = (rng.below(x.rank()), rng.below(4));
        let found = x.diff(n, axis as i64)?;
        assert_eq!(found.shape()[axis], x.shape()[axis].saturating_sub(n), "seed {seed}");
        for (row, found) in rows(&x, axis).into_iter().zip(rows(&found, axis)) {
            let mut row = row;
            for _ in 0..n {
                row = row.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect();
            }
            assert_eq!(found, row, "seed {seed}");
        }
    }
    assert_eq!(tensor![true, true, false].diff(1, 0)?, tensor![false, true]);
    assert_eq!(tensor![0.1_f32, 0.3].diff(1, 0)?, tensor![0.3_f32 - 0.1]);
    assert_eq!(tensor![0_u64, u64::MAX].diff(1, 0)?, tensor![u64::MAX]);
    assert!(tensor![1].diff(1, 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn gradient_divides_by_the_spacing() -> Result<()> {
    let x = tensor![[1.0_f32, 2.0, 4.0], [7.0, 11.0, 16.0]];
    assert_eq!(x.gradient(1.0, 1)?, tensor![[1.0_f32, 1.5, 2.0], [4.0, 4.5, 5.0]]);
    assert_eq!(x.gradient(2.0, 0)?, tensor![[3.0_f32, 4.5, 6.0], [3.0, 4.5, 6.0]]);
    let integers = tensor![0, 1, 4].gradient(0.5, -1)?;
    assert_eq!(integers, tensor![2.0, 4.0, 6.0]);
    let complex = tensor![Complex32::new(0.0, 1.0), Complex32::new(2.0, 0.0)];
    assert_eq!(complex.gradient(1.0, 0)?.get([1])?, Complex32::new(2.0, -1.0));
    assert!(tensor![1.0].gradient(1.0, 0).is_err());
    Ok(())
}

#[test]
fn gradient_of_places_is_that_of_parabolas() -> Result<()> {
    // Of a parabola it is exact, wherever the samples stand; at the ends it is that of the lines to their neighbours.
    let places = tensor![0.0, 0.5, 2.0, 2.25, 7.0];
    let y: Tensor<f64> = (&places * &places) * 3.0;
    let found = y.gradient_over(&places, 0)?;
    assert!(found.view(s![1..4])?.allclose(&(places.view(s![1..4])? * 6.0), Default::default())?);
    assert_eq!((found.get([0])?, found.get([4])?), (1.5, 3.0 * 9.25));
    let both = stack(&[&y, &(&y * 2.0)], 1)?;
    let slopes = both.gradient_over(&places, 0)?;
    assert_eq!(slopes.view(s![.., 1])?, &found * 2.0);
    assert_eq!(both.matrix_transpose()?.gradient_over(&places, 1)?, slopes.matrix_transpose()?);
    // Integers do not wrap, and the dtype is that of the samples.
    assert_eq!(tensor![3_u8, 1, 250].gradient_over(&tensor![9_u8, 5, 1], 0)?, tensor![0.5, -30.875, -62.25]);
    assert_eq!(tensor![0.0_f32, 1.0, 2.0].gradient_over(&tensor![0.0, 2.0, 4.0], 0)?, tensor![0.5_f32; 3]);
    assert_eq!(tensor![1.0, 5.0].gradient_over(&tensor![1, 3], 0)?, tensor![2.0, 2.0]);
    for wrong in [y.gradient_over(&tensor![1.0, 2.0], 0), y.gradient_over(&both, 0)] {
        assert!(wrong.unwrap_err().is_shape());
    }
    assert!(y.gradient_over(&tensor![Complex32::new(0.0, 1.0); 5], 0).unwrap_err().is_dtype());
    assert!(tensor![1.0].gradient_over(&tensor![1.0], 0).is_err());
    Ok(())
}

#[test]
fn interp_goes_beyond_its_points_as_told() -> Result<()> {
    let (xp, fp) = (tensor![1.0, 2.0, 4.0], tensor![10.0, 20.0, 0.0]);
    let x = tensor![0.0, 1.0, 3.0, 4.0, 5.0, f64::NAN];
    let beyond = Beyond { left: Some(-1.0), right: Some(99.0), period: None };
    let found = x.interp_with(&xp, &fp, beyond)?.to_vec()?;
    assert_eq!(found[..5], [-1.0, 10.0, 10.0, 0.0, 99.0]);
    assert!(found[5].is_nan());
    // Points in any order, of which the first comes again behind the last: the example of NumPy's documentation.
    let around = |period: f64| Beyond { left: Some(-1.0), period: Some(period), ..Beyond::default() };
    let (points, values) = (tensor![190.0, -190.0, 350.0, -350.0], tensor![5.0, 10.0, 3.0, 4.0]);
    let angles = tensor![-180.0, -170.0, -185.0, 185.0, -10.0, -5.0, 0.0, 365.0];
    let expected = tensor![7.5, 5.0, 8.75, 6.25, 3.0, 3.25, 3.5, 3.75];
    for period in [360.0, -360.0] {
        assert_eq!(angles.interp_with(&points, &values, around(period))?, expected);
    }
    for period in [0.0, f64::NAN, f64::INFINITY] {
        assert!(angles.interp_with(&points, &values, around(period)).unwrap_err().is_argument());
    }
    Ok(())
}

#[test]
fn interp_joins_points_by_lines() -> Result<()> {
    let (xp, fp) = (tensor![1.0, 2.0, 4.0], tensor![10.0, 20.0, 0.0]);
    let x = tensor![[0.0, 1.0, 1.5], [2.0, 3.0, 9.0]];
    assert_eq!(x.interp(&xp, &fp)?, tensor![[10.0, 10.0, 15.0], [20.0, 10.0, 0.0]]);
    assert!(tensor![f64::NAN].interp(&xp, &fp)?.get([0])?.is_nan());
    assert_eq!(tensor![5].interp(&tensor![1], &tensor![7])?, tensor![7.0]);
    assert!(x.interp(&xp, &tensor![1.0]).unwrap_err().is_shape());
    let nothing = Tensor::<f64>::zeros([0])?;
    assert!(x.interp(&nothing, &nothing).unwrap_err().is_shape());
    assert_eq!(nothing.interp(&xp, &fp)?.shape(), [0]);
    Ok(())
}

#[test]
fn convolutions_are_sums_of_products() -> Result<()> {
    for seed in 131..161 {
        let mut rng = Rng::new(seed);
        let (n, m) = (1 + rng.below(1500), 1 + rng.below(40));
        let (a, b) = if seed % 2 == 0 { (n, m) } else { (m, n) };
        let (a, b) = (
            Tensor::from_flat_fn([2 * a], |_| rng.next() as i32)?,
            Tensor::from_flat_fn([b], |_| rng.next() as i32)?,
        );
        let a = a.view(s![(1.., 2)])?.flip(0)?;
        let (left, right) = (a.to_vec()?, b.to_vec()?);
        let mut full = vec![0_i32; left.len() + right.len() - 1];
        for (i, x) in left.iter().enumerate() {
            for (j, y) in right.iter().enumerate() {
                full[i + j] = full[i + j].wrapping_add(x.wrapping_mul(*y));
            }
        }
        let (long, short) = (left.len().max(right.len()), left.len().min(right.len()));
        let start = (short - 1) / 2;
        assert_eq!(a.convolve(&b, ConvolveMode::Full)?.to_vec()?, full, "seed {seed}");
        assert_eq!(a.convolve(&b, ConvolveMode::Same)?.to_vec()?, full[start..start + long], "seed {seed}");
        assert_eq!(a.convolve(&b, ConvolveMode::Valid)?.to_vec()?, full[short - 1..long], "seed {seed}");
    }
    assert_eq!(tensor![1.5_f32, 2.0].convolve(&tensor![2_i8], ConvolveMode::Full)?, tensor![3.0_f32, 4.0]);
    let mixed = tensor![1_i32].to_dyn().convolve(&tensor![0.5], ConvolveMode::Full)?;
    assert_eq!(mixed.dtype(), DType::F64);
    let bools = tensor![true, true].convolve(&tensor![true, false], ConvolveMode::Full)?;
    assert_eq!(bools, tensor![true, true, false]);
    assert!(tensor![1].convolve(&Tensor::<i32>::zeros([0])?, ConvolveMode::Full).unwrap_err().is_shape());
    assert!(tensor![[1]].convolve(&tensor![1], ConvolveMode::Full).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn correlations_are_sums_of_products_of_what_is_moved_along() -> Result<()> {
    for seed in 0..40 {
        let mut rng = Rng::new(seed);
        let mut vector = |len: usize| Tensor::from_flat_fn(len, |_| rng.below(100) as i32 - 50);
        let (a, b) = (vector(1 + seed as usize % 7)?, vector(2 * (1 + seed as usize % 5))?);
        let b = b.view(s![(1.., 2)])?.flip(0)?;
        let (left, right) = (a.to_vec()?, b.to_vec()?);
        // NumPy's definition: the product of each entry with the one `k` places before it, for every k with one.
        let full: Vec<i32> = (1 - right.len() as i64..left.len() as i64)
            .map(|k| {
                let pairs = right.iter().enumerate().map(|(n, v)| (left.get((n as i64 + k) as usize), v));
                pairs.map(|(a, v)| a.map_or(0, |a| a * v)).sum()
            })
            .collect();
        assert_eq!(a.correlate(&b, ConvolveMode::Full)?.to_vec()?, full, "seed {seed}");
        let (long, short) = (left.len().max(right.len()), left.len().min(right.len()));
        let valid = &full[short - 1..long];
        assert_eq!(a.correlate(&b, ConvolveMode::Valid)?.to_vec()?, valid, "seed {seed}");
    }
    // As NumPy's `same` has it, whichever is longer.
    let (x, y) = (tensor![1, 2, 3, 4, 5], tensor![1, 10]);
    assert_eq!(x.correlate(&y, ConvolveMode::Same)?, tensor![10, 21, 32, 43, 54]);
    assert_eq!(y.correlate(&x, ConvolveMode::Same)?, tensor![54, 43, 32, 21, 10]);
    let i = lunette::Complex64::new(0.0, 1.0);
    assert_eq!(
        tensor![i].correlate(&tensor![i], ConvolveMode::Valid)?,
        tensor![lunette::Complex64::new(1.0, 0.0)]
    );
    assert!(tensor![[1]].correlate(&tensor![1], ConvolveMode::Full).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn areas_are_sums_of_trapezoids() -> Result<()> {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let y = random_view::<i16>(&mut rng, 20);
        let axis = rng.below(y.rank());
        let len = y.shape()[axis];
        let x = Tensor::from_flat_fn(len, |_| rng.below(50) as i32)?;
        let places: Vec<f64> = x.to_vec()?.into_iter().map(f64::from).collect();
        let (equal, over) = (y.trapezoid(0.5, axis as i64)?, y.trapezoid_over(&x, axis as i64)?);
        let area = |row: &[i16], step: &dyn Fn(usize) -> f64| -> f64 {
            (1..len).map(|k| step(k) * (f64::from(row[k - 1]) + f64::from(row[k])) / 2.0).sum()
        };
        let found = equal.to_vec()?.into_iter().zip(over.to_vec()?);
        for (row, (equal, over)) in rows(&y, axis).iter().zip(found) {
            assert_eq!(equal, area(row, &|_| 0.5), "seed {seed}");
            assert_eq!(over, area(row, &|k| places[k] - places[k - 1]), "seed {seed}");
        }
    }
    assert_eq!(tensor![3.0_f32].trapezoid(1.0, 0)?, Tensor::scalar(0.0_f32)?);
    assert_eq!(Tensor::<f32>::zeros([2, 0])?.trapezoid(1.0, 1)?, tensor![0.0_f32, 0.0]);
    assert_eq!(tensor![true, true].trapezoid(1.0, 0)?.item()?, 1.0);
    let (y, x) = (tensor![[1.0, 3.0], [5.0, 5.0]], tensor![[0_u8, 1], [4, 2]]);
    assert_eq!(y.trapezoid_over(&x, 1)?, tensor![2.0, -10.0]);
    assert_eq!(y.trapezoid_over(&tensor![[0], [2]], 0)?, tensor![6.0, 8.0]);
    assert!(y.trapezoid_over(&tensor![0, 1, 2], 1).unwrap_err().is_shape());
    assert!(y.trapezoid_over(&tensor![[0], [2]], 1).unwrap_err().is_shape());
    assert!(y.trapezoid(1.0, 2).unwrap_err().is_shape());
    Ok(())
}

/// An axis that is too long to go through, with nothing in it.
#[test]
fn differences_of_nothing_are_none() -> Result<()> {
    let (huge, some) = (isize::MAX as usize, 1_usize << 46);
    let x = Tensor::<f64>::zeros([0, huge])?;
    assert_eq!(x.diff(some, 1)?.shape(), [0, huge - some]);
    assert_eq!(x.diff(usize::MAX, 1)?.shape(), [0, 0]);
    assert_eq!(x.diff(some, 0)?.shape(), [0, huge]);
    assert_eq!(Tensor::<bool>::zeros([3, 0])?.diff(2, 0)?, Tensor::zeros([1, 0])?);
    Ok(())
}
