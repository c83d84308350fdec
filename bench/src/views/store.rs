//! Stores into memory that exists.

use lunette::prelude::*;
use ndarray::{Array1, Array2};

use super::{WORKS, numbers};
use crate::candle;
use crate::row::{Peer, Row};

pub const ROWS: &[crate::MakeRow] =
    &[strided, broadcast_row, broadcast_column, scalar, overlapping, overlapping_columns];

const SIDE: usize = 4096;
const LONG: usize = 1 << 23;

fn square(rows: usize, columns: usize) -> (Tensor<f32>, Array2<f32>) {
    let values = numbers(rows * columns, f32::from);
    let ours = Tensor::from_vec(values.clone(), [rows, columns]).expect(WORKS);
    (ours, Array2::from_shape_vec((rows, columns), values).expect(WORKS))
}

#[cfg(feature = "candle")]
fn candle_tensor(shape: &[usize]) -> candle_core::Tensor {
    let values = numbers(shape.iter().product(), f32::from);
    candle_core::Tensor::from_vec(values, shape, &candle_core::Device::Cpu).expect(WORKS)
}

fn strided() -> Row {
    let ((x, mut y), (value, nd_value)) = (square(SIDE, SIDE), square(SIDE / 2, SIDE / 2));
    let (mut z, dyn_value) = (y.clone().into_dyn(), nd_value.clone().into_dyn());
    Row::bulk("store, x[::2, ::2] = y, f32 4096x4096")
        .side(Peer::Lunette, "x.store(s![(.., 2), (.., 2)], &y)", move || {
            x.store(s![(.., 2), (.., 2)], &value).expect(WORKS);
        })
        .side(Peer::Ndarray, "x.slice_mut(s![..;2, ..;2]).assign(&y)", move || {
            y.slice_mut(ndarray::s![..;2, ..;2]).assign(&nd_value);
        })
        .side(Peer::NdarrayDyn, "x.slice_mut(s![..;2, ..;2]).assign(&y)", move || {
            z.slice_mut(ndarray::s![..;2, ..;2]).assign(&dyn_value);
        })
        .without(Peer::Candle, "its stores go into contiguous ranges only")
        .numpy(
            "x = np.ones((4096, 4096), 'f4'); y = np.arange(2048.0 * 2048, dtype='f4').reshape(2048, 2048)",
            "x[::2, ::2] = y",
        )
}

fn broadcast_row() -> Row {
    broadcast("store, x[:] = row, f32 4096x4096", [1, SIDE])
}

fn broadcast_column() -> Row {
    broadcast("store, x[:] = column, f32 4096x4096", [SIDE, 1])
}

fn broadcast(name: &'static str, shape: [usize; 2]) -> Row {
    let ((x, mut y), (value, nd_value)) = (square(SIDE, SIDE), square(shape[0], shape[1]));
    let (mut z, dyn_value) = (y.clone().into_dyn(), nd_value.clone().into_dyn());
    Row::bulk(name)
        .side(Peer::Lunette, "x.store(s![..], &y)", move || x.store(s![..], &value).expect(WORKS))
        .side(Peer::Ndarray, "x.assign(&y)", move || y.assign(&nd_value))
        .side(Peer::NdarrayDyn, "x.assign(&y)", move || z.assign(&dyn_value))
        .maybe(candle!("x.slice_set(&y.broadcast_as(shape).contiguous(), 0, 0)", {
            let (x, y) = (candle_tensor(&[SIDE, SIDE]), candle_tensor(&shape));
            move || {
                let whole = y.broadcast_as((SIDE, SIDE)).and_then(|y| y.contiguous()).expect(WORKS);
                x.slice_set(&whole, 0, 0).expect(WORKS);
            }
        }))
        .numpy(&format!("x = np.ones((4096, 4096), 'f4'); y = np.ones({shape:?}, 'f4')"), "x[:] = y")
}

fn scalar() -> Row {
    let (x, mut y) = square(SIDE, SIDE);
    let mut z = y.clone().into_dyn();
    Row::bulk("store, x[:, 1:-1] = 1, f32 4096x4096")
        .side(Peer::Lunette, "x.store(s![.., 1..-1], 1.0_f32)", move || {
            x.store(s![.., 1..-1], 1.0_f32).expect(WORKS);
        })
        .side(Peer::Ndarray, "x.slice_mut(s![.., 1..-1]).fill(1.0)", move || {
            y.slice_mut(ndarray::s![.., 1..SIDE - 1]).fill(1.0);
        })
        .side(Peer::NdarrayDyn, "x.slice_mut(s![.., 1..-1]).fill(1.0)", move || {
            z.slice_mut(ndarray::s![.., 1..SIDE - 1]).fill(1.0);
        })
        .maybe(candle!("x.narrow(1, 1, 4094).one_set()", {
            let x = candle_tensor(&[SIDE, SIDE]);
            move || x.narrow(1, 1, SIDE - 2).and_then(|x| x.one_set()).expect(WORKS)
        }))
        .numpy("x = np.zeros((4096, 4096), 'f4')", "x[:, 1:-1] = 1")
        .because("bound by memory: one value, written to 64 MiB")
}

fn overlapping() -> Row {
    let values = numbers(LONG, f32::from);
    let x = Tensor::from_vec(values.clone(), LONG).expect(WORKS);
    let mut y = Array1::from_vec(values);
    let mut z = y.clone().into_dyn();
    Row::bulk("store, overlapping, x[1:] = x[:-1], f32 8388608")
        .side(Peer::Lunette, "x.store(s![1..], &x.view(s![..-1]))", move || {
            x.view(s![..-1]).and_then(|left| x.store(s![1..], &left)).expect(WORKS);
        })
        .side(
            Peer::Ndarray,
            "let left = x.slice(s![..-1]).to_owned(); x.slice_mut(s![1..]).assign(&left)",
            move || {
                let left = y.slice(ndarray::s![..-1]).to_owned();
                y.slice_mut(ndarray::s![1..]).assign(&left);
            },
        )
        .side(
            Peer::NdarrayDyn,
            "let left = x.slice(s![..-1]).to_owned(); x.slice_mut(s![1..]).assign(&left)",
            move || {
                let left = z.slice(ndarray::s![..-1]).to_owned();
                z.slice_mut(ndarray::s![1..]).assign(&left);
            },
        )
        .maybe(candle!("x.slice_set(&x.narrow(0, 0, n - 1).force_contiguous(), 0, 1)", {
            let x = candle_tensor(&[LONG]);
            move || {
                let left = x.narrow(0, 0, LONG - 1).and_then(|x| x.force_contiguous()).expect(WORKS);
                x.slice_set(&left, 0, 1).expect(WORKS);
            }
        }))
        .numpy("x = np.arange(8388608.0, dtype='f4')", "x[1:] = x[:-1]")
}

fn overlapping_columns() -> Row {
    let (x, mut y) = square(2048, 2048);
    let mut z = y.clone().into_dyn();
    Row::bulk("store, overlapping, x[:, 1:] = x[:, :-1], f32 2048x2048")
        .side(Peer::Lunette, "x.store(s![.., 1..], &x.view(s![.., ..-1]))", move || {
            x.view(s![.., ..-1]).and_then(|left| x.store(s![.., 1..], &left)).expect(WORKS);
        })
        .side(
            Peer::Ndarray,
            "let left = x.slice(s![.., ..-1]).to_owned(); x.slice_mut(s![.., 1..]).assign(&left)",
            move || {
                let left = y.slice(ndarray::s![.., ..-1]).to_owned();
                y.slice_mut(ndarray::s![.., 1..]).assign(&left);
            },
        )
        .side(
            Peer::NdarrayDyn,
            "let left = x.slice(s![.., ..-1]).to_owned(); x.slice_mut(s![.., 1..]).assign(&left)",
            move || {
                let left = z.slice(ndarray::s![.., ..-1]).to_owned();
                z.slice_mut(ndarray::s![.., 1..]).assign(&left);
            },
        )
        .maybe(candle!("x.slice_set(&x.narrow(1, 0, n - 1).contiguous(), 1, 1)", {
            let x = candle_tensor(&[2048, 2048]);
            move || {
                let left = x.narrow(1, 0, 2047).and_then(|x| x.contiguous()).expect(WORKS);
                x.slice_set(&left, 1, 1).expect(WORKS);
            }
        }))
        .numpy("x = np.ones((2048, 2048), 'f4')", "x[:, 1:] = x[:, :-1]")
}
