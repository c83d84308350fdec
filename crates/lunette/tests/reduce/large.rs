//! What only shows in large tensors: accuracy, and that threads change nothing.

use lunette::prelude::*;
use lunette::{Result, set_threads};

use crate::views::Rng;

/// Shapes and axes that are reduced in every way there is, in several pieces.
const CASES: &[(&[usize], &[i64])] = &[
    (&[1_000_003], &[0]),
    (&[700, 1031], &[0]),
    (&[700, 1031], &[1]),
    (&[200_000, 3], &[0]),
    (&[200_000, 3], &[1]),
    (&[300_001, 2], &[1]),
    (&[500, 300, 2, 2], &[2, 3]),
    (&[50_000, 7], &[1]),
    (&[50_000, 16], &[1]),
    (&[20_000, 37], &[1]),
    (&[20_000, 37], &[0]),
    (&[90, 80, 100], &[0, 2]),
    (&[90, 80, 100], &[1]),
    (&[3, 300_000], &[0]),
    (&[3, 300_000], &[1]),
    (&[2, 400_001, 1], &[1, 2]),
];

fn noise(shape: &[usize]) -> Tensor<f64> {
    let mut rng = Rng::new(7);
    Tensor::from_flat_fn(shape, |_| (rng.next() >> 11) as f64 / (1_u64 << 53) as f64 - 0.25).unwrap()
}

#[test]
fn threads_do_not_change_results() -> Result<()> {
    for &(shape, axes) in CASES {
        let x = noise(shape);
        for x in [x.clone(), x.copy_in(Order::F)?, x.flip(..)?] {
            let single = x.cast::<f32>()?;
            let all = || -> Result<_> {
                Ok((
                    x.sum(axes)?.to_vec()?,
                    x.var(axes, 1.0)?.to_vec()?,
                    single.sum(axes)?.to_vec()?,
                    single.prod(axes)?.to_vec()?,
                    x.max(axes)?.to_vec()?,
                ))
            };
            set_threads(1);
            let alone = all()?;
            for count in [2, 3] {
                set_threads(count);
                assert!(all()? == alone, "{shape:?} over {axes:?} on {count} threads");
            }
        }
    }
    set_threads(0);
    Ok(())
}

#[test]
fn large_tensors_are_reduced_right() -> Result<()> {
    for &(shape, axes) in CASES {
        let mut rng = Rng::new(11);
        let x = Tensor::from_flat_fn(shape, |_| rng.below(1000) as i32 - 400)?;
        let kept: Vec<usize> = (0..shape.len()).filter(|&k| !axes.contains(&(k as i64))).collect();
        let results: usize = kept.iter().map(|&k| shape[k]).product();
        let (mut sums, mut greatest) = (vec![0_i64; results], vec![i32::MIN; results]);
        let values = x.to_vec()?;
        for (flat, &value) in values.iter().enumerate() {
            let index = |axis: usize| flat / shape[axis + 1..].iter().product::<usize>() % shape[axis];
            let place = kept.iter().fold(0, |place, &axis| place * shape[axis] + index(axis));
            sums[place] += i64::from(value);
            greatest[place] = greatest[place].max(value);
        }
        for x in [x.clone(), x.copy_in(Order::F)?] {
            assert!(x.sum(axes)?.ravel()?.to_vec()? == sums, "{shape:?} over {axes:?}");
            assert!(x.max(axes)?.ravel()?.to_vec()? == greatest, "{shape:?} over {axes:?}");
            let doubled = x.cast::<f64>()?.sum(axes)?.ravel()?.to_vec()?;
            assert!(doubled.iter().zip(&sums).all(|(a, &b)| *a == b as f64), "{shape:?} over {axes:?}");
        }
    }
    Ok(())
}

#[test]
fn short_rows_are_reduced_as_columns_are() -> Result<()> {
    for width in 1..=18 {
        let x = noise(&[777, width]);
        x.store(s![5], f64::NAN)?;
        x.store(s![6], -0.0)?;
        x.store(s![7], 1e-300)?;
        x.store(s![8, 0], f64::INFINITY)?;
        let single = x.cast::<f32>()?;
        let bits = |x: &Tensor<f64>, single: &Tensor<f32>| -> Result<Vec<Vec<u64>>> {
            let results = [x.sum(1)?, x.prod(1)?, x.min(1)?, x.max(1)?, x.mean(1)?];
            let singles = [single.sum(1)?, single.prod(1)?, single.max(1)?, single.mean(1)?];
            let doubled = singles.iter().map(|result| result.cast::<f64>());
            let all = results.into_iter().map(Ok).chain(doubled);
            all.map(|result| Ok(result?.to_vec()?.iter().map(|value| value.to_bits()).collect())).collect()
        };
        let columns = bits(&x.copy_in(Order::F)?, &single.copy_in(Order::F)?)?;
        assert!(bits(&x, &single)? == columns, "rows of {width}");
    }
    Ok(())
}

#[test]
fn sums_of_many_are_exact_to_the_last_digits() -> Result<()> {
    let ulps =
        |found: f32, exact: f64| ((f64::from(found) - exact) / (exact * f64::from(f32::EPSILON))).abs();
    let count = 10_000_000;
    let tenths = Tensor::<f32>::full([count], 0.1)?;
    let exact = count as f64 * f64::from(0.1_f32);
    assert!(ulps(tenths.sum(..)?.item()?, exact) <= 2.0);
    let columns = tenths.reshape([-1, 10])?;
    assert!(columns.sum(0)?.to_vec()?.iter().all(|&sum| ulps(sum, exact / 10.0) <= 2.0));
    let columns = tenths.reshape([-1, 100])?;
    assert!(columns.sum(0)?.to_vec()?.iter().all(|&sum| ulps(sum, exact / 100.0) <= 2.0));
    let tenths = Tensor::<f64>::full([count], 0.1)?;
    assert!((tenths.sum(..)?.item()? - 1e6).abs() <= 4.0 * 1e6 * f64::EPSILON);
    Ok(())
}

#[test]
fn variances_survive_large_means() -> Result<()> {
    let x = noise(&[1000, 300]);
    let far = Tensor::from_vec(x.to_vec()?.iter().map(|value| value + 1e9).collect(), [1000, 300])?;
    for axes in [&[0_i64, 1][..], &[0], &[1]] {
        let (near, far) = (x.var(axes, 0.0)?.ravel()?.to_vec()?, far.var(axes, 0.0)?.ravel()?.to_vec()?);
        for (near, far) in near.iter().zip(&far) {
            // The numbers themselves have been rounded to about 1e-7.
            assert!((near - far).abs() < 1e-6 * near, "{near} and {far} over {axes:?}");
        }
    }
    let single = Tensor::<f32>::from_flat_fn([1 << 20], |k| 1e4 + (k % 2) as f32)?;
    assert!((single.var(.., 0.0)?.item()? - 0.25).abs() < 1e-6);
    Ok(())
}
