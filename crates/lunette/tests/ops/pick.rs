//! take, put, scatter and their like, and the search for what is not zero.

use lunette::prelude::*;
use lunette::{Complex64, Duplicates, Result, f16};

use crate::grid::{Grid, SHAPES, arrangements, check, check_fresh, flat, indices};

/// The entry that an index means, from the end if negative.
fn entry(index: i64, size: usize) -> usize {
    if index < 0 { (size as i64 + index) as usize } else { index as usize }
}

#[test]
fn take_replaces_an_axis_by_the_axes_of_the_indices() -> Result<()> {
    let lists = [tensor![0_i64], tensor![1_i64, -1, 0, -2, 1], Tensor::zeros(0)?];
    let tables =
        [Tensor::scalar(-1_i64)?, tensor![[0_i64, 1], [-1, -2]], tensor![[0_i64, 1], [-1, -2]].transpose()];
    for (name, x) in [&[4][..], &[2, 3], &[3, 2, 4]].into_iter().flat_map(arrangements) {
        let whole = Grid::of(&x);
        for (picked, axis) in
            lists.iter().chain(&tables).flat_map(|list| (0..x.rank()).map(move |axis| (list, axis)))
        {
            let (names, before) = (Grid::of(picked), &whole.shape[..axis]);
            let shape = [before, &names.shape, &whole.shape[axis + 1..]].concat();
            let expected = Grid::build(&shape, |index| {
                let middle = axis..axis + names.shape.len();
                let taken = entry(names.at(&index[middle.clone()]), whole.shape[axis]);
                whole.at(&[&index[..axis], &[taken], &index[middle.end..]].concat())
            });
            check_fresh(&name, &x.take(picked, axis as i64)?, &expected);
            check_fresh(&name, &x.take(&picked.to_dyn(), axis as i64 - x.rank() as i64)?, &expected);
            check_fresh(&name, &x.take(&picked.cast::<i8>()?, axis as i64)?, &expected);
        }
    }
    Ok(())
}

/// An index of one tensor, few entries and many, and rows of every length around where the short way ends.
#[test]
fn one_index_tensor_takes_entries_of_the_first_axis() -> Result<()> {
    let table = tensor![[0_i64, 1], [-1, -2]];
    let lists = [0, 1, 5, 64, 65, 300].map(|len| Tensor::from_flat_fn(len, |i| (3 * i as i64) % 4 - 2));
    let mut picks = lists.into_iter().collect::<Result<Vec<_>>>()?;
    picks.extend([table.transpose(), table, Tensor::scalar(-1_i64)?]);
    for (name, x) in [&[4][..], &[2, 3], &[3, 2, 4], &[2, 5, 13]].into_iter().flat_map(arrangements) {
        let whole = Grid::of(&x);
        for picked in &picks {
            let names = Grid::of(picked);
            let shape = [&names.shape, &whole.shape[1..]].concat();
            let expected = Grid::build(&shape, |index| {
                let (name, rest) = index.split_at(names.shape.len());
                whole.at(&[&[entry(names.at(name), whole.shape[0])], rest].concat())
            });
            check_fresh(&name, &x.load(s![picked])?, &expected);
            check_fresh(&name, &x.load(s![&picked.cast::<i8>()?])?, &expected);
            check_fresh(&name, &x.cast::<u16>()?.load(s![picked])?.cast::<i32>()?, &expected);
            check(&name, &x.load_in(s![picked], Order::F)?, &expected);
        }
    }
    Ok(())
}

#[test]
fn one_index_tensor_stores_into_entries_of_the_first_axis() -> Result<()> {
    for len in [0, 1, 2, 5, 64, 65, 300] {
        for (name, x) in [&[4][..], &[2, 3], &[3, 2, 4], &[2, 5, 13]].into_iter().flat_map(arrangements) {
            let picked = Tensor::from_flat_fn(len, |i| (3 * i as i64) % 4 - 2)?;
            let shape = [&[len], &x.shape()[1..]].concat();
            let values = Tensor::from_flat_fn(&shape, |i| 1000 + i as i32)?;
            let (mut expected, names) = (Grid::of(&x), Grid::of(&picked));
            let place =
                |index: &[usize]| [&[entry(names.values[index[0]], x.shape()[0])], &index[1..]].concat();
            for index in indices(&shape) {
                expected.put(&place(&index), 1000 + flat(&shape, &index) as i32);
            }
            for given in [values.copy_in(Order::F)?, values] {
                x.store(s![&picked], &given)?;
                check(&name, &x, &expected);
            }
            x.store(s![&picked], 7.9)?;
            indices(&shape).iter().for_each(|index| expected.put(&place(index), 7));
            check(&name, &x, &expected);
            assert!(x.store(s![&picked], Complex64::new(1.0, 0.0)).unwrap_err().is_dtype());
            assert!(x.store(s![&tensor![0_i64, 1]], f64::NAN).unwrap_err().is_dtype());
            assert!(x.store(s![&tensor![0_i64, 9]], 1).unwrap_err().is_index());
            check(&format!("{name}: nothing is written"), &x, &expected);
        }
    }
    let x = tensor![1, 2, 3, 4];
    x.store(s![&tensor![0, 1, 2]], &x.view(s![1..])?)?;
    assert_eq!(x, tensor![2, 3, 4, 4], "values that lie among the elements are read first");
    x.store(s![&tensor![3, 2, 1, 0]], &x)?;
    assert_eq!(x, tensor![4, 4, 3, 2]);
    let order = tensor![2_i64, 0, 1];
    order.store(s![&order], tensor![10_i64, 20, 30])?;
    assert_eq!(order, tensor![20_i64, 30, 10], "an index may be what is written");
    assert!(x.as_read_only().store(s![&tensor![0]], 1).unwrap_err().is_read_only());
    Ok(())
}

#[test]
fn a_mask_of_all_elements_takes_them_in_row_major_order() -> Result<()> {
    for (name, x) in [&[1][..], &[5], &[63], &[64], &[65], &[2, 3], &[0, 4], &[8, 8], &[2, 3, 4]]
        .into_iter()
        .flat_map(arrangements)
    {
        let whole = Grid::of(&x);
        for step in [1, 2, 3, 100] {
            let mask = Tensor::from_flat_fn(x.shape(), |i| i % step == step - 1)?;
            let values: Vec<i32> = whole.values.iter().copied().skip(step - 1).step_by(step).collect();
            let expected = Grid { shape: vec![values.len()], values };
            for mask in [mask.copy_in(Order::F)?, mask.flip(..)?.copy()?.flip(..)?, mask] {
                check_fresh(&name, &x.load(s![&mask])?, &expected);
                check_fresh(
                    &name,
                    &x.cast::<u8>()?.load(s![&mask])?.cast::<i32>()?,
                    &Grid {
                        shape: expected.shape.clone(),
                        values: expected.values.iter().map(|&value| i32::from(value as u8)).collect(),
                    },
                );
            }
        }
        assert!(x.load(s![&Tensor::full([7, 7], true)?]).is_err(), "{name}: another shape");
    }
    assert_eq!(
        Tensor::scalar(3)?.load(s![&Tensor::scalar(true)?])?,
        tensor![3],
        "a mask of rank 0 adds an axis"
    );
    Ok(())
}

#[test]
fn one_index_tensor_names_entries_that_exist() -> Result<()> {
    let x = tensor![[10, 20], [30, 40], [50, 60]];
    for wrong in [3_i64, -4, i64::MAX, i64::MIN] {
        let error = x.load(s![&tensor![0, wrong]]).unwrap_err();
        assert!(error.is_index() && error.to_string().contains(&wrong.to_string()), "{error}");
    }
    assert!(x.load(s![&tensor![u64::MAX]]).unwrap_err().is_index(), "does not wrap to -1");
    assert!(x.load(s![&tensor![0.5].into_dyn()]).is_err());
    assert!(Tensor::<i32>::zeros([0, 2])?.load(s![&tensor![0]]).unwrap_err().is_index());
    assert_eq!(Tensor::<i32>::zeros([3, 0])?.load(s![&tensor![2, 0]])?.shape(), [2, 0]);
    assert_eq!(x.load(s![&x.cast::<i64>()?.multiply(0)?])?.shape(), [3, 2, 2], "and may be its own shape");
    assert!(Tensor::scalar(1)?.load(s![&tensor![0]]).unwrap_err().is_index(), "there is no axis");
    let (deep, wide) = (Tensor::<i64>::zeros([1; 20].as_slice())?, Tensor::<i32>::zeros([1; 20].as_slice())?);
    assert_eq!(wide.load(s![&deep])?.rank(), 39);
    Ok(())
}

#[test]
fn take_refuses_what_is_no_entry() -> Result<()> {
    let x = tensor![10, 20, 30];
    for wrong in [3_i64, -4, i64::MAX, i64::MIN] {
        assert!(x.take(&tensor![0, wrong], 0).unwrap_err().is_index(), "{wrong}");
    }
    assert!(x.take(&tensor![u64::MAX], 0).unwrap_err().is_index(), "does not wrap to -1");
    assert!(x.take(&tensor![true, false, true], 0).unwrap_err().is_index(), "a mask is no list of entries");
    assert!(x.take(&tensor![0.5].into_dyn(), 0).unwrap_err().is_index());
    assert!(x.take(&tensor![0], 1).unwrap_err().is_shape());
    assert!(Tensor::<i32>::zeros([0])?.take(&tensor![0], 0).unwrap_err().is_index());
    assert_eq!(Tensor::<i32>::zeros([0, 2])?.take(&Tensor::<i64>::zeros(0)?, 0)?.shape(), [0, 2]);
    Ok(())
}

#[test]
fn take_along_axis_follows_each_lane() -> Result<()> {
    for (name, x) in [&[4][..], &[2, 3], &[3, 2, 4]].into_iter().flat_map(arrangements) {
        let whole = Grid::of(&x);
        for axis in 0..x.rank() {
            for len in [0, 1, 5] {
                let mut shape = whole.shape.clone();
                shape[axis] = len;
                let size = whole.shape[axis] as i64;
                let order = Tensor::from_flat_fn(&shape, |i| (7 * i as i64 + 1) % (2 * size) - size)?;
                let names = Grid::of(&order);
                let expected = Grid::build(&shape, |index| {
                    let mut from = index.to_vec();
                    from[axis] = entry(names.at(index), whole.shape[axis]);
                    whole.at(&from)
                });
                check_fresh(&name, &x.take_along_axis(&order, axis as i64)?, &expected);
                check_fresh(&name, &x.take_along_axis(&order.copy_in(Order::F)?, axis as i64)?, &expected);
            }
        }
    }
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    assert_eq!(
        x.take_along_axis(&tensor![[2, 0]], 1)?,
        tensor![[3, 1], [6, 4]],
        "off the axis it broadcasts"
    );
    assert_eq!(x.take_along_axis(&tensor![[1], [0]], 0)?, tensor![[4, 5, 6], [1, 2, 3]]);
    assert!(x.take_along_axis(&tensor![0, 1], 1).unwrap_err().is_shape());
    assert!(x.take_along_axis(&tensor![[3], [0]], 1).unwrap_err().is_index());
    assert!(x.take_along_axis(&tensor![[0], [0], [0]], 1).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn put_writes_at_flat_positions_whatever_the_strides() -> Result<()> {
    for (name, x) in [&[6][..], &[2, 3], &[3, 2, 4]].into_iter().flat_map(arrangements) {
        for x in [x.copy()?, x.transpose(), x.flip(..)?, x] {
            let mut expected = Grid::of(&x);
            let len = expected.values.len();
            let positions = tensor![0_i64, -1, 3, 2, 3];
            for (k, position) in positions.to_vec()?.into_iter().enumerate() {
                expected.values[entry(position, len)] = 100 + k as i32;
            }
            x.put(&positions, [100, 101, 102, 103, 104])?;
            check(&format!("{name}: the last of two values stays"), &x, &expected);
            x.put(&tensor![[1_u8], [4]], 7.9)?;
            (expected.values[1], expected.values[4]) = (7, 7);
            check(&name, &x, &expected);
            let refused = x.put(&tensor![0_i64, len as i64], -1).unwrap_err();
            assert!(refused.is_index());
            check(&format!("{name}: nothing is written"), &x, &expected);
        }
    }
    Ok(())
}

#[test]
fn put_stretches_its_value_and_refuses_what_does_not_fit() -> Result<()> {
    let x = Tensor::<u8>::zeros([2, 3])?;
    x.put(&tensor![[0, 1], [2, 3]], tensor![5, 6])?;
    assert_eq!(x, tensor![[5_u8, 6, 5], [6, 0, 0]]);
    assert!(x.put(&tensor![0, 1, 2], [1, 2]).unwrap_err().is_shape());
    assert!(x.put(&tensor![0, 1], [1, 256]).unwrap_err().is_dtype());
    assert!(x.put(&tensor![true], 1).unwrap_err().is_index());
    assert!(x.as_read_only().put(&tensor![0], 1).unwrap_err().is_read_only());
    assert_eq!(x, tensor![[5_u8, 6, 5], [6, 0, 0]], "a refused put writes nothing");
    x.put(&tensor![4, 5], &x.view(s![0, ..2])?)?;
    assert_eq!(x, tensor![[5_u8, 6, 5], [6, 5, 6]], "it may read what it writes");
    Ok(())
}

#[test]
fn scatter_sums_what_meets_or_keeps_the_last() -> Result<()> {
    for (name, x) in [&[5][..], &[5, 2], &[5, 3, 2]].into_iter().flat_map(arrangements) {
        let rows = [4_usize, 0, 4, 4, 2];
        let named = Tensor::from_values(rows.iter().map(|&row| row as i32 - 5), [5])?;
        let (before, value) = (Grid::of(&x), Tensor::from_flat_fn(x.shape(), |i| i as i32)?);
        let (mut summed, mut last, added) = (before.clone(), before.clone(), Grid::of(&value));
        for index in indices(&before.shape) {
            let mut to = index.clone();
            to[0] = rows[index[0]];
            summed.put(&to, summed.at(&to) + added.at(&index));
            last.put(&to, added.at(&index));
        }
        x.scatter(s![&named], &value, Duplicates::Sum)?;
        check(&name, &x, &summed);
        x.store(s![..], &Tensor::from_values(before.values, x.shape())?)?;
        x.scatter(s![&named], &value, Duplicates::LastWins)?;
        check(&name, &x, &last);
    }
    Ok(())
}

#[test]
fn sums_in_every_dtype_and_through_ranges() -> Result<()> {
    for dtype in DType::ALL.into_iter().filter(|&dtype| dtype != DType::Bool) {
        let counts = DynTensor::zeros_of(dtype, 3)?;
        counts.scatter(s![&tensor![0, 2, 2, 2]], &DynTensor::ones_of(dtype, 4)?, Duplicates::Sum)?;
        assert_eq!(counts.cast::<i32>()?, tensor![1, 0, 3], "{dtype}");
        counts.scatter(s![1..], 2_u8, Duplicates::Sum)?;
        assert_eq!(counts.cast::<i32>()?, tensor![1, 2, 5], "{dtype}: ranges have no duplicates");
    }
    let bytes = tensor![250_u8, 0];
    bytes.scatter(s![&tensor![0, 0]], 5_u8, Duplicates::Sum)?;
    assert_eq!(bytes, tensor![4_u8, 0], "integers wrap");
    for refused in [
        bytes.scatter(s![&tensor![0]], 1.5, Duplicates::Sum),
        tensor![true].scatter(s![&tensor![0]], true, Duplicates::Sum),
        tensor![1.0].scatter(s![&tensor![0]], Complex64::ONE, Duplicates::Sum),
    ] {
        assert!(refused.unwrap_err().is_dtype());
    }
    Ok(())
}

#[test]
fn gather_and_scatter_to_go_by_one_index_tensor_for_each_axis() -> Result<()> {
    for (name, x) in arrangements(&[4, 3]) {
        let whole = Grid::of(&x);
        let (rows, columns) = (tensor![[1, 2, -1], [0, 0, 1]], tensor![[0, 2, 1]]);
        let (row, column) = (Grid::of(&rows), Grid::of(&columns));
        let at = |i: &[usize]| [entry(row.at(i).into(), 4), column.at(&[0, i[1]]) as usize];
        let gathered = x.gather(&[Some(&rows), Some(&columns)])?;
        check_fresh(&name, &gathered, &Grid::build(&[2, 3], |i| whole.at(&at(i))));
        let by_place = x.gather(&[Some(&rows), None])?;
        check_fresh(&name, &by_place, &Grid::build(&[2, 3], |i| whole.at(&[at(i)[0], i[1]])));

        let mut summed = Grid::build(&[4, 3], |_| 0);
        for index in indices(&[2, 3]) {
            summed.put(&at(&index), summed.at(&at(&index)) + by_place.get(&index)?);
        }
        check_fresh(&name, &by_place.scatter_to(&[Some(&rows), Some(&columns)], [4, 3])?, &summed);
        let same = x.scatter_to::<i32>(&[None, None], [5, 3])?;
        check_fresh(&name, &same, &Grid::build(&[5, 3], |i| if i[0] < 4 { whole.at(i) } else { 0 }));
        assert!(x.gather(&[Some(&rows)]).unwrap_err().is_shape());
        assert!(x.gather(&[Some(&tensor![[4, 0, 0]]), None]).unwrap_err().is_index());
        assert!(x.scatter_to(&[Some(&rows), None], [4, 3]).unwrap_err().is_shape());
    }
    Ok(())
}

#[test]
fn store_where_goes_by_a_stretched_mask() -> Result<()> {
    let masks =
        [tensor![[true, false, true], [false, true, true]], tensor![[true], [false]], Tensor::scalar(true)?];
    let values = [tensor![[1, 2, 3], [4, 5, 6]], tensor![[7, 8, 9]], tensor![[10], [20]], Tensor::scalar(5)?];
    for ((name, x), mask) in
        arrangements(&[2, 3]).into_iter().flat_map(|x| masks.iter().map(move |mask| (x.clone(), mask)))
    {
        for value in &values {
            let before = Grid::of(&x);
            let (wide, right) =
                (Grid::of(&mask.broadcast_to([2, 3])?), Grid::of(&value.broadcast_to([2, 3])?));
            x.store_where(mask, value)?;
            check(&name, &x, &Grid::build(&[2, 3], |i| if wide.at(i) { right.at(i) } else { before.at(i) }));
        }
        x.store_where(mask, -3.9)?;
        assert_eq!(x.value()?, -3, "{name}");
        x.store_where(mask, [1_u8, 2, 3])?;
        assert_eq!(x.view(s![0, ..1])?, tensor![1], "{name}");
    }
    let x = tensor![1, 2];
    assert!(x.store_where(&tensor![true, false, true], 1).unwrap_err().is_shape());
    assert!(x.store_where(&tensor![true, false], tensor![1, 2, 3]).unwrap_err().is_shape());
    x.store_where(&tensor![false, true], tensor![f64::NAN, 5.0])?;
    assert_eq!(x, tensor![1, 5]);
    assert!(
        x.store_where(&tensor![true, true], tensor![0.0, f64::NAN]).unwrap_err().is_dtype()
            && x == tensor![1, 5]
    );
    x.store_where(&tensor![true, true], &x.flip(0)?)?;
    assert_eq!(x, tensor![5, 1], "it may read what it writes");
    let one = Tensor::scalar(3)?;
    one.store_where(&Tensor::scalar(false)?, &Tensor::scalar(4)?)?;
    assert_eq!(one.item()?, 3);
    one.store_where(&Tensor::scalar(true)?, &Tensor::scalar(4.5)?)?;
    assert_eq!(one.item()?, 4, "rank 0");
    let bools = tensor![true, false, true];
    bools.store_where(&bools, tensor![false, true, true])?;
    assert_eq!(bools, tensor![false, false, true], "the mask may be what is written");
    Ok(())
}

#[test]
fn nonzero_and_argwhere_list_hits_in_row_major_order() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let whole = Grid::of(&x);
        let third = |index: &[usize]| flat(&whole.shape, index).is_multiple_of(3);
        x.store_where(&Tensor::from_fn(x.shape(), third)?, 0)?;
        let hits: Vec<Vec<usize>> = indices(&whole.shape).into_iter().filter(|index| !third(index)).collect();
        let table = x.argwhere()?;
        let expected = Grid::build(&[hits.len(), x.rank()], |i| hits[i[0]][i[1]] as i64);
        check_fresh(&name, &table, &expected);
        if x.rank() == 0 {
            assert!(x.nonzero().unwrap_err().is_shape());
            continue;
        }
        for (axis, column) in x.nonzero()?.iter().enumerate() {
            check_fresh(&name, column, &Grid::build(&[hits.len()], |i| hits[i[0]][axis] as i64));
        }
    }
    Ok(())
}

#[test]
fn zero_has_two_signs_and_nan_is_not_zero() -> Result<()> {
    assert_eq!(tensor![0.0, -0.0, f64::NAN, 1e-300].nonzero()?[0], tensor![2_i64, 3]);
    assert_eq!(tensor![f16::NEG_ZERO, f16::NAN, f16::ONE].nonzero()?[0], tensor![1_i64, 2]);
    let complex = |re, im| lunette::Complex32::new(re, im);
    assert_eq!(tensor![complex(0.0, -0.0), complex(0.0, 1.0)].nonzero()?[0], tensor![1_i64]);
    assert_eq!(tensor![false, true, true].nonzero()?[0], tensor![1_i64, 2]);
    Ok(())
}

#[test]
fn scattering_to_rank_0_is_the_sum() -> Result<()> {
    let none: &[Option<&Tensor<i64>>] = &[];
    for (name, x) in [&[][..], &[3], &[2, 3], &[0], &[3, 2, 4]].into_iter().flat_map(arrangements) {
        let sum = x.scatter_to(none, ())?;
        assert_eq!((sum.rank(), sum.item()?), (0, x.to_vec()?.iter().sum()), "{name}");
    }
    Ok(())
}

#[test]
fn put_names_the_position_and_the_count() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 3])?;
    for wrong in [6_i64, 7, -7] {
        let error = x.put(&tensor![0, wrong], 1).unwrap_err();
        assert!(error.is_index());
        let text = error.to_string();
        assert!(text.contains(&format!("position {wrong}")) && text.contains("6 elements"), "{text}");
    }
    assert_eq!(x, Tensor::zeros([2, 3])?);
    Ok(())
}

#[test]
fn lists_of_bools_are_masks() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]];
    let list = vec![true, false, true];
    let expected = x.load(s![.., &tensor![true, false, true]])?;
    for picked in [
        x.load(s![.., &[true, false, true]])?,
        x.load(s![.., &list])?,
        x.load(s![.., &list[..]])?,
        x.load(s![.., list.clone()])?,
    ] {
        assert_eq!(picked, expected);
    }
    x.store(s![&[false, true], &[true, true, false]], 0)?;
    assert_eq!(x, tensor![[1, 2, 3], [0, 0, 6]]);
    assert!(x.load(s![&[true, false, true]]).unwrap_err().is_index(), "a mask of another length");
    Ok(())
}

#[test]
fn masks_without_entries_pick_and_write_nothing() -> Result<()> {
    for (name, x) in arrangements(&[2, 3]) {
        let before = x.copy()?;
        for (shape, picked) in [(&[0][..], &[0, 3][..]), (&[0, 3], &[0]), (&[2, 0], &[0]), (&[0, 0], &[0])] {
            let mask = Tensor::<bool>::zeros(shape)?;
            assert_eq!(x.load(s![&mask])?.shape(), picked, "{name}: {shape:?}");
            assert_eq!(x.read()?.load(s![&mask])?.shape(), picked, "{name}: {shape:?}");
            assert_eq!(x.load_orthogonal(s![&mask])?.shape(), picked, "{name}: {shape:?}");
            x.store(s![&mask], 9)?;
            x.store(s![&mask], &Tensor::<i64>::zeros(picked)?)?;
            x.write()?.store(s![&mask], 9)?;
            x.store_orthogonal(s![&mask], 9)?;
            x.scatter(s![&mask], 9, Duplicates::Sum)?;
            assert!(x.store(s![&mask], tensor![[1, 2], [3, 4]]).unwrap_err().is_shape(), "{name}: {shape:?}");
        }
        for shape in [&[0, 5][..], &[5, 0], &[1, 0], &[0, 1]] {
            let mask = Tensor::<bool>::zeros(shape)?;
            assert!(x.load(s![&mask]).unwrap_err().is_index(), "{name}: {shape:?}");
            assert!(x.store(s![&mask], 9).unwrap_err().is_index(), "{name}: {shape:?}");
        }
        assert_eq!(x, before, "{name}");
    }
    Ok(())
}

#[test]
fn guards_and_writable_views_are_values() -> Result<()> {
    let (x, y) = (Tensor::<f64>::zeros([2, 3])?, tensor![[1, 2, 3], [4, 5, 6]]);
    x.store(s![..], &y.read()?)?;
    assert_eq!(x, y.cast()?);
    let mut guard = y.write()?;
    guard.map_in_place(|v| v * 10);
    x.store(s![0], &guard.view(s![1])?)?;
    x.store(s![1], guard.view_mut(s![0])?)?;
    assert_eq!(x, tensor![[40.0, 50.0, 60.0], [10.0, 20.0, 30.0]]);
    x.store(s![&tensor![1, 0]], &guard)?;
    assert_eq!(x.get([1, 0])?, 10.0);
    assert!(x.store(s![0], &x.read()?).unwrap_err().is_busy(), "a guard on the memory itself");
    Ok(())
}

#[test]
fn maps_in_place_reach_every_view_and_nothing_else() -> Result<()> {
    let x = Tensor::from_flat_fn([3, 4], |i| i as i64)?;
    x.view(s![1.., (.., -2)])?.map_in_place(|v| -v)?;
    assert_eq!(x, tensor![[0, 1, 2, 3], [4, -5, 6, -7], [8, -9, 10, -11]]);
    x.transpose().map_in_place(|v| v + 1)?;
    assert_eq!(x, tensor![[1, 2, 3, 4], [5, -4, 7, -6], [9, -8, 11, -10]]);
    assert!(x.broadcast_to([2, 3, 4])?.map_in_place(|v| v).unwrap_err().is_read_only());
    let guard = x.read()?;
    assert!(x.map_in_place(|v| v).unwrap_err().is_busy());
    drop(guard);
    Ok(())
}

#[test]
fn positions_become_indices_along_each_axis() -> Result<()> {
    for shape in [&[6][..], &[2, 3], &[3, 1, 2, 4]] {
        let len: usize = shape.iter().product();
        let all = Tensor::from_flat_fn(shape, |k| k as i64)?;
        // Each position of a tensor that holds its positions is found at the indices that it becomes.
        for positions in [all.clone(), all.subtract(len as i64)?, all.transpose(), all.flip(..)?] {
            let found = positions.unravel_index(shape)?;
            assert!(found.len() == shape.len() && found.iter().all(|axis| axis.shape() == positions.shape()));
            let places: Vec<_> = found.iter().map(Some).collect();
            assert_eq!(all.gather(&places)?, positions.remainder(len as i64)?, "{shape:?}");
        }
        assert_eq!(all.cast::<u8>()?.unravel_index(shape)?, all.unravel_index(shape)?);
        for outside in [len as i64, -(len as i64) - 1] {
            let error = tensor![0, outside].unravel_index(shape).unwrap_err();
            assert!(error.is_index() && error.to_string().contains(&outside.to_string()), "{error}");
        }
    }
    assert!(Tensor::scalar(0)?.unravel_index(())?.is_empty());
    assert_eq!(Tensor::<i32>::zeros(0)?.unravel_index([0, usize::MAX / 2])?[1].shape(), [0]);
    assert!(
        Tensor::<i32>::zeros(0)?.unravel_index([0, usize::MAX / 8, usize::MAX / 8]).unwrap_err().is_memory()
    );
    assert!(tensor![0].unravel_index([0, 3]).unwrap_err().is_index());
    assert!(tensor![0.5].unravel_index(3).is_err() && tensor![true].unravel_index(3).is_err());
    Ok(())
}

#[test]
fn entries_along_an_axis_are_put_where_they_are_taken() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        for axis in 0..x.rank() as i64 {
            let order = x.negative()?.argsort(axis)?;
            let sorted = x.take_along_axis(&order, axis)?;
            let y = x.zeros_like()?;
            y.put_along_axis(&order, &sorted, axis)?;
            assert_eq!(y, x, "{name} along {axis}");
            let turned = x.transpose();
            let back = x.rank() as i64 - 1 - axis;
            turned.put_along_axis(&order.transpose(), 5, back)?;
            assert!(x.to_vec()?.iter().all(|&v| v == 5), "{name} along {axis}");
        }
    }
    let x = Tensor::<i32>::zeros([2, 3])?;
    x.put_along_axis(&tensor![[2]], tensor![[7], [8]], 1)?; // the indices stretch off the axis
    x.put_along_axis(&tensor![[-2, -3]], 1, 1)?;
    assert_eq!(x, tensor![[1, 1, 7], [1, 1, 8]]);
    x.put_along_axis(&tensor![[0, 0]], tensor![[3, 4]], 1)?; // the last one stays
    assert_eq!(x.index_axis(1, 0)?, tensor![4, 4]);
    let before = x.copy()?;
    assert!(x.put_along_axis(&tensor![[3]], 0, 1).unwrap_err().is_index());
    assert!(x.put_along_axis(&tensor![0], 0, 1).unwrap_err().is_shape());
    assert!(x.put_along_axis(&tensor![[0]], 0, 2).unwrap_err().is_shape());
    assert!(x.put_along_axis(&tensor![[true]], 0, 1).is_err());
    assert!(x.put_along_axis(&tensor![[0]], f64::NAN, 1).unwrap_err().is_dtype());
    assert!(x.as_read_only().put_along_axis(&tensor![[0]], 0, 1).unwrap_err().is_read_only());
    assert_eq!(x, before);
    Ok(())
}

#[test]
fn positions_and_indices_name_each_other() -> Result<()> {
    for shape in SHAPES.iter().filter(|shape| !shape.is_empty()) {
        let len: usize = shape.iter().product();
        let positions = Tensor::from_flat_fn(len, |k| k as i64)?;
        let indices = positions.unravel_index(*shape)?;
        let indices: Vec<&Tensor<i64>> = indices.iter().collect();
        assert_eq!(lunette::ravel_multi_index(&indices, *shape)?, positions, "{shape:?}");
    }
    let (rows, columns) = (tensor![[0_u8], [1]].transpose(), tensor![[2_u8], [0], [1]]);
    let found = lunette::ravel_multi_index(&[&rows, &columns], [2, 3])?;
    assert_eq!(found, tensor![[2_i64, 5], [0, 3], [1, 4]]);
    assert_eq!(lunette::ravel_multi_index(&[&tensor![-1], &tensor![-3]], [2, 3])?, tensor![3_i64]);
    let error = lunette::ravel_multi_index(&[&tensor![0], &tensor![3]], [2, 3]).unwrap_err();
    assert!(error.is_index() && error.to_string().contains("axis 1"), "{error}");
    assert!(lunette::ravel_multi_index(&[&tensor![0]], [2, 3]).is_err());
    assert!(lunette::ravel_multi_index(&[&tensor![true]], [2]).is_err());
    assert!(lunette::ravel_multi_index(&[&tensor![0, 1], &tensor![0, 1, 2]], [2, 3]).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn flat_positions_of_what_is_not_zero() -> Result<()> {
    for (name, x) in SHAPES.iter().flat_map(|shape| arrangements(shape)) {
        let odd = x.remainder(2)?;
        let expected: Vec<i64> =
            odd.to_vec()?.iter().enumerate().filter(|(_, v)| **v != 0).map(|(k, _)| k as i64).collect();
        assert_eq!(odd.flatnonzero()?.to_vec()?, expected, "{name}");
    }
    assert_eq!(tensor![f64::NAN, 0.0, -0.0].flatnonzero()?, tensor![0_i64]);
    Ok(())
}

#[test]
fn take_takes_lists_of_any_integers() -> Result<()> {
    let x = tensor![[1, 2, 3], [4, 5, 6]].transpose();
    let expected = x.take(&tensor![2, 0, -1], 0)?;
    assert_eq!(expected, tensor![[3, 6], [1, 4], [3, 6]]);
    assert_eq!(x.take([2, 0, -1], 0)?, expected);
    assert_eq!(x.take([2_i8, 0, -1], 0)?, expected);
    assert_eq!(x.take(vec![2_i128, 0, -1], 0)?, expected);
    assert_eq!(x.take(&[2_usize, 0, 2][..], 0)?, expected);
    assert_eq!(x.read()?.take(vec![2_u8, 0, 2], 0)?, expected);
    assert_eq!(x.take([0_i64; 0], 1)?.shape(), [3, 0]);
    // What no axis has is out of range, however large it is.
    for wrong in [u64::MAX, 3] {
        assert!(x.take([wrong], 0).unwrap_err().is_index());
    }
    Ok(())
}

#[test]
fn slices_of_an_axis_have_steps() -> Result<()> {
    let x = Tensor::arange(0, 24, 1)?.reshape([4, 6])?;
    assert_eq!(x.slice_axis(1, (1.., 2))?, x.view(s![.., (1.., 2)])?);
    assert_eq!(x.slice_axis(0, (.., -1))?, x.view(s![(.., -1)])?);
    assert_eq!(x.slice_axis(0, ((..99).cutting(), 3))?, x.view(s![(.., 3)])?);
    assert_eq!(x.read()?.slice_axis(-1, (.., -2))?, x.view(s![.., (.., -2)])?);
    Ok(())
}
