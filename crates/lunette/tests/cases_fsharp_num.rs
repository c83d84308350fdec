//! The cases of the pages on elements and slicing (S3) and on views by index (S4).

use lunette::Result;
use lunette::prelude::*;

/// 7 rows of 5, `a[i, j] = 5 i + j`.
fn a() -> Tensor<f64> {
    Tensor::from_flat_fn([7, 5], |i| i as f64).unwrap()
}

/// 3 rows of 3, filled by the flat index.
fn t() -> Tensor<i32> {
    Tensor::from_flat_fn([3, 3], |i| i as i32).unwrap()
}

#[test]
fn s3_1_one_element_and_slices() -> Result<()> {
    assert_eq!(a().get([1, 1])?, 6.0);
    assert_eq!(a().view(s![1, 1..2])?.shape(), [1]);
    Ok(())
}

#[test]
fn s3_2_indices_of_64_bits_from_zero() -> Result<()> {
    assert_eq!(a().get([0_i64, 0_i64])?, 0.0);
    assert_eq!(a().view(s![6_i64, 4_u64])?.item()?, 34.0);
    Ok(())
}

#[test]
fn s3_3_one_element_is_a_plain_value() -> Result<()> {
    let value: f64 = a().get([1_i64, 1_i64])?;
    assert_eq!(value, 6.0);
    Ok(())
}

#[test]
fn s3_4_writing_one_element_changes_only_it() -> Result<()> {
    let x = a();
    assert_eq!(x.get([2, 2])?, 12.0);
    x.set([2, 2], 55.0)?;
    for (position, value) in x.to_vec()?.into_iter().enumerate() {
        assert_eq!(value, if position == 12 { 55.0 } else { position as f64 });
    }
    Ok(())
}

#[test]
fn s3_5_a_change_shows_in_the_original_and_in_all_views() -> Result<()> {
    let x = a();
    let (row, block) = (x.view(s![1])?, x.view(s![..2, ..2])?);
    row.set([1], -1.0)?;
    assert_eq!((x.get([1, 1])?, block.get([1, 1])?), (-1.0, -1.0));
    Ok(())
}

#[test]
fn s3_6_a_row() -> Result<()> {
    assert_eq!(a().view(s![0, ..])?, tensor![0.0, 1.0, 2.0, 3.0, 4.0]);
    Ok(())
}

#[test]
fn s3_7_the_whole_axis() -> Result<()> {
    assert_eq!(a().view(s![.., ..])?, a());
    Ok(())
}

#[test]
fn s3_8_writing_a_row_view() -> Result<()> {
    let x = a();
    let row = x.view(s![0, ..])?;
    row.set([1], 99.0)?;
    assert_eq!(row, tensor![0.0, 99.0, 2.0, 3.0, 4.0]);
    assert_eq!(x.load(s![0])?, row);
    assert_eq!(x.load(s![1..])?, a().load(s![1..])?);
    Ok(())
}

#[test]
fn s3_9_storing_a_row() -> Result<()> {
    let x = a();
    x.set([2, 2], 55.0)?;
    x.store(s![0, ..], &Tensor::<f64>::ones(5)?)?;
    assert_eq!(x.load(s![0])?, Tensor::ones(5)?);
    assert_eq!(x.load(s![1])?, a().load(s![1])?);
    assert_eq!(x.get([2, 2])?, 55.0);
    Ok(())
}

#[test]
fn s3_10_inclusive_ranges() -> Result<()> {
    let expected = tensor![[5.0, 6.0, 7.0], [10.0, 11.0, 12.0], [15.0, 16.0, 17.0]];
    assert_eq!(a().view(s![1..=3, 0..=2])?, expected);
    Ok(())
}

#[test]
fn s3_11_partial_ranges() -> Result<()> {
    let part = a().view(s![1.., ..=3])?;
    assert_eq!(part.shape(), [6, 4]);
    assert_eq!(part, a().view(s![1..=6, 0..=3])?);
    Ok(())
}

#[test]
fn s3_12_a_range_beside_a_whole_axis() -> Result<()> {
    assert_eq!(a().view(s![1..=3, ..])?, a().view(s![1..=3, 0..=4])?);
    assert_eq!(a().view(s![1..=3, ..])?.shape(), [3, 5]);
    Ok(())
}

#[test]
fn s3_13_an_integer_collapses_its_axis() -> Result<()> {
    let column = a().view(s![.., 0])?;
    assert_eq!(column, tensor![0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0]);
    Ok(())
}

#[test]
fn s3_14_a_new_axis_consumes_nothing() -> Result<()> {
    let x = a();
    let view = x.view(s![.., NewAxis, ..])?;
    assert_eq!(view.shape(), [7, 1, 5]);
    assert!(view.shares_memory(&x));
    Ok(())
}

#[test]
fn s3_15_fill_stands_for_the_axes_not_named() -> Result<()> {
    let b = Tensor::from_flat_fn([1, 2, 3, 4], |i| i as f64)?;
    let view = b.view(s![0, Fill, 2])?;
    assert_eq!(view.shape(), [2, 3]);
    assert_eq!(view, b.view(s![0, .., .., 2])?);
    Ok(())
}

#[test]
fn s3_16_all_kinds_can_be_combined() -> Result<()> {
    let x = a();
    assert_eq!(x.view(s![NewAxis, Fill, NewAxis])?.shape(), [1, 7, 5, 1]);
    assert_eq!(x.view(s![Fill, NewAxis, 1])?.shape(), [7, 1]);
    assert_eq!(x.view(s![NewAxis, NewAxis, 0, Fill])?.shape(), [1, 1, 5]);
    assert_eq!(x.view(s![1..=2, NewAxis, (.., -1), NewAxis])?.shape(), [2, 1, 5, 1]);
    Ok(())
}

#[test]
fn s3_17_all_integers_refer_to_the_element() -> Result<()> {
    let x = a();
    let one = x.view(s![1, 1])?;
    assert_eq!(one.rank(), 0);
    one.fill(-6.0)?;
    assert_eq!(x.get([1, 1])?, -6.0);
    Ok(())
}

#[test]
fn s3_18_the_grid() -> Result<()> {
    let row = "[   0.0000    1.0000    2.0000    3.0000    4.0000]";
    assert_eq!(a().view(s![0])?.grid().to_string(), row);
    let rows = "[[   0.0000    1.0000]\n [   5.0000    6.0000]]";
    assert_eq!(a().view(s![..2, ..2])?.grid().to_string(), rows);
    assert_eq!(tensor![-1.5].grid().to_string(), "[   -1.500]");
    Ok(())
}

#[test]
fn s4_1_every_index_gives_a_tensor() -> Result<()> {
    assert_eq!(t().view(s![1, 1])?.shape(), [0; 0]);
    Ok(())
}

#[test]
fn s4_2_every_index_gives_a_view_of_rank_zero_too() -> Result<()> {
    let x = t();
    x.view(s![1, 1])?.fill(40)?;
    x.view(s![2])?.set([0], 60)?;
    assert_eq!(x, tensor![[0, 1, 2], [3, 40, 5], [60, 7, 8]]);
    Ok(())
}

#[test]
fn s4_3_an_open_end() -> Result<()> {
    assert_eq!(t().view(s![1..])?.to_string(), "Tensor([[3, 4, 5],\n        [6, 7, 8]])");
    Ok(())
}

#[test]
fn s4_4_an_integer_removes_the_axis() -> Result<()> {
    assert_eq!(t().view(s![1])?.to_string(), "Tensor([3, 4, 5])");
    Ok(())
}

#[test]
fn s4_5_equal_ends_count_as_the_integer() -> Result<()> {
    assert_eq!(t().view(s![span(-1, -1)])?.shape(), [3]);
    assert_eq!(t().view(s![span(1, -2)])?.shape(), [0, 3]);
    assert_eq!(t().view(s![1..1])?.shape(), [0, 3]);
    Ok(())
}

#[test]
fn s4_6_span_of_equal_ends() -> Result<()> {
    assert_eq!(t().view(s![span(1, 1)])?.to_string(), "Tensor([3, 4, 5])");
    Ok(())
}

#[test]
fn s4_7_span_of_one_entry_keeps_the_axis() -> Result<()> {
    assert_eq!(t().view(s![span(1, 2)])?.to_string(), "Tensor([[3, 4, 5]])");
    Ok(())
}

#[test]
fn s4_8_value_of_an_element() -> Result<()> {
    assert_eq!(t().view(s![2, 2])?.to_string(), "Tensor(8)");
    assert_eq!(t().view(s![2, 2])?.value()?.to_string(), "8");
    Ok(())
}

#[test]
fn s4_9_the_step_is_one_unless_said() -> Result<()> {
    assert_eq!(t().view(s![.., 0])?, t().view(s![(.., 1), 0])?);
    assert_eq!(t().view(s![(.., 2), 0])?, tensor![0, 6]);
    Ok(())
}

#[test]
fn s4_10_a_negative_step_reverses() -> Result<()> {
    assert_eq!(t().view(s![(.., -1)])?, tensor![[6, 7, 8], [3, 4, 5], [0, 1, 2]]);
    Ok(())
}

#[test]
fn s4_11_steps_of_several_axes() -> Result<()> {
    assert_eq!(t().view(s![(.., 2), (.., -1)])?, tensor![[2, 1, 0], [8, 7, 6]]);
    Ok(())
}

#[test]
fn s4_12_one_item_for_each_axis_of_any_kind() -> Result<()> {
    assert_eq!(t().view(s![(.., -1), 1])?, tensor![7, 4, 1]);
    assert_eq!(t().load(s![&tensor![2, 0], 1..])?, tensor![[7, 8], [1, 2]]);
    Ok(())
}

#[test]
fn s4_13_steps_make_views() -> Result<()> {
    let x = t();
    let (reversed, both) = (x.view(s![(.., -1)])?, x.view(s![(.., 2), (.., -1)])?);
    assert_eq!((reversed.strides(), both.strides()), (&[-3, 1][..], &[6, -1][..]));
    assert!(reversed.base() == x.base() && both.base() == x.base());
    Ok(())
}
