//! Shapes, axes, rearranging and joining with nasty arguments.

use lunette::prelude::*;
use lunette::{Duplicates, broadcast_tensors, concat, stack};

use crate::calm::{All, Calm, INTS, SIZES, subjects};

#[test]
fn one_axis_or_offset() {
    let mut calm = Calm::default();
    for x in subjects() {
        for k in INTS {
            let args = (&x, k);
            calm.call(
                "unstack",
                &args,
                || if x.is_empty() { Ok(All(vec![])) } else { x.unstack(k).map(All) },
            );
            calm.call("tril", &args, || x.tril(k));
            calm.call("triu", &args, || x.triu(k));
            calm.call("diag", &args, || x.diag(if k.unsigned_abs() == 1 << 40 { 40 } else { k }));
            calm.call("flip", &args, || x.flip(k));
            calm.call("squeeze", &args, || x.squeeze(k));
            calm.call("expand_dims", &args, || x.expand_dims(k));
            calm.call("reshape", &args, || x.reshape(k));
            calm.call("reshape_view", &args, || x.reshape_view(k));
            calm.call("roll", &args, || x.roll(k, ..));
            calm.call("roll", &args, || x.roll(1, k));
            calm.call("roll", &args, || x.roll(k, -1));
            calm.call("repeat", &args, || x.repeat(2, k));
            calm.call("repeat_each", &args, || x.repeat_each(&[1, 2], k));
            calm.call("split", &args, || x.split(2, k).map(All));
            calm.call("split_at_positions", &args, || x.split_at_positions(k, 0).map(All));
            calm.call("split_at_positions", &args, || x.split_at_positions([0, 0], k).map(All));
            calm.call("windows", &args, || x.windows(1, k));
            calm.call("take", &args, || x.take(&tensor![0], k));
            calm.call("take_along_axis", &args, || x.take_along_axis(&tensor![[0]], k));
            calm.call("permute", &args, || x.permute(k));
            calm.call("concat", &args, || concat(&[&x, &x], k));
            calm.call("stack", &args, || stack(&[&x, &x], k));
            calm.call("get", &args, || x.get(k));
            calm.call("set", &args, || x.set(k, 1));
        }
    }
    calm.finish(4000);
}

#[test]
fn pairs_of_axes() {
    let mut calm = Calm::default();
    for x in subjects() {
        for (a, b) in INTS.into_iter().flat_map(|a| INTS.into_iter().map(move |b| (a, b))) {
            let args = (&x, a, b);
            calm.call("swapaxes", &args, || x.swapaxes(a, b));
            calm.call("moveaxis", &args, || x.moveaxis(a, b));
            calm.call("moveaxis", &args, || x.moveaxis([a, b], [b, a]));
            calm.call("diagonal_of", &args, || x.diagonal_of(a, 0, b));
            calm.call("diagonal_of", &args, || x.diagonal_of(1, a, b));
            calm.call("rot90", &args, || x.rot90(a, [b, 0]));
            calm.call("rot90", &args, || x.rot90(3, [a, b]));
            calm.call("reshape", &args, || x.reshape([a, b]));
            calm.call("reshape_view", &args, || x.reshape_view([a, b]));
            calm.call("flip", &args, || x.flip([a, b]));
            calm.call("squeeze", &args, || x.squeeze([a, b]));
            calm.call("expand_dims", &args, || x.expand_dims([a, b]));
            calm.call("permute", &args, || x.permute([a, b]));
            calm.call("roll", &args, || x.roll([a, b], [0, 1]));
            calm.call("split_at_positions", &args, || x.split_at_positions([a, b], 0).map(All));
            calm.call("get", &args, || x.get([a, b]));
            calm.call("set", &args, || x.set([a, b], 1));
        }
    }
    calm.finish(30_000);
}

#[test]
fn sizes_and_widths() {
    let mut calm = Calm::default();
    let modes = [Pad::Constant(0.into()), Pad::Edge, Pad::Reflect, Pad::Symmetric, Pad::Wrap];
    for x in subjects() {
        for a in SIZES {
            calm.call("split", &(&x, a), || x.split(a, 0).map(All));
            calm.call("split", &(&x, a), || x.split(a, -1).map(All));
            calm.call("repeat", &(&x, a), || x.repeat(a, 0));
            calm.call("tile", &(&x, a), || x.tile(a));
            calm.call("windows", &(&x, a), || x.windows(a, 0));
            calm.call("windows", &(&x, a), || x.windows([a, 1], [0, 0]));
            calm.call("broadcast_to", &(&x, a), || x.broadcast_to(a));
            for b in SIZES {
                let args = (&x, a, b);
                calm.call("tile", &args, || x.tile([a, b]));
                calm.call("windows", &args, || x.windows([a, b], ..));
                calm.call("broadcast_to", &args, || x.broadcast_to([a, b]));
                calm.call("repeat_each", &args, || x.repeat_each(&[a, b], 0));
                calm.call("repeat_each", &args, || x.repeat_each(&[a, b, 1], -1));
                for mode in modes {
                    let widths = vec![(a, b); x.rank()];
                    // Three axes grown by 65 on each side are three million elements each time.
                    if x.rank() < 3 || a.max(b) != 65 {
                        calm.call("pad", &(args, mode), || x.pad(&widths, mode));
                    }
                    calm.call("pad", &(args, mode), || x.pad(&[(a, b)], mode));
                }
                for (s, t) in [(0, 0), (1, 1), (-1, 2), (isize::MIN, 1), (isize::MAX, isize::MAX)] {
                    calm.call("as_strided", &(args, s, t), || x.as_strided([a, b], &[s, t]));
                }
            }
        }
        calm.call("pad", &x, || x.pad(&[], Pad::Edge));
        calm.call("repeat_each", &x, || x.repeat_each(&[], 0));
        calm.call("tile", &x, || x.tile(&[] as &[usize]));
        calm.call("windows", &x, || x.windows(&[] as &[usize], ..));
        calm.call("as_strided", &x, || x.as_strided([], &[]));
        calm.call("as_strided", &x, || x.as_strided([1], &[]));
    }
    calm.finish(20_000);
}

#[test]
fn empty_lists_and_whole_tensors() {
    let mut calm = Calm::default();
    let none: [i64; 0] = [];
    for x in subjects() {
        calm.call("reshape", &x, || x.reshape(none));
        calm.call("permute", &x, || x.permute(none));
        calm.call("squeeze", &x, || x.squeeze(none));
        calm.call("squeeze", &x, || x.squeeze(..));
        calm.call("flip", &x, || x.flip(none));
        calm.call("flip", &x, || x.flip(..));
        calm.call("expand_dims", &x, || x.expand_dims(none));
        calm.call("expand_dims", &x, || x.expand_dims(vec![0; 100]));
        calm.call("moveaxis", &x, || x.moveaxis(none, none));
        calm.call("roll", &x, || x.roll(none, none));
        calm.call("roll", &x, || x.roll(none, ..));
        calm.call("split_at_positions", &x, || x.split_at_positions(none, 0).map(All));
        calm.call("get", &x, || x.get(none));
        calm.call("set", &x, || x.set(none, 1));
        calm.call("ravel", &x, || x.ravel());
        calm.call("transpose", &x, || Ok(x.transpose()));
        calm.call("diagonal", &x, || x.diagonal());
        calm.call("value", &x, || x.value());
        calm.call("item", &x, || x.item());
        calm.call("nonzero", &x, || x.nonzero().map(All));
        calm.call("argwhere", &x, || x.argwhere());
        calm.call("as_read_only", &x, || Ok(x.as_read_only()));
        calm.call("copy_in", &x, || x.copy_in(Order::F));
        for dtype in DType::ALL {
            calm.call("cast_to", &(&x, dtype), || x.cast_to(dtype));
            calm.call("try_cast_to", &(&x, dtype), || x.try_cast_to(dtype));
        }
        calm.call("reinterpret", &x, || x.reinterpret::<u8>());
        calm.call("reinterpret", &x, || x.reinterpret::<lunette::Complex64>());
        calm.call("reinterpret", &x, || x.reinterpret::<bool>());
        for y in subjects() {
            calm.call("concat", &(&x, &y), || concat(&[&x, &y], 0));
            calm.call("stack", &(&x, &y), || stack(&[&x, &y], 0));
            calm.call("broadcast_tensors", &(&x, &y), || broadcast_tensors(&[&x, &y]).map(All));
            calm.call("assign", &(&x, &y), || x.assign(&y));
            calm.call("store", &(&x, &y), || x.store(s![Fill], &y));
            calm.call("shares_memory", &(&x, &y), || x.shares_memory(&y));
            calm.call("eq", &(&x, &y), || x == y);
            calm.call("gather", &(&x, &y), || x.gather(&[Some(&y)]));
            calm.call("gather", &(&x, &y), || x.gather(&[Some(&y), None]));
            calm.call("scatter_to", &(&x, &y), || x.scatter_to(&[Some(&y)], [5]));
            calm.call("scatter_to", &(&x, &y), || x.scatter_to(&[None, Some(&y)], [2, 3]));
            calm.call("take", &(&x, &y), || x.take(&y, 0));
            calm.call("take_along_axis", &(&x, &y), || x.take_along_axis(&y, 0));
            calm.call("put", &(&x, &y), || x.put(&y, 1));
            calm.call("put", &(&x, &y), || x.put(&tensor![0], &y));
            calm.call("scatter", &(&x, &y), || x.scatter(s![Fill], &y, Duplicates::Sum));
            if let Ok(mask) = y.into_typed::<bool>() {
                calm.call("store_where", &(&x, &mask), || x.store_where(&mask, &x));
            }
        }
    }
    calm.call("concat", &"none", || concat::<Dyn>(&[], 0));
    calm.call("stack", &"none", || stack::<Dyn>(&[], i64::MIN));
    calm.call("broadcast_tensors", &"none", || broadcast_tensors::<Dyn>(&[]).map(All));
    calm.finish(2000);
}
