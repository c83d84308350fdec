//! Overlaps against sets of bytes, and the bound of work.

use std::collections::BTreeSet;

use super::*;
use crate::layout::{Overlap, overlap};

fn bytes(layout: &Layout, item: usize) -> BTreeSet<i128> {
    let item = item as i128;
    positions(layout).into_iter().flat_map(|p| p * item..(p + 1) * item).collect()
}

fn answer(overlaps: bool) -> Overlap {
    if overlaps { Overlap::Yes } else { Overlap::No }
}

/// Layouts with wide steps, where most places are never reached.
fn sparse() -> impl Strategy<Value = Layout> {
    let axes =
        prop::collection::vec((1usize..=4, prop_oneof![1isize..=40, Just(6), Just(15), Just(35)]), 1..=4);
    (axes, 0usize..100).prop_map(|(axes, offset)| {
        let (shape, strides): (Vec<_>, Vec<_>) = axes.into_iter().unzip();
        raw(&shape, &strides, offset)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn two_layouts(a in layouts(), b in layouts(), sizes in (0u32..=4, 0u32..=4)) {
        let (a_item, b_item) = (1 << sizes.0, 1 << sizes.1);
        let expected = answer(!bytes(&a, a_item).is_disjoint(&bytes(&b, b_item)));
        prop_assert_eq!(overlap(&a, a_item, &b, b_item), expected);
        prop_assert_eq!(overlap(&b, b_item, &a, a_item), expected);
    }

    #[test]
    fn two_sparse_layouts(a in sparse(), b in sparse(), sizes in (1usize..=6, 1usize..=6)) {
        for (a_item, b_item) in [(1, 1), sizes] {
            let expected = answer(!bytes(&a, a_item).is_disjoint(&bytes(&b, b_item)));
            prop_assert_eq!(overlap(&a, a_item, &b, b_item), expected);
        }
    }

    #[test]
    fn one_layout(x in prop_oneof![layouts(), sparse()]) {
        let all = positions(&x);
        let distinct: BTreeSet<i128> = all.iter().copied().collect();
        prop_assert_eq!(x.overlaps_itself(), answer(distinct.len() < all.len()));
    }
}

#[test]
fn interleaved_views_of_large_tensors_are_told_apart() {
    let check = |a: &Layout, b: &Layout, expected| {
        assert_eq!(overlap(a, 8, b, 8), expected, "{a:?} {b:?}");
        assert_eq!(overlap(b, 8, a, 8), expected, "{a:?} {b:?}");
    };
    let n = 1 << 20;
    let half = |offset| raw(&[n, n / 2], &[n as isize, 2], offset);
    check(&half(0), &half(1), Overlap::No);
    check(&half(0), &half(2), Overlap::Yes);
    let columns = |offset, count| raw(&[n, count], &[n as isize, 1], offset);
    check(&columns(0, 500), &columns(500, 500), Overlap::No);
    check(&columns(0, 501), &columns(500, 500), Overlap::Yes);
    let steps = |step: isize, offset| raw(&[n, 1000], &[n as isize, step], offset);
    check(&steps(6, 0), &steps(10, 1), Overlap::No);
    check(&steps(6, 0), &steps(10, 4), Overlap::Yes);
    check(&c(&[n, n]), &c(&[n, n]).transpose(), Overlap::Yes);
    // Real and imaginary parts of one complex tensor.
    assert_eq!(overlap(&c(&[n, n]), 8, &raw(&[n, n], &[2 * n as isize, 2], 1), 4), Overlap::Yes);
}

#[test]
fn one_layout_of_many_axes() {
    let check = |shape: &[usize], strides: &[isize], expected| {
        assert_eq!(raw(shape, strides, 0).overlaps_itself(), expected, "{shape:?} {strides:?}");
    };
    check(&[1, 4], &[0, 1], Overlap::No);
    check(&[2, 4], &[0, 1], Overlap::Yes);
    check(&[0, 4], &[0, 0], Overlap::No);
    check(&[2, 2], &[2, 3], Overlap::No);
    check(&[4, 3], &[2, 3], Overlap::Yes);
    check(&[3, 3], &[3, 4], Overlap::No);
    check(&[1 << 20, 1 << 20], &[1 << 20, 1], Overlap::No);
    check(&[1 << 20, 1 << 20], &[(1 << 20) - 1, 1], Overlap::Yes);
    check(&[1 << 20, (1 << 20) + 2], &[(1 << 20) + 1, (1 << 20) - 1], Overlap::Yes);
    check(&[1 << 20, (1 << 20) + 1], &[(1 << 20) + 1, (1 << 20) - 1], Overlap::No);
    check(&[2; 20], &std::array::from_fn::<_, 20, _>(|k| 1 << k), Overlap::No);
}

#[test]
fn a_hard_question_ends_unsure() {
    // Steps without structure and far apart: a knapsack. (The numbers are those of a simple generator.)
    let next = |state: &u64| {
        Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407))
    };
    let strides: Vec<isize> = std::iter::successors(Some(1u64), next)
        .skip(1)
        .take(20)
        .map(|state| (state >> 14) as isize)
        .collect();
    assert_eq!(raw(&[2; 20], &strides, 0).overlaps_itself(), Overlap::Unsure);
    let limit = raw(&[2, 2], &[1, isize::MAX - 1], 0);
    assert_eq!(limit.overlaps_itself(), Overlap::No);
    assert_eq!(overlap(&limit, 8, &c(&[1]), 8), Overlap::Unsure);
    assert_eq!(overlap(&c(&[1]), usize::MAX, &limit, usize::MAX - 1), Overlap::Unsure);
    assert_eq!(overlap(&c(&[1]), 0, &limit, 1), Overlap::No);
}
