//! The commands, but for the prompt.

pub mod check;
pub mod doc;
pub mod explain;
pub mod format;
pub mod run;
