//! What is too large for the caches.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The last cache where the machine does not say how large it is.
const USUAL: usize = 32 << 20;

/// Larger ones are shared by the programs of many cores.
const LARGEST: usize = 64 << 20;

/// Of an operation that moves less than so many times the last cache, so much of the result is still there when it is read
/// next that writing past the caches costs more than it saves.
const TIMES: usize = 3;

/// Whether an operation that writes and reads so many bytes leaves none of its result in the caches to be found there again,
/// and the machine can write past them. What it reads is asked for only where it writes much.
#[inline]
pub(crate) fn are_outgrown_by(written: usize, read: impl FnOnce() -> usize) -> bool {
    let cache = last_cache();
    cfg!(target_arch = "x86_64") && written >= cache && read().saturating_add(written) / TIMES >= cache
}

/// How many bytes the last cache holds: what the environment says, else what the system says.
#[inline]
fn last_cache() -> usize {
    /// Not looked for yet. Several threads may look at once: a lock would be held for ever in a process that is forked then.
    const UNKNOWN: usize = usize::MAX;
    static FOUND: AtomicUsize = AtomicUsize::new(UNKNOWN);
    match FOUND.load(Ordering::Relaxed) {
        UNKNOWN => {
            let found = find_last_cache().min(UNKNOWN - 1);
            FOUND.store(found, Ordering::Relaxed);
            found
        }
        found => found,
    }
}

/// The same by the system's word alone.
#[cfg(feature = "linalg")]
pub(crate) fn last_of_machine() -> usize {
    told().unwrap_or(USUAL)
}

#[cold]
fn find_last_cache() -> usize {
    // Unit tests see both sides of the border without much memory.
    if cfg!(test) { 6 << 10 } else { asked().or_else(told).unwrap_or(USUAL) }
}

fn asked() -> Option<usize> {
    std::env::var("LUNETTE_CACHE_BYTES").ok()?.trim().parse().ok()
}

/// The C library's word for it counts the caches of all cores together.
#[cfg(target_os = "linux")]
fn told() -> Option<usize> {
    // The fourth, behind those for data, for instructions and for both; where a machine hides it, the others tell little.
    let text = std::fs::read_to_string("/sys/devices/system/cpu/cpu0/cache/index3/size").ok()?;
    let kibibytes: usize = text.trim().strip_suffix('K')?.parse().ok()?;
    Some(kibibytes.saturating_mul(1 << 10).min(LARGEST))
}

#[cfg(not(target_os = "linux"))]
fn told() -> Option<usize> {
    None
}
