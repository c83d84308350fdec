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
fn the_like_family_has_any_dtype_and_ranges_are_those_of_rust() -> Result<()> {
    for (name, x) in arrangements(&[2, 3]) {
        for dtype in DType::ALL {
            let made = [
                (x.zeros_like_of(dtype)?, 0),
                (x.empty_like_of(dtype)?, 0),
                (x.ones_like_of(dtype)?, 1),
                (x.full_like_of(dtype, 1)?, 1),
            ];
            for (found, value) in made {
                assert_eq!(found.dtype(), dtype, "{name}");
                check_fresh(&name, &found, &Grid::build(x.shape(), |_| Scalar::from(value).cast(dtype)));
            }
        }
        assert_eq!(x.zeros_like_as::<u8>()?, Tensor::<u8>::zeros([2, 3])?);
        assert_eq!(x.empty_like_as::<bool>()?, Tensor::<bool>::zeros([2, 3])?);
        assert_eq!(x.ones_like_as::<f16>()?, Tensor::<f16>::ones([2, 3])?);
        assert_eq!(x.full_like_as(2.5)?, Tensor::full([2, 3], 2.5)?);
    }
    assert!(tensor![1].full_like_of(DType::U8, -1).unwrap_err().is_dtype());
    assert_eq!(Tensor::from_range(-2_i8..2)?, tensor![-2_i8, -1, 0, 1]);
    assert_eq!(Tensor::from_range(5_u64..5)?.len(), 0);
    assert_eq!(Tensor::from_range(f16::from_f32(0.5)..f16::from_f32(2.0))?.len(), 2);
    assert!(Tensor::from_range(0.0..f64::INFINITY).is_err());
    assert!(Tensor::from_range(false..true).unwrap_err().is_dtype());
    Ok(())
}

#[test]
fn the_like_family_is_row_major_whatever_it_is_like() -> Result<()> {
    for shape in SHAPES {
        for (name, x) in arrangements(shape) {
            let made =
                [(x.zeros_like()?, 0), (x.empty_like()?, 0), (x.ones_like()?, 1), (x.full_like(-9.7)?, -9)];
            for (made, value) in made {
                check(&name, &made, &Grid::build(shape, |_| value));
                assert!(!made.is_view() && made.offset() == 0, "{name}");
                assert!(made.flags().c_contiguous, "{name}");
            }
            assert_eq!(x.into_dyn().ones_like()?.dtype(), DType::I32);
        }
    }
    let turned = Tensor::<u8>::zeros([2, 3, 4])?.permute([1, 2, 0])?;
    assert_eq!(turned.zeros_like()?.strides(), [8, 2, 1]);
    assert_eq!(turned.flip(..)?.ones_like()?.strides(), [8, 2, 1]);
    let columns = Tensor::<u8>::zeros_in([2, 3], Order::F)?;
    assert_eq!(
        (columns.full_like(1)?.strides(), columns.empty_like()?.strides()),
        (&[3, 1][..], &[3, 1][..])
    );
    Ok(())
}

#[test]
fn every_constructor_takes_an_order() -> Result<()> {
    let at = |index: &[usize]| (100 * index[0] + 10 * index[1] + index[2]) as i32;
    let (shape, rows) = ([2, 3, 4], Tensor::from_fn([2, 3, 4], at)?);
    let made = [
        (Tensor::zeros_in(shape, Order::F)?, Grid::build(&shape, |_| 0)),
        (Tensor::empty_in(shape, Order::F)?, Grid::build(&shape, |_| 0)),
        (Tensor::ones_in(shape, Order::F)?, Grid::build(&shape, |_| 1)),
        (Tensor::full_in(shape, 7, Order::F)?, Grid::build(&shape, |_| 7)),
        (Tensor::from_fn_in(shape, at, Order::F)?, Grid::build(&shape, at)),
        (DynTensor::zeros_of_in(DType::I32, shape, Order::F)?.into_typed()?, Grid::build(&shape, |_| 0)),
        (DynTensor::full_of_in(DType::I32, shape, 7, Order::F)?.into_typed()?, Grid::build(&shape, |_| 7)),
        (rows.load_in(s![..], Order::F)?, Grid::of(&rows)),
        (rows.load_orthogonal_in(s![&tensor![0, 1]], Order::F)?, Grid::of(&rows)),
        (rows.copy_in(Order::F)?, Grid::of(&rows)),
    ];
    for (k, (x, expected)) in made.iter().enumerate() {
        check(&k.to_string(), x, expected);
        assert!(x.flags().f_contiguous && !x.flags().c_contiguous && !x.is_view(), "{k}");
    }
    let mut calls = Vec::new();
    Tensor::from_fn_in(
        [2, 3],
        |index| {
            calls.push(index.to_vec());
            true
        },
        Order::F,
    )?;
    assert_eq!(calls, [[0, 0], [1, 0], [0, 1], [1, 1], [0, 2], [1, 2]], "in the order in memory");
    Ok(())
}

#[test]
fn what_is_made_at_run_time_is_what_types_make() -> Result<()> {
    assert_eq!(DynTensor::empty_of(DType::F64, [2, 3])?, Tensor::<f64>::empty([2, 3])?.into_dyn());
    assert_eq!(DynTensor::tri_of(DType::U8, 3, 2, -1)?, Tensor::<u8>::tri(3, 2, -1)?.into_dyn());
    let spaces = [
        (DynTensor::logspace_of(DType::F32, 0.0, 3.0, 7, 2.0)?, Tensor::<f32>::logspace(0.0, 3.0, 7, 2.0)?),
        (DynTensor::geomspace_of(DType::F32, 1.0, 9.0, 5)?, Tensor::<f32>::geomspace(1.0, 9.0, 5)?),
    ];
    for (found, expected) in spaces {
        assert_eq!(found, expected.into_dyn());
    }
    let mut calls = 0;
    let mut halves = |index: &[usize]| {
        calls += 1;
        index[0] as f64 * 100.5
    };
    assert_eq!(DynTensor::from_fn_of(DType::U8, [3], &mut halves)?, tensor![0_u8, 100, 201].into_dyn());
    assert!(DynTensor::from_fn_of(DType::U8, [9], &mut halves).unwrap_err().is_dtype());
    assert_eq!(calls, 3 + 4, "nobody is asked after the first mistake");
    let x = tensor![[0x0102_0304, 5], [6, 7]];
    assert_eq!(x.reinterpret_to(DType::U8)?, x.reinterpret::<u8>()?.into_dyn());
    assert!(x.reinterpret_to(DType::Bool).unwrap_err().is_dtype());
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
    assert_eq!(Tensor::from_nested(5)?.shape(), [0; 0]);
    assert_eq!(Tensor::from_nested([[[1, 2]], [[3, 4]]])?.shape(), [2, 1, 2]);
    assert_eq!(Tensor::from_nested(vec![vec![0.5; 3]; 2])?, Tensor::full([2, 3], 0.5)?);
    assert_eq!(Tensor::<i32>::from_nested(Vec::<Vec<i32>>::new())?.shape(), [0]);
    assert_eq!(Tensor::from_nested([&[1, 2][..], &[3, 4]])?, tensor![[1, 2], [3, 4]]);
    for rows in [vec![vec![1, 2], vec![3]], vec![vec![], vec![1]], vec![vec![1], vec![]]] {
        assert!(Tensor::from_nested(&rows).unwrap_err().is_shape(), "{rows:?}");
    }
    Ok(())
}

#[test]
fn slices_arrays_and_tuples_become_tensors_and_shapes() -> Result<()> {
    let data = [1, 2, 3, 4, 5, 6];
    let x = Tensor::from_slice(&data, (2, 3))?;
    assert!(x == tensor![[1, 2, 3], [4, 5, 6]] && !x.is_view());
    assert!(Tensor::from_slice(&data, [4]).unwrap_err().is_shape());
    assert_eq!(Tensor::from(data), Tensor::from(&data[..]));
    assert_eq!(Tensor::<u8>::from([]).shape(), [0]);
    assert_eq!(Tensor::<i32>::try_from(x.to_dyn())?, x);
    assert!(Tensor::<i64>::try_from(x.to_dyn()).unwrap_err().is_dtype());
    assert_eq!(Tensor::<u8>::zeros((1, 2, 3, 4, 5, 6))?.shape(), [1, 2, 3, 4, 5, 6]);
    assert_eq!((x.get((1, -1))?, x.reshape((-1,))?.shape(), x.flip((0, 1_u8))?.value()?), (6, &[6][..], 6));
    let dims = lunette::layout::Dims::from_slice(&[3, 2]);
    assert_eq!(x.reshape(dims)?.shape(), [3, 2]);
    Ok(())
}
