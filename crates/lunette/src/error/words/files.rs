//! What the errors about files say.

use std::fmt;

use crate::error::{ErrorKind, FileDeed};

/// Writes the words of an error about a file.
pub(super) fn write_words(f: &mut fmt::Formatter<'_>, kind: &ErrorKind) -> fmt::Result {
    match kind {
        ErrorKind::File { op, path, deed, cause } => {
            let deed = match deed {
                FileDeed::Open => "opened",
                FileDeed::Read => "read",
                FileDeed::Create => "made",
                FileDeed::Write => "written",
                FileDeed::Replace => "replaced",
                FileDeed::Map => "mapped",
            };
            write!(f, "{op}: {} cannot be {deed}: {cause}", Subject(path, "the stream"))
        }
        ErrorKind::FileFormat { op, path, format, words } => {
            write!(f, "{op}: {} is no {format} file that can be read: {words}", Subject(path, "the data"))
        }
        ErrorKind::FileDType { op, path, found, cure } => {
            write!(f, "{op}: {} holds elements of type {found}: {cure}", Subject(path, "the data"))
        }
        ErrorKind::FileMember { op, path, name: Some(name), found } => {
            write!(f, "{op}: {} holds no tensor `{name}`: {}", Subject(path, "the data"), Names(found))
        }
        ErrorKind::FileMember { op, path, name: None, found } => write!(
            f,
            "{op}: {} holds {} tensors, and one is asked for: {}",
            Subject(path, "the data"),
            found.len(),
            Names(found)
        ),
        ErrorKind::NotMappable { op, path, words } => {
            write!(
                f,
                "{op}: {} cannot be mapped: {words}: use `load`, which copies",
                Subject(path, "the data")
            )
        }
        // All others have their words in `words`.
        _ => Ok(()),
    }
}

/// The file by its path, or what stands for it where there is none.
struct Subject<'a>(&'a Option<Box<str>>, &'static str);

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(path) => write!(f, "`{path}`"),
            None => f.write_str(self.1),
        }
    }
}

/// The tensors that a file has, or the first of them.
struct Names<'a>(&'a [String]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        let names: Vec<String> = self.0.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
        match self.0.len() {
            0 => f.write_str("it is empty"),
            1..=SHOWN => write!(f, "it has {}", names.join(", ")),
            more => write!(f, "it has {} and {} more", names.join(", "), more - SHOWN),
        }
    }
}
