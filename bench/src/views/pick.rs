//! Picking and storing by index tensors and masks.

use lunette::prelude::*;
use ndarray::{Array1, Array2, Axis, Zip};

use super::{WORKS, numbers, numpy_scattered, scattered};
use crate::candle;
use crate::row::{Peer, Row};

pub const ROWS: &[crate::MakeRow] = &[rows, pairs, select, mask_store, scatter, scatter_rows];

const TABLE: [usize; 2] = [100_000, 64];
const PICKED: usize = 50_000;
const SIDE: usize = 2048;
const PAIRS: usize = 1 << 20;

fn usizes(positions: &[i64]) -> Vec<usize> {
    positions.iter().map(|&position| position as usize).collect()
}

fn rows() -> Row {
    let [height, width] = TABLE;
    let values = numbers(height * width, f32::from);
    let picked = scattered(PICKED, height);
    let (x, at) = (Tensor::from_vec(values.clone(), TABLE).expect(WORKS), Tensor::from(picked.clone()));
    let (y, nd_at) = (Array2::from_shape_vec(TABLE, values).expect(WORKS), usizes(&picked));
    let (z, dyn_at) = (y.clone().into_dyn(), nd_at.clone());
    Row::bulk("gather of rows, 50000 of f32 100000x64")
        .side(Peer::Lunette, "x.load(s![&rows])", move || x.load(s![&at]).expect(WORKS))
        .side(Peer::Ndarray, "x.select(Axis(0), &rows)", move || y.select(Axis(0), &nd_at))
        .side(Peer::NdarrayDyn, "x.select(Axis(0), &rows)", move || z.select(Axis(0), &dyn_at))
        .maybe(candle!("x.index_select(&rows, 0)", {
            let device = &candle_core::Device::Cpu;
            let x = candle_core::Tensor::from_vec(numbers(height * width, f32::from), &TABLE, device);
            let (x, at) =
                (x.expect(WORKS), candle_core::Tensor::from_vec(picked, PICKED, device).expect(WORKS));
            move || x.index_select(&at, 0).expect(WORKS)
        }))
        .numpy(
            &format!("x = np.ones({TABLE:?}, 'f4'); {}", numpy_scattered("rows", PICKED, height)),
            "x[rows]",
        )
}

fn pairs() -> Row {
    let values = numbers(SIDE * SIDE, f32::from);
    let (rows, columns) = (scattered(PAIRS, SIDE), scattered(PAIRS + 7, SIDE).split_off(7));
    let x = Tensor::from_vec(values.clone(), [SIDE, SIDE]).expect(WORKS);
    let (i, j) = (Tensor::from(rows.clone()), Tensor::from(columns.clone()));
    let y = Array2::from_shape_vec((SIDE, SIDE), values).expect(WORKS);
    let (z, nd_i, nd_j) = (y.clone().into_dyn(), usizes(&rows), usizes(&columns));
    let (dyn_i, dyn_j) = (nd_i.clone(), nd_j.clone());
    Row::bulk("gather by two index tensors, 1048576 of f32 2048x2048")
        .side(Peer::Lunette, "x.load(s![&i, &j])", move || x.load(s![&i, &j]).expect(WORKS))
        .side(Peer::Ndarray, "zip(&i, &j).map(|(&i, &j)| x[[i, j]]).collect()", move || {
            nd_i.iter().zip(&nd_j).map(|(&i, &j)| y[[i, j]]).collect::<Array1<f32>>()
        })
        .side(Peer::NdarrayDyn, "zip(&i, &j).map(|(&i, &j)| x[[i, j]]).collect()", move || {
            dyn_i.iter().zip(&dyn_j).map(|(&i, &j)| z[[i, j]]).collect::<Array1<f32>>()
        })
        .maybe(candle!("x.flatten_all().index_select(&(i * n + j), 0)", {
            let device = &candle_core::Device::Cpu;
            let x = candle_core::Tensor::from_vec(numbers(SIDE * SIDE, f32::from), SIDE * SIDE, device);
            let (x, i) = (x.expect(WORKS), candle_core::Tensor::from_vec(rows, PAIRS, device).expect(WORKS));
            let j = candle_core::Tensor::from_vec(columns, PAIRS, device).expect(WORKS);
            move || {
                let flat = i.affine(SIDE as f64, 0.0).and_then(|i| i + &j).expect(WORKS);
                x.index_select(&flat, 0).expect(WORKS)
            }
        }))
        .numpy(
            &format!(
                "x = np.ones((2048, 2048), 'f4'); {}; {}",
                numpy_scattered("i", PAIRS, SIDE),
                "j = np.random.default_rng(2).integers(0, 2048, 1048576)"
            ),
            "x[i, j]",
        )
}

/// True for about half of the elements, in no order that a processor could learn.
fn coin(len: usize) -> Vec<bool> {
    scattered(len, 2).into_iter().map(|side| side == 1).collect()
}

const NUMPY_MASK: &str =
    "x = np.ones((2048, 2048), 'f4'); mask = np.random.default_rng(1).integers(0, 2, (2048, 2048)) == 1";

fn select() -> Row {
    let (values, mask) = (numbers(SIDE * SIDE, f32::from), coin(SIDE * SIDE));
    let x = Tensor::from_vec(values.clone(), [SIDE, SIDE]).expect(WORKS);
    let at = Tensor::from_vec(mask.clone(), [SIDE, SIDE]).expect(WORKS);
    let y = Array2::from_shape_vec((SIDE, SIDE), values).expect(WORKS);
    let nd_at = Array2::from_shape_vec((SIDE, SIDE), mask).expect(WORKS);
    let (z, dyn_at) = (y.clone().into_dyn(), nd_at.clone().into_dyn());
    Row::bulk("mask select, half of f32 2048x2048")
        .side(Peer::Lunette, "x.load(s![&mask])", move || x.load(s![&at]).expect(WORKS))
        .side(Peer::Ndarray, "zip(&x, &mask).filter(|(_, &hit)| hit).map(|(&x, _)| x).collect()", move || {
            y.iter().zip(&nd_at).filter(|(_, hit)| **hit).map(|(x, _)| *x).collect::<Array1<f32>>()
        })
        .side(
            Peer::NdarrayDyn,
            "zip(&x, &mask).filter(|(_, &hit)| hit).map(|(&x, _)| x).collect()",
            move || z.iter().zip(&dyn_at).filter(|(_, hit)| **hit).map(|(x, _)| *x).collect::<Array1<f32>>(),
        )
        .without(Peer::Candle, "it has no selection by a mask")
        .numpy(NUMPY_MASK, "x[mask]")
}

fn mask_store() -> Row {
    let (values, mask) = (numbers(SIDE * SIDE, f32::from), coin(SIDE * SIDE));
    let x = Tensor::from_vec(values.clone(), [SIDE, SIDE]).expect(WORKS);
    let at = Tensor::from_vec(mask.clone(), [SIDE, SIDE]).expect(WORKS);
    let mut y = Array2::from_shape_vec((SIDE, SIDE), values).expect(WORKS);
    let nd_at = Array2::from_shape_vec((SIDE, SIDE), mask.clone()).expect(WORKS);
    let (mut z, dyn_at) = (y.clone().into_dyn(), nd_at.clone().into_dyn());
    let fill = |x: &mut f32, hit: &bool| {
        if *hit {
            *x = 1.0;
        }
    };
    Row::bulk("mask store, x[mask] = 1, half of f32 2048x2048")
        .side(Peer::Lunette, "x.store(s![&mask], 1.0_f32)", move || x.store(s![&at], 1.0_f32).expect(WORKS))
        .side(
            Peer::Ndarray,
            "Zip::from(&mut x).and(&mask).for_each(|x, hit| if hit { *x = 1.0 })",
            move || {
                Zip::from(&mut y).and(&nd_at).for_each(fill);
            },
        )
        .side(
            Peer::NdarrayDyn,
            "Zip::from(&mut x).and(&mask).for_each(|x, hit| if hit { *x = 1.0 })",
            move || {
                Zip::from(&mut z).and(&dyn_at).for_each(fill);
            },
        )
        .maybe(candle!("mask.where_cond(&ones, &x), a fresh result", {
            let device = &candle_core::Device::Cpu;
            let x = candle_core::Tensor::from_vec(numbers(SIDE * SIDE, f32::from), (SIDE, SIDE), device);
            let mask: Vec<u8> = mask.into_iter().map(u8::from).collect();
            let mask = candle_core::Tensor::from_vec(mask, (SIDE, SIDE), device).expect(WORKS);
            let x = x.expect(WORKS);
            let ones = x.ones_like().expect(WORKS);
            move || mask.where_cond(&ones, &x).expect(WORKS)
        }))
        .numpy(NUMPY_MASK, "x[mask] = 1")
}

fn scatter() -> Row {
    let (bins, at) = (1 << 16, scattered(PAIRS, 1 << 16));
    let x = Tensor::<f32>::zeros(bins).expect(WORKS);
    let (i, value) = (Tensor::from(at.clone()), Tensor::from(numbers(PAIRS, f32::from)));
    let (mut y, nd_value) = (Array1::<f32>::zeros(bins), Array1::from_vec(numbers(PAIRS, f32::from)));
    let (nd_i, mut z, dyn_value) = (usizes(&at), y.clone().into_dyn(), nd_value.clone().into_dyn());
    let dyn_i = nd_i.clone();
    Row::bulk("scatter with sums, f32 1048576 into 65536")
        .because("the same sums one by one; ours are made in a copy, so that an index outside leaves nothing written")
        .side(Peer::Lunette, "x.scatter(s![&i], &y, Duplicates::Sum)", move || {
            x.scatter(s![&i], &value, Duplicates::Sum).expect(WORKS);
        })
        .side(Peer::Ndarray, "for (&i, &y) in zip(&i, &y) { x[i] += y }", move || {
            nd_i.iter().zip(&nd_value).for_each(|(&i, &value)| y[i] += value);
        })
        .side(Peer::NdarrayDyn, "for (&i, &y) in zip(&i, &y) { x[[i]] += y }", move || {
            dyn_i.iter().zip(&dyn_value).for_each(|(&i, &value)| z[[i]] += value);
        })
        .maybe(candle!("x.scatter_add_set(&i, &y, 0)", {
            let device = &candle_core::Device::Cpu;
            let x = candle_core::Tensor::zeros(bins, candle_core::DType::F32, device).expect(WORKS);
            let i = candle_core::Tensor::from_vec(at, PAIRS, device).expect(WORKS);
            let value = candle_core::Tensor::from_vec(numbers(PAIRS, f32::from), PAIRS, device).expect(WORKS);
            move || x.scatter_add_set(&i, &value, 0).expect(WORKS)
        }))
        .numpy(
            &format!(
                "x = np.zeros(65536, 'f4'); y = np.ones(1048576, 'f4'); {}",
                numpy_scattered("i", PAIRS, 1 << 16)
            ),
            "np.add.at(x, i, y)",
        )
}

fn scatter_rows() -> Row {
    let (height, width) = (20_000, 64);
    let at = scattered(PICKED, height);
    let x = Tensor::<f32>::zeros([height, width]).expect(WORKS);
    let values = numbers(PICKED * width, f32::from);
    let (i, value) =
        (Tensor::from(at.clone()), Tensor::from_vec(values.clone(), [PICKED, width]).expect(WORKS));
    let mut y = Array2::<f32>::zeros((height, width));
    let nd_value = Array2::from_shape_vec((PICKED, width), values).expect(WORKS);
    let (nd_i, mut z, dyn_value) = (usizes(&at), y.clone().into_dyn(), nd_value.clone().into_dyn());
    let dyn_i = nd_i.clone();
    Row::bulk("scatter of rows with sums, f32 50000x64 into 20000x64")
        .side(Peer::Lunette, "x.scatter(s![&i], &y, Duplicates::Sum)", move || {
            x.scatter(s![&i], &value, Duplicates::Sum).expect(WORKS);
        })
        .side(Peer::Ndarray, "for (&i, y) in zip(&i, y.rows()) { x.row_mut(i) += &y }", move || {
            for (&i, row) in nd_i.iter().zip(nd_value.rows()) {
                let mut into = y.row_mut(i);
                into += &row;
            }
        })
        .side(
            Peer::NdarrayDyn,
            "for (&i, y) in zip(&i, y.outer_iter()) { x.index_axis_mut(Axis(0), i) += &y }",
            move || {
                for (&i, row) in dyn_i.iter().zip(dyn_value.outer_iter()) {
                    let mut into = z.index_axis_mut(Axis(0), i);
                    into += &row;
                }
            },
        )
        .maybe(candle!("x.index_add(&i, &y, 0), a fresh result", {
            let device = &candle_core::Device::Cpu;
            let x =
                candle_core::Tensor::zeros((height, width), candle_core::DType::F32, device).expect(WORKS);
            let i = candle_core::Tensor::from_vec(at, PICKED, device).expect(WORKS);
            let values = numbers(PICKED * width, f32::from);
            let value = candle_core::Tensor::from_vec(values, (PICKED, width), device).expect(WORKS);
            move || x.index_add(&i, &value, 0).expect(WORKS)
        }))
        .numpy(
            &format!(
                "x = np.zeros((20000, 64), 'f4'); y = np.ones((50000, 64), 'f4'); {}",
                numpy_scattered("i", PICKED, height)
            ),
            "np.add.at(x, i, y)",
        )
}
