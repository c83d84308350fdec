//! `.npy`: one tensor as NumPy writes it, in the versions 1.0, 2.0 and 3.0 of the format.
//!
//! A file is a magic number, a header in the notation of Python that tells dtype, order and shape, and the elements. All of
//! NumPy's numeric dtypes are read, in both byte orders and both memory orders. `bf16` is no dtype of NumPy: such tensors
//! are refused, and can be [cast](crate::Tensor::cast) or saved as safetensors.

mod descr;
mod header;
mod literal;

use std::io::{Read, Write};
use std::path::Path;

use self::header::Header;
use super::elements::{self, Announced};
use super::{LOAD, SAVE, file};
use crate::buffer::MappedFile;
use crate::error::{ErrorKind, Result};
use crate::layout::Layout;
use crate::tensor::{DynTensor, Handle, Kind, Tensor};

/// What the format is called in errors.
const FORMAT: &str = "npy";

/// Reads one tensor from a stream, and no byte beyond it.
///
/// The tensor has the order of the file: row-major, or column-major where the header says `fortran_order`.
///
/// # Errors
/// If the stream cannot be read, ends too early, or is no npy file whose elements a tensor can hold.
///
/// ```
/// use lunette::io::npy;
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// npy::write(&mut bytes, &tensor![[1, 2], [3, 4]])?;
/// npy::write(&mut bytes, &tensor![0.5])?;
/// let mut stream = &bytes[..];
/// assert_eq!(npy::read(&mut stream)?.into_typed::<i32>()?, tensor![[1, 2], [3, 4]]);
/// assert_eq!(npy::read(&mut stream)?.into_typed::<f64>()?, tensor![0.5]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn read(mut source: impl Read) -> Result<DynTensor> {
    read_with(&mut source, None)
}

/// As [`read`], from a source that has so many bytes, where that is known.
pub(super) fn read_with(source: &mut dyn Read, len: Option<u64>) -> Result<DynTensor> {
    let (header, header_bytes) = Header::read(source)?;
    let left = len.map(|len| len.saturating_sub(header_bytes as u64));
    elements::read(source, left, &header.announced())
}

/// Reads the tensor of a file.
///
/// # Errors
/// If the file cannot be read, ends too early, or is no npy file whose elements a tensor can hold.
///
/// ```
/// use lunette::io::npy;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-npy-load-{}", std::process::id()));
/// npy::save(&path, &tensor![1, 2])?;
/// assert_eq!(npy::load(&path)?.into_typed::<i32>()?, tensor![1, 2]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<DynTensor> {
    file::read(path.as_ref(), |mut file, len| read_with(&mut file, len))
}

/// Writes one tensor to a stream.
///
/// Column-major tensors are written as they are (`fortran_order`), all others row-major; neither needs memory for a copy.
/// While it lasts the tensor can be read by others but not written.
///
/// # Errors
/// If the dtype is `bf16`, which the format has no name for, the stream cannot be written, or a write guard on the tensor
/// lives.
///
/// ```
/// use lunette::io::npy;
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// npy::write(&mut bytes, &tensor![1_i64, 2])?;
/// assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
/// assert_eq!(bytes.len(), 128 + 16);
/// # Ok::<(), lunette::Error>(())
/// ```
#[track_caller]
pub fn write<K: Kind>(mut sink: impl Write, tensor: &Tensor<K>) -> Result<()> {
    write_to(&mut sink, &tensor.to_dyn())
}

#[track_caller]
pub(super) fn write_to(sink: &mut dyn Write, tensor: &DynTensor) -> Result<()> {
    let header = Header::of(tensor)?;
    sink.write_all(&header.encoded()).map_err(elements::unwritable)?;
    // Column-major elements are the row-major ones of the transpose.
    let in_order = if header.is_fortran() { &tensor.transpose() } else { tensor };
    elements::write(sink, in_order, false)
}

/// Writes the tensor into a file, which is replaced when all of it is written.
///
/// # Errors
/// As for [`write()`], and if the file cannot be made or replaced; then what was there before is there still.
///
/// ```
/// use lunette::io::npy;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-npy-save-{}", std::process::id()));
/// npy::save(&path, &tensor![1, 2])?;
/// npy::save(&path, &tensor![3, 4])?; // replaced
/// assert_eq!(npy::load(&path)?.into_typed::<i32>()?, tensor![3, 4]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save<K: Kind>(path: impl AsRef<Path>, tensor: &Tensor<K>) -> Result<()> {
    let tensor = tensor.to_dyn();
    // Refused before there is a file.
    Header::of(&tensor)?;
    file::replace(path.as_ref(), |sink| write_to(sink, &tensor))
}

/// The tensor of a mapped file, without a copy.
///
/// It can be stored into if the file was mapped [copy-on-write](MappedFile::open_private). Bools are looked at once, to see
/// that they are bools; nothing else is read before it is used.
///
/// # Errors
/// If the file is no npy file whose elements a tensor can hold, or if they cannot be used where they lie: in the other byte
/// order, at odd addresses, or bools in memory that can be written. [`load`] reads such files.
///
/// ```
/// use lunette::buffer::MappedFile;
/// use lunette::io::npy;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-npy-map-{}", std::process::id()));
/// npy::save(&path, &tensor![[1.0, 2.0], [3.0, 4.0]])?;
/// // SAFETY: nobody else knows the file.
/// let x = npy::map(&unsafe { MappedFile::open(&path) }?)?;
/// assert!(x.fill(0.0).unwrap_err().is_read_only());
/// assert_eq!(x.into_typed::<f64>()?.sum(..)?.item()?, 10.0);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn map(file: &MappedFile) -> Result<DynTensor> {
    mapped(file).map_err(|error| error.in_file(file.path()))
}

fn mapped(file: &MappedFile) -> Result<DynTensor> {
    let start = file.copied(0, header::head_bytes(&file.copied(0, header::START_BYTES)?))?;
    let (header, header_bytes) = Header::read(&mut &start[..])?;
    map_elements(file, header_bytes, &header.announced())
}

/// A tensor over elements that begin so many bytes after the start of a mapped file.
pub(super) fn map_elements(file: &MappedFile, start: usize, announced: &Announced<'_>) -> Result<DynTensor> {
    let op = "map";
    let (layout, len_bytes) = announced.layout()?;
    let found = file.len_bytes().saturating_sub(start);
    if found < len_bytes {
        let words = format!("it ends after {found} of the {len_bytes} bytes that its elements need");
        return Err(announced.wrong(words));
    }
    if announced.swapped {
        let words = "its numbers are in the other byte order";
        return Err(ErrorKind::NotMappable { op, path: None, words }.into());
    }
    let region = file.region(start, layout.len(), announced.dtype);
    let (buffer, before) = region.map_err(|error| announced.explained(error))?;
    let layout = Layout::new_for(op, layout.shape(), layout.strides(), before)?;
    Handle::from_parts(op, buffer, layout, announced.dtype).map(DynTensor::wrap)
}
