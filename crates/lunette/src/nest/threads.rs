//! The pool that large operations run on.
//!
//! The calling thread works too, so a pool of one worker serves two cores. Workers run kernels only: they wait for no
//! lock on a buffer and call no user code, so nobody can wait for himself through the pool. On a worker of any rayon
//! pool an operation runs serially: the cores are busy there already.

#[cfg(any(feature = "linalg", feature = "fft"))]
mod whole;
mod workers;

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use rayon::ThreadPool;

#[cfg(feature = "linalg")]
pub(crate) use self::whole::install;
#[cfg(any(feature = "linalg", feature = "fft"))]
pub(crate) use self::whole::install_or_leave;
use self::workers::HELPERS;
use super::Nest;
use super::cancel::{self, Watch};
use crate::buffer::handoff::run_with_help;

/// Below this many bytes moved, waking a worker costs more than it saves.
const WORTH_SHARING: usize = 1 << 20;

/// Several pieces for each thread, so that one that is held up does not hold up all.
const PIECES_PER_THREAD: usize = 4;

/// Where somebody may stop the work, threads look so often whether they should: about every millisecond.
const WATCHED_PIECE: usize = 1 << 22;

/// The most threads that one operation may use: machines with more cores gain nothing from them on one operation.
const MOST_THREADS: usize = 1 << 10;

/// How many threads work on one operation; 0 means not yet decided.
static WIDTH: AtomicUsize = AtomicUsize::new(0);

/// Sets how many threads one large operation may use; 1 means none but the caller's, 0 means one for each core.
///
/// Without this call it is the environment's `LUNETTE_NUM_THREADS`, else one for each core; more than 1024 are 1024.
/// Operations that are running keep the threads they have.
///
/// ```
/// lunette::set_threads(2);
/// assert_eq!(lunette::threads(), 2);
/// ```
pub fn set_threads(count: usize) {
    WIDTH.store(width_for(count), Ordering::Relaxed);
    HELPERS.let_go();
    #[cfg(any(feature = "linalg", feature = "fft"))]
    workers::CREW.let_go();
}

/// How many threads one large operation may use.
///
/// ```
/// use lunette::{set_threads, threads};
/// set_threads(2);
/// assert_eq!(threads(), 2);
/// ```
pub fn threads() -> usize {
    match WIDTH.load(Ordering::Relaxed) {
        0 => {
            let asked = std::env::var("LUNETTE_NUM_THREADS").ok().and_then(|text| text.trim().parse().ok());
            let width = width_for(asked.unwrap_or(0));
            // Only the undecided state is replaced: somebody may have called `set_threads` meanwhile.
            match WIDTH.compare_exchange(0, width, Ordering::Relaxed, Ordering::Relaxed) {
                Ok(_) => width,
                Err(decided) => decided,
            }
        }
        width => width,
    }
}

/// Into how many pieces work that moves `bytes` should be cut; 1 means that it should not.
#[inline]
pub(crate) fn pieces(bytes: usize) -> usize {
    if bytes < WORTH_SHARING { 1 } else { pieces_of_large(bytes) }
}

#[cold]
fn pieces_of_large(bytes: usize) -> usize {
    let looks = if cancel::is_watched() { bytes / WATCHED_PIECE + 1 } else { 1 };
    match if is_worker() { 1 } else { threads() } {
        1 => looks,
        width => {
            let enough = width.saturating_mul(PIECES_PER_THREAD);
            enough.min(bytes / (WORTH_SHARING / PIECES_PER_THREAD)).max(looks)
        }
    }
}

/// Runs a nest that moves `bytes`: whole, or in parts shared with the pool where that pays.
///
/// Parts run at the same time only if no two of them write the same element of operand 0.
#[inline]
pub(crate) fn share_nest<const N: usize>(nest: &Nest<N>, bytes: usize, run: impl Fn(&Nest<N>) + Sync) {
    share_nest_across(nest, bytes, |parts| nest.axis_to_cut(parts), run);
}

/// As [`share_nest`], for work that knows better across which axis it is cut into a number of parts.
#[inline]
pub(crate) fn share_nest_across<const N: usize>(
    nest: &Nest<N>,
    bytes: usize,
    axis_to_cut: impl FnOnce(usize) -> Option<usize>,
    run: impl Fn(&Nest<N>) + Sync,
) {
    let parts = pieces(bytes);
    let axis = if parts > 1 { axis_to_cut(parts) } else { None };
    match axis {
        Some(axis) if nest.output_is_injective() => share(parts, |k| run(&nest.part(axis, k, parts))),
        _ => run(nest),
    }
}

/// Runs `piece` once for every number below `count`, on the pool and on the calling thread.
///
/// Whoever is free takes the next piece, so a late worker costs nothing but its help.
pub(crate) fn share(count: usize, piece: impl Fn(usize) + Sync) {
    share_among_workers(count, &piece);
}

/// Compiled once for all pieces: rayon's part of it is long.
fn share_among_workers(count: usize, piece: &(dyn Fn(usize) + Sync)) {
    let watch = Watch::new();
    let next = AtomicUsize::new(0);
    let stopped = OnceLock::new();
    let work = || {
        // A long piece looks at the flags itself, whoever has taken it.
        let _adopted = watch.adopt();
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= count {
                return;
            }
            if let Some(by) = watch.stopped_by() {
                // That it was set is remembered: pieces are missing now, even if somebody takes it back.
                stopped.get_or_init(|| by.clone());
                return;
            }
            piece(k);
        }
    };
    let workers = if count > 1 && !is_worker() { pool() } else { None };
    match workers {
        Some(workers) => {
            let _sharing = Sharing::start();
            // Nobody waits for a worker that has not begun: its core may have other work.
            run_with_help(&work, |invitation| {
                for _ in 0..workers.current_num_threads().min(count - 1) {
                    let invitation = Arc::clone(invitation);
                    workers.spawn(move || invitation.accept());
                }
            });
        }
        None => work(),
    }
    if let Some(by) = stopped.get() {
        cancel::leave(by);
    }
}

/// Whether this thread is a worker of some rayon pool, or works beside some: then all cores have work already.
fn is_worker() -> bool {
    SHARING.try_with(Cell::get).unwrap_or(false) || rayon::current_thread_index().is_some()
}

thread_local! {
    /// Whether this thread works on pieces that it shares with the pool.
    static SHARING: Cell<bool> = const { Cell::new(false) };
}

/// As long as it lives, what the thread does is a piece of work that is shared already. Without it the thread would
/// share its piece once more, and wait for workers that are busy with the other pieces.
struct Sharing {
    before: bool,
}

impl Sharing {
    fn start() -> Self {
        Self { before: SHARING.try_with(|sharing| sharing.replace(true)).unwrap_or(true) }
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        // A thread that is ending has no such note any more, and needs none.
        let _ = SHARING.try_with(|sharing| sharing.set(self.before));
    }
}

/// Whether an operation may use more threads than the calling one.
#[cfg(feature = "linalg")]
pub(crate) fn may_share() -> bool {
    threads() > 1 && !is_worker()
}

/// The workers beside the calling thread; none if the system has no threads to give.
fn pool() -> Option<Arc<ThreadPool>> {
    HELPERS.pool(|| threads().saturating_sub(1))
}

/// How many threads are used when `count` are asked for; 0 leaves it to the machine.
fn width_for(count: usize) -> usize {
    let width = if count == 0 { cores() } else { count };
    width.min(MOST_THREADS)
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

#[cfg(test)]
mod tests {
    use super::{MOST_THREADS, width_for};

    #[test]
    fn nobody_gets_more_threads_than_pieces_can_be_counted_for() {
        assert_eq!([1, 7, MOST_THREADS].map(width_for), [1, 7, MOST_THREADS]);
        assert_eq!([MOST_THREADS + 1, usize::MAX / 2, usize::MAX].map(width_for), [MOST_THREADS; 3]);
        assert!((1..=MOST_THREADS).contains(&width_for(0)));
    }
}
