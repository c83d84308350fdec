//! The programs that the words of a command name: files, and all programs in folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::host::loader::STANDARD_INPUT;

/// How the names of programs end.
const EXTENSION: &str = "lun";

/// The files that are named, those of folders in the order of their names; standard input where none is.
pub fn named(files: &[PathBuf]) -> Vec<PathBuf> {
    if files.is_empty() {
        return vec![PathBuf::from(STANDARD_INPUT)];
    }
    let mut programs = Vec::new();
    for file in files {
        // A folder that cannot be listed is named as it is: reading it says why.
        if !file.is_dir() || add_folder(file, &mut programs).is_err() {
            programs.push(file.clone());
        }
    }
    programs
}

/// Adds the programs of a folder and of the folders inside of it. Hidden ones, and links to folders, are left alone.
fn add_folder(folder: &Path, programs: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
        if kind.is_dir() && !is_hidden {
            add_folder(&path, programs)?;
        } else if path.is_file() && path.extension().is_some_and(|extension| extension == EXTENSION) {
            programs.push(path);
        }
    }
    Ok(())
}
