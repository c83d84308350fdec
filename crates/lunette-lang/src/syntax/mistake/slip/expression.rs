//! Slips inside of expressions, and around them.

use super::{Words, shown, text};
use crate::diagnostic::{Diagnostic, Severity};
use crate::source::Span;

/// A slip in an expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ExpressionSlip {
    /// `if (a <-1)`
    StoreInExpression,
    /// `if (a = b)`
    AssignInExpression,
    /// `f(a += 1)`
    CompoundInExpression { sign: &'static str },
    /// `a < b < c`
    ChainedComparison { first: Span },
    /// `a && b`, `a || b`, `!a`
    LogicSign { sign: &'static str, word: &'static str },
    /// `a <> b`
    ForeignComparison { sign: &'static str, meant: &'static str },
    /// `a ++ b`, `a |> f`
    ForeignOperator { sign: &'static str, cure: &'static str },
    /// `a .* b`
    DottedOperator { sign: &'static str, meant: &'static str },
    /// `1.` or `.5`
    HalfNumber { meant: String },
    /// `t.0`
    NumberAsMember { number: String },
    /// `+x`
    UnaryPlus,
    /// A line that begins with an operator.
    LeadingOperator { sign: &'static str },
    /// `1 + not x`
    NotAsOperand,
    /// `f(1; 2)`
    SemicolonInParens,
    /// `return 1, 2`
    BareTuple,
    /// `a//b`
    CommentAsDivision,
}

impl ExpressionSlip {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        let shown = shown(self.words(), span);
        match self {
            Self::ChainedComparison { first } => shown.label(*first, "the first comparison is here"),
            Self::CommentAsDivision => Diagnostic { severity: Severity::Warning, ..shown },
            _ => shown,
        }
    }

    /// Code, headline and cure; every slip has one.
    fn words(&self) -> Words {
        match self {
            Self::StoreInExpression => text(
                "E0141",
                "`<-` stores, and cannot stand inside an expression as `< -` can",
                "less than a negative number is written `a < -b`",
            ),
            Self::AssignInExpression => text(
                "E0142",
                "`=` cannot stand inside an expression as `==` can",
                "whether two values are equal is asked with `==`",
            ),
            Self::CompoundInExpression { sign } => (
                "E0142",
                format!("`{sign}` stores, and cannot stand inside an expression"),
                "put the store on a line of its own".to_owned(),
            ),
            Self::ChainedComparison { .. } => text(
                "E0143",
                "comparisons are joined with `and`, not chained",
                "write `a < b and b < c`; of tensors `(a < b) & (b < c)`",
            ),
            Self::LogicSign { sign, word } => (
                "E0144",
                format!("there is no operator `{sign}`, the word is `{word}`"),
                match *word {
                    "and" => "write `and`; between tensors of bools `&`".to_owned(),
                    "or" => "write `or`; between tensors of bools `|`".to_owned(),
                    _ => "write `not`; before a tensor of bools `~`".to_owned(),
                },
            ),
            Self::ForeignComparison { sign, meant } => (
                "E0144",
                format!("there is no operator `{sign}`, only `{meant}`"),
                format!("write `a {meant} b`"),
            ),
            Self::ForeignOperator { sign, cure } => {
                ("E0144", format!("there is no operator `{sign}`"), (*cure).to_owned())
            }
            Self::DottedOperator { sign, meant } => (
                "E0144",
                format!("there is no operator `.{sign}`: operators work on every element"),
                format!("write `a {meant} b`"),
            ),
            Self::HalfNumber { meant } => (
                "E0145",
                "a number has digits on both sides of its point".to_owned(),
                format!("write `{meant}`"),
            ),
            Self::NumberAsMember { number } => (
                "E0146",
                "a number is no member".to_owned(),
                format!("an element of a tuple or a tensor is written `[{number}]`"),
            ),
            Self::UnaryPlus => text("E0147", "there is no `+` before a value", "leave it out"),
            Self::LeadingOperator { sign } => (
                "E0177",
                format!("no statement begins with `{sign}`"),
                format!("a line goes on after an operator: put `{sign}` at the end of the line before"),
            ),
            Self::NotAsOperand => {
                text("E0149", "`not` binds less than this operator", "put `(not …)` in parentheses")
            }
            Self::SemicolonInParens => {
                text("E0169", "inside parentheses `,` separates, not `;`", "write `,`")
            }
            Self::BareTuple => text("E0171", "a tuple stands in parentheses", "write `(a, b)`"),
            Self::CommentAsDivision => text(
                "W0101",
                "`//` starts a comment, so nothing is divided here",
                "division rounded down is written `a div b`; put a space before a comment",
            ),
        }
    }
}
