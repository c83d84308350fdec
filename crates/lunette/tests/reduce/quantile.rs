//! Medians, quantiles and percentiles.

use lunette::prelude::*;
use lunette::{Interpolation, Result};

use crate::views::{Rng, float, groups, indices, shapes};

const ODD: [f64; 7] = [7.0, 1.0, 4.0, 2.5, 9.0, 3.0, 8.0];
const EVEN: [f64; 8] = [5.0, 2.0, 8.0, 1.0, 4.0, 7.0, 3.0, 6.0];
const PARTS: [f64; 9] = [0.0, 0.1, 0.125, 0.25, 0.4375, 0.5, 0.625, 0.8, 1.0];

/// What NumPy 2 gives for the two lists.
const NUMPY: [(Interpolation, [f64; 9], [f64; 9]); 13] = [
    (
        Interpolation::Linear,
        [1.0, 1.9000000000000001, 2.125, 2.75, 3.625, 4.0, 6.25, 7.800000000000001, 9.0],
        [1.0, 1.7000000000000002, 1.875, 2.75, 4.0625, 4.5, 5.375, 6.6000000000000005, 8.0],
    ),
    (
        Interpolation::Lower,
        [1.0, 1.0, 1.0, 2.5, 3.0, 4.0, 4.0, 7.0, 9.0],
        [1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 5.0, 6.0, 8.0],
    ),
    (
        Interpolation::Higher,
        [1.0, 2.5, 2.5, 3.0, 4.0, 4.0, 7.0, 8.0, 9.0],
        [1.0, 2.0, 2.0, 3.0, 5.0, 5.0, 6.0, 7.0, 8.0],
    ),
    (
        Interpolation::Midpoint,
        [1.0, 1.75, 1.75, 2.75, 3.5, 4.0, 5.5, 7.5, 9.0],
        [1.0, 1.5, 1.5, 2.5, 4.5, 4.5, 5.5, 6.5, 8.0],
    ),
    (
        Interpolation::Nearest,
        [1.0, 2.5, 2.5, 3.0, 4.0, 4.0, 7.0, 8.0, 9.0],
        [1.0, 2.0, 2.0, 3.0, 4.0, 5.0, 5.0, 7.0, 8.0],
    ),
    (
        Interpolation::InvertedCdf,
        [1.0, 1.0, 1.0, 2.5, 4.0, 4.0, 7.0, 8.0, 9.0],
        [1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 5.0, 7.0, 8.0],
    ),
    (
        Interpolation::AveragedInvertedCdf,
        [1.0, 1.0, 1.0, 2.5, 4.0, 4.0, 7.0, 8.0, 9.0],
        [1.0, 1.0, 1.5, 2.5, 4.0, 4.5, 5.5, 7.0, 8.0],
    ),
    (
        Interpolation::ClosestObservation,
        [1.0, 1.0, 1.0, 2.5, 3.0, 4.0, 4.0, 8.0, 9.0],
        [1.0, 1.0, 1.0, 2.0, 4.0, 4.0, 5.0, 6.0, 8.0],
    ),
    (
        Interpolation::InterpolatedInvertedCdf,
        [1.0, 1.0, 1.0, 2.125, 3.0625, 3.5, 5.125, 7.6000000000000005, 9.0],
        [1.0, 1.0, 1.0, 2.0, 3.5, 4.0, 5.0, 6.4, 8.0],
    ),
    (
        Interpolation::Hazen,
        [1.0, 1.3000000000000003, 1.5625, 2.625, 3.5625, 4.0, 6.625, 8.100000000000001, 9.0],
        [1.0, 1.3, 1.5, 2.5, 4.0, 4.5, 5.5, 6.9, 8.0],
    ),
    (
        Interpolation::Weibull,
        [1.0, 1.0, 1.0, 2.5, 3.5, 4.0, 7.0, 8.4, 9.0],
        [1.0, 1.0, 1.125, 2.25, 3.9375, 4.5, 5.625, 7.2, 8.0],
    ),
    (
        Interpolation::MedianUnbiased,
        [
            1.0,
            1.1,
            1.375,
            2.583333333333333,
            3.5416666666666665,
            4.0,
            6.750000000000001,
            8.200000000000001,
            9.0,
        ],
        [
            1.0,
            1.1666666666666667,
            1.375,
            2.4166666666666665,
            3.9791666666666665,
            4.5,
            5.541666666666667,
            7.0,
            8.0,
        ],
    ),
    (
        Interpolation::NormalUnbiased,
        [1.0, 1.1500000000000001, 1.421875, 2.59375, 3.546875, 4.0, 6.71875, 8.175, 9.0],
        [1.0, 1.2000000000000002, 1.40625, 2.4375, 3.984375, 4.5, 5.53125, 6.9750000000000005, 8.0],
    ),
];

#[test]
fn methods_are_numpys() -> Result<()> {
    let (odd, even) = (tensor_of(&ODD)?, tensor_of(&EVEN)?);
    for (method, of_odd, of_even) in NUMPY {
        for (x, expected) in [(&odd, of_odd), (&even, of_even)] {
            let found = x.quantile_with(&PARTS, .., method)?.to_vec()?;
            let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12;
            assert!(found.iter().zip(&expected).all(near), "{method:?}: {found:?} is not {expected:?}");
            // One by one, elements are selected and not put in order.
            for (&part, &expected) in PARTS.iter().zip(&expected) {
                let one = x.quantile_with(&[part], 0, method)?.get([0])?;
                assert!((one - expected).abs() < 1e-12, "{method:?} of {part}: {one} is not {expected}");
            }
        }
    }
    Ok(())
}

fn tensor_of(values: &[f64]) -> Result<Tensor<f64>> {
    Tensor::from_vec(values.to_vec(), [values.len()])
}

#[test]
fn medians_of_views() -> Result<()> {
    for seed in 0..25 {
        for dtype in [DType::F16, DType::F32, DType::F64, DType::I8, DType::U64, DType::Bool] {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, |rng| match rng.below(200) {
                0 => Scalar::from(f64::NAN),
                _ => Scalar::from(rng.below(50) as f64 / 4.0),
            })?;
            let (axes, reduced) = rng.axes(x.rank());
            let (shape, kept) = shapes(&x, &reduced);
            let found = x.median(axes.clone())?;
            assert_eq!(found.dtype(), dtype.as_float());
            assert_eq!(x.median_keepdims(axes.clone())?.shape(), kept);
            for (index, group) in indices(&shape).iter().zip(groups(&x, &reduced)) {
                let mut values: Vec<f64> = group.into_iter().map(float).collect();
                let nan = values.is_empty() || values.iter().any(|value| value.is_nan());
                values.sort_by(f64::total_cmp);
                let (low, high) = match values.len() {
                    0 => (0.0, 0.0),
                    len => (values[(len - 1) / 2], values[len / 2]),
                };
                let expected = Scalar::from(if nan { f64::NAN } else { (low + high) / 2.0 });
                let (found, expected) = (float(found.get(index)?), float(expected.cast(dtype.as_float())));
                let name = format!("{dtype} {:?} strides {:?} over {axes:?}", x.shape(), x.strides());
                assert!(found == expected || (found.is_nan() && nan), "{name}: {found} is not {expected}");
            }
        }
    }
    Ok(())
}

#[test]
fn quantiles_come_first_and_lie_between_0_and_1() -> Result<()> {
    let x = tensor![[1.0, 3.0], [2.0, f64::NAN]];
    let found = x.quantile_with(&[0.0, 0.5, 1.0], 0, Interpolation::Linear)?;
    assert_eq!(found.shape(), [3, 2]);
    assert_eq!(found.load(s![.., 0])?, tensor![1.0, 1.5, 2.0]);
    assert!(found.load(s![.., 1])?.to_vec()?.iter().all(|value| value.is_nan()));
    assert_eq!(x.nanquantile(1.0, 0)?, tensor![2.0, 3.0]);
    assert_eq!(x.nanquantile_with(&[0.5], .., Interpolation::Lower)?, tensor![2.0]);
    assert_eq!(
        tensor![1, 2, 3].percentile_with(&[50.0, 100.0], .., Interpolation::Linear)?,
        tensor![2.0, 3.0]
    );
    assert_eq!(tensor![f64::INFINITY, f64::INFINITY].median(..)?.item()?, f64::INFINITY);
    assert_eq!(x.quantile_keepdims(0.5, 1)?.shape(), [2, 1]);
    for q in [-0.1, 1.1, f64::NAN] {
        let error = tensor![1.0].quantile(q, ..).unwrap_err().to_string();
        assert_eq!(error, format!("quantile: `q` is {q}: a quantile lies from 0 to 1"));
    }
    Ok(())
}

#[test]
fn errors_speak_of_the_method_and_the_unit_that_were_used() -> Result<()> {
    let (x, how) = (tensor![1.0, 2.0], Interpolation::Linear);
    for (made, words) in [
        (x.percentile(400.0, ..), "percentile: `p` is 400: a percentile lies from 0 to 100"),
        (x.nanpercentile(-1.0, ..), "nanpercentile: `p` is -1: a percentile lies from 0 to 100"),
        (
            x.percentile_keepdims(100.5, ..),
            "percentile_keepdims: `p` is 100.5: a percentile lies from 0 to 100",
        ),
        (
            x.nanpercentile_with(&[5.0, 101.0], .., how),
            "nanpercentile_with: `p` is 101: a percentile lies from 0 to 100",
        ),
        (x.nanquantile_with(&[5.0], .., how), "nanquantile_with: `q` is 5: a quantile lies from 0 to 1"),
        (
            x.quantile_keepdims(0.5, 3),
            "quantile_keepdims: axis 3 is out of range for rank 1 (allowed: -1 to 0)",
        ),
    ] {
        assert_eq!(made.unwrap_err().to_string(), words);
    }
    Ok(())
}

#[test]
fn between_a_number_and_an_infinity_lies_the_infinity() -> Result<()> {
    let inf = f64::INFINITY;
    for part in [0.2, 0.5, 0.8] {
        assert_eq!(tensor![0.5, inf].quantile(part, ..)?.item()?, inf);
        assert_eq!(tensor![-inf, 0.5].quantile(part, ..)?.item()?, -inf);
        assert_eq!(tensor![inf, inf].quantile(part, ..)?.item()?, inf);
        assert!(tensor![-inf, inf].quantile(part, ..)?.item()?.is_nan());
    }
    assert_eq!(tensor![-3.0, inf, inf, 0.5].median(..)?.item()?, inf);
    Ok(())
}

#[test]
fn the_way_between_two_numbers_may_be_too_long_for_one() -> Result<()> {
    assert_eq!(tensor![-1.7e308_f64, 1.7e308].median(..)?.item()?, 0.0);
    let huge = 2_f64.powi(1023);
    assert_eq!(tensor![-huge, huge].quantile(0.75, ..)?.item()?, huge / 2.0);
    assert_eq!(tensor![f64::NEG_INFINITY, 1.0].median(..)?.item()?, f64::NEG_INFINITY);
    Ok(())
}

/// An axis without an end, of which there is no row.
#[test]
fn quantiles_of_no_rows_are_empty() -> Result<()> {
    let huge = isize::MAX as usize;
    for x in [Tensor::<f64>::zeros([0, huge])?, Tensor::<f64>::zeros([huge, 0])?.transpose()] {
        assert_eq!(x.median(1)?.shape(), [0]);
        assert_eq!(x.quantile_with(&[0.1, 0.9], 1, Interpolation::Linear)?.shape(), [2, 0]);
        assert_eq!(x.nanmedian(1)?.shape(), [0]);
        assert_eq!(x.nanargmax_keepdims(1)?.shape(), [0, 1]);
    }
    let many = tensor![1.0].broadcast_to([1 << 58])?;
    assert!(many.median(..).unwrap_err().to_string().contains("memory"));
    Ok(())
}
