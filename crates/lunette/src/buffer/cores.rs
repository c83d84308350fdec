//! Which core a thread runs on. A helper that wakes up on the core of the one whom it helps only takes turns with him, and
//! Linux was seen to leave the two together for tens of milliseconds beside a core that is free.

#![expect(unsafe_code, reason = "it asks the system")]

/// The core that this thread runs on, if the system tells.
#[cfg(target_os = "linux")]
pub(super) fn current() -> Option<usize> {
    // SAFETY: it takes nothing, and only answers.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

/// Moves this thread to one of the other cores that the process may use, if there are any; it stays off `core` until
/// it meets somebody on another one.
#[cfg(target_os = "linux")]
#[cold]
pub(super) fn move_off(core: usize) {
    const MOST: usize = libc::CPU_SETSIZE as usize;
    let bytes = size_of::<libc::cpu_set_t>();
    // SAFETY: a set of cores is an array of bits, which may be zeros, and the system is told its size; `core` is one of
    // them. Where the system refuses, the thread stays.
    unsafe {
        let mut others: libc::cpu_set_t = std::mem::zeroed();
        if core >= MOST || libc::sched_getaffinity(libc::getpid(), bytes, &raw mut others) != 0 {
            return;
        }
        libc::CPU_CLR(core, &mut others);
        if libc::CPU_COUNT(&others) > 0 {
            libc::sched_setaffinity(0, bytes, &raw const others);
        }
    }
}

/// Other systems are not asked.
#[cfg(not(target_os = "linux"))]
pub(super) fn current() -> Option<usize> {
    None
}

/// Nobody is told to.
#[cfg(not(target_os = "linux"))]
pub(super) fn move_off(_: usize) {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{current, move_off};

    #[test]
    fn a_thread_moves_off_a_core_where_there_is_another() {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        std::thread::spawn(move || {
            for _ in 0..3 {
                let before = current().expect("Linux tells");
                move_off(before);
                assert!(cores < 2 || current() != Some(before), "still on core {before}");
            }
        })
        .join()
        .expect("it does not panic");
    }
}
