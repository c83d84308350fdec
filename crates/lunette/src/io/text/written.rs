//! A tensor as the rows of a text.

use super::super::SAVE;
use super::Writing;
use super::number::Number;
use crate::buffer::ReadGuard;
use crate::error::{ErrorKind, Result};
use crate::nest::cancel;
use crate::tensor::DynTensor;

/// What is written at once, or a little more.
const PIECE_BYTES: usize = 1 << 16;

/// # Errors
/// If the tensor is no table.
pub(super) fn check(tensor: &DynTensor) -> Result<()> {
    let (found, expected) =
        (tensor.rank(), "at most 2 axes, rows and columns: reshape it, or save it as `.npy`");
    if found <= 2 { Ok(()) } else { Err(ErrorKind::Rank { op: SAVE, expected, found }.into()) }
}

/// # Errors
/// If a write guard on the tensor lives, and what `piece` says, which is given the text piece by piece.
#[track_caller]
pub(super) fn write<T: Number>(
    piece: &mut dyn FnMut(&str) -> Result<()>,
    tensor: &DynTensor,
    options: &Writing,
) -> Result<()> {
    // A guard, not a lock: the sink is code of others. What is written is what the tensor was at one moment.
    let handle = &tensor.handle;
    let guard = ReadGuard::<T>::new(SAVE, &handle.buffer, handle.layout.clone())?;
    let columns = if tensor.rank() == 2 { tensor.shape()[1] } else { 1 };
    let mut text = String::new();
    line(&mut text, options.header.as_deref(), options);
    let mut column = 0;
    for value in guard.as_view().iter() {
        value.write(&mut text);
        column += 1;
        text.push_str(if column == columns { &options.newline } else { &options.delimiter });
        if column == columns {
            column = 0;
        }
        if text.len() >= PIECE_BYTES {
            cancel::check();
            piece(&text)?;
            text.clear();
        }
    }
    line(&mut text, options.footer.as_deref(), options);
    piece(&text)
}

/// Appends a line, if there is one.
fn line(text: &mut String, words: Option<&str>, options: &Writing) {
    if let Some(words) = words {
        text.push_str(words);
        text.push_str(&options.newline);
    }
}
