//! The primitives of the access protocol: std's, or loom's when the protocol is model-checked.

use std::cell::Cell;

use crate::TakenAt;

#[cfg(not(loom))]
pub(crate) use std::{
    hint::spin_loop,
    sync::atomic::AtomicU32,
    sync::{Condvar, Mutex, MutexGuard},
    thread::yield_now,
};

#[cfg(loom)]
pub(crate) use loom::{
    hint::spin_loop,
    sync::atomic::AtomicU32,
    sync::{Condvar, Mutex, MutexGuard},
    thread::yield_now,
};

/// How often a thread looks again before it parks. A model must not spin: every look is a new branch to explore.
#[cfg(not(loom))]
pub(crate) const SPINS: u32 = 64;
#[cfg(loom)]
pub(crate) const SPINS: u32 = 0;

/// How often the owner of a shift looks again before he sleeps: for some microseconds.
#[cfg(not(loom))]
pub(crate) const PATIENCE: u32 = 1 << 10;
#[cfg(loom)]
pub(crate) const PATIENCE: u32 = 0;

/// The guards of a thread: how many it holds, and where it took the latest of all.
type Held = Cell<(usize, Option<TakenAt>)>;

#[cfg(not(loom))]
std::thread_local! {
    /// It has no destructor, so it can be used to the thread's very end.
    static GUARDS: Held = const { Cell::new((0, None)) };
}

#[cfg(loom)]
loom::thread_local! {
    static GUARDS: Held = Cell::new((0, None));
}

/// Whether the current thread holds a guard on any buffer.
pub(crate) fn holds_guard() -> bool {
    GUARDS.with(|held| held.get().0 != 0)
}

/// Where the current thread took the latest guard, if it holds any; that one may have been dropped before others.
pub(crate) fn latest_guard() -> Option<TakenAt> {
    GUARDS.with(Cell::get).1
}

/// Counts a guard taken by the current thread.
pub(crate) fn count_guard(taken_at: TakenAt) {
    GUARDS.with(|held| held.set((held.get().0 + 1, Some(taken_at))));
}

/// Counts a guard dropped by the current thread, which is the one that took it: guards are not `Send`.
pub(crate) fn uncount_guard() {
    GUARDS.with(|held| {
        let (count, latest) = held.get();
        held.set((count - 1, latest.filter(|_| count > 1)));
    });
}
