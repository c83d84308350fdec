use super::{Plan, cut, is_plain, resolve, resolve_view};
use crate::index::fixture::rows;
use crate::index::{Fill, Item, NewAxis, span};
use crate::layout::{Layout, MAX_RANK};
use crate::s;

/// Checks the shape, strides and offset that an index gives on a row-major tensor.
fn check(shape: &[usize], items: &[Item<'_>], expected: (&[usize], &[isize], usize)) {
    check_on(&rows(shape), items, expected);
}

fn check_on(layout: &Layout, items: &[Item<'_>], expected: (&[usize], &[isize], usize)) {
    let view = resolve_view("test", items, layout).unwrap();
    assert_eq!((view.shape(), view.strides(), view.offset()), expected, "{items:?} of {layout:?}");
    match resolve("test", items, layout) {
        Ok(Plan::View(planned)) => assert_eq!(planned, view),
        _ => panic!("{items:?} is a view"),
    }
    if is_plain(items, layout) {
        let mut part = layout.clone();
        cut("test", items, &mut part).unwrap();
        assert_eq!(part, view);
    }
}

/// Checks the words of the index error.
fn check_error(shape: &[usize], items: &[Item<'_>], words: &str) {
    let error = resolve_view("test", items, &rows(shape)).expect_err(&format!("{items:?} of {shape:?}"));
    assert!(error.is_index() || error.is_shape(), "{error}");
    // Every error about an end of a range has the same cure.
    let cure =
        if words.starts_with("range") { "; `.cutting()` ends a range where its axis ends" } else { "" };
    assert_eq!(error.to_string(), format!("test: {words}{cure}"));
    if is_plain(items, &rows(shape)) {
        assert_eq!(cut("test", items, &mut rows(shape)).unwrap_err(), error);
    }
}

#[test]
fn s2_4_integers_count_from_both_ends() {
    check(&[10], s![2], (&[], &[], 2));
    check(&[10], s![-2], (&[], &[], 8));
    check(&[10], s![-10], (&[], &[], 0));
    for index in [0, 1, 9] {
        check(&[10], s![index as i8], (&[], &[], index));
        check(&[10], s![index as u128], (&[], &[], index));
        check(&[10], s![index], (&[], &[], index));
    }
}

#[test]
fn s2_5_one_integer_for_each_axis() {
    check(&[2, 5], s![1, 3], (&[], &[], 8));
    check(&[2, 5], s![1, -1], (&[], &[], 9));
}

#[test]
fn s2_7_more_items_than_axes_are_an_error() {
    check_error(&[2, 5], s![0, 0, 0], "3 index items for shape [2, 5], which has 2 axes");
    check_error(&[4], s![.., Fill, ..], "2 index items for shape [4], which has 1 axis");
    check_error(&[], s![0], "1 index item for shape [], which has 0 axes");
    // The list is at fault before any of its integers.
    check_error(&[2], s![9, 9], "2 index items for shape [2], which has 1 axis");
}

#[test]
fn s2_9_missing_items_are_whole_axes() {
    check(&[2, 5], s![0], (&[5], &[1], 0));
    check(&[2, 5], s![], (&[2, 5], &[5, 1], 0));
    check(&[], s![], (&[], &[], 0));
}

#[test]
fn s2_10_chained_indices() {
    let row = resolve_view("test", s![0], &rows(&[2, 5])).unwrap();
    check_on(&row, s![1], (&[], &[], 1));
}

#[test]
fn s2_11_s2_12_half_open_ranges() {
    check(&[10], s![2..5], (&[3], &[1], 2));
    check(&[10], s![..-7], (&[3], &[1], 0));
}

#[test]
fn s2_13_ranges_on_two_axes() {
    check(&[5, 7], s![1.., 2..4], (&[4, 2], &[7, 1], 9));
}

#[test]
fn s3_6_s3_7_a_row() {
    check(&[7, 5], s![0, ..], (&[5], &[1], 0));
}

#[test]
fn s3_10_inclusive_ranges() {
    check(&[7, 5], s![1..=3, 0..=2], (&[3, 3], &[5, 1], 5));
}

#[test]
fn s3_11_s3_12_partial_ranges() {
    check(&[7, 5], s![1.., ..=3], (&[6, 4], &[5, 1], 5));
    check(&[7, 5], s![1..=6, 0..=3], (&[6, 4], &[5, 1], 5));
    check(&[7, 5], s![1..=3, ..], (&[3, 5], &[5, 1], 5));
}

#[test]
fn s3_13_an_integer_drops_its_axis() {
    check(&[7, 5], s![.., 0], (&[7], &[5], 0));
    check(&[2, 3, 4], s![.., 1, ..], (&[2, 4], &[12, 1], 4));
}

#[test]
fn s3_14_new_axes_consume_nothing() {
    check(&[7, 5], s![.., NewAxis, ..], (&[7, 1, 5], &[5, 0, 1], 0));
    check(&[], s![NewAxis], (&[1], &[0], 0));
}

#[test]
fn s3_15_fill_stands_for_the_axes_not_named() {
    check(&[1, 2, 3, 4], s![0, Fill, 2], (&[2, 3], &[12, 4], 2));
    check(&[1, 2, 3, 4], s![Fill], (&[1, 2, 3, 4], &[24, 12, 4, 1], 0));
    check_error(&[1, 2, 3, 4], s![Fill, 0, Fill], "only one `Fill` can stand in an index");
}

#[test]
fn s3_16_all_kinds_can_be_combined() {
    check(&[2, 3], s![NewAxis, Fill, NewAxis], (&[1, 2, 3, 1], &[0, 3, 1, 0], 0));
    check(&[2, 3, 4], s![NewAxis, 1, NewAxis, Fill, 1..3, NewAxis], (&[1, 1, 3, 2, 1], &[0, 0, 4, 1, 0], 13));
    check(&[2, 3], s![1, NewAxis, 2, NewAxis], (&[1, 1], &[0, 0], 5));
}

#[test]
fn s4_3_s4_4_an_open_end_and_an_integer() {
    check(&[3, 3], s![1..], (&[2, 3], &[3, 1], 3));
    check(&[3, 3], s![1], (&[3], &[1], 3));
}

#[test]
fn s4_5_s4_6_s4_7_a_span_of_equal_numbers_is_one_entry() {
    check(&[3, 3], s![span(1, 1)], (&[3], &[1], 3));
    check(&[3, 3], s![span(1, 2)], (&[1, 3], &[3, 1], 3));
    check(&[3, 3], s![span(-1, -1)], (&[3], &[1], 6));
    check(&[3, 3], s![span(1, -2)], (&[0, 3], &[3, 1], 0));
    check(&[3, 3], s![span(2u8, 1i64)], (&[0, 3], &[3, 1], 0));
    check_error(&[3, 3], s![span(3, 3)], "index 3 is out of range for axis 0 of length 3 (allowed: -3 to 2)");
}

#[test]
fn s4_9_s4_10_a_negative_step_reverses() {
    check(&[3, 3], s![(.., -1)], (&[3, 3], &[-3, 1], 6));
    check(&[3, 3], s![(.., 1)], (&[3, 3], &[3, 1], 0));
}

#[test]
fn s4_11_s4_12_s4_13_steps_combine_and_make_views() {
    check(&[3, 3], s![(.., 2), (.., -1)], (&[2, 3], &[6, -1], 2));
    check(&[3, 3], s![0, (.., -1)], (&[3], &[-1], 2));
}

#[test]
fn t1_items_belong_to_axes_in_order() {
    check(&[3, 3, 3], s![.., 1], (&[3, 3], &[9, 1], 3));
    check(&[3, 3, 3], s![(1.., 2)], (&[1, 3, 3], &[9, 3, 1], 9));
}

#[test]
fn t2_entries_that_do_not_exist_are_errors() {
    let start = "range start 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)";
    check_error(&[2, 2], s![3], "index 3 is out of range for axis 0 of length 2 (allowed: -2 to 1)");
    check_error(&[2, 2], s![3..], start);
    check_error(&[2, 2], s![(3.., 1)], start);
    check_error(&[2, 2, 3], s![3, ..], "index 3 is out of range for axis 0 of length 2 (allowed: -2 to 1)");
    check_error(&[2, 2, 3], s![0, 2, 0], "index 2 is out of range for axis 1 of length 2 (allowed: -2 to 1)");
    check_error(&[3], s![10], "index 10 is out of range for axis 0 of length 3 (allowed: -3 to 2)");
    check_error(&[3], s![-4], "index -4 is out of range for axis 0 of length 3 (allowed: -3 to 2)");
    check_error(&[0], s![0], "index 0 is out of range for axis 0 of length 0");
    check_error(&[0], s![-1], "index -1 is out of range for axis 0 of length 0");
    check_error(&[2, 3], s![Fill, 3], "index 3 is out of range for axis 1 of length 3 (allowed: -3 to 2)");
    check_error(&[2, 3], s![NewAxis, 2], "index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)");
    check_error(
        &[2, 3],
        s![.., 3..=3],
        "range last entry 3 is out of range for axis 1 of length 3 (allowed: -3 to 2)",
    );
    check_error(&[2, 3], s![.., (.., 0)], "the step on axis 1 is 0; use 1 for every entry, -1 for backwards");
}

#[test]
fn t3_negative_ends() {
    check(&[2, 2, 3], s![..-1], (&[1, 2, 3], &[6, 3, 1], 0));
    check(&[2, 2, 3], s![-1], (&[2, 3], &[3, 1], 6));
    check(&[10], s![-1], (&[], &[], 9));
}

#[test]
fn t22_a_fill_can_stand_for_no_axis() {
    check(&[5, 4], s![Fill, 1..=3, ..], (&[3, 4], &[4, 1], 4));
    check(&[5, 4], s![1..=3, Fill, ..], (&[3, 4], &[4, 1], 4));
    check(&[5, 4], s![NewAxis, 1..3, ..2], (&[1, 2, 2], &[0, 4, 1], 4));
    check(&[], s![Fill], (&[], &[], 0));
}

#[test]
fn b3_a_reversed_view_can_be_sliced_again() {
    let reversed = resolve_view("test", s![(.., -1)], &rows(&[5])).unwrap();
    check_on(&reversed, s![1..3], (&[2], &[-1], 3));
    check_on(&reversed, s![(.., -1)], (&[5], &[1], 0));
    check_on(&reversed, s![-1], (&[], &[], 0));
}

#[test]
fn empty_ranges_do_not_move_the_offset() {
    check(&[2, 3], s![2.., 1], (&[0], &[3], 0));
    let reversed = resolve_view("test", s![(.., -1)], &rows(&[5])).unwrap();
    check_on(&reversed, s![5..], (&[0], &[-1], 4));
}

#[test]
fn strides_of_an_empty_tensor_are_never_used() {
    let wild = Layout::new_for("test", &[0, 3], &[isize::MAX, isize::MIN], 7).unwrap();
    check_on(&wild, s![.., 2], (&[0], &[isize::MAX], 7));
    assert!(resolve_view("test", s![.., (.., -2)], &wild).is_ok());
}

#[test]
fn steps_of_any_size_do_no_harm() {
    check(&[3], s![(.., i64::MIN)], (&[1], &[1], 2));
    check(&[3], s![(.., i64::MAX)], (&[1], &[1], 0));
}

#[test]
fn run_time_lists_are_spliced_in() {
    let inner = vec![Item::At(1), Item::NewAxis];
    let outer = [Item::Items(&inner), Item::Fill];
    check(&[2, 3, 4], s![&outer, 0], (&[1, 3], &[0, 4], 12));
    check(&[2, 3, 4], s![&inner, &inner[..0], inner[1].clone(), &inner[0]], (&[1, 1, 4], &[0, 0, 1], 16));
    check(&[2, 3, 4], s![s![1, 2], 3], (&[], &[], 23));
}

#[test]
fn lists_may_be_nested_to_any_depth() {
    let mut list: &'static [Item<'static>] = &[];
    for _ in 0..100_000 {
        list = Box::leak(Box::new([Item::Items(list)]));
    }
    check(&[2], s![list, 1], (&[], &[], 1));
    assert!(Item::own(list).is_empty());
    assert_eq!(format!("{:?}", list[0]), "Items([Items([Items([Items([Items(…)])])])])");
    assert_eq!(format!("{:?}", s![Item::Items(&[Item::At(1)]), Fill]), "[Items([At(1)]), Fill]");
}

#[test]
fn the_result_can_have_too_many_axes() {
    let flood = vec![Item::NewAxis; MAX_RANK];
    assert_eq!(resolve_view("test", &flood, &rows(&[])).unwrap().rank(), MAX_RANK);
    check_error(&[2], &flood, "65 axes are more than the 64 a tensor can have");
    check_error(&[2], s![0, &flood, NewAxis], "65 axes are more than the 64 a tensor can have");
    assert_eq!(resolve_view("test", s![0, &flood], &rows(&[2])).unwrap().rank(), MAX_RANK);
}
