//! Texts from files: programs, and the modules that they import.

use std::ffi::OsString;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::{env, fs};

use lunette_lang::check::{Loaded, Loader};

/// What diagnostics call a program from standard input.
pub const STANDARD_INPUT: &str = "-";

/// Gives modules from files, found from where the importing file lies.
pub struct Files;

impl Loader for Files {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        // The prompt and texts from the command line have no directory of their own: theirs is the current one.
        let directory = Path::new(from).parent().unwrap_or(Path::new(""));
        let file = with_ending(&directory.join(path));
        let text = read(&file)?;
        Ok(Loaded { name: name_of(&file).into(), text: text.into() })
    }
}

/// What diagnostics call a file: its path without detours, from the current directory if it lies in it. It is the same
/// for every way to the file, so that a module is recognised however it is imported.
pub fn name_of(file: &Path) -> String {
    let Ok(canonical) = file.canonicalize() else { return file.display().to_string() };
    let here = env::current_dir().and_then(|here| here.canonicalize());
    let short = here.ok().and_then(|here| canonical.strip_prefix(here).ok().map(Path::to_path_buf));
    short.unwrap_or(canonical).display().to_string()
}

/// The text of a file.
///
/// # Errors
/// Why it cannot be read, in words that go after "cannot be read:".
pub fn read(file: &Path) -> Result<String, String> {
    let bytes = fs::read(file).map_err(|error| reason(&error, file))?;
    text_of(bytes)
}

/// The text on standard input.
///
/// # Errors
/// As [`read`].
pub fn read_standard_input() -> Result<String, String> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    text_of(bytes)
}

/// The text of a line without its end; none where nothing has been read.
///
/// # Errors
/// As [`read`].
pub fn line_of(bytes: Vec<u8>) -> Result<Option<String>, String> {
    let is_there = !bytes.is_empty();
    let mut line = text_of(bytes)?;
    if line.ends_with('\n') {
        line.pop();
        line.truncate(line.strip_suffix('\r').unwrap_or(&line).len());
    }
    Ok(is_there.then_some(line))
}

/// The text that bytes stand for.
///
/// # Errors
/// As [`read`].
pub fn text_of(bytes: Vec<u8>) -> Result<String, String> {
    if u32::try_from(bytes.len()).is_err() {
        return Err("it is longer than 4 GiB".to_owned());
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = error.as_bytes()[..error.utf8_error().valid_up_to()]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        format!("it is not UTF-8 (line {})", line + 1)
    })
}

/// What the system's error means for a file.
pub fn reason(error: &io::Error, file: &Path) -> String {
    match error.kind() {
        ErrorKind::NotFound => format!("there is no file `{}`", file.display()),
        ErrorKind::PermissionDenied => format!("`{}` may not be read", file.display()),
        ErrorKind::IsADirectory => format!("`{}` is a directory", file.display()),
        _ => error.to_string(),
    }
}

/// The path with `.lun` at its end.
pub fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some_and(|ending| ending == "lun") {
        return path.to_path_buf();
    }
    let mut name = OsString::from(path);
    name.push(".lun");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{name_of, text_of, with_ending};

    #[test]
    fn paths_end_in_lun() {
        assert_eq!(with_ending(Path::new("lib/stats")), Path::new("lib/stats.lun"));
        assert_eq!(with_ending(Path::new("v1.2")), Path::new("v1.2.lun"));
        assert_eq!(with_ending(Path::new("a.lun")), Path::new("a.lun"));
    }

    #[test]
    fn a_file_has_one_name() {
        assert_eq!(name_of(Path::new("src/../src/main.rs")), "src/main.rs");
        assert_eq!(name_of(Path::new("not/there.lun")), "not/there.lun");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused() {
        assert_eq!(text_of(b"a\nb\xff".to_vec()), Err("it is not UTF-8 (line 2)".to_owned()));
    }
}
