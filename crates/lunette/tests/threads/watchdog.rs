//! A test that hangs says so instead.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Far more than any test here takes, sanitizers included.
const PATIENCE: Duration = Duration::from_secs(120);

/// Ends the process if it is not dropped in time.
pub struct Watchdog {
    _alive: Sender<()>,
}

impl Watchdog {
    pub fn new(test: &'static str) -> Self {
        let (alive, ended) = channel::<()>();
        thread::spawn(move || {
            if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("{test}: still running after {PATIENCE:?}: a deadlock");
                std::process::abort();
            }
        });
        Self { _alive: alive }
    }
}

/// Runs each task again and again on a thread of its own until `length` has passed; gives the number of rounds.
///
/// A task that panics fails the test once all have ended.
pub fn race(test: &'static str, length: Duration, tasks: &[&(dyn Fn(usize) + Sync)]) -> Vec<usize> {
    let _watchdog = Watchdog::new(test);
    let (start, over) = (Instant::now(), AtomicBool::new(false));
    let run = |task: &(dyn Fn(usize) + Sync)| {
        let mut rounds = 0;
        while !over.load(Relaxed) && start.elapsed() < length {
            // The others need not go on once one has failed.
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| task(rounds)));
            if let Err(panic) = result {
                over.store(true, Relaxed);
                std::panic::resume_unwind(panic);
            }
            rounds += 1;
        }
        rounds
    };
    thread::scope(|scope| {
        let workers: Vec<_> = tasks.iter().map(|task| scope.spawn(|| run(*task))).collect();
        workers.into_iter().map(|worker| worker.join().expect("a task failed")).collect()
    })
}
