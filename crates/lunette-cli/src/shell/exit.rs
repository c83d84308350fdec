//! What the process says to whoever started it.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well.
    Success,
    /// The program has a mistake, or would be written differently by `fmt`.
    Mistake,
    /// The command could not be carried out: a file that cannot be read, an argument that means nothing.
    Usage,
    /// Ctrl-C.
    Interrupted,
    /// The program has chosen its own.
    Code(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Success => 0,
            Exit::Mistake => 1,
            Exit::Usage => 2,
            // What shells report for a process that SIGINT ended.
            Exit::Interrupted => 130,
            Exit::Code(code) => code,
        })
    }
}
