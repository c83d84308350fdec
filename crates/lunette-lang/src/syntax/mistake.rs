//! The mistakes that are found while a text is read: one variant each, one function to what the user sees.
//!
//! [`Lexical`] (E0101 to E0113) are mistakes inside a token, [`Grammar`] (E0120 to E0127) are tokens out of place, [`Form`]
//! (E0128 to E0140) is what stands in its place and is written wrongly, and the [slips](slip) (E0141 to E0178) are habits
//! from other languages and other well-known slips, which are understood and have a cure of their own.

mod form;
mod grammar;
mod lexical;
mod slip;

pub use form::{Aim, Form};
pub use grammar::{Grammar, Wanted};
pub use lexical::Lexical;
pub use slip::{BindingSlip, BlockSlip, ExpressionSlip, FunctionSlip};
