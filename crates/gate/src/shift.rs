//! Work that helpers may join as long as it lasts: whoever comes too late finds it closed, and nobody waits for him.

use std::sync::PoisonError;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release};

use super::sync::{self, AtomicU32, Condvar, Mutex, PATIENCE};

/// The bit that is set when nobody may join any more; the others count who is at work, two for each.
const CLOSED: u32 = 1;
const HELPER: u32 = 2;

/// Who is at work on something that its owner will take away.
///
/// A helper [joins](Shift::join) and [leaves](Shift::leave); the owner [closes](Shift::close) the shift, and when that
/// returns, everybody who had joined has left, what they did has been done before, and nobody will come.
///
/// ```
/// use lunette_gate::Shift;
/// let shift = Shift::new();
/// assert!(shift.join());
/// shift.leave();
/// shift.close();
/// assert!(!shift.join(), "too late");
/// ```
#[derive(Default)]
pub struct Shift {
    word: AtomicU32,
    /// Held by an owner who goes to sleep, and by the helper who wakes him.
    asleep: Mutex<()>,
    empty: Condvar,
}

impl Shift {
    /// One that is open, with nobody at work.
    pub fn new() -> Self {
        Self { word: AtomicU32::new(0), asleep: Mutex::new(()), empty: Condvar::new() }
    }

    /// Lets a helper in, unless the shift is closed; whoever got in [leaves](Shift::leave) once.
    pub fn join(&self) -> bool {
        let mut word = self.word.load(Relaxed);
        // A word that is full would count wrong: such a helper is not needed.
        while word & CLOSED == 0 && word < u32::MAX - HELPER {
            match self.word.compare_exchange(word, word + HELPER, Acquire, Relaxed) {
                Ok(_) => return true,
                Err(found) => word = found,
            }
        }
        false
    }

    /// Lets a helper out.
    pub fn leave(&self) {
        let before = self.word.fetch_sub(HELPER, Release);
        if before == HELPER | CLOSED {
            // Under the mutex, so that the owner is already waiting, or will look once more.
            drop(self.asleep.lock().unwrap_or_else(PoisonError::into_inner));
            self.empty.notify_all();
        }
    }

    /// Lets nobody in from now on, and waits until all helpers have left.
    pub fn close(&self) {
        let mut word = self.word.fetch_or(CLOSED, AcqRel) | CLOSED;
        // Helpers are mostly near their end: waking up would take longer.
        for _ in 0..PATIENCE {
            if word == CLOSED {
                return;
            }
            sync::spin_loop();
            word = self.word.load(Acquire);
        }
        let mut asleep = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        while self.word.load(Acquire) != CLOSED {
            asleep = self.empty.wait(asleep).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
