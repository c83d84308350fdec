//! Standard output: what is written arrives in order, and a reader who has gone is no mistake.

use std::io::{self, ErrorKind, IsTerminal, LineWriter, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How many bytes wait before they are written to a pipe or a file.
const WAITING: usize = 64 * 1024;

/// How many milliseconds somebody who leaves waits for a writer.
const PATIENCE: usize = 200;

/// Where programs print to.
///
/// On a terminal every line appears when it is printed; in a pipe lines wait until there are many of them.
///
/// All clones write to the same place: the one that Ctrl-C has lets appear what still waits.
#[derive(Clone)]
pub struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    /// Standard output.
    pub fn new() -> Self {
        let stdout = io::stdout();
        let writer: Box<dyn Write + Send> = match stdout.is_terminal() {
            true => Box::new(LineWriter::new(stdout)),
            // What `stdout()` gives writes line by line; large pieces go through it at once.
            false => Box::new(io::BufWriter::with_capacity(WAITING, stdout)),
        };
        Self(Arc::new(Mutex::new(writer)))
    }

    /// Writes text.
    pub fn write(&mut self, text: &str) {
        settle(self.writer().write_all(text.as_bytes()));
    }

    /// Lets everything that was written appear: before a diagnostic, and at the end.
    pub fn flush(&mut self) {
        settle(self.writer().flush());
    }

    /// Lets everything appear that was written, if nobody writes just now and does not stop doing so.
    pub fn flush_soon(&self) {
        for _ in 0..PATIENCE {
            if let Ok(mut writer) = self.0.try_lock() {
                return settle(writer.flush());
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn writer(&self) -> MutexGuard<'_, Box<dyn Write + Send>> {
        // A writer that panicked has written what it has; the rest can still be written.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
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
