//! A small typed language of tensors: text → tokens → tree → checked program → values.
//!
//! Data goes one way through the rooms, in the order of the modules below. [`session`] is the one door for shells: text
//! in, values or diagnostics out. Nothing here opens a file or prints: the host gives a loader for modules and a sink
//! for what the program prints.

pub mod builtins;
pub mod cases;
pub mod check;
pub mod diagnostic;
pub mod program;
pub mod run;
pub mod session;
pub mod source;
mod stack;
mod suggest;
pub mod syntax;
pub mod types;
pub mod value;
pub mod words;
