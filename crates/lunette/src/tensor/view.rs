//! What borrowed views can do without unsafe code.

mod forward;
mod inspect;
mod parallel;
mod print;
mod verbs;
