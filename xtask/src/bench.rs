//! `cargo xtask bench`: Lunette and its peers, side by side in one run.

use std::process::Command;

use crate::python::{Environment, Missing};
use crate::shell::{self, cargo};
use crate::test::package;
use crate::{root, target};

const PEERS: Environment =
    Environment { folder: "venv-bench", requirements: &["bench/requirements.txt"], missing: Missing::IsSaid };

/// The peers and PyTorch, which takes 5 GB.
const PEERS_AND_TORCH: Environment = Environment {
    folder: "venv-bench-torch",
    requirements: &["bench/requirements.txt", "bench/torch-requirements.txt"],
    missing: Missing::IsSaid,
};

/// Builds the benchmarks with every peer and runs one family, or all of them.
pub fn run(args: &[&str]) -> Result<(), String> {
    let (flags, args): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    let peers = match flags.as_slice() {
        [] => PEERS,
        ["--torch"] => PEERS_AND_TORCH,
        _ => return Err(format!("`bench` knows `--torch`, not `{}`", flags.join(" "))),
    };
    // Only the rows of `python` need the package, and it takes minutes to build.
    let python = match args.first() {
        None | Some(&"python") => package::with_package(&peers)?,
        Some(_) => peers.python()?,
    };
    shell::must(&mut cargo(
        "build --release --package bench --package lunette-cli --features bench/candle,bench/faer",
    ))?;
    let mut bench = Command::new(target().join("release/bench"));
    bench.args(args).env("LUNETTE_BENCH_PYTHON", python).current_dir(root());
    shell::must(&mut bench)
}
