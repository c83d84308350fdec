//! Lines as they come, for terminals that know nothing else.

use std::io::{self, Write};

use lunette::Cancel;

use super::prompt::{FIRST, NEXT};
use super::validate::is_over;
use super::{Input, Lines, Shared, lock};
use crate::host::loader::line_of;

/// Standard input, line by line.
pub struct PlainLines {
    /// Programs read from the same input, behind the lines that they stand in.
    session: Shared,
    /// What Ctrl-C sets, also while a line is typed.
    interrupted: Cancel,
}

impl PlainLines {
    /// The standard input of a session's programs; `interrupted` is what Ctrl-C sets.
    pub fn new(session: Shared, interrupted: Cancel) -> Self {
        Self { session, interrupted }
    }

    /// The next line, without its end; none at the end of the input.
    ///
    /// # Errors
    /// Why the prompt gets no text: Ctrl-C, an input that cannot be read any more, or a line that is no text.
    fn read(&mut self, prompt: &str) -> Result<Option<String>, Input> {
        // The prompt is a courtesy: where it cannot be shown, lines can be read all the same.
        let _ = io::stdout().write_all(prompt.as_bytes()).and_then(|()| io::stdout().flush());
        match lock(&self.session).host_mut().line() {
            Ok(bytes) => {
                line_of(bytes).map_err(|words| Input::Unreadable(format!("this line is dropped: {words}")))
            }
            Err(_) if self.interrupted.is_cancelled() => {
                // The prompt that comes next stands on a line of its own.
                let _ = io::stdout().write_all(b"\n");
                Err(Input::Dropped)
            }
            Err(error) => Err(Input::Broken(format!("standard input cannot be read: {error}"))),
        }
    }
}

impl Lines for PlainLines {
    fn next(&mut self) -> Input {
        let mut text = String::new();
        self.interrupted.reset();
        loop {
            match self.read(if text.is_empty() { FIRST } else { NEXT }) {
                Ok(Some(line)) => text += &line,
                Ok(None) if text.is_empty() => return Input::End,
                Ok(None) => return Input::Text(text),
                Err(no_text) => return no_text,
            }
            if is_over(&text) {
                return Input::Text(text);
            }
            text.push('\n');
        }
    }
}
