//! Edge cases that other systems' own tests taught (T), and bugs of theirs that must not return (B).

use lunette::prelude::*;
use lunette::{ErrorKind, Result};

/// A tensor filled by its flat index.
fn filled<const N: usize>(shape: [usize; N]) -> Tensor<i32> {
    Tensor::from_flat_fn(shape, |i| i as i32).unwrap()
}

#[test]
fn t1_the_second_axis_and_a_step_past_half() -> Result<()> {
    let a = filled([3, 3, 3]);
    assert_eq!(a.view(s![.., 1])?, tensor![[3, 4, 5], [12, 13, 14], [21, 22, 23]]);
    let one = a.view(s![(1.., 2)])?;
    assert_eq!(one.shape(), [1, 3, 3]);
    assert_eq!(one.to_vec()?, (9..18).collect::<Vec<_>>());
    Ok(())
}

#[test]
fn t2_indices_outside_are_index_errors() {
    let (a, t, m) = (filled([2, 2]), filled([2, 2, 3]), filled([3]));
    let outside: [(&Tensor<i32>, &[Item<'_>]); 5] =
        [(&a, s![3]), (&a, s![3..]), (&a, s![(3.., 1)]), (&t, s![3, ..]), (&t, s![0, 2, 0])];
    for (x, items) in outside {
        assert!(x.view(items).unwrap_err().is_index(), "view of {items:?}");
        assert!(x.load(items).unwrap_err().is_index(), "load of {items:?}");
        assert!(x.store(items, 0).unwrap_err().is_index(), "store into {items:?}");
    }
    assert!(m.store(s![10], 1).unwrap_err().is_index());
    assert_eq!(m, filled([3]));
}

#[test]
fn t3_negative_ends_and_integers() -> Result<()> {
    let t = filled([2, 2, 3]);
    assert_eq!(t.view(s![..-1])?.shape(), [1, 2, 3]);
    assert_eq!(t.view(s![..-1])?.to_vec()?, [0, 1, 2, 3, 4, 5]);
    assert_eq!(t.view(s![-1])?.shape(), [2, 3]);
    assert_eq!(t.view(s![-1])?.to_vec()?, [6, 7, 8, 9, 10, 11]);
    assert_eq!(Tensor::arange(0, 10, 1)?.view(s![-1])?.item()?, 9);
    Ok(())
}

#[test]
fn t4_stores_into_rows_and_through_slices() -> Result<()> {
    let t = filled([2, 2]);
    t.store(s![0], 100)?;
    assert_eq!(t, tensor![[100, 100], [2, 3]]);
    let t = filled([2, 2, 3]);
    t.store(s![0], &t.view(s![1])?)?;
    assert_eq!(t.to_vec()?, [6, 7, 8, 9, 10, 11, 6, 7, 8, 9, 10, 11]);
    let s = t.view(s![..])?;
    s.store(s![0], 99)?;
    assert_eq!(t.get([0, 0, 0])?, 99);
    assert!(!s.flags().owns_data && t.flags().owns_data);
    Ok(())
}

#[test]
fn t5_contiguity_flags() -> Result<()> {
    let flags = |x: &Tensor<i32>| (x.flags().c_contiguous, x.flags().f_contiguous);
    assert_eq!(flags(&filled([5])), (true, true));
    let (rows, columns) = (filled([2, 2]), filled([2, 2]).copy_in(Order::F)?);
    assert_eq!((flags(&rows), flags(&columns)), ((true, false), (false, true)));
    assert_eq!((flags(&rows.transpose()), flags(&columns.transpose())), ((false, true), (true, false)));
    assert_eq!(rows, columns);
    Ok(())
}

#[test]
fn t6_strides_in_elements() -> Result<()> {
    assert_eq!(filled([3, 2, 2]).strides(), [4, 2, 1]);
    assert_eq!(filled([3, 2, 2]).copy_in(Order::F)?.strides(), [1, 3, 6]);
    assert_eq!(filled([2, 2, 2]).strides(), [4, 2, 1]);
    Ok(())
}

#[test]
fn t7_ragged_rows_and_too_few_values() {
    let error = Tensor::from_nested(vec![vec![1, 2, 3], vec![4, 5]]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Ragged { path, .. } if *path == [1]));
    let error = Tensor::from_vec(vec![1, 2], [2, 2, 3]).unwrap_err();
    assert_eq!(error.to_string(), "from_vec: shape [2, 2, 3] needs 12 values, found 2");
}

#[test]
fn t8_reshape() -> Result<()> {
    let t = filled([2, 2, 3]);
    let view = t.reshape([6, -1])?;
    assert_eq!(view.shape(), [6, 2]);
    view.set([0, 0], 50)?;
    assert_eq!(t.get([0, 0, 0])?, 50);
    assert!(matches!(t.reshape([-1, -1]).unwrap_err().kind(), ErrorKind::ReshapeInfer { .. }));
    assert!(matches!(filled([10]).reshape([3, 3]).unwrap_err().kind(), ErrorKind::Reshape { .. }));
    let copied = t.view(s![.., 1])?.reshape(-1)?;
    assert!(copied.flags().owns_data && !copied.shares_memory(&t));
    Ok(())
}

#[test]
fn t9_permuted_axes() -> Result<()> {
    let t = filled([2, 2, 3]).permute([2, 0, 1])?;
    assert_eq!(t.shape(), [3, 2, 2]);
    assert_eq!(t.to_vec()?, [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
    Ok(())
}

#[test]
fn t10_the_diagonal_is_a_view() -> Result<()> {
    let t = filled([3, 3]);
    let diagonal = t.diagonal()?;
    assert_eq!(diagonal, tensor![0, 4, 8]);
    diagonal.fill(99)?;
    assert_eq!(t, tensor![[99, 1, 2], [3, 99, 5], [6, 7, 99]]);
    assert!(matches!(filled([2, 2, 2]).diagonal().unwrap_err().kind(), ErrorKind::Rank { found: 3, .. }));
    Ok(())
}

#[test]
fn t12_as_strided_makes_overlapping_windows() -> Result<()> {
    let x = filled([8]);
    let rows = x.as_strided([5, 3], &[1, 1])?;
    for row in 0..5 {
        assert_eq!(rows.load(s![row])?, tensor![row, row + 1, row + 2]);
    }
    assert!(rows.fill(0).unwrap_err().is_read_only());
    Ok(())
}

#[test]
fn t13_bytes_seen_anew_and_values_cast() -> Result<()> {
    let x = tensor![0, 1, 2];
    assert_eq!(x.reinterpret::<i16>()?, tensor![0_i16, 0, 1, 0, 2, 0]);
    assert_eq!(tensor![3.4, 4.15, 7.6].cast::<i32>()?, tensor![3, 4, 7]);
    Ok(())
}

#[test]
fn t16_integer_tensors_as_indices() -> Result<()> {
    let (c, x) = (filled([4, 2]), Tensor::from_flat_fn([6, 3], |i| (i % 4) as i32)?);
    let picked = c.load(s![&x])?;
    assert_eq!(picked.shape(), [6, 3, 2]);
    for (i, j, k) in [(0, 0, 0), (5, 2, 1), (3, 1, 0)] {
        assert_eq!(picked.get([i, j, k])?, c.get([x.get([i, j])?, k])?);
    }
    assert_eq!(Tensor::arange(10, 60, 10)?.load(s![&tensor![1, 3]])?, tensor![20, 40]);
    Ok(())
}

#[test]
fn t17_parts_join_back() -> Result<()> {
    let x = filled([2, 3, 7]);
    let parts = x.split_at_positions([4, 6], 2)?;
    assert_eq!(parts.iter().map(|part| part.shape()[2]).collect::<Vec<_>>(), [4, 2, 1]);
    let all: Vec<_> = parts.iter().collect();
    assert_eq!(concat(&all, 2)?, x);
    assert_eq!(concat(&all, -1)?, x);
    let turned: Vec<_> = parts.iter().map(Tensor::transpose).collect();
    assert_eq!(concat(&turned.iter().collect::<Vec<_>>(), 0)?, x.transpose());
    let alone = concat(&[&x], 0)?;
    assert!(alone == x && !alone.shares_memory(&x));
    assert!(concat(&[&x, &filled([2, 3])], 0).unwrap_err().is_shape());
    assert!(concat(&[&x, &filled([2, 4, 7])], 0).unwrap_err().is_shape());
    Ok(())
}

#[test]
fn t22_fill_for_no_axis_and_a_new_axis_in_a_store() -> Result<()> {
    let x = filled([5, 4]);
    assert_eq!(x.view(s![Fill, 1..3, ..2])?, x.view(s![1..3, ..2])?);
    let slice = x.load(s![NewAxis, 1..3, ..2])?;
    assert_eq!(slice.shape(), [1, 2, 2]);
    let y = Tensor::<i32>::zeros([5, 4])?;
    y.store(s![NewAxis, 1..3, ..2], &slice)?;
    assert_eq!(y.load(s![1..3, ..2])?, x.load(s![1..3, ..2])?);
    assert_eq!(y.to_vec()?.iter().filter(|&&value| value != 0).count(), 4);
    Ok(())
}

#[test]
fn t23_empty_ranges() -> Result<()> {
    let x = filled([4, 4]);
    for (i, entries) in [(0, 0), (2, 2)] {
        assert_eq!(x.view(s![i, 0..i])?.shape(), [entries]);
    }
    assert!(x.view(s![0, 0..0])?.to_vec()?.iter().all(|_| false));
    Ok(())
}

#[test]
fn t25_masks() -> Result<()> {
    let row: Vec<i32> = (1..10).collect();
    let x = Tensor::from_vec([row.clone(), row].concat(), [2, 9])?;
    x.set([1, 0], 3)?;
    let is_three = Tensor::from_flat_fn([2, 9], |i| x.get([i / 9, i % 9]) == Ok(3))?;
    assert_eq!(x.load(s![&is_three])?, tensor![3, 3, 3]);
    let first_is_one = tensor![true, false];
    assert_eq!(x.load(s![&first_is_one])?.shape(), [1, 9]);
    let third = Tensor::from_flat_fn([9], |i| i == 2)?;
    let both = x.load_orthogonal(s![&first_is_one, &third])?;
    assert_eq!(both, tensor![[3]]);
    x.store(s![&is_three], &Tensor::scalar(-1)?)?;
    assert_eq!(x.to_vec()?.iter().filter(|&&value| value == -1).count(), 3);

    let hits = tensor![[true, true, false, true], [false, true, true, true]].argwhere()?;
    assert_eq!(hits, tensor![[0_i64, 0], [0, 1], [0, 3], [1, 1], [1, 2], [1, 3]]);
    Ok(())
}

#[test]
fn t26_gather() -> Result<()> {
    let x = filled([4, 3]);
    let rows = tensor![[1], [2], [0], [3]].broadcast_to([4, 2])?;
    assert_eq!(x.gather(&[Some(&rows), None])?, tensor![[3, 4], [6, 7], [0, 1], [9, 10]]);
    let picked = tensor![[1, 2, 2]];
    assert_eq!(x.gather(&[Some(&picked), None])?, tensor![[3, 7, 8]]);
    assert_eq!(x.gather(&[Some(&picked), Some(&tensor![[0, 0, 1]])])?, tensor![[3, 6, 7]]);
    Ok(())
}

#[test]
fn t27_scatter_sums_duplicates() -> Result<()> {
    let x = filled([4, 3]);
    let (rows, columns) = (tensor![[1, 2, 2]], tensor![[0, 0, 1]]);
    let none: Option<&Tensor<i32>> = None;
    let sums = x.scatter_to(&[Some(&rows), Some(&columns)], [3, 3])?;
    assert_eq!(sums, tensor![[0, 0, 0], [18, 0, 0], [22, 26, 0]]);
    let sums = x.scatter_to(&[Some(&rows), None], [3, 3])?;
    assert_eq!(sums, tensor![[0, 0, 0], [18, 0, 0], [0, 22, 26]]);
    let same = x.scatter_to(&[none, none], [5, 3])?;
    assert_eq!(same.load(s![..4])?, x);
    assert_eq!(same.load(s![4])?, tensor![0, 0, 0]);
    Ok(())
}

#[test]
fn b1_a_step_takes_the_ceiling_of_the_quotient() -> Result<()> {
    assert_eq!(filled([5]).view(s![(.., 3)])?, tensor![0, 3]);
    Ok(())
}

#[test]
fn b2_a_negative_step_starts_at_the_last_entry() -> Result<()> {
    assert_eq!(filled([4]).view(s![(.., -2)])?, tensor![3, 1]);
    Ok(())
}

#[test]
fn b3_a_slice_of_a_reversed_view() -> Result<()> {
    assert_eq!(filled([5]).view(s![(.., -1)])?.view(s![1..3])?, tensor![3, 2]);
    Ok(())
}

#[test]
fn b4_an_inclusive_end_at_the_size_is_outside() {
    assert!(filled([4]).view(s![1..=4]).unwrap_err().is_index());
}

#[test]
fn b5_reshape_follows_the_logical_order() -> Result<()> {
    let x = filled([2, 3]);
    assert_eq!(x.copy_in(Order::F)?.reshape([3, 2])?, x.reshape([3, 2])?);
    assert_eq!(x.transpose().reshape(-1)?, tensor![0, 3, 1, 4, 2, 5]);
    Ok(())
}

#[test]
fn b7_linspace_includes_its_end_and_arange_takes_the_ceiling() -> Result<()> {
    assert_eq!(Tensor::linspace(0.0, 1.0, 3)?, tensor![0.0, 0.5, 1.0]);
    assert_eq!(Tensor::arange(0.0, 1.0, 0.3)?.len(), 4);
    assert_eq!(Tensor::arange(0, 7, 2)?, tensor![0, 2, 4, 6]);
    Ok(())
}

#[test]
fn b8_too_many_values_are_refused() {
    assert!(matches!(
        Tensor::from_vec(vec![1, 2, 3], [2]).unwrap_err().kind(),
        ErrorKind::ElementCount { expected: 2, found: 3, .. }
    ));
}

#[test]
fn b9_value_of_a_reversed_view() -> Result<()> {
    assert_eq!(filled([4]).view(s![(.., -1)])?.value()?, 3);
    Ok(())
}

#[test]
fn b10_an_overlapping_store_does_not_smear() -> Result<()> {
    let t = filled([5]);
    t.store(s![1..], &t.view(s![..-1])?)?;
    assert_eq!(t, tensor![0, 0, 1, 2, 3]);
    let t = filled([5]);
    t.store(s![..-1], &t.view(s![1..])?)?;
    assert_eq!(t, tensor![1, 2, 3, 4, 4]);
    let t = filled([5]);
    t.store(s![..], &t.view(s![(.., -1)])?)?;
    assert_eq!(t, tensor![4, 3, 2, 1, 0]);
    Ok(())
}
