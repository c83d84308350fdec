//! Small calls, where the work is next to nothing and the way to it is measured.

use std::hint::black_box;

use lunette::prelude::*;
use ndarray::{Array1, Array2};

use super::{WORKS, numbers};
use crate::candle;
use crate::row::{Peer, Row};

pub const ROWS: &[crate::MakeRow] = &[view, get, set, element, store_ten];

const SHAPE: [usize; 2] = [100, 100];
const NUMPY: &str = "x = np.arange(10000.0).reshape(100, 100)";

fn matrices() -> (Tensor<f64>, Array2<f64>) {
    let values = numbers(10_000, f64::from);
    let ours = Tensor::from_vec(values.clone(), SHAPE).expect(WORKS);
    (ours, Array2::from_shape_vec(SHAPE, values).expect(WORKS))
}

#[cfg(feature = "candle")]
fn candle_matrix() -> candle_core::Tensor {
    let values = numbers(10_000, f64::from);
    candle_core::Tensor::from_vec(values, &SHAPE, &candle_core::Device::Cpu).expect(WORKS)
}

fn view() -> Row {
    let (x, y) = matrices();
    let z = y.clone().into_dyn();
    Row::small("making a view, x[2:7, 1:], 100x100", 60.0)
        .side(Peer::Lunette, "x.view(s![2..7, 1..])", move || {
            black_box(&x).view(s![black_box(2)..7, 1..]).expect(WORKS)
        })
        // ndarray's view borrows and so cannot leave the body: its pointer stands for it.
        .side(Peer::Ndarray, "x.slice(s![2..7, 1..])", move || {
            black_box(&y).slice(ndarray::s![black_box(2)..7, 1..]).as_ptr()
        })
        .side(Peer::NdarrayDyn, "x.slice(s![2..7, 1..])", move || {
            let view = black_box(&z).slice(ndarray::s![black_box(2)..7, 1..]);
            black_box(&view).as_ptr()
        })
        .maybe(candle!("x.narrow(0, 2, 5).narrow(1, 1, 99)", {
            let x = candle_matrix();
            move || black_box(&x).narrow(0, 2, 5).and_then(|x| x.narrow(1, 1, 99)).expect(WORKS)
        }))
        .numpy(NUMPY, "x[2:7, 1:]")
}

fn get() -> Row {
    let (x, y) = matrices();
    let z = y.clone().into_dyn();
    Row::small("get of one element, 100x100", 15.0)
        .side(Peer::Lunette, "x.get([3, 4])", move || black_box(&x).get(black_box([3, 4])).expect(WORKS))
        .side(Peer::Ndarray, "x[[3, 4]]", move || black_box(&y)[black_box([3, 4])])
        .side(Peer::NdarrayDyn, "x[[3, 4]]", move || black_box(&z)[black_box([3, 4])])
        .maybe(candle!("x.get(3).get(4).to_scalar()", {
            let x = candle_matrix();
            move || x.get(3).and_then(|x| x.get(4)?.to_scalar::<f64>()).expect(WORKS)
        }))
        .numpy(NUMPY, "x[3, 4]")
}

fn set() -> Row {
    let (x, mut y) = matrices();
    let mut z = y.clone().into_dyn();
    Row::small("set of one element, 100x100", 15.0)
        .side(Peer::Lunette, "x.set([3, 4], 1.0)", move || {
            black_box(&x).set(black_box([3, 4]), black_box(1.0)).expect(WORKS);
        })
        .side(Peer::Ndarray, "x[[3, 4]] = 1.0", move || black_box(&mut y)[black_box([3, 4])] = black_box(1.0))
        .side(Peer::NdarrayDyn, "x[[3, 4]] = 1.0", move || {
            black_box(&mut z)[black_box([3, 4])] = black_box(1.0);
        })
        .without(Peer::Candle, "it has no store of one element")
        .numpy(NUMPY, "x[3, 4] = 1.0")
}

fn element() -> Row {
    let (x, y) = matrices();
    let z = y.clone().into_dyn();
    Row::per_element("an element through a view, x[[i, j]], 100x100", PASSES * 10_000, Peer::Ndarray)
        .because("the same within the noise of the clock")
        .side(Peer::Lunette, "view[[i, j]]", move || {
            let guard = x.read().expect(WORKS);
            let view = guard.as_view();
            in_passes(|i, j| view[[i, j]])
        })
        .side(Peer::Ndarray, "x.view()[[i, j]]", move || {
            let view = y.view();
            in_passes(|i, j| view[[i, j]])
        })
        .side(Peer::NdarrayDyn, "x.view()[[i, j]]", move || {
            let view = z.view();
            in_passes(|i, j| view[[i, j]])
        })
        .without(Peer::Candle, "it has no access to elements in a loop")
        .without(Peer::NumPy, "a loop over elements measures Python")
}

/// How often one view is gone through: what it takes to make it, a guard on our side, is no part of an element.
const PASSES: u64 = 20;

fn in_passes(at: impl Fn(usize, usize) -> f64) -> f64 {
    (0..PASSES).map(|_| black_box(each(&at))).sum()
}

/// The sum over all indices, column by column, so that no row can be walked as a slice.
fn each(at: impl Fn(usize, usize) -> f64) -> f64 {
    let mut sum = 0.0;
    for j in 0..SHAPE[1] {
        for i in 0..SHAPE[0] {
            sum += at(i, j);
        }
    }
    sum
}

fn store_ten() -> Row {
    let x = Tensor::arange(0, 10, 1).expect(WORKS);
    let mut y = Array1::from_iter(0..10);
    let mut z = y.clone().into_dyn();
    Row::small("store(s![2..7], 1) on ten elements", 60.0)
        .side(Peer::Lunette, "x.store(s![2..7], 1)", move || {
            black_box(&x).store(s![black_box(2)..7], 1).expect(WORKS);
        })
        .side(Peer::Ndarray, "x.slice_mut(s![2..7]).fill(1)", move || {
            black_box(&mut y).slice_mut(ndarray::s![black_box(2)..7]).fill(1);
        })
        .side(Peer::NdarrayDyn, "x.slice_mut(s![2..7]).fill(1)", move || {
            black_box(&mut z).slice_mut(ndarray::s![black_box(2)..7]).fill(1);
        })
        .maybe(candle!("x.narrow(0, 2, 5).one_set()", {
            let x = candle_core::Tensor::arange(0_i64, 10, &candle_core::Device::Cpu).expect(WORKS);
            move || black_box(&x).narrow(0, 2, 5).and_then(|x| x.one_set()).expect(WORKS)
        }))
        .numpy("x = np.arange(10)", "x[2:7] = 1")
}
