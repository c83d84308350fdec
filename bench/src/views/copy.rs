//! Fresh copies of views.

use lunette::prelude::*;
use ndarray::{Array2, Array4, ArrayD, Axis};

use super::{WORKS, numbers};
use crate::candle;
use crate::row::{Peer, Row};

pub const ROWS: &[crate::MakeRow] = &[
    contiguous,
    contiguous_in_cache,
    every_second,
    transposed_f32,
    transposed_f64,
    permuted,
    permuted_back,
    reversed,
    reversed_rows,
];

const SIDE: usize = 4096;
const IMAGES: [usize; 4] = [32, 64, 56, 56];

fn square<T: Element>(side: usize, convert: fn(u16) -> T) -> Tensor<T> {
    Tensor::from_vec(numbers(side * side, convert), [side, side]).expect(WORKS)
}

fn nd_square<T>(side: usize, convert: fn(u16) -> T) -> Array2<T> {
    Array2::from_shape_vec((side, side), numbers(side * side, convert)).expect(WORKS)
}

#[cfg(feature = "candle")]
fn candle_square<T: candle_core::WithDType>(side: usize, convert: fn(u16) -> T) -> candle_core::Tensor {
    let values = numbers(side * side, convert);
    candle_core::Tensor::from_vec(values, (side, side), &candle_core::Device::Cpu).expect(WORKS)
}

fn contiguous() -> Row {
    contiguous_of("copy, contiguous, f32 4096x4096", SIDE)
}

fn contiguous_in_cache() -> Row {
    contiguous_of("copy, contiguous, f32 256x256", 256)
        .because("one `memcpy` of 256 KiB for all; peers copy between addresses that are alike, we from malloc's to an aligned one")
}

fn contiguous_of(name: &'static str, side: usize) -> Row {
    let x = square(side, f32::from);
    let y = nd_square(side, f32::from);
    let z = y.clone().into_dyn();
    Row::bulk(name)
        .side(Peer::Lunette, "x.copy()", move || x.copy().expect(WORKS))
        .side(Peer::Ndarray, "x.to_owned()", move || y.to_owned())
        .side(Peer::NdarrayDyn, "x.to_owned()", move || z.to_owned())
        .maybe(candle!("x.copy()", {
            let x = candle_square(side, f32::from);
            move || x.copy().expect(WORKS)
        }))
        .numpy(&format!("x = np.arange({side}.0 * {side}, dtype='f4').reshape({side}, {side})"), "x.copy()")
}

fn every_second() -> Row {
    let x = square(SIDE, f32::from);
    let y = nd_square(SIDE, f32::from);
    let z = y.clone().into_dyn();
    Row::bulk("copy of x[::2, ::2], f32 4096x4096")
        .side(Peer::Lunette, "x.load(s![(.., 2), (.., 2)])", move || {
            x.load(s![(.., 2), (.., 2)]).expect(WORKS)
        })
        .side(Peer::Ndarray, "x.slice(s![..;2, ..;2]).to_owned()", move || {
            y.slice(ndarray::s![..;2, ..;2]).to_owned()
        })
        .side(Peer::NdarrayDyn, "x.slice(s![..;2, ..;2]).to_owned()", move || {
            z.slice(ndarray::s![..;2, ..;2]).to_owned()
        })
        .maybe(candle!("x.unfold(0, 1, 2).unfold(1, 1, 2).contiguous()", {
            let x = candle_square(SIDE, f32::from);
            move || x.unfold(0, 1, 2).and_then(|x| x.unfold(1, 1, 2)?.contiguous()).expect(WORKS)
        }))
        .numpy("x = np.arange(4096.0 * 4096, dtype='f4').reshape(4096, 4096)", "x[::2, ::2].copy()")
}

fn transposed_f32() -> Row {
    let row = transposed("copy, transposed, f32 4096x4096", "f4", f32::from);
    row.maybe(candle!("x.t().contiguous()", {
        let x = candle_square(SIDE, f32::from);
        move || x.t().and_then(|x| x.contiguous()).expect(WORKS)
    }))
}

fn transposed_f64() -> Row {
    let row = transposed("copy, transposed, f64 4096x4096", "f8", f64::from);
    row.maybe(candle!("x.t().contiguous()", {
        let x = candle_square(SIDE, f64::from);
        move || x.t().and_then(|x| x.contiguous()).expect(WORKS)
    }))
}

fn transposed<T: Element>(name: &'static str, dtype: &str, convert: fn(u16) -> T) -> Row {
    let x = square(SIDE, convert);
    let y = nd_square(SIDE, convert);
    let z = y.clone().into_dyn();
    Row::bulk(name)
        .side(Peer::Lunette, "x.transpose().copy()", move || x.transpose().copy().expect(WORKS))
        .side(Peer::Ndarray, "x.t().as_standard_layout().into_owned()", move || {
            y.t().as_standard_layout().into_owned()
        })
        .side(Peer::NdarrayDyn, "x.t().as_standard_layout().into_owned()", move || {
            z.t().as_standard_layout().into_owned()
        })
        .numpy(&format!("x = np.arange(4096.0 * 4096, dtype='{dtype}').reshape(4096, 4096)"), "x.T.copy()")
}

fn permuted() -> Row {
    permuted_by("copy, permuted (0, 2, 3, 1), f32 32x64x56x56", [0, 2, 3, 1])
}

fn permuted_back() -> Row {
    permuted_by("copy, permuted (3, 1, 0, 2), f32 32x64x56x56", [3, 1, 0, 2])
}

fn permuted_by(name: &'static str, axes: [usize; 4]) -> Row {
    let len = IMAGES.iter().product();
    let x = Tensor::from_vec(numbers(len, f32::from), IMAGES).expect(WORKS);
    let y = Array4::from_shape_vec(IMAGES, numbers(len, f32::from)).expect(WORKS);
    let z: ArrayD<f32> = y.clone().into_dyn();
    Row::bulk(name)
        .side(Peer::Lunette, "x.permute(axes).copy()", move || {
            x.permute(axes).and_then(|x| x.copy()).expect(WORKS)
        })
        .side(Peer::Ndarray, "x.view().permuted_axes(axes).as_standard_layout().into_owned()", move || {
            y.view().permuted_axes(axes).as_standard_layout().into_owned()
        })
        .side(Peer::NdarrayDyn, "x.view().permuted_axes(axes).as_standard_layout().into_owned()", move || {
            z.view().permuted_axes(&axes[..]).as_standard_layout().into_owned()
        })
        .maybe(candle!("x.permute(axes).contiguous()", {
            let values = numbers(len, f32::from);
            let x = candle_core::Tensor::from_vec(values, &IMAGES, &candle_core::Device::Cpu).expect(WORKS);
            move || x.permute(axes).and_then(|x| x.contiguous()).expect(WORKS)
        }))
        .numpy(
            "x = np.arange(32.0 * 64 * 56 * 56, dtype='f4').reshape(32, 64, 56, 56)",
            &format!("x.transpose({axes:?}).copy()"),
        )
}

fn reversed() -> Row {
    let x = square(SIDE, f32::from);
    let y = nd_square(SIDE, f32::from);
    let z = y.clone().into_dyn();
    Row::bulk("copy of x[::-1, ::-1], f32 4096x4096")
        .side(Peer::Lunette, "x.load(s![(.., -1), (.., -1)])", move || {
            x.load(s![(.., -1), (.., -1)]).expect(WORKS)
        })
        .side(Peer::Ndarray, "x.slice(s![..;-1, ..;-1]).as_standard_layout().into_owned()", move || {
            y.slice(ndarray::s![..;-1, ..;-1]).as_standard_layout().into_owned()
        })
        .side(Peer::NdarrayDyn, "x.slice(s![..;-1, ..;-1]).as_standard_layout().into_owned()", move || {
            z.slice(ndarray::s![..;-1, ..;-1]).as_standard_layout().into_owned()
        })
        .maybe(candle!("x.flip(&[0, 1])", {
            let x = candle_square(SIDE, f32::from);
            move || x.flip(&[0, 1]).expect(WORKS)
        }))
        .numpy("x = np.arange(4096.0 * 4096, dtype='f4').reshape(4096, 4096)", "x[::-1, ::-1].copy()")
}

fn reversed_rows() -> Row {
    let x = square(SIDE, f64::from);
    let y = nd_square(SIDE, f64::from);
    let z = y.clone().into_dyn();
    let backwards = |axis| (Axis(axis), ndarray::Slice::new(0, None, -1));
    let (first, slice) = backwards(0);
    Row::bulk("copy of x[::-1], f64 4096x4096")
        .side(Peer::Lunette, "x.load(s![(.., -1)])", move || x.load(s![(.., -1)]).expect(WORKS))
        .side(Peer::Ndarray, "x.slice_axis(Axis(0), ..;-1).as_standard_layout().into_owned()", move || {
            y.slice_axis(first, slice).as_standard_layout().into_owned()
        })
        .side(Peer::NdarrayDyn, "x.slice_axis(Axis(0), ..;-1).as_standard_layout().into_owned()", move || {
            z.slice_axis(first, slice).as_standard_layout().into_owned()
        })
        .maybe(candle!("x.flip(&[0])", {
            let x = candle_square(SIDE, f64::from);
            move || x.flip(&[0]).expect(WORKS)
        }))
        .numpy("x = np.arange(4096.0 * 4096, dtype='f8').reshape(4096, 4096)", "x[::-1].copy()")
}
