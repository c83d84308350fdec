//! Histograms and other counts.

use lunette::prelude::*;
use lunette::{DType, Result};

use crate::numbers::{Rng, random_view};

#[test]
fn histograms_count_between_edges() -> Result<()> {
    for seed in 41..81 {
        let mut rng = Rng::new(seed);
        let x = random_view::<i8>(&mut rng, 60).cast::<f64>()?;
        let count = 1 + rng.below(9);
        let (low, high) = (rng.below(50) as f64 - 60.0, rng.below(50) as f64);
        let weights = Tensor::from_flat_fn(x.shape(), |_| rng.below(5) as f64)?;
        let found = x.histogram((count, low..high))?;
        let edges = found.edges.to_vec()?;
        assert_eq!((edges.len(), edges[0], edges[count]), (count + 1, low, high), "seed {seed}");
        let again = x.histogram(&found.edges)?;
        let weighted = x.histogram_weighted((count, low..high), &weights)?;
        for bin in 0..count {
            let inside = |v: f64| v >= edges[bin] && (v < edges[bin + 1] || bin + 1 == count && v == high);
            let values = x.to_vec()?;
            let expected = values.iter().filter(|&&v| inside(v)).count() as i64;
            assert_eq!(found.counts.get([bin])?, expected, "seed {seed} bin {bin}");
            assert_eq!(again.counts.get([bin])?, expected, "seed {seed} bin {bin}");
            let pairs = values.iter().zip(weights.to_vec()?);
            let expected: f64 = pairs.filter(|&(&v, _)| inside(v)).map(|(_, w)| w).sum();
            assert_eq!(weighted.counts.get([bin])?, expected, "seed {seed} bin {bin}");
        }
        if found.counts.sum(..)?.item()? > 0 {
            let area: f64 = (found.density()? * found.edges.diff(1, 0)?).sum(..)?.item()?;
            assert!((area - 1.0).abs() < 1e-12, "seed {seed}: {area}");
        }
    }
    Ok(())
}

#[test]
fn densities_are_counts_by_width_and_sum() -> Result<()> {
    let x = tensor![0.5, 1.5, 2.5, 9.0];
    let edges = tensor![0.0, 1.0, 3.0];
    assert_eq!(x.histogram(&edges)?.density()?, tensor![1.0 / 3.0, 2.0 / 2.0 / 3.0]);
    let weighted = x.histogram_weighted(&edges, &tensor![3.0, 1.0, 0.0, 7.0])?;
    assert_eq!(weighted.density()?, tensor![0.75, 0.125]);
    let nothing = Tensor::<f64>::zeros([0])?.histogram(&edges)?.density()?;
    assert!(nothing.isnan()?.all(..)?.item()?);
    let torn = lunette::Histogram { counts: tensor![1_i64, 2], edges: tensor![1.0, 2.0] };
    assert!(torn.density().unwrap_err().is_shape());
    Ok(())
}

/// The width of such bins has no reciprocal.
#[test]
fn histograms_of_tiny_ranges() -> Result<()> {
    let found = tensor![0.0, 1e-309, 3.5e-309, 1e-308].histogram(10)?;
    assert_eq!(found.counts, tensor![1_i64, 1, 0, 1, 0, 0, 0, 0, 0, 1]);
    Ok(())
}

#[test]
fn histograms_of_odd_ranges() -> Result<()> {
    let same = tensor![3, 3].histogram(2)?;
    assert_eq!((same.counts, same.edges), (tensor![0_i64, 2], tensor![2.5, 3.0, 3.5]));
    let empty = Tensor::<f32>::zeros([0])?.histogram(2)?;
    assert_eq!((empty.counts, empty.edges), (tensor![0_i64, 0], tensor![0.0, 0.5, 1.0]));
    let nan = tensor![f64::NAN, 0.5];
    assert!(nan.histogram(3).is_err());
    assert_eq!(nan.histogram((1, 0.0..1.0))?.counts, tensor![1_i64]);
    assert_eq!(nan.histogram(&tensor![0.0, 0.5, 0.5, 1.0])?.counts, tensor![0_i64, 0, 1]);
    assert!(tensor![1].histogram(0).is_err());
    assert!(tensor![1].histogram((1, 2.0..1.0)).is_err());
    assert!(tensor![1].histogram((1, 0.0..f64::INFINITY)).is_err());
    assert!(tensor![1].histogram(&tensor![2, 1]).is_err());
    assert!(tensor![1].histogram(&tensor![2]).is_err());
    assert!(tensor![1].histogram_weighted(1, &tensor![1, 2]).unwrap_err().is_shape());
    assert!(DynTensor::zeros_of(DType::Complex64, [2])?.histogram(1).unwrap_err().is_dtype());
    let wide = tensor![1e19_f64];
    assert_eq!(
        wide.histogram(2).unwrap_err().to_string(),
        "histogram: `range` is 1e19 to 1e19: it must be wide enough for that many bins"
    );
    Ok(())
}

#[test]
fn bincount_counts_integers() -> Result<()> {
    assert_eq!(tensor![2_u8, 0, 2].bincount(5)?, tensor![1_i64, 0, 2, 0, 0]);
    assert_eq!(tensor![true, false, true].bincount(0)?, tensor![1_i64, 2]);
    assert_eq!(tensor![2, 0].bincount_weighted(&tensor![5, 7], 0)?, tensor![7.0, 0.0, 5.0]);
    assert_eq!(Tensor::<i32>::zeros([0])?.bincount(0)?.shape(), [0]);
    assert!(tensor![i64::MAX].bincount(0).unwrap_err().is_memory());
    let nothing = Tensor::<i32>::zeros([0])?;
    assert_eq!(nothing.bincount_weighted(&nothing, 0)?.shape(), [0]);
    assert!(tensor![-1].bincount(0).is_err());
    assert!(tensor![1.0].bincount(0).unwrap_err().is_dtype());
    assert!(tensor![u64::MAX].bincount(0).is_err());
    assert!(tensor![i64::MAX - 1].bincount(0).is_err());
    assert!(tensor![1].bincount(usize::MAX).is_err());
    assert!(tensor![[1]].bincount(0).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn digitize_follows_the_edges_either_way() -> Result<()> {
    let x = tensor![0.0, 1.0, 1.5, 3.0, f64::NAN];
    let up = tensor![1.0, 2.0, 3.0];
    assert_eq!(x.digitize(&up, false)?, tensor![0_i64, 1, 1, 3, 3]);
    assert_eq!(x.digitize(&up, true)?, tensor![0_i64, 0, 1, 2, 3]);
    let down = tensor![3.0, 2.0, 1.0];
    assert_eq!(x.digitize(&down, false)?, tensor![3_i64, 2, 2, 0, 0]);
    assert_eq!(x.digitize(&down, true)?, tensor![3_i64, 3, 2, 1, 0]);
    assert!(x.digitize(&tensor![1, 3, 2], false).is_err());
    Ok(())
}

#[test]
fn bins_may_span_all_numbers() -> Result<()> {
    let x = tensor![-1.7e308, 1.7e308, 0.1, 1.6e308];
    let found = x.histogram(4)?;
    assert_eq!(found.counts, tensor![1_i64, 0, 1, 2]);
    assert_eq!((found.edges.get(0)?, found.edges.get(2)?, found.edges.get(4)?), (-1.7e308, 0.0, 1.7e308));
    Ok(())
}
