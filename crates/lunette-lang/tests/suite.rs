//! The suite of the language: every case of `tests/suite` runs in a session of its own.
//!
//! `cargo test -p lunette-lang --test suite` runs all of them, `… --test suite -- references` those whose path or name
//! holds the word. The form of the files is told in `src/cases/case.rs`.

#[path = "suite/program.rs"]
mod program;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use lunette_lang::cases::{self, Case};

/// Fewer cases than this mean that some have been lost.
const AT_LEAST: usize = 400;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let start = Instant::now();
    let cases = match all_cases() {
        Ok(cases) => cases,
        Err(problem) => {
            println!("{problem}");
            return ExitCode::FAILURE;
        }
    };
    let total = cases.len();
    let chosen: Vec<Case> = cases.into_iter().filter(|case| is_chosen(case, &words)).collect();
    let failed = chosen.iter().filter(|case| !passes(case)).count();
    let enough = total >= AT_LEAST;
    if !enough {
        println!("the suite has {total} cases, and at least {AT_LEAST} are expected");
    }
    let passed = chosen.len() - failed;
    let verdict = if failed == 0 && enough { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {verdict}. {passed} passed; {failed} failed; 0 ignored; 0 measured; {} filtered out; finished in {:.2}s",
        total - chosen.len(),
        start.elapsed().as_secs_f64()
    );
    if failed == 0 && enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn is_chosen(case: &Case, words: &[String]) -> bool {
    words.is_empty() || words.iter().any(|word| case.path.contains(word) || case.name.contains(word))
}

/// Runs a case, and shows what is wrong with it.
fn passes(case: &Case) -> bool {
    let files = case.files.iter().map(|file| (file.name.clone(), file.text.clone())).collect();
    let problems = match program::run(files) {
        Ok(outcome) => cases::differences(case, &outcome),
        Err(problem) => vec![problem],
    };
    if !problems.is_empty() {
        println!("\n{}:{}: {}", case.path, case.line, case.name);
        for problem in &problems {
            println!("  {}", problem.replace('\n', "\n  "));
        }
    }
    problems.is_empty()
}

fn all_cases() -> Result<Vec<Case>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/suite");
    let mut paths = Vec::new();
    collect(&root, &mut paths)?;
    paths.sort();
    let mut found = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        found.extend(cases::read(&name, &text)?);
    }
    Ok(found)
}

/// The suite files below a folder.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "lun") {
            paths.push(path);
        }
    }
    Ok(())
}
