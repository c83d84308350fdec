//! `lunette run`: programs from files, from the command line and from standard input.

use std::path::Path;

use lunette_lang::check::InputKind;
use lunette_lang::session::{Session, Times};

use crate::args::Program;
use crate::host::loader::{self, STANDARD_INPUT};
use crate::host::{Host, interrupt};
use crate::shell::exit::Exit;
use crate::shell::report::{Report, write_error};

/// A text with what diagnostics call it.
struct Text {
    name: String,
    text: String,
}

/// Runs a program to its end.
pub fn run(program: &Program, report: Report) -> Exit {
    let (text, arguments) = match find(program) {
        Ok(found) => found,
        Err(words) => {
            report.words(&words);
            return Exit::Usage;
        }
    };
    let mut session = Session::new(Host::new(&arguments));
    let cancel = session.cancel();
    session.host_mut().stops_reading(cancel.clone());
    interrupt::stops(cancel, Some(session.host().output.clone()));
    let mut told = 0;
    let outcome = session.run_telling(InputKind::File, &text.name, &text.text, |found, sources| {
        told = found.len();
        report.diagnostics(found, sources);
    });
    session.host_mut().output.flush();
    // A program that ends itself has made no mistake.
    let said = outcome.diagnostics.get(told..).filter(|_| outcome.exit.is_none());
    report.diagnostics(said.unwrap_or_default(), session.sources());
    if program.time {
        write_error(&times(outcome.times));
    }
    match (outcome.exit, outcome.interrupted, outcome.failed) {
        (Some(code), ..) => Exit::Code(code),
        (None, true, _) => Exit::Interrupted,
        (None, false, true) => Exit::Mistake,
        (None, false, false) => Exit::Success,
    }
}

/// The text to run, and what is left of the arguments for the program.
fn find(program: &Program) -> Result<(Text, Vec<String>), String> {
    let Program { eval, words, .. } = program;
    if let Some(text) = eval {
        return Ok((Text { name: "-e".to_owned(), text: text.clone() }, words.clone()));
    }
    let (file, args) = match words.split_first() {
        Some((file, args)) => (file.as_str(), args),
        None => (STANDARD_INPUT, [].as_slice()),
    };
    let read = match file {
        STANDARD_INPUT => loader::read_standard_input().map(|text| (STANDARD_INPUT.to_owned(), text)),
        _ => loader::read(Path::new(file)).map(|text| (loader::name_of(Path::new(file)), text)),
    };
    match read {
        Ok((name, text)) => Ok((Text { name, text }, args.to_vec())),
        Err(_) if looks_like_command(file) => {
            Err(format!("`{file}` is neither a command nor a file; `lunette --help` lists the commands"))
        }
        Err(words) => Err(format!("`{file}` cannot be read: {words}")),
    }
}

/// Whether a word was hardly meant as a path.
fn looks_like_command(word: &str) -> bool {
    !Path::new(word).exists() && word.chars().all(|character| character.is_ascii_lowercase())
}

/// How long a program took, in one line.
pub fn times(times: Times) -> String {
    format!("checked in {:.1?}, ran in {:.1?}\n", times.check, times.run)
}
