//! Text, which may become longer than there is memory for it.

use std::fmt::{self, Write};
use std::ops::Deref;
use std::sync::Arc;

use lunette::ErrorKind;

/// A text; cheap to clone. Who has it alone appends to it where it is, with room for more: a program that makes a text
/// piece by piece takes no longer for the last ones than for the first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Text(Arc<String>);

impl Text {
    /// Appends all pieces, or on failure none.
    ///
    /// # Errors
    /// If there is not enough memory; `op` is who asks.
    pub(crate) fn append(&mut self, op: &'static str, pieces: &[Self]) -> lunette::Result<()> {
        let more = pieces.iter().fold(0_usize, |bytes, piece| bytes.saturating_add(piece.len()));
        let bytes = self.len().saturating_add(more);
        if Arc::get_mut(&mut self.0).is_none() {
            let mut own = Growing::with_room(op, bytes)?;
            own.text.push_str(self);
            *self = own.finish(op)?;
        }
        let Some(text) = Arc::get_mut(&mut self.0) else { return Ok(()) };
        // Where twice the memory is not to be had, what is needed may be.
        if text.try_reserve(more).is_err() && text.try_reserve_exact(more).is_err() {
            return Err(ErrorKind::OutOfMemory { op, bytes }.into());
        }
        pieces.iter().for_each(|piece| text.push_str(piece));
        Ok(())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(Arc::new(text))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// Text that grows as far as there is memory, and then is an error instead of the end of the process.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    text: String,
    /// How much there would have been at the least when there was no more memory.
    refused: Option<usize>,
}

impl Growing {
    /// Text for which there is already room.
    ///
    /// # Errors
    /// If there is none; `op` is who asks.
    pub(crate) fn with_room(op: &'static str, bytes: usize) -> lunette::Result<Self> {
        let mut text = String::new();
        match text.try_reserve_exact(bytes) {
            Ok(()) => Ok(Self { text, refused: None }),
            Err(_) => Err(ErrorKind::OutOfMemory { op, bytes }.into()),
        }
    }

    /// The whole text.
    ///
    /// # Errors
    /// If there was not enough memory; `op` is who asks.
    pub(crate) fn finish(self, op: &'static str) -> lunette::Result<Text> {
        match self.refused {
            Some(bytes) => Err(ErrorKind::OutOfMemory { op, bytes }.into()),
            None => Ok(self.text.into()),
        }
    }
}

impl Write for Growing {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        // Where twice the memory is not to be had, what is needed may be.
        let more = piece.len();
        if self.text.try_reserve(more).is_err() && self.text.try_reserve_exact(more).is_err() {
            self.refused = Some(self.text.len().saturating_add(more));
            return Err(fmt::Error);
        }
        self.text.push_str(piece);
        Ok(())
    }
}
