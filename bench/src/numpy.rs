//! NumPy, in a process of its own that takes its turns over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The Python that has NumPy; `cargo xtask bench` sets it.
const PYTHON: &str = "LUNETTE_BENCH_PYTHON";

pub struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Worker {
    pub fn start() -> Result<Self, String> {
        let python = std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into());
        let mut child = Command::new(python)
            .args(["-u", "-c", include_str!("numpy_worker.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start Python: {error}"))?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(requests), Some(answers)) => Ok(Self { child, requests, answers: BufReader::new(answers) }),
            _ => Err("Python has no pipes".to_owned()),
        }
    }

    /// NumPy's and Python's versions.
    pub fn version(&mut self) -> Result<String, String> {
        self.ask("version")
    }

    /// Prepares the next row; what the row before it had is dropped.
    pub fn prepare(&mut self, setup: &str, statement: &str) -> Result<(), String> {
        let setup = setup.replace('\n', "\t");
        self.ask(&format!("prepare\n{setup}\n{statement}")).map(drop)
    }

    /// Runs the row's statement so many times.
    pub fn run(&mut self, times: u64) -> Result<Duration, String> {
        let answer = self.ask(&format!("run {times}"))?;
        let seconds = answer.parse().map_err(|_| format!("Python answered `{answer}`"))?;
        Ok(Duration::from_secs_f64(seconds))
    }

    fn ask(&mut self, request: &str) -> Result<String, String> {
        let lost = |error: std::io::Error| format!("Python is gone: {error}");
        writeln!(self.requests, "{request}").and_then(|()| self.requests.flush()).map_err(lost)?;
        let mut answer = String::new();
        match self.answers.read_line(&mut answer).map_err(lost)? {
            0 => Err("Python stopped; its message stands above".to_owned()),
            _ => Ok(answer.trim().to_owned()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may be gone already, and then there is nothing to stop.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
