//! Running a program without holding the interpreter, and Ctrl-C on it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::thread;
use std::time::Duration;

use lunette::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::Result;

/// How long Ctrl-C may go unseen.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// What a program's deepest recursion takes.
const STACK_BYTES: usize = 64 << 20;

/// Runs a program on a thread of its own, while this one looks for signals: Python tells them to its main thread only,
/// and only when that asks.
pub fn run<R: Send>(py: Python<'_>, cancel: &Cancel, program: impl FnOnce() -> R + Send) -> Result<R> {
    let (done, waiter) = (AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let done = &done;
        let builder = thread::Builder::new().name("lunette-session".to_owned()).stack_size(STACK_BYTES);
        let spawned = builder.spawn_scoped(scope, move || {
            let result = catch_unwind(AssertUnwindSafe(program));
            done.store(true, Release);
            waiter.unpark();
            result
        });
        let worker = spawned
            .map_err(|error| PyRuntimeError::new_err(format!("no thread for the program: {error}")))?;
        let mut interrupted = None;
        while !done.load(Acquire) {
            py.detach(|| thread::park_timeout(LOOK_EVERY));
            if let Err(error) = py.check_signals() {
                cancel.cancel();
                interrupted = Some(error);
            }
        }
        let result = worker.join().and_then(|result| result);
        match (result, interrupted) {
            (_, Some(error)) => Err(error.into()),
            (Ok(result), None) => Ok(result),
            (Err(_), None) => Err(PyRuntimeError::new_err("an internal error of lunette").into()),
        }
    })
}
