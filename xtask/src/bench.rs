//! `cargo xtask bench`: Lunette and its peers, side by side in one run.

use std::process::Command;

use crate::shell::{self, cargo};
use crate::{python, root, target};

/// Builds the benchmarks with every peer and runs one family, or all of them.
pub fn run(args: &[&str]) -> Result<(), String> {
    let python = python::environment()?;
    shell::must(&mut cargo("build --release --package bench --features candle"))?;
    let mut bench = Command::new(target().join("release/bench"));
    bench.args(args).env("LUNETTE_BENCH_PYTHON", python).current_dir(root());
    shell::must(&mut bench)
}
