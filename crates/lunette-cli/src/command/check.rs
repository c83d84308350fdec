//! `lunette check`: all mistakes of some files, and nothing runs.

use std::path::{Path, PathBuf};

use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::render::json;
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::session::Session;

use super::programs;
use crate::host::Host;
use crate::host::loader::{self, STANDARD_INPUT};
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Checks files, and all programs in folders; each is a program of its own.
pub fn run(as_json: bool, files: &[PathBuf], report: Report) -> Exit {
    let mut session = Session::new(Host::new(&[]));
    let (mut exit, mut found) = (Exit::Success, Vec::new());
    for file in &programs::named(files) {
        match read(file) {
            Ok((name, text)) => found.extend(session.check(InputKind::File, &name, &text)),
            Err(words) => {
                let words = format!("`{}` cannot be read: {words}", file.display());
                match as_json {
                    true => found.push(unreadable(words)),
                    false => report.words(&words),
                }
                exit = Exit::Usage;
            }
        }
    }
    if found.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        exit = exit.max(Exit::Mistake);
    }
    match as_json {
        true => {
            let text = json(&found, session.sources());
            session.host_mut().output.write(&text);
            session.host_mut().output.flush();
        }
        false => {
            report.diagnostics(&found, session.sources());
        }
    }
    exit
}

/// What a tool is told of a file that cannot be read: there is no place in it to point at.
fn unreadable(message: String) -> Diagnostic {
    let (labels, help, calls) = (Vec::new(), Vec::new(), Vec::new());
    Diagnostic { code: "E0600", severity: Severity::Error, message, labels, help, calls }
}

fn read(file: &Path) -> Result<(String, String), String> {
    match file == Path::new(STANDARD_INPUT) {
        true => loader::read_standard_input().map(|text| (STANDARD_INPUT.to_owned(), text)),
        false => loader::read(file).map(|text| (loader::name_of(file), text)),
    }
}
