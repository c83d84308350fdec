//! Files whose bytes are memory.
#![expect(unsafe_code, reason = "it makes memory of a file, which others can reach")]

use std::path::Path;

use lunette::buffer::MappedFile;

/// A file as memory that can be read.
///
/// # Errors
/// If it cannot be opened or mapped.
pub fn mapped(path: &Path) -> lunette::Result<MappedFile> {
    // SAFETY: `mmap=True` is the caller's promise that nobody changes the file, and `load` says so; it is the promise
    // that whoever hands in an array gives as well, whose owner can write it at any time.
    unsafe { MappedFile::open(path) }
}
