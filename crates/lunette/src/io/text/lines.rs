//! The lines of a stream, one after the other.

use std::io::{BufRead, ErrorKind as Cause};

use super::super::LOAD;
use super::super::elements::unreadable;
use super::wrong;
use crate::error::{ErrorKind, Result};
use crate::nest::cancel;

/// What some editors write before the first line of a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A stream of which one line is in memory. Lines end in LF, CR LF or CR.
pub(super) struct Lines<'a> {
    source: &'a mut dyn BufRead,
    line: Vec<u8>,
    number: u64,
    /// The last line ended in CR, and a LF that follows belongs to it.
    is_after_return: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(source: &'a mut dyn BufRead) -> Self {
        Self { source, line: Vec::new(), number: 0, is_after_return: false }
    }

    /// Goes on to the next line; false if there is none.
    ///
    /// # Errors
    /// If the stream cannot be read, or is no text.
    pub(super) fn advance(&mut self) -> Result<bool> {
        self.line.clear();
        let mut has_begun = false;
        while let Some(is_complete) = self.take_some(&mut has_begun)? {
            if is_complete {
                break;
            }
        }
        self.number += u64::from(has_begun);
        if self.number == 1 && self.line.starts_with(BYTE_ORDER_MARK) {
            self.line.drain(..BYTE_ORDER_MARK.len());
        }
        Ok(has_begun)
    }

    /// Takes what the stream has at hand of this line, and says whether that is all of it; nothing at the stream's end.
    fn take_some(&mut self, has_begun: &mut bool) -> Result<Option<bool>> {
        cancel::check();
        let bytes = match self.source.fill_buf() {
            Ok([]) => return Ok(None),
            Ok(bytes) => bytes,
            Err(error) if error.kind() == Cause::Interrupted => return Ok(Some(false)),
            Err(error) => return Err(unreadable(error)),
        };
        if std::mem::take(&mut self.is_after_return) && bytes[0] == b'\n' {
            self.source.consume(1);
            return Ok(Some(false));
        }
        *has_begun = true;
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let part = &bytes[..end.unwrap_or(bytes.len())];
        // Looked for in every part: a device that gives zeros for ever has no line end.
        if part.contains(&0) {
            let words = "it holds a byte that is 0, as no text does: if it is a text, save it as UTF-8";
            return Err(wrong(format!("line {}: {words}", self.number + 1)));
        }
        let out_of_memory = |_| ErrorKind::OutOfMemory { op: LOAD, bytes: part.len() };
        self.line.try_reserve(part.len()).map_err(out_of_memory)?;
        self.line.extend_from_slice(part);
        self.is_after_return = end.is_some_and(|end| bytes[end] == b'\r');
        let taken = part.len() + usize::from(end.is_some());
        self.source.consume(taken);
        Ok(Some(end.is_some()))
    }

    /// The line, without its end.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }
}
