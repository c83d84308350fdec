//! The commands, but for the prompt.

pub mod check;
pub mod doc;
pub mod explain;
pub mod format;
mod programs;
pub mod run;
pub mod test;
