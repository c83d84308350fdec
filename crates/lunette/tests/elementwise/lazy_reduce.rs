//! Reductions of expressions, beside the same reductions of what the expressions evaluate to.

use lunette::prelude::*;
use lunette::random::Generator;
use lunette::{Complex64, Result, Tolerance, f16};

/// Several slabs of any dtype, which the sizes do not divide.
const SHAPES: [&[usize]; 4] = [&[201, 403], &[3, 30_003], &[30_003, 3], &[30, 5, 11, 53]];

/// Operands of this shape: in the other order of memory, backwards, and stretched.
fn operands(shape: &[usize]) -> Result<[Tensor<f64>; 3]> {
    let mut generator = Generator::new(3);
    let turned: Vec<usize> = shape.iter().rev().copied().collect();
    let a = generator.uniform(-1.0, 1.0, &turned)?.transpose();
    let b = generator.uniform(-1.0, 1.0, shape)?.flip(0)?;
    let c = generator.uniform(-1.0, 1.0, shape[shape.len() - 1])?;
    Ok([a, b, c])
}

fn axes_of(shape: &[usize]) -> Vec<Vec<i64>> {
    let rank = shape.len() as i64;
    let single = (0..rank).map(|axis| vec![axis]);
    single.chain([(0..rank).collect(), vec![0, rank - 1], vec![]]).collect()
}

fn close(left: &Tensor<f64>, right: &Tensor<f64>) -> bool {
    left.shape() == right.shape()
        && left.allclose(right, Tolerance { rtol: 1e-12, atol: 1e-10, equal_nan: false }).unwrap()
}

#[test]
fn reductions_agree_with_those_of_the_value() -> Result<()> {
    for shape in SHAPES {
        let [a, b, c] = operands(shape)?;
        let lazy = a.lazy() * &b + &c;
        let value = lazy.eval()?;
        for axes in axes_of(shape) {
            let case = format!("{shape:?} along {axes:?}");
            assert!(close(&lazy.sum(&axes)?, &value.sum(&axes)?), "sum of {case}");
            assert!(close(&lazy.sum_keepdims(&axes)?, &value.sum_keepdims(&axes)?), "keepdims of {case}");
            assert!(close(&lazy.mean(&axes)?, &value.mean(&axes)?), "mean of {case}");
            assert!(close(&lazy.prod(&axes)?, &value.prod(&axes)?), "prod of {case}");
            assert!(same(&lazy.var(&axes, 1.0)?, &value.var(&axes, 1.0)?), "var of {case}");
            assert!(
                close(&lazy.std_keepdims(&axes, 0.0)?, &value.std_keepdims(&axes, 0.0)?),
                "std of {case}"
            );
            assert_eq!(lazy.min(&axes)?, value.min(&axes)?, "min of {case}");
            assert_eq!(lazy.max(&axes)?, value.max(&axes)?, "max of {case}");
            let positive = lazy.clone().greater(0.9);
            let mask = value.greater(0.9)?;
            assert_eq!(positive.all(&axes)?, mask.all(&axes)?, "all of {case}");
            assert_eq!(positive.any(&axes)?, mask.any(&axes)?, "any of {case}");
            assert_eq!(positive.count_nonzero(&axes)?, mask.count_nonzero(&axes)?, "count of {case}");
        }
    }
    Ok(())
}

/// As [`close`], where NaN equals NaN.
fn same(left: &Tensor<f64>, right: &Tensor<f64>) -> bool {
    let tolerance = Tolerance { rtol: 1e-12, atol: 1e-10, equal_nan: true };
    left.shape() == right.shape() && left.allclose(right, tolerance).unwrap()
}

#[test]
fn positions_are_those_of_the_value() -> Result<()> {
    for shape in SHAPES {
        let [a, b, c] = operands(shape)?;
        // Rounded, so that extremes come more than once, and the first of them counts.
        let lazy = ((a.lazy() * &b + &c) * 4.0).round();
        let value = lazy.eval()?;
        for axis in 0..shape.len() as i64 {
            let case = format!("{shape:?} along {axis}");
            assert_eq!(lazy.argmin(axis)?, value.argmin(axis)?, "{case}");
            assert_eq!(lazy.argmax_keepdims(axis)?, value.argmax_keepdims(axis)?, "{case}");
        }
        for lazy in [&lazy, &((c.lazy() + &b) * 4.0).round(), &(b.lazy() + &c).square()] {
            let value = lazy.eval()?;
            assert_eq!(lazy.argmin(..)?, value.argmin(..)?, "{shape:?}");
            assert_eq!(lazy.argmax_keepdims(..)?, value.argmax_keepdims(..)?, "{shape:?}");
        }
    }
    // The first NaN, wherever it is.
    let n = 300_007;
    let x = Tensor::from_flat_fn(n, |k| if k == 200_003 || k == 250_001 { f64::NAN } else { k as f64 })?;
    assert_eq!((x.lazy() + 1.0).argmax(..)?.item()?, 200_003);
    assert_eq!((x.lazy() + 1.0).argmin(0)?.item()?, 200_003);
    assert!((x.lazy() + 1.0).argmin([0, 0]).is_err());
    assert!((Tensor::<f64>::zeros([0, 3])?.lazy() + 1.0).argmin(0).unwrap_err().is_shape());
    assert_eq!((Tensor::<f64>::zeros([3, 0])?.lazy() + 1.0).argmin(0)?.shape(), [0]);
    Ok(())
}

#[test]
fn variances_are_exact_far_from_zero_and_know_infinities() -> Result<()> {
    let n = 300_007;
    for dtype in [DType::U8, DType::F16, DType::F32, DType::F64] {
        let x = Tensor::from_flat_fn([n / 7, 7], |k| (k % 251) as f64)?.cast_to(dtype)?;
        for axes in [vec![0], vec![1], vec![0, 1]] {
            let (lazy, value) = (x.lazy().multiply(true).var(&axes, 0.0)?, x.var(&axes, 0.0)?);
            assert_eq!(lazy.dtype(), value.dtype(), "{dtype}");
            let close = Tolerance { rtol: 1e-3, ..Tolerance::default() };
            assert!(lazy.allclose(&value, close)?, "{dtype} over {axes:?}");
        }
    }
    // The mean is a million times the deviation.
    let far = Tensor::from_flat_fn(n, |k| 1e6 + f64::from(k as u32 % 2))?;
    let variance = (far.lazy() * 1.0).var(.., 0.0)?.item()?;
    assert!((variance - 0.25).abs() < 1e-9, "{variance}");
    for special in [f64::INFINITY, f64::NAN, f64::MAX] {
        let x = Tensor::from_flat_fn([3, n / 3], |k| if k == 150_000 { special } else { k as f64 })?;
        assert!(same(&(x.lazy() * 1.0).var(1, 0.0)?, &x.var(1, 0.0)?), "{special}");
    }
    let z = Tensor::from_flat_fn(n, |k| Complex64::new((k % 7) as f64, (k % 5) as f64))?;
    assert!(same(&(z.lazy() + &z).var(.., 0.0)?, &(&z + &z).var(.., 0.0)?));
    Ok(())
}

#[test]
fn other_dtypes_are_added_up_as_their_tensors_are() -> Result<()> {
    let n = 300_007;
    let x = Tensor::from_flat_fn(n, |k| (k % 251) as u8)?;
    assert_eq!((x.lazy() / 2).sum(..)?, (&x / 2).sum(..)?);
    let half = x.cast::<f16>()?;
    assert_eq!((half.lazy() * &half).max(..)?.item()?, f16::from_f32(62_500.0));
    let complex = Tensor::from_flat_fn(n, |k| Complex64::new(k as f64, -1.0))?;
    let sum = (complex.lazy() + &complex).sum(..)?.item()?;
    assert_eq!(sum, Complex64::new(n as f64 * (n as f64 - 1.0), -2.0 * n as f64));
    let tenths = Tensor::<f32>::full(n, 0.1)?;
    let sum = f64::from((tenths.lazy() * 1.0).sum(..)?.item()?);
    let exact = f64::from(0.1_f32) * n as f64;
    assert!((sum / exact - 1.0).abs() < 2.0 * f64::from(f32::EPSILON), "{sum} is not {exact}");
    Ok(())
}

#[test]
fn what_cannot_be_reduced_is_said_and_nothing_is_nothing() -> Result<()> {
    let (x, empty) = (tensor![1.0_f64, 2.0], Tensor::<f64>::zeros([0, 3])?);
    assert!((x.lazy() + &x).sum(1).unwrap_err().is_shape());
    assert!((x.lazy() + &empty).sum(..).unwrap_err().is_shape());
    assert!((empty.lazy() + 1.0).max(0).unwrap_err().is_shape());
    assert_eq!((empty.lazy() + 1.0).sum(0)?, tensor![0.0, 0.0, 0.0]);
    assert_eq!((empty.lazy() + 1.0).sum(1)?.shape(), [0]);
    assert_eq!(x.lazy().sum(..)?.item()?, 3.0);
    let guard = x.write()?;
    assert!((x.lazy() + &x).sum(..).unwrap_err().is_busy());
    drop(guard);
    Ok(())
}

#[test]
fn tensors_are_equal_by_shape_and_value() -> Result<()> {
    let x = tensor![[1, 2], [3, 4]];
    assert!(x.array_equal(&x.copy_in(Order::F)?)? && x.array_equal(&x.cast::<f32>()?)?);
    assert!(!x.array_equal(&x.transpose())? && !x.array_equal(&x.expand_dims(0)?)?);
    assert!(!x.array_equal(&tensor![[1, 2], [3, 5]])? && !x.array_equal(&tensor![1, 2])?);
    assert!(!tensor![f64::NAN].array_equal(&tensor![f64::NAN])? && tensor![0.0].array_equal(&tensor![-0.0])?);
    // As floats both would be the same.
    assert!(!tensor![i64::MAX].array_equal(&tensor![i64::MAX as u64 + 1])?);
    assert!(Tensor::<f64>::zeros([0, 3])?.array_equal(&Tensor::<bool>::zeros([0, 3])?)?);
    assert!(!Tensor::<f64>::zeros([0, 3])?.array_equal(&Tensor::<f64>::zeros([3, 0])?)?);
    assert!(Tensor::scalar(3)?.array_equal(&Tensor::scalar(3.0)?)?);
    let guard = x.write()?;
    assert!(x.array_equal(&tensor![[1, 2], [3, 4]]).unwrap_err().is_busy());
    drop(guard);
    Ok(())
}

#[test]
fn closeness_knows_infinities_nans_integers_and_halves() -> Result<()> {
    let (inf, nan) = (f64::INFINITY, f64::NAN);
    let (a, b) = (tensor![inf, inf, 1.0, nan, 1e9, inf], tensor![inf, -inf, inf, nan, 1e9 + 1.0, 1.0]);
    let close = |equal_nan| a.isclose(&b, Tolerance { equal_nan, ..Tolerance::default() });
    assert_eq!(close(false)?, tensor![true, false, false, false, true, false]);
    assert_eq!(close(true)?, tensor![true, false, false, true, true, false]);
    let (least, most) = (tensor![i64::MIN, 0], tensor![i64::MAX, 0]);
    assert_eq!(least.isclose(&most, Tolerance::default())?, tensor![false, true]);
    let half = tensor![f16::from_f32(1.0)];
    assert!(!half.allclose(&tensor![f16::from_f32(1.001)], Tolerance::default())?);
    let z = tensor![Complex64::new(3.0, 4.0)];
    let tolerance = Tolerance { rtol: 0.0, atol: 5.0, equal_nan: false };
    assert!(z.allclose(&tensor![Complex64::new(0.0, 0.0)], tolerance)?);
    assert!(a.allclose(&tensor![1.0, 2.0], tolerance).unwrap_err().is_shape());
    Ok(())
}
