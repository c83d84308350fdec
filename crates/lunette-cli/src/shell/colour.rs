//! Whether colours are used, decided once for each stream.

use std::env;
use std::io::IsTerminal;

use crate::args::Colour;

impl Colour {
    /// Whether this stream gets colours.
    ///
    /// `NO_COLOR` counts when it is set and not empty; a terminal that calls itself `dumb` knows no colours.
    pub fn is_on(self, stream: &impl IsTerminal) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                let unwanted = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !unwanted && stream.is_terminal() && !is_dumb()
            }
        }
    }
}

/// Whether the terminal understands no more than lines.
pub fn is_dumb() -> bool {
    env::var_os("TERM").is_some_and(|name| name == "dumb")
}
