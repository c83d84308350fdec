//! Text, which may become longer than there is memory for it.

use std::fmt::{self, Debug, Display, Write};
use std::ops::Deref;
use std::sync::Arc;

use lunette::ErrorKind;

/// A text; cheap to clone. Who has it alone appends to it where it is, with room for more: a program that makes a text
/// piece by piece takes no longer for the last ones than for the first.
///
/// ```
/// use lunette_lang::value::Text;
///
/// let text = Text::from("größe");
/// assert_eq!((text.char_count(), text.len()), (5, 7));
/// assert_eq!(text.to_uppercase(), "GRÖSSE");
/// assert_eq!(format!("{text}!"), "größe!");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Text(Arc<Counted>);

/// A string with the number of its characters: `len` and places in a text are asked for again and again.
#[derive(PartialEq, Eq, Hash)]
struct Counted {
    chars: usize,
    string: String,
}

impl Text {
    /// How many characters it has, by code points; they are not counted for that.
    pub fn char_count(&self) -> usize {
        self.0.chars
    }

    /// Whether every character is one byte; none is looked at for that.
    pub fn is_ascii(&self) -> bool {
        self.0.chars == self.0.string.len()
    }

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
        let Some(Counted { chars, string }) = Arc::get_mut(&mut self.0) else { return Ok(()) };
        // Where twice the memory is not to be had, what is needed may be.
        if string.try_reserve(more).is_err() && string.try_reserve_exact(more).is_err() {
            return Err(ErrorKind::OutOfMemory { op, bytes }.into());
        }
        for piece in pieces {
            string.push_str(piece);
            *chars += piece.char_count();
        }
        Ok(())
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0.string
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&**self, f)
    }
}

impl Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&**self, f)
    }
}

impl From<String> for Text {
    fn from(string: String) -> Self {
        Self(Arc::new(Counted { chars: string.chars().count(), string }))
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
