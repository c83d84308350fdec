//! What borrowed views can do without unsafe code.

mod closures;
mod compute;
mod elementwise;
mod forward;
mod inspect;
mod parallel;
mod print;
mod verbs;

pub use self::elementwise::ViewOperand;
