//! The same rows where everybody's heap is warm: freed memory stays with the process, as glibc can be told to do.
//!
//! glibc reads its settings when a process starts, so the rows are measured by a second process of this program, and
//! the peers of Python by one that it starts in turn. What it measured comes back in a file.

use std::path::Path;
use std::process::Command;

use crate::harness::{Measured, Times};
use crate::row::Peer;

/// Tells the program that it is the second process, and where to write.
pub const FLAG: &str = "--warm";

/// No block is mapped on its own, nothing goes back to the system, and all threads share one heap.
const SETTINGS: &[(&str, &str)] = &[
    ("MALLOC_MMAP_MAX_", "0"),
    ("MALLOC_TRIM_THRESHOLD_", "1099511627776"),
    ("MALLOC_TOP_PAD_", "67108864"),
    ("MALLOC_ARENA_MAX", "1"),
];

/// Measures the rows with large results again, and adds what came out.
pub fn add(family: &str, filter: Option<&str>, rows: &mut [Measured]) -> Result<(), String> {
    if rows.iter().all(|row| !row.fresh) {
        return Ok(());
    }
    let program = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let file = program.with_file_name("bench-warm.tsv");
    let mut second = Command::new(program);
    second.arg(FLAG).arg(&file).arg(family).args(filter).envs(SETTINGS.iter().copied());
    match second.status() {
        Ok(status) if status.success() => read(&file, rows),
        _ => Err("the rows could not be measured on a warm heap".to_owned()),
    }
}

/// Writes what the second process has measured: a line for each side, its row, name and times.
pub fn write(file: &Path, rows: &[Measured]) -> Result<(), String> {
    let mut text = String::new();
    for row in rows {
        for Times { peer, min, median, .. } in &row.times {
            text += &format!("{}\t{}\t{min}\t{median}\n", row.name, peer.name());
        }
    }
    std::fs::write(file, text).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

fn read(file: &Path, rows: &mut [Measured]) -> Result<(), String> {
    let text =
        std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    for line in text.lines() {
        let [name, peer, min, median] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let Some(row) = rows.iter_mut().find(|row| row.name == name) else { continue };
        if let (Some(peer), Ok(min), Ok(median)) = (Peer::named(peer), min.parse(), median.parse()) {
            row.warm.push(Times { peer, how: String::new(), min, median });
        }
    }
    Ok(())
}
