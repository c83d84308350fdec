//! Files whose bytes are memory.
#![expect(unsafe_code, reason = "it takes over memory that a file stands behind")]

use std::fmt;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

use memmap2::{Mmap, MmapOptions};

use super::Buffer;
use super::bytes::check_bools;
use crate::dtype::DType;
use crate::error::{Access, Error, ErrorKind, FileDeed, Result};

/// A file mapped into memory: its bytes are read from the disk when somebody looks at them.
///
/// Tensors over it are made by [`io::npy::map`](crate::io::npy::map) and, with the feature `safetensors`, by
/// `io::safetensors::map`, without a copy; they keep the mapping alive.
///
/// ```
/// use lunette::buffer::MappedFile;
/// use lunette::io;
/// use lunette::prelude::*;
/// let path = std::env::temp_dir().join(format!("lunette-mapped-{}.npy", std::process::id()));
/// io::save(&path, &tensor![[1, 2], [3, 4]])?;
/// // SAFETY: nobody else knows the file.
/// let file = unsafe { MappedFile::open(&path) }?;
/// let x = io::npy::map(&file)?;
/// assert_eq!(x.into_typed::<i32>()?, tensor![[1, 2], [3, 4]]);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone)]
pub struct MappedFile {
    path: Arc<Path>,
    /// All bytes of the file: one buffer, so that whoever writes is alone.
    bytes: Buffer,
    /// The same bytes once more, where nobody can write them: bools need a buffer of their own.
    read_only: Option<Arc<Mmap>>,
}

impl MappedFile {
    /// Maps a file for reading: tensors over it cannot be stored into.
    ///
    /// # Safety
    /// For as long as this value or a tensor over it lives nobody changes the file or makes it shorter, in this process or
    /// another. Replacing it, as [`io::save`](crate::io::save) does, is fine: the old file lives on behind the mapping.
    ///
    /// # Errors
    /// If the file cannot be opened or mapped.
    ///
    /// ```
    /// use lunette::buffer::MappedFile;
    /// // SAFETY: there is no such file.
    /// let error = unsafe { MappedFile::open("no such file.npy") }.unwrap_err();
    /// assert!(error.is_io());
    /// ```
    pub unsafe fn open(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = opened(path)?;
        // SAFETY: the caller promises that nobody changes the file.
        let map =
            unsafe { MmapOptions::new().map(&file) }.map_err(|error| refused(FileDeed::Map, path, error))?;
        let map = Arc::new(map);
        let bytes = std::ptr::from_ref(&map[..]).cast_mut();
        // SAFETY: the mapping keeps its address and lives in its owner; nobody writes it, and there are only shared
        // references to it.
        let bytes = unsafe { Buffer::from_foreign(map.clone(), bytes, Access::Read, DType::U8)? };
        Ok(Self { path: path.into(), bytes, read_only: Some(map) })
    }

    /// Maps a file copy-on-write: tensors over it can be stored into, and what is stored never reaches the file.
    ///
    /// All tensors over this value see what is stored through one of them; mapping the file once more starts afresh.
    ///
    /// # Safety
    /// As for [`open`](Self::open).
    ///
    /// # Errors
    /// As for [`open`](Self::open).
    ///
    /// ```
    /// use lunette::buffer::MappedFile;
    /// use lunette::io;
    /// use lunette::prelude::*;
    /// let path = std::env::temp_dir().join(format!("lunette-private-{}.npy", std::process::id()));
    /// io::save(&path, &tensor![1, 2])?;
    /// // SAFETY: nobody else knows the file.
    /// let x = io::npy::map(&unsafe { MappedFile::open_private(&path) }?)?;
    /// x.set(0, 9)?;
    /// assert_eq!(x.get(0)?, Scalar::I32(9));
    /// assert_eq!(io::load(&path)?.get(0)?, Scalar::I32(1));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub unsafe fn open_private(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let file = opened(path)?;
        // SAFETY: the caller promises that nobody changes the file.
        let map = unsafe { MmapOptions::new().map_copy(&file) };
        let mut map = map.map_err(|error| refused(FileDeed::Map, path, error))?;
        let bytes = std::ptr::from_mut(&mut map[..]);
        // SAFETY: the mapping keeps its address and lives in its owner, which nobody else has; the pages are this
        // process' own once they are written.
        let bytes = unsafe { Buffer::from_foreign(map, bytes, Access::Write, DType::U8)? };
        Ok(Self { path: path.into(), bytes, read_only: None })
    }

    /// Where the file was found.
    ///
    /// ```no_run
    /// use lunette::buffer::MappedFile;
    /// // SAFETY: nobody changes the file while it is mapped.
    /// let file = unsafe { MappedFile::open("weights.safetensors") }?;
    /// assert_eq!(file.path().to_str(), Some("weights.safetensors"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The number of bytes.
    ///
    /// ```no_run
    /// use lunette::buffer::MappedFile;
    /// // SAFETY: nobody changes the file while it is mapped.
    /// let file = unsafe { MappedFile::open("x.npy") }?;
    /// assert!(file.len_bytes() >= 128);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn len_bytes(&self) -> usize {
        self.bytes.len_bytes()
    }

    /// A copy of the bytes from `start` on, at most `len` of them.
    pub(crate) fn copied(&self, start: usize, len: usize) -> Result<Vec<u8>> {
        let _lock = self.bytes.lock("map", Access::Read)?;
        let (start, end) = (start.min(self.len_bytes()), start.saturating_add(len).min(self.len_bytes()));
        // SAFETY: the range lies inside of the buffer, all of which is initialised; the lock keeps writers out until the
        // copy is made.
        Ok(unsafe { std::slice::from_raw_parts(self.bytes.start().add(start).cast_const(), end - start) }
            .to_vec())
    }

    /// Memory for `len` elements that lie `start` bytes after the first of the file, and how many elements come before
    /// them in it.
    ///
    /// # Errors
    /// If the elements cannot be used where they lie.
    pub(crate) fn region(&self, start: usize, len: usize, dtype: DType) -> Result<(Buffer, usize)> {
        let not = |words| Error::from(ErrorKind::NotMappable { op: "map", path: None, words });
        if dtype != DType::Bool {
            let (address, item) = (self.bytes.address().wrapping_add(start), dtype.item_size());
            return match start.is_multiple_of(item) && address.is_multiple_of(dtype.alignment()) {
                true => Ok((self.bytes.clone(), start / item)),
                false => Err(not("its elements do not lie at multiples of their size")),
            };
        }
        let map = self
            .read_only
            .clone()
            .ok_or_else(|| not("memory that can be written is either all bools or has none"))?;
        let outside = || not("its elements do not all lie in it");
        let bytes = start.checked_add(len).and_then(|end| map.get(start..end)).ok_or_else(outside)?;
        check_bools("map", bytes)?;
        let bytes = std::ptr::from_ref(bytes).cast_mut();
        // SAFETY: as in `open`: nobody writes these bytes, through this buffer or the other.
        Ok((unsafe { Buffer::from_foreign(map, bytes, Access::Read, dtype)? }, 0))
    }
}

impl fmt::Debug for MappedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MappedFile").field("path", &self.path).field("bytes", &self.bytes).finish()
    }
}

fn opened(path: &Path) -> Result<File> {
    let opened = File::open(path).and_then(|file| match file.metadata()?.is_dir() {
        true => Err(std::io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    });
    opened.map_err(|error| refused(FileDeed::Open, path, error))
}

#[cold]
fn refused(deed: FileDeed, path: &Path, error: std::io::Error) -> Error {
    let path = Some(path.display().to_string().into());
    ErrorKind::File { op: "map", path, deed, cause: error.into() }.into()
}
