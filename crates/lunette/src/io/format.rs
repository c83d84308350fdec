//! Which format a file has, by the ending of its name.

use std::path::Path;

use crate::error::{ErrorKind, Result};

/// The formats of files, as the endings of their names tell them apart.
///
/// For front ends that give what a format can hold: one tensor, or several with names.
///
/// ```
/// use lunette::io::Format;
/// assert_eq!(Format::of_path("load", "weights.npy")?, Format::Npy);
/// # Ok::<(), lunette::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// `.npy`: one tensor, see [`npy`](super::npy).
    Npy,
    /// `.npz`: tensors with names, see [`npz`](super::npz).
    #[cfg(feature = "npz")]
    Npz,
    /// `.safetensors`: tensors with names, see [`safetensors`](super::safetensors).
    #[cfg(feature = "safetensors")]
    Safetensors,
    /// `.csv`, `.tsv` and `.txt`, or these and `.gz`: one table of numbers, see [`text`](super::text).
    Text,
}

impl Format {
    /// The format that the ending of a path stands for, in capitals or not; `op` is what the error calls the operation.
    ///
    /// # Errors
    /// If it ends in nothing that is known.
    ///
    /// ```
    /// use lunette::io::Format;
    /// assert_eq!(Format::of_path("save", "TABLE.CSV")?, Format::Text);
    /// let error = Format::of_path("save", "table.xls").unwrap_err();
    /// assert!(error.to_string().starts_with("save: ") && error.to_string().contains("table.xls"));
    /// # Ok::<(), lunette::Error>(())
    /// ```
    pub fn of_path(op: &'static str, path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let plain = without_gz(path);
        match (ending(plain).as_deref(), plain == path) {
            (Some("npy"), true) => Ok(Self::Npy),
            #[cfg(feature = "npz")]
            (Some("npz"), true) => Ok(Self::Npz),
            #[cfg(feature = "safetensors")]
            (Some("safetensors"), true) => Ok(Self::Safetensors),
            (Some("csv" | "tsv" | "txt"), _) => Ok(Self::Text),
            _ => {
                let allowed = match (cfg!(feature = "npz"), cfg!(feature = "safetensors")) {
                    (true, true) => {
                        "the name of a file of tensors ends in `.npy`, `.npz`, `.safetensors`, `.csv`, `.tsv` or `.txt`; behind the \
                         last three `.gz` may follow"
                    }
                    _ => {
                        "the name ends in `.npy`, `.csv`, `.tsv` or `.txt`, or in what the features `npz` and `safetensors` are \
                         switched on for"
                    }
                };
                Err(ErrorKind::Argument { op, name: "path", found: format!("{path:?}"), allowed }.into())
            }
        }
    }
}

/// The ending of a path in small letters: some systems write names in capitals.
pub(super) fn ending(path: &Path) -> Option<String> {
    path.extension().and_then(|ending| ending.to_str()).map(str::to_ascii_lowercase)
}

/// The path without the ending of what gzip has compressed.
pub(super) fn without_gz(path: &Path) -> &Path {
    match (ending(path).as_deref(), path.file_stem()) {
        (Some("gz"), Some(stem)) => Path::new(stem),
        _ => path,
    }
}
