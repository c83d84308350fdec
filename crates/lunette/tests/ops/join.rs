//! Several tensors into one, and one into several.

use lunette::prelude::*;
use lunette::{Result, broadcast_tensors, concat, promote, stack};

use crate::grid::{Grid, arrangements, check, check_fresh};

/// Parts of every arrangement whose sizes differ on `axis` only.
fn parts(shape: &[usize], axis: usize, sizes: &[usize]) -> Vec<Tensor<i32>> {
    let with = |&size: &usize| {
        let mut shape = shape.to_vec();
        shape[axis] = size;
        shape
    };
    let pick = |(k, shape): (usize, Vec<usize>)| arrangements(&shape).swap_remove(k % 4).1;
    sizes.iter().map(with).enumerate().map(pick).collect()
}

/// The joined grid: which part an index falls into is found by counting.
fn joined(parts: &[Tensor<i32>], axis: usize) -> Grid<i32> {
    let mut shape = parts[0].shape().to_vec();
    shape[axis] = parts.iter().map(|part| part.shape()[axis]).sum();
    Grid::build(&shape, |index| {
        let mut index = index.to_vec();
        for part in parts {
            match index[axis].checked_sub(part.shape()[axis]) {
                Some(rest) => index[axis] = rest,
                None => return part.get(&index).unwrap(),
            }
        }
        unreachable!("the sizes add up")
    })
}

#[test]
fn concat_joins_on_every_axis() -> Result<()> {
    for shape in [&[3][..], &[2, 3], &[2, 3, 4], &[2, 0, 2]] {
        for axis in 0..shape.len() {
            for sizes in [&[2][..], &[1, 2, 3, 4, 1], &[0, 2], &[0, 0], &[5, 0, 1]] {
                let parts = parts(shape, axis, sizes);
                let expected = joined(&parts, axis);
                let refs: Vec<_> = parts.iter().collect();
                check_fresh("concat", &concat(&refs, axis as i64)?, &expected);
                check_fresh("concat", &concat(&refs, axis as i64 - shape.len() as i64)?, &expected);
            }
        }
    }
    Ok(())
}

#[test]
fn concat_of_one_tensor_is_a_copy_and_may_repeat_itself() -> Result<()> {
    let x = tensor![1, 2];
    let copy = concat(&[&x], 0)?;
    assert!(!copy.shares_memory(&x) && copy == x);
    assert_eq!(concat(&[&x, &x, &x.flip(0)?], 0)?, tensor![1, 2, 1, 2, 2, 1]);
    Ok(())
}

#[test]
fn concat_promotes_dtypes_known_at_run_time() -> Result<()> {
    for a in DType::ALL {
        for b in DType::ALL {
            let (left, right) = (DynTensor::ones_of(a, 40)?, DynTensor::zeros_of(b, 3)?);
            let both = concat(&[&left, &right], 0)?;
            assert_eq!((both.dtype(), both.len()), (promote(a, b), 43), "{a} and {b}");
            assert_eq!(both.get(39)?, Scalar::from(1).cast(promote(a, b)));
            assert_eq!(both.get(42)?, Scalar::from(0).cast(promote(a, b)));
            assert_eq!(stack(&[&left, &left.cast_to(b)?], 0)?.dtype(), promote(a, b));
        }
    }
    // In any order: two small integers beside a half do not become a larger one first.
    let parts = [DType::I8, DType::U8, DType::F16].map(|dtype| DynTensor::zeros_of(dtype, [1]));
    let [a, b, c] = parts;
    let (a, b, c) = (a?, b?, c?);
    assert_eq!(concat(&[&a, &b, &c], 0)?.dtype(), DType::F16);
    assert_eq!(concat(&[&c, &b, &a], 0)?.dtype(), DType::F16);
    Ok(())
}

#[test]
fn joining_what_does_not_fit_is_refused() {
    let (row, matrix) = (tensor![1, 2], tensor![[1, 2], [3, 4]]);
    let wide = tensor![[1, 2, 3]];
    for refused in [
        concat(&[&row, &matrix], 0),
        concat(&[&matrix, &wide], 0),
        concat(&[&row], 1),
        concat(&[&row], i64::MIN),
        concat(&[&Tensor::scalar(1).unwrap()], 0),
        stack(&[&row, &matrix], 0),
        stack(&[&row, &tensor![1, 2, 3]], 0),
        stack(&[&row], 2),
    ] {
        assert!(refused.unwrap_err().is_shape());
    }
    assert!(concat::<i32>(&[], 0).is_err() && stack::<i32>(&[], 0).is_err());
}

#[test]
fn stack_adds_an_axis_and_unstack_takes_it_away() -> Result<()> {
    for shape in [&[][..], &[3], &[2, 3], &[0, 2]] {
        let parts: Vec<Tensor<i32>> = arrangements(shape).into_iter().map(|(_, x)| x).collect();
        parts[0].store(s![Fill], -5)?;
        let refs: Vec<_> = parts.iter().collect();
        for axis in 0..=shape.len() {
            let stacked = stack(&refs, axis as i64)?;
            let mut wide = shape.to_vec();
            wide.insert(axis, parts.len());
            let expected = Grid::build(&wide, |index| {
                let mut rest = index.to_vec();
                let part = rest.remove(axis);
                parts[part].get(&rest).unwrap()
            });
            check_fresh("stack", &stacked, &expected);
            assert_eq!(stack(&refs, axis as i64 - wide.len() as i64)?, stacked);
            let apart = stacked.unstack(axis as i64)?;
            assert_eq!(apart.len(), parts.len());
            for (found, part) in apart.iter().zip(&parts) {
                check("unstack", found, &Grid::of(part));
                assert!(found.is_view());
            }
        }
    }
    assert!(Tensor::<i32>::zeros([0, 3])?.unstack(0)?.is_empty());
    assert!(Tensor::scalar(1)?.unstack(0).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn split_gives_views_that_join_back() -> Result<()> {
    for (name, x) in [&[7][..], &[2, 7], &[7, 0], &[3, 7, 2]].into_iter().flat_map(arrangements) {
        for axis in 0..x.rank() {
            for sections in [1, 2, 3, 7, 10] {
                let parts = x.split(sections, axis as i64)?;
                let sizes: Vec<usize> = parts.iter().map(|part| part.shape()[axis]).collect();
                assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (sections, x.shape()[axis]));
                assert!(
                    sizes.is_sorted_by(|a, b| a >= b) && sizes[0] - sizes[sections - 1] <= 1,
                    "{name}: {sizes:?}"
                );
                assert!(parts.iter().all(Tensor::is_view));
                check(&name, &concat(&parts.iter().collect::<Vec<_>>(), axis as i64)?, &Grid::of(&x));
            }
        }
    }
    Ok(())
}

#[test]
fn split_at_cuts_where_it_is_told() -> Result<()> {
    let x = Tensor::arange(0, 10, 1)?;
    let check = |cuts: &[i64], expected: &[std::ops::Range<i32>]| -> Result<()> {
        let parts = x.split_at_positions(cuts, 0)?;
        let found: Vec<Vec<i32>> = parts.iter().map(|part| part.to_vec()).collect::<Result<_>>()?;
        let expected: Vec<Vec<i32>> = expected.iter().map(|range| range.clone().collect()).collect();
        assert_eq!(found, expected, "{cuts:?}");
        Ok(())
    };
    check(&[], std::slice::from_ref(&(0..10)))?;
    check(&[3], &[0..3, 3..10])?;
    check(&[-3], &[0..7, 7..10])?;
    check(&[0, 0, 10], &[0..0, 0..0, 0..10, 10..10])?;
    check(&[4, 2], &[0..4, 4..4, 2..10])?;
    for cuts in [&[11][..], &[-11], &[i64::MAX], &[i64::MIN], &[1, 11]] {
        assert!(x.split_at_positions(cuts, 0).unwrap_err().is_index(), "{cuts:?}");
    }
    x.split_at_positions([5], 0)?[1].fill(0)?;
    assert_eq!(x, tensor![0, 1, 2, 3, 4, 0, 0, 0, 0, 0], "parts write through");
    assert!(x.split(0, 0).is_err() && x.split(2, 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn broadcast_tensors_stretches_to_one_shape() -> Result<()> {
    let (column, row) = (tensor![[1], [2]], tensor![[5, 6, 7]]);
    let both = broadcast_tensors(&[&column, &row])?;
    check("column", &both[0], &Grid::build(&[2, 3], |i| [1, 2][i[0]]));
    check("row", &both[1], &Grid::build(&[2, 3], |i| [5, 6, 7][i[1]]));
    assert!(both[0].set([0, 0], 1).unwrap_err().is_read_only());
    assert!(
        broadcast_tensors(&[&column, &tensor![1, 2, 3].transpose(), &tensor![1, 2]]).unwrap_err().is_shape()
    );
    assert!(broadcast_tensors::<i32>(&[])?.is_empty());
    Ok(())
}

#[test]
fn vectors_become_rows_above_and_one_row_beside_each_other() -> Result<()> {
    let (v, w, m) = (tensor![1, 2], tensor![3, 4], tensor![[5, 6]]);
    assert_eq!(hstack(&[&v, &w])?, tensor![1, 2, 3, 4]);
    assert_eq!(vstack(&[&v, &w])?, tensor![[1, 2], [3, 4]]);
    assert_eq!(vstack(&[&v, &m])?, tensor![[1, 2], [5, 6]]);
    assert_eq!(hstack(&[&m, &m])?, tensor![[5, 6, 5, 6]]);
    let cube = Tensor::from_flat_fn([2, 1, 2], |i| i as i32)?;
    assert_eq!(hstack(&[&cube, &cube])?, concat(&[&cube, &cube], 1)?);
    assert_eq!(vstack(&[&cube, &cube])?, concat(&[&cube, &cube], 0)?);
    let scalar = Tensor::scalar(7)?;
    assert_eq!(hstack(&[&scalar, &v])?, tensor![7, 1, 2]);
    assert_eq!(vstack(&[&scalar, &scalar])?, tensor![[7], [7]]);
    let mixed = hstack(&[&v.to_dyn(), &tensor![0.5].into_dyn()])?;
    assert_eq!(mixed.into_typed::<f64>()?, tensor![1.0, 2.0, 0.5]);
    for (name, error) in [
        ("hstack", hstack(&[&v, &m]).unwrap_err()),
        ("vstack", vstack(&[&v, &tensor![1, 2, 3]]).unwrap_err()),
        ("hstack", hstack::<i32>(&[]).unwrap_err()),
        ("vstack", vstack::<i32>(&[]).unwrap_err()),
    ] {
        assert!(error.to_string().starts_with(name), "{error}");
    }
    Ok(())
}
