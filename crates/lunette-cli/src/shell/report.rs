//! Diagnostics and other words on standard error.

use std::io::{self, Write};

use lunette_lang::diagnostic::render::{Style, text};
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::source::Sources;

use crate::args::Colour;

/// Nobody reads more mistakes than this at once.
const MOST_TOLD: usize = 100;

/// Tells mistakes.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    style: Style,
}

impl Report {
    /// In colours where standard error shows them.
    pub fn new(colour: Colour) -> Self {
        let style = if colour.is_on(&io::stderr()) { Style::Coloured } else { Style::Plain };
        Self { style }
    }

    /// Whether colours are used.
    pub fn is_coloured(self) -> bool {
        self.style == Style::Coloured
    }

    /// Tells diagnostics, with an empty line between them on a terminal; whether there is an error among them.
    pub fn diagnostics(self, diagnostics: &[Diagnostic], sources: &Sources) -> bool {
        let between = if self.is_coloured() { "\n" } else { "" };
        let told = diagnostics.iter().take(MOST_TOLD);
        let mut texts: Vec<String> = told.map(|diagnostic| text(diagnostic, sources, self.style)).collect();
        if let Some(more) = diagnostics.len().checked_sub(MOST_TOLD).filter(|&more| more > 0) {
            texts.push(format!("and {more} more\n"));
        }
        write_error(&texts.join(between));
        diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// Tells what is no fault of a program: files that cannot be read, arguments that mean nothing.
    pub fn words(self, words: &str) {
        let name = if self.is_coloured() { "\x1b[1;31mlunette:\x1b[0m" } else { "lunette:" };
        write_error(&format!("{name} {words}\n"));
    }
}

/// Writes to standard error; where nobody reads it there is nobody to tell that.
pub fn write_error(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
