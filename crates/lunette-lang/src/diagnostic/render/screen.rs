//! A line of text on the screen, and the marks under it.

use super::clean::shown_characters;

/// The most columns of a line that are shown; longer ones are cut around their first mark.
const WIDEST: usize = 140;

/// How many columns are shown before the first mark of a line that is cut.
const BEFORE: usize = 40;

/// A stretch of one line that is marked: in bytes of the line, and in columns once it is on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) start: usize,
    pub(super) end: usize,
    /// Whether it is the place at fault.
    pub(super) primary: bool,
    /// What is said about it; may be empty.
    pub(super) text: String,
}

/// A line as it is shown.
pub(super) struct ScreenLine {
    pub(super) text: String,
    /// From left to right, in columns.
    pub(super) marks: Vec<Mark>,
}

/// Of lines of more bytes than this, only these many around the first mark are looked at.
const LONGEST: usize = 1 << 12;

impl ScreenLine {
    pub(super) fn new(line: &str, marks: &[Mark]) -> Self {
        let first = marks.iter().map(|mark| mark.start).min().unwrap_or(0);
        let skipped = skipped(line, first);
        let rest = line.get(skipped..).unwrap_or("");
        let part = rest.get(..floor(rest, LONGEST)).unwrap_or(rest);
        let inside = |offset: usize| offset.saturating_sub(skipped).min(part.len());
        let marks: Vec<Mark> = marks
            .iter()
            .map(|mark| Mark { start: inside(mark.start), end: inside(mark.end), ..mark.clone() })
            .collect();
        let mut shown = Self::of_part(part, &marks);
        if skipped > 0 && !shown.text.starts_with('…') {
            shown.text.insert(0, '…');
            shown.marks.iter_mut().for_each(|mark| (mark.start, mark.end) = (mark.start + 1, mark.end + 1));
        }
        if part.len() < rest.len() && !shown.text.ends_with('…') {
            shown.text.push('…');
        }
        shown
    }

    fn of_part(line: &str, marks: &[Mark]) -> Self {
        let first = marks.iter().map(|mark| column_of(line, mark.start)).min().unwrap_or(0);
        let width = column_of(line, line.len());
        let from = if width > WIDEST { first.saturating_sub(BEFORE) } else { 0 };
        let until = if width > WIDEST { from + WIDEST } else { width.max(1) };
        let (text, shift) = cut(line, from, until);
        let place = |offset: usize| column_of(line, offset).clamp(from, until) - from + shift;
        let mut marks: Vec<Mark> = marks
            .iter()
            .map(|mark| {
                let (start, end) = (place(mark.start), place(mark.end));
                Mark { start, end: end.max(start + 1), primary: mark.primary, text: mark.text.clone() }
            })
            .collect();
        marks.sort_by_key(|mark| (mark.start, mark.end));
        Self { text, marks }
    }
}

/// How many bytes at the start of a line need not be looked at, for a line that is cut around its first mark.
fn skipped(line: &str, first: usize) -> usize {
    match line.len() > LONGEST {
        // A column takes up to four bytes; one that takes more has characters of no width in it.
        true => floor(line, first.saturating_sub(4 * BEFORE)),
        false => 0,
    }
}

/// The first byte of the character that a byte of a line belongs to.
fn floor(line: &str, offset: usize) -> usize {
    let offset = offset.min(line.len());
    (0..=offset).rev().find(|&start| line.is_char_boundary(start)).unwrap_or(0)
}

/// The column at which a byte of a line is shown.
fn column_of(line: &str, offset: usize) -> usize {
    shown_characters(line).take_while(|(start, _)| *start < offset).map(|(_, shown)| shown.width).sum()
}

/// The columns of a line from `from` to before `until`, with dots where something is left out; and the columns that
/// the dots take at the start.
fn cut(line: &str, from: usize, until: usize) -> (String, usize) {
    let (mut text, mut column) = (String::new(), 0);
    for (_, shown) in shown_characters(line) {
        let here = column;
        column += shown.width;
        if here >= from && column <= until.max(1) {
            text.push(shown.text);
            // A tab is several columns of one space.
            text.extend(std::iter::repeat_n(
                ' ',
                if shown.text == ' ' { shown.width.saturating_sub(1) } else { 0 },
            ));
        }
    }
    let text = text.trim_end().to_owned();
    let after = if column > until { "…" } else { "" };
    match from {
        0 => (format!("{text}{after}"), 0),
        _ => (format!("…{text}{after}"), 1),
    }
}
