//! Numbers at the limits: every call gives an answer or an error. (Tests are compiled with overflow checks, and
//! every layout made checks its invariants.)

use super::*;
use crate::error::{ErrorKind, Result};
use crate::layout::{Entries, broadcast_shapes_for, infer_shape, overlap, resolve_axes, store_layout};

fn extreme_size() -> impl Strategy<Value = usize> {
    let max = isize::MAX as usize;
    prop_oneof![
        prop::sample::select(vec![0, 1, 2, 3, max, max - 1, max / 2, max + 1, usize::MAX, 1 << 31, 1 << 32]),
        prop::sample::select(vec![0, 1, 1, 2, 3]),
    ]
}

fn extreme_step() -> impl Strategy<Value = isize> {
    let (max, min) = (isize::MAX, isize::MIN);
    let all =
        vec![0, 1, -1, 2, -3, max, max - 1, max / 2, max / 3, min, min + 1, min / 2, 1 << 31, -(1 << 32)];
    prop_oneof![prop::sample::select(all), -3isize..=3]
}

fn extreme_layouts() -> impl Strategy<Value = (Vec<usize>, Vec<isize>, usize)> {
    let axes = prop::collection::vec((extreme_size(), extreme_step()), 0..5);
    (axes, prop_oneof![extreme_size(), 0usize..100]).prop_map(|(axes, offset)| {
        let (shape, strides) = axes.into_iter().unzip();
        (shape, strides, offset)
    })
}

fn extreme_int() -> impl Strategy<Value = i64> {
    let limits = vec![i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1, 0, -1, 1];
    prop_oneof![prop::sample::select(limits), -4i64..=4]
}

/// Calls everything; an answer is right when its invariants hold.
fn try_all(x: &Layout, y: &Layout, sizes: &[usize], ints: &[i64]) {
    let (axis, i) = (ints[0], sizes[0]);
    let at = axis.unsigned_abs() as usize % 5;
    let entries = Entries { start: i, len: sizes[1], step: ints[1] as isize };
    let views = [
        Ok(x.transpose()),
        x.permute_for(OP, ints),
        x.swap_axes_for(OP, ints[0], ints[1]),
        x.move_axis_for(OP, &ints[..1], &ints[1..2]),
        x.squeeze_for(OP, None),
        x.squeeze_for(OP, Some(&ints[..1])),
        x.expand_dims_for(OP, &ints[..1]),
        x.flip_for(OP, None),
        x.flip_for(OP, Some(&ints[..1])),
        x.diagonal_for(OP, ints[2], ints[0], ints[1]),
        x.slice_axis(OP, at, entries),
        x.slice_axis(OP, at, Entries { len: 1, ..entries }),
        x.slice_axis(OP, at, Entries { len: 0, ..entries }),
        x.index_axis(OP, at, i),
        x.broadcast_to_for(OP, sizes),
        x.windows_for(OP, &sizes[..1], Some(&ints[..1])),
        x.windows_for(OP, sizes, None),
        store_layout(OP, sizes, x),
        store_layout(OP, y.shape(), x),
        x.split_at_for(OP, axis, i).map(|parts| parts.1),
    ];
    let parts = x.split_indices_for(OP, axis, &ints[1..]).unwrap_or_default();
    let few = x.split_sections_for(OP, axis, i).into_iter().flat_map(|parts| parts.take(3));
    let last = x.split_sections_for(OP, axis, i).into_iter().flat_map(|parts| parts.rev().take(3));
    for view in views.into_iter().flatten().chain(x.reshape(sizes)).chain(parts).chain(few).chain(last) {
        assert!(view.invariants_hold(), "{view:?} of {x:?}");
        assert_eq!(view.extent().is_none(), view.is_empty());
        if let (Some((low, high)), Some((lowest, highest))) = (view.extent(), x.extent()) {
            assert!(lowest <= low && high <= highest, "{view:?} of {x:?}");
        }
    }
    let other_items =
        [(i, sizes[1]), (16, 1), (1, 16), (4, 2)].map(|(from, to)| x.reinterpret_for(OP, from, to));
    for anew in other_items.into_iter().flatten().chain([x.contiguous_like()]) {
        assert!(anew.invariants_hold(), "{anew:?} of {x:?}");
    }
    let _ = (x.is_c_contiguous(), x.is_f_contiguous(), x.is_contiguous(), x.coalesce(), x.len());
    let _ =
        (x.byte_strides(i), x.byte_offset(i), x.offset_of(&sizes[..x.rank().min(2)]), x.overlaps_itself());
    let _ = (overlap(x, i, y, sizes[1]), overlap(x, 8, y, 4));
    let _ = (
        infer_shape(OP, x.shape(), ints),
        broadcast_shapes_for(OP, &[x.shape(), sizes]),
        resolve_axes(OP, ints, i),
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn no_input_overflows(
        x in extreme_layouts(),
        y in extreme_layouts(),
        sizes in prop::collection::vec(extreme_size(), 2..4),
        ints in prop::collection::vec(extreme_int(), 3),
    ) {
        let made = |(shape, strides, offset): &(Vec<usize>, Vec<isize>, usize)| {
            let _ = Layout::contiguous_for(OP, shape, Order::F);
            Layout::new_for(OP, shape, strides, *offset).ok()
        };
        if let Some(x) = made(&x) {
            try_all(&x, &made(&y).unwrap_or_else(|| x.clone()), &sizes, &ints);
        }
    }
}

#[track_caller]
fn outside(made: Result<Layout>) {
    let error = made.map(drop).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfBounds { len: None, .. }), "{error}");
}

#[test]
fn constructors_at_the_limits() {
    let max = isize::MAX as usize;
    assert!(Layout::contiguous_for(OP, &[max], Order::C).is_ok());
    assert!(Layout::contiguous_for(OP, &[max, 1, 0], Order::C).is_ok());
    assert!(Layout::contiguous_for(OP, &[1; 64], Order::C).is_ok());
    assert!(Layout::new_for(OP, &[0], &[1], max).is_ok());
    assert!(Layout::new_for(OP, &[1], &[isize::MIN], max).is_ok());
    assert!(Layout::new_for(OP, &[2], &[-isize::MAX], max).is_ok());
    for shape in [&[max + 1][..], &[max, 2], &[usize::MAX], &[0, max, max], &[max, max, 0], &[usize::MAX, 0]]
    {
        assert!(Layout::contiguous_for(OP, shape, Order::C).unwrap_err().is_memory(), "{shape:?}");
    }
    assert!(Layout::contiguous_for(OP, &[1; 65], Order::C).unwrap_err().is_shape());
    outside(Layout::scalar(max + 1));
    outside(Layout::new_for(OP, &[0], &[1], max + 1));
    outside(Layout::new_for(OP, &[2], &[1], max));
    outside(Layout::new_for(OP, &[max], &[isize::MAX], 0));
    outside(Layout::new_for(OP, &[max], &[isize::MIN], max));
    outside(Layout::new_for(OP, &[1 << 31, 1 << 31], &[isize::MIN; 2], 0));
}

#[test]
fn many_axes() {
    let x = c(&[1; 64]);
    assert_eq!(
        x.expand_dims_for(OP, &[0]).unwrap_err().to_string(),
        "test: 65 axes are more than the 64 a tensor can have"
    );
    assert!(x.windows_for(OP, &[1], Some(&[0])).unwrap_err().is_shape());
    assert!(x.broadcast_to_for(OP, &[1; 65]).unwrap_err().is_shape());
    assert!(broadcast_shapes_for(OP, &[&[1; 65]]).unwrap_err().is_shape());
    assert!(store_layout(OP, &[1; 65], &x).unwrap_err().is_shape());
    assert!(resolve_axes(OP, &[0], 65).unwrap_err().is_shape());
    assert!(resolve_axes(OP, &[63, -64], 64).is_ok());
    assert_eq!(x.squeeze_for(OP, None).unwrap().rank(), 0);
    assert_eq!(c(&[2; 40]).transpose().transpose(), c(&[2; 40]));
}
