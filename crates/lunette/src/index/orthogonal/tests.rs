use super::{Axis, OrthogonalPlan};
use crate::dtype::DType;
use crate::index::fixture::{by, rows, unread};
use crate::index::resolve::resolve_orthogonal;
use crate::index::{Fill, Item, NewAxis};
use crate::layout::{Layout, MAX_RANK};
use crate::s;

fn plan<'a>(layout: &'a Layout, items: &'a [Item<'a>]) -> OrthogonalPlan<'a> {
    resolve_orthogonal("test", items, layout).unwrap()
}

/// Checks the shape of the result; `counts` are the numbers of true entries of the masks.
fn check(shape: &[usize], items: &[Item<'_>], counts: &[usize], expected: &[usize]) {
    let layout = rows(shape);
    let result = plan(&layout, items).result_shape("test", counts).unwrap();
    assert_eq!(result.as_slice(), expected, "{items:?} of {shape:?}");
}

#[test]
fn masks_act_on_their_own_axes() {
    // The masks of T25.
    let (first, second) = (unread(DType::Bool, &[2]), unread(DType::Bool, &[9]));
    check(&[2, 9], s![by(&first), ..], &[1], &[1, 9]);
    check(&[2, 9], s![by(&first), by(&second)], &[1, 1], &[1, 1]);
    check(&[2, 9], s![by(&first), by(&second)], &[2, 0], &[2, 0]);
    check(&[3, 2, 9], s![.., by(&unread(DType::Bool, &[2, 9]))], &[5], &[3, 5]);
    check(&[3], s![by(&unread(DType::Bool, &[])), ..], &[0], &[0, 3]);
    let (none, rows) = (unread(DType::Bool, &[0]), unread(DType::Bool, &[2, 0]));
    check(&[2, 9], s![by(&none), by(&second)], &[0, 4], &[0, 4]);
    check(&[2, 9, 5], s![by(&rows), by(&none)], &[0, 0], &[0, 0]);
}

#[test]
fn axes_never_move() {
    let (i, j) = (unread(DType::I64, &[2]), unread(DType::I64, &[3, 1]));
    check(&[2, 3, 4, 5], s![by(&i), .., by(&j)], &[], &[2, 3, 3, 1, 5]);
    check(&[2, 3, 4, 5], s![by(&i), 0, NewAxis, Fill, by(&j)], &[], &[2, 1, 4, 3, 1]);
    check(&[2, 3, 4, 5], s![.., by(&unread(DType::I64, &[])), 0], &[], &[2, 5]);
    check(&[2, 3], s![(.., -1), 1], &[], &[2]);
}

#[test]
fn steps_and_offset_lead_to_the_entries() {
    let (i, layout) = (unread(DType::U64, &[7]), rows(&[2, 3, 4]));
    let index = s![1, by(&i), (.., -2)];
    let plan = plan(&layout, index);
    assert_eq!(plan.offset, 12 + 3);
    match plan.axes.as_slice() {
        [Axis::Pick(pick), Axis::Step { size: 2, stride: -2 }] => {
            assert_eq!((pick.axis, pick.strides), (1, &[4][..]));
        }
        _ => panic!("a pick and a step"),
    }
}

#[test]
fn the_offset_stays_where_nothing_is_taken() {
    let layout = rows(&[2, 3]);
    assert_eq!(plan(&layout, s![1, 3..]).offset, 0);
    let wild = Layout::new_for("test", &[0, 3], &[1, isize::MAX], 5).unwrap();
    assert_eq!(plan(&wild, s![.., 2]).offset, 5);
}

#[test]
fn mistakes_are_the_same_as_in_the_other_mode() {
    let (i, flood) = (unread(DType::I64, &[2]), vec![Item::NewAxis; MAX_RANK]);
    let error = |items: &[Item<'_>]| resolve_orthogonal("test", items, &rows(&[4, 4])).err().unwrap();
    assert!(error(s![by(&i), by(&i), by(&i)]).is_index());
    assert!(error(s![by(&unread(DType::F32, &[2]))]).is_index());
    assert!(error(s![4]).is_index());
    assert!(error(s![&flood]).is_shape());
}
