//! Standard input. Whoever waits for it hears Ctrl-C at once, and not only when a line has come.

use std::io::{self, BufRead, BufReader, Read};

use lunette::Cancel;

/// What a read fails with that Ctrl-C has ended.
const INTERRUPTED: &str = "it was interrupted";

/// Standard input as bytes, read until somebody wants to stop.
///
/// The prompt's editor reads from the same terminal, so nothing is read before somebody asks for it: a thread that waits
/// for lines of its own accord would take away what is typed after the program has been stopped.
pub struct Input(BufReader<Patient>);

impl Input {
    /// Standard input; `interrupted` ends what waits for it.
    pub fn new(interrupted: Cancel) -> Self {
        Self(BufReader::new(Patient { interrupted, source: None }))
    }

    /// All bytes that are left.
    ///
    /// # Errors
    /// If they cannot be read, or nobody waits for them any more.
    pub fn rest(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The bytes of the next line, with its end; none at the end of the input.
    ///
    /// # Errors
    /// As [`rest`](Self::rest).
    pub fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.read_until(b'\n', &mut bytes)?;
        Ok(bytes)
    }
}

/// Reads only what is there.
struct Patient {
    interrupted: Cancel,
    /// Standard input without the buffer of `std`, in which bytes could wait that the system knows nothing of.
    source: Option<Source>,
}

impl Read for Patient {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let source = match &mut self.source {
            Some(source) => source,
            none => none.insert(open()?),
        };
        // Asked before each turn: what comes without end would let nobody stop it.
        while !self.interrupted.is_cancelled() {
            if has_come(source)? {
                return source.read(buffer);
            }
        }
        Err(io::Error::other(INTERRUPTED))
    }
}

#[cfg(unix)]
use self::unix::{Source, has_come, open};

#[cfg(not(unix))]
use self::elsewhere::{Source, has_come, open};

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsFd;

    use nix::errno::Errno;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};

    /// How many milliseconds pass until Ctrl-C is looked for again.
    const TURN: u8 = 50;

    pub(super) type Source = File;

    pub(super) fn open() -> io::Result<Source> {
        Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
    }

    /// Whether a read would not wait, be it because of an end or a mistake; false after some time.
    pub(super) fn has_come(source: &Source) -> io::Result<bool> {
        let mut polled = [PollFd::new(source.as_fd(), PollFlags::POLLIN)];
        match poll(&mut polled, PollTimeout::from(TURN)) {
            Ok(count) => Ok(count > 0),
            Err(Errno::EINTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

/// Where nothing says what has come: a read waits for the next line.
#[cfg(not(unix))]
mod elsewhere {
    use std::io::{self, Stdin};

    pub(super) type Source = Stdin;

    pub(super) fn open() -> io::Result<Source> {
        Ok(io::stdin())
    }

    pub(super) fn has_come(_: &Source) -> io::Result<bool> {
        Ok(true)
    }
}
