//! Pools of workers: made when they are needed, and made anew in a forked process, which inherits none of their threads.

use std::cell::RefCell;
use std::mem;
use std::sync::{Arc, Once, PoisonError, RwLock, RwLockWriteGuard};

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::buffer::fork::Around;

/// The workers that help a thread which works too.
pub(super) static HELPERS: Workers = Workers::new("lunette");

/// The workers that do all of the work while a thread waits.
#[cfg(any(feature = "linalg", feature = "fft"))]
pub(super) static CREW: Workers = Workers::new("lunette-whole");

/// A pool that may be there.
pub(super) struct Workers {
    name: &'static str,
    pool: RwLock<Option<Arc<ThreadPool>>>,
}

type Slot = RwLockWriteGuard<'static, Option<Arc<ThreadPool>>>;

impl Workers {
    const fn new(name: &'static str) -> Self {
        Self { name, pool: RwLock::new(None) }
    }

    /// The pool, made of `count` workers if there is none; none if that is 0, or the system has no threads to give.
    pub(super) fn pool(&'static self, count: impl FnOnce() -> usize) -> Option<Arc<ThreadPool>> {
        if let Some(pool) = &*self.pool.read().unwrap_or_else(PoisonError::into_inner) {
            return Some(Arc::clone(pool));
        }
        survive_forks();
        let mut slot = self.slot();
        let count = count();
        if slot.is_none() && count > 0 {
            let name = |k| format!("{}-{k}", self.name);
            *slot = ThreadPoolBuilder::new().num_threads(count).thread_name(name).build().ok().map(Arc::new);
        }
        slot.clone()
    }

    /// Lets the workers go when they have done what they are at; others are made when they are needed.
    pub(super) fn let_go(&'static self) {
        *self.slot() = None;
    }

    fn slot(&'static self) -> Slot {
        self.pool.write().unwrap_or_else(PoisonError::into_inner)
    }
}

thread_local! {
    /// The slots of all pools, while this thread forks the process.
    static HELD: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
}

/// Sees to it that a child makes workers of its own instead of waiting for those of its parent.
fn survive_forks() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| Around { before: hold, in_parent: release, in_child: forget }.every_fork());
}

extern "C" fn hold() {
    let slots = vec![
        HELPERS.slot(),
        #[cfg(any(feature = "linalg", feature = "fft"))]
        CREW.slot(),
    ];
    // A thread that is ending has no such note any more, and gives them back at once.
    let _ = HELD.try_with(|held| held.replace(slots));
}

extern "C" fn release() {
    let _ = HELD.try_with(RefCell::take);
}

extern "C" fn forget() {
    for mut slot in HELD.try_with(RefCell::take).unwrap_or_default() {
        // Not dropped: that would talk to threads that are not there.
        mem::forget(slot.take());
    }
}
