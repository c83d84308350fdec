//! Entries put into an axis and taken out of it, shapes filled again and again, and diagonals that are written.

use lunette::prelude::*;
use lunette::{IndexRange, Result, column_stack, concat, dstack};

use crate::grid::{Grid, SHAPES, arrangements, check, check_fresh};

/// The entries of an axis in another order, some of which are new.
fn entries(x: &Tensor<i32>, axis: usize, order: &[Option<usize>], new: i32) -> Grid<i32> {
    let mut shape = x.shape().to_vec();
    shape[axis] = order.len();
    Grid::build(&shape, |index| {
        let mut index = index.to_vec();
        match order[index[axis]] {
            None => new,
            Some(entry) => {
                index[axis] = entry;
                x.get(&index).unwrap()
            }
        }
    })
}

#[test]
fn entries_come_in_before_those_that_are_named() -> Result<()> {
    for shape in SHAPES.iter().filter(|shape| !shape.is_empty()) {
        for (name, x) in arrangements(shape) {
            for axis in 0..shape.len() {
                let size = shape[axis];
                for cut in 0..=size {
                    let old = |range: std::ops::Range<usize>| range.map(Some);
                    let order: Vec<_> = old(0..cut).chain([None]).chain(old(cut..size)).collect();
                    check_fresh(&name, &x.insert(cut, -5, axis as i64)?, &entries(&x, axis, &order, -5));
                }
                let order: Vec<_> =
                    [None].into_iter().chain((0..size).map(Some)).chain([None, None]).collect();
                let found = x.insert([size, 0, size], -5, axis as i64 - shape.len() as i64)?;
                check_fresh(&name, &found, &entries(&x, axis, &order, -5));
            }
        }
    }
    Ok(())
}

#[test]
fn values_of_new_entries_broadcast_and_keep_the_dtype() -> Result<()> {
    let x = tensor![[1_u8, 2], [3, 4]];
    assert_eq!(x.insert(1, tensor![[7, 8], [9, 10]], 0)?, tensor![[1_u8, 2], [7, 8], [9, 10], [3, 4]]);
    assert_eq!(x.insert(2, tensor![[7], [9]], 1)?, tensor![[1_u8, 2, 7], [3, 4, 9]]);
    assert_eq!(x.insert([1, 1], tensor![7.9, 8.0], 1)?, tensor![[1_u8, 7, 8, 2], [3, 7, 8, 4]]);
    assert_eq!(x.insert(-1, 9, None)?, tensor![1_u8, 2, 3, 9, 4]);
    assert_eq!(x.insert((), 9, 0)?, x);
    assert!(x.insert(0, 300, 0).unwrap_err().is_dtype());
    assert!(x.insert(0, [1, 2, 3], 0).unwrap_err().is_shape());
    let error = x.insert(3, 1, 0).unwrap_err();
    assert!(error.is_index() && error.to_string().starts_with("insert: "), "{error}");
    assert!(x.insert(-3, 1, 0).unwrap_err().is_index());
    Ok(())
}

#[test]
fn entries_go() -> Result<()> {
    for shape in SHAPES.iter().filter(|shape| !shape.is_empty()) {
        for (name, x) in arrangements(shape) {
            for axis in 0..shape.len() {
                let size = shape[axis] as i64;
                for gone in [vec![], vec![0], vec![-1, 0], vec![size - 1, -1]] {
                    if size == 0 && !gone.is_empty() {
                        assert!(x.delete(gone, axis as i64).unwrap_err().is_index(), "{name}");
                        continue;
                    }
                    let stays = |entry: &i64| !gone.iter().any(|&k| k == *entry || k + size == *entry);
                    let order: Vec<_> = (0..size).filter(stays).map(|entry| Some(entry as usize)).collect();
                    check_fresh(&name, &x.delete(&gone[..], axis as i64)?, &entries(&x, axis, &order, 0));
                    let mask = Tensor::from_flat_fn(size as usize, |k| stays(&(k as i64)))?;
                    check_fresh(&name, &x.compress(&mask, axis as i64)?, &entries(&x, axis, &order, 0));
                }
            }
        }
    }
    // More places than are copied around.
    let x = Tensor::arange(0, 100, 1)?;
    let odd: Vec<i64> = (0..50).map(|k| 2 * k + 1 - 100 * (k % 2)).collect();
    assert_eq!(x.delete(odd, 0)?, x.view(s![(.., 2)])?);
    assert!(x.delete((0..100).chain([100]).collect::<Vec<_>>(), 0).unwrap_err().is_index());
    assert_eq!(x.delete((0..100).collect::<Vec<_>>(), 0)?.shape(), [0]);
    assert_eq!(
        x.delete((20..60).rev().collect::<Vec<_>>(), 0)?,
        concat(&[&x.view(s![..20])?, &x.view(s![60..])?], 0)?
    );
    assert_eq!(tensor![[1, 2], [3, 4]].delete(2, None)?, tensor![1, 2, 4]);
    assert!(tensor![1, 2].delete(2, 0).unwrap_err().is_index());
    assert!(tensor![1, 2].delete(0, 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn ranges_of_entries_go() -> Result<()> {
    for shape in SHAPES.iter().filter(|shape| !shape.is_empty()) {
        for (name, x) in arrangements(shape) {
            for axis in 0..shape.len() {
                let size = shape[axis] as i64;
                for (start, stop, step) in [
                    (None, None, 1),
                    (Some(1), Some(2), 1),
                    (Some(0), Some(0), 1),
                    (Some(-1), None, 1),
                    (None, None, 2),
                    (None, None, -1),
                    (None, Some(0), -2),
                    (Some(99), None, -3),
                    (Some(1), Some(99), 99),
                ] {
                    let range = IndexRange::slice(start, stop, step).cutting();
                    let gone = Tensor::arange(0, size, 1)?.load(s![range])?.to_vec()?;
                    let order: Vec<_> =
                        (0..size).filter(|k| !gone.contains(k)).map(|entry| Some(entry as usize)).collect();
                    let name = format!("{name} without {start:?}:{stop:?}:{step} of axis {axis}");
                    check_fresh(&name, &x.delete_range(range, axis as i64)?, &entries(&x, axis, &order, 0));
                }
            }
        }
    }
    assert_eq!(tensor![[1, 2], [3, 4]].delete_range(1..3, None)?, tensor![1, 4]);
    assert!(tensor![1, 2].delete_range(1..3, 0).unwrap_err().is_index());
    assert!(tensor![1, 2].delete_range((.., 0), 0).is_err());
    assert!(tensor![1, 2].delete_range(.., 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn masks_may_be_shorter_or_end_in_false() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(x.compress(&tensor![false, true], 1)?, tensor![[2], [5]]);
    assert_eq!(x.compress(&tensor![true, false, false, false], 1)?, tensor![[1], [4]]);
    assert_eq!(x.compress(&tensor![false, false, false, true], None)?, tensor![4]);
    assert!(x.compress(&tensor![true, false, false, true], 1).unwrap_err().is_index());
    assert!(x.compress(&tensor![[true]], 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn shapes_are_filled_again_and_again() -> Result<()> {
    for shape in SHAPES {
        for (name, x) in arrangements(shape) {
            let all = x.to_vec()?;
            for to in SHAPES {
                let mut next = all.iter().copied().cycle();
                let expected = Grid::build(to, |_| next.next().unwrap_or(0));
                check_fresh(&name, &x.resize(*to)?, &expected);
            }
        }
    }
    Ok(())
}

#[test]
fn axes_of_size_one_come_in_where_they_lack() -> Result<()> {
    for shape in SHAPES {
        for (name, x) in arrangements(shape) {
            let raised: [Vec<usize>; 3] = match **shape {
                [] => [vec![1], vec![1, 1], vec![1, 1, 1]],
                [n] => [vec![n], vec![1, n], vec![1, n, 1]],
                [n, m] => [vec![n, m], vec![n, m], vec![n, m, 1]],
                _ => [shape.to_vec(), shape.to_vec(), shape.to_vec()],
            };
            let found = [x.atleast_1d()?, x.atleast_2d()?, x.atleast_3d()?];
            for (found, shape) in found.iter().zip(raised) {
                check(&name, found, &Grid { shape, values: x.to_vec()? });
                assert!(found.base() == x.base(), "{name}: no copy");
            }
        }
    }
    Ok(())
}

#[test]
fn columns_and_layers_are_joined() -> Result<()> {
    let (v, w, m) = (tensor![1, 2], tensor![3, 4], tensor![[5, 6], [7, 8]]);
    assert_eq!(column_stack(&[&v, &m, &w])?, tensor![[1, 5, 6, 3], [2, 7, 8, 4]]);
    assert_eq!(column_stack(&[&Tensor::scalar(1)?, &Tensor::scalar(2)?])?, tensor![[1, 2]]);
    assert_eq!(dstack(&[&v, &w])?, tensor![[[1, 3], [2, 4]]]);
    assert_eq!(dstack(&[&m, &m])?.shape(), [2, 2, 2]);
    assert_eq!(dstack(&[&Tensor::scalar(1)?])?, tensor![[[1]]]);
    for (found, name) in
        [(column_stack(&[&v, &tensor![1]]), "column_stack: "), (dstack(&[&v, &m]), "dstack: ")]
    {
        let error = found.unwrap_err();
        assert!(error.is_shape() && error.to_string().starts_with(name), "{error}");
    }
    Ok(())
}

#[test]
fn diagonals_are_written_where_they_lie() -> Result<()> {
    for shape in [&[3, 3][..], &[2, 4], &[4, 2], &[0, 3], &[1, 1], &[3, 3, 3], &[2, 2, 2, 2]] {
        for (name, x) in arrangements(shape) {
            let is_on = |index: &[usize]| index.iter().all(|&k| k == index[0]);
            let expected = Grid::build(shape, |index| if is_on(index) { -5 } else { x.get(index).unwrap() });
            x.fill_diagonal(-5)?;
            check(&name, &x, &expected);
            let len = shape.iter().copied().min().unwrap_or(0);
            x.fill_diagonal(&Tensor::from_flat_fn(len, |k| k as i32)?)?;
            check(
                &name,
                &x,
                &Grid::build(shape, |index| if is_on(index) { index[0] as i32 } else { expected.at(index) }),
            );
        }
    }
    let x = Tensor::<u8>::zeros([2, 2])?;
    assert!(x.fill_diagonal([1, 2, 3]).unwrap_err().is_shape());
    assert!(x.fill_diagonal(300).unwrap_err().is_dtype());
    assert_eq!(x, Tensor::<u8>::zeros([2, 2])?);
    assert!(tensor![1, 2].fill_diagonal(0).unwrap_err().is_shape());
    assert!(Tensor::<u8>::zeros([2, 2, 3])?.fill_diagonal(0).unwrap_err().is_shape());
    assert!(tensor![1].broadcast_to([2, 2])?.fill_diagonal(0).unwrap_err().is_read_only());
    Ok(())
}

#[test]
fn indices_of_triangles_take_what_triangles_keep() -> Result<()> {
    for (rows, columns) in [(3, 3), (2, 4), (4, 2), (0, 3), (3, 0), (1, 1)] {
        let x = Tensor::from_flat_fn([rows, columns], |k| k as i32 + 1)?;
        for offset in -5..=5 {
            let kept = |x: Tensor<i32>| -> Result<Vec<i32>> {
                Ok(x.to_vec()?.into_iter().filter(|&k| k != 0).collect())
            };
            let [r, c] = Tensor::tril_indices(rows, columns, offset)?;
            assert_eq!(x.load(s![&r, &c])?.to_vec()?, kept(x.tril(offset)?)?, "{rows} {columns} {offset}");
            let [r, c] = Tensor::triu_indices(rows, columns, offset)?;
            assert_eq!(x.load(s![&r, &c])?.to_vec()?, kept(x.triu(offset)?)?, "{rows} {columns} {offset}");
        }
        let grid = Tensor::indices([rows, columns])?;
        assert_eq!(grid, Tensor::from_fn([2, rows, columns], |index| index[index[0] + 1] as i64)?);
    }
    assert!(
        Tensor::tril_indices(2, 2, i64::MAX)?[0].len() == 4
            && Tensor::tril_indices(2, 2, i64::MIN)?[0].is_empty()
    );
    // More than there is memory for, and many rows of which few have an element.
    assert!(
        Tensor::tril_indices(1 << 40, 1 << 40, 0).is_err()
            && Tensor::tril_indices(usize::MAX, usize::MAX, 0).is_err()
            && Tensor::triu_indices(usize::MAX, usize::MAX, 0).is_err()
            && Tensor::triu_indices(1 << 62, 1 << 62, i64::MIN).is_err()
    );
    assert_eq!(Tensor::triu_indices(1 << 40, 1, 0)?[0], tensor![0_i64]);
    assert_eq!(Tensor::tril_indices(1 << 40, 1, 1 - (1 << 40))?[0], tensor![(1_i64 << 40) - 1]);
    assert_eq!(Tensor::indices(())?.shape(), [0]);
    Ok(())
}
