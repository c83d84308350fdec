//! Reductions that leave NaN out.

use lunette::prelude::*;
use lunette::{Complex64, Result, Substitutes};

use crate::views::{Axes, Rng, close, complex, float, groups, indices, shapes, tolerance};

fn holes(rng: &mut Rng) -> Scalar {
    match rng.chance(30) {
        true => Scalar::from(f64::NAN),
        false => Scalar::from(rng.below(9) as f64 - 3.0),
    }
}

/// The least number, or the greatest of `-values` negated.
fn least(values: &[f64]) -> f64 {
    values.iter().copied().reduce(f64::min).unwrap_or(f64::NAN)
}

#[test]
fn numbers_are_reduced_and_nan_are_not() -> Result<()> {
    type Row = (&'static str, fn(&DynTensor, Axes) -> Result<DynTensor>, fn(&[f64]) -> f64);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let rows: [Row; 7] = [
        ("nansum", |x, a| x.nansum(a), |v| v.iter().sum()),
        ("nanprod", |x, a| x.nanprod(a), |v| v.iter().product()),
        ("nanmean", |x, a| x.nanmean(a), mean),
        (
            "nanvar",
            |x, a| x.nanvar(a, 1.0),
            |v| match v.len() {
                0 | 1 => f64::NAN,
                len => {
                    let mean = v.iter().sum::<f64>() / len as f64;
                    v.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (len - 1) as f64
                }
            },
        ),
        ("nanmin", |x, a| x.nanmin(a), least),
        ("nanmax", |x, a| x.nanmax(a), |v| -least(&v.iter().map(|value| -value).collect::<Vec<_>>())),
        (
            "nanmedian",
            |x, a| x.nanmedian(a),
            |v| {
                let mut sorted = v.to_vec();
                sorted.sort_by(f64::total_cmp);
                match sorted.len() {
                    0 => f64::NAN,
                    len => (sorted[(len - 1) / 2] + sorted[len / 2]) / 2.0,
                }
            },
        ),
    ];
    for seed in 0..25 {
        for dtype in [DType::F16, DType::F32, DType::F64, DType::I32, DType::Bool, DType::U8] {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, holes)?;
            let (axes, reduced) = rng.axes(x.rank());
            for (name, method, expected) in rows {
                let len: usize =
                    x.shape().iter().zip(&reduced).filter(|(_, r)| **r).map(|(&s, _)| s).product();
                if len == 0 && ["nanmin", "nanmax"].contains(&name) {
                    assert!(method(&x, axes.clone()).unwrap_err().is_shape());
                    continue;
                }
                if name == "nanprod" && (len > 20 || dtype == DType::U8) {
                    continue;
                }
                let name =
                    format!("{name} of {dtype} {:?} strides {:?} over {axes:?}", x.shape(), x.strides());
                let found = method(&x, axes.clone())?;
                let (shape, _) = shapes(&x, &reduced);
                assert_eq!(found.shape(), shape, "{name}");
                for (index, group) in indices(&shape).iter().zip(groups(&x, &reduced)) {
                    let numbers: Vec<f64> = group.into_iter().map(float).filter(|v| !v.is_nan()).collect();
                    let wanted = Complex64::from(expected(&numbers));
                    close(&name, complex(found.get(index)?), wanted, tolerance(found.dtype()));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn positions_of_numbers() -> Result<()> {
    let nan = f64::NAN;
    let x = tensor![[nan, 2.0, 1.0], [3.0, nan, 3.0]];
    assert_eq!(x.nanargmin(1)?, tensor![2_i64, 0]);
    assert_eq!(x.nanargmax(0)?, tensor![1_i64, 0, 1]);
    assert_eq!(x.nanargmax(..)?.item()?, 3);
    assert_eq!(x.transpose().nanargmax_keepdims(0)?, tensor![[1_i64, 0]]);
    assert_eq!(tensor![nan, f64::NEG_INFINITY].nanargmax(..)?.item()?, 1);
    assert_eq!(tensor![1, 5, 5].nanargmax(..)?.item()?, 1);
    assert_eq!(
        tensor![nan, nan].nanargmin(..).unwrap_err().to_string(),
        "nanargmin: `x` is all NaN along the axis: there must be a number to choose"
    );
    Ok(())
}

#[test]
fn nothing_but_nan() -> Result<()> {
    let x = Tensor::<f32>::full([2, 3], f32::NAN)?;
    assert_eq!((x.nansum(0)?, x.nanprod(1)?), (tensor![0_f32, 0.0, 0.0], tensor![1_f32, 1.0]));
    assert!(x.nanmean(..)?.item()?.is_nan() && x.nanmax(..)?.item()?.is_nan());
    assert!(x.nanvar(.., -1.0)?.item()?.is_nan() && x.nanstd(.., -1.0)?.item()?.is_nan());
    assert_eq!(x.nansum_keepdims(..)?.shape(), [1, 1]);
    let nan = Complex64::new(2.0, f64::NAN);
    let z = tensor![Complex64::new(1.0, 2.0), nan, Complex64::new(3.0, -2.0)];
    assert_eq!(z.nansum(..)?.item()?, Complex64::new(4.0, 0.0));
    assert_eq!(z.nanprod(..)?.item()?, Complex64::new(7.0, 4.0));
    assert_eq!(z.nanmean(..)?.item()?, Complex64::new(2.0, 0.0));
    assert_eq!(z.nanvar(.., 1.0)?.item()?, 10.0);
    assert!(z.nanmax(..).unwrap_err().is_dtype());
    let long = Tensor::<f64>::from_flat_fn([1_000_000], |k| if k % 3 == 0 { f64::NAN } else { 1.0 })?;
    assert_eq!(long.nansum(..)?.item()?, 666_666.0);
    assert_eq!((long.nanmean(..)?.item()?, long.nanvar(.., 0.0)?.item()?), (1.0, 0.0));
    Ok(())
}

#[test]
fn running_totals_go_on_past_nan() -> Result<()> {
    for seed in 0..25 {
        for dtype in
            [DType::F16, DType::F32, DType::F64, DType::Complex128, DType::I32, DType::U8, DType::Bool]
        {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, holes)?;
            if x.rank() == 0 {
                continue;
            }
            let axis = rng.below(x.rank()) as i64;
            let name = format!("seed {seed}: {dtype} {:?} strides {:?} along {axis}", x.shape(), x.strides());
            let is_nan = x.isnan()?;
            let filled = |value: i8| -> Result<DynTensor> {
                let copy = x.copy()?;
                copy.store_where(&is_nan, value)?;
                Ok(copy)
            };
            for (found, wanted) in [
                (x.nancumsum(axis)?, filled(0)?.cumulative_sum(axis)?),
                (x.nancumprod(axis)?, filled(1)?.cumulative_prod(axis)?),
            ] {
                // Products that overflow, times zero, are NaN.
                let both = found.isnan()?.logical_and(&wanted.isnan()?)?;
                assert!(found.equal(&wanted)?.logical_or(&both)?.all(..)?.item()?, "{name}");
                assert_eq!((found.dtype(), found.shape()), (dtype.as_sum(), x.shape()), "{name}");
            }
        }
    }
    assert!(tensor![1.0].nancumsum(1).is_err());
    assert_eq!(tensor![f32::NAN].nancumprod(0)?, tensor![1_f32]);
    Ok(())
}

#[test]
fn numbers_stand_in_place_of_what_is_not_finite() -> Result<()> {
    let by = Substitutes { nan: 7.0, posinf: Some(8.0), neginf: Some(9.0) };
    let x = tensor![[f64::NAN, f64::INFINITY, 1.5], [f64::NEG_INFINITY, -0.0, f64::MAX]];
    let expected = tensor![[7.0, 8.0, 1.5], [9.0, -0.0, f64::MAX]];
    assert_eq!(x.nan_to_num(by)?, expected);
    assert_eq!(x.transpose().nan_to_num(by)?, expected.transpose());
    assert_eq!(x.flip(..)?.nan_to_num(by)?, expected.flip(..)?);
    assert!(x.nan_to_num(by)?.get([1, 1])?.is_sign_negative());
    let limits = Substitutes::default();
    assert_eq!(x.nan_to_num(limits)?, tensor![[0.0, f64::MAX, 1.5], [f64::MIN, 0.0, f64::MAX]]);
    for dtype in [DType::F16, DType::BF16, DType::F32] {
        let found = x.cast_to(dtype)?.nan_to_num(limits)?;
        assert_eq!(
            (found.dtype(), found.get([0, 1])?),
            (dtype, Scalar::from(lunette::finfo(dtype)?.max).cast(dtype))
        );
    }
    let z = tensor![[Complex64::new(f64::NAN, 1.0)], [Complex64::new(2.0, f64::NEG_INFINITY)]];
    let found = z.nan_to_num(by)?;
    assert_eq!(found, tensor![[Complex64::new(7.0, 1.0)], [Complex64::new(2.0, 9.0)]]);
    assert!(!found.is_view());
    assert_eq!(
        Tensor::scalar(Complex64::new(0.0, f64::NAN))?.nan_to_num(by)?.item()?,
        Complex64::new(0.0, 7.0)
    );
    let whole = tensor![1, 2];
    assert!(whole.nan_to_num(by)? == whole && !whole.nan_to_num(by)?.shares_memory(&whole));
    assert_eq!(Tensor::<Complex64>::zeros([2, 0])?.nan_to_num(by)?.shape(), [2, 0]);
    Ok(())
}
