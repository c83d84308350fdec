//! `cargo xtask test`: every proof the project has, one step after the other.
//!
//! A failed step does not stop the ones after it: one run shows everything that is wrong.

mod long;
pub mod package;

use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use crate::shell::{self, Counts, cargo};
use crate::{python, root, target, tidy};

/// One line of the summary.
struct Step {
    name: &'static str,
    about: &'static str,
    run: fn() -> Result<Counts, String>,
}

/// What every change has to pass.
const STEPS: &[Step] = &[
    Step { name: "fmt", about: "formatting", run: fmt },
    Step { name: "tidy", about: "the house rules", run: tidy_step },
    Step { name: "clippy", about: "lints, with all features and with none", run: clippy },
    Step { name: "tests", about: "unit, behaviour and doc tests", run: tests },
    Step { name: "random", about: "100,000 random programs against a naive oracle", run: random },
    Step { name: "docs", about: "the documentation builds without warnings", run: docs },
    Step { name: "tour", about: "the main job, and the example that the README shows", run: tour },
    Step { name: "loom", about: "every interleaving of the access protocol", run: loom },
    Step {
        name: "oracle",
        about: "random index expressions, functions, operations and files compared with NumPy",
        run: oracle,
    },
    Step { name: "python", about: "the Python package, installed and tested", run: package::tests },
];

/// What takes longer than a change should wait for.
const LONG_STEPS: &[Step] = &[
    Step {
        name: "random-long",
        about: "twenty times the random programs, fresh seed, optimised",
        run: long::random,
    },
    Step {
        name: "oracle-long",
        about: "ten times the comparisons with NumPy, fresh seed",
        run: long::oracle,
    },
    Step { name: "fuzz", about: "libFuzzer on every target, two minutes each", run: long::fuzz },
    Step { name: "asan", about: "the tests under AddressSanitizer", run: long::asan },
    Step { name: "valgrind", about: "the tests of memory and kernels under valgrind", run: long::valgrind },
    Step {
        name: "instruction-sets",
        about: "the unit tests, optimised, with the instructions of older machines",
        run: long::instruction_sets,
    },
    Step {
        name: "python-clients",
        about: "the Python package with more random cases, and libraries that work on it",
        run: package::clients,
    },
    Step { name: "bench-build", about: "the benchmarks build, every peer included", run: long::bench_build },
];

/// The steps and what they are for, one a line.
pub fn list() -> String {
    let line = |step: &Step, when: &str| format!("  {:<16} {}{when}\n", step.name, step.about);
    let always = STEPS.iter().map(|step| line(step, ""));
    always.chain(LONG_STEPS.iter().map(|step| line(step, " (--full)"))).collect()
}

/// Whether the Python package is to be tested later.
static PACKAGE_FOLLOWS: AtomicBool = AtomicBool::new(false);

/// Runs the steps named in `args`, or all of them.
pub fn run(args: &[&str]) -> Result<(), String> {
    let (flags, names): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with("--"));
    if let Some(flag) = flags.iter().find(|flag| **flag != "--full") {
        return Err(format!("`test` has no flag `{flag}`, only `--full`"));
    }
    let full = !flags.is_empty();
    let every = || STEPS.iter().chain(LONG_STEPS);
    if let Some(name) = names.iter().find(|name| !every().any(|step| step.name == **name)) {
        return Err(format!("`test` has no step `{name}`; `cargo xtask help` lists them"));
    }
    let chosen: Vec<&Step> = match names.as_slice() {
        [] if full => every().collect(),
        [] => STEPS.iter().collect(),
        names => every().filter(|step| names.contains(&step.name)).collect(),
    };
    PACKAGE_FOLLOWS.store(chosen.iter().any(|step| step.name == "python"), Relaxed);
    summarise(chosen.into_iter().map(timed).collect())
}

/// A step that has run.
struct Done {
    name: &'static str,
    counts: Counts,
    time: Duration,
}

fn timed(step: &Step) -> Done {
    println!("\n== {}: {}", step.name, step.about);
    let start = Instant::now();
    let counts = (step.run)().unwrap_or_else(|message| {
        println!("{}: {message}", step.name);
        Counts { passed: 0, failed: 1 }
    });
    Done { name: step.name, counts, time: start.elapsed() }
}

fn summarise(steps: Vec<Done>) -> Result<(), String> {
    let mut total = Counts::default();
    let mut time = Duration::ZERO;
    println!("\n{:<16} {:>8} {:>8} {:>9}", "step", "passed", "failed", "seconds");
    for step in steps {
        let Done { name, counts, time: taken } = step;
        println!("{name:<16} {:>8} {:>8} {:>9.1}", counts.passed, counts.failed, taken.as_secs_f64());
        total.add(counts);
        time += taken;
    }
    println!("{:<16} {:>8} {:>8} {:>9.1}", "all", total.passed, total.failed, time.as_secs_f64());
    println!("\n{} passed, {} failed", total.passed, total.failed);
    if total.failed == 0 { Ok(()) } else { Err("a step failed".to_owned()) }
}

/// Runs the commands of a step. One that reports no tests of its own counts as one; so does one that fails although
/// its tests did not, because it could not be built.
fn counted(commands: impl IntoIterator<Item = Command>) -> Result<Counts, String> {
    let mut total = Counts::default();
    for mut command in commands {
        let (succeeded, mut counts) = shell::run(&mut command);
        match succeeded {
            true if counts == Counts::default() => counts.passed = 1,
            false if counts.failed == 0 => counts.failed = 1,
            _ => {}
        }
        total.add(counts);
    }
    Ok(total)
}

fn fmt() -> Result<Counts, String> {
    counted([cargo("fmt --all --check")])
}

fn tidy_step() -> Result<Counts, String> {
    tidy::run().map(|()| Counts { passed: 1, failed: 0 })
}

/// The library's own features; those of `bench` and `fuzz` build a peer and an engine for minutes, `--full` has them.
const FEATURES: &str = "--features lunette/ndarray,lunette/nalgebra,lunette/safetensors,lunette/serde";

fn clippy() -> Result<Counts, String> {
    let all = cargo(&format!("clippy --workspace --all-targets {FEATURES} -- -D warnings"));
    let none = cargo("clippy -p lunette --lib --no-default-features -- -D warnings");
    counted([all, none])
}

fn tests() -> Result<Counts, String> {
    let mut test = cargo(&format!("test --workspace --no-fail-fast {FEATURES}"));
    // A taste of the random programs; `random` runs them all and shows what they were.
    test.env(CASES, "1000");
    counted([test])
}

/// The random programs read from this variable how many they are.
const CASES: &str = "LUNETTE_CASES";

fn random() -> Result<Counts, String> {
    let programs = |count: &str| {
        let mut test = cargo(&format!("test --workspace --test random {FEATURES} -- --nocapture"));
        test.env(CASES, count);
        test
    };
    // Some of them once more, as large tensors are written.
    let mut large = programs("20000");
    large.env("LUNETTE_CACHE_BYTES", "0");
    counted([programs("100000"), large])
}

fn docs() -> Result<Counts, String> {
    let mut doc = cargo(&format!("doc --workspace --no-deps {FEATURES}"));
    doc.env("RUSTDOCFLAGS", "-D warnings");
    counted([doc])
}

/// Everything that is built with optimisation, in one command: each on its own would choose other features of shared
/// dependencies, and build the library anew.
const OPTIMISED: &str = "build --release -p lunette-cli -p lunette-oracle";

fn optimised() -> Result<(), String> {
    shell::must(&mut cargo(OPTIMISED))
}

/// The main job as the README names it, and the example that it shows, which is built beside the tests.
fn tour() -> Result<Counts, String> {
    optimised()?;
    shell::must(&mut cargo(&format!("build --workspace --examples {FEATURES}")))?;
    let mut language = Command::new(target().join("release/lunette"));
    language.args(["run", "examples/tour.lun"]);
    let example = Command::new(target().join("debug/examples/tour"));
    counted([language, example].map(|mut command| {
        command.current_dir(root());
        command
    }))
}

fn loom() -> Result<Counts, String> {
    let mut test = cargo("test -p lunette-gate --lib models");
    // A folder of its own: the flag changes every crate, and the other builds stay warm.
    test.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", target().join("loom"));
    counted([test])
}

fn oracle() -> Result<Counts, String> {
    optimised()?;
    if PACKAGE_FOLLOWS.load(Relaxed) {
        // The comparisons leave a core idle, and one is what the package is built on.
        package::begin();
    }
    compare_with_numpy(&["--cases", "20000", "--seed", "1"])
}

/// Index expressions, then elementwise functions, then all other operations, then files, on random tensors and views.
fn compare_with_numpy(args: &[&str]) -> Result<Counts, String> {
    let python = python::ORACLE.python()?;
    counted(["compare.py", "compute.py", "operations.py", "files.py"].map(|script| {
        let mut compare = Command::new(&python);
        compare
            .arg(format!("tests/oracle/{script}"))
            .arg("--client")
            .arg(target().join("release/lunette-oracle"));
        compare.args(args).current_dir(root());
        compare
    }))
}
