//! What the command and whoever started it have to do with each other: colours, exit codes, words on standard error.

pub mod colour;
pub mod exit;
pub mod report;
pub mod terminal;
