//! Rules on the text of source files: length, names, words that must not stand in them.

use super::{File, Problem};

const MAX_LINES: usize = 600;

/// Files that may be longer, each with its reason.
const LONG_FILES: &[(&str, &str)] = &[];

/// Where `unsafe` may be written, tests aside.
const UNSAFE_ROOMS: &[&str] = &[
    "crates/gate/src/models",
    "crates/lunette/src/buffer",
    "crates/lunette/src/kernels",
    "crates/lunette-python/src/exchange",
    "crates/lunette-python/src/tensor/slots",
];

/// Words that no Rust file may hold. They are written in two parts, so that this file may stand.
const FORBIDDEN: &[(&str, &str)] = &[
    (
        concat!("#[", "ignore"),
        "a test that does not run proves nothing: fix it, or assert what it does today",
    ),
    (concat!("dbg", "!("), "left over from debugging"),
    (
        concat!("#[", "allow("),
        "use `#[expect(lint, reason = \"...\")]`, which says when it is no longer needed",
    ),
    (
        concat!("#![", "allow("),
        "use `#![expect(lint, reason = \"...\")]`, which says when it is no longer needed",
    ),
];

/// Files that may hold one of these words, each with its reason.
const EXCUSED: &[(&str, &str)] =
    &[("crates/lunette/src/index/macros.rs", "an `expect` would complain wherever `s![]` has no such range")];

/// Paths that exist on one machine only.
const MACHINE_PATHS: &[&str] = &[
    concat!("/ho", "me/"),
    concat!("/ro", "ot/"),
    concat!("/Us", "ers/"),
    concat!("/wo", "rk/"),
    concat!("/t", "mp/"),
];

pub fn check(files: &[File], problems: &mut Vec<Problem>) {
    for file in files {
        check_words(file, problems);
        check_name(file, problems);
        if file.is_rust() {
            check_length(file, problems);
            check_forbidden(file, problems);
            check_unsafe(file, problems);
        }
    }
    for (path, _) in LONG_FILES {
        if super::find(files, path).is_none_or(|file| file.text.lines().count() <= MAX_LINES) {
            problems.push(Problem::new(*path, 0, "on the list of long files without need: take it off"));
        }
    }
}

fn check_words(file: &File, problems: &mut Vec<Problem>) {
    let reminders = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];
    for (number, line) in file.lines() {
        let reminder = reminders.into_iter().find(|word| words(line).any(|found| found == *word));
        if let Some(word) = reminder.filter(|_| !names_issue(line)) {
            problems.push(Problem::new(
                &file.path,
                number,
                format!("{word} without the number of an issue (#12)"),
            ));
        }
        if let Some(path) = MACHINE_PATHS.iter().find(|path| has_path(line, path)) {
            problems.push(Problem::new(&file.path, number, format!("{path}… exists on one machine only")));
        }
    }
}

fn names_issue(line: &str) -> bool {
    line.split('#').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether an absolute path begins with `path`: it stands at the start of a word, not inside a longer path.
fn has_path(line: &str, path: &str) -> bool {
    line.match_indices(path).any(|(at, _)| {
        !line[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '}' | ')'))
    })
}

fn check_name(file: &File, problems: &mut Vec<Problem>) {
    for part in file.path.split('/') {
        let message = match part.split('.').next().unwrap_or_default() {
            "utils" | "util" | "helpers" | "misc" => "say what it is for, not that it is useful",
            "mod" if file.is_rust() => "`foo.rs` beside `foo/`, not `foo/mod.rs`",
            _ => continue,
        };
        problems.push(Problem::new(&file.path, 0, message));
    }
}

fn check_length(file: &File, problems: &mut Vec<Problem>) {
    let lines = file.text.lines().count();
    let excused = file.is_test() || LONG_FILES.iter().any(|(path, _)| *path == file.path);
    if lines > MAX_LINES && !excused {
        let message =
            format!("{lines} lines, the limit is {MAX_LINES}: look for the second idea in the file");
        problems.push(Problem::new(&file.path, 0, message));
    }
}

fn check_forbidden(file: &File, problems: &mut Vec<Problem>) {
    if EXCUSED.iter().any(|(path, _)| *path == file.path) {
        return;
    }
    for (number, line) in file.lines() {
        for (word, reason) in FORBIDDEN.iter().filter(|(word, _)| code(line).contains(word)) {
            problems.push(Problem::new(&file.path, number, format!("`{word}`: {reason}")));
        }
    }
}

fn check_unsafe(file: &File, problems: &mut Vec<Problem>) {
    if file.is_test() || UNSAFE_ROOMS.iter().any(|room| file.path.starts_with(room)) {
        return;
    }
    for (number, line) in file.lines() {
        if words(&without_strings(code(line))).any(|word| word == "unsafe") {
            let message = format!("`unsafe` belongs into {}", UNSAFE_ROOMS.join(" and "));
            problems.push(Problem::new(&file.path, number, message));
        }
    }
}

/// The line without its comment.
fn code(line: &str) -> &str {
    line.split("//").next().unwrap_or_default()
}

/// The parts of a line that stand outside of double quotes.
fn without_strings(line: &str) -> String {
    line.split('"').step_by(2).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_')
}

#[cfg(test)]
mod tests {
    use super::super::file;
    use super::check;

    fn count(path: &str, text: &str) -> usize {
        let mut problems = Vec::new();
        check(&[file(path, text)], &mut problems);
        problems.len()
    }

    #[test]
    fn each_rule_finds_its_own_breach() {
        let long = "\n".repeat(601);
        assert_eq!(count("crates/a/src/b.rs", &long), 1);
        assert_eq!(count("crates/a/src/b/tests.rs", &long), 0);
        assert_eq!(count("crates/a/src/mod.rs", ""), 1);
        assert_eq!(count("crates/a/src/utils.rs", ""), 1);
        assert_eq!(count("a.rs", concat!("// TO", "DO later")), 1);
        assert_eq!(count("a.rs", concat!("// TO", "DO(#7) later")), 0);
        assert_eq!(count("a.rs", concat!("#[", "ignore]")), 1);
        assert_eq!(count("a.rs", concat!("dbg", "!(x);")), 1);
        assert_eq!(count("a.rs", concat!("#[", "allow(unused)]")), 1);
        assert_eq!(count("crates/lunette/src/index/macros.rs", concat!("#[", "allow(unused)]")), 0);
        assert_eq!(count("a.rs", "unsafe { f() }"), 1);
        assert_eq!(count("a.rs", "#![deny(unsafe_code)] // no unsafe here"), 0);
        assert_eq!(count("crates/lunette/src/kernels/copy.rs", "unsafe { f() }"), 0);
        assert_eq!(count("a.md", concat!("see /ho", "me/ann/x")), 1);
        assert_eq!(count("a.md", concat!("see my/ho", "me/ann/x")), 0);
    }
}
