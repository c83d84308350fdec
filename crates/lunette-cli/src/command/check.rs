//! `lunette check`: all mistakes of some files, and nothing runs.

use std::path::{Path, PathBuf};

use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::Severity;
use lunette_lang::diagnostic::render::json;
use lunette_lang::session::Session;

use crate::host::Host;
use crate::host::loader::{self, STANDARD_INPUT};
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Checks files; each is a program of its own.
pub fn run(as_json: bool, files: &[PathBuf], report: Report) -> Exit {
    let mut session = Session::new(Host::new(&[]));
    let (mut exit, mut found) = (Exit::Success, Vec::new());
    let standard = [PathBuf::from(STANDARD_INPUT)];
    for file in if files.is_empty() { &standard[..] } else { files } {
        match read(file) {
            Ok((name, text)) => found.extend(session.check(InputKind::File, &name, &text)),
            Err(words) => {
                report.words(&format!("`{}` cannot be read: {words}", file.display()));
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

fn read(file: &Path) -> Result<(String, String), String> {
    match file == Path::new(STANDARD_INPUT) {
        true => loader::read_standard_input().map(|text| (STANDARD_INPUT.to_owned(), text)),
        false => loader::read(file).map(|text| (loader::name_of(file), text)),
    }
}
