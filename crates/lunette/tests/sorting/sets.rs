//! Tensors as sets.

use std::cmp::Ordering;

use lunette::prelude::*;
use lunette::{DType, Result};

use crate::for_all_dtypes;
use crate::numbers::{Number, Rng, random_view, text};

fn check_unique<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..30 {
        let x = random_view::<T>(&mut rng, 200);
        let name = format!("seed {seed} round {round}: {} {:?}", T::DTYPE, x.shape());
        let all = x.unique_all().unwrap();
        let elements = x.to_vec().unwrap();
        // First occurrences, found by looking at everything before.
        let same = |a: T, b: T| T::compare(a, b, false).is_eq() && !a.is_nan();
        let mut firsts: Vec<usize> =
            (0..elements.len()).filter(|&k| !elements[..k].iter().any(|&e| same(e, elements[k]))).collect();
        firsts.sort_by(|&a, &b| T::compare(elements[a], elements[b], false));
        let values: Vec<T> = firsts.iter().map(|&k| elements[k]).collect();
        let values_text = text(&values);
        assert_eq!(text(&all.values.to_vec().unwrap()), values_text, "{name}");
        assert_eq!(text(&x.unique_values().unwrap().to_vec().unwrap()), values_text, "{name}");
        let indices: Vec<i64> = firsts.iter().map(|&k| k as i64).collect();
        assert_eq!(all.indices.to_vec().unwrap(), indices, "{name}");
        let count = |k: usize| match elements[k].is_nan() {
            true => 1,
            false => elements.iter().filter(|&&e| same(e, elements[k])).count() as i64,
        };
        let counts: Vec<i64> = firsts.iter().map(|&k| count(k)).collect();
        assert_eq!(all.counts.to_vec().unwrap(), counts, "{name}");
        let found = x.unique_counts().unwrap();
        assert_eq!(
            (text(&found.values.to_vec().unwrap()), found.counts.to_vec().unwrap()),
            (values_text, counts)
        );
        let inverse = x.unique_inverse().unwrap().inverse_indices;
        assert_eq!((&inverse, inverse.shape()), (&all.inverse_indices, x.shape()), "{name}");
        for (k, number) in inverse.to_vec().unwrap().into_iter().enumerate() {
            let first = firsts[number as usize];
            assert!(first == k || same(elements[first], elements[k]), "{name} element {k}");
        }
    }
}

#[test]
fn unique_finds_first_occurrences_in_ascending_order() {
    for_all_dtypes!(check_unique, 31);
}

fn check_entries<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..30 {
        let x = random_view::<T>(&mut rng, 60);
        let axis = rng.below(x.rank());
        let name = format!("seed {seed} round {round}: {} {:?} along {axis}", T::DTYPE, x.shape());
        // Few different entries: each comes from the first few.
        let few = Tensor::from_flat_fn([x.shape()[axis]], |k| (k * 7 % 3) as i64).unwrap();
        let x = if x.shape()[axis] > 2 { x.take(&few, axis as i64).unwrap() } else { x };
        let entries: Vec<Vec<T>> =
            x.unstack(axis as i64).unwrap().iter().map(|entry| entry.to_vec().unwrap()).collect();
        let order = |a: usize, b: usize| {
            let pairs = entries[a].iter().zip(&entries[b]);
            pairs
                .map(|(&a, &b)| T::compare(a, b, false))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        };
        let same = |a: usize, b: usize| order(a, b).is_eq() && !entries[a].iter().any(|e| e.is_nan());
        let mut firsts: Vec<usize> =
            (0..entries.len()).filter(|&k| !(0..k).any(|before| same(before, k))).collect();
        firsts.sort_by(|&a, &b| order(a, b));
        let found = x.unique_along(axis as i64).unwrap();
        let indices: Vec<i64> = firsts.iter().map(|&k| k as i64).collect();
        assert_eq!(found.indices.to_vec().unwrap(), indices, "{name}");
        let values: Vec<Vec<String>> =
            found.values.unstack(axis as i64).unwrap().iter().map(|v| text(&v.to_vec().unwrap())).collect();
        assert_eq!(values, firsts.iter().map(|&k| text(&entries[k])).collect::<Vec<_>>(), "{name}");
        let count = |k: usize| (0..entries.len()).filter(|&other| other == k || same(k, other)).count();
        let counts: Vec<i64> = firsts.iter().map(|&k| count(k) as i64).collect();
        assert_eq!(found.counts.to_vec().unwrap(), counts, "{name}");
        for (k, number) in found.inverse_indices.to_vec().unwrap().into_iter().enumerate() {
            let first = firsts[number as usize];
            assert!(first == k || same(first, k), "{name} entry {k}");
        }
    }
}

#[test]
fn entries_of_an_axis_are_told_apart_by_their_first_difference() -> Result<()> {
    for_all_dtypes!(check_entries, 32);
    // Entries without elements are all equal, and of no entries none is distinct.
    let found = Tensor::<f32>::zeros([3, 0])?.unique_along(0)?;
    assert_eq!((found.values.shape(), found.counts), (&[1, 0][..], tensor![3_i64]));
    assert_eq!(Tensor::<f32>::zeros([0, 2])?.unique_along(0)?.values.shape(), [0, 2]);
    assert!(tensor![1].unique_along(1).unwrap_err().is_shape());
    Ok(())
}

fn check_members<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..30 {
        let (x, set) = (random_view::<T>(&mut rng, 50), random_view::<T>(&mut rng, 20));
        let name = format!("seed {seed} round {round}: {} {:?} in {:?}", T::DTYPE, x.shape(), set.shape());
        let members = set.to_vec().unwrap();
        let expected: Vec<bool> = x.to_vec().unwrap().iter().map(|e| members.contains(e)).collect();
        let found = x.isin(&set, false).unwrap();
        assert_eq!(found.shape(), x.shape(), "{name}");
        assert_eq!(found.to_vec().unwrap(), expected, "{name}");
        let inverted = x.isin(&set, true).unwrap().to_vec().unwrap();
        assert!(inverted.iter().zip(&expected).all(|(a, b)| a != b), "{name}");
        let (unique, both) = (x.unique_values().unwrap(), x.intersect1d(&set).unwrap());
        let rest = x.setdiff1d(&set).unwrap();
        assert_eq!(both.len() + rest.len(), unique.len(), "{name}");
        assert!(both.to_vec().unwrap().iter().all(|e| members.contains(e)), "{name}");
        assert!(rest.to_vec().unwrap().iter().all(|e| !members.contains(e)), "{name}");
        let all = set.setdiff1d(&x).unwrap().len() + unique.len();
        assert_eq!(x.to_dyn().union1d(&set).unwrap().len(), all, "{name}");
    }
}

#[test]
fn membership_is_equality() {
    for_all_dtypes!(check_members, 32);
}

#[test]
fn sets_promote() -> Result<()> {
    assert_eq!(tensor![1, 2].isin(&tensor![2.0, 1.5], false)?, tensor![false, true]);
    let both = tensor![1_u8].union1d(&tensor![-1_i8])?;
    assert_eq!((both.dtype(), both.to_vec()?), (DType::I16, vec![-1, 1]));
    assert_eq!(tensor![1_u8].to_dyn().union1d(&tensor![0.5])?.dtype(), DType::F64);
    let scalar = tensor![7].view(s![0])?;
    assert_eq!(scalar.unique_all()?.inverse_indices.shape(), [0_usize; 0]);
    assert!(!scalar.isin(&scalar, true)?.item()?);
    Ok(())
}

#[test]
fn elements_of_one_set_only() -> Result<()> {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let mut draw = || (0..rng.below(12)).map(|_| rng.below(9) as i32).collect::<Vec<_>>();
        let (a, b) = (draw(), draw());
        let expected: Vec<i32> = (0..9).filter(|v| a.contains(v) != b.contains(v)).collect();
        assert_eq!(Tensor::from(a).setxor1d(&Tensor::from(b))?.to_vec()?, expected, "seed {seed}");
    }
    // Two integers that f64 does not tell apart are still two, until they are joined with the others.
    let (a, b) = (tensor![1_i64 << 53, (1 << 53) + 1], tensor![1_u64 << 53]);
    assert_eq!(a.setxor1d(&b)?, tensor![9_007_199_254_740_992.0]);
    let nan = tensor![f64::NAN, 1.0].setxor1d(&tensor![f64::NAN])?;
    assert_eq!((nan.len(), nan.get(0)?), (3, 1.0));
    assert_eq!(tensor![[1, 2]].setxor1d(&tensor![2.5])?, tensor![1.0, 2.0, 2.5]);
    Ok(())
}
