//! Every kind of mistake as the user sees it: one small program for each code, in a pipe and on a terminal.
//!
//! The programs and what is said about them lie in `*.txt`. After a change that is meant, `LUNETTE_OVERWRITE=1 cargo
//! test -p lunette-lang --test diagnostics` writes them anew; the difference is what has to be read.

mod host;
mod snapshot;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lunette_lang::check::InputKind;
use lunette_lang::diagnostic::Diagnostic;
use lunette_lang::session::Session;

use self::snapshot::{Snapshot, read, render, write};

/// Codes that no program can be made to give on purpose, and why.
const WITHOUT_PROGRAM: &[(&str, &str)] = &[
    ("E0127", "needs hundreds of brackets; tested with the parser"),
    ("E0221", "the parser says E0138 first"),
    ("E0530", "needs calls as deep as the checker's stack; tested with the checker"),
    ("E0531", "needs a tree as deep as the checker's stack; tested with the checker"),
    ("E0707", "needs another thread that holds the memory"),
    ("E0710", "needs somebody who stops the program; tested at the prompt"),
    ("E0799", "would be a mistake of ours"),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics")
}

/// The files of snapshots, in order.
fn files() -> Vec<PathBuf> {
    let entries = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "txt")).collect();
    files.sort();
    files
}

#[test]
fn mistakes_are_shown_as_they_were() {
    let overwrite = std::env::var_os("LUNETTE_OVERWRITE").is_some();
    let mut wrong = Vec::new();
    for file in files() {
        let old = read(&fs::read_to_string(&file).unwrap());
        let new: Vec<Snapshot> = old.iter().map(render).collect();
        if overwrite {
            fs::write(&file, write(&new)).unwrap();
        }
        for (old, new) in old.iter().zip(&new) {
            if !new.plain.contains(&format!("[{}]", new.code)) {
                wrong.push(format!("{} does not come from\n{}\n{}", new.code, new.program, new.plain));
            } else if !overwrite && old != new {
                wrong.push(format!(
                    "{}: said before\n{}\nsaid now\n{}\n{}",
                    old.code, old.plain, new.plain, new.screen
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_program() {
    let shown: BTreeSet<String> = files()
        .iter()
        .flat_map(|file| read(&fs::read_to_string(file).unwrap()))
        .map(|case| case.code)
        .collect();
    let excused = |code: &str| WITHOUT_PROGRAM.iter().any(|(excused, _)| *excused == code);
    let mut written = BTreeSet::new();
    codes_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut written);
    let missing: Vec<&String> =
        written.iter().filter(|code| !shown.contains(*code) && !excused(code)).collect();
    assert!(missing.is_empty(), "no program gives {missing:?}");
    assert!(
        shown.iter().all(|code| written.contains(code) && !excused(code)),
        "a code has gone, or an excuse"
    );
}

/// Whatever is wrong, somebody is told what to write instead.
#[test]
fn every_mistake_has_a_cure() {
    for file in files() {
        for case in read(&fs::read_to_string(file).unwrap()) {
            let mut session = Session::new(host::Quiet);
            let outcome = session.run(InputKind::File, "main.lun", &case.program);
            for diagnostic in outcome.diagnostics {
                let Diagnostic { code, message, help, .. } = diagnostic;
                assert!(!help.is_empty(), "{code} has no cure: {message}\n{}", case.program);
            }
        }
    }
}

/// A forgotten quote swallows brackets and arguments; nobody has to hear about them.
#[test]
fn a_string_without_an_end_is_one_mistake() {
    for text in [
        "let x = \"abc",
        "print(\"abc)\nlet y = 1\nprint(y)",
        "let x = \"a\"\nif (x == \"a) {\n    print(1)\n}\nprint(2)",
        "let x = \"a\"\nif x == \"a {\n    print(1)\n} else {\n    print(2)\n}",
        "fun f(s = \"abc) {\n    print(s)\n}\nf()",
        "module \"lib as m\nm.f()",
        "fun f(a, b) { a }\nprint(f(\"a, 2))",
        "print(zeros(\"a, 2))",
        "let x = [1, \"abc]\nprint(x[0])",
        "for (s in \"abc) {\n    print(s)\n}",
        "let t = (\"a, 2)\nlet u = t[1]\nprint(u)",
        "fun g(x) { \"a }\nprint(g(1))",
        "let f = lambda(x) { \"a }\nprint(f(1))",
        "print(\"a\\q)",
        "print('it)",
        "print(\"a\" + \"b, [1, 2])",
    ] {
        let mut session = Session::new(host::Quiet);
        let outcome = session.run(InputKind::File, "main.lun", text);
        let codes: Vec<&str> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, ["E0103"], "{text}");
    }
}

/// The codes that stand in the sources of the language, those of tests left out.
fn codes_in(folder: &Path, codes: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "tests" {
                codes_in(&path, codes);
            }
        } else if name.ends_with(".rs") && name != "tests.rs" {
            let text = fs::read_to_string(&path).unwrap();
            let quoted = text.split('"').filter(|piece| is_code(piece));
            // What stands in documentation is an example.
            codes.extend(quoted.filter(|code| !is_only_documented(&text, code)).map(str::to_owned));
        }
    }
}

fn is_code(text: &str) -> bool {
    let digits = text.strip_prefix(['E', 'W']);
    digits.is_some_and(|digits| digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_only_documented(text: &str, code: &str) -> bool {
    text.lines().filter(|line| line.contains(code)).all(|line| line.trim_start().starts_with("//"))
}
