//! The text of an `einsum`: letters for axes, commas between operands, an arrow before the result, `...` for the rest.

use crate::error::{Error, ErrorKind, Result};
use crate::layout::MAX_RANK;

/// An axis, known by its place among all axes that the text speaks of: letters first, then what `...` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Label(pub(super) usize);

const LETTERS: usize = 52;

impl Label {
    /// How the text names it.
    pub(super) fn name(self) -> String {
        match self.0 {
            k @ 0..26 => char::from(b'A' + k as u8).to_string(),
            k @ 26..LETTERS => char::from(b'a' + (k - 26) as u8).to_string(),
            _ => "...".to_owned(),
        }
    }
}

/// A set of labels, one bit for each; all letters and the axes of one `...` fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Labels(u128);

const _: () = assert!(LETTERS + MAX_RANK <= u128::BITS as usize);

impl Labels {
    pub(super) const NONE: Self = Self(0);

    pub(super) fn contains(self, label: Label) -> bool {
        self.0 >> label.0 & 1 == 1
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Label> {
        (0..u128::BITS as usize).map(Label).filter(move |&label| self.contains(label))
    }
}

impl FromIterator<Label> for Labels {
    fn from_iter<I: IntoIterator<Item = Label>>(labels: I) -> Self {
        Self(labels.into_iter().fold(0, |bits, label| bits | 1 << label.0))
    }
}

/// The labels of every axis of every operand and of the result.
#[derive(Debug)]
pub(super) struct Subscripts {
    pub(super) operands: Vec<Vec<Label>>,
    pub(super) output: Vec<Label>,
    /// How many labels there can be.
    pub(super) labels: usize,
}

/// One side of a comma: letters, and where `...` stands among them.
struct Term {
    letters: Vec<Label>,
    ellipsis: Option<usize>,
}

impl Subscripts {
    /// Reads the text for operands of these ranks.
    ///
    /// # Errors
    /// If the text cannot be read, or does not fit the number of operands or their ranks.
    pub(super) fn parse(text: &str, ranks: &[usize]) -> Result<Self> {
        let (inputs, output) = match text.split_once("->") {
            Some((inputs, output)) => (inputs, Some(output)),
            None => (text, None),
        };
        let terms = inputs.split(',').map(|term| Term::parse(text, term)).collect::<Result<Vec<_>>>()?;
        if terms.len() != ranks.len() {
            let found = format!("`{text}` for {} operands", ranks.len());
            let allowed = "each operand has its letters, between commas";
            return Err(ErrorKind::Argument { op: super::OP, name: "subscripts", found, allowed }.into());
        }
        let mut rest = 0;
        for (term, &rank) in terms.iter().zip(ranks) {
            let axes = rank.checked_sub(term.letters.len());
            let axes = axes.filter(|&axes| axes == 0 || term.ellipsis.is_some());
            rest = rest.max(axes.ok_or_else(|| {
                mistake(
                    text,
                    "each operand needs one letter for each of its axes; `...` stands for any number of them",
                )
            })?);
        }
        let operands: Vec<_> = terms.iter().zip(ranks).map(|(term, &rank)| term.labels(rank, rest)).collect();
        let output = match output {
            Some(output) => explicit(text, output, &terms, rest)?,
            None => implicit(&terms, rest),
        };
        Ok(Self { operands, output, labels: LETTERS + rest })
    }
}

/// The labels of the result that the text asks for.
fn explicit(text: &str, output: &str, terms: &[Term], rest: usize) -> Result<Vec<Label>> {
    let term = Term::parse(text, output)?;
    let known: Labels = terms.iter().flat_map(|term| term.letters.iter().copied()).collect();
    if term.letters.iter().any(|&letter| !known.contains(letter)) {
        return Err(mistake(text, "each letter of the result must stand in an operand"));
    }
    if (1..term.letters.len()).any(|k| term.letters[..k].contains(&term.letters[k])) {
        return Err(mistake(text, "a letter can stand only once in the result"));
    }
    // A result without `...` sums over the axes that it stands for.
    let axes = if term.ellipsis.is_some() { rest } else { 0 };
    Ok(term.labels(term.letters.len() + axes, rest))
}

/// The labels of a result that the text leaves open: `...`, then the letters that stand once, in alphabetical order.
fn implicit(terms: &[Term], rest: usize) -> Vec<Label> {
    let mut letters: Vec<Label> = terms.iter().flat_map(|term| term.letters.iter().copied()).collect();
    letters.sort_unstable();
    let once = |label: &Label| letters.iter().filter(|other| *other == label).count() == 1;
    let once: Vec<Label> = letters.iter().copied().filter(once).collect();
    (0..rest).map(|k| Label(LETTERS + k)).chain(once).collect()
}

impl Term {
    fn parse(text: &str, term: &str) -> Result<Self> {
        let mut letters = Vec::new();
        let mut ellipsis = None;
        let mut left = term;
        while let Some(character) = left.chars().next() {
            if let Some(after) = left.strip_prefix("...") {
                if ellipsis.replace(letters.len()).is_some() {
                    return Err(mistake(text, "`...` can stand only once in each operand"));
                }
                left = after;
                continue;
            }
            left = &left[character.len_utf8()..];
            match character {
                'A'..='Z' => letters.push(Label(character as usize - 'A' as usize)),
                'a'..='z' => letters.push(Label(26 + character as usize - 'a' as usize)),
                _ if character.is_whitespace() => {}
                _ => return Err(mistake(text, "it is made of letters, `,`, `...` and one `->`")),
            }
        }
        Ok(Self { letters, ellipsis })
    }

    /// The labels of the axes of an operand of this rank; `...` is aligned at its end with those of `rest` axes.
    fn labels(&self, rank: usize, rest: usize) -> Vec<Label> {
        let axes = rank - self.letters.len();
        let (before, after) = self.letters.split_at(self.ellipsis.unwrap_or(self.letters.len()));
        let between = (rest - axes..rest).map(|k| Label(LETTERS + k));
        before.iter().copied().chain(between).chain(after.iter().copied()).collect()
    }
}

#[cold]
pub(super) fn mistake(text: &str, allowed: &'static str) -> Error {
    ErrorKind::Argument { op: super::OP, name: "subscripts", found: format!("{text:?}"), allowed }.into()
}
