//! Lines as they come, for terminals that know nothing else.

use std::io::{self, BufRead, Write};

use lunette::Cancel;

use super::prompt::{FIRST, NEXT};
use super::validate::is_over;
use super::{Input, Lines};

/// Standard input, line by line.
pub struct PlainLines {
    input: io::Stdin,
    /// What Ctrl-C sets, also while a line is typed.
    interrupted: Cancel,
}

impl PlainLines {
    /// Standard input; `interrupted` is what Ctrl-C sets.
    pub fn new(interrupted: Cancel) -> Self {
        Self { input: io::stdin(), interrupted }
    }

    /// One more line behind `text`; false at the end of the input.
    fn read(&self, prompt: &str, text: &mut String) -> bool {
        // The prompt is a courtesy: where it cannot be shown, lines can be read all the same.
        let _ = io::stdout().write_all(prompt.as_bytes()).and_then(|()| io::stdout().flush());
        matches!(self.input.lock().read_line(text), Ok(count) if count > 0)
    }
}

impl Lines for PlainLines {
    fn next(&mut self) -> Input {
        let mut text = String::new();
        self.interrupted.reset();
        while self.read(if text.is_empty() { FIRST } else { NEXT }, &mut text) {
            if self.interrupted.is_cancelled() {
                return Input::Dropped;
            }
            let end = text.trim_end_matches(['\r', '\n']).len().max(text.len().saturating_sub(1));
            if is_over(&text[..end]) {
                text.truncate(end);
                return Input::Text(text);
            }
        }
        if text.is_empty() { Input::End } else { Input::Text(text) }
    }
}
