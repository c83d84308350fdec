//! Compressed texts: by gzip they are read and written, of all others the error says by what.

use std::io::{BufRead, Read, Write};
use std::path::Path;

use super::super::SAVE;
use super::super::elements::fill;
use super::super::format::ending;
use super::wrong;
use crate::error::{Error, ErrorKind, Result};

/// What a compressed stream begins with.
const GZIP: &[u8] = b"\x1f\x8b\x08";

/// The same of what cannot be read, and where in the stream it stands. No text has these.
const OTHERS: [(usize, &[u8], &str); 5] = [
    // Behind the letters `BZh` and the size of its blocks.
    (4, b"1AY&SY", "bzip2"),
    (0, b"\xfd7zXZ\0", "xz"),
    (0, b"\x28\xb5\x2f\xfd", "zstd"),
    (0, b"\x04\x22\x4d\x18", "lz4"),
    (0, b"PK\x03\x04", "zip"),
];

/// Where the last of these ends.
const HEAD_BYTES: usize = 10;

/// Endings of what is compressed otherwise, and of nothing else.
const OTHER_ENDINGS: [&str; 6] = ["bz2", "lz4", "lzma", "xz", "zip", "zst"];

/// Runs `read` on a stream, or on what it is when it is unpacked.
///
/// # Errors
/// If it is compressed by something else than gzip, or damaged, and what `read` says.
pub(super) fn unpacked<R>(
    source: &mut dyn BufRead,
    read: impl FnOnce(&mut dyn BufRead) -> Result<R>,
) -> Result<R> {
    // Looked at before the lines are: a stream may come byte by byte.
    let mut head = [0; HEAD_BYTES];
    let len = fill(source, &mut head)?;
    let head = &head[..len];
    let has = |at: usize, magic: &[u8]| head.get(at..).is_some_and(|rest| rest.starts_with(magic));
    if let Some((_, _, name)) = OTHERS.iter().find(|(at, magic, _)| has(*at, magic)) {
        let cure = "unpack it, or pack it by gzip, which can be read";
        return Err(wrong(format!("it is compressed by {name}: {cure}")));
    }
    let mut source = head.chain(source);
    if head.starts_with(GZIP) { gunzipped(&mut source, read) } else { read(&mut source) }
}

#[cfg(feature = "gzip")]
fn gunzipped<R>(source: &mut dyn BufRead, read: impl FnOnce(&mut dyn BufRead) -> Result<R>) -> Result<R> {
    let mut text = std::io::BufReader::new(flate2::bufread::MultiGzDecoder::new(source));
    read(&mut text).map_err(|error| match error.kind() {
        // What the stream itself refuses is of other kinds.
        ErrorKind::File { cause, .. } if is_damage(cause.kind()) => {
            wrong(format!("it is compressed by gzip, and damaged: {cause}"))
        }
        _ => error,
    })
}

#[cfg(feature = "gzip")]
fn is_damage(cause: std::io::ErrorKind) -> bool {
    use std::io::ErrorKind as Cause;
    matches!(cause, Cause::UnexpectedEof | Cause::InvalidInput | Cause::InvalidData)
}

#[cfg(not(feature = "gzip"))]
fn gunzipped<R>(_: &mut dyn BufRead, _: impl FnOnce(&mut dyn BufRead) -> Result<R>) -> Result<R> {
    Err(wrong(format!("it is compressed by gzip: {NO_GZIP}")))
}

#[cfg(not(feature = "gzip"))]
const NO_GZIP: &str = "switch on the feature `gzip` of the library, or unpack it";

/// How a file is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    /// As it is.
    None,
    /// Compressed by gzip.
    #[cfg(feature = "gzip")]
    Gzip,
}

impl Packing {
    /// What the ending of a path asks for.
    ///
    /// # Errors
    /// If it asks for what cannot be written.
    pub(super) fn of_path(path: &Path) -> Result<Self> {
        let refused = |allowed| -> Error {
            ErrorKind::Argument { op: SAVE, name: "path", found: format!("{path:?}"), allowed }.into()
        };
        match ending(path).as_deref() {
            #[cfg(feature = "gzip")]
            Some("gz") => Ok(Self::Gzip),
            #[cfg(not(feature = "gzip"))]
            Some("gz") => Err(refused(NO_GZIP)),
            Some(other) if OTHER_ENDINGS.contains(&other) => {
                Err(refused("texts are compressed by gzip, for names that end in `.gz`, and by nothing else"))
            }
            _ => Ok(Self::None),
        }
    }

    /// Lets `write` write to the sink, or to what packs for it.
    ///
    /// # Errors
    /// If the sink refuses, and what `write` says.
    pub(super) fn write(
        self,
        sink: &mut dyn Write,
        write: impl FnOnce(&mut dyn Write) -> Result<()>,
    ) -> Result<()> {
        match self {
            Self::None => write(sink),
            #[cfg(feature = "gzip")]
            Self::Gzip => gzipped(sink, write),
        }
    }
}

#[cfg(feature = "gzip")]
fn gzipped(sink: &mut dyn Write, write: impl FnOnce(&mut dyn Write) -> Result<()>) -> Result<()> {
    let mut packer = flate2::write::GzEncoder::new(sink, flate2::Compression::default());
    write(&mut packer)?;
    packer.finish().map(drop).map_err(super::super::elements::unwritable)
}
