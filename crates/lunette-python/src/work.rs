//! Work that leaves the interpreter to other threads, and that Ctrl-C stops.
//!
//! Locks of buffers are taken inside of the work and given back before the interpreter is taken again, so that no
//! thread ever holds the one and waits for the other.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Acquire, Release};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use lunette::Cancel;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::{Failure, Result};

/// Work of fewer elements is done before another thread could have begun anything.
const BRIEF: usize = 1 << 12;

/// Work of as many elements may last longer than a person waits, so from here on Ctrl-C is looked for; of fewer most
/// functions are done within a blink, and the slowest, such as the eigenvalues of some hundred rows, within seconds. The
/// work goes to a thread and back for it, which takes up to a fifth of a millisecond, and a sum of so many elements takes
/// ten times as long.
const LONG: usize = 1 << 25;

/// How long Ctrl-C may go unseen.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How many steps one element takes, next to an addition.
#[derive(Clone, Copy)]
pub enum Cost {
    /// An elementwise operation, a copy, a reduction.
    Linear,
    /// A sort, a search, a transform.
    Sorting,
    /// A decomposition.
    Heavy,
}

/// Runs work on about `elements` elements.
#[inline(always)]
pub fn work<R: Send>(
    py: Python<'_>,
    elements: usize,
    cost: Cost,
    work: impl FnOnce() -> lunette::Result<R> + Send,
) -> Result<R> {
    let weighed = match cost {
        Cost::Linear => elements,
        Cost::Sorting => elements.saturating_mul(16),
        Cost::Heavy => elements.saturating_mul(64),
    };
    // Apart from the rest, so that the result of brief work is made where the caller wants it.
    if weighed < BRIEF { brief(work) } else { lasting(py, weighed, work) }
}

/// Whether Ctrl-C is looked for during work of so many elements.
pub fn is_long(elements: usize) -> bool {
    elements >= LONG
}

/// Work that is done at once. A panic is a mistake in the library, which Python tells as it tells others.
#[inline(always)]
fn brief<R>(work: impl FnOnce() -> lunette::Result<R>) -> Result<R> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(result) => Ok(result?),
        Err(payload) => Err(panicked(payload)),
    }
}

/// Work that others need not wait for.
#[inline(never)]
fn lasting<R: Send>(
    py: Python<'_>,
    weighed: usize,
    work: impl FnOnce() -> lunette::Result<R> + Send,
) -> Result<R> {
    if is_long(weighed) { watched(py, work) } else { py.detach(|| brief(work)) }
}

/// Work of the library that Ctrl-C stops, however little it may be.
pub fn watched<R: Send>(py: Python<'_>, work: impl FnOnce() -> lunette::Result<R> + Send) -> Result<R> {
    let (cancel, waiting) = (Cancel::new(), Mutex::new(Some(work)));
    let begin = || waiting.lock().unwrap_or_else(PoisonError::into_inner).take();
    let outcome = stoppable(py, thread::Builder::new(), &cancel, || begin().map(|work| cancel.run(work)));
    match (outcome, begin()) {
        // The system had no thread to give: the work is done all the same, and Ctrl-C waits for its end.
        (_, Some(work)) => py.detach(|| brief(work)),
        (Ok(Some(result)), None) => Ok(result?),
        (Ok(None), None) => Err(PyRuntimeError::new_err("the work was begun twice").into()),
        (Err(failure), None) => Err(failure),
    }
}

/// Does anything on a thread of its own, while this one looks for signals: Python tells them to its main thread only,
/// and only when that asks. Ctrl-C sets the flag.
pub fn stoppable<R: Send>(
    py: Python<'_>,
    builder: thread::Builder,
    cancel: &Cancel,
    work: impl FnOnce() -> R + Send,
) -> Result<R> {
    let (done, waiter) = (&AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let spawned = builder.spawn_scoped(scope, move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            done.store(true, Release);
            waiter.unpark();
            result
        });
        let worker =
            spawned.map_err(|error| PyRuntimeError::new_err(format!("no thread for the work: {error}")))?;
        let mut interrupted = None;
        while !done.load(Acquire) {
            py.detach(|| thread::park_timeout(LOOK_EVERY));
            if let Err(error) = py.check_signals() {
                cancel.cancel();
                interrupted = Some(error);
            }
        }
        let result = worker.join().and_then(|result| result).map_err(panicked)?;
        interrupted.map_or(Ok(result), |error| Err(error.into()))
    })
}

/// The words of a panic: a mistake in this library, told and not hidden.
#[cold]
fn panicked(payload: Box<dyn Any + Send>) -> Failure {
    let words = match payload.downcast::<String>() {
        Ok(words) => *words,
        Err(payload) => {
            payload.downcast::<&str>().map_or_else(|_| String::new(), |words| (*words).to_owned())
        }
    };
    PyRuntimeError::new_err(format!("an internal error of lunette: {words}")).into()
}
