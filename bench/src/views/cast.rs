//! Casts to fresh memory.

use half::f16;
use lunette::prelude::*;
use ndarray::Array1;

use super::{WORKS, numbers};
use crate::candle;
use crate::row::{Peer, Row};

pub const ROWS: &[crate::MakeRow] =
    &[f64_to_f32, f32_to_f64, i32_to_f64, f32_to_i32, u8_to_f32, i64_to_i32, f32_to_f16, f16_to_f32, strided];

const LEN: usize = 1 << 22;

/// The row for one pair of dtypes; candle's side is added where it has both.
fn pair<S: Element, D: Element>(
    name: &'static str,
    numpy: [&str; 2],
    make: fn(u16) -> S,
    convert: impl Fn(S) -> D + Copy + 'static,
) -> Row {
    let x = Tensor::from_vec(numbers(LEN, make), LEN).expect(WORKS);
    let y = Array1::from_vec(numbers(LEN, make));
    let z = y.clone().into_dyn();
    Row::bulk(name)
        .side(Peer::Lunette, "x.cast::<D>()", move || x.cast::<D>().expect(WORKS))
        .side(Peer::Ndarray, "x.mapv(|value| value as D)", move || y.mapv(convert))
        .side(Peer::NdarrayDyn, "x.mapv(|value| value as D)", move || z.mapv(convert))
        .numpy(
            &format!("x = (np.arange({LEN}) % 1013).astype('{}')", numpy[0]),
            &format!("x.astype('{}')", numpy[1]),
        )
}

#[cfg(feature = "candle")]
fn candle_cast<S: candle_core::WithDType>(
    make: fn(u16) -> S,
    to: candle_core::DType,
) -> impl FnMut() -> candle_core::Tensor {
    let x = candle_core::Tensor::from_vec(numbers(LEN, make), LEN, &candle_core::Device::Cpu).expect(WORKS);
    move || x.to_dtype(to).expect(WORKS)
}

fn f64_to_f32() -> Row {
    pair("cast, f64 to f32, 4194304", ["f8", "f4"], f64::from, |value| value as f32)
        .maybe(candle!("x.to_dtype(F32)", candle_cast(f64::from, candle_core::DType::F32)))
}

fn f32_to_f64() -> Row {
    pair("cast, f32 to f64, 4194304", ["f4", "f8"], f32::from, f64::from)
        .maybe(candle!("x.to_dtype(F64)", candle_cast(f32::from, candle_core::DType::F64)))
}

fn i32_to_f64() -> Row {
    pair("cast, i32 to f64, 4194304", ["i4", "f8"], i32::from, f64::from)
        .maybe(candle!("x.to_dtype(F64)", candle_cast(i32::from, candle_core::DType::F64)))
}

fn f32_to_i32() -> Row {
    pair("cast, f32 to i32, 4194304", ["f4", "i4"], f32::from, |value| value as i32)
        .maybe(candle!("x.to_dtype(I32)", candle_cast(f32::from, candle_core::DType::I32)))
}

fn u8_to_f32() -> Row {
    pair("cast, u8 to f32, 4194304", ["u1", "f4"], |value| value as u8, f32::from)
        .because("bound by memory, not by the conversion, which takes 0.05 ns an element in the cache; why the peers' memory is faster here is open")
        .maybe(candle!("x.to_dtype(F32)", candle_cast(|value| value as u8, candle_core::DType::F32)))
}

fn i64_to_i32() -> Row {
    pair("cast, i64 to i32, 4194304", ["i8", "i4"], i64::from, |value| value as i32)
        .maybe(candle!("x.to_dtype(I32)", candle_cast(i64::from, candle_core::DType::I32)))
}

fn f32_to_f16() -> Row {
    pair("cast, f32 to f16, 4194304", ["f4", "f2"], f32::from, f16::from_f32)
        .maybe(candle!("x.to_dtype(F16)", candle_cast(f32::from, candle_core::DType::F16)))
}

fn f16_to_f32() -> Row {
    let make = |value| f16::from_f32(f32::from(value));
    pair("cast, f16 to f32, 4194304", ["f2", "f4"], make, f16::to_f32)
        .maybe(candle!("x.to_dtype(F32)", candle_cast(make, candle_core::DType::F32)))
}

fn strided() -> Row {
    let x = Tensor::from_vec(numbers(LEN, f32::from), [2048, 2048]).expect(WORKS).transpose();
    let y = Array1::from_vec(numbers(LEN, f32::from)).into_shape_with_order((2048, 2048)).expect(WORKS);
    let z = y.clone().into_dyn();
    Row::bulk("cast, transposed f32 to row-major f64, 2048x2048")
        .side(Peer::Lunette, "x.cast::<f64>()", move || x.cast::<f64>().expect(WORKS))
        .side(Peer::Ndarray, "x.t().as_standard_layout().mapv(f64::from)", move || {
            y.t().as_standard_layout().mapv(f64::from)
        })
        .side(Peer::NdarrayDyn, "x.t().as_standard_layout().mapv(f64::from)", move || {
            z.t().as_standard_layout().mapv(f64::from)
        })
        .maybe(candle!("x.t().to_dtype(F64)", {
            let values = numbers(LEN, f32::from);
            let x = candle_core::Tensor::from_vec(values, (2048, 2048), &candle_core::Device::Cpu);
            let x = x.and_then(|x| x.t()).expect(WORKS);
            move || x.to_dtype(candle_core::DType::F64).expect(WORKS)
        }))
        .numpy("x = np.arange(2048.0 * 2048, dtype='f4').reshape(2048, 2048).T", "x.astype('f8', order='C')")
}
