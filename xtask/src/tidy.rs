//! `cargo xtask tidy`: the house rules that no compiler knows.

mod cases;
mod documents;
mod examples;
mod manifests;
mod source;

use std::fmt;
use std::path::Path;

use crate::root;

/// A text file of the repository, its path written with `/` and relative to the root.
pub struct File {
    pub path: String,
    pub text: String,
}

impl File {
    /// The lines with their numbers, counted from one.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }

    pub fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Whether the file holds nothing but tests.
    pub fn is_test(&self) -> bool {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        file == "tests.rs" || self.path.starts_with("tests/") || self.path.contains("/tests/")
    }
}

/// A broken rule, and where.
#[derive(Debug, PartialEq, Eq)]
pub struct Problem {
    path: String,
    line: usize,
    message: String,
}

impl Problem {
    /// A problem on one line; line 0 means the whole file.
    pub fn new(path: impl Into<String>, line: usize, message: impl Into<String>) -> Self {
        Self { path: path.into(), line, message: message.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { path, line: 0, message } => write!(f, "{path}: {message}"),
            Self { path, line, message } => write!(f, "{path}:{line}: {message}"),
        }
    }
}

/// Checks every rule on every file and prints what is broken.
pub fn run() -> Result<(), String> {
    let files = files(root())?;
    let mut problems = Vec::new();
    source::check(&files, &mut problems);
    examples::check(&files, &mut problems);
    documents::check(&files, &mut problems);
    manifests::check(&files, &mut problems);
    cases::check(&files, &mut problems);
    for problem in &problems {
        println!("{problem}");
    }
    match problems.len() {
        0 => {
            println!("tidy: {} files in order", files.len());
            Ok(())
        }
        found => Err(format!("tidy found {found} problems")),
    }
}

/// The file at `path`, if it is there.
pub fn find<'a>(files: &'a [File], path: &str) -> Option<&'a File> {
    files.iter().find(|file| file.path == path)
}

/// Every text file under `root` but for what builds leave behind, sorted by path.
fn files(root: &Path) -> Result<Vec<File>, String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries {
            let path = entry.map_err(|error| error.to_string())?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if matches!(&*name, "target" | ".git" | ".venv" | "__pycache__") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                let path = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push(File { path, text });
            }
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

#[cfg(test)]
fn file(path: &str, text: &str) -> File {
    File { path: path.to_owned(), text: text.to_owned() }
}
