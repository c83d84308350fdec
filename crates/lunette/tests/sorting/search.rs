//! Searching sorted vectors.

use lunette::prelude::*;
use lunette::{Result, Side};

use crate::for_all_dtypes;
use crate::numbers::{Number, Rng, random_view};

fn check_search<T: Number>(seed: u64) {
    let mut rng = Rng::new(seed);
    for round in 0..30 {
        let values = random_view::<T>(&mut rng, 60);
        let len = rng.below(200);
        let list = Tensor::from_flat_fn([len], |_| T::random(&mut rng)).unwrap();
        let (sorted, order) = (list.sort(0).unwrap(), list.argsort(0).unwrap());
        let name = format!("seed {seed} round {round}: {} {:?} in {len}", T::DTYPE, values.shape());
        for side in [Side::Left, Side::Right] {
            let found = sorted.searchsorted(&values, side).unwrap();
            assert_eq!(found.shape(), values.shape(), "{name}");
            assert_eq!(list.searchsorted_by(&order, &values, side).unwrap(), found, "{name}");
            let entries = sorted.to_vec().unwrap();
            for (value, place) in values.to_vec().unwrap().into_iter().zip(found.to_vec().unwrap()) {
                let before = |&&entry: &&T| {
                    let order = T::compare(entry, value, false);
                    order.is_lt() || side == Side::Right && order.is_eq()
                };
                assert_eq!(place, entries.iter().filter(before).count() as i64, "{name} {value:?} {side:?}");
            }
        }
    }
}

#[test]
fn searchsorted_counts_what_comes_before() {
    for_all_dtypes!(check_search, 21);
}

#[test]
fn searchsorted_promotes_and_checks() -> Result<()> {
    let x = tensor![1_u8, 2, 2, 3];
    assert_eq!(x.searchsorted(&tensor![-1, 2, 300], Side::Left)?, tensor![0_i64, 1, 4]);
    assert_eq!(x.searchsorted(&tensor![2.5, f64::NAN], Side::Right)?, tensor![3_i64, 4]);
    assert_eq!(x.to_dyn().searchsorted(&tensor![2].view(s![0])?, Side::Right)?.shape(), [0_usize; 0]);
    assert!(tensor![[1], [2]].searchsorted(&x, Side::Left).unwrap_err().is_shape());
    assert!(x.searchsorted_by(&tensor![0, 1], &x, Side::Left).unwrap_err().is_shape());
    assert!(x.searchsorted_by(&tensor![0, 1, 2, 4], &x, Side::Left).unwrap_err().is_index());
    let nothing = Tensor::<f32>::zeros([0])?;
    assert_eq!(nothing.searchsorted(&x, Side::Right)?, tensor![0_i64, 0, 0, 0]);
    Ok(())
}

#[test]
fn a_few_values_are_looked_for_where_the_elements_lie() -> Result<()> {
    let long = Tensor::<f64>::from_flat_fn(200_000, |k| (k / 3) as f64)?;
    let every_other = long.view(s![(.., 2)])?;
    let (low, high) = (every_other.get(50_000)?, every_other.get(50_000)? + 0.5);
    for side in [Side::Left, Side::Right] {
        for values in [tensor![low, high, -1.0, f64::NAN, 1e300], tensor![low, 7.0, high, 3.0, 5.0]] {
            let expected = every_other.copy()?.searchsorted(&values.tile([40_000])?, side)?.load(s![..5])?;
            assert_eq!(every_other.searchsorted(&values, side)?, expected);
            let narrow: Tensor<f32> = every_other.cast()?;
            assert_eq!(narrow.searchsorted(&values, side)?, expected);
        }
    }
    let integers: Tensor<i64> = every_other.cast()?;
    assert_eq!(integers.searchsorted(7, Side::Left)?.item()?, integers.less(7)?.count_nonzero(..)?.item()?);
    assert_eq!(tensor![7.0, -1.0, f64::NAN].isin(&long, false)?, tensor![true, false, false]);
    assert_eq!(tensor![7.0, -1.0, f64::NAN].isin(&long, true)?, tensor![false, true, true]);
    Ok(())
}
