//! Which dtypes come out.

use lunette::prelude::*;
use lunette::{Complex64, bf16, f16, promote};

use super::Result;

#[test]
fn dtypes_are_promoted_as_numpy_does() -> Result<()> {
    for a in DType::ALL {
        for b in DType::ALL {
            let (x, y) = (DynTensor::ones_of(a, [2])?, DynTensor::ones_of(b, [2])?);
            assert_eq!(x.add(&y)?.dtype(), promote(a, b), "{a} + {b}");
            assert_eq!(x.multiply(&y)?.dtype(), promote(a, b), "{a} * {b}");
            assert_eq!(x.divide(&y)?.dtype(), promote(a, b).as_float(), "{a} / {b}");
            assert_eq!(x.equal(&y)?, tensor![true, true], "{a} == {b}");
            assert_eq!(where_(&tensor![true, false], &x, &y)?.dtype(), promote(a, b), "{a} or {b}");
        }
    }
    Ok(())
}

#[test]
fn plain_numbers_beside_run_time_dtypes_are_weak() -> Result<()> {
    let x = |dtype| DynTensor::ones_of(dtype, [2]);
    assert_eq!(x(DType::U8)?.add(1)?.dtype(), DType::U8);
    assert_eq!(x(DType::F16)?.add(1)?.dtype(), DType::F16);
    assert_eq!(x(DType::F32)?.multiply(0.5)?.dtype(), DType::F32);
    assert_eq!(x(DType::I16)?.multiply(0.5)?.dtype(), DType::F64);
    assert_eq!(x(DType::F32)?.multiply(Complex64::new(0.0, 1.0))?.dtype(), DType::Complex64);
    assert_eq!((2_i32 * &x(DType::U8)?).dtype(), DType::U8);
    assert_eq!(x(DType::U8)?.add(Scalar::I32(1))?.dtype(), DType::I32);
    assert!(x(DType::U8)?.add(256).unwrap_err().is_dtype());
    assert!(x(DType::U8)?.add(-1).unwrap_err().is_dtype());
    Ok(())
}

/// In every form and size; so a number that is too large for halves is infinite before it is computed with, as in NumPy.
#[test]
fn weak_numbers_are_rounded_to_the_dtype_beside_them() -> Result<()> {
    for len in [3, 40_000] {
        let x = DynTensor::ones_of(DType::F16, [len])?;
        let zeros = DynTensor::zeros_of(DType::F16, [len])?;
        assert_eq!(x.divide(70_000)?, zeros, "{len}");
        assert_eq!((x.lazy() / 70_000).eval()?, zeros, "{len}");
        let out = x.copy()?;
        x.divide_into(1e10, &out)?;
        assert_eq!(out, zeros, "{len}");
        let wide = DynTensor::ones_of(DType::F16, [2 * len])?;
        assert_eq!(wide.load(s![(.., 2)])?.divide(70_000)?, zeros, "{len}");
        let infinite = DynTensor::full_of(DType::F16, [len], f64::INFINITY)?;
        assert_eq!(infinite.less_equal(1e10)?, Tensor::full([len], true)?, "{len}");
        assert_eq!(infinite.lazy().less_equal(1e10).eval()?, infinite.less_equal(1e10)?, "{len}");
    }
    Ok(())
}

#[test]
fn halves_round_correctly() -> Result<()> {
    let values: Vec<f16> = (0..2000).map(|k| f16::from_bits((k * 31 % 0x7c00) as u16)).collect();
    let (x, y) = (Tensor::from(values.clone()), Tensor::from(values).flip(..)?);
    let expected = x.zip_with(&y, |a, b| f16::from_f64(a.to_f64() * b.to_f64()))?;
    assert_eq!(&x * &y, expected);
    let sums = x.zip_with(&y, |a, b| f16::from_f64(a.to_f64() + b.to_f64()))?;
    assert_eq!(&x + &y, sums);
    assert_eq!(tensor![bf16::from_f32(3.0)].sqrt()?, tensor![bf16::from_f64(3f64.sqrt())]);
    Ok(())
}

#[test]
fn bools_have_or_and_and() -> Result<()> {
    let (a, b) = (tensor![true, true, false, false], tensor![true, false, true, false]);
    assert_eq!(a.add(&b)?, tensor![true, true, true, false]);
    assert_eq!(a.multiply(&b)?, tensor![true, false, false, false]);
    assert_eq!(a.maximum(&b)?, a.logical_or(&b)?);
    assert_eq!(a.minimum(&b)?, &a & &b);
    assert_eq!(&a ^ &b, tensor![false, true, true, false]);
    assert_eq!(!&a, tensor![false, false, true, true]);
    assert_eq!(a.less(&b)?, tensor![false, false, true, false]);
    assert!(a.subtract(&b).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn the_next_half_is_a_half() -> Result<()> {
    let x = [0.0, -0.0, 1.0, -1.0, 65504.0, 6e-8, f32::INFINITY].map(f16::from_f32);
    let up = [1, 1, 0x3c01, 0xbbff, 0x7c00, 2, 0x7c00].map(f16::from_bits);
    let far = tensor![f16::INFINITY];
    assert_eq!(Tensor::from(x.to_vec()).nextafter(&far)?, Tensor::from(up.to_vec()));
    let down = tensor![bf16::ONE, bf16::from_bits(1)].nextafter(&tensor![bf16::ZERO])?;
    assert_eq!(down, tensor![bf16::from_bits(0x3f7f), bf16::ZERO]);
    assert!(far.nextafter(&tensor![f16::NAN])?.get(0)?.is_nan());
    Ok(())
}
