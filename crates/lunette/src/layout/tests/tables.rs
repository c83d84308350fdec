//! The cases of the reference pages that are about geometry, and the edges between an answer and an error.

use super::*;
use crate::error::{Error, ErrorKind};
use crate::layout::{
    Entries, LayoutBuilder, broadcast_shapes_for, infer_shape, resolve_axes, resolve_axis, squeezed,
    store_layout,
};

fn flags(layout: &Layout) -> (bool, bool) {
    (layout.is_c_contiguous(), layout.is_f_contiguous())
}

#[test]
fn s1_18_s1_19_t6_strides_of_both_orders() {
    let check = |shape: &[usize], rows: &[isize], columns: &[isize]| {
        assert_eq!((c(shape).strides(), f(shape).strides()), (rows, columns), "{shape:?}");
    };
    check(&[3, 2, 2], &[4, 2, 1], &[1, 3, 6]);
    check(&[2, 2, 2], &[4, 2, 1], &[1, 2, 4]);
    check(&[], &[], &[]);
    check(&[2, 0, 3], &[3, 3, 1], &[1, 2, 2]);
    assert_eq!(c(&[2, 3]).byte_strides(4)[..], [12, 4]);
    assert_eq!(f(&[2, 3]).byte_strides(4)[..], [4, 8]);
    assert_eq!(c(&[2, 3, 4]).byte_strides(8)[..], [96, 32, 8]);
    assert_eq!(f(&[2, 3, 4]).byte_strides(8)[..], [8, 16, 48]);
}

#[test]
fn s1_20_to_s1_25_t5_contiguity_flags() {
    let check = |layout: &Layout, expected: (bool, bool)| assert_eq!(flags(layout), expected, "{layout:?}");
    check(&raw(&[3, 1], &[1, 999], 0), (true, true));
    check(&raw(&[1, 3], &[isize::MIN, 1], 0), (true, true));
    check(&raw(&[0, 3], &[7, -5], 0), (true, true));
    check(&raw(&[2, 0, 5], &[isize::MAX, isize::MIN, 2], 3), (true, true));
    check(&c(&[1, 5, 1, 1]), (true, true));
    check(&c(&[2, 3]), (true, false));
    check(&c(&[2, 3]).transpose(), (false, true));
    check(&f(&[2, 2]), (false, true));
    check(&f(&[2, 2]).transpose(), (true, false));
    check(&c(&[5]), (true, true));
    check(&c(&[]), (true, true));
    check(&raw(&[3], &[2], 0), (false, false));
    check(&raw(&[3], &[-1], 2), (false, false));
    check(&raw(&[3], &[0], 0), (false, false));
    check(&raw(&[1], &[-1], 2), (true, true));
}

#[test]
fn one_segment_in_any_order_of_axes() {
    let x = c(&[2, 3, 4]);
    let check = |layout: &Layout, expected| assert_eq!(layout.is_contiguous(), expected, "{layout:?}");
    check(&x.permute_for(OP, &[1, 2, 0]).unwrap(), true);
    check(&x.flip_for(OP, None).unwrap(), true);
    check(&raw(&[2, 1, 3], &[1, 77, 2], 0), true);
    check(&raw(&[2, 3], &[4, 1], 0), false);
    check(&raw(&[2, 3], &[0, 1], 0), false);
    check(&raw(&[2, 2], &[1, 1], 0), false);
    check(&raw(&[0, 3], &[9, 9], 0), true);
}

#[test]
fn memory_like_another_keeps_the_order_of_axes() {
    let check = |layout: &Layout, expected: &[isize]| {
        let like = layout.contiguous_like();
        assert_eq!((like.shape(), like.strides(), like.offset()), (layout.shape(), expected, 0));
    };
    check(&c(&[2, 3, 4]).permute_for(OP, &[1, 2, 0]).unwrap(), &[4, 1, 12]);
    check(&f(&[2, 3]), &[1, 2]);
    check(&c(&[2, 3]).flip_for(OP, None).unwrap(), &[3, 1]);
    check(&raw(&[2, 3], &[1, 4], 5), &[1, 2]);
    check(&raw(&[3, 1, 2], &[1, 50, 9], 5), &[1, 2, 3]);
    check(&raw(&[2, 3], &[0, 1], 0), &[1, 2]);
    check(&raw(&[2, 3], &[1, 1], 0), &[3, 1]);
    check(&raw(&[2, 0], &[1, 5], 0), &[1, 1]);
    check(&c(&[]), &[]);
}

#[test]
fn s1_16_offsets_and_extents() {
    let x = c(&[2, 3]);
    assert_eq!((x.offset_of(&[1, 2]), x.offset_of(&[2, 0]), x.offset_of(&[1])), (Some(5), None, None));
    let y = x.flip_for(OP, None).unwrap();
    assert_eq!((y.offset(), y.offset_of(&[1, 2]), y.extent()), (5, Some(0), Some((0, 5))));
    assert_eq!(raw(&[5, 3], &[1, 1], 0).extent(), Some((0, 6)), "T12");
    assert_eq!(Layout::scalar(4).unwrap().extent(), Some((4, 4)));
    assert_eq!(raw(&[2, 0], &[5, 1], 3).extent(), None);
    let column = x.index_axis(OP, 1, 1).unwrap();
    assert_eq!((column.byte_strides(4)[0], column.byte_offset(4)), (12, 4), "S1.9");
}

#[test]
fn t9_permutations() {
    let x = c(&[2, 2, 3]);
    let turned = x.permute_for(OP, &[2, 0, 1]).unwrap();
    assert_eq!(turned.shape(), [3, 2, 2]);
    assert_eq!(positions(&turned), [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
    assert_eq!(turned, x.permute_for(OP, &[-1, -3, -2]).unwrap());
    assert_eq!(x.swap_axes_for(OP, 0, -1).unwrap(), x.transpose());
    for (source, destination, shape) in
        [(&[0][..], &[-1][..], [4, 5, 3]), (&[-1], &[0], [5, 3, 4]), (&[0, 1], &[-1, -2], [5, 4, 3])]
    {
        assert_eq!(c(&[3, 4, 5]).move_axis_for(OP, source, destination).unwrap().shape(), shape);
    }
}

#[test]
fn s4_13_t10_slices_and_diagonals() {
    let x = c(&[3, 3]);
    let check = |view: Layout, shape: &[usize], strides: &[isize], offset| {
        assert_eq!((view.shape(), view.strides(), view.offset()), (shape, strides, offset));
    };
    let back = Entries { start: 2, len: 3, step: -1 };
    check(x.slice_axis(OP, 0, back).unwrap(), &[3, 3], &[-3, 1], 6);
    let every_other = x.slice_axis(OP, 0, Entries { start: 0, len: 2, step: 2 }).unwrap();
    check(every_other.slice_axis(OP, 1, back).unwrap(), &[2, 3], &[6, -1], 2);
    check(x.slice_axis(OP, 1, Entries { start: 3, len: 0, step: 1 }).unwrap(), &[3, 0], &[3, 1], 0);
    check(x.diagonal_for(OP, 0, 0, 1).unwrap(), &[3], &[4], 0);
    check(x.diagonal_for(OP, 1, 0, 1).unwrap(), &[2], &[4], 1);
    check(x.diagonal_for(OP, -2, 0, 1).unwrap(), &[1], &[4], 6);
    check(x.diagonal_for(OP, 1, 1, 0).unwrap(), &[2], &[4], 3);
    check(x.diagonal_for(OP, 3, 0, 1).unwrap(), &[0], &[4], 0);
    check(x.diagonal_for(OP, i64::MIN, 0, 1).unwrap(), &[0], &[4], 0);
    check(c(&[2, 3, 4]).diagonal_for(OP, 0, 0, 2).unwrap(), &[3, 2], &[4, 13], 0);
}

#[test]
fn a_builder_walks_through_the_axes() {
    let x = c(&[2, 3, 4, 5]);
    let mut part = LayoutBuilder::new(OP, &x);
    part.at(1).unwrap();
    part.new_axis();
    part.range(Entries { start: 2, len: 2, step: -2 }).unwrap();
    assert_eq!(part.rank(), 2);
    part.keep(1);
    let part = part.finish().unwrap();
    assert_eq!((part.shape(), part.strides(), part.offset()), (&[1, 2, 4, 5][..], &[0, -40, 5, 1][..], 100));
}

#[test]
fn squeeze_and_expand() {
    let x = c(&[1, 3, 1, 4]);
    assert_eq!(x.squeeze_for(OP, None).unwrap().shape(), [3, 4]);
    assert_eq!(x.squeeze_for(OP, Some(&[-2])).unwrap().shape(), [1, 3, 4]);
    assert_eq!(x.squeeze_for(OP, Some(&[])).unwrap(), x);
    assert_eq!(c(&[3, 4]).expand_dims_for(OP, &[0, -1]).unwrap().shape(), [1, 3, 4, 1]);
    assert_eq!(c(&[3, 4]).expand_dims_for(OP, &[2, 1]).unwrap().shape(), [3, 1, 1, 4]);
    assert_eq!(c(&[]).expand_dims_for(OP, &[0]).unwrap().shape(), [1]);
    assert_eq!(squeezed(&[1, 2, 1, 0])[..], [2, 0]);
}

#[test]
fn t8_shapes_with_an_open_size() {
    let check = |from: &[usize], to: &[i64], expected: &[usize]| {
        assert_eq!(infer_shape(OP, from, to).unwrap()[..], *expected, "{from:?} to {to:?}");
    };
    check(&[2, 2, 3], &[6, -1], &[6, 2]);
    check(&[0, 3], &[-1, 3], &[0, 3]);
    check(&[0, 3], &[0, 7], &[0, 7]);
    check(&[], &[-1], &[1]);
    check(&[], &[], &[]);
    check(&[1, 1], &[], &[]);
    for (from, to) in [(&[10][..], &[3, 3][..]), (&[5], &[-1, 0]), (&[6], &[4, -1]), (&[6], &[]), (&[0], &[])]
    {
        let error = infer_shape(OP, from, to).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Reshape { .. }), "{from:?} to {to:?}: {error}");
    }
    for to in [&[-1, -1][..], &[-2, 3], &[-1, -2], &[i64::MIN]] {
        assert!(matches!(infer_shape(OP, &[6], to).unwrap_err().kind(), ErrorKind::ReshapeInfer { .. }));
    }
    for to in [&[0, -1][..], &[-1, 0]] {
        assert!(matches!(infer_shape(OP, &[0], to).unwrap_err().kind(), ErrorKind::ReshapeInfer { .. }));
    }
    assert!(infer_shape(OP, &[0], &[0, i64::MAX, i64::MAX]).unwrap_err().is_memory());
    assert!(infer_shape(OP, &[1], &[1; 65]).unwrap_err().is_shape());
}

#[test]
fn b5_reshape_keeps_the_logical_order() {
    let check = |layout: &Layout, to: &[usize], strides: Option<&[isize]>| {
        assert_eq!(layout.reshape(to).as_ref().map(Layout::strides), strides, "{layout:?} to {to:?}");
    };
    check(&c(&[2, 2, 3]), &[6, 2], Some(&[2, 1]));
    check(&f(&[2, 3]), &[6], None);
    check(&f(&[2, 3]), &[3, 2], None);
    check(&f(&[2, 3]), &[2, 1, 3], Some(&[1, 6, 2]));
    check(&raw(&[4, 6], &[12, 2], 0), &[2, 2, 3, 2], Some(&[24, 12, 4, 2]));
    check(&raw(&[4, 6], &[12, 2], 0), &[24], Some(&[2]));
    check(&raw(&[4, 6], &[13, 2], 0), &[8, 3], None);
    check(&raw(&[6], &[-1], 5), &[2, 3], Some(&[-3, -1]));
    check(&raw(&[2, 3], &[0, 0], 0), &[6], Some(&[0]));
    check(&raw(&[2, 3], &[0, 1], 0), &[6], None);
    check(&raw(&[0, 3], &[5, 5], 2), &[3, 0, 2], Some(&[2, 2, 1]));
    check(&raw(&[1, 1], &[9, 9], 2), &[], Some(&[]));
    check(&c(&[6]), &[5], None);
}

#[test]
fn t11_shapes_that_broadcast() {
    let check = |shapes: &[&[usize]], expected: &[usize]| {
        assert_eq!(broadcast_shapes_for(OP, shapes).unwrap()[..], *expected, "{shapes:?}");
    };
    check(&[&[8, 1, 6, 1], &[7, 1, 5]], &[8, 7, 6, 5]);
    check(&[&[5, 4], &[1]], &[5, 4]);
    check(&[&[15, 3, 5], &[15, 1, 5]], &[15, 3, 5]);
    check(&[&[15, 3, 5], &[3, 1]], &[15, 3, 5]);
    check(&[&[0, 1], &[1, 3], &[]], &[0, 3]);
    check(&[], &[]);
    for (shapes, text) in [
        (&[&[3][..], &[4]][..], "shapes [3] and [4] do not broadcast: axis 0 is 3 and 4"),
        (&[&[2, 1], &[8, 4, 3]], "shapes [2, 1] and [8, 4, 3] do not broadcast: axis 1 is 2 and 4"),
        (&[&[5, 1, 1], &[2, 3], &[4]], "shapes [2, 3] and [4] do not broadcast: axis 1 is 3 and 4"),
        (&[&[0], &[2]], "axis 0 is 0 and 2"),
    ] {
        let error = broadcast_shapes_for(OP, shapes).unwrap_err().to_string();
        assert!(error.contains(text), "{error}");
    }
    assert_eq!(c(&[3, 1]).broadcast_to_for(OP, &[3, 3]).unwrap().strides(), [1, 0]);
    assert_eq!(c(&[1]).broadcast_to_for(OP, &[0]).unwrap().shape(), [0]);
    for (from, to) in [(&[3][..], &[3, 5][..]), (&[3], &[5, 5]), (&[0], &[1]), (&[1, 3], &[3])] {
        assert!(c(from).broadcast_to_for(OP, to).unwrap_err().is_shape(), "{from:?} to {to:?}");
    }
}

#[test]
fn r14_values_that_fit_a_region() {
    let check = |region: &[usize], value: &[usize], strides: Option<&[isize]>| {
        let found = store_layout(OP, region, &c(value));
        assert_eq!(found.as_ref().ok().map(Layout::strides), strides, "{value:?} to {region:?}");
    };
    for value in [&[2][..], &[1, 2], &[2, 1], &[1, 2, 1], &[2, 1, 1]] {
        // S0.18, S0.19, S0.25
        assert_eq!(positions(&store_layout(OP, &[2], &c(value)).unwrap()), [0, 1], "{value:?}");
    }
    for value in [&[3][..], &[4], &[2, 2], &[0]] {
        check(&[2], value, None);
    }
    check(&[2, 3], &[], Some(&[0, 0]));
    check(&[2, 3], &[1, 1, 1], Some(&[0, 0]));
    check(&[2, 3], &[3], Some(&[0, 1]));
    check(&[2, 3], &[1, 1, 3], Some(&[0, 1]));
    check(&[2, 3], &[2, 1], Some(&[1, 0]));
    check(&[2, 1, 3], &[2, 3], Some(&[3, 0, 1]));
    check(&[3, 3], &[2, 3], None);
    check(&[0], &[1], Some(&[0]));
    check(&[0], &[], Some(&[0]));
    check(&[], &[], Some(&[]));
    check(&[], &[1], None); // S0.21
}

#[test]
fn windows() {
    let check = |view: &Layout, shape: &[usize], strides: &[isize]| {
        assert_eq!((view.shape(), view.strides()), (shape, strides));
    };
    check(&c(&[7]).windows_for(OP, &[3], None).unwrap(), &[5, 3], &[1, 1]);
    check(&c(&[4, 5]).windows_for(OP, &[2], Some(&[-1])).unwrap(), &[4, 4, 2], &[5, 1, 1]);
    check(&c(&[6]).windows_for(OP, &[2, 3], Some(&[0, 0])).unwrap(), &[3, 2, 3], &[1, 1, 1]);
    check(&c(&[3]).windows_for(OP, &[3], None).unwrap(), &[1, 3], &[1, 1]);
    assert!(c(&[3]).windows_for(OP, &[0], None).is_err() && c(&[0]).windows_for(OP, &[1], None).is_err());
}

#[test]
fn parts_of_an_axis() {
    let x = c(&[7]);
    let parts = |parts: Vec<Layout>| parts.iter().map(|part| (part.offset(), part.len())).collect::<Vec<_>>();
    assert_eq!(parts(x.split_sections_for(OP, 0, 3).unwrap().collect()), [(0, 3), (3, 2), (5, 2)]);
    assert_eq!(parts(x.split_indices_for(OP, 0, &[4, -1]).unwrap()), [(0, 4), (4, 2), (6, 1)], "T17");
    assert_eq!(parts(x.split_indices_for(OP, 0, &[3, 2, 7]).unwrap()), [(0, 3), (0, 0), (2, 5), (0, 0)]);
    assert_eq!(x.split_sections_for(OP, 0, usize::MAX).unwrap().len(), usize::MAX);
    let (left, right) = x.split_at_for(OP, 0, 7).unwrap();
    assert_eq!((left.len(), right.len(), right.offset()), (7, 0, 0));
}

#[test]
fn t13_items_of_another_size() {
    let check = |layout: &Layout, from, to, expected: Option<(&[usize], &[isize], usize)>| {
        let found = layout.reinterpret_for(OP, from, to).ok();
        let parts = found.as_ref().map(|found| (found.shape(), found.strides(), found.offset()));
        assert_eq!(parts, expected, "{layout:?}: {from} to {to}");
    };
    check(&c(&[3]), 4, 2, Some((&[6], &[1], 0)));
    check(&c(&[2, 4]), 2, 8, Some((&[2, 1], &[1, 1], 0)));
    check(&raw(&[2, 4], &[-8, 1], 8), 2, 4, Some((&[2, 2], &[-4, 1], 4)));
    check(&raw(&[2, 1], &[3, 9], 1), 4, 2, Some((&[2, 2], &[6, 1], 2)));
    check(&raw(&[2, 4], &[5, 1], 0), 2, 4, None);
    check(&raw(&[2, 4], &[4, 1], 1), 2, 4, None);
    check(&c(&[3]), 2, 4, None);
    check(&raw(&[2], &[2], 0), 4, 2, None);
    check(&c(&[3]), 4, 3, None);
    check(&c(&[3]), 4, 0, None);
    check(&c(&[3]), 0, 4, None);
    check(&c(&[]), 4, 2, None);
    check(&c(&[]), 4, 4, Some((&[], &[], 0)));
    check(&raw(&[0, 2], &[5, 1], 1), 2, 4, Some((&[0, 1], &[2, 1], 0)));
}

#[test]
fn coalescing() {
    let check = |layout: &Layout, shape: &[usize], strides: &[isize]| {
        let found = layout.coalesce();
        assert_eq!((&found.0[..], &found.1[..]), (shape, strides), "{layout:?}");
    };
    check(&c(&[2, 1, 3, 4]), &[24], &[1]);
    check(&f(&[2, 3]), &[2, 3], &[1, 2]);
    check(&raw(&[2, 3, 4], &[24, 4, 1], 0), &[2, 12], &[24, 1]);
    check(&raw(&[2, 3], &[-3, -1], 5), &[6], &[-1]);
    check(&raw(&[2, 3], &[0, 0], 0), &[6], &[0]);
    check(&raw(&[1, 1], &[5, 5], 0), &[], &[]);
    check(&raw(&[3, 0, 2], &[5, 5, 9], 0), &[0], &[0]);
}

#[test]
fn mistakes_have_their_kinds() {
    let x = c(&[2, 3]);
    let one = Entries { start: 0, len: 2, step: 1 };
    let check = |error: Error, text: &str| assert_eq!(error.to_string(), format!("{OP}: {text}"));
    check(resolve_axis(OP, 2, 2).unwrap_err(), "axis 2 is out of range for rank 2 (allowed: -2 to 1)");
    check(resolve_axis(OP, -3, 2).unwrap_err(), "axis -3 is out of range for rank 2 (allowed: -2 to 1)");
    check(
        resolve_axis(OP, i64::MIN, 0).unwrap_err(),
        &format!("axis {} or less is out of range: a tensor of rank 0 has no axes", i64::MIN),
    );
    check(resolve_axes(OP, &[0, -2], 2).unwrap_err(), "axis 0 is named twice");
    check(x.permute_for(OP, &[0]).unwrap_err(), "shape [2, 3] needs 2 axes, found 1: name every axis once");
    check(x.permute_for(OP, &[1, 1]).unwrap_err(), "axis 1 is named twice");
    check(
        x.move_axis_for(OP, &[0], &[]).unwrap_err(),
        "shape [2, 3] needs 1 destinations, found 0: name one destination for each axis that moves",
    );
    check(
        x.squeeze_for(OP, Some(&[1])).unwrap_err(),
        "axis 1 has size 3; only axes of size 1 can be removed",
    );
    check(x.expand_dims_for(OP, &[3]).unwrap_err(), "axis 3 is out of range for rank 3 (allowed: -3 to 2)");
    check(x.expand_dims_for(OP, &[0; 63]).unwrap_err(), "65 axes are more than the 64 a tensor can have");
    check(x.diagonal_for(OP, 0, 1, -1).unwrap_err(), "axis 1 is named twice");
    check(x.slice_axis(OP, 2, one).unwrap_err(), "axis 2 is out of range for rank 2 (allowed: -2 to 1)");
    check(
        x.index_axis(OP, 0, 2).unwrap_err(),
        "index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)",
    );
    check(
        x.slice_axis(OP, 0, Entries { start: 1, ..one }).unwrap_err(),
        "index 2 is out of range for axis 0 of length 2 (allowed: -2 to 1)",
    );
    check(
        x.slice_axis(OP, 0, Entries { step: 0, ..one }).unwrap_err(),
        "the step on axis 0 is 0; use 1 for every entry, -1 for backwards",
    );
    check(
        x.windows_for(OP, &[4], Some(&[1])).unwrap_err(),
        "`window` is 4 on axis 1 of length 3: a window has at least one entry, and at most as many as its axis",
    );
    check(
        x.windows_for(OP, &[1], None).unwrap_err(),
        "shape [2, 3] needs 2 window sizes, found 1: give one size for each axis",
    );
    check(
        x.split_at_for(OP, 0, 3).unwrap_err(),
        "cut 3 is out of range for axis 0 of length 2 (allowed: -2 to 2)",
    );
    check(
        x.split_indices_for(OP, 0, &[-3]).unwrap_err(),
        "cut -3 is out of range for axis 0 of length 2 (allowed: -2 to 2)",
    );
    assert!(
        x.split_sections_for(OP, 0, 0).is_err_and(|error| error.to_string().contains("at least one part"))
    );
    check(
        Layout::new_for(OP, &[1], &[], 0).unwrap_err(),
        "shape [1] needs 1 strides, found 0: give one stride for each axis",
    );
    check(
        Layout::new_for(OP, &[3], &[-1], 1).unwrap_err(),
        "the layout reaches elements -1 to 1, and memory has no others than 0 to 9223372036854775807",
    );
}
