//! A pool with a worker for every thread, for libraries that share their work by rayon.
//!
//! Unlike [`share`](super::share), it holds the caller up while he does nothing. Its work takes no lock on a buffer, so
//! nobody who holds one waits for himself.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rayon::ThreadPool;

use super::workers::CREW;
use crate::nest::cancel::{self, Cancel, Watch};

/// How long a caller who waits leaves the flags unseen.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Runs `work` on the pool while the caller waits, who must hold no lock: on a worker of another pool he takes up tasks of
/// others meanwhile.
#[cfg(any(feature = "linalg", test))]
pub(crate) fn install<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    match workers() {
        Some(workers) => workers.install(work),
        None => work(),
    }
}

/// As [`install`], for work that does not look at the flags: when one is set, the caller leaves the operation at once.
///
/// What the workers have begun they bring to its end, and drop it there: it is theirs alone. Who comes next gets other
/// workers. The flags that `work` is given stay set for it, also if somebody takes them back meanwhile.
pub(crate) fn install_or_leave<R: Send + 'static>(work: impl FnOnce(&Watch) -> R + Send + 'static) -> R {
    let (watch, left) = (Watch::new(), Cancel::new());
    let watched = watch.and(left.clone());
    let Some(workers) = workers() else { return work(&watched) };
    let (sender, receiver) = mpsc::channel();
    workers.spawn(move || {
        let outcome = catch_unwind(AssertUnwindSafe(|| work(&watched)));
        // Nobody receives it where the caller has left.
        let _ = sender.send(outcome);
    });
    loop {
        match receiver.recv_timeout(LOOK_EVERY) {
            Ok(Ok(made)) => return made,
            Ok(Err(payload)) => resume_unwind(payload),
            // Something is sent whatever happens, so it is the time that has run out.
            Err(_) => {}
        }
        if let Some(by) = watch.stopped_by() {
            left.cancel();
            CREW.let_go();
            cancel::leave(by);
        }
    }
}

fn workers() -> Option<Arc<ThreadPool>> {
    CREW.pool(super::threads)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::{install, install_or_leave};
    use crate::nest::cancel::{Cancel, Watch};

    /// What somebody waits for to be dropped.
    struct Made(mpsc::Sender<&'static str>);

    impl Drop for Made {
        fn drop(&mut self) {
            let _ = self.0.send("dropped");
        }
    }

    #[test]
    fn work_that_is_left_ends_by_itself() {
        let (said, heard) = mpsc::channel();
        let (go_on, gate) = mpsc::channel();
        let cancel = Cancel::new();
        let stop = cancel.clone();
        let left: crate::Result<Made> = cancel.run(|| {
            Ok(install_or_leave(move |watch: &Watch| {
                stop.cancel();
                gate.recv().expect("somebody opens it");
                let _ = said.send(if watch.stopped_by().is_some() { "stopped" } else { "not stopped" });
                Made(said)
            }))
        });
        assert!(left.is_err_and(|error| error.is_cancelled()));
        assert_eq!(install(|| 5), 5, "others do not wait for it");
        // Whoever has left does not come back.
        cancel.reset();
        go_on.send(()).expect("it waits");
        assert_eq!(heard.iter().collect::<Vec<_>>(), ["stopped", "dropped"]);
    }

    #[test]
    fn work_that_nobody_stops_gives_what_it_makes_and_its_panics() {
        let cancel = Cancel::new();
        assert_eq!(cancel.run(|| Ok::<_, crate::Error>(install_or_leave(|_| 5))).ok(), Some(5));
        let panicked =
            std::panic::catch_unwind(|| install_or_leave(|_| -> u8 { std::panic::panic_any(7_i32) }));
        assert_eq!(panicked.unwrap_err().downcast_ref::<i32>(), Some(&7));
    }
}
