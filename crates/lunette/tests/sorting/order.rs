//! Sorting along an axis.

use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::for_all_dtypes;
use crate::numbers::{Number, Rng, naive_order, random_view, rows, text};

fn check_sorts<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..40 {
        let x = random_view::<T>(&mut rng, [6, 40, 700][round % 3]);
        let axis = rng.below(x.rank());
        let name = format!("seed {seed} round {round}: {} {:?} axis {axis}", T::DTYPE, x.shape());
        for descending in [false, true] {
            let (sorted, order) = match descending {
                false => (x.sort(axis as i64).unwrap(), x.argsort(axis as i64).unwrap()),
                true => (x.sort_descending(axis as i64).unwrap(), x.argsort_descending(axis as i64).unwrap()),
            };
            assert_eq!((sorted.shape(), order.shape()), (x.shape(), x.shape()), "{name}");
            assert!(sorted.flags().c_contiguous && !sorted.is_view(), "{name}");
            let found = rows(&sorted, axis).into_iter().zip(rows(&order, axis));
            for (row, (sorted, order)) in rows(&x, axis).iter().zip(found) {
                let expected = naive_order(row, descending);
                assert_eq!(order, expected, "{name} descending {descending}");
                let values: Vec<T> = expected.iter().map(|&k| row[k as usize]).collect();
                assert_eq!(text(&sorted), text(&values), "{name} descending {descending}");
            }
        }
    }
}

#[test]
fn every_sort_is_stable_with_nan_last() {
    for_all_dtypes!(check_sorts, 1);
}

fn check_top<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..20 {
        let x = random_view::<T>(&mut rng, 300);
        let axis = rng.below(x.rank());
        let k = rng.below(x.shape()[axis] + 1);
        for largest in [false, true] {
            let name = format!("seed {seed} round {round}: {} {:?} axis {axis} k {k}", T::DTYPE, x.shape());
            let top = x.topk(k, axis as i64, largest).unwrap();
            assert_eq!(top.values.shape(), top.indices.shape(), "{name}");
            assert_eq!(top.values.shape()[axis], k, "{name}");
            let found = rows(&top.values, axis).into_iter().zip(rows(&top.indices, axis));
            for (row, (values, indices)) in rows(&x, axis).iter().zip(found) {
                let expected = &naive_order(row, largest)[..k];
                assert_eq!(indices, expected, "{name}");
                let expected: Vec<T> = expected.iter().map(|&k| row[k as usize]).collect();
                assert_eq!(text(&values), text(&expected), "{name}");
            }
        }
    }
}

#[test]
fn topk_is_the_start_of_a_sort() {
    for_all_dtypes!(check_top, 2);
}

fn check_partition<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..20 {
        let x = random_view::<T>(&mut rng, 2000);
        let axis = rng.below(x.rank());
        let len = x.shape()[axis];
        if len == 0 {
            continue;
        }
        let nth = [rng.below(len) as i64, rng.below(len) as i64 - len as i64];
        let name = format!("seed {seed} round {round}: {} {:?} axis {axis} nth {nth:?}", T::DTYPE, x.shape());
        let parted = x.partition(nth, axis as i64).unwrap();
        for (row, found) in rows(&x, axis).iter().zip(rows(&parted, axis)) {
            let order = naive_order(row, false);
            let equal = |a: T, b: T| T::compare(a, b, false).is_eq();
            for place in nth.map(|place| place.rem_euclid(len as i64) as usize) {
                assert!(equal(found[place], row[order[place] as usize]), "{name}");
                assert!(found[..place].iter().all(|&a| T::compare(a, found[place], false).is_le()), "{name}");
                assert!(found[place..].iter().all(|&a| T::compare(a, found[place], false).is_ge()), "{name}");
            }
            let again = naive_order(&found, false);
            assert!(
                order.iter().zip(&again).all(|(&a, &b)| equal(row[a as usize], found[b as usize])),
                "{name}"
            );
        }
    }
}

#[test]
fn partition_puts_what_is_asked_for_in_its_place() {
    for_all_dtypes!(check_partition, 3);
}

fn check_long<T: Number>(seed: u64, make: impl Fn(&mut Rng, usize) -> T) {
    let mut rng = Rng::new(seed);
    let values: Vec<T> = (0..300_000).map(|k| make(&mut rng, k)).collect();
    let x = Tensor::from_vec(values.clone(), [values.len()]).unwrap();
    for descending in [false, true] {
        let expected = naive_order(&values, descending);
        let (sorted, order) = match descending {
            false => (x.sort(0).unwrap(), x.argsort(0).unwrap()),
            true => (x.sort_descending(0).unwrap(), x.argsort_descending(0).unwrap()),
        };
        assert!(order.to_vec().unwrap() == expected, "seed {seed} {}", T::DTYPE);
        let expected: Vec<T> = expected.iter().map(|&k| values[k as usize]).collect();
        assert!(text(&sorted.to_vec().unwrap()) == text(&expected), "seed {seed} {}", T::DTYPE);
    }
    let median = x.partition(150_000, 0).unwrap().get([150_000]).unwrap();
    assert!(T::compare(median, x.sort(0).unwrap().get([150_000]).unwrap(), false).is_eq(), "seed {seed}");
}

#[test]
fn long_rows_are_sorted_in_buckets() {
    check_long::<f32>(4, |rng, _| f32::random(rng));
    check_long::<f64>(5, |rng, _| f64::random(rng));
    check_long::<f64>(6, |rng, _| rng.next() as f64 / 1e19);
    check_long::<i32>(7, |rng, _| rng.next() as i32);
    check_long::<i64>(8, |rng, _| rng.next() as i64);
    check_long::<u64>(9, |rng, k| if k == 7 { u64::MAX } else { rng.below(1 << 30) as u64 });
    check_long::<u64>(10, |_, _| 5);
    check_long::<i64>(11, |_, k| k as i64);
    check_long::<i64>(12, |_, k| -(k as i64));
    check_long::<u32>(13, |rng, _| rng.below(3) as u32 * (u32::MAX / 2));
    check_long::<i8>(14, |rng, _| rng.next() as i8);
    check_long::<bool>(15, |rng, _| rng.below(2) == 0);
}

#[test]
fn many_rows_are_shared_among_threads() -> Result<()> {
    let mut rng = Rng::new(16);
    let x = Tensor::from_flat_fn([400, 700], |_| rng.below(1000) as i32)?;
    for axis in [0, 1] {
        let sorted = x.sort(axis as i64)?;
        for (row, sorted) in rows(&x, axis).into_iter().zip(rows(&sorted, axis)) {
            let mut row = row;
            row.sort_unstable();
            assert_eq!(row, sorted);
        }
        assert_eq!(x.take_along_axis(&x.argsort(axis as i64)?, axis as i64)?, sorted);
    }
    Ok(())
}

#[test]
fn sorting_names_what_is_wrong() {
    let x = tensor![[3, 1], [2, 0]];
    assert!(matches!(x.sort(2).unwrap_err().kind(), ErrorKind::AxisOutOfRange { op: "sort", .. }));
    let scalar = x.view(s![0, 0]).unwrap();
    assert!(scalar.sort(0).unwrap_err().is_shape());
    assert!(scalar.argsort(-1).unwrap_err().is_shape());
    assert!(matches!(
        x.topk(3, 0, true).unwrap_err().kind(),
        ErrorKind::Argument { op: "topk", name: "k", .. }
    ));
    assert!(x.partition(2, 0).unwrap_err().is_index());
    assert!(x.partition(-3, 0).unwrap_err().is_index());
    assert!(x.partition(i64::MIN, 0).unwrap_err().is_index());
    let empty = Tensor::<f32>::zeros([3, 0]).unwrap();
    assert_eq!(empty.sort(1).unwrap().shape(), [3, 0]);
    assert_eq!(empty.argsort(0).unwrap().shape(), [3, 0]);
    assert_eq!(empty.topk(2, 0, false).unwrap().values.shape(), [2, 0]);
}

#[test]
fn no_rows_are_sorted_without_memory_for_one() -> Result<()> {
    for dtype in [DType::F64, DType::Complex64] {
        let x = DynTensor::zeros_of(dtype, [0, 1 << 44])?;
        assert_eq!(x.argsort(1)?.shape(), [0, 1 << 44], "{dtype}");
        assert_eq!(x.sort(1)?.shape(), [0, 1 << 44], "{dtype}");
    }
    Ok(())
}

#[test]
fn partitions_are_named_by_their_places() -> Result<()> {
    let mut rng = Rng::new(77);
    for round in 0..40 {
        let x = random_view::<f32>(&mut rng, 60);
        let axis = rng.below(x.rank());
        let len = x.shape()[axis];
        if len == 0 {
            continue;
        }
        let nth = rng.below(len);
        let places = x.argpartition([nth as i64, nth as i64 - len as i64], axis as i64)?;
        let parted = x.take_along_axis(&places, axis as i64)?;
        assert!(
            rows(&places.sort(axis as i64)?, axis).iter().all(|row| row.iter().copied().eq(0..len as i64)),
            "{round}"
        );
        for (row, sorted) in rows(&parted, axis).into_iter().zip(rows(&x.sort(axis as i64)?, axis)) {
            let split = sorted[nth];
            assert!(row[nth] == split || row[nth].is_nan() && split.is_nan(), "{round}");
            assert!(row[..nth].iter().all(|v| *v <= split || split.is_nan()), "{round}");
            assert!(row[nth..].iter().all(|v| *v >= split || v.is_nan()), "{round}");
        }
    }
    assert!(tensor![1, 2].argpartition(2, 0).unwrap_err().is_index());
    assert!(tensor![1, 2].argpartition(0, 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn several_keys_sort_by_the_last_first() -> Result<()> {
    for seed in 0..30 {
        let mut rng = Rng::new(seed);
        let (rows, columns) = (1 + rng.below(4), rng.below(40));
        let mut key = || Tensor::from_flat_fn([rows, columns], |_| rng.below(3) as i32).unwrap();
        let keys = [key(), key(), key()];
        for (axis, len) in [(0, rows), (1, columns)] {
            let order = lunette::lexsort(&[&keys[0], &keys[1], &keys[2]], axis as i64)?;
            for lane in 0..rows * columns / len.max(1) {
                let at = |k: usize| if axis == 0 { [k, lane] } else { [lane, k] };
                let mut expected: Vec<usize> = (0..len).collect();
                expected.sort_by_key(|&k| [2, 1, 0].map(|key: usize| keys[key].get(at(k)).unwrap()));
                let found: Vec<usize> = (0..len).map(|k| order.get(at(k)).unwrap() as usize).collect();
                assert_eq!(found, expected, "seed {seed} axis {axis} lane {lane}");
            }
        }
    }
    let (x, y) = (tensor![1.0, f64::NAN, 0.0].into_dyn(), tensor![true, false, false].into_dyn());
    assert_eq!(lunette::lexsort(&[&x, &y], -1)?, tensor![2_i64, 1, 0]);
    assert!(lunette::lexsort::<i32>(&[], 0).is_err());
    assert!(lunette::lexsort(&[&tensor![1, 2], &tensor![1]], 0).unwrap_err().is_shape());
    Ok(())
}
