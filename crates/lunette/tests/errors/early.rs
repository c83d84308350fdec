//! What is refused is refused at once, whatever it would take to look at all of it.

use lunette::prelude::*;
use lunette::{ErrorKind, Result};

/// Two columns, of which the first is no integer, for more rows than anybody could walk through.
fn endless() -> Result<Tensor<f64>> {
    tensor![[f64::NAN, 0.0]].broadcast_to([1 << 60, 2])
}

#[test]
fn a_value_of_the_wrong_shape_is_not_searched() -> Result<()> {
    let x = Tensor::<i32>::zeros([3, 2])?;
    let value = endless()?;
    let guard = value.read()?;
    let mut data = [0; 6];
    let mut view = ViewMut::from_slice_mut(&mut data, [3, 2])?;
    for refused in [
        x.store(s![..], &value),
        x.store(s![..], guard.as_view()),
        x.store(s![&tensor![0, 1]], &value),
        x.store_orthogonal(s![&tensor![0, 1]], &value),
        x.store(s![&x.equal(0)?], &value),
        x.put(&tensor![0, 1], &value),
        view.store(s![..], &value),
        view.store(s![&tensor![0, 1]], &value),
    ] {
        let error = refused.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::StoreShape { .. }), "{error}");
    }
    assert!(x.store_where(&x.equal(0)?, &value).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn copies_of_one_element_are_looked_at_once() -> Result<()> {
    let rows = tensor![[f64::NAN, 0.0]].broadcast_to([1 << 20, 2])?;
    let error = rows.try_cast::<i32>().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unrepresentable { .. }), "{error}");
    assert!(endless()?.try_cast::<i32>().is_err());
    let error = tensor![1.0].broadcast_to(1 << 60)?.try_cast::<i32>().unwrap_err();
    assert!(!error.is_dtype(), "all of them fit, and no memory holds them: {error}");
    // More windows than there are numbers of bytes, none of which is a copy of another.
    let steps = Tensor::<f64>::zeros(1 << 22)?.as_strided([1 << 21, 1 << 20, 1 << 20], &[1, 1, 1])?;
    assert!(!steps.try_cast::<i32>().unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn the_first_bad_value_in_row_major_order_is_named() -> Result<()> {
    let x = Tensor::<i8>::zeros([2, 3, 2])?;
    let value = tensor![[1.0, 300.0, 200.0], [500.0, 2.0, 3.0]].expand_dims(2)?.broadcast_to([2, 3, 2])?;
    let error = x.store(s![..], &value).unwrap_err();
    assert!(error.to_string().contains("300.0"), "{error}");
    let error = x.store(s![Fill], value.flip(..)?).unwrap_err();
    assert!(error.to_string().contains("500.0"), "{error}");
    let error = value.flip(1)?.try_cast::<i8>().unwrap_err();
    assert!(error.to_string().contains("200.0"), "{error}");
    assert_eq!(x, Tensor::zeros([2, 3, 2])?);
    Ok(())
}

#[test]
fn masks_over_empty_tensors_may_have_any_steps() -> Result<()> {
    let one = Tensor::<i32>::zeros(1)?;
    for steps in [[isize::MAX / 2, 1], [isize::MIN, isize::MIN], [isize::MAX, isize::MAX]] {
        let x = DynTensor::from_parts(one.buffer(), DType::I32, &[100, 0], &steps, 0)?;
        let mask = Tensor::<bool>::ones(100)?;
        assert_eq!(x.load(s![&mask])?.shape(), [100, 0]);
        assert_eq!(x.load(s![&mask, &Tensor::<i64>::zeros(0)?]).map(|x| x.len()).unwrap_or(0), 0);
        assert_eq!(x.load_orthogonal(s![&mask, &Tensor::<i64>::zeros(0)?])?.shape(), [100, 0]);
        x.store(s![&mask], 1)?;
        x.store_orthogonal(s![&mask], 1)?;
        let y = DynTensor::from_parts(one.buffer(), DType::I32, &[100, 70, 0], &[steps[0], steps[0], 1], 0)?;
        assert_eq!(y.load(s![&Tensor::<bool>::ones([100, 70])?])?.shape(), [7000, 0]);
    }
    Ok(())
}
