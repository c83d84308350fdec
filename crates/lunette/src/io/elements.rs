//! Elements from and to streams of bytes.

use std::io::{ErrorKind as Cause, Read, Write};

use bytemuck::NoUninit;

use crate::buffer::{Buffer, ReadGuard};
use crate::dtype::{DType, Element, dispatch};
use crate::error::{Error, ErrorKind, FileDeed, Result};
use crate::layout::{Layout, MAX_RANK, Order};
use crate::nest::cancel;
use crate::tensor::{DynTensor, Handle};

/// Up to as many bytes are asked for on the word of a file alone.
const TRUSTED_BYTES: usize = 1 << 20;

/// What is written at once where elements do not lie in order.
const PIECE_BYTES: usize = 1 << 16;

/// What is read or written between two looks at whether somebody stops it.
const STRETCH_BYTES: usize = 1 << 22;

/// What a file says about the elements that follow.
pub(super) struct Announced<'a> {
    pub(super) format: &'static str,
    pub(super) dtype: DType,
    /// Whether their bytes are in the other order than this machine's.
    pub(super) swapped: bool,
    pub(super) shape: &'a [usize],
    pub(super) order: Order,
}

impl Announced<'_> {
    /// The layout of the elements, and how many bytes they are.
    ///
    /// # Errors
    /// If no tensor can be like that.
    pub(super) fn layout(&self) -> Result<(Layout, usize)> {
        let shape = self.shape;
        if shape.len() > MAX_RANK {
            return Err(
                self.wrong(format!("it has {} axes, and tensors have at most {MAX_RANK}", shape.len()))
            );
        }
        let too_large = || self.wrong(format!("shape {shape:?} has more elements than can be addressed"));
        let layout = Layout::contiguous(shape, self.order).map_err(|_| too_large())?;
        let len_bytes = layout.len().checked_mul(self.dtype.item_size());
        let len_bytes = len_bytes.filter(|&bytes| isize::try_from(bytes).is_ok()).ok_or_else(too_large)?;
        Ok((layout, len_bytes))
    }

    /// The error that says why this is no file of the format.
    pub(super) fn wrong(&self, words: String) -> Error {
        ErrorKind::FileFormat { op: super::LOAD, path: None, format: self.format, words }.into()
    }

    /// Says it in the words of files, where the library found that a byte is no bool.
    pub(super) fn explained(&self, error: Error) -> Error {
        match error.kind() {
            ErrorKind::InvalidBool { position, byte, .. } => {
                self.wrong(format!("byte {byte} of element {position} is no bool: only 0 and 1 are"))
            }
            _ => error,
        }
    }

    fn ends_early(&self, found: u64, expected: usize) -> Error {
        self.wrong(format!("it ends after {found} of the {expected} bytes that its elements need"))
    }
}

/// Reads the elements; `left` is how many bytes the source still has, where that is known.
///
/// # Errors
/// If no tensor can be like that, there are fewer bytes than the elements need, or they cannot be read.
pub(super) fn read(source: &mut dyn Read, left: Option<u64>, announced: &Announced<'_>) -> Result<DynTensor> {
    let (layout, needed) = announced.layout()?;
    match left {
        Some(left) if left < needed as u64 => Err(announced.ends_early(left, needed)),
        None if needed > TRUSTED_BYTES => {
            // Nobody knows whether they come: memory is taken as they do.
            let mut bytes = Vec::new();
            source.take(needed as u64).read_to_end(&mut bytes).map_err(unreadable)?;
            match bytes.len() {
                found if found < needed => Err(announced.ends_early(found as u64, needed)),
                _ => read_into(&mut &bytes[..], layout, announced),
            }
        }
        _ => read_into(source, layout, announced),
    }
}

fn read_into(source: &mut dyn Read, layout: Layout, announced: &Announced<'_>) -> Result<DynTensor> {
    let dtype = announced.dtype;
    let buffer = Buffer::filled(super::LOAD, layout.len(), dtype, |bytes| {
        let found = fill(source, bytes)?;
        if found < bytes.len() {
            return Err(announced.ends_early(found as u64, bytes.len()));
        }
        if announced.swapped {
            swap(bytes, dtype);
        }
        Ok(())
    });
    let buffer = buffer.map_err(|error| announced.explained(error))?;
    Ok(DynTensor::wrap(Handle::fresh(buffer, layout, dtype)))
}

/// Reads until the bytes are full or the source ends; gives how many were read.
///
/// # Errors
/// If the source cannot be read.
pub(super) fn fill(source: &mut dyn Read, bytes: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    while filled < bytes.len() {
        cancel::check();
        let end = bytes.len().min(filled + STRETCH_BYTES);
        match source.read(&mut bytes[filled..end]) {
            Ok(0) => break,
            // A reader that claims more than there was room for breaks its contract; nothing is believed beyond the end.
            Ok(read) => filled = end.min(filled + read),
            Err(error) if error.kind() == Cause::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    Ok(filled)
}

/// Turns the bytes of every number around; a complex number is two of them.
fn swap(bytes: &mut [u8], dtype: DType) {
    bytes.chunks_exact_mut(dtype.as_real().item_size()).for_each(<[u8]>::reverse);
}

/// Writes the elements in row-major order; `swapped` turns their bytes around.
///
/// # Errors
/// If a write guard on the tensor lives, or the sink refuses.
#[track_caller]
pub(super) fn write(sink: &mut dyn Write, tensor: &DynTensor, swapped: bool) -> Result<()> {
    dispatch!(tensor.dtype(), T => write_typed::<T>(sink, tensor, swapped))
}

#[track_caller]
fn write_typed<T: Element + NoUninit>(sink: &mut dyn Write, tensor: &DynTensor, swapped: bool) -> Result<()> {
    // A guard, not a lock: the sink is code of others. What is written is what the tensor was at one moment.
    let handle = &tensor.handle;
    let guard = ReadGuard::<T>::new(super::SAVE, &handle.buffer, handle.layout.clone())?;
    let view = guard.as_view();
    if let Some(elements) = view.as_slice().filter(|_| !swapped) {
        let mut stretches = bytemuck::cast_slice(elements).chunks(STRETCH_BYTES);
        return stretches.try_for_each(|stretch| {
            cancel::check();
            sink.write_all(stretch).map_err(unwritable)
        });
    }
    let mut elements = view.iter();
    let mut piece: Vec<T> = Vec::with_capacity(PIECE_BYTES / size_of::<T>());
    loop {
        cancel::check();
        piece.clear();
        piece.extend(elements.by_ref().take(PIECE_BYTES / size_of::<T>()));
        if piece.is_empty() {
            return Ok(());
        }
        let bytes: &[u8] = bytemuck::cast_slice(&piece);
        if swapped {
            let mut turned = bytes.to_vec();
            swap(&mut turned, T::DTYPE);
            sink.write_all(&turned).map_err(unwritable)?;
        } else {
            sink.write_all(bytes).map_err(unwritable)?;
        }
    }
}

/// The error of a stream that cannot be read.
pub(super) fn unreadable(error: std::io::Error) -> Error {
    refused(super::LOAD, FileDeed::Read, error)
}

/// The error of a stream that cannot be written.
pub(super) fn unwritable(error: std::io::Error) -> Error {
    refused(super::SAVE, FileDeed::Write, error)
}

/// The error of something that the system does not do.
#[cold]
pub(super) fn refused(op: &'static str, deed: FileDeed, error: std::io::Error) -> Error {
    ErrorKind::File { op, path: None, deed, cause: error.into() }.into()
}
