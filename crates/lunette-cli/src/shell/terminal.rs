//! The size of the terminal.

use terminal_size::{Height, Width, terminal_size};

/// The columns of the terminal; 80 where there is none.
pub fn width() -> usize {
    terminal_size().map_or(80, |(Width(columns), _)| usize::from(columns))
}

/// The lines of the terminal; 24 where there is none.
pub fn height() -> usize {
    terminal_size().map_or(24, |(_, Height(lines))| usize::from(lines))
}
