//! The cases of the pages on the N-dimensional tensor (S1) and on indexing (S2).

use lunette::prelude::*;
use lunette::{ErrorKind, Layout, Result};

fn x23() -> Tensor<i32> {
    tensor![[1, 2, 3], [4, 5, 6]]
}

fn arange10() -> Tensor<i32> {
    Tensor::arange(0, 10, 1).unwrap()
}

#[test]
fn s1_1_one_type_and_one_size_of_items() {
    assert_eq!((x23().dtype(), x23().item_size(), x23().len()), (DType::I32, 4, 6));
}

#[test]
fn s1_2_shape_says_how_many_axes_and_items() -> Result<()> {
    let x = Tensor::<u8>::zeros([2, 0, 5])?;
    assert_eq!((x.rank(), x.len(), x.is_empty()), (3, 0, true));
    assert_eq!(Tensor::<u8>::zeros([])?.len(), 1);
    assert_eq!(Tensor::<u8>::zeros([2, 3, 4])?.len(), 24);
    Ok(())
}

#[test]
fn s1_3_every_dtype_has_its_item_size() -> Result<()> {
    let sizes = [1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16];
    for (dtype, size) in DType::ALL.into_iter().zip(sizes) {
        let x = DynTensor::zeros_of(dtype, [3])?;
        assert_eq!((x.dtype(), x.item_size(), x.nbytes()), (dtype, size, 3 * size));
    }
    Ok(())
}

#[test]
fn s1_4_contents_are_read_and_changed_by_index_and_by_slice() -> Result<()> {
    let x = x23();
    x.set([1, 2], 60)?;
    x.store(s![0, 1..], [20, 30])?;
    assert_eq!(x, tensor![[1, 20, 30], [4, 5, 60]]);
    Ok(())
}

#[test]
fn s1_5_tensors_can_share_data() -> Result<()> {
    let x = x23();
    let (row, column) = (x.view(s![0])?, x.view(s![.., 0])?);
    row.set([0], 7)?;
    assert_eq!(column.get([0])?, 7);
    Ok(())
}

#[test]
fn s1_6_a_view_keeps_its_base_alive() -> Result<()> {
    let view = {
        let x = x23();
        x.view(s![1])?.view(s![1..])?
    };
    assert!(view.is_view());
    assert_eq!(view, tensor![5, 6]);
    Ok(())
}

#[test]
fn s1_7_from_nested_rows() {
    let x = x23();
    assert_eq!(x.shape(), [2, 3]);
    assert_eq!(x.dtype().to_string(), "i32");
    assert_eq!((x.item_size(), x.nbytes()), (4, 24));
}

#[test]
fn s1_8_second_row_third_column() -> Result<()> {
    assert_eq!(x23().get([1, 2])?, 6);
    Ok(())
}

#[test]
fn s1_9_a_column_is_a_strided_view() -> Result<()> {
    let x = x23();
    let y = x.view(s![.., 1])?;
    assert_eq!(y.to_string(), "Tensor([2, 5])");
    assert_eq!((y.shape(), &y.byte_strides()[..]), (&[2][..], &[12][..]));
    assert_eq!(y.layout().byte_offset(4), 4);
    assert_eq!(y.base(), x.base());
    assert!(!y.flags().c_contiguous && !y.flags().f_contiguous);
    Ok(())
}

#[test]
fn s1_10_writing_the_view_writes_the_tensor() -> Result<()> {
    let x = x23();
    let y = x.view(s![.., 1])?;
    y.set([0], 9)?;
    assert_eq!(y.to_string(), "Tensor([9, 5])");
    assert_eq!(x, tensor![[1, 9, 3], [4, 5, 6]]);
    Ok(())
}

#[test]
fn s1_11_rows_are_printed_under_each_other() -> Result<()> {
    let x = x23();
    x.set([0, 1], 9)?;
    assert_eq!(x.to_string(), "Tensor([[1, 9, 3],\n        [4, 5, 6]])");
    Ok(())
}

#[test]
fn s1_12_creation_routines_and_a_low_level_constructor() -> Result<()> {
    let x = x23();
    let y = DynTensor::from_parts(x.buffer(), DType::I32, &[3, 2], &[1, 3], 0)?;
    assert_eq!(y.into_typed::<i32>()?, x.transpose());
    let error = DynTensor::from_parts(x.buffer(), DType::I32, &[3, 3], &[3, 1], 0).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfBounds { highest: 8, len: Some(6), .. }));
    Ok(())
}

#[test]
fn s1_13_any_selection_in_one_index() -> Result<()> {
    assert_eq!(x23().load(s![(.., -1), NewAxis, 1..])?, tensor![[[5, 6]], [[2, 3]]]);
    Ok(())
}

#[test]
fn s1_14_a_segment_and_an_index_scheme() -> Result<()> {
    let x = Tensor::from_vec((0..6).collect(), [6])?;
    let scheme = x.as_strided([2, 3], &[1, 2])?;
    assert_eq!(scheme, tensor![[0, 2, 4], [1, 3, 5]]);
    assert_eq!(scheme.base(), x.base());
    Ok(())
}

#[test]
fn s1_15_the_shape_limits_the_indices() {
    let x = x23();
    for index in [[2, 0], [0, 3], [-3, 0], [0, -4]] {
        assert!(x.get(index).unwrap_err().is_index(), "{index:?}");
    }
}

#[test]
fn s1_16_byte_offset_is_the_sum_of_stride_times_index() -> Result<()> {
    let x = Tensor::from_flat_fn([2, 3, 4], |i| i as f64)?.permute([2, 0, 1])?;
    let bytes = x.byte_strides();
    for (i, j, k) in [(0, 0, 0), (3, 1, 2), (1, 0, 2)] {
        let offset = bytes[0] * i + bytes[1] * j + bytes[2] * k;
        assert_eq!(x.get([i, j, k])?, (offset / 8) as f64);
    }
    Ok(())
}

#[test]
fn s1_17_any_strides_can_be_represented() -> Result<()> {
    let x = Tensor::arange(0, 10, 1)?;
    for (shape, strides, offset, expected) in [
        (vec![3], vec![-4isize], 8, vec![8, 4, 0]),
        (vec![2, 2], vec![0, 3], 1, vec![1, 4, 1, 4]),
        (vec![3, 3], vec![1, 1], 0, vec![0, 1, 2, 1, 2, 3, 2, 3, 4]),
        (vec![2, 3], vec![1, -2], 5, vec![5, 3, 1, 6, 4, 2]),
    ] {
        let y = DynTensor::from_parts(x.buffer(), DType::I32, &shape, &strides, offset)?;
        assert_eq!(y.into_typed::<i32>()?.to_vec()?, expected, "{shape:?} {strides:?}");
    }
    Ok(())
}

#[test]
fn s1_18_column_major_strides() -> Result<()> {
    assert_eq!(Tensor::<i32>::zeros_in([2, 3], Order::F)?.byte_strides()[..], [4, 8]);
    assert_eq!(Tensor::<f64>::zeros_in([2, 3, 4], Order::F)?.byte_strides()[..], [8, 16, 48]);
    Ok(())
}

#[test]
fn s1_19_row_major_strides() -> Result<()> {
    assert_eq!(Tensor::<i32>::zeros([2, 3])?.byte_strides()[..], [12, 4]);
    assert_eq!(Tensor::<f64>::zeros([2, 3, 4])?.byte_strides()[..], [96, 32, 8]);
    Ok(())
}

/// Both flags of a layout.
fn contiguity(shape: &[usize], strides: &[isize]) -> (bool, bool) {
    let layout = Layout::new(shape, strides, 0).unwrap();
    (layout.is_c_contiguous(), layout.is_f_contiguous())
}

#[test]
fn s1_20_both_orders_are_one_segment() {
    assert_eq!(contiguity(&[2, 3], &[3, 1]), (true, false));
    assert_eq!(contiguity(&[2, 3], &[1, 2]), (false, true));
    assert_eq!(contiguity(&[2, 3], &[4, 1]), (false, false));
}

#[test]
fn s1_21_a_contiguous_tensor_may_have_other_strides_than_the_formula() {
    assert_eq!(contiguity(&[2, 1, 3], &[3, 77, 1]), (true, false));
}

#[test]
fn s1_22_the_stride_of_an_axis_of_size_one_is_ignored() {
    assert_eq!(contiguity(&[3, 1], &[1, 999]), (true, true));
    assert_eq!(contiguity(&[1, 3], &[-5, 1]), (true, true));
}

#[test]
fn s1_23_an_empty_tensor_is_both() {
    assert_eq!(contiguity(&[0, 3], &[17, -4]), (true, true));
    assert_eq!(contiguity(&[2, 0, 5], &[1, 1, 1]), (true, true));
}

#[test]
fn s1_24_a_tensor_can_be_both_at_once() -> Result<()> {
    let both = |x: &Tensor<i32>| (x.flags().c_contiguous, x.flags().f_contiguous);
    assert_eq!(both(&Tensor::zeros([1, 5, 1, 1])?), (true, true));
    assert_eq!(both(&x23()), (true, false));
    assert_eq!(both(&x23().transpose()), (false, true));
    assert_eq!(both(&arange10()), (true, true));
    assert_eq!(both(&Tensor::scalar(1)?), (true, true));
    Ok(())
}

#[test]
fn s1_25_the_last_stride_need_not_be_the_item_size() -> Result<()> {
    let column = Tensor::<i32>::zeros([1, 3])?.transpose();
    assert!(column.flags().c_contiguous);
    assert_eq!(column.byte_strides()[..], [4, 12]);
    let row = column.transpose();
    assert!(row.flags().f_contiguous);
    assert_eq!(row.byte_strides()[..], [12, 4]);
    Ok(())
}

#[test]
fn s1_26_new_tensors_are_row_major_unless_asked() -> Result<()> {
    assert!(Tensor::<f32>::zeros([2, 3])?.flags().c_contiguous);
    assert!(x23().transpose().copy()?.flags().c_contiguous);
    assert!(x23().copy_in(Order::F)?.flags().f_contiguous);
    assert!(x23().load_in(s![.., ..2], Order::F)?.flags().f_contiguous);
    Ok(())
}

#[test]
fn s1_27_slicing_often_leaves_c_order() -> Result<()> {
    assert!(!x23().view(s![.., ..2])?.flags().c_contiguous);
    Ok(())
}

#[test]
fn s1_28_a_copy_of_an_irregular_view_equals_it_and_leaves_it() -> Result<()> {
    let x = Tensor::from_flat_fn([4, 6], |i| i as i32)?;
    let view = x.view(s![(.., -2), (1.., 2)])?.transpose();
    let reshaped = view.reshape(-1)?;
    assert_eq!(reshaped, view.copy()?.reshape(-1)?);
    assert_eq!(x, Tensor::from_flat_fn([4, 6], |i| i as i32)?);
    assert_eq!(view.shape(), [3, 2]);
    Ok(())
}

#[test]
fn s2_1_the_same_forms_read_and_assign() -> Result<()> {
    for items in [s![2], s![-1], s![2..5], s![(.., -2)], s![&tensor![1, 1, 4]]] {
        let x = arange10();
        let part = x.load(items)?;
        x.store(items, &part)?;
        assert_eq!(x, arange10());
    }
    Ok(())
}

#[test]
fn s2_2_an_indexing_read_gives_a_tensor() -> Result<()> {
    assert_eq!(arange10().load(s![3])?.shape(), [0; 0]);
    Ok(())
}

#[test]
fn s2_3_value_is_the_first_scalar() -> Result<()> {
    assert_eq!(arange10().load(s![4..])?.value()?, 4);
    Ok(())
}

#[test]
fn s2_4_negative_counts_from_the_end() -> Result<()> {
    assert_eq!(arange10().load(s![2])?.value()?, 2);
    assert_eq!(arange10().load(s![-2])?.value()?, 8);
    Ok(())
}

#[test]
fn s2_5_two_axes() -> Result<()> {
    let x = arange10().reshape([2, 5])?;
    assert_eq!(x.load(s![1, 3])?.value()?, 8);
    assert_eq!(x.load(s![1, -1])?.value()?, 9);
    Ok(())
}

#[test]
fn s2_6_a_loaded_element_owns_its_memory() -> Result<()> {
    let x = arange10();
    let one = x.load(s![3])?;
    one.fill(99)?;
    assert_eq!(x, arange10());
    assert!(!one.is_view() && one.base() != x.base() && one.len() == 1);
    Ok(())
}

#[test]
fn s2_7_more_items_than_axes_is_an_error() {
    let error = arange10().load(s![1, 2]).unwrap_err();
    assert_eq!(error.to_string(), "load: 2 index items for shape [10], which has 1 axis");
}

#[test]
fn s2_8_all_integers_are_allowed() -> Result<()> {
    assert_eq!(arange10().reshape([2, 5])?.load(s![0, 0])?.item()?, 0);
    Ok(())
}

#[test]
fn s2_9_missing_items_mean_whole_axes() -> Result<()> {
    assert_eq!(arange10().reshape([2, 5])?.view(s![0])?.to_string(), "Tensor([0, 1, 2, 3, 4])");
    Ok(())
}

#[test]
fn s2_10_chained_indexing() -> Result<()> {
    let x = arange10().reshape([2, 5])?;
    assert_eq!(x.view(s![0])?.view(s![1])?.item()?, 1);
    assert_eq!(x.view(s![0, 1])?.item()?, 1);
    Ok(())
}

#[test]
fn s2_11_the_end_is_excluded() -> Result<()> {
    assert_eq!(arange10().view(s![2..5])?.to_string(), "Tensor([2, 3, 4])");
    Ok(())
}

#[test]
fn s2_12_open_start_negative_end() -> Result<()> {
    assert_eq!(arange10().view(s![..-7])?.to_string(), "Tensor([0, 1, 2])");
    Ok(())
}

#[test]
fn s2_13_a_block_printed_in_columns() -> Result<()> {
    let y = Tensor::arange(0, 35, 1)?.reshape([5, 7])?;
    let expected = "Tensor([[ 9, 10],\n        [16, 17],\n        [23, 24],\n        [30, 31]])";
    assert_eq!(y.view(s![1.., 2..4])?.to_string(), expected);
    Ok(())
}

#[test]
fn s2_14_slices_are_views() -> Result<()> {
    let x = arange10();
    assert!(x.view(s![2..5])?.shares_memory(&x));
    Ok(())
}

#[test]
fn s2_15_the_value_broadcasts_to_the_region() -> Result<()> {
    let x = Tensor::<i32>::zeros([2, 3])?;
    x.store(s![.., ..], tensor![[1], [2]])?;
    assert_eq!(x, tensor![[1, 1, 1], [2, 2, 2]]);
    Ok(())
}

#[test]
fn s2_16_a_scalar_fills_a_slice() -> Result<()> {
    let x = arange10();
    x.store(s![2..7], 1)?;
    assert_eq!(x.to_vec()?, [0, 1, 1, 1, 1, 1, 1, 7, 8, 9]);
    Ok(())
}

#[test]
fn s2_17_a_tensor_into_a_slice() -> Result<()> {
    let x = arange10();
    x.store(s![2..7], &Tensor::arange(0, 5, 1)?)?;
    assert_eq!(x.to_vec()?, [0, 1, 0, 1, 2, 3, 4, 7, 8, 9]);
    Ok(())
}

#[test]
fn s2_18_the_destination_keeps_its_dtype() -> Result<()> {
    let x = arange10();
    x.store(s![..2], tensor![7.9_f32, -3.9])?;
    assert_eq!(x.dtype(), DType::I32);
    assert_eq!(x.view(s![..2])?, tensor![7, -3]);
    Ok(())
}

#[test]
fn s2_19_floats_are_cut_toward_zero() -> Result<()> {
    let x = arange10();
    x.store(s![3], 999.6)?;
    assert_eq!(x.to_string(), "Tensor([  0,   1,   2, 999,   4,   5,   6,   7,   8,   9])");
    Ok(())
}

#[test]
fn s2_20_a_shape_that_does_not_fit_changes_nothing() -> Result<()> {
    let x = arange10();
    assert!(x.store(s![..5], &Tensor::<i32>::zeros(4)?).unwrap_err().is_shape());
    assert_eq!(x, arange10());
    let y = Tensor::<i32>::ones([3, 3])?;
    assert!(y.store(s![.., ..], &Tensor::<i32>::zeros([2, 3])?).unwrap_err().is_shape());
    assert_eq!(y, Tensor::ones([3, 3])?);
    Ok(())
}

#[test]
fn s2_21_a_row_into_every_row() -> Result<()> {
    let t = Tensor::arange(0, 9, 1)?.reshape([3, 3])?;
    assert_eq!(t, tensor![[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
    t.store(s![..], &Tensor::arange(0, 3, 1)?)?;
    assert_eq!(t, tensor![[0, 1, 2], [0, 1, 2], [0, 1, 2]]);
    Ok(())
}

#[test]
fn s2_22_the_dtype_is_named_at_creation() -> Result<()> {
    assert_eq!(DynTensor::arange_of(DType::I32, 0, 10, 1)?.dtype(), DType::I32);
    assert_eq!(Tensor::arange(0, 10, 1)?.dtype(), DType::I32);
    Ok(())
}

#[test]
fn s2_23_nested_brackets_one_row_a_line() {
    assert_eq!(tensor![1, 2].to_string(), "Tensor([1, 2])");
    assert_eq!(tensor![[1, 2], [3, 4]].to_string(), "Tensor([[1, 2],\n        [3, 4]])");
}
