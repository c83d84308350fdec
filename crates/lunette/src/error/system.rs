//! What the system said when it refused something.

use std::error::Error;
use std::{fmt, io};

/// Why the system refused something about a file or stream: what an [`io::Error`] tells, in a form that can be cloned and
/// compared. It is the `source` of the error.
///
/// ```
/// use std::error::Error;
/// let error = lunette::io::load("no such file.npy").unwrap_err();
/// let cause = error.source().and_then(|cause| cause.downcast_ref::<lunette::error::SystemError>());
/// assert_eq!(cause.map(|cause| cause.kind()), Some(std::io::ErrorKind::NotFound));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SystemError {
    kind: io::ErrorKind,
    code: Option<i32>,
    words: Box<str>,
}

impl SystemError {
    /// The kind of the error.
    ///
    /// ```
    /// use lunette::error::SystemError;
    /// let full = SystemError::from(std::io::Error::from(std::io::ErrorKind::StorageFull));
    /// assert_eq!(full.kind(), std::io::ErrorKind::StorageFull);
    /// ```
    pub fn kind(&self) -> io::ErrorKind {
        self.kind
    }

    /// The system's own number of the error, if it came from the system.
    ///
    /// ```
    /// use lunette::error::SystemError;
    /// let missing = SystemError::from(std::io::Error::from_raw_os_error(2));
    /// assert_eq!(missing.raw_os_error(), Some(2));
    /// ```
    pub fn raw_os_error(&self) -> Option<i32> {
        self.code
    }
}

impl From<io::Error> for SystemError {
    fn from(error: io::Error) -> Self {
        Self { kind: error.kind(), code: error.raw_os_error(), words: error.to_string().into() }
    }
}

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Error for SystemError {}
