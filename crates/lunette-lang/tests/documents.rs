//! The pages of `docs/language`: every program on them runs, and prints what the page says.
//!
//! A block of `lun` with a block of `text` right after it is a program and its output, mistakes in their plain form
//! included. A block `lun file=lib/a.lun` is a module for the programs of its page. A block of `lun` alone makes the names
//! for the tables after it, whose first column is an expression and whose last, `gives`, is what it prints.
//! With `LUNETTE_UPDATE=1` the pages are rewritten instead; look at the difference before it stays.

#[path = "suite/program.rs"]
mod program;

use std::path::{Path, PathBuf};

use lunette_lang::diagnostic::render::{Style, text};

/// The lines of a page, and what has been read of it.
struct Page {
    name: String,
    lines: Vec<String>,
    /// The modules that the page has shown so far.
    modules: Vec<(String, String)>,
    /// The program before the tables.
    setup: String,
    /// Programs and rows that were run.
    runs: usize,
    problems: Vec<String>,
}

#[test]
fn pages_say_what_programs_print() {
    let update = std::env::var_os("LUNETTE_UPDATE").is_some();
    let mut runs = 0;
    let mut problems = Vec::new();
    for path in pages() {
        let before = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let page = read(&name, &before);
        if update {
            std::fs::write(&path, page.lines.join("\n") + "\n").unwrap();
        }
        runs += page.runs;
        problems.extend(page.problems);
    }
    assert!(update || problems.is_empty(), "{}", problems.join("\n\n"));
    assert!(runs >= 80, "the pages have only {runs} programs and rows");
}

fn pages() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language");
    let mut pages: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.sort();
    pages
}

/// Runs everything on a page. Its lines come back with what was really printed.
fn read(name: &str, page: &str) -> Page {
    let mut page = Page {
        name: name.to_owned(),
        lines: page.lines().map(str::to_owned).collect(),
        modules: Vec::new(),
        setup: String::new(),
        runs: 0,
        problems: Vec::new(),
    };
    let mut at = 0;
    while at < page.lines.len() {
        at = match page.lines[at].strip_prefix("```lun") {
            Some(info) => page.program(at, info.trim().to_owned()),
            None if page.lines[at].starts_with('|') => page.table(at),
            None => at + 1,
        };
    }
    page
}

impl Page {
    /// Runs the program that begins at a line; gives the line after it and its output.
    fn program(&mut self, at: usize, info: String) -> usize {
        let end = self.end_of_block(at);
        let program = self.lines[at + 1..end].join("\n") + "\n";
        if let Some(path) = info.strip_prefix("file=") {
            self.modules.push((path.to_owned(), program));
            return end + 1;
        }
        if self.lines.get(end + 1).map(String::as_str) != Some("```text") {
            self.setup = program;
            return end + 1;
        }
        let close = self.end_of_block(end + 1);
        let expected = self.lines[end + 2..close].to_vec();
        let printed = self.run(program);
        if printed != expected {
            self.problem(at, &expected.join("\n"), &printed.join("\n"));
        }
        let after = end + 2 + printed.len() + 1;
        self.lines.splice(end + 2..close, printed);
        after
    }

    /// Runs the rows of a table whose last column is `gives`; gives the line after it.
    fn table(&mut self, at: usize) -> usize {
        let rows = self.lines[at..].iter().take_while(|line| line.starts_with('|')).count();
        if cells(&self.lines[at]).last().map(String::as_str) != Some("gives") {
            return at + rows;
        }
        for line in at + 2..at + rows {
            let row = cells(&self.lines[line]);
            let (Some(first), Some(last)) = (row.first(), row.last()) else { continue };
            let (code, expected) = (first.trim_matches('`').to_owned(), last.trim_matches('`').to_owned());
            let printed = self.run(format!("{}print({code})\n", self.setup)).join("\n");
            if printed != expected {
                self.problem(line, &expected, &printed);
                self.lines[line] =
                    self.lines[line].replace(&format!("`{expected}` |"), &format!("`{printed}` |"));
            }
        }
        at + rows
    }

    fn end_of_block(&self, at: usize) -> usize {
        let length = self.lines[at + 1..].iter().take_while(|line| *line != "```").count();
        at + 1 + length
    }

    /// What a program prints, then what is said about it, line by line.
    fn run(&mut self, program: String) -> Vec<String> {
        self.runs += 1;
        let mut files = vec![("main.lun".to_owned(), program)];
        files.extend(self.modules.iter().cloned());
        let outcome = match program::run(files) {
            Ok(outcome) => outcome,
            Err(problem) => return vec![problem],
        };
        let said =
            outcome.diagnostics.iter().map(|diagnostic| text(diagnostic, &outcome.sources, Style::Plain));
        let all: String = std::iter::once(outcome.output.clone()).chain(said).collect();
        all.lines().map(|line| line.trim_end().to_owned()).collect()
    }

    fn problem(&mut self, line: usize, expected: &str, printed: &str) {
        let place = format!("{}:{}", self.name, line + 1);
        self.problems.push(format!("{place}: the page says\n{expected}\nand the program prints\n{printed}"));
    }
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    row.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
}
