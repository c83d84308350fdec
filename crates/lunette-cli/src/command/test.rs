//! `lunette test`: programs whose comments say what they must do.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use lunette::DynTensor;
use lunette_lang::builtins::Wanted;
use lunette_lang::cases::{self, Case, Outcome};
use lunette_lang::check::{InputKind, Loaded, Loader};
use lunette_lang::run::World;
use lunette_lang::session::Session;

use super::programs;
use crate::host::Host;
use crate::host::loader;
use crate::host::output::Output;
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Runs the cases of files, and of all programs in folders; those of the current folder where none is named.
pub fn run(files: &[PathBuf], report: Report) -> Exit {
    let here = [PathBuf::from(".")];
    let files = programs::named(if files.is_empty() { &here } else { files });
    let mut output = Output::new();
    let (mut passed, mut failed, mut exit) = (0, 0, Exit::Success);
    for file in &files {
        let name = loader::name_of(file);
        let cases = match loader::read(file).and_then(|text| cases::read(&name, &text)) {
            Ok(cases) => cases,
            Err(words) => {
                report.words(&format!("`{}` cannot be read: {words}", file.display()));
                exit = Exit::Usage;
                continue;
            }
        };
        for case in &cases {
            let problems = cases::differences(case, &outcome(case));
            match problems.is_empty() {
                true => passed += 1,
                false => {
                    failed += 1;
                    output.write(&told(case, &problems));
                }
            }
        }
    }
    if passed + failed == 0 && exit == Exit::Success {
        report.words("there are no tests: `print(1 + 1) // = 2` in a program would be one");
        return Exit::Usage;
    }
    output.write(&format!("{passed} passed, {failed} failed\n"));
    output.flush();
    exit.max(if failed > 0 { Exit::Mistake } else { Exit::Success })
}

/// What a case did otherwise than it must.
fn told(case: &Case, problems: &[String]) -> String {
    let place = if case.line == 0 { String::new() } else { format!(":{}", case.line) };
    let name = if case.name.is_empty() { String::new() } else { format!(": {}", case.name) };
    let lines: String =
        problems.iter().map(|problem| format!("  {}\n", problem.replace('\n', "\n  "))).collect();
    format!("{}{place}{name}\n{lines}\n", case.path)
}

fn outcome(case: &Case) -> Outcome {
    let folder = Path::new(&case.path).parent().unwrap_or(Path::new("")).to_path_buf();
    let texts: Vec<(String, String)> =
        case.files.iter().map(|text| (text.name.clone(), text.text.clone())).collect();
    let (name, text) = texts.first().cloned().unwrap_or_default();
    let mut session = Session::new(Tested { host: Host::new(&[]), folder, texts, printed: String::new() });
    let ran = session.run(InputKind::File, &name, &text);
    let mut diagnostics = ran.diagnostics;
    // A program may end itself where it is done.
    if ran.exit == Some(0) {
        diagnostics.pop();
    }
    let output = std::mem::take(&mut session.host_mut().printed);
    Outcome { output, diagnostics, sources: session.sources().clone() }
}

/// The world of a case: its own texts before files, and what it prints is kept.
struct Tested {
    host: Host,
    /// Where the file of the case lies.
    folder: PathBuf,
    texts: Vec<(String, String)>,
    printed: String,
}

impl World for Tested {
    fn print(&mut self, text: &str) {
        self.printed.push_str(text);
    }

    fn clock(&self) -> f64 {
        self.host.clock()
    }

    fn arguments(&self) -> &[Arc<str>] {
        self.host.arguments()
    }

    fn load_tensor(&mut self, wanted: Wanted<'_>) -> Result<DynTensor, String> {
        self.host.load_tensor(wanted)
    }

    fn save_tensor(&mut self, path: &str, tensor: &DynTensor) -> Result<(), String> {
        self.host.save_tensor(path, tensor)
    }

    /// A test has no input.
    fn read_line(&mut self) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn read_text(&mut self, path: Option<&str>) -> Result<String, String> {
        let Some(path) = path else { return Ok(String::new()) };
        match self.texts.iter().find(|(name, _)| name == path) {
            Some((_, text)) => Ok(text.clone()),
            None => self.host.read_text(Some(path)),
        }
    }
}

impl Loader for Tested {
    fn load(&self, from: &str, path: &str) -> Result<Loaded, String> {
        // Names of the case's own texts are relative to its folder, those of files to the current one.
        let is_own = self.texts.iter().any(|(name, _)| name == from);
        let from = if is_own { self.folder.join(from) } else { PathBuf::from(from) };
        let wanted = loader::with_ending(&from.parent().unwrap_or(Path::new("")).join(path));
        match self.texts.iter().find(|(name, _)| self.folder.join(name) == wanted) {
            Some((name, text)) => Ok(Loaded { name: name.as_str().into(), text: text.as_str().into() }),
            None => self.host.load(&from.display().to_string(), path),
        }
    }
}
