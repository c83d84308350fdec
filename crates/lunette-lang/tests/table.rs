//! The table of built-in functions: every example does what it says.

#[expect(dead_code, reason = "other tests read more of an outcome")]
#[path = "suite/program.rs"]
mod program;

use lunette_lang::builtins::{self, Builtin};

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
    assert_eq!(without, ["assert", "error"], "only these give nothing that could be shown");
}
