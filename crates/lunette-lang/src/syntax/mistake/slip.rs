//! Well-known slips, most of them habits from other languages. The parser understands what was meant and goes on.

mod binding;
mod block;
mod expression;
mod function;

pub use binding::BindingSlip;
pub use block::BlockSlip;
pub use expression::ExpressionSlip;
pub use function::FunctionSlip;

use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// Code, headline and cure.
type Words = (&'static str, String, String);

/// Words that are the same for every slip of a kind.
fn text(code: &'static str, message: &str, help: &str) -> Words {
    (code, message.to_owned(), help.to_owned())
}

/// What the user sees.
fn shown((code, message, help): Words, span: Span) -> Diagnostic {
    Diagnostic::error(code, message, span, "").help(help)
}
