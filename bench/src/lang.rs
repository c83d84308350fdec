//! The language beside CPython and NumPy: whole programs, each in a process of its own, in turns.
//!
//! A program prints a checksum, which must be the same on all sides, and then how many seconds its loops took.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::{machine, python, report};

pub const NAME: &str = "lang";

/// How often each side runs.
const ROUNDS: usize = 7;

/// How many lines are checked.
const LINES: usize = 10_000;

/// What takes a turn.
enum Side {
    /// A program of this name in `bench/lang`, run by the command.
    Language(&'static str),
    /// The same in Python, with these arguments.
    Python(&'static str, &'static [&'static str]),
    /// A command as a whole, from its start to its end.
    Whole(Command),
}

/// A row: what it is, our side, the others with their names, and what our time over that of the first may be at most, or
/// how many milliseconds it may take.
struct Row {
    name: &'static str,
    ours: Side,
    others: Vec<(&'static str, Side)>,
    bar: Bar,
}

enum Bar {
    Ratio(f64),
    Milliseconds(f64),
}

/// The times of one side, in milliseconds.
struct Times {
    min: f64,
    median: f64,
}

/// Measures all rows, prints them, and keeps them in the results.
pub fn run() -> Result<(), String> {
    let command = command()?;
    let python = python::interpreter();
    let lines = write_lines()?;
    let machine = machine::describe(&[version_of(&python)?]);
    let mut text = format!(
        "## {NAME}\n\nMachine and versions: {machine}. Each side is a process; the fastest of {ROUNDS} turns counts, \
         *median* is the ratio by medians. Programs tell how long their loops took; start-up and checking are whole \
         processes.\n\n| work | lunette | CPython | NumPy | ratio | median | bar |\n|---|---:|---:|---:|---:|---:|---|\n"
    );
    print!("{text}");
    for row in rows(&command, &python, &lines) {
        let line = row.measure(&command, &python)?;
        print!("{line}");
        text += &line;
    }
    report::keep_text(NAME, &text)
}

fn rows(command: &Path, python: &Path, lines: &Path) -> Vec<Row> {
    let loops = |name: &'static str, program: &'static str| Row {
        name,
        ours: Side::Language(program),
        others: vec![("CPython", Side::Python(program, &[])), ("NumPy", Side::Python(program, &["numpy"]))],
        bar: Bar::Ratio(0.5),
    };
    let tensors = |name: &'static str, program: &'static str| Row {
        name,
        ours: Side::Language(program),
        others: vec![("NumPy", Side::Python(program, &[]))],
        bar: Bar::Ratio(0.9),
    };
    let whole = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args);
        Side::Whole(command)
    };
    let mut check = Command::new(command);
    check.arg("check").arg(lines);
    vec![
        Row {
            name: "start-up, print(1)",
            ours: whole(command, &["-e", "print(1)"]),
            others: vec![("CPython", whole(python, &["-c", "print(1)"]))],
            bar: Bar::Ratio(0.5),
        },
        loops("longest increasing subsequence, n = 2000", "lis"),
        loops("sieve of Eratosthenes", "sieve"),
        loops("nested loops over a grid", "nested"),
        tensors("heat equation, 512x512, 200 steps", "heat"),
        tensors("k-means, 20000 points", "kmeans"),
        Row {
            name: "checking 10,000 lines",
            ours: Side::Whole(check),
            others: Vec::new(),
            bar: Bar::Milliseconds(100.0),
        },
    ]
}

impl Row {
    fn measure(mut self, command: &Path, python: &Path) -> Result<String, String> {
        let mut ours = Vec::new();
        let mut others: Vec<Vec<f64>> = self.others.iter().map(|_| Vec::new()).collect();
        let mut checksum: Option<String> = None;
        for _ in 0..ROUNDS {
            let sides = std::iter::once((&mut self.ours, &mut ours));
            for (side, times) in sides.chain(self.others.iter_mut().map(|(_, side)| side).zip(&mut others)) {
                let (printed, milliseconds) = side.run(command, python)?;
                times.push(milliseconds);
                match &checksum {
                    Some(known) if *known != printed => {
                        return Err(format!("{}: the sides disagree: {known} and {printed}", self.name));
                    }
                    Some(_) => {}
                    None => checksum = Some(printed),
                }
            }
        }
        let ours = Times::of(ours);
        let others: Vec<(&str, Times)> =
            self.others.iter().map(|(name, _)| *name).zip(others.into_iter().map(Times::of)).collect();
        Ok(self.line(&ours, &others))
    }

    fn line(&self, ours: &Times, others: &[(&str, Times)]) -> String {
        let time = |name: &str| {
            let found = others.iter().find(|(other, _)| *other == name);
            found.map_or_else(|| "-".to_owned(), |(_, times)| format!("{:.2} ms", times.min))
        };
        let first = others.first().map(|(_, times)| (ours.min / times.min, ours.median / times.median));
        let (ratio, median) = first.map_or(("-".to_owned(), "-".to_owned()), |(min, median)| {
            (format!("{min:.2}"), format!("{median:.2}"))
        });
        let (bar, holds) = match self.bar {
            Bar::Ratio(limit) => (format!("<= {limit}"), first.is_some_and(|(min, _)| min <= limit)),
            Bar::Milliseconds(limit) => (format!("<= {limit} ms"), ours.min <= limit),
        };
        format!(
            "| {} | {:.2} ms | {} | {} | {ratio} | {median} | {bar}: {} |\n",
            self.name,
            ours.min,
            time("CPython"),
            time("NumPy"),
            if holds { "yes" } else { "NO" },
        )
    }
}

impl Side {
    /// What it printed before the time, and how long it took in milliseconds.
    fn run(&mut self, command: &Path, python: &Path) -> Result<(String, f64), String> {
        match self {
            Self::Whole(command) => {
                let start = Instant::now();
                let printed = output(command)?;
                Ok((printed, start.elapsed().as_secs_f64() * 1e3))
            }
            Self::Language(program) => {
                timed(Command::new(command).arg("run").arg(format!("bench/lang/{program}.lun")))
            }
            Self::Python(program, args) => {
                timed(Command::new(python).arg(format!("bench/lang/{program}.py")).args(*args))
            }
        }
    }
}

impl Times {
    fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let at = |k: usize| samples.get(k).copied().unwrap_or(f64::NAN);
        Self { min: at(0), median: at(samples.len() / 2) }
    }
}

/// Runs a program whose last line says how many seconds it took.
fn timed(command: &mut Command) -> Result<(String, f64), String> {
    let printed = output(command)?;
    let (checksum, seconds) = printed.trim_end().rsplit_once('\n').unwrap_or(("", &printed));
    let seconds: f64 = seconds.parse().map_err(|_| format!("{command:?} printed no time: {printed}"))?;
    Ok((checksum.to_owned(), seconds * 1e3))
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("cannot run {command:?}: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// The command, which `cargo xtask bench` has built beside this program.
fn command() -> Result<PathBuf, String> {
    let here = std::env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    let command = here.with_file_name(if cfg!(windows) { "lunette.exe" } else { "lunette" });
    if command.exists() { Ok(command) } else { Err(format!("there is no {}", command.display())) }
}

fn version_of(python: &Path) -> Result<String, String> {
    let text = "import sys, numpy; print(f'CPython {sys.version.split()[0]}; NumPy {numpy.__version__}')";
    Ok(output(Command::new(python).args(["-c", text]))?.trim().to_owned())
}

/// A program of many lines: functions of several kinds of statements, each called, over and over.
fn write_lines() -> Result<PathBuf, String> {
    let mut text = String::new();
    let mut lines = 0;
    for k in 0.. {
        let block = format!(
            "fun task{k}(x: tensor<f64, 2>, n: i32) -> f64 {{\n    let mut total = 0.0\n    for (i from 0 to n) {{\n        \
             total += x[i, 0] * 2.0\n    }}\n    let y = exp(x - max(x, axis = -1, keepdims = true))\n    total + sum(y[0, 1:])\n}}\n\
             let a{k} = zeros((4, 5)) + {k}.0\nlet r{k} = task{k}(a{k}, 3)\n"
        );
        lines += block.lines().count();
        text += &block;
        if lines >= LINES {
            break;
        }
    }
    let path = std::env::temp_dir().join("lunette-bench-lines.lun");
    std::fs::write(&path, text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    Ok(path)
}
