//! Running totals.

use lunette::prelude::*;
use lunette::{Complex64, Result, set_threads};

use crate::views::{Rng, close, complex, indices, integer, tolerance};

fn small(rng: &mut Rng) -> Scalar {
    Scalar::from(Complex64::new(rng.below(9) as f64 - 3.0, rng.below(3) as f64 - 1.0))
}

fn signs(rng: &mut Rng) -> Scalar {
    match rng.below(10) {
        0 => Scalar::from(2),
        1 => Scalar::from(-1),
        2 => Scalar::from(Complex64::new(0.0, 1.0)),
        _ => Scalar::from(1),
    }
}

/// The running totals along `axis`, one element after the other, in the dtype of the result.
fn expected(x: &DynTensor, axis: usize, index: &[usize], product: bool) -> Complex64 {
    let dtype = x.dtype().as_sum();
    let before = (0..=index[axis]).map(|k| {
        let mut at = index.to_vec();
        at[axis] = k;
        x.get(&at).unwrap()
    });
    if dtype.is_integer() {
        let total = before.map(integer).fold(i64::from(product), |total, value| match product {
            true => total.wrapping_mul(value),
            false => total.wrapping_add(value),
        });
        return complex(Scalar::from(total).cast(dtype));
    }
    let start = Complex64::from(f64::from(u8::from(product)));
    before.map(complex).fold(start, |total, value| if product { total * value } else { total + value })
}

#[test]
fn running_totals_are_those_of_the_elements() -> Result<()> {
    for seed in 0..25 {
        for dtype in DType::ALL {
            for product in [false, true] {
                let mut rng = Rng::new(seed << 8 | dtype as u64);
                let x = rng.view(dtype, if product { signs } else { small })?;
                if x.rank() == 0 {
                    continue;
                }
                let axis = rng.below(x.rank());
                let name = format!("{dtype} {:?} strides {:?} along {axis}", x.shape(), x.strides());
                let (found, initial) = match product {
                    true => (x.cumulative_prod(axis as i64)?, x.cumulative_prod_initial(axis as i64)?),
                    false => (x.cumulative_sum(axis as i64)?, x.cumulative_sum_initial(axis as i64)?),
                };
                assert_eq!((found.dtype(), found.shape()), (dtype.as_sum(), x.shape()), "{name}");
                assert_eq!(initial.shape()[axis], x.shape()[axis] + 1, "{name}");
                for mut index in indices(x.shape()) {
                    let value = complex(found.get(&index)?);
                    let wanted = match x.len() {
                        // Long sums of the narrow dtypes are beyond them.
                        len if len > 300 && dtype.item_size() < 4 && dtype.is_float() => value,
                        _ => expected(&x, axis, &index, product),
                    };
                    if wanted.norm() < 6e4 {
                        close(&name, value, wanted, tolerance(dtype));
                    }
                    index[axis] += 1;
                    close(&name, complex(initial.get(&index)?), value, 0.0);
                }
                for mut index in indices(initial.shape()).into_iter().filter(|index| index[axis] == 0) {
                    let first = complex(initial.get(&index)?);
                    assert_eq!(first, Complex64::from(f64::from(u8::from(product))), "{name}");
                    index[axis] = 0;
                }
            }
        }
    }
    Ok(())
}

#[test]
fn long_lines_do_not_depend_on_threads() -> Result<()> {
    let mut rng = Rng::new(3);
    let x = Tensor::<f64>::from_flat_fn([3, 300_001], |_| (rng.next() >> 40) as f64 / 1e6 - 8.0)?;
    let counts = Tensor::<i32>::from_flat_fn([2_000_003], |k| (k % 7) as i32)?;
    let all = || -> Result<_> {
        Ok((
            x.cumulative_sum(1)?.to_vec()?,
            x.cumulative_sum(0)?.to_vec()?,
            x.cast::<f32>()?.cumulative_sum(1)?.to_vec()?,
            counts.cumsum(0)?.to_vec()?,
            x.transpose().cumprod(0)?.to_vec()?,
        ))
    };
    set_threads(1);
    let alone = all()?;
    set_threads(3);
    let together = all()?;
    set_threads(0);
    assert!(alone.0 == together.0 && alone.1 == together.1 && alone.2 == together.2 && alone.3 == together.3);
    assert!(alone.4.iter().zip(&together.4).all(|(a, b)| a.to_bits() == b.to_bits()));
    let mut total = 0;
    for (k, &found) in alone.3.iter().enumerate() {
        total += (k % 7) as i64;
        assert_eq!(found, total, "at {k}");
    }
    let tenths = Tensor::<f32>::full([1_000_000], 0.1)?.cumulative_sum(0)?;
    assert!((f64::from(tenths.get([-1])?) / (1e6 * f64::from(0.1_f32)) - 1.0).abs() < 1e-7);
    Ok(())
}

#[test]
fn dtypes_and_errors() -> Result<()> {
    assert_eq!(tensor![200_u8, 100].cumulative_sum_as::<u8>(0)?, tensor![200_u8, 44]);
    assert_eq!(tensor![0.6, 0.6].cumulative_sum_as::<i32>(0)?, tensor![0, 0]);
    assert_eq!(tensor![1, 2].cumulative_prod_to(DType::F32, 0)?.dtype(), DType::F32);
    assert_eq!(tensor![true, true].cumsum(0)?, tensor![1_i64, 2]);
    assert!(Tensor::<f64>::full([1], -0.0)?.cumsum(0)?.get([0])?.is_sign_negative());
    assert_eq!(Tensor::<f64>::zeros([2, 0])?.cumulative_sum_initial(1)?, tensor![[0.0], [0.0]]);
    let text = |error: lunette::Error| error.to_string();
    assert_eq!(
        text(tensor![1].cumsum(1).unwrap_err()),
        "cumsum: axis 1 is out of range for rank 1 (allowed: -1 to 0)"
    );
    assert_eq!(
        text(Tensor::scalar(1)?.cumsum(0).unwrap_err()),
        "cumsum: axis 0 is out of range: a tensor of rank 0 has no axes"
    );
    assert!(tensor![1].cumulative_sum_as::<bool>(0).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn totals_of_another_dtype_begin_with_nothing_and_keep_axes() -> Result<()> {
    let x = tensor![[100_u8, 200], [3, 4]];
    let sums = x.cumulative_sum_to_initial(DType::U8, 1)?;
    assert_eq!(sums.into_typed::<u8>()?, tensor![[0_u8, 100, 44], [0, 3, 7]]);
    let products = x.cumulative_prod_to_initial(DType::F32, 0)?;
    assert_eq!(products.into_typed::<f32>()?, tensor![[1.0_f32, 1.0], [100.0, 200.0], [300.0, 800.0]]);
    assert!(x.cumulative_sum_to_initial(DType::Bool, 0).is_err_and(|error| error.is_dtype()));
    assert_eq!(x.sum_to_keepdims(DType::U8, 1)?.into_typed::<u8>()?, tensor![[44_u8], [7]]);
    assert_eq!(x.prod_to_keepdims(DType::F64, ..)?.into_typed::<f64>()?, tensor![[240_000.0]]);
    assert_eq!(tensor![2.9, 2.9].prod_to_keepdims(DType::I8, ..)?.into_typed::<i8>()?, tensor![4_i8]);
    Ok(())
}

#[test]
fn running_extremes_are_those_of_the_elements_so_far() -> Result<()> {
    for seed in 0..20 {
        for dtype in DType::ALL.into_iter().filter(|dtype| !dtype.is_complex()) {
            let mut rng = Rng::new(seed << 8 | dtype as u64);
            let x = rng.view(dtype, |rng| match rng.below(40) {
                0 => Scalar::from(f64::NAN),
                1 => Scalar::from(f64::INFINITY),
                2 => Scalar::from(u64::MAX),
                _ => Scalar::from(rng.below(200) as i64 - 100).cast(dtype),
            })?;
            if x.rank() == 0 {
                continue;
            }
            let axis = rng.below(x.rank());
            let (greatest, least) = (x.cumulative_max(axis as i64)?, x.cumulative_min(axis as i64)?);
            assert_eq!((greatest.dtype(), greatest.shape()), (dtype, x.shape()));
            for k in 0..x.shape()[axis] {
                let name = format!("{dtype} {:?} strides {:?} along {axis} at {k}", x.shape(), x.strides());
                let so_far = x.slice_axis(axis as i64, 0..k as i64 + 1)?;
                let at = |found: &DynTensor| found.index_axis(axis as i64, k as i64)?.copy();
                let same = |a: DynTensor, b: DynTensor| -> Result<bool> {
                    let nans = a.isnan()?.logical_and(&b.isnan()?)?;
                    a.equal(&b)?.logical_or(&nans)?.all(..)?.item()
                };
                assert!(same(at(&greatest)?, so_far.max(axis as i64)?)?, "{name}");
                assert!(same(at(&least)?, so_far.min(axis as i64)?)?, "{name}");
            }
        }
    }
    Ok(())
}

#[test]
fn long_running_extremes_do_not_depend_on_threads() -> Result<()> {
    let mut rng = Rng::new(9);
    let x = Tensor::<f64>::from_flat_fn([2, 300_001], |k| (rng.next() >> 40) as f64 - 1e6 * (k % 7) as f64)?;
    let all = || -> Result<_> {
        let narrow = x.cast::<f32>()?;
        Ok([
            x.cumulative_max(1)?,
            x.cumulative_min(1)?,
            narrow.cumulative_max(1)?.cast()?,
            x.cumulative_min(0)?,
        ])
    };
    set_threads(1);
    let alone = all()?;
    set_threads(3);
    let together = all()?;
    set_threads(0);
    assert!(alone == together);
    let mut greatest = f64::NEG_INFINITY;
    for (k, value) in x.load(s![1])?.to_vec()?.into_iter().enumerate() {
        greatest = greatest.max(value);
        assert_eq!(alone[0].get([1, k as i64])?, greatest, "at {k}");
    }
    let error = tensor![Complex64::new(1.0, 0.0)].cumulative_max(0).unwrap_err();
    assert!(error.is_dtype() && error.to_string().starts_with("cumulative_max: "), "{error}");
    assert_eq!(tensor![u64::MAX, 0].cumulative_min(0)?, tensor![u64::MAX, 0]);
    assert_eq!(tensor![0, u64::MAX, 1].cumulative_max(0)?, tensor![0, u64::MAX, u64::MAX]);
    assert_eq!(tensor![false, true, false].cumulative_max(0)?, tensor![false, true, true]);
    assert_eq!(Tensor::<i8>::zeros([2, 0])?.cumulative_min(1)?.shape(), [2, 0]);
    Ok(())
}
