//! Tensors put together.

use ndarray::Axis;

use super::data::{Real, uniform};
use super::{both, moves, name, row};
use crate::MakeRow;
use crate::row::Row;

pub const ROWS: &[MakeRow] = both![concat_rows, concat_columns, stack_first, stack_last];

const HALF: [usize; 2] = [2048, 4096];

fn concat_rows<T: Real>() -> Row {
    row! {
        name::<T>("concat((a, b), 0)", &HALF);
        a = uniform::<T, _>(HALF, 0.0, 1.0), b = uniform::<T, _>(HALF, 0.0, 1.0);
        lunette: lunette::concat(&[a, b], 0),
        ndarray: ndarray::concatenate(Axis(0), &[a.view(), b.view()]),
        candle: candle_core::Tensor::cat(&[a, b], 0),
    }
    .python("xp.concatenate((a, b), 0)")
    .limit(moves::<T>(4.0, &HALF))
    .fresh()
}

fn concat_columns<T: Real>() -> Row {
    row! {
        name::<T>("concat((a, b), 1)", &HALF);
        a = uniform::<T, _>(HALF, 0.0, 1.0), b = uniform::<T, _>(HALF, 0.0, 1.0);
        lunette: lunette::concat(&[a, b], 1),
        ndarray: ndarray::concatenate(Axis(1), &[a.view(), b.view()]),
        candle: candle_core::Tensor::cat(&[a, b], 1),
    }
    .python("xp.concatenate((a, b), 1)")
    .limit(moves::<T>(4.0, &HALF))
    .fresh()
}

fn stack_first<T: Real>() -> Row {
    row! {
        name::<T>("stack((a, b), 0)", &HALF);
        a = uniform::<T, _>(HALF, 0.0, 1.0), b = uniform::<T, _>(HALF, 0.0, 1.0);
        lunette: lunette::stack(&[a, b], 0),
        ndarray: ndarray::stack(Axis(0), &[a.view(), b.view()]),
        candle: candle_core::Tensor::stack(&[a, b], 0),
    }
    .python("xp.stack((a, b), 0)")
    .limit(moves::<T>(4.0, &HALF))
    .fresh()
}

fn stack_last<T: Real>() -> Row {
    row! {
        name::<T>("stack((a, b), 2)", &HALF);
        a = uniform::<T, _>(HALF, 0.0, 1.0), b = uniform::<T, _>(HALF, 0.0, 1.0);
        lunette: lunette::stack(&[a, b], 2),
        ndarray: ndarray::stack(Axis(2), &[a.view(), b.view()]),
        candle: candle_core::Tensor::stack(&[a, b], 2),
    }
    .python("xp.stack((a, b), 2)")
    .limit(moves::<T>(4.0, &HALF))
    .fresh()
}
