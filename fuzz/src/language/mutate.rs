//! Programs of the suite with a few changes: parts left out, doubled, exchanged, taken from elsewhere.

use super::soup::TOKENS;
use crate::Input;

/// One of the programs, changed.
pub(super) fn text(programs: &[String], input: &mut Input<'_>) -> String {
    let mut text = pick(programs, input);
    for _ in 0..=input.below(6) {
        text = changed(&text, programs, input);
    }
    text
}

fn pick(programs: &[String], input: &mut Input<'_>) -> String {
    programs.get(position(programs.len(), input)).cloned().unwrap_or_default()
}

fn changed(text: &str, programs: &[String], input: &mut Input<'_>) -> String {
    let (from, to) = stretch(text, input);
    let (before, part, after) = (&text[..from], &text[from..to], &text[to..]);
    match input.below(6) {
        0 => format!("{before}{after}"),
        1 => format!("{before}{part}{part}{after}"),
        2 => format!("{before}{}{after}", TOKENS[input.below(TOKENS.len())]),
        3 => format!("{before}{part}{}{after}", TOKENS[input.below(TOKENS.len())]),
        4 => {
            let other = pick(programs, input);
            let (from, to) = stretch(&other, input);
            format!("{before}{}{after}", &other[from..to])
        }
        _ => format!("{after}{part}{before}"),
    }
}

/// A stretch of up to 16 characters.
fn stretch(text: &str, input: &mut Input<'_>) -> (usize, usize) {
    let from = boundary(text, position(text.len() + 1, input));
    let to = boundary(text, (from + input.below(16)).min(text.len()));
    (from, to.max(from))
}

/// A number below `limit`, which may be more than a byte can say.
fn position(limit: usize, input: &mut Input<'_>) -> usize {
    let number = usize::from(input.byte()) << 8 | usize::from(input.byte());
    number % limit.max(1)
}

/// The start of the character at a byte.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}
