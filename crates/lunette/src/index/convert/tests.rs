use super::{IndexInteger, IntoItem};
use crate::index::Item;
use crate::prelude::{DynTensor, Fill, NewAxis, Tensor, span, tensor};
use crate::{IndexRange, s};

#[test]
fn integers_of_every_type_are_entries() {
    fn check<'a, T: IndexInteger + IntoItem<'a>>(value: T, expected: i64) {
        assert!(matches!(value.into_item(), Item::At(entry) if entry == expected), "{expected}");
    }
    check(i8::MIN, -128);
    check(i16::MIN, -32_768);
    check(i32::MIN, -2_147_483_648);
    check(i64::MIN, i64::MIN);
    check(-3isize, -3);
    check(u8::MAX, 255);
    check(u16::MAX, 65_535);
    check(u32::MAX, 4_294_967_295);
    check(u64::MAX, i64::MAX);
    check(u128::MAX, i64::MAX);
    check(usize::MAX, i64::MAX);
    check(i128::MAX, i64::MAX);
    check(i128::MIN, i64::MIN);
    check(i128::from(i64::MAX), i64::MAX);
}

#[test]
fn tensors_of_integers_bools_and_unknown_dtypes_are_items() {
    let picks: Tensor<i32> = tensor![0, 1];
    let mask: Tensor<bool> = tensor![true, false];
    let unknown: DynTensor = picks.to_dyn();
    let borrowed = &picks;
    let index = s![&picks, &mask, &unknown, &borrowed, picks.clone(), unknown.clone()];
    let shown: Vec<String> = index.iter().map(|item| format!("{item:?}")).collect();
    let expected =
        ["i32", "bool", "i32", "i32", "i32", "i32"].map(|dtype| format!("Tensor(Tensor<{dtype}>[2])"));
    assert_eq!(shown, expected);
}

#[test]
fn an_index_can_be_kept_in_a_variable() {
    let last = -1i64;
    let list = vec![Item::At(0)];
    let index = s![1..3, (.., -1), NewAxis, Fill, span(0, 2), &list, &list[0], IndexRange::FULL, last,];
    assert_eq!(index.len(), 9);
    assert!(s![].is_empty());
}
