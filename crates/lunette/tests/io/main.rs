//! Files: what is written is what is read, by us and by others, and no file can do harm.

#[cfg(feature = "npz")]
mod files;
mod headers;
mod hostile;
mod mapped;
#[cfg(feature = "npz")]
mod npz;
mod round;
#[cfg(feature = "safetensors")]
mod safetensors;
#[path = "../random/splitmix.rs"]
mod splitmix;
mod text;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use lunette::{Buffer, DType, DynTensor};

/// A folder of its own, which is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("lunette-io-{}-{}", std::process::id(), COUNT.fetch_add(1, Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The names of all that is in it.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file of some version with this header and these bytes after it.
fn npy_file(version: u8, header: &str, elements: &[u8]) -> Vec<u8> {
    let len = u32::try_from(header.len()).unwrap().to_le_bytes();
    let width = if version == 1 { 2 } else { 4 };
    [b"\x93NUMPY", &[version, 0][..], &len[..width], header.as_bytes(), elements].concat()
}

/// The usual header.
fn header(descr: &str, fortran_order: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': {fortran_order}, 'shape': {shape}, }}\n")
}

/// A tensor with any bits, row-major.
fn any_bits(rng: &mut splitmix::Rng, dtype: DType, shape: &[usize]) -> DynTensor {
    let len: usize = shape.iter().product();
    let mut bytes: Vec<u8> = (0..len * dtype.item_size()).map(|_| rng.next() as u8).collect();
    if dtype == DType::Bool {
        bytes.iter_mut().for_each(|byte| *byte &= 1);
    }
    let buffer = Buffer::from_bytes(&bytes, dtype).unwrap();
    let mut strides: Vec<isize> = vec![1; shape.len()];
    for k in (1..shape.len()).rev() {
        strides[k - 1] = strides[k] * shape[k].max(1) as isize;
    }
    DynTensor::from_parts(&buffer, dtype, shape, &strides, 0).unwrap()
}

/// The bits of all elements in row-major order: what two tensors are compared by.
fn bits(tensor: &DynTensor) -> Vec<u8> {
    let flat = tensor.ravel().unwrap();
    let flat = if flat.dtype() == DType::Bool { flat.cast_to(DType::U8) } else { flat.copy() };
    flat.unwrap().reinterpret::<u8>().unwrap().to_vec().unwrap()
}

/// Checks that both have the same dtype, shape and bits.
#[track_caller]
fn assert_same(found: &DynTensor, expected: &DynTensor) {
    assert_eq!((found.dtype(), found.shape()), (expected.dtype(), expected.shape()));
    assert_eq!(bits(found), bits(expected), "{found:?} is not {expected:?}");
}

/// The words of an error, with another name for the file.
fn words_in(path: &Path, error: &lunette::Error) -> String {
    error.to_string().replace(&*path.display().to_string(), "FILE")
}
