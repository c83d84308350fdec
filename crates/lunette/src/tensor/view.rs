//! What borrowed views can do without unsafe code.

mod closures;
mod compare;
mod compute;
mod forward;
mod inspect;
mod lend;
mod operators;
mod parallel;
mod print;
#[cfg(test)]
mod tests;
mod verbs;
