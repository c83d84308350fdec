//! Files by their paths: opened with errors that name them, and replaced only by what is complete.

use std::fs::{File, OpenOptions};
use std::io::{BufWriter, ErrorKind as Cause};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::elements::refused;
use super::{LOAD, SAVE};
use crate::error::{FileDeed, Result};

/// What is written goes to the system in pieces of this size.
const PIECE_BYTES: usize = 1 << 16;

/// Opens a file and reads it; `read` also gets the number of bytes it has, where it has a number. Errors name the file.
///
/// # Errors
/// If the file cannot be opened, and what `read` says.
pub(super) fn read<T>(path: &Path, read: impl FnOnce(File, Option<u64>) -> Result<T>) -> Result<T> {
    let opened = File::open(path).and_then(|file| Ok((file.metadata()?, file))).and_then(|(about, file)| {
        // Some systems open a directory, and what they say of reading it depends on the place that is read first.
        if about.is_dir() { Err(Cause::IsADirectory.into()) } else { Ok((about, file)) }
    });
    let read = opened.map_err(|error| refused(LOAD, FileDeed::Open, error)).and_then(|(about, file)| {
        // A pipe or a device has no length.
        let len = about.is_file().then_some(about.len());
        read(file, len)
    });
    read.map_err(|error| error.in_file(path))
}

/// Writes a file beside its place, and puts it there when it is complete. Errors name the file.
///
/// What is no file, as a pipe or a device, is written where it is. A link stays, and what it leads to is replaced.
///
/// # Errors
/// If the file cannot be made, written or put in its place, and what `write` says; then what was there is there still.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let place = Place::of(path);
    place.and_then(|place| place.replace(write)).map_err(|error| error.in_file(path))
}

/// Where something is going to be written.
enum Place {
    /// A file; there may be one already.
    File { path: PathBuf, before: Option<std::fs::Permissions> },
    /// Something else, which only takes bytes.
    Sink(PathBuf),
}

impl Place {
    fn of(path: &Path) -> Result<Self> {
        match std::fs::metadata(path) {
            // It could be replaced, but whoever protected it did not mean that.
            Ok(about) if about.is_file() && about.permissions().readonly() => {
                Err(refused(SAVE, FileDeed::Create, Cause::PermissionDenied.into()))
            }
            Ok(about) if about.is_file() => {
                let real = path.canonicalize().map_err(|error| refused(SAVE, FileDeed::Create, error))?;
                Ok(Self::File { path: real, before: Some(about.permissions()) })
            }
            Ok(about) if about.is_dir() => Err(refused(SAVE, FileDeed::Create, Cause::IsADirectory.into())),
            Ok(_) => Ok(Self::Sink(path.to_owned())),
            Err(error) if error.kind() == Cause::NotFound => {
                Ok(Self::File { path: path.to_owned(), before: None })
            }
            Err(error) => Err(refused(SAVE, FileDeed::Create, error)),
        }
    }

    fn replace(self, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
        match self {
            Self::Sink(path) => {
                let file = OpenOptions::new().write(true).open(path);
                let file = file.map_err(|error| refused(SAVE, FileDeed::Open, error))?;
                written(file, write).map(drop)
            }
            Self::File { path, before } => {
                let (draft, file) = Draft::beside(&path)?;
                let file = written(file, write)?;
                draft.put(file, &path, before).map_err(|error| refused(SAVE, FileDeed::Replace, error))
            }
        }
    }
}

/// Writes through a buffer, and gives the file back when everything has left it.
fn written(file: File, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<File> {
    let mut sink = BufWriter::with_capacity(PIECE_BYTES, file);
    if let Err(error) = write(&mut sink) {
        // What is still in the buffer is of no use to anybody, and dropping it whole would write it.
        drop(sink.into_parts());
        return Err(error);
    }
    sink.into_inner().map_err(|error| refused(SAVE, FileDeed::Write, error.into_error()))
}

/// A file that is not complete yet; it is removed unless it is put somewhere.
struct Draft {
    path: PathBuf,
    is_placed: bool,
}

impl Draft {
    /// A new file in the folder of `path`: only within one folder is it certain that it can be put there in one step.
    fn beside(path: &Path) -> Result<(Self, File)> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        loop {
            let count = COUNT.fetch_add(1, Relaxed);
            let draft = path.with_file_name(format!(".{name}.{}-{count}.part", std::process::id()));
            match OpenOptions::new().write(true).create_new(true).open(&draft) {
                Ok(file) => return Ok((Self { path: draft, is_placed: false }, file)),
                // Left over by a process that had this number before.
                Err(error) if error.kind() == Cause::AlreadyExists => {}
                Err(error) => return Err(refused(SAVE, FileDeed::Create, error)),
            }
        }
    }

    /// Puts the file in its place, once all of it is on the disk.
    fn put(mut self, file: File, path: &Path, before: Option<std::fs::Permissions>) -> std::io::Result<()> {
        if let Some(permissions) = before {
            file.set_permissions(permissions)?;
        }
        file.sync_all()?;
        drop(file);
        std::fs::rename(&self.path, path)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.is_placed {
            // Nothing can be done about a draft that cannot be removed, and the error that is told is another one.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
