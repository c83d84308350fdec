//! Lunette beside its peers, measured in one run: `cargo xtask bench [FAMILY] [FILTER]`.
//!
//! Every row is one piece of work, written once for each library in its own best idiom. The sides of a row take turns
//! in short rounds, so that a machine that is slow for a moment is slow for all of them.

mod harness;
mod machine;
mod numpy;
mod report;
mod row;
mod views;

use std::process::ExitCode;

use numpy::Worker;
use row::Row;

/// How a family gives its rows: one by one, so that only one row's data is in memory.
type MakeRow = fn() -> Row;

/// The name of a family, its rows, and the file that keeps the results of a whole run.
type Family = (&'static str, fn() -> Vec<MakeRow>, &'static str);

const FAMILIES: &[Family] = &[("views", views::rows, "bench/RESULTS.md")];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(args.first().map(String::as_str), args.get(1).map(String::as_str)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(family: Option<&str>, filter: Option<&str>) -> Result<(), String> {
    let chosen: Vec<_> =
        FAMILIES.iter().filter(|(name, ..)| family.is_none_or(|family| family == *name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = FAMILIES.iter().map(|(name, ..)| *name).collect();
        return Err(format!(
            "there is no family `{}`, only {}",
            family.unwrap_or_default(),
            names.join(", ")
        ));
    }
    let mut worker = Worker::start()?;
    for (name, rows, file) in chosen {
        println!("{name}, on {}", machine::describe(&worker.version()?));
        println!("{}", report::heading());
        let mut measured = Vec::new();
        for make in rows() {
            let row = make();
            if filter.is_some_and(|part| !row.name.contains(part)) {
                continue;
            }
            let done = harness::measure(row, &mut worker)?;
            println!("{}", report::line(&done));
            measured.push(done);
        }
        println!("\n{}", report::verdict(&measured));
        // A part of the rows would leave a file that says less than it seems to.
        if filter.is_none() {
            let text = report::document(&machine::describe(&worker.version()?), &measured);
            std::fs::write(file, text).map_err(|error| format!("cannot write {file}: {error}"))?;
            println!("written to {file}");
        }
    }
    Ok(())
}
