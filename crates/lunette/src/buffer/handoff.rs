//! Work of one thread that others may help with: lent for as long as it lasts, and not a moment longer.
#![expect(unsafe_code, reason = "it lends a closure to threads that outlive it")]

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};

use lunette_gate::Shift;

use super::cores;

type Work = dyn Fn() + Sync;

/// An invitation to help with work that may be over when its receiver finds the time.
pub(crate) struct Invitation {
    shift: Shift,
    /// Lives as long as the shift is open, and until all who joined it have left.
    work: *const Work,
    /// The core of the one who invites.
    core: Option<usize>,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: the work is shared by reference, which it allows (`Sync`), and only between `join` and `leave`.
unsafe impl Send for Invitation {}
// SAFETY: as above.
unsafe impl Sync for Invitation {}

impl Invitation {
    /// Runs the work, if it still goes on. A panic is kept for the one who invited.
    pub(crate) fn accept(&self) {
        if let Some(core) = self.core
            && cores::current() == Some(core)
        {
            cores::move_off(core);
        }
        if !self.shift.join() {
            return;
        }
        // SAFETY: the shift was open, and until this thread leaves it `run_with_help` does not return.
        let work = unsafe { &*self.work };
        if let Err(payload) = catch_unwind(AssertUnwindSafe(work)) {
            self.panic.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(payload);
        }
        self.shift.leave();
    }
}

/// Runs `work` on this thread, and on those that accept the invitation before this one is done: nobody waits for a thread
/// that has not begun.
///
/// # Panics
/// With the payload of any of them, when all have ended.
pub(crate) fn run_with_help(work: &(dyn Fn() + Sync), invite: impl FnOnce(&Arc<Invitation>)) {
    // SAFETY: only the lifetime is another one. The pointer is followed between `join` and `leave` alone, and `Closing`
    // closes the shift before `work` ends, also when this function unwinds.
    let lent: *const Work = unsafe { std::mem::transmute::<*const (dyn Fn() + Sync), *const Work>(work) };
    let (shift, core) = (Shift::new(), cores::current());
    let invitation = Arc::new(Invitation { shift, work: lent, core, panic: Mutex::new(None) });
    let closing = Closing(&invitation.shift);
    invite(&invitation);
    work();
    drop(closing);
    let panic = invitation.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(payload) = panic {
        resume_unwind(payload);
    }
}

/// Closes the shift at the end, however that comes.
struct Closing<'a>(&'a Shift);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Mutex, mpsc};
    use std::thread;

    use super::{Invitation, run_with_help};

    #[test]
    fn who_accepts_in_time_helps_and_who_comes_late_does_nothing() {
        let runs = AtomicUsize::new(0);
        let kept = Mutex::new(None);
        let work = || _ = runs.fetch_add(1, Ordering::Relaxed);
        run_with_help(&work, |invitation: &Arc<Invitation>| {
            let helper = Arc::clone(invitation);
            thread::spawn(move || helper.accept()).join().expect("it ends");
            *kept.lock().expect("nobody panics") = Some(Arc::clone(invitation));
        });
        assert_eq!(runs.load(Ordering::Relaxed), 2);
        kept.into_inner().expect("nobody panics").expect("it was kept").accept();
        assert_eq!(runs.load(Ordering::Relaxed), 2, "it was over");
    }

    #[test]
    fn the_caller_waits_for_who_has_begun() {
        let (begun, has_begun) = mpsc::channel();
        let done = AtomicUsize::new(0);
        let caller = thread::current().id();
        let has_begun = Mutex::new(has_begun);
        let begun = Mutex::new(begun);
        let work = || match thread::current().id() == caller {
            true => has_begun.lock().expect("nobody panics").recv().expect("somebody helps"),
            false => {
                begun.lock().expect("nobody panics").send(()).expect("the caller listens");
                thread::sleep(std::time::Duration::from_millis(20));
                done.store(1, Ordering::Relaxed);
            }
        };
        run_with_help(&work, |invitation| {
            let helper = Arc::clone(invitation);
            thread::spawn(move || helper.accept());
        });
        assert_eq!(done.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn panics_come_to_the_caller() {
        let caller = thread::current().id();
        let work = || assert_eq!(thread::current().id(), caller, "not here");
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            run_with_help(&work, |invitation| {
                let helper = Arc::clone(invitation);
                thread::spawn(move || helper.accept()).join().expect("it keeps the panic");
            });
        }));
        let payload = outcome.expect_err("a helper panicked");
        assert!(payload.downcast_ref::<String>().is_some_and(|text| text.contains("not here")));
    }
}
