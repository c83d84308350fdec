//! Running commands: echo, run, time, and count the tests they report.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::root;

/// What a command, or a whole step, found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub passed: u64,
    pub failed: u64,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

/// A cargo command in the root of the repository; words are split at spaces.
pub fn cargo(words: &str) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.args(words.split_whitespace()).current_dir(root());
    // The compiler flags of the caller's shell would build everything a second time, and differently.
    command.env_remove("RUSTFLAGS");
    // Notes for the next build take time, and a machine of continuous integration has no next one.
    if std::env::var_os("CI").is_some() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}

/// Runs a command to its end, showing what it prints and counting the tests it reports.
pub fn run(command: &mut Command) -> (bool, Counts) {
    println!("$ {}", describe(command));
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => {
            println!("cannot start it: {error}");
            return (false, Counts::default());
        }
    };
    let mut counts = Counts::default();
    if let Some(stdout) = child.stdout.take() {
        let mut out = std::io::stdout();
        // Bytes, not text: a test may print what is no UTF-8.
        for line in BufReader::new(stdout).split(b'\n').map_while(Result::ok) {
            let line = String::from_utf8_lossy(&line);
            // Somebody who closes our output early (`| head`) does not make the tests fail.
            let _ = writeln!(out, "{line}");
            counts.add(test_result(&line));
        }
    }
    (child.wait().is_ok_and(|status| status.success()), counts)
}

/// Runs a command that has to succeed.
pub fn must(command: &mut Command) -> Result<(), String> {
    if run(command).0 { Ok(()) } else { Err(format!("`{}` failed", describe(command))) }
}

/// What a command prints, if it runs and succeeds.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether a program can be started.
pub fn exists(program: &str) -> bool {
    output(Command::new(program).arg("--version")).is_some()
}

/// The triple of this machine, as rustc calls it.
pub fn host() -> Result<String, String> {
    let version = output(Command::new("rustc").arg("-vV")).ok_or("`rustc -vV` failed")?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "`rustc -vV` names no host".to_owned())
}

/// A command as somebody would type it.
fn describe(command: &Command) -> String {
    let mut words = Vec::new();
    for (name, value) in command.get_envs() {
        if let Some(value) = value.filter(|_| name != "PATH") {
            words.push(format!("{}={:?}", name.to_string_lossy(), value.to_string_lossy()));
        }
    }
    let program = Path::new(command.get_program());
    words.push(program.file_name().unwrap_or(command.get_program()).to_string_lossy().into_owned());
    words.extend(command.get_args().map(|arg| arg.to_string_lossy().into_owned()));
    words.join(" ")
}

/// The counts of a line such as `test result: ok. 12 passed; 1 failed; 0 ignored; …`.
fn test_result(line: &str) -> Counts {
    let Some((_, numbers)) = line.split_once("test result: ") else { return Counts::default() };
    let count = |word: &str| {
        let before = numbers.split(word).next().filter(|before| before.len() < numbers.len());
        before.and_then(|before| before.split_whitespace().last()?.parse().ok()).unwrap_or(0)
    };
    Counts { passed: count(" passed"), failed: count(" failed") }
}

#[cfg(test)]
mod tests {
    use super::{Counts, test_result};

    #[test]
    fn counts_are_read_from_the_test_harness() {
        let check = |line, passed, failed| assert_eq!(test_result(line), Counts { passed, failed }, "{line}");
        check("test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", 12, 0);
        check("test result: FAILED. 3 passed; 2 failed; 0 ignored", 3, 2);
        check("test tests::result ... ok", 0, 0);
        check("all 12 passed", 0, 0);
    }
}
