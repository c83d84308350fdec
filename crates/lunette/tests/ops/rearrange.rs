//! The same elements in other places: shapes, orders of axes, rolls and turns.

use lunette::prelude::*;
use lunette::{ErrorKind, Result};

use crate::grid::{Grid, SHAPES, arrangements, check, check_fresh};

/// Every order of `rank` axes.
fn orders(rank: usize) -> Vec<Vec<usize>> {
    let mut all = vec![vec![]];
    for axis in 0..rank {
        let insert = |order: &Vec<usize>, at: usize| {
            let mut longer = order.clone();
            longer.insert(at, axis);
            longer
        };
        all = all.iter().flat_map(|order| (0..=axis).map(move |at| insert(order, at))).collect();
    }
    all
}

#[test]
fn reshape_follows_row_major_order_whatever_the_memory() -> Result<()> {
    let wanted: [(&[usize], &[&[i64]]); 5] = [
        (&[2, 3, 4], &[&[24], &[-1], &[6, 4], &[-1, 2], &[4, 3, 2], &[1, 2, 1, 12, 1], &[2, 3, 2, 2]]),
        (&[1, 4, 1], &[&[4], &[2, 2], &[2, -1, 1]]),
        (&[5], &[&[5, 1], &[1, 5], &[-1, 1, 1]]),
        (&[], &[&[1], &[1, 1], &[-1], &[]]),
        (&[0, 4], &[&[0], &[4, 0], &[2, 0, 7], &[-1, 4]]),
    ];
    for (from, targets) in wanted {
        for (name, x) in arrangements(from) {
            for to in targets {
                let y = x.reshape(*to)?;
                let name = format!("{name} to {to:?}");
                assert_eq!(y.to_vec()?, x.to_vec()?, "{name}");
                assert_eq!(y.shape().iter().product::<usize>(), x.len(), "{name}");
                assert_eq!(y.base() == x.base(), y.is_view(), "{name}: a view shares, a copy does not");
                match x.reshape_view(*to) {
                    Ok(view) => assert!(y.is_view() && view.shape() == y.shape(), "{name}"),
                    Err(error) => assert!(
                        !y.is_view() && matches!(error.kind(), ErrorKind::ReshapeCopy { .. }),
                        "{name}"
                    ),
                }
            }
        }
    }
    Ok(())
}

#[test]
fn reshape_of_one_segment_is_a_view() -> Result<()> {
    for shape in SHAPES {
        let x = Tensor::from_flat_fn(*shape, |i| i as u16)?;
        let flat = x.reshape(-1).or_else(|_| x.reshape(0))?;
        assert!(flat.is_view() && flat.base() == x.base(), "{shape:?}");
        assert_eq!(x.ravel()?.to_vec()?, x.to_vec()?);
    }
    for to in [&[5_i64][..], &[-1, -1], &[-2, 3], &[7, -1], &[i64::MAX, 2], &[i64::MIN], &[]] {
        assert!(Tensor::<u8>::zeros([2, 3])?.reshape(to).is_err(), "{to:?}");
    }
    Ok(())
}

#[test]
fn every_order_of_axes() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        for order in orders(x.rank()) {
            let shape: Vec<usize> = order.iter().map(|&axis| whole.shape[axis]).collect();
            let expected = Grid::build(&shape, |index| {
                let mut from = vec![0; index.len()];
                order.iter().zip(index).for_each(|(&axis, &i)| from[axis] = i);
                whole.at(&from)
            });
            let y = x.permute(&order)?;
            check(&format!("{name} {order:?}"), &y, &expected);
            assert!(y.is_view() && y.base() == x.base());
            let sources: Vec<i64> = order.iter().map(|&axis| axis as i64).collect();
            let places: Vec<i64> = (0..order.len() as i64).map(|axis| axis - order.len() as i64).collect();
            check("moveaxis of all axes is a permutation", &x.moveaxis(sources, places)?, &expected);
        }
        let reverse: Vec<usize> = (0..x.rank()).rev().collect();
        check(&name, &x.transpose(), &Grid::of(&x.permute(&reverse)?));
    }
    let x = Tensor::<u8>::zeros([2, 3])?;
    for order in [&[0][..], &[0, 0], &[0, 2], &[0, -3], &[0, 1, 1], &[i64::MIN, 0]] {
        assert!(x.permute(order).unwrap_err().is_shape(), "{order:?}");
    }
    Ok(())
}

#[test]
fn one_axis_moves_and_the_others_keep_their_order() -> Result<()> {
    let x = Tensor::<u8>::zeros([2, 3, 4, 5])?;
    for from in 0..4 {
        for to in 0..4 {
            let mut expected = x.shape().to_vec();
            let size = expected.remove(from as usize);
            expected.insert(to as usize, size);
            assert_eq!(x.moveaxis(from, to)?.shape(), expected, "{from} to {to}");
            assert_eq!(x.moveaxis(from - 4, to - 4)?.shape(), expected);
            let mut swapped = x.shape().to_vec();
            swapped.swap(from as usize, to as usize);
            assert_eq!(x.swapaxes(from, to - 4)?.shape(), swapped);
        }
    }
    assert!(x.moveaxis([0, 1], 2).unwrap_err().is_shape());
    assert!(x.moveaxis([0, 0], [1, 2]).unwrap_err().is_shape());
    assert!(x.swapaxes(0, 4).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn axes_of_size_one_come_and_go() -> Result<()> {
    for (name, x) in arrangements(&[1, 3, 1, 2]) {
        let without = |axes: &[usize]| {
            let kept = |&axis: &usize| !axes.contains(&axis);
            (0..4).filter(kept).map(|axis| x.shape()[axis]).collect::<Vec<_>>()
        };
        assert_eq!(x.squeeze(..)?.shape(), without(&[0, 2]), "{name}");
        assert_eq!(x.squeeze(0)?.shape(), without(&[0]));
        assert_eq!(x.squeeze(-2)?.shape(), without(&[2]));
        assert_eq!(x.squeeze([2, 0])?.shape(), without(&[0, 2]));
        let empty: [i64; 0] = [];
        assert_eq!(x.squeeze(empty)?.shape(), x.shape());
        assert_eq!(x.squeeze(..)?.to_vec()?, x.to_vec()?);
        assert!(x.squeeze(1).unwrap_err().is_shape() && x.squeeze([0, 0]).unwrap_err().is_shape());
        assert_eq!(x.squeeze(..)?.expand_dims([0, 2])?, x, "{name}");
        assert_eq!(x.expand_dims([-1, 0, 3])?.shape(), [1, 1, 3, 1, 1, 2, 1]);
        assert!(x.expand_dims(5).unwrap_err().is_shape() && x.expand_dims([0, -5]).is_ok());
        assert!(x.expand_dims([0, -6]).unwrap_err().is_shape());
    }
    Ok(())
}

#[test]
fn flip_reverses_the_named_axes() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        for mask in 0..1_usize << x.rank() {
            let axes: Vec<usize> = (0..x.rank()).filter(|axis| mask >> axis & 1 == 1).collect();
            let expected = Grid::build(&whole.shape, |index| {
                let mut from = index.to_vec();
                axes.iter().for_each(|&axis| from[axis] = whole.shape[axis] - 1 - index[axis]);
                whole.at(&from)
            });
            check(&format!("{name} {axes:?}"), &x.flip(&axes)?, &expected);
        }
        assert_eq!(x.flip(..)?.flip(..)?, x);
    }
    assert!(tensor![1].flip([0, -1]).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn roll_moves_entries_around_the_end() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        for shift in [0, 1, -1, 3, -7, 1000, i64::MAX, i64::MIN] {
            let moved =
                |i: usize, size: usize| (i as i128 - i128::from(shift)).rem_euclid(size as i128) as usize;
            for axis in 0..x.rank() {
                let expected = Grid::build(&whole.shape, |index| {
                    let mut from = index.to_vec();
                    from[axis] = moved(index[axis], whole.shape[axis]);
                    whole.at(&from)
                });
                check_fresh(&format!("{name} by {shift} along {axis}"), &x.roll(shift, axis)?, &expected);
            }
            let flat = |i: usize| whole.values[moved(i, whole.values.len())];
            let expected =
                Grid { values: (0..whole.values.len()).map(flat).collect(), shape: whole.shape.clone() };
            let rolled = x.roll(shift, ..)?;
            check_fresh(&format!("{name} by {shift}"), &rolled, &expected);
        }
    }
    Ok(())
}

#[test]
fn rolls_along_several_axes_add_up() -> Result<()> {
    let x = Tensor::from_flat_fn([3, 4], |i| i as i32)?;
    assert_eq!(x.roll([1, 2], [0, 1])?, x.roll(1, 0)?.roll(2, 1)?);
    assert_eq!(x.roll([1, 1], [0, 0])?, x.roll(2, 0)?);
    assert_eq!(x.roll(1, [0, 1])?, x.roll([1, 1], [0, 1])?);
    assert!(x.roll([1, 2, 3], [0, 1]).unwrap_err().is_shape());
    assert!(x.roll([1, 2], ..).unwrap_err().is_shape());
    assert!(x.roll(1, 2).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn rot90_turns_from_the_first_axis_towards_the_second() -> Result<()> {
    for (name, x) in [&[2, 3][..], &[2, 3, 4], &[0, 3]].into_iter().flat_map(arrangements) {
        let mut expected = Grid::of(&x);
        for quarters in 0..5 {
            assert_eq!(Grid::of(&x.rot90(quarters, [0, 1])?), expected, "{name} {quarters}");
            assert_eq!(Grid::of(&x.rot90(quarters - 8, [0, 1])?), expected);
            assert_eq!(Grid::of(&x.rot90(-quarters, [1, 0])?), expected);
            // One turn: what stood at (j, n - 1 - i) now stands at (i, j).
            let mut turned = expected.shape.clone();
            turned.swap(0, 1);
            let before = expected.clone();
            expected = Grid::build(&turned, |index| {
                let mut from = index.to_vec();
                (from[0], from[1]) = (index[1], turned[0] - 1 - index[0]);
                before.at(&from)
            });
        }
        assert!(x.rot90(1, [0, 1])?.is_view());
        assert_eq!(x.rot90(i64::MIN, [0, 1])?, x);
    }
    let x = tensor![[1, 2], [3, 4]];
    assert!(x.rot90(1, [0, -2]).unwrap_err().is_shape() && x.rot90(1, [0, 2]).unwrap_err().is_shape());
    assert!(tensor![1].rot90(1, [0, 1]).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn flatten_copies_and_to_contiguous_only_where_it_must() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        check_fresh(&name, &x.flatten()?, &Grid { shape: vec![x.len()], values: whole.values.clone() });
        let segment = x.to_contiguous()?;
        check(&name, &segment, &whole);
        assert!(segment.flags().c_contiguous, "{name}");
        assert_eq!(segment.base() == x.base(), x.flags().c_contiguous, "{name}");
        assert_eq!(x.t(), x.transpose(), "{name}");
    }
    Ok(())
}
