//! `.npz`: tensors with names, each an npy file in a zip archive, as `numpy.savez` and `numpy.savez_compressed` write them.

use std::collections::BTreeSet;
use std::io::{Read, Seek, Write};
use std::path::Path;

use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::elements::{self, unreadable, unwritable};
use super::{LOAD, SAVE, file, npy};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::DynTensor;

/// What members are called beside their names.
const ENDING: &str = ".npy";

/// Members longer than this get the wide fields of the archive; what their headers take is counted in.
const NARROW_BYTES: usize = (u32::MAX / 2) as usize;

/// Whether the members of an archive are compressed.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let zeros = [("zeros", DynTensor::zeros_of(DType::F64, 1000)?)];
/// let size = |compression| -> lunette::Result<usize> {
///     let mut archive = std::io::Cursor::new(Vec::new());
///     npz::write(&mut archive, &zeros, compression)?;
///     Ok(archive.into_inner().len())
/// };
/// assert!(size(Compression::Deflated)? < size(Compression::Stored)? / 10);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Compression {
    /// As they are: fast to write and to read.
    #[default]
    Stored,
    /// Deflated: smaller, and slower.
    Deflated,
}

/// Reads all tensors of an archive, in its order. Members that are no npy files are passed over.
///
/// # Errors
/// If the archive cannot be read, or a member is no npy file whose elements a tensor can hold; the error names it.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let mut archive = std::io::Cursor::new(Vec::new());
/// let members = [("x", tensor![1, 2].into_dyn()), ("y", tensor![0.5].into_dyn())];
/// npz::write(&mut archive, &members, Compression::Stored)?;
/// let read = npz::read(&mut archive)?;
/// assert_eq!((&*read[1].0, read[1].1.dtype()), ("y", DType::F64));
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn read(source: impl Read + Seek) -> Result<Vec<(String, DynTensor)>> {
    let mut archive = opened(source)?;
    let names = names_in(&archive);
    names.into_iter().map(|name| Ok((name.clone(), member(&mut archive, &name)?))).collect()
}

/// The names of the tensors of an archive, in its order.
///
/// # Errors
/// If the archive cannot be read.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let mut archive = std::io::Cursor::new(Vec::new());
/// npz::write(&mut archive, &[("x", tensor![1, 2].into_dyn())], Compression::Stored)?;
/// assert_eq!(npz::names(&mut archive)?, ["x"]);
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn names(source: impl Read + Seek) -> Result<Vec<String>> {
    opened(source).map(|archive| names_in(&archive))
}

/// Reads the tensor of this name; the others are not read.
///
/// # Errors
/// If the archive cannot be read, holds no tensor of this name, or one that is no npy file.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let mut archive = std::io::Cursor::new(Vec::new());
/// npz::write(&mut archive, &[("x", tensor![1, 2].into_dyn())], Compression::Stored)?;
/// assert_eq!(npz::read_named(&mut archive, "x")?.into_typed::<i32>()?, tensor![1, 2]);
/// let error = npz::read_named(&mut archive, "z").unwrap_err();
/// assert_eq!(error.to_string(), "load: the data holds no tensor `z`: it has `x`");
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn read_named(source: impl Read + Seek, name: &str) -> Result<DynTensor> {
    let mut archive = opened(source)?;
    let found = names_in(&archive);
    match found.iter().any(|found| found == name) {
        true => member(&mut archive, name),
        false => {
            Err(ErrorKind::FileMember { op: LOAD, path: None, name: Some(name.to_owned()), found }.into())
        }
    }
}

/// Reads all tensors of a file; see [`read`].
///
/// # Errors
/// As for [`read`]; the error names the file.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-npz-load-{}.npz", std::process::id()));
/// npz::save(&path, &[("x", tensor![1, 2].into_dyn())], Compression::Stored)?;
/// assert_eq!(npz::load(&path)?.len(), 1);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn load(path: impl AsRef<Path>) -> Result<Vec<(String, DynTensor)>> {
    file::read(path.as_ref(), |file, _| read(std::io::BufReader::new(file)))
}

/// The tensor of this name.
pub(super) fn load_named(path: &Path, name: &str) -> Result<DynTensor> {
    file::read(path, |file, _| read_named(std::io::BufReader::new(file), name))
}

/// The only tensor of a file.
pub(super) fn load_only(path: &Path) -> Result<DynTensor> {
    file::read(path, |file, _| {
        let mut archive = opened(std::io::BufReader::new(file))?;
        let found = names_in(&archive);
        match found.as_slice() {
            [name] => member(&mut archive, name),
            _ => Err(ErrorKind::FileMember { op: LOAD, path: None, name: None, found }.into()),
        }
    })
}

/// Writes an archive of tensors with names.
///
/// # Errors
/// If two have the same name, one has a dtype that NumPy lacks or a write guard on it lives, or the sink refuses.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let mut archive = std::io::Cursor::new(Vec::new());
/// let members = [("weights", tensor![[0.5, 1.5]].into_dyn()), ("labels", tensor![1, 2].into_dyn())];
/// npz::write(&mut archive, &members, Compression::Deflated)?;
/// assert_eq!(npz::names(&mut archive)?, ["weights", "labels"]);
/// # Ok::<(), lunette::Error>(())
/// ```
#[track_caller]
pub fn write<S: AsRef<str>>(
    sink: impl Write + Seek,
    members: &[(S, DynTensor)],
    compression: Compression,
) -> Result<()> {
    let method = match compression {
        Compression::Stored => CompressionMethod::Stored,
        Compression::Deflated => CompressionMethod::Deflated,
    };
    check_names(members)?;
    let mut archive = ZipWriter::new(sink);
    for (name, tensor) in members {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .large_file(tensor.nbytes() >= NARROW_BYTES)
            .unix_permissions(0o644);
        archive.start_file(format!("{}{ENDING}", name.as_ref()), options).map_err(not_written)?;
        npy::write_to(&mut archive, tensor)?;
    }
    archive.finish().map(drop).map_err(not_written)
}

/// Writes a file of tensors with names, which is replaced when all of it is written; see [`write()`].
///
/// # Errors
/// As for [`write()`]; the error names the file, and what was there before is there still.
///
/// ```
/// use lunette::io::npz::{self, Compression};
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-npz-save-{}.npz", std::process::id()));
/// npz::save(&path, &[("x", tensor![1, 2].into_dyn())], Compression::Deflated)?;
/// assert_eq!(npz::load(&path)?[0].0, "x");
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
pub fn save<S: AsRef<str>>(
    path: impl AsRef<Path>,
    members: &[(S, DynTensor)],
    compression: Compression,
) -> Result<()> {
    file::replace(path.as_ref(), |sink| write(sink, members, compression))
}

/// # Errors
/// If two members have the same name.
fn check_names<S: AsRef<str>>(members: &[(S, DynTensor)]) -> Result<()> {
    let mut seen = BTreeSet::new();
    match members.iter().map(|(name, _)| name.as_ref()).find(|name| !seen.insert(*name)) {
        None => Ok(()),
        Some(name) => {
            let (found, allowed) =
                (format!("`{name}` twice"), "every member of an archive has a name of its own");
            Err(ErrorKind::Argument { op: SAVE, name: "members", found, allowed }.into())
        }
    }
}

fn opened<R: Read + Seek>(source: R) -> Result<ZipArchive<R>> {
    ZipArchive::new(source).map_err(not_read)
}

/// The names of the members that are npy files, without what they end in.
fn names_in<R: Read + Seek>(archive: &ZipArchive<R>) -> Vec<String> {
    let names = archive.file_names().filter_map(|name| name.ok());
    names.filter_map(|name| Some(name.strip_suffix(ENDING)?.to_owned())).collect()
}

/// Reads a member, whose size nobody believes: memory is taken as its bytes come.
fn member<R: Read + Seek>(archive: &mut ZipArchive<R>, name: &str) -> Result<DynTensor> {
    let mut member = archive.by_name(&format!("{name}{ENDING}")).map_err(not_read)?;
    let tensor = npy::read_with(&mut member, None).map_err(|error| of_member(error, name))?;
    // The checksum is compared at the end of the member, which whoever reads elements does not come to.
    elements::fill(&mut member, &mut [0])?;
    Ok(tensor)
}

/// Says which member is at fault.
fn of_member(error: Error, name: &str) -> Error {
    match error.kind().clone() {
        ErrorKind::FileFormat { op, path, format, words } => {
            ErrorKind::FileFormat { op, path, format, words: format!("member `{name}`: {words}") }.into()
        }
        ErrorKind::FileDType { op, path, found, cure } => {
            ErrorKind::FileDType { op, path, found: format!("{found} (member `{name}`)"), cure }.into()
        }
        _ => error,
    }
}

fn not_read(error: ZipError) -> Error {
    let words = match error {
        ZipError::Io(error) => return unreadable(error),
        ZipError::InvalidArchive(words) => format!("it is no whole zip archive: {words}"),
        ZipError::CompressionMethodNotSupported(method) => {
            format!("a member is compressed by method {method}: stored and deflated ones can be read")
        }
        other => other.to_string(),
    };
    ErrorKind::FileFormat { op: LOAD, path: None, format: "npz", words }.into()
}

fn not_written(error: ZipError) -> Error {
    match error {
        ZipError::Io(error) => unwritable(error),
        other => {
            let allowed = "every member of an archive has a name of its own, of at most 65535 bytes";
            ErrorKind::Argument { op: SAVE, name: "members", found: other.to_string(), allowed }.into()
        }
    }
}
