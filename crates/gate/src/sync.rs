//! The primitives of the access protocol: std's, or loom's when the protocol is model-checked.

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

#[cfg(not(loom))]
std::thread_local! {
    /// How many guards the current thread holds. It has no destructor, so it can be used to the thread's very end.
    static GUARDS_HELD: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

#[cfg(loom)]
loom::thread_local! {
    static GUARDS_HELD: std::cell::Cell<usize> = std::cell::Cell::new(0);
}

/// Whether the current thread holds a guard on any buffer.
pub(crate) fn holds_guard() -> bool {
    GUARDS_HELD.with(|held| held.get() != 0)
}

/// Counts a guard taken by the current thread.
pub(crate) fn count_guard() {
    GUARDS_HELD.with(|held| held.set(held.get() + 1));
}

/// Counts a guard dropped by the current thread, which is the one that took it: guards are not `Send`.
pub(crate) fn uncount_guard() {
    GUARDS_HELD.with(|held| held.set(held.get() - 1));
}
