//! Borrowed views with nasty arguments.

use lunette::Result;
use lunette::prelude::*;

use crate::calm::{Calm, INTS, SIZES, Sound};

/// The count of what a result holds, so that it is walked to its end.
struct Walked(usize);

impl Sound for Walked {
    fn inspect(&self) {
        assert!(self.0 < 100_000, "{}", self.0);
    }
}

fn walk(view: Result<View<'_, i64>>) -> Result<Walked> {
    view.map(|view| Walked(if view.len() < 5000 { view.iter().count() } else { 0 }))
}

fn walk_all<'a>(views: Result<impl Iterator<Item = View<'a, i64>>>) -> Result<Walked> {
    views.map(|views| Walked(views.take(500).map(|view| view.len().min(9)).sum()))
}

#[test]
fn views_of_slices() {
    let mut calm = Calm::default();
    let (data, mut room) = ((0..24).collect::<Vec<i64>>(), (0..24).collect::<Vec<i64>>());
    for a in SIZES {
        for b in SIZES {
            calm.call("from_slice", &(a, b), || walk(View::from_slice(&data, [a, b])));
            calm.call("from_slice_in", &(a, b), || walk(View::from_slice_in(&data, [a, b], Order::F)));
            calm.call("from_slice_mut", &(a, b), || ViewMut::from_slice_mut(&mut room, [a, b]).map(drop));
        }
    }
    calm.finish(300);
}

/// Calls every method that takes integers or sizes on one view.
fn call_all(calm: &mut Calm, v: &View<'_, i64>) {
    for a in INTS {
        let args = (v.shape(), a);
        calm.call("axis_iter", &args, || walk_all(v.axis_iter(a)));
        calm.call("lanes", &args, || walk_all(v.lanes(a)));
        calm.call("flip", &args, || walk(v.flip([a])));
        calm.call("squeeze", &args, || walk(v.squeeze(a)));
        calm.call("expand_dims", &args, || walk(v.expand_dims([a])));
        calm.call("reshape", &args, || walk(v.reshape([a])));
        calm.call("get", &args, || v.get([a]).map(drop));
        for b in INTS {
            let args = (v.shape(), a, b);
            calm.call("index_axis", &args, || walk(v.index_axis(a, b)));
            calm.call("split_at", &args, || {
                v.split_at(a, b).map(|(left, right)| Walked(left.len() + right.len()))
            });
            calm.call("permute", &args, || walk(v.permute([a, b])));
            calm.call("diagonal_of", &args, || walk(v.diagonal_of(a, 0, b)));
            calm.call("diagonal_of", &args, || walk(v.diagonal_of(0, a, b)));
            calm.call("reshape", &args, || walk(v.reshape([a, b])));
            calm.call("get", &args, || v.get([a, b]).map(drop));
        }
        for size in SIZES {
            calm.call("axis_chunks", &(args, size), || walk_all(v.axis_chunks(a, size)));
        }
    }
    for (a, b) in SIZES.into_iter().flat_map(|a| SIZES.into_iter().map(move |b| (a, b))) {
        let args = (v.shape(), a, b);
        calm.call("windows", &args, || walk_all(v.windows([a, b])));
        calm.call("chunks", &args, || walk_all(v.chunks([a, b])));
        calm.call("broadcast_to", &args, || walk(v.broadcast_to([a, b])));
    }
}

#[test]
fn every_method_of_views() {
    let mut calm = Calm::default();
    let data: Vec<i64> = (0..24).collect();
    for shape in [&[][..], &[1], &[4], &[4, 6], &[2, 3, 4]] {
        let len = shape.iter().product();
        let v = View::from_slice(&data[..len], shape).unwrap();
        call_all(&mut calm, &v);
        call_all(&mut calm, &v.transpose());
        let all: Vec<i64> = (0..shape.len() as i64).collect();
        call_all(&mut calm, &v.flip(&all).unwrap());
    }
    let none = View::<i64>::from_slice(&[], [0, isize::MAX as usize]).unwrap();
    call_all(&mut calm, &none.view(s![.., ..0]).unwrap());
    call_all(&mut calm, &View::from_slice(&[], [3, 0]).unwrap());
    calm.finish(30_000);
}

#[test]
fn mutable_views_refuse_as_the_others_do() {
    let mut calm = Calm::default();
    let mut data: Vec<i64> = (0..24).collect();
    let mut v = ViewMut::from_slice_mut(&mut data, [4, 6]).unwrap();
    for (a, b) in INTS.into_iter().flat_map(|a| INTS.into_iter().map(move |b| (a, b))) {
        calm.call("set", &(a, b), || v.set([a, b], 1));
        calm.call("get_mut", &(a, b), || v.get_mut([a, b]).map(drop));
        calm.call("split_at_mut", &(a, b), || v.split_at_mut(a, b).map(drop));
        calm.call("index_axis_mut", &(a, b), || v.index_axis_mut(a, b).map(drop));
        calm.call("diagonal_of_mut", &(a, b), || v.diagonal_of_mut(a, 0, b).map(drop));
        calm.call("permute_mut", &(a, b), || v.permute_mut([a, b]).map(drop));
        calm.call("reshape_mut", &(a, b), || v.reshape_mut([a, b]).map(drop));
        calm.call("lanes_mut", &a, || v.lanes_mut(a).map(|lanes| Walked(lanes.count())));
        calm.call("view_mut", &(a, b), || v.view_mut(s![a.., (..b, a)]).map(drop));
    }
    for (a, b) in SIZES.into_iter().flat_map(|a| SIZES.into_iter().map(move |b| (a, b))) {
        calm.call("chunks_mut", &(a, b), || v.chunks_mut([a, b]).map(|chunks| Walked(chunks.count())));
        calm.call("axis_chunks_mut", &a, || v.axis_chunks_mut(0, a).map(|chunks| Walked(chunks.count())));
    }
    calm.finish(2000);
}
