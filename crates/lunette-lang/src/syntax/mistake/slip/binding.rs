//! Slips of whoever makes a name or changes what it stands for.

use super::{Words, shown, text};
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// A slip in a `let`, a store or a rebinding.
#[derive(Clone, Debug, PartialEq)]
pub enum BindingSlip {
    /// `x++`
    Increment { sign: &'static str },
    /// `a <<= b`
    NoCompound { sign: &'static str },
    /// `x := 3`
    Walrus,
    /// `let x <- 3`, `let x == 3`
    LetSign { sign: &'static str, mutable: bool },
    /// `let x`
    LetWithoutValue,
    /// `let (a, b) = t`
    LetPattern,
    /// `let a, = t`
    LetTrailingComma,
    /// `let &b = a`
    LetReference { mutable: bool },
    /// `let a, mut b = 1, 2`
    LetMut,
    /// `var x = 3`
    ForeignLet { word: String },
    /// `a, b = b, a`
    SeveralTargets,
    /// `place <- &value`
    StoreOfReference,
}

impl BindingSlip {
    /// What the user sees.
    pub fn at(&self, span: Span) -> Diagnostic {
        shown(self.words(), span)
    }

    /// Code, headline and cure; every slip has one.
    fn words(&self) -> Words {
        match self {
            Self::Increment { sign } => (
                "E0148",
                format!("there is no `{sign}{sign}`, only `{sign}= 1`"),
                format!("write `x {sign}= 1`"),
            ),
            Self::NoCompound { sign } => {
                ("E0150", format!("there is no operator `{sign}=`"), format!("write `x <- x {sign} y`"))
            }
            Self::Walrus => text(
                "E0151",
                "there is no operator `:=`",
                "write `let x = …`, or `x = …` for a `let mut` name",
            ),
            Self::LetSign { sign, mutable } => (
                "E0152",
                format!("`let` gives a value with `=`, not with `{sign}`"),
                format!("write `let {}x = …`", if *mutable { "mut " } else { "" }),
            ),
            Self::LetWithoutValue => text(
                "E0153",
                "this `let` has no `=` and no value",
                "write `let x = …`; a tensor to be filled is `zeros((2, 3))`",
            ),
            Self::LetPattern => {
                text("E0154", "the names of a `let` stand without brackets", "write `let a, b = …`")
            }
            Self::LetTrailingComma => text(
                "E0154",
                "no name stands behind this `,`",
                "the first value of a tuple is `let a = t[0]`",
            ),
            Self::LetReference { mutable } => {
                let help = if *mutable { "write `let mut b = &a`" } else { "write `let b = &a`" };
                text("E0155", "`&` stands before the value, not before the name", help)
            }
            Self::LetMut => text(
                "E0156",
                "`mut` stands once, after `let`, and covers all names",
                "write `let mut a, b = …`",
            ),
            Self::ForeignLet { word } => {
                let help = "a name is made with `let x = …`, and with `let mut x = …` if it changes";
                ("E0157", format!("`{word}` does not make a name, `let` does"), help.to_owned())
            }
            Self::SeveralTargets => text(
                "E0170",
                "one statement changes one name or place",
                "write a statement for each, or `let a, b = …` for new names",
            ),
            Self::StoreOfReference => text(
                "E0176",
                "a store copies, and takes no `&`",
                "leave out the `&`, or make a reference with `let mut b = &a`",
            ),
        }
    }
}
