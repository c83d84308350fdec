//! `lunette doc` and `:doc`: what functions do, built-in ones and those of programs.

use std::fmt::Write;
use std::path::Path;

use lunette_lang::builtins::{self, Family};
use lunette_lang::source::{FileId, Source};
use lunette_lang::syntax;

use crate::host::loader;
use crate::host::output::Output;
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Shows the page of a function, the functions of a file, or the list of all.
pub fn run(name: Option<&str>, report: Report) -> Exit {
    let mut output = Output::new();
    let text = match name.filter(|name| name.ends_with(".lun")) {
        Some(file) => file_page(Path::new(file)),
        None => page_or_list(name, "lunette doc"),
    };
    let exit = match text {
        Ok(text) => {
            output.write(&text);
            Exit::Success
        }
        Err(words) => {
            report.words(&words);
            Exit::Mistake
        }
    };
    output.flush();
    exit
}

/// The functions of a file, with the comments above them.
///
/// # Errors
/// In words: the file cannot be read, or has no functions.
fn file_page(file: &Path) -> Result<String, String> {
    let name = loader::name_of(file);
    let text = loader::read(file).map_err(|words| format!("`{name}` cannot be read: {words}"))?;
    let functions = syntax::documented(&Source::new(FileId(0), name.as_str(), text));
    let pages: Vec<String> = functions.iter().map(|(_, head, comment)| page(head, comment)).collect();
    match pages.is_empty() {
        true => Err(format!("`{name}` has no functions")),
        false => Ok(pages.join("\n")),
    }
}

/// The page of a function of a program.
pub fn page(head: &str, comment: &str) -> String {
    let lines: String = comment.lines().map(|line| format!("    {line}\n")).collect();
    format!("{head}\n{lines}")
}

/// The page of a function, or the list of all; `command` is how one asks for either.
///
/// # Errors
/// In words: there is no such function, and which one may be meant.
pub fn page_or_list(name: Option<&str>, command: &str) -> Result<String, String> {
    let Some(name) = name else { return Ok(list(command)) };
    match builtins::find(name.trim_end_matches("()")) {
        Some(builtin) => Ok(builtin.page()),
        None => Err(match builtins::closest(name) {
            Some(close) => format!("there is no function `{name}`; did you mean `{close}`?"),
            None => format!("there is no function `{name}`; `{command}` lists all of them"),
        }),
    }
}

/// The width of the list of names.
const WIDTH: usize = 80;

/// Every function by its name, family by family.
fn list(command: &str) -> String {
    let mut text = String::new();
    for family in Family::ALL {
        let names: Vec<&str> = builtins::family(family).map(|builtin| builtin.name).collect();
        if names.is_empty() {
            continue;
        }
        // Writing into a string cannot fail, here and below.
        let _ = writeln!(text, "{}", family.title());
        let mut line = String::from(" ");
        for name in names {
            if line.len() + name.len() + 1 > WIDTH {
                let _ = writeln!(text, "{line}");
                line = String::from(" ");
            }
            let _ = write!(line, " {name}");
        }
        let _ = write!(text, "{line}\n\n");
    }
    text + command + " NAME tells more about one of them\n"
}
