//! Slips of blocks, branches and loops.

use super::{Words, shown, text};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A slip in what stands around statements.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockSlip {
    /// `elif`
    Elif { word: String },
    /// `else` on a line of its own.
    ElseOnNewLine,
    /// `else` without an `if` before it.
    ElseWithoutIf,
    /// `else` where the block of the `if` has not been closed.
    ElseInOpenBlock,
    /// `if x:`
    ColonBlock,
    /// `let x = { let y = 1; y }`
    BraceIsNoBlock,
    /// `{1, 2}` at the start of a statement.
    BlockIsNoList,
    /// `for i from 0 to 3 { }`; with what should stand in the parentheses.
    ForWithoutParens { header: String },
    /// `for (i = 0; i < 3; i += 1)`
    ForOfC,
    /// `for (a, b in x)`, `for ((a, b) in x)`; with the first two names, and how many there are.
    ForNames { first: String, second: String, count: usize },
    /// `for (i in 0 to 3)`
    ForInTo,
    /// `for (i from 0..3)`
    ForFromRange,
    /// `for (i from 0 to 9 by 3)`
    ForStep { word: String },
    /// `match x { … }`
    ForeignStatement { word: String, cure: &'static str },
}

impl BlockSlip {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        shown(self.words(), span)
    }

    /// Code, headline and cure; every slip has one.
    fn words(&self) -> Words {
        match self {
            Self::Elif { word } => {
                ("E0160", format!("there is no word `{word}`, only `else if`"), "write `else if`".to_owned())
            }
            Self::ElseOnNewLine => {
                text("E0161", "`else` stands on the line of the closing brace", "write `} else {`")
            }
            Self::ElseWithoutIf => {
                text("E0162", "this `else` follows no `if`", "write `if (c) { … } else { … }`")
            }
            Self::ElseInOpenBlock => text(
                "E0162",
                "this `else` stands inside of the block before it, which is not closed",
                "write `} else {`",
            ),
            Self::ColonBlock => {
                text("E0163", "`:` does not begin a block, `{` does", "a block is written in braces: `{ … }`")
            }
            Self::BraceIsNoBlock => text(
                "E0167",
                "this `{` begins a list of values, not a block",
                "a block stands after `if (…)`, `else`, `for (…)`, `while`, `fun f(…)` or `lambda(…)`",
            ),
            Self::BlockIsNoList => text(
                "E0168",
                "a `{` at the start of a statement begins a block, not a list of values",
                "a tensor is written `[1, 2]` or `tensor((2,), {1, 2})`",
            ),
            Self::ForWithoutParens { header } => (
                "E0172",
                "what a `for` goes over stands in parentheses".to_owned(),
                format!("write `for ({header}) {{ … }}`"),
            ),
            Self::ForOfC => text(
                "E0173",
                "this `for` says neither `from` nor `in`",
                "write `for (i from 0 to n) { … }` or `for (x in tensor) { … }`",
            ),
            Self::ForNames { first, second, count } => {
                let cure = format!(
                    "take each entry apart in the block: `for (row in x) {{ let {first}, {second} = row[0], row[1] … }}`; to \
                     count them too, write `for (i in 0:n) {{ let row = x[i] … }}`"
                );
                ("E0173", format!("a `for` gives one name, and here are {count}"), cure)
            }
            Self::ForInTo => {
                text("E0174", "numbers are counted with `from`, not with `in`", "write `for (i from 0 to n)`")
            }
            Self::ForFromRange => {
                text("E0174", "numbers are counted with `from` and `to`", "write `for (i from 0 to n)`")
            }
            Self::ForStep { word } => (
                "E0174",
                format!("the numbers of a `for` end before `{word}`"),
                "a step is written `for (i from 0 to n step 2)`".to_owned(),
            ),
            Self::ForeignStatement { word, cure } => {
                ("E0178", format!("there is no statement `{word}`"), (*cure).to_owned())
            }
        }
    }
}
