//! The mistakes that are found while a text is read: one variant each, one function to what the user sees.
//!
//! [`Lexical`] (E010x, E011x) are mistakes inside a token, [`Grammar`] (E012x) are tokens out of place, [`Form`]
//! (E013x) is what stands in its place and is written wrongly, and [`Slip`] (E014x to E016x) are habits from other
//! languages and other well-known slips, which are understood and have a cure of their own.

mod form;
mod grammar;
mod lexical;
mod slip;

pub use form::Form;
pub use grammar::{Grammar, Wanted};
pub use lexical::Lexical;
pub use slip::Slip;
