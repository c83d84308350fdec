//! The cases of the load-and-store page (S0), said with the library's verbs. What needs the language's own syntax
//! (immutable names, references, printing statements) is tested there.

use lunette::layout::MAX_RANK;
use lunette::prelude::*;
use lunette::{Duplicates, ErrorKind, Result};

/// The destination of the page, fresh: `(2,3) {1..6}`.
fn dst() -> Tensor<i32> {
    tensor![[1, 2, 3], [4, 5, 6]]
}

/// The source of the page: `(1,2,1) {7,8}`.
fn src() -> Tensor<i32> {
    tensor![[[7], [8]]]
}

fn flat(x: &Tensor<i32>) -> Vec<i32> {
    x.to_vec().unwrap()
}

#[test]
fn s0_1_a_shape_and_flat_values_fill_row_major() -> Result<()> {
    let x = Tensor::from_vec(vec![1, 2, 3, 4, 5, 6], [2, 3])?;
    assert_eq!(x.dtype(), DType::I32);
    for row in 0..2 {
        for column in 0..3 {
            assert_eq!(x.get([row, column])?, 3 * row + column + 1);
        }
    }
    Ok(())
}

#[test]
fn s0_2_axes_of_size_one_are_kept() -> Result<()> {
    assert_eq!(Tensor::from_vec(vec![7, 8], [1, 2, 1])?.shape(), [1, 2, 1]);
    Ok(())
}

#[test]
fn s0_4_one_entry_for_each_axis_in_axis_order() -> Result<()> {
    assert_eq!(dst().load(s![1, 0])?.item()?, 4);
    assert_eq!(dst().load(s![0, 1])?.item()?, 2);
    Ok(())
}

#[test]
fn s0_5_integers_and_ranges_can_be_mixed() -> Result<()> {
    assert_eq!(dst().load(s![(0..2, 1), 2])?, tensor![3, 6]);
    Ok(())
}

#[test]
fn s0_6_the_end_of_a_range_is_excluded() -> Result<()> {
    for (range, entries) in [(0..3, 3), (0..1, 1), (0..2, 2)] {
        assert_eq!(dst().load(s![0, range])?.len(), entries);
    }
    Ok(())
}

#[test]
fn s0_7_an_index_is_a_value_that_can_be_kept() -> Result<()> {
    let range = [Item::Range(lunette::IndexRange::slice(Some(0), Some(2), 1)), Item::At(1)];
    assert_eq!(dst().load(&range)?, dst().load(s![0..2, 1])?);
    assert_eq!(dst().load(s![&range])?, tensor![2, 5]);
    Ok(())
}

#[test]
fn s0_8_a_load_has_memory_of_its_own() -> Result<()> {
    let x = dst();
    let row = x.load(s![0, 0..3])?;
    x.set([0, 0], 99)?;
    assert_eq!(row, tensor![1, 2, 3]);
    row.set([1], 77)?;
    assert_eq!(flat(&x), [99, 2, 3, 4, 5, 6]);
    assert!(!row.shares_memory(&x) && row.base() != x.base() && !row.is_view());
    Ok(())
}

#[test]
fn s0_9_a_load_from_read_only_memory_can_be_written() -> Result<()> {
    let constant = dst().as_read_only();
    assert!(constant.set([0, 0], 1).unwrap_err().is_read_only());
    let loaded = constant.load(s![0])?;
    loaded.set([0], 5)?;
    assert_eq!(loaded, tensor![5, 2, 3]);
    Ok(())
}

#[test]
fn s0_10_an_integer_drops_its_axis() -> Result<()> {
    assert_eq!(dst().load(s![0, 0..3])?.rank(), 1);
    Ok(())
}

#[test]
fn s0_11_a_range_keeps_its_axis_also_at_size_one() -> Result<()> {
    assert_eq!(dst().load(s![0..1, 1])?.shape(), [1]);
    let x = Tensor::from_flat_fn([2, 3, 4], |i| i as i32)?;
    assert_eq!(x.load(s![0..1, 1, 2..4])?.shape(), [1, 2]);
    Ok(())
}

#[test]
fn s0_12_all_integers_give_one_value() -> Result<()> {
    assert_eq!(dst().load(s![1, 1])?.rank(), 0);
    assert_eq!(dst().get([1, 1])?, 5);
    Ok(())
}

#[test]
fn s0_13_src_1_2_is_6() -> Result<()> {
    assert_eq!(dst().get([1, 2])?, 6);
    Ok(())
}

#[test]
fn s0_14_a_row_by_integer_has_shape_3() -> Result<()> {
    assert_eq!(dst().load(s![0, 0..3])?, tensor![1, 2, 3]);
    Ok(())
}

#[test]
fn s0_15_a_row_by_range_has_shape_1_3() -> Result<()> {
    assert_eq!(dst().load(s![0..1, 0..3])?, tensor![[1, 2, 3]]);
    Ok(())
}

#[test]
fn s0_16_a_store_changes_the_destination_only() -> Result<()> {
    let (x, y) = (dst(), src());
    x.store(s![0..2, 1], &y)?;
    assert_eq!(y, src());
    Ok(())
}

#[test]
fn s0_17_case_1_one_element() -> Result<()> {
    let x = dst();
    x.store(s![0, 0], 10)?;
    assert_eq!(flat(&x), [10, 2, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn s0_18_case_2_a_column() -> Result<()> {
    let x = dst();
    x.store(s![0..2, 1], src())?;
    assert_eq!(flat(&x), [1, 7, 3, 4, 8, 6]);
    Ok(())
}

#[test]
fn s0_19_case_3_part_of_a_row() -> Result<()> {
    let x = dst();
    x.store(s![0, 0..2], src())?;
    assert_eq!(flat(&x), [7, 8, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn s0_20_the_cases_one_after_the_other() -> Result<()> {
    let x = dst();
    x.store(s![0, 0], 10)?;
    assert_eq!(flat(&x), [10, 2, 3, 4, 5, 6]);
    x.store(s![0..2, 1], src())?;
    assert_eq!(flat(&x), [10, 7, 3, 4, 8, 6]);
    x.store(s![0, 0..2], src())?;
    assert_eq!(flat(&x), [7, 8, 3, 4, 8, 6]);
    Ok(())
}

#[test]
fn s0_21_all_integers_take_only_a_scalar() -> Result<()> {
    let x = dst();
    assert!(x.store(s![0, 0], tensor![7]).unwrap_err().is_shape());
    assert!(x.store(s![0, 0], tensor![[7]]).unwrap_err().is_shape());
    assert_eq!(x, dst());
    x.store(s![0, 0], &Tensor::scalar(7)?)?;
    assert_eq!(flat(&x), [7, 2, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn r14_one_element_that_not_only_integers_lead_to_takes_axes_of_size_1() -> Result<()> {
    let (x, z) = (dst(), Tensor::scalar(1)?);
    z.store(s![Fill], tensor![5])?;
    assert_eq!(z.item()?, 5);
    z.store(s![Fill], tensor![[6]])?;
    z.scatter(s![Fill], tensor![1], Duplicates::Sum)?;
    assert_eq!(z.item()?, 7);
    x.store(s![0, 0, Fill], tensor![8])?;
    assert_eq!(flat(&x), [8, 2, 3, 4, 5, 6]);
    assert!(x.store(s![0, 0, Fill], tensor![8, 9]).unwrap_err().is_shape());
    let integers = [Item::At(0), Item::At(0)];
    let refused = x.store(&[Item::Items(&integers)], tensor![9]).unwrap_err();
    assert!(refused.is_shape());
    let words =
        "store: a value of shape [1] does not fit one element, which takes a number or a tensor without axes";
    assert_eq!([refused.to_string(), x.store(s![0, 0], tensor![9]).unwrap_err().to_string()], [words; 2]);
    assert_eq!(flat(&x), [8, 2, 3, 4, 5, 6]);
    z.store_orthogonal(s![Fill], tensor![9])?;
    z.write()?.store(s![Fill], tensor![[10]])?;
    assert_eq!(z.item()?, 10);
    let deep = Tensor::<i32>::zeros([1; MAX_RANK])?;
    deep.store(s![Fill], tensor![11])?;
    assert_eq!(flat(&deep), [11], "where there is no room for another axis");
    Ok(())
}

#[test]
fn s0_22_a_range_takes_a_tensor_of_a_compatible_shape() -> Result<()> {
    let x = dst();
    x.store(s![0..1, 0..2], tensor![9, 9])?;
    assert_eq!(flat(&x), [9, 9, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn s0_23_shapes_fit_when_equal_once_the_ones_are_removed() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 1, 3])?;
    x.store(s![.., .., ..], &Tensor::from_vec(vec![1, 2, 3, 4, 5, 6], [2, 3, 1])?)?;
    assert_eq!(flat(&x), [1, 2, 3, 4, 5, 6]);
    Ok(())
}

#[test]
fn s0_24_an_integer_axis_counts_as_size_one() -> Result<()> {
    for (region, expected) in [(s![0..2, 1], [1, 7, 3, 4, 8, 6]), (s![0, 0..2], [7, 8, 3, 4, 5, 6])] {
        let x = dst();
        x.store(region, tensor![7, 8])?;
        assert_eq!(flat(&x), expected);
    }
    Ok(())
}

#[test]
fn s0_25_any_variation_of_the_source_shape() -> Result<()> {
    let fits: [&[usize]; 5] = [&[2], &[1, 2], &[2, 1], &[1, 2, 1], &[2, 1, 1]];
    for shape in fits {
        let value = Tensor::from_vec(vec![7, 8], shape)?;
        let x = dst();
        x.store(s![0..2, 1], &value)?;
        assert_eq!(flat(&x), [1, 7, 3, 4, 8, 6], "{shape:?} into a column");
        let x = dst();
        x.store(s![0, 0..2], &value)?;
        assert_eq!(flat(&x), [7, 8, 3, 4, 5, 6], "{shape:?} into a row");
    }
    let fails: [&[usize]; 3] = [&[3], &[4], &[2, 2]];
    for shape in fails {
        let x = dst();
        let error = x.store(s![0..2, 1], &Tensor::<i32>::zeros(shape)?).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::StoreShape { .. }), "{shape:?}: {error}");
        assert_eq!(x, dst());
    }
    Ok(())
}

#[test]
fn s0_26_elements_are_matched_in_row_major_order() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 1, 2])?;
    let value = tensor![[1, 3], [2, 4]].transpose(); // in memory 1 3 2 4, in order 1 2 3 4
    x.store(s![.., .., ..], &value.expand_dims([2])?)?;
    assert_eq!(flat(&x), [1, 2, 3, 4]);
    Ok(())
}

#[test]
fn s0_27_a_whole_store_needs_identical_shapes() {
    let x = dst();
    let error = x.assign(tensor![[[1, 2, 3], [4, 5, 6]]]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::ShapeMismatch { .. }));
}

#[test]
fn s0_28_case_4_squeezing_does_not_help() -> Result<()> {
    let fails: [&[usize]; 4] = [&[1, 2, 1], &[1, 2, 3], &[3, 2], &[6]];
    for shape in fails {
        let x = dst();
        assert!(x.assign(&Tensor::<i32>::zeros(shape)?).unwrap_err().is_shape(), "{shape:?}");
        assert_eq!(x, dst());
    }
    Ok(())
}

#[test]
fn s0_29_equal_shapes_are_stored() -> Result<()> {
    let x = dst();
    x.assign(tensor![[11, 12, 13], [14, 15, 16]])?;
    assert_eq!(flat(&x), [11, 12, 13, 14, 15, 16]);
    Ok(())
}

#[test]
fn s0_30_after_a_store_no_memory_is_shared() -> Result<()> {
    let (a, b) = (dst(), tensor![[6, 7, 8], [9, 10, 11]]);
    a.assign(&b)?;
    assert_eq!(a.literal().to_string(), "tensor((2,3), {6,7,8,9,10,11})");
    b.set([0, 0], 0)?;
    assert_eq!(a.get([0, 0])?, 6);
    assert!(!a.shares_memory(&b));
    Ok(())
}

#[test]
fn s0_31_another_handle_is_another_name_for_the_data() -> Result<()> {
    let a = dst();
    let b = a.clone();
    b.set([0, 0], 42)?;
    assert_eq!(a.get([0, 0])?, 42);
    assert_eq!(a.base(), b.base());
    Ok(())
}

#[test]
fn s0_32_a_store_through_a_reference_changes_the_original() -> Result<()> {
    let a = dst();
    let b = a.view(s![])?;
    b.assign(tensor![[6, 7, 8], [9, 10, 11]])?;
    assert_eq!(a.literal().to_string(), "tensor((2,3), {6,7,8,9,10,11})");
    Ok(())
}
