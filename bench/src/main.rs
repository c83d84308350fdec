//! Lunette beside its peers, measured in one run: `cargo xtask bench [FAMILY] [FILTER]`.
//!
//! Every row is one piece of work, written once for each library in its own best idiom. The sides of a row take turns
//! in short rounds, so that a machine that is slow for a moment is slow for all of them.

mod compute;
mod harness;
mod lang;
mod limits;
mod machine;
mod package;
mod python;
mod report;
mod row;
mod views;
mod warm;

use std::path::Path;
use std::process::ExitCode;

use harness::Measured;
use limits::Limits;
use python::Worker;
use report::Section;
use row::{Peer, Row};

/// How a family gives its rows: one by one, so that only one row's data is in memory.
type MakeRow = fn() -> Row;

/// Rows that belong together: their name, the rows, and who takes part.
struct Family {
    name: &'static str,
    rows: fn() -> Vec<MakeRow>,
    peers: &'static [Peer],
}

const FAMILIES: &[Family] = &[
    Family {
        name: "views",
        rows: views::rows,
        peers: &[Peer::Lunette, Peer::Ndarray, Peer::NdarrayDyn, Peer::Candle, Peer::NumPy],
    },
    Family { name: "compute", rows: compute::rows, peers: &Peer::ALL },
    Family { name: "python", rows: package::rows, peers: &[Peer::Lunette, Peer::NumPy, Peer::Rust] },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let outcome = match args.as_slice() {
        [warm::FLAG, file, family, filter @ ..] => {
            again_on_a_warm_heap(Path::new(file), family, filter.first().copied())
        }
        [] => run(None, None).and_then(|()| lang::run()),
        [lang::NAME, ..] => lang::run(),
        [family] => run(Some(family), None),
        [family, filter, ..] => run(Some(family), Some(filter)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn families(wanted: Option<&str>) -> Result<Vec<&'static Family>, String> {
    let chosen: Vec<_> =
        FAMILIES.iter().filter(|family| wanted.is_none_or(|name| name == family.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = FAMILIES.iter().map(|family| family.name).collect();
        let wanted = wanted.unwrap_or_default();
        return Err(format!("there is no family `{wanted}`, only {}, {}", names.join(", "), lang::NAME));
    }
    Ok(chosen)
}

fn run(family: Option<&str>, filter: Option<&str>) -> Result<(), String> {
    for family in families(family)? {
        let mut worker = Worker::start()?;
        let machine = machine::describe(&worker.versions());
        println!("{}, on {machine}", family.name);
        let limits = machine_limits()?;
        println!("the machine: {}", limits.describe());
        let mut rows = measure(family, &mut worker, limits, |row| matches(row, filter))?;
        let limits = limits.or_better(machine_limits()?);
        drop(worker);
        warm::add(family.name, filter, &mut rows)?;
        let section = Section { name: family.name, machine: &machine, limits, rows: &rows };
        println!("\n{}", section.verdict());
        // A part of the rows would leave a file that says less than it seems to.
        if filter.is_none() {
            report::keep(&section)?;
        }
    }
    Ok(())
}

fn matches(row: &Row, filter: Option<&str>) -> bool {
    filter.is_none_or(|part| row.name.contains(part))
}

fn machine_limits() -> Result<Limits, String> {
    Limits::measure().map_err(|error| format!("cannot measure the machine: {error}"))
}

fn again_on_a_warm_heap(file: &Path, family: &str, filter: Option<&str>) -> Result<(), String> {
    let mut rows = Vec::new();
    for family in families(Some(family))? {
        println!("\n{}, on a warm heap", family.name);
        let wanted = |row: &Row| row.fresh && matches(row, filter);
        rows.extend(measure(family, &mut Worker::start()?, machine_limits()?, wanted)?);
    }
    warm::write(file, &rows)
}

/// Measures the wanted rows of a family, one line of the table each.
fn measure(
    family: &Family,
    worker: &mut Worker,
    limits: Limits,
    wanted: impl Fn(&Row) -> bool,
) -> Result<Vec<Measured>, String> {
    println!("{}", report::heading(family.peers));
    let mut measured = Vec::new();
    for make in (family.rows)() {
        let row = make();
        if !wanted(&row) {
            continue;
        }
        let done = harness::measure(row, worker)?;
        println!("{}", report::line(&done, family.peers, limits));
        measured.push(done);
    }
    Ok(measured)
}
