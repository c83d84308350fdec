//! `lunette fmt`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use lunette_lang::source::Sources;
use lunette_lang::syntax;

use super::programs;
use crate::host::loader::{self, STANDARD_INPUT};
use crate::host::output::Output;
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Brings files, and all programs in folders, to the one form, or says which are not in it.
pub fn run(check: bool, files: &[PathBuf], report: Report) -> Exit {
    let (mut exit, mut output) = (Exit::Success, Output::new());
    for file in &programs::named(files) {
        exit = exit.max(format_one(check, file, &mut output, report));
    }
    output.flush();
    exit
}

fn format_one(check: bool, file: &Path, output: &mut Output, report: Report) -> Exit {
    let is_file = file != Path::new(STANDARD_INPUT);
    let read = if is_file { loader::read(file) } else { loader::read_standard_input() };
    let text = match read {
        Ok(text) => text,
        Err(words) => return cannot(report, &format!("`{}` cannot be read: {words}", file.display())),
    };
    let mut sources = Sources::default();
    let source = sources.add(file.display().to_string(), text);
    let formatted = match syntax::format(&source) {
        Ok(formatted) => formatted,
        Err(mistakes) => {
            output.flush();
            report.diagnostics(&mistakes, &sources);
            return Exit::Mistake;
        }
    };
    let differs = formatted != *source.text;
    match (is_file, check) {
        (_, true) if differs => {
            output.write(&format!("{}\n", file.display()));
            Exit::Mistake
        }
        (false, false) => {
            output.write(&formatted);
            Exit::Success
        }
        (true, false) if differs => match replace(file, &formatted) {
            Ok(()) => Exit::Success,
            Err(error) => cannot(report, &format!("`{}` cannot be written: {error}", file.display())),
        },
        _ => Exit::Success,
    }
}

fn cannot(report: Report, words: &str) -> Exit {
    report.words(words);
    Exit::Usage
}

/// Puts a new text in the place of a file's, whole or not at all: it is written beside the file first.
fn replace(file: &Path, text: &str) -> io::Result<()> {
    // Through symbolic links, so that the file behind them is replaced and they stay.
    let file = file.canonicalize()?;
    let permissions = fs::metadata(&file)?.permissions();
    if permissions.readonly() {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}.tmp", process::id()));
    let written = write_beside(&beside, text, permissions).and_then(|()| fs::rename(&beside, &file));
    if written.is_err() {
        // What is left of the attempt helps nobody; the file itself has not been touched.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn write_beside(beside: &Path, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    let mut new = File::create_new(beside)?;
    new.write_all(text.as_bytes())?;
    new.set_permissions(permissions)?;
    new.sync_all()
}
