//! Text that may become longer than there is memory for it.

use std::fmt::{self, Write};
use std::sync::Arc;

use lunette::ErrorKind;

use crate::stack::can_have;

/// Shorter text is made without a look at the memory that is left.
const MUCH_TEXT: usize = 1 << 20;

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

    /// The whole text, moved to where it is counted who has it.
    ///
    /// # Errors
    /// If there was not enough memory; `op` is who asks.
    pub(crate) fn finish(self, op: &'static str) -> lunette::Result<Arc<str>> {
        let bytes = self.refused.unwrap_or(self.text.len());
        if self.refused.is_some() || (bytes >= MUCH_TEXT && !can_have(bytes)) {
            return Err(ErrorKind::OutOfMemory { op, bytes }.into());
        }
        Ok(self.text.into())
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
