//! `lunette doc` and `:doc`: what built-in functions do.

use std::fmt::Write;

use lunette_lang::builtins::{self, Family};

use crate::host::output::Output;
use crate::shell::exit::Exit;
use crate::shell::report::Report;

/// Shows the page of a function, or the list of all.
pub fn run(name: Option<&str>, report: Report) -> Exit {
    let mut output = Output::new();
    let text = page_or_list(name, "lunette doc");
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
