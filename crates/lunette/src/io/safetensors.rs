//! `.safetensors`: tensors with names and a map of texts, as models are shared. It is the format that has `bf16`.
//!
//! There is no `complex128` in it; everything else is, in row-major order.

mod header;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;

use self::header::{Entry, Header};
use super::elements::{self, Announced, unwritable};
use super::{LOAD, file, npy};
use crate::buffer::MappedFile;
use crate::error::{ErrorKind, Result};
use crate::layout::Order;
use crate::tensor::DynTensor;

/// What the format is called in errors.
const FORMAT: &str = "safetensors";

/// The tensors of a file, and what else it says.
///
/// ```
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// safetensors::write(&mut bytes, &[("x", tensor![1, 2].into_dyn())], &Default::default())?;
/// let file = safetensors::read(&bytes[..])?;
/// assert_eq!(file.get("x")?.dtype(), DType::I32);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Contents {
    /// The tensors with their names, in the order of the file.
    pub tensors: Vec<(String, DynTensor)>,
    /// The texts of the file's `__metadata__`.
    pub metadata: BTreeMap<String, String>,
}

impl Contents {
    /// The tensor of this name; another handle to it.
    ///
    /// # Errors
    /// If there is none; the error names those that there are.
    ///
    /// ```
    /// use lunette::io::safetensors;
    /// use lunette::prelude::*;
    /// let mut bytes = Vec::new();
    /// safetensors::write(&mut bytes, &[("x", tensor![1, 2].into_dyn())], &Default::default())?;
    /// let error = safetensors::read(&bytes[..])?.get("y").unwrap_err();
    /// assert_eq!(error.to_string(), "load: the data holds no tensor `y`: it has `x`");
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn get(&self, name: &str) -> Result<DynTensor> {
        let found = self.tensors.iter().find(|(found, _)| found == name);
        found.map(|(_, tensor)| tensor.clone()).ok_or_else(|| {
            let found = self.tensors.iter().map(|(name, _)| name.clone()).collect();
            ErrorKind::FileMember { op: LOAD, path: None, name: Some(name.to_owned()), found }.into()
        })
    }
}

/// Reads all tensors of a stream.
///
/// # Errors
/// If the stream cannot be read, ends too early, or holds elements of a type that no tensor has.
///
/// ```
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// let about = [("made by".to_owned(), "hand".to_owned())].into();
/// safetensors::write(&mut bytes, &[("half", tensor![lunette::bf16::ONE].into_dyn())], &about)?;
/// let file = safetensors::read(&bytes[..])?;
/// assert_eq!((file.tensors.len(), file.metadata), (1, about));
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn read(mut source: impl Read) -> Result<Contents> {
    read_with(&mut source, None)
}

fn read_with(source: &mut dyn Read, len: Option<u64>) -> Result<Contents> {
    let header = Header::read(source, len)?;
    let mut tensors = Vec::new();
    for entry in &header.entries {
        tensors.push((entry.name.clone(), read_entry(source, &header, entry)?));
    }
    Ok(Contents { tensors, metadata: header.metadata })
}

/// Reads the tensor that comes next.
fn read_entry(source: &mut dyn Read, header: &Header, entry: &Entry) -> Result<DynTensor> {
    let left = header.left.map(|left| left.saturating_sub(entry.start as u64));
    elements::read(source, left, &announced(entry)?)
}

fn announced(entry: &Entry) -> Result<Announced<'_>> {
    let (dtype, swapped) = (entry.dtype()?, cfg!(target_endian = "big"));
    Ok(Announced { format: FORMAT, dtype, swapped, shape: &entry.shape, order: Order::C })
}

/// Reads all tensors of a file.
///
/// # Errors
/// As for [`read`]; the error names the file.
///
/// ```
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-safe-load-{}", std::process::id()));
/// safetensors::save(&path, &[("x", tensor![1, 2].into_dyn())], &Default::default())?;
/// assert_eq!(safetensors::load(&path)?.get("x")?.into_typed::<i32>()?, tensor![1, 2]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Contents> {
    file::read(path.as_ref(), |mut file, len| read_with(&mut file, len))
}

/// The tensor of this name; those before it are stepped over.
pub(super) fn load_named(path: &Path, name: &str) -> Result<DynTensor> {
    load_entry(path, |header| match header.entries.iter().find(|entry| entry.name == name) {
        Some(entry) => Ok(entry),
        None => Err(header.without(Some(name.to_owned()))),
    })
}

/// The only tensor of a file.
pub(super) fn load_only(path: &Path) -> Result<DynTensor> {
    load_entry(path, |header| match header.entries.as_slice() {
        [only] => Ok(only),
        _ => Err(header.without(None)),
    })
}

fn load_entry(path: &Path, choose: impl FnOnce(&Header) -> Result<&Entry>) -> Result<DynTensor> {
    file::read(path, |mut file, len| {
        let header = Header::read(&mut file, len)?;
        let entry = choose(&header)?;
        std::io::copy(&mut (&mut file).take(entry.start as u64), &mut std::io::sink())
            .map_err(elements::unreadable)?;
        read_entry(&mut file, &header, entry)
    })
}

/// Writes tensors with names, and texts about them.
///
/// They are laid out by the size of their elements, the largest first, so that all of them can be mapped.
///
/// # Errors
/// If two have the same name, one has the dtype `complex128` or a write guard on it lives, or the sink refuses.
///
/// ```
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let mut bytes = Vec::new();
/// let z = [("z", tensor![lunette::Complex64::I].into_dyn())];
/// let error = safetensors::write(&mut bytes, &z, &Default::default()).unwrap_err();
/// assert!(error.is_dtype() && bytes.is_empty());
/// ```
#[track_caller]
pub fn write<S: AsRef<str>>(
    mut sink: impl Write,
    members: &[(S, DynTensor)],
    metadata: &BTreeMap<String, String>,
) -> Result<()> {
    let (head, order) = header::encode(members, metadata)?;
    sink.write_all(&head).map_err(unwritable)?;
    for place in order {
        if let Some((_, tensor)) = members.get(place) {
            elements::write(&mut sink, tensor, cfg!(target_endian = "big"))?;
        }
    }
    Ok(())
}

/// Writes a file of tensors with names, which is replaced when all of it is written.
///
/// # Errors
/// As for [`write()`]; the error names the file, and what was there before is there still.
///
/// ```
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-safe-save-{}", std::process::id()));
/// let about = [("made by".to_owned(), "hand".to_owned())].into();
/// safetensors::save(&path, &[("x", tensor![1, 2].into_dyn())], &about)?;
/// assert_eq!(safetensors::load(&path)?.metadata, about);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save<S: AsRef<str>>(
    path: impl AsRef<Path>,
    members: &[(S, DynTensor)],
    metadata: &BTreeMap<String, String>,
) -> Result<()> {
    // Refused before there is a file.
    header::encode(members, metadata)?;
    file::replace(path.as_ref(), |sink| write(sink, members, metadata))
}

/// The tensors of a mapped file, without a copy.
///
/// # Errors
/// If the file is no safetensors file, or the elements of a tensor cannot be used where they lie: at odd addresses, or bools
/// in memory that can be written. [`load`] reads such files.
///
/// ```
/// use lunette::buffer::MappedFile;
/// use lunette::io::safetensors;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-safe-map-{}", std::process::id()));
/// let members = [("x", tensor![1, 2].into_dyn()), ("y", tensor![true].into_dyn())];
/// safetensors::save(&path, &members, &Default::default())?;
/// // SAFETY: nobody else knows the file.
/// let file = safetensors::map(&unsafe { MappedFile::open(&path) }?)?;
/// assert_eq!(file.get("x")?.into_typed::<i32>()?, tensor![1, 2]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn map(file: &MappedFile) -> Result<Contents> {
    mapped(file).map_err(|error| error.in_file(file.path()))
}

fn mapped(file: &MappedFile) -> Result<Contents> {
    let len = header::announced_bytes(&file.copied(0, header::LEN_BYTES)?).unwrap_or_default();
    let start = file.copied(0, header::LEN_BYTES.saturating_add(len))?;
    let header = Header::read(&mut &start[..], Some(file.len_bytes() as u64))?;
    let mut tensors = Vec::new();
    for entry in &header.entries {
        let tensor = npy::map_elements(file, start.len().saturating_add(entry.start), &announced(entry)?)?;
        tensors.push((entry.name.clone(), tensor));
    }
    Ok(Contents { tensors, metadata: header.metadata })
}
