//! The language: any text is read and checked without a panic, and formatted to a text that reads the same.

mod mutate;
mod soup;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use lunette_lang::check::{Environment, Input as CheckInput, InputKind, NoModules, check};
use lunette_lang::diagnostic::{Diagnostic, Severity};
use lunette_lang::source::{Source, Sources};
use lunette_lang::syntax::{dump, format, highlight, is_complete, parse};

use crate::Input;

/// The bytes as a text.
pub fn run_bytes(bytes: &[u8]) {
    try_text(&String::from_utf8_lossy(bytes));
}

/// The bytes as tokens of the language in any order.
pub fn run_tokens(bytes: &[u8]) {
    try_text(&soup::text(&mut Input::new(bytes)));
}

/// The bytes as changes to a program of the suite.
pub fn run_mutated(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    try_text(&mutate::text(programs(), &mut input));
}

/// Reads, formats and checks a text. Mistakes are fine, panics are not.
fn try_text(text: &str) {
    // Any answers will do.
    let _ = (is_complete(text), highlight(text));
    let mut sources = Sources::default();
    let source = sources.add("fuzz.lun", text);
    let (tree, mistakes) = parse(&source);
    for mistake in &mistakes {
        assert!(
            mistake
                .span()
                .is_some_and(|span| source.text.get(span.start as usize..span.end as usize).is_some())
        );
    }
    if mistakes.is_empty() {
        formats_to_itself(&source, &dump(&tree));
    }
    let is_error = |reason: &Diagnostic| reason.severity == Severity::Error;
    let broken = mistakes.iter().any(is_error);
    let cancel = &lunette::Cancel::new();
    let input = CheckInput { source: &source, tree: &tree, kind: InputKind::File, broken, cancel };
    let outcome = check(&mut Environment::default(), &mut sources, &NoModules, &input);
    let explained = broken || outcome.diagnostics.iter().any(is_error);
    assert!(outcome.program.is_some() || explained, "refused without a reason:\n{text}");
}

/// What is formatted parses to the same tree, and formatting it again changes nothing.
fn formats_to_itself(source: &Source, tree: &str) {
    let Ok(formatted) = format(source) else {
        panic!("a text without mistakes is not formatted:\n{}", source.text)
    };
    let again = Source::new(source.id, "formatted.lun", formatted.as_str());
    let (parsed, mistakes) = parse(&again);
    assert!(mistakes.is_empty(), "formatted text does not parse:\n{formatted}");
    assert_eq!(dump(&parsed), tree, "formatting changed the meaning of:\n{}\nto:\n{formatted}", source.text);
    let twice = format(&again);
    assert!(twice.is_ok_and(|twice| twice == formatted), "formatting twice differs from once:\n{formatted}");
}

/// The programs of the suite, one text for each case.
fn programs() -> &'static [String] {
    static PROGRAMS: OnceLock<Vec<String>> = OnceLock::new();
    PROGRAMS.get_or_init(|| {
        let mut paths = Vec::new();
        collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/suite"), &mut paths);
        paths.sort();
        let texts = paths.iter().filter_map(|path| std::fs::read_to_string(path).ok());
        texts.flat_map(|text| text.split("// ---- ").map(str::to_owned).collect::<Vec<_>>()).collect()
    })
}

/// The suite files below a folder; one that cannot be read has none.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "lun") {
            paths.push(path);
        }
    }
}
