//! Which core a thread runs on. A helper that wakes up on the core of the thread that it helps only takes turns with it,
//! and Linux was seen to leave the two together for tens of milliseconds beside a core that is free.

#![expect(unsafe_code, reason = "it asks the system")]

/// The core that this thread runs on, if the system tells.
#[cfg(target_os = "linux")]
pub(super) fn current() -> Option<usize> {
    // SAFETY: it takes nothing, and only answers.
    usize::try_from(unsafe { libc::sched_getcpu() }).ok()
}

#[cfg(target_os = "linux")]
thread_local! {
    /// The cores that this thread might use before it was first moved, if the system tells. Somebody may have bound the
    /// thread to some of those that the process may use, and it is kept to them.
    static ALLOWED: Option<libc::cpu_set_t> = allowed();
}

#[cfg(target_os = "linux")]
fn allowed() -> Option<libc::cpu_set_t> {
    // SAFETY: a set of cores is an array of bits, which may be zeros, and the system is told its size; 0 is this thread.
    unsafe {
        let mut cores: libc::cpu_set_t = std::mem::zeroed();
        let refused = libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &raw mut cores);
        (refused == 0).then_some(cores)
    }
}

/// Moves this thread to another of the cores that it may use, if there is one; it stays off `core` until it meets
/// somebody on another one.
#[cfg(target_os = "linux")]
#[cold]
pub(super) fn move_off(core: usize) {
    const MOST: usize = libc::CPU_SETSIZE as usize;
    // A thread that is ending has no such note any more, and stays.
    let Ok(Some(mut others)) = ALLOWED.try_with(|allowed| *allowed) else { return };
    if core >= MOST {
        return;
    }
    // SAFETY: `core` is one of the bits of the set, and the system is told its size. Where it refuses, the thread stays.
    unsafe {
        libc::CPU_CLR(core, &mut others);
        if libc::CPU_COUNT(&others) > 0 {
            libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const others);
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

    #[test]
    fn a_thread_that_somebody_has_bound_stays_where_it_may_be() {
        std::thread::spawn(|| {
            let here = current().expect("Linux tells");
            // SAFETY: a set of cores is an array of bits, which may be zeros, and the system is told its size.
            unsafe {
                let mut one: libc::cpu_set_t = std::mem::zeroed();
                libc::CPU_SET(here, &mut one);
                assert_eq!(libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const one), 0);
            }
            let bound_to = current();
            move_off(here);
            assert_eq!((bound_to, current()), (Some(here), Some(here)));
        })
        .join()
        .expect("it does not panic");
    }
}
