//! The steps of `cargo xtask test --full`: the same proofs for longer, and the slow checkers.

use std::time::{SystemTime, UNIX_EPOCH};

use super::{compare_with_numpy, counted};
use crate::shell::{self, Counts, cargo};
use crate::target;

/// The property tests read how many random cases they run from this variable.
const CASES: &str = "LUNETTE_CASES";

pub fn tests() -> Result<Counts, String> {
    let mut test = cargo("test -p lunette --release --all-features --no-fail-fast --tests");
    test.env(CASES, "1000000");
    counted([test])
}

pub fn oracle() -> Result<Counts, String> {
    // Another seed each time; the script prints it, so that a failure can be repeated.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
    compare_with_numpy(&["--cases", "200000", "--seed", &now.as_secs().to_string()])
}

pub fn asan() -> Result<Counts, String> {
    let host = shell::host()?;
    // With a target named, build scripts and procedural macros stay without the sanitizer.
    let mut test =
        cargo(&format!("test -p lunette --all-features --no-fail-fast --lib --tests --target {host}"));
    test.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    test.env("CARGO_TARGET_DIR", target().join("asan")).env(CASES, "10000");
    counted([test])
}

pub fn valgrind() -> Result<Counts, String> {
    if !shell::exists("valgrind") {
        println!("valgrind is not installed: skipped");
        return Ok(Counts::default());
    }
    let host = shell::host()?.to_uppercase().replace('-', "_");
    let mut test = cargo("test -p lunette --release --lib -- buffer:: kernels::");
    test.env(format!("CARGO_TARGET_{host}_RUNNER"), "valgrind --error-exitcode=1 --leak-check=full --quiet");
    counted([test])
}

pub fn bench_build() -> Result<Counts, String> {
    counted([cargo("clippy -p bench --all-features --all-targets -- -D warnings")])
}
