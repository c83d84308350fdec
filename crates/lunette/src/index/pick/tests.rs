use super::{PickKind, PickPlan};
use crate::dtype::DType;
use crate::index::fixture::{by, rows, unread};
use crate::index::resolve::{Plan, resolve, resolve_view};
use crate::index::{Fill, Item, NewAxis};
use crate::layout::Layout;
use crate::s;

fn plan<'a>(layout: &'a Layout, items: &'a [Item<'a>]) -> PickPlan<'a> {
    match resolve("test", items, layout) {
        Ok(Plan::Pick(plan)) => *plan,
        Ok(Plan::View(view)) => panic!("{items:?} is the view {view:?}"),
        Err(error) => panic!("{items:?}: {error}"),
    }
}

/// Checks the shape of the result; all entries of masks count as true.
fn check(shape: &[usize], items: &[Item<'_>], expected: &[usize]) {
    let layout = rows(shape);
    let plan = plan(&layout, items);
    let masks = plan.picks.iter().filter(|pick| pick.kind == PickKind::Mask);
    let counts: Vec<usize> = masks.map(|pick| pick.tensor.layout.len()).collect();
    let index_shape = plan.index_shape("test", &counts).unwrap();
    let result = plan.result_shape("test", &index_shape).unwrap();
    assert_eq!(result.as_slice(), expected, "{items:?} of {shape:?}");
}

fn check_error(shape: &[usize], items: &[Item<'_>], words: &str) {
    let layout = rows(shape);
    let error = resolve("test", items, &layout).err().unwrap_or_else(|| panic!("{items:?} of {shape:?}"));
    assert_eq!(error.to_string(), format!("test: {words}"));
}

#[test]
fn t16_the_axes_of_an_index_tensor_replace_the_axis() {
    let index = unread(DType::I32, &[6, 3]);
    check(&[4, 2], s![by(&index)], &[6, 3, 2]);
    check(&[5], s![by(&unread(DType::U8, &[2]))], &[2]);
}

/// The shapes that NumPy 2.4 gives for the same indices.
#[test]
fn axes_stand_where_numpy_puts_them() {
    let (i, j) = (unread(DType::I64, &[2]), unread(DType::I64, &[3, 1]));
    let (i, j) = (by(&i), by(&j));
    let x: &[usize] = &[2, 3, 4, 5];
    check(x, s![&i], &[2, 3, 4, 5]);
    check(x, s![&i, &j], &[3, 2, 4, 5]);
    check(x, s![.., &i, &j], &[2, 3, 2, 5]);
    check(x, s![Fill, &i], &[2, 3, 4, 2]);
    check(x, s![Fill, &i, ..], &[2, 3, 2, 5]);
    check(x, s![&i, Fill], &[2, 3, 4, 5]);
    // Separated by a range, by `NewAxis`, by `Fill`.
    check(x, s![&i, .., &j], &[3, 2, 3, 5]);
    check(x, s![.., &i, NewAxis, &j], &[3, 2, 2, 1, 5]);
    check(x, s![NewAxis, &i, NewAxis, &j], &[3, 2, 1, 1, 4, 5]);
    check(x, s![.., &i, Fill, &i], &[2, 2, 4]);
    // Also by a `Fill` that stands for no axis.
    check(&[4, 2, 3], s![.., &i, Fill, &i], &[2, 4]);
    check(&[4, 2, 3], s![.., &i, &i, Fill], &[4, 2]);
    check(&[4, 2, 3], s![Fill, .., &i, &i], &[4, 2]);
    check(&[4, 2, 3], s![.., 0, Fill, &i], &[2, 4]);
    // New axes beside a run.
    check(x, s![NewAxis, &i, &j, NewAxis], &[1, 3, 2, 1, 4, 5]);
    check(x, s![.., NewAxis, &i, &i], &[2, 1, 2, 5]);
    check(x, s![.., &i, NewAxis], &[2, 2, 1, 4, 5]);
    check(x, s![NewAxis, .., &i, NewAxis], &[1, 2, 2, 1, 4, 5]);
}

#[test]
fn integers_beside_an_index_tensor_decide_where_axes_go() {
    let i = unread(DType::I64, &[2]);
    let i = by(&i);
    let x: &[usize] = &[2, 3, 4, 5];
    check(x, s![0, &i, 0], &[2, 5]);
    check(x, s![.., 0, &i], &[2, 2, 5]);
    check(x, s![.., 0, &i, 0], &[2, 2]);
    check(x, s![Fill, 0, &i], &[2, 3, 2]);
    check(x, s![NewAxis, 0, &i], &[1, 2, 4, 5]);
    check(x, s![0, .., &i, 0], &[2, 3]);
    check(x, s![&i, 0, .., 0], &[2, 4]);
    check(x, s![.., &i, 0..2, 0], &[2, 2, 2]);
    check(x, s![.., 1, .., &i], &[2, 2, 4]);
    check(x, s![0, NewAxis, &i], &[2, 1, 4, 5]);
    check(x, s![0, &i, NewAxis], &[2, 1, 4, 5]);
    check(x, s![0, Fill, &i], &[2, 3, 4]);
    check(x, s![&i, Fill, 0], &[2, 3, 4]);
}

#[test]
fn masks_become_one_axis() {
    let (m, n) = (unread(DType::Bool, &[3, 4]), unread(DType::Bool, &[2, 3]));
    let (one, column) = (unread(DType::I64, &[1]), unread(DType::I64, &[2, 1]));
    let x: &[usize] = &[2, 3, 4, 5];
    check(x, s![.., by(&m)], &[2, 12, 5]);
    check(x, s![0, by(&m)], &[12, 5]);
    check(x, s![0, Fill, by(&unread(DType::Bool, &[4, 5]))], &[20, 3]);
    check(x, s![0, by(&m), by(&column)], &[2, 12]);
    check(x, s![by(&n), .., by(&one)], &[6, 4]);
    check(&[0, 4], s![by(&unread(DType::Bool, &[0]))], &[0, 4]);
}

#[test]
fn masks_without_entries_pick_nothing() {
    let empty = |shape: &[usize]| unread(DType::Bool, shape);
    let x: &[usize] = &[2, 3, 4];
    check(x, s![by(&empty(&[0]))], &[0, 3, 4]);
    check(x, s![.., by(&empty(&[0]))], &[2, 0, 4]);
    check(x, s![by(&empty(&[0, 3]))], &[0, 4]);
    check(x, s![by(&empty(&[2, 0]))], &[0, 4]);
    check(x, s![by(&empty(&[0, 0, 0]))], &[0]);
    check(x, s![by(&empty(&[0])), .., 0], &[0, 3]);
    check(x, s![by(&empty(&[0])), by(&unread(DType::I64, &[1]))], &[0, 4]);
}

#[test]
fn masks_of_rank_0_consume_no_axis() {
    let (t, i) = (unread(DType::Bool, &[]), unread(DType::I64, &[2]));
    let (t, i) = (by(&t), by(&i));
    let x: &[usize] = &[2, 3, 4, 5];
    check(x, s![.., &t], &[2, 1, 3, 4, 5]);
    check(x, s![.., .., &t], &[2, 3, 1, 4, 5]);
    check(x, s![.., &t, .., 0], &[1, 2, 3, 5]);
    check(x, s![.., 0, &t], &[2, 1, 4, 5]);
    check(x, s![0, .., &t], &[1, 3, 4, 5]);
    check(x, s![.., &t, &t], &[2, 1, 3, 4, 5]);
    check(x, s![Fill, &t], &[2, 3, 4, 5, 1]);
    check(x, s![0, 0, 0, 0, &t], &[1]);
    check(x, s![NewAxis, &t, NewAxis], &[1, 1, 1, 2, 3, 4, 5]);
    check(x, s![.., &t, &i], &[2, 2, 4, 5]);
    check(x, s![.., &t, .., &i], &[2, 2, 3, 5]);
    check(&[2, 3], s![&i, &t, &i], &[2]);
    check(&[], s![&t], &[1]);
    check(&[], s![NewAxis, &t], &[1, 1]);
    check(&[], s![&t, NewAxis], &[1, 1]);

    let layout = rows(x);
    let index = s![.., &t];
    let plan = plan(&layout, index);
    let nothing = plan.index_shape("test", &[0]).unwrap();
    assert_eq!(plan.result_shape("test", &nothing).unwrap().as_slice(), [2, 0, 3, 4, 5]);
}

#[test]
fn index_tensors_of_rank_0_add_no_axis() {
    let zero = unread(DType::I64, &[]);
    check(&[2, 3, 4, 5], s![.., by(&zero)], &[2, 4, 5]);
    check(&[2, 3, 4, 5], s![by(&zero), .., by(&zero)], &[3, 5]);
}

#[test]
fn the_subspace_is_where_ranges_and_integers_lead() {
    let (i, layout) = (unread(DType::I16, &[2]), rows(&[2, 3, 4, 5]));
    let index = s![1, by(&i), (1.., -2), NewAxis, ..=2];
    let plan = plan(&layout, index);
    let subspace = &plan.subspace;
    assert_eq!((subspace.shape(), subspace.strides()), (&[2, 1, 3][..], &[-10, 0, 1][..]));
    assert_eq!((subspace.offset(), plan.position), (60 + 15, 0));
    let [pick] = plan.picks.as_slice() else { panic!("one pick") };
    assert_eq!((pick.kind, pick.axis, pick.lens, pick.strides), (PickKind::Index, 1, &[3][..], &[20][..]));
}

#[test]
fn an_empty_source_can_have_a_subspace() {
    let none = unread(DType::I64, &[0]);
    check(&[0, 4], s![by(&none)], &[0, 4]);
    let wild = Layout::new_for("test", &[0, 4], &[1, isize::MAX], 3).unwrap();
    let index = s![by(&none)];
    let plan = plan(&wild, index);
    assert_eq!((plan.subspace.shape(), plan.subspace.strides()), (&[4][..], &[0][..]));
}

#[test]
fn index_tensors_are_checked_before_they_are_read() {
    let of = |dtype, shape: &[usize]| unread(dtype, shape);
    let (i, three) = (of(DType::I64, &[2]), of(DType::I64, &[3]));
    check_error(
        &[4, 4],
        s![by(&of(DType::F64, &[2]))],
        "a tensor of dtype f64 cannot be an index: integers pick entries, bools are masks",
    );
    check_error(
        &[2, 3],
        s![by(&of(DType::Bool, &[3]))],
        "a mask of shape [3] covers axes of shape [2] from axis 0 on: each size must be its axis's, or 0",
    );
    check_error(
        &[2, 3, 4],
        s![0, by(&of(DType::Bool, &[4, 3]))],
        "a mask of shape [4, 3] covers axes of shape [3, 4] from axis 1 on: each size must be its axis's, or 0",
    );
    check_error(
        &[2, 3],
        s![by(&of(DType::Bool, &[0, 5]))],
        "a mask of shape [0, 5] covers axes of shape [2, 3] from axis 0 on: each size must be its axis's, or 0",
    );
    check_error(
        &[0, 3],
        s![by(&of(DType::Bool, &[1]))],
        "a mask of shape [1] covers axes of shape [0] from axis 0 on: each size must be its axis's, or 0",
    );
    check_error(
        &[2, 3],
        s![0, by(&of(DType::Bool, &[2, 3]))],
        "3 index items for shape [2, 3], which has 2 axes",
    );
    check_error(&[2, 3], s![by(&i), by(&i), by(&i)], "3 index items for shape [2, 3], which has 2 axes");
    check_error(
        &[4, 4],
        s![by(&i), by(&three)],
        "shapes [2] and [3] do not broadcast: axis 0 is 2 and 3, and broadcasting needs equal sizes or 1",
    );
    // An integer beside an index tensor is checked even if the tensor is empty, as in NumPy.
    check_error(
        &[2, 3],
        s![9, by(&of(DType::I64, &[0]))],
        "index 9 is out of range for axis 0 of length 2 (allowed: -2 to 1)",
    );
}

#[test]
fn masks_broadcast_once_they_are_counted() {
    let (mask, three) = (unread(DType::Bool, &[4]), unread(DType::I64, &[3]));
    let layout = rows(&[4, 5]);
    let index = s![by(&mask), by(&three)];
    let plan = plan(&layout, index);
    assert_eq!(plan.index_shape("test", &[3]).unwrap().as_slice(), [3]);
    assert_eq!(plan.index_shape("test", &[1]).unwrap().as_slice(), [3]);
    assert!(plan.index_shape("test", &[2]).unwrap_err().is_shape());
}

#[test]
fn no_view_can_pick() {
    let (index, mask) = (unread(DType::I64, &[2]), unread(DType::Bool, &[4]));
    for (tensor, noun) in [(&index, "an index tensor"), (&mask, "a mask")] {
        let error = resolve_view("view", s![by(tensor)], &rows(&[4])).unwrap_err();
        let words = format!("view: {noun} picks entries that no strides describe: use `load`, which copies");
        assert_eq!(error.to_string(), words);
    }
}

#[test]
fn items_can_be_owned() {
    fn stored() -> Vec<Item<'static>> {
        let index = unread(DType::I64, &[2]);
        let list = vec![by(&index), Item::NewAxis];
        Item::own(s![.., &list, Fill])
    }
    let stored = stored();
    assert_eq!(stored.len(), 4);
    check(&[2, 3, 4], &stored, &[2, 2, 1, 4]);
    check(&[2, 3, 4], s![&stored, 0], &[2, 2, 1]);
    check(&[2, 3, 4], s![0, &stored[1]], &[2, 4]);
}
