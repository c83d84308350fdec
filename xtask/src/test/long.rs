//! The steps of `cargo xtask test --full`: the same proofs for longer, and the slow checkers.

use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{CASES, FEATURES, compare_with_numpy, counted, optimised};
use crate::shell::{self, Counts, cargo};
use crate::target;

/// How long libFuzzer looks at each target.
const FUZZ_SECONDS: u32 = 120;

/// The binaries of `fuzz`, without `fuzz-` before their names.
const FUZZ_TARGETS: [&str; 7] =
    ["layout", "index", "operations", "files", "language-bytes", "language-tokens", "language-mutated"];

/// What makes a binary report which code an input has reached, and checks its memory.
const FUZZ_FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
     -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
     -Zsanitizer=address -Cdebug-assertions -Ccodegen-units=1";

pub fn random() -> Result<Counts, String> {
    let mut test = cargo(&format!("test -p lunette --release --test random {FEATURES} -- --nocapture"));
    test.env(CASES, "2000000").env("LUNETTE_SEED", seed()?);
    counted([test])
}

/// Another seed each time; whoever uses it prints it, so that a failure can be repeated.
pub fn seed() -> Result<String, String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_err(|error| error.to_string())?;
    Ok(now.as_secs().to_string())
}

pub fn oracle() -> Result<Counts, String> {
    optimised()?;
    compare_with_numpy(&["--cases", "200000", "--seed", &seed()?])
}

pub fn fuzz() -> Result<Counts, String> {
    if !shell::exists("c++") {
        return skipped("there is no C++ compiler for libFuzzer");
    }
    let host = shell::host()?;
    let folder = target().join("fuzz");
    let mut build =
        cargo(&format!("build --release -p lunette-fuzz --features libfuzzer --bins --target {host}"));
    build.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", FUZZ_FLAGS).env("CARGO_TARGET_DIR", &folder);
    shell::must(&mut build)?;
    counted(FUZZ_TARGETS.map(|name| {
        let corpus = folder.join("corpus").join(name);
        // The engine says so itself if it cannot use the folder.
        let _ = std::fs::create_dir_all(&corpus);
        let mut run = Command::new(folder.join(&host).join("release").join(format!("fuzz-{name}")));
        run.arg(corpus).arg(format!("-max_total_time={FUZZ_SECONDS}")).arg("-verbosity=0");
        // Inputs that fail are kept beside the corpus.
        run.arg(format!("-artifact_prefix={}/", folder.display())).current_dir(&folder);
        run
    }))
}

pub fn asan() -> Result<Counts, String> {
    let host = shell::host()?;
    // With a target named, build scripts and procedural macros stay without the sanitizer.
    let mut test = cargo(&format!("test -p lunette {FEATURES} --no-fail-fast --lib --tests --target {host}"));
    test.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address");
    // Memory that nobody has is an error of the library, which has to see it. Some tests leak on purpose; valgrind looks
    // for what the library leaks.
    test.env("ASAN_OPTIONS", "allocator_may_return_null=1:detect_leaks=0");
    test.env("CARGO_TARGET_DIR", target().join("asan")).env(CASES, "10000");
    counted([test])
}

pub fn valgrind() -> Result<Counts, String> {
    if !shell::exists("valgrind") {
        return skipped("valgrind is not installed");
    }
    let host = shell::host()?.to_uppercase().replace('-', "_");
    // Valgrind has its own arithmetic, in which NaN is not quite NaN.
    let mut test = cargo("test -p lunette --release --lib -- buffer:: kernels:: --skip kernels::math");
    let checker = "valgrind --error-exitcode=1 --leak-check=full --errors-for-leak-kinds=definite \
                   --show-leak-kinds=definite --quiet";
    test.env(format!("CARGO_TARGET_{host}_RUNNER"), checker);
    counted([test])
}

/// What machines with fewer instructions run.
pub fn instruction_sets() -> Result<Counts, String> {
    counted(["base", "avx2"].map(|most| {
        let mut test = cargo("test -p lunette --release --lib");
        test.env("LUNETTE_ISA", most);
        test
    }))
}

pub fn bench_build() -> Result<Counts, String> {
    counted([cargo("clippy -p bench --all-features --all-targets -- -D warnings")])
}

fn skipped(why: &str) -> Result<Counts, String> {
    println!("skipped: {why}");
    Ok(Counts::default())
}
