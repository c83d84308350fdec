//! What was typed before, kept between runs.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use reedline::{FileBackedHistory, ReedlineError, ReedlineErrorVariants};

/// The number of inputs that are kept.
const KEPT: usize = 10_000;

/// The history in the user's data directory; in memory alone where there is none, or it cannot be written or locked.
pub fn open() -> FileBackedHistory {
    let in_memory = || FileBackedHistory::new(KEPT).unwrap_or_default();
    let Some(file) = file() else { return in_memory() };
    match FileBackedHistory::with_file(KEPT, file.clone()) {
        Ok(history) => history,
        Err(ReedlineError(ReedlineErrorVariants::IOError(error)))
            if error.kind() == ErrorKind::InvalidData =>
        {
            // Not text: put aside, so that a new history can begin.
            let put_aside = fs::rename(&file, file.with_extension("broken"));
            let fresh = put_aside.ok().and_then(|()| FileBackedHistory::with_file(KEPT, file).ok());
            fresh.unwrap_or_else(in_memory)
        }
        Err(_) => in_memory(),
    }
}

/// Where the history lies: `LUNETTE_HISTORY`, or in the directory that the system has for data of its users.
fn file() -> Option<PathBuf> {
    let variable = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(file) = variable("LUNETTE_HISTORY") {
        return Some(file);
    }
    let home = || variable("HOME");
    let data = if cfg!(windows) {
        variable("APPDATA")
    } else if cfg!(target_os = "macos") {
        home().map(|home| home.join("Library/Application Support"))
    } else {
        variable("XDG_DATA_HOME").or_else(|| home().map(|home| home.join(".local/share")))
    };
    data.map(|data| data.join("lunette").join("history"))
}
