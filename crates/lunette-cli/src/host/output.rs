//! Standard output: what is written arrives in order, and a reader who has gone is no mistake.

use std::io::{self, ErrorKind, IsTerminal, LineWriter, Write};
use std::process;

/// How many bytes wait before they are written to a pipe or a file.
const WAITING: usize = 64 * 1024;

/// Where programs print to.
///
/// On a terminal every line appears when it is printed; in a pipe lines wait until there are many of them.
pub struct Output(Box<dyn Write + Send + Sync>);

impl Output {
    /// Standard output.
    pub fn new() -> Self {
        let stdout = io::stdout();
        match stdout.is_terminal() {
            true => Self(Box::new(LineWriter::new(stdout))),
            // What `stdout()` gives writes line by line; large pieces go through it at once.
            false => Self(Box::new(io::BufWriter::with_capacity(WAITING, stdout))),
        }
    }

    /// Writes text.
    pub fn write(&mut self, text: &str) {
        settle(self.0.write_all(text.as_bytes()));
    }

    /// Lets everything that was written appear: before a diagnostic, and at the end.
    pub fn flush(&mut self) {
        settle(self.0.flush());
    }
}

/// Ends the process where nobody listens any more, without a word if the reader went away, as `head` does.
fn settle(result: io::Result<()>) {
    let Err(error) = result else { return };
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(0);
    }
    eprintln!("lunette: standard output cannot be written: {error}");
    process::exit(2);
}
