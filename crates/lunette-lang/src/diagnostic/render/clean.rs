//! Text that a terminal can show without harm.
//!
//! A program's text can hold anything, also what moves a terminal's cursor or reverses the reading direction. It is
//! shown as replacement characters, so that what is seen is what is there.

use unicode_width::UnicodeWidthChar;

/// The distance of tab stops.
const TAB: usize = 4;

/// One character of a line as it is shown: its text and the columns that it takes.
pub(super) struct Shown {
    pub(super) text: char,
    pub(super) width: usize,
}

/// What is shown of a line: for each of its characters where it starts, in bytes, and how it is shown.
pub(super) fn shown_characters(line: &str) -> impl Iterator<Item = (usize, Shown)> + '_ {
    let mut column = 0;
    line.char_indices().map(move |(start, character)| {
        let shown = match character {
            '\t' => Shown { text: ' ', width: TAB - column % TAB },
            _ => {
                let text = harmless(character);
                Shown { text, width: text.width().unwrap_or(1) }
            }
        };
        column += shown.width;
        (start, shown)
    })
}

/// A message with its line breaks kept and everything else that is harmful replaced.
pub(super) fn clean(message: &str) -> String {
    let keep = |character| if character == '\n' { character } else { harmless(character) };
    message.chars().map(keep).collect()
}

fn harmless(character: char) -> char {
    let reverses =
        matches!(character, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if character.is_control() || reverses || character == '\u{feff}' { '\u{fffd}' } else { character }
}
