//! Files of every format: any bytes as they are, and sound files with some bytes changed.

use std::io::Cursor;

use lunette::io::npz::{self, Compression};
use lunette::io::{npy, safetensors};
use lunette::{DType, DynTensor, Order};

use crate::Input;

/// Reads the bytes as a file, or makes a file, damages it and reads that; what is read must be a sound tensor.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let format = input.below(3);
    match input.below(4) {
        0 => read(format, bytes.get(2..).unwrap_or_default()),
        1 => read(format, &headed(format, bytes.get(2..).unwrap_or_default())),
        _ => {
            let Some(mut file) = written(format, &mut input) else { return };
            damage(&mut file, &mut input);
            read(format, &file);
        }
    }
}

/// The bytes behind what files of the format start with, so that they are taken for a header.
fn headed(format: usize, bytes: &[u8]) -> Vec<u8> {
    let len = bytes.len() as u32;
    match format {
        0 => [b"\x93NUMPY\x03\x00", &len.to_le_bytes()[..], bytes].concat(),
        1 => [b"PK\x03\x04", bytes].concat(),
        _ => [&u64::from(len).to_le_bytes()[..], bytes].concat(),
    }
}

/// A file with a small tensor in it; none where the format does not have the dtype.
fn written(format: usize, input: &mut Input<'_>) -> Option<Vec<u8>> {
    let dtype = *DType::ALL.get(input.below(DType::ALL.len()))?;
    let shape = input.list(4, |input| input.below(4));
    let order = if input.byte() < 128 { Order::C } else { Order::F };
    let tensor = DynTensor::full_of_in(dtype, &shape, 1, order).ok()?;
    let mut bytes = Vec::new();
    match format {
        0 => npy::write(&mut bytes, &tensor).ok()?,
        1 => {
            let compression = if input.byte() < 128 { Compression::Stored } else { Compression::Deflated };
            let mut archive = Cursor::new(bytes);
            npz::write(&mut archive, &[("a", tensor.clone()), ("b", tensor)], compression).ok()?;
            bytes = archive.into_inner();
        }
        _ => safetensors::write(&mut bytes, &[("a", tensor.clone()), ("b", tensor)], &Default::default())
            .ok()?,
    }
    Some(bytes)
}

/// Changes, inserts or cuts off some bytes; with none left to decide, nothing.
fn damage(file: &mut Vec<u8>, input: &mut Input<'_>) {
    while !input.is_empty() {
        let at = (input.below(256) | input.below(4) << 8) % file.len().max(1);
        match input.below(4) {
            0 => file.truncate(at),
            1 if at < file.len() => file.insert(at, input.byte()),
            _ => {
                let byte = input.byte();
                file.iter_mut().skip(at).take(1).for_each(|found| *found = byte);
            }
        }
    }
}

fn read(format: usize, file: &[u8]) {
    match format {
        0 => drop(npy::read(file).map(|tensor| check(&tensor))),
        1 => drop(npz::read(Cursor::new(file)).map(|all| all.iter().for_each(|(_, tensor)| check(tensor)))),
        _ => {
            let read = safetensors::read(file);
            drop(read.map(|contents| contents.tensors.iter().for_each(|(_, tensor)| check(tensor))));
        }
    }
}

/// The tensor is whole, and no larger than a file of this size can make it.
fn check(tensor: &DynTensor) {
    assert!(tensor.nbytes() <= 1 << 20, "{} bytes", tensor.nbytes());
    let mut again = Vec::new();
    if npy::write(&mut again, tensor).is_ok() {
        let back = npy::read(&again[..]).expect("what was written can be read");
        assert_eq!((back.dtype(), back.shape()), (tensor.dtype(), tensor.shape()));
    }
}
