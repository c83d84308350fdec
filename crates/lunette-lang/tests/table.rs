//! The table of built-in functions: every example does what it says, and a page shows all of them.
//!
//! With `LUNETTE_UPDATE=1` the page is rewritten.

#[path = "suite/program.rs"]
mod program;

use std::path::Path;

use lunette_lang::builtins::{self, Builtin, Family};

/// The program of an example, and what it prints. A line `expression // text` says what `print` makes of the expression;
/// a line that begins with `//` goes on with the text.
fn program_of(row: &Builtin) -> (String, String) {
    let (mut text, mut printed) = (String::new(), String::new());
    for line in row.example.lines() {
        match line.split_once("// ") {
            Some(("", more)) => printed.push_str(&format!("{more}\n")),
            Some((expression, shown)) => {
                let is_print = expression.starts_with("print(");
                let statement = if is_print {
                    expression.to_owned()
                } else {
                    format!("print({})", expression.trim_end())
                };
                text.push_str(&format!("{statement}\n"));
                printed.push_str(&format!("{shown}\n"));
            }
            None => text.push_str(&format!("{line}\n")),
        }
    }
    (text, printed)
}

#[test]
fn every_example_does_what_it_says() {
    let mut wrong = Vec::new();
    for row in builtins::all() {
        let (text, printed) = program_of(row);
        let outcome = program::run(vec![("main.lun".to_owned(), text)]).unwrap();
        let said: Vec<&str> = outcome.diagnostics.iter().map(|found| found.message.as_str()).collect();
        if !said.is_empty() || outcome.output != printed {
            wrong.push(format!(
                "{}: prints {:?}, says {said:?}, should print {printed:?}",
                row.name, outcome.output
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn examples_show_something() {
    let without: Vec<&str> =
        builtins::all().filter(|row| !row.example.contains("// ")).map(|row| row.name).collect();
    assert_eq!(without, ["assert", "error", "exit"], "only these give nothing that could be shown");
}

/// The page of all functions, family by family.
fn page() -> String {
    let mut page = String::from(
        "# Built-in functions\n\nThis page is made from the table that the language itself works with: `lunette doc name` \
         shows one entry of it.\nAfter `=` stands what counts where no argument is given. A line of an example ends in what \
         `print` makes of it.\n",
    );
    for family in Family::ALL {
        let title = family.title();
        let (first, rest) = title.split_at(title.chars().next().map_or(0, char::len_utf8));
        page.push_str(&format!("\n## {}{rest}\n", first.to_uppercase()));
        for row in builtins::family(family) {
            page.push_str(&format!("\n**`{}`**: {}\n", row.signature(), row.doc));
            page.push_str(&format!("```lun\n{}\n```\n", row.example));
        }
    }
    page
}

#[test]
fn the_page_of_functions_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/language/built-in-functions.md");
    if std::env::var_os("LUNETTE_UPDATE").is_some() {
        std::fs::write(&path, page()).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == page(),
        "docs/language/built-in-functions.md differs: run this test with LUNETTE_UPDATE=1"
    );
}
