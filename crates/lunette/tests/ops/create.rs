//! Constants, functions of the index, values from outside.

use lunette::prelude::*;
use lunette::{Complex64, Result, f16};

use crate::grid::{Grid, SHAPES, arrangements, check, check_fresh, flat};

#[test]
fn constants_hold_their_value_in_every_dtype_and_shape() -> Result<()> {
    for dtype in DType::ALL {
        for shape in SHAPES {
            let made = [
                (DynTensor::zeros_of(dtype, *shape)?, Scalar::from(0)),
                (DynTensor::ones_of(dtype, *shape)?, Scalar::from(1)),
                (DynTensor::full_of(dtype, *shape, 1)?, Scalar::from(1)),
                (DynTensor::full_of(dtype, *shape, 0)?, Scalar::from(0)),
            ];
            for (x, value) in made {
                assert_eq!((x.dtype(), x.is_view()), (dtype, false));
                check_fresh("constant", &x, &Grid::build(shape, |_| value.cast(dtype)));
            }
        }
    }
    Ok(())
}

#[test]
fn typed_constants_are_the_dynamic_ones() -> Result<()> {
    assert_eq!(Tensor::<u16>::zeros([2, 3])?, tensor![[0_u16, 0, 0], [0, 0, 0]]);
    assert_eq!(Tensor::<bool>::ones(2)?, tensor![true, true]);
    assert_eq!(Tensor::<f32>::ones([1, 2])?, tensor![[1_f32, 1.0]]);
    assert_eq!(Tensor::<i8>::empty(3)?, tensor![0_i8, 0, 0]);
    assert_eq!(Tensor::full([2], Complex64::new(1.0, -2.0))?.get(1)?, Complex64::new(1.0, -2.0));
    assert_eq!(Tensor::scalar(7_u8)?.item()?, 7);
    assert_eq!(DynTensor::scalar_of(2.5_f32)?.item()?, Scalar::F32(2.5));
    Ok(())
}

#[test]
fn column_major_zeros_have_column_major_strides() -> Result<()> {
    let x = Tensor::<i64>::zeros_in([2, 3, 4], Order::F)?;
    assert_eq!((x.strides(), x.len()), (&[1, 2, 6][..], 24));
    check("zeros", &x, &Grid::build(&[2, 3, 4], |_| 0));
    Ok(())
}

#[test]
fn a_full_tensor_keeps_the_sign_of_zero_and_the_bits_of_nan() -> Result<()> {
    let zeros = Tensor::full([40], -0.0_f64)?;
    assert!(zeros.to_vec()?.iter().all(|zero| zero.is_sign_negative()));
    let negative = Complex64::new(0.0, -0.0);
    assert!(Tensor::full([40], negative)?.to_vec()?.iter().all(|zero| zero.im.is_sign_negative()));
    assert!(Tensor::full([40], f16::NAN)?.to_vec()?.iter().all(|value| value.is_nan()));
    Ok(())
}

#[test]
fn a_value_that_does_not_fit_the_dtype_is_refused() {
    assert!(DynTensor::full_of(DType::U8, [2], 256).unwrap_err().is_dtype());
    assert!(DynTensor::full_of(DType::I32, [2], f64::NAN).unwrap_err().is_dtype());
    assert!(DynTensor::full_of(DType::F64, [2], Complex64::new(1.0, 0.0)).unwrap_err().is_dtype());
    assert!(tensor![1_u8].full_like(-1).unwrap_err().is_dtype());
}

#[test]
fn the_like_family_takes_shape_and_dtype_but_not_strides() -> Result<()> {
    for shape in SHAPES {
        for (name, x) in arrangements(shape) {
            check_fresh(&name, &x.zeros_like()?, &Grid::build(shape, |_| 0));
            check_fresh(&name, &x.empty_like()?, &Grid::build(shape, |_| 0));
            check_fresh(&name, &x.ones_like()?, &Grid::build(shape, |_| 1));
            check_fresh(&name, &x.full_like(-9.7)?, &Grid::build(shape, |_| -9));
            assert_eq!(x.into_dyn().ones_like()?.dtype(), DType::I32);
        }
    }
    Ok(())
}

#[test]
fn functions_of_the_index_and_of_the_position() -> Result<()> {
    for shape in SHAPES {
        let by_index = Tensor::from_fn(*shape, |index| flat(shape, index) as i64)?;
        check_fresh("from_fn", &by_index, &Grid::build(shape, |index| flat(shape, index) as i64));
        assert_eq!(Tensor::from_flat_fn(*shape, |i| i as i64)?, by_index);
    }
    let mut calls = 0;
    let count = |_: &[usize]| {
        calls += 1;
        calls
    };
    assert!(Tensor::<i32>::from_fn([3, 0, 2], count)?.is_empty());
    assert_eq!(calls, 0, "no element, no call");
    Ok(())
}

#[test]
fn values_from_vectors_and_iterators() -> Result<()> {
    let values: Vec<i32> = (0..24).collect();
    for shape in [&[24][..], &[2, 3, 4], &[4, 6], &[24, 1], &[1, 2, 2, 6]] {
        let rows = Tensor::from_vec(values.clone(), shape)?;
        check("from_vec", &rows, &Grid::build(shape, |index| flat(shape, index) as i32));
        assert_eq!(Tensor::from_values(0..24, shape)?, rows);
        let columns = Tensor::from_vec_in(values.clone(), shape, Order::F)?;
        let reversed = |list: &[usize]| list.iter().rev().copied().collect::<Vec<_>>();
        let position = |index: &[usize]| flat(&reversed(shape), &reversed(index)) as i32;
        check("from_vec_in", &columns, &Grid::build(shape, position));
    }
    assert_eq!((0..3).collect::<Tensor<i32>>(), tensor![0, 1, 2]);
    assert_eq!(Tensor::from(vec![1.5, 2.5]), tensor![1.5, 2.5]);
    assert_eq!(Tensor::<u8>::from(vec![]).shape(), [0]);
    Ok(())
}

#[test]
fn a_count_of_values_that_does_not_fit_is_refused() {
    for count in [0, 5, 7, 100] {
        let (list, stream) =
            (Tensor::from_vec(vec![0; count], [2, 3]), Tensor::from_values(vec![0; count], [2, 3]));
        assert!(list.unwrap_err().is_shape() && stream.unwrap_err().is_shape(), "{count}");
    }
    let endless = Tensor::from_values(std::iter::repeat(1), [2, 3]).unwrap_err();
    assert!(endless.is_shape(), "values that never end are too many: {endless}");
}

#[test]
fn nested_rows_keep_their_shape() -> Result<()> {
    assert_eq!(Tensor::from_nested(5)?.shape(), []);
    assert_eq!(Tensor::from_nested([[[1, 2]], [[3, 4]]])?.shape(), [2, 1, 2]);
    assert_eq!(Tensor::from_nested(vec![vec![0.5; 3]; 2])?, Tensor::full([2, 3], 0.5)?);
    assert_eq!(Tensor::<i32>::from_nested(Vec::<Vec<i32>>::new())?.shape(), [0]);
    assert_eq!(Tensor::from_nested([&[1, 2][..], &[3, 4]])?, tensor![[1, 2], [3, 4]]);
    for rows in [vec![vec![1, 2], vec![3]], vec![vec![], vec![1]], vec![vec![1], vec![]]] {
        assert!(Tensor::from_nested(&rows).unwrap_err().is_shape(), "{rows:?}");
    }
    Ok(())
}
