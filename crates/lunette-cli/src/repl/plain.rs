//! Lines as they come, for terminals that know nothing else.

use std::io::{self, Write};

use lunette::Cancel;

use super::prompt::{FIRST, NEXT};
use super::validate::is_over;
use super::{Input, Lines, Shared, lock};

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

    /// One more line behind `text`; false at the end of the input, and where Ctrl-C has been pressed.
    fn read(&mut self, prompt: &str, text: &mut String) -> bool {
        // The prompt is a courtesy: where it cannot be shown, lines can be read all the same.
        let _ = io::stdout().write_all(prompt.as_bytes()).and_then(|()| io::stdout().flush());
        let line = lock(&self.session).host_mut().line().ok().and_then(|bytes| String::from_utf8(bytes).ok());
        line.filter(|line| !line.is_empty()).is_some_and(|line| {
            text.push_str(&line);
            true
        })
    }
}

impl Lines for PlainLines {
    fn next(&mut self) -> Input {
        let mut text = String::new();
        self.interrupted.reset();
        while self.read(if text.is_empty() { FIRST } else { NEXT }, &mut text) {
            let end = text.trim_end_matches(['\r', '\n']).len().max(text.len().saturating_sub(1));
            if is_over(&text[..end]) {
                text.truncate(end);
                return Input::Text(text);
            }
        }
        if self.interrupted.is_cancelled() {
            // The prompt that comes next stands on a line of its own.
            let _ = io::stdout().write_all(b"\n");
            return Input::Dropped;
        }
        if text.is_empty() { Input::End } else { Input::Text(text) }
    }
}
