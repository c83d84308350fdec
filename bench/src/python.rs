//! The peers of Python, in a process of their own that takes its turns over a pipe.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::row::{Peer, Statement};

/// Names the Python that has the peers; `cargo xtask bench` sets it.
const PYTHON: &str = "LUNETTE_BENCH_PYTHON";

/// Threads that run for less than this in a millisecond are idle.
const IDLE: Duration = Duration::from_micros(50);

/// After this the next turn begins all the same.
const LONGEST_SETTLING: Duration = Duration::from_millis(500);

/// The Python that has the peers.
pub fn interpreter() -> PathBuf {
    std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into()).into()
}

pub struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Name and version of each peer that is installed.
    versions: Vec<(Peer, String)>,
}

impl Worker {
    pub fn start() -> Result<Self, String> {
        let mut child = Command::new(interpreter())
            .args(["-u", "-c", include_str!("worker.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("cannot start Python: {error}"))?;
        let (Some(requests), Some(answers)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("Python has no pipes".to_owned());
        };
        let mut worker = Self { child, requests, answers: BufReader::new(answers), versions: Vec::new() };
        for peer in Peer::PYTHON {
            let version = worker.ask(&format!("version {}", peer.name()))?;
            if version != "absent" {
                worker.versions.push((peer, version));
            }
        }
        Ok(worker)
    }

    /// The names and versions of the peers that are installed, and the names of those that are not.
    pub fn versions(&self) -> Vec<String> {
        let version = |peer: Peer| {
            let found = self.versions.iter().find(|(installed, _)| *installed == peer);
            found.map_or_else(|| format!("{} absent", peer.name()), |(_, version)| version.clone())
        };
        Peer::PYTHON.into_iter().map(version).collect()
    }

    pub fn has(&self, peer: Peer) -> bool {
        self.versions.iter().any(|(installed, _)| *installed == peer)
    }

    /// Drops what the row before had prepared.
    pub fn forget(&mut self) -> Result<(), String> {
        self.ask("forget").map(drop)
    }

    /// Prepares a peer's side of the next row; gives why it cannot be done, if so.
    pub fn prepare(&mut self, peer: Peer, work: &Statement) -> Result<Option<String>, String> {
        let (setup, jit) = (work.setup.replace('\n', "\t"), if work.jit { " jit" } else { "" });
        let answer = self.ask(&format!("prepare {}{jit}\n{setup}\n{}", peer.name(), work.statement))?;
        Ok(answer.strip_prefix("failed ").map(str::to_owned))
    }

    /// Runs a peer's statement so many times.
    pub fn run(&mut self, peer: Peer, times: u64) -> Result<Duration, String> {
        let answer = self.ask(&format!("run {} {times}", peer.name()))?;
        let seconds = answer.parse().map_err(|_| format!("Python answered `{answer}`"))?;
        self.settle();
        Ok(Duration::from_secs_f64(seconds))
    }

    /// Waits until Python's threads sleep. Those of its libraries look for more work for many milliseconds, and would
    /// take the cores from whoever has the next turn.
    fn settle(&self) {
        let patience = Instant::now() + LONGEST_SETTLING;
        let mut before = self.time_used();
        while Instant::now() < patience {
            std::thread::sleep(Duration::from_millis(1));
            let now = self.time_used();
            if now.saturating_sub(before) < IDLE {
                return;
            }
            before = now;
        }
    }

    /// How long all threads of Python have run; nothing where the system does not say.
    fn time_used(&self) -> Duration {
        let Ok(threads) = std::fs::read_dir(format!("/proc/{}/task", self.child.id())) else {
            return Duration::ZERO;
        };
        let nanoseconds = threads.flatten().filter_map(|thread| {
            let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        });
        Duration::from_nanos(nanoseconds.sum())
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
