//! Tensors from and to the bytes of their elements.
//!
//! Element by element, through `get` and `set` alone: what is compared must not go through the code that is tried.

use lunette::{Complex32, Complex64, DType, DynTensor, Result, Scalar, bf16, f16};
use serde_json::{Value as Json, json};

/// The tensor of this dtype and shape whose elements have these bytes, written in hexadecimal digits.
pub fn decode(dtype: DType, shape: &[usize], digits: &str) -> Result<DynTensor> {
    let tensor = DynTensor::zeros_of(dtype, shape)?;
    let bytes: Vec<u8> = (0..digits.len() / 2).map(|at| byte(digits, at)).collect();
    let elements = bytes.chunks_exact(dtype.item_size());
    for (index, element) in indices(shape).zip(elements) {
        tensor.set(&index, scalar(dtype, element))?;
    }
    Ok(tensor)
}

fn byte(digits: &str, at: usize) -> u8 {
    digits.get(2 * at..2 * at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()).unwrap_or(0)
}

/// The tensor's dtype, shape and bytes in row-major order.
pub fn encode(tensor: &DynTensor) -> Result<Json> {
    let mut digits = String::new();
    for index in indices(tensor.shape()) {
        for byte in bytes(tensor.get(&index)?) {
            digits.push_str(&format!("{byte:02x}"));
        }
    }
    Ok(json!({ "dtype": tensor.dtype().name(), "shape": tensor.shape(), "data": digits }))
}

/// Every index of a shape, the last axis fastest.
fn indices(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    (0..shape.iter().product()).map(|position: usize| {
        let mut rest = position;
        let mut index: Vec<usize> = shape.iter().rev().map(|size| (rest % size, rest /= size).0).collect();
        index.reverse();
        index
    })
}

/// The bytes as an array; they come in the right number.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

fn scalar(dtype: DType, bytes: &[u8]) -> Scalar {
    match dtype {
        DType::Bool => Scalar::Bool(bytes != [0]),
        DType::I8 => Scalar::I8(i8::from_ne_bytes(array(bytes))),
        DType::I16 => Scalar::I16(i16::from_ne_bytes(array(bytes))),
        DType::I32 => Scalar::I32(i32::from_ne_bytes(array(bytes))),
        DType::I64 => Scalar::I64(i64::from_ne_bytes(array(bytes))),
        DType::U8 => Scalar::U8(u8::from_ne_bytes(array(bytes))),
        DType::U16 => Scalar::U16(u16::from_ne_bytes(array(bytes))),
        DType::U32 => Scalar::U32(u32::from_ne_bytes(array(bytes))),
        DType::U64 => Scalar::U64(u64::from_ne_bytes(array(bytes))),
        DType::F16 => Scalar::F16(f16::from_ne_bytes(array(bytes))),
        DType::BF16 => Scalar::BF16(bf16::from_ne_bytes(array(bytes))),
        DType::F32 => Scalar::F32(f32::from_ne_bytes(array(bytes))),
        DType::F64 => Scalar::F64(f64::from_ne_bytes(array(bytes))),
        DType::Complex64 => {
            let (re, im) = bytes.split_at(4);
            Scalar::Complex64(Complex32::new(f32::from_ne_bytes(array(re)), f32::from_ne_bytes(array(im))))
        }
        DType::Complex128 => {
            let (re, im) = bytes.split_at(8);
            Scalar::Complex128(Complex64::new(f64::from_ne_bytes(array(re)), f64::from_ne_bytes(array(im))))
        }
    }
}

fn bytes(scalar: Scalar) -> Vec<u8> {
    match scalar {
        Scalar::Bool(value) => vec![u8::from(value)],
        Scalar::I8(value) => value.to_ne_bytes().to_vec(),
        Scalar::I16(value) => value.to_ne_bytes().to_vec(),
        Scalar::I32(value) => value.to_ne_bytes().to_vec(),
        Scalar::I64(value) => value.to_ne_bytes().to_vec(),
        Scalar::U8(value) => value.to_ne_bytes().to_vec(),
        Scalar::U16(value) => value.to_ne_bytes().to_vec(),
        Scalar::U32(value) => value.to_ne_bytes().to_vec(),
        Scalar::U64(value) => value.to_ne_bytes().to_vec(),
        Scalar::F16(value) => value.to_ne_bytes().to_vec(),
        Scalar::BF16(value) => value.to_ne_bytes().to_vec(),
        Scalar::F32(value) => value.to_ne_bytes().to_vec(),
        Scalar::F64(value) => value.to_ne_bytes().to_vec(),
        Scalar::Complex64(value) => [value.re.to_ne_bytes(), value.im.to_ne_bytes()].concat(),
        Scalar::Complex128(value) => [value.re.to_ne_bytes(), value.im.to_ne_bytes()].concat(),
    }
}
