//! Where extremes are.

use lunette::Result;
use lunette::prelude::*;

use crate::views::{Axes, Rng, float, groups, indices, shapes};

/// Few different numbers, so that there are many first ones among equals, and some NaN.
fn value(rng: &mut Rng) -> Scalar {
    match rng.below(50) {
        0 => Scalar::from(f64::NAN),
        1 => Scalar::from(f64::INFINITY),
        _ => Scalar::from(rng.below(6) as f64 - 2.0),
    }
}

/// The position of the first best element, the first NaN if there is one.
fn first(group: &[Scalar], better: fn(f64, f64) -> bool) -> i64 {
    let values: Vec<f64> = group.iter().map(|&value| float(value)).collect();
    if let Some(nan) = values.iter().position(|value| value.is_nan()) {
        return nan as i64;
    }
    (1..values.len()).fold(0, |best, k| if better(values[k], values[best]) { k } else { best }) as i64
}

fn check(x: &DynTensor, axes: Axes, reduced: &[bool]) {
    let name = format!("{} {:?} strides {:?} over {axes:?}", x.dtype(), x.shape(), x.strides());
    let (dropped, kept) = shapes(x, reduced);
    type Method = fn(&DynTensor, Axes) -> Result<Tensor<i64>>;
    type Row = (Method, Method, fn(f64, f64) -> bool);
    let methods: [Row; 2] = [
        (|x, a| x.argmin(a), |x, a| x.argmin_keepdims(a), |a, b| a < b),
        (|x, a| x.argmax(a), |x, a| x.argmax_keepdims(a), |a, b| a > b),
    ];
    for (method, keepdims, better) in methods {
        for (found, shape) in [(method(x, axes.clone()), &dropped), (keepdims(x, axes.clone()), &kept)] {
            let found = found.unwrap();
            assert_eq!(found.shape(), shape, "{name}");
            for (index, group) in indices(shape).iter().zip(groups(x, reduced)) {
                assert_eq!(found.get(index).unwrap(), first(&group, better), "{name} at {index:?}");
            }
        }
    }
}

#[test]
fn positions_are_those_of_the_first() {
    for seed in 0..40 {
        for dtype in DType::ALL.into_iter().filter(|dtype| !dtype.is_complex()) {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, value).unwrap();
            if x.is_empty() {
                continue;
            }
            check(&x, Axes::All, &vec![true; x.rank()]);
            if x.rank() > 0 {
                let axis = rng.below(x.rank());
                let mut reduced = vec![false; x.rank()];
                reduced[axis] = true;
                check(&x, Axes::List([axis as i64].as_slice().into()), &reduced);
            }
        }
    }
}

#[test]
fn long_lines_are_searched_in_pieces() -> Result<()> {
    let x = Tensor::<f32>::from_flat_fn([1_000_000], |k| ((k * 7919) % 999_983) as f32)?;
    let values = x.to_vec()?;
    let position = |better: fn(f32, f32) -> bool| {
        (1..values.len()).fold(0, |best, k| if better(values[k], values[best]) { k } else { best }) as i64
    };
    assert_eq!(x.argmax(..)?.item()?, position(|a, b| a > b));
    assert_eq!(x.argmin(..)?.item()?, position(|a, b| a < b));
    x.set([900_000], f32::NAN)?;
    x.set([900_001], f32::NAN)?;
    assert_eq!((x.argmax(..)?.item()?, x.argmin(0)?.item()?), (900_000, 900_000));
    let columns = x.reshape([10_000, 100])?;
    assert_eq!(columns.argmax(0)?.to_vec()?[..2], [9000, 9000]);
    let equal = Tensor::<u8>::ones([500_000])?;
    assert_eq!(equal.argmax(..)?.item()?, 0);
    Ok(())
}

#[test]
fn short_rows_are_searched_as_columns_are() -> Result<()> {
    for width in 1..=18 {
        let x = Tensor::<f32>::from_flat_fn([30_000, width], |k| ((k * 7919) % 5) as f32)?;
        x.store(s![(.., 7), -1], f32::NAN)?;
        let columns = x.copy_in(Order::F)?;
        assert!(x.argmax(1)?.to_vec()? == columns.argmax(1)?.to_vec()?, "rows of {width}");
        assert!(x.argmin(1)?.to_vec()? == columns.argmin(1)?.to_vec()?, "rows of {width}");
        assert!(
            x.argmax(1)?.to_vec()?.iter().step_by(7).all(|&at| at == width as i64 - 1),
            "rows of {width}"
        );
    }
    Ok(())
}

#[test]
fn there_must_be_one_axis_and_something_on_it() -> Result<()> {
    let x = Tensor::<f64>::zeros([2, 0, 3])?;
    assert_eq!(x.argmax(0)?.shape(), [0, 3]);
    let text = |result: Result<Tensor<i64>>| result.unwrap_err().to_string();
    assert_eq!(text(x.argmax(1)), "argmax: a tensor of shape [2, 0, 3] has no element to give");
    assert_eq!(text(x.argmin(..)), "argmin: a tensor of shape [2, 0, 3] has no element to give");
    assert_eq!(
        text(tensor![[1]].argmin([0, 1])),
        "argmin: `axes` is [0, 1]: positions count along one axis, or along all: `..`"
    );
    assert!(Tensor::scalar(lunette::Complex64::new(1.0, 0.0))?.argmax(..).unwrap_err().is_dtype());
    assert_eq!(Tensor::scalar(7)?.argmax(..)?.item()?, 0);
    Ok(())
}
