//! Freed memory is kept and handed out again: fresh pages cost more than most of what is done with them.
//!
//! Only large memory takes part, in blocks. Their sizes are rounded up to classes, eight for each power of two, so that a freed
//! block fits the next request of about its size. What is kept is bounded in bytes and in number; the block that has
//! lain longest is the first to go back to the system. What nobody has asked for in a while goes back too, also when
//! nothing else happens: a thread of its own sees to it, which lives only as long as there is something to look after.

use std::cell::Cell;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::block::Span;
use super::fork::Around;
use super::pages;

#[cfg(test)]
mod tests;

/// Memory below this many bytes is no block, but lies behind its header: the allocator does it well without help.
pub(super) const SMALLEST: usize = 64 << 10;

/// How many blocks are kept at most, so that looking for one stays cheap.
const MOST_BLOCKS: usize = 128;

/// What may be kept at first is an eighth of the machine's memory, but not more than this, or this where the machine
/// does not say how much it has.
const DEFAULT_LIMIT: usize = 1 << 30;

/// How long a round is. A block that has lain for a whole one goes back to the system.
const ROUND: Duration = Duration::from_secs(5);

static POOL: LazyLock<Mutex<Pool>> = LazyLock::new(|| {
    let limit = pages::physical_bytes().map_or(DEFAULT_LIMIT / 4, |bytes| DEFAULT_LIMIT.min(bytes / 8));
    Around { before: hold, in_parent: release, in_child: release_in_child }.every_fork();
    Mutex::new(Pool::new(limit))
});

/// What is kept, the longest-lying first.
struct Pool {
    spans: Vec<Kept>,
    bytes: usize,
    limit: usize,
    /// The number of the present round.
    round: u64,
    /// Whether a thread counts the rounds.
    is_watched: bool,
}

/// A block, and the round in which it was freed.
struct Kept {
    span: Span,
    since: u64,
}

/// Sets how many bytes of freed memory may be kept for reuse, over all tensors; 0 keeps none.
///
/// What is kept beyond the new limit goes back to the system at once. At first the limit is an eighth of the machine's
/// memory, at most 1 GiB.
///
/// ```
/// use lunette::buffer::{recycled_bytes, recycling_limit, set_recycling_limit};
/// set_recycling_limit(16 << 20);
/// assert_eq!(recycling_limit(), 16 << 20);
/// assert!(recycled_bytes() <= 16 << 20);
/// ```
pub fn set_recycling_limit(bytes: usize) {
    let mut pool = pool();
    pool.limit = bytes;
    let surplus = pool.take_surplus();
    drop(pool);
    free(surplus);
}

/// How many bytes of freed memory may be kept for reuse; [`set_recycling_limit`] sets it.
///
/// ```
/// use lunette::buffer::{recycling_limit, set_recycling_limit};
/// set_recycling_limit(1 << 20);
/// assert_eq!(recycling_limit(), 1 << 20);
/// ```
pub fn recycling_limit() -> usize {
    pool().limit
}

/// How many bytes of freed memory are kept for reuse right now.
///
/// ```
/// use lunette::buffer::{recycled_bytes, set_recycling_limit};
/// set_recycling_limit(0); // gives everything back to the system
/// assert_eq!(recycled_bytes(), 0);
/// ```
pub fn recycled_bytes() -> usize {
    pool().bytes
}

/// The size that a request for `bytes` is rounded up to; `bytes` itself where it is small, or too large to round.
pub(super) fn class_size(bytes: usize) -> usize {
    if bytes < SMALLEST {
        return bytes;
    }
    // Eight classes between two powers of two: keep the highest bit and the three below it.
    let step = 1usize << (bytes.ilog2() - 3);
    bytes.checked_next_multiple_of(step).filter(|&size| size <= isize::MAX as usize).unwrap_or(bytes)
}

/// A kept block of exactly this size, if there is one.
pub(super) fn take(size: usize) -> Option<Span> {
    pool().take(size)
}

/// Keeps a block for reuse, or gives it back to the system.
pub(super) fn give(span: Span) {
    let mut pool = pool();
    let surplus = pool.give(span);
    let unwatched = !pool.spans.is_empty() && !std::mem::replace(&mut pool.is_watched, true);
    drop(pool);
    // Giving pages back is slow: not while the pool is locked.
    free(surplus);
    if unwatched {
        watch();
    }
}

/// Starts the thread that counts rounds. It ends when nothing is kept any more.
#[cold]
fn watch() {
    let rounds = || {
        loop {
            thread::sleep(ROUND);
            let mut pool = pool();
            let idle = pool.next_round();
            pool.is_watched = !pool.spans.is_empty();
            let is_over = !pool.is_watched;
            drop(pool);
            free(idle);
            if is_over {
                return;
            }
        }
    };
    if thread::Builder::new().name("lunette-idle".to_owned()).spawn(rounds).is_err() {
        // The next block that is freed tries again.
        pool().is_watched = false;
    }
}

/// Gives everything back to the system: somebody needs memory that it does not have.
pub(super) fn purge() {
    let mut pool = pool();
    pool.bytes = 0;
    let spans = std::mem::take(&mut pool.spans);
    drop(pool);
    free(spans.into_iter().map(|kept| kept.span).collect());
}

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

thread_local! {
    /// The pool, while this thread forks the process.
    static HELD: Cell<Option<MutexGuard<'static, Pool>>> = const { Cell::new(None) };
}

extern "C" fn hold() {
    let pool = pool();
    // A thread that is ending has no such note any more, and gives it back at once.
    let _ = HELD.try_with(|held| held.set(Some(pool)));
}

extern "C" fn release() {
    let _ = HELD.try_with(Cell::take);
}

extern "C" fn release_in_child() {
    if let Ok(Some(mut pool)) = HELD.try_with(Cell::take) {
        pool.is_watched = false;
    }
}

fn free(spans: Vec<Span>) {
    spans.into_iter().for_each(Span::free);
}

impl Pool {
    fn new(limit: usize) -> Self {
        Self { spans: Vec::new(), bytes: 0, limit, round: 0, is_watched: false }
    }

    /// The block of this size that was freed last: its pages are the likeliest to be in a cache.
    fn take(&mut self, size: usize) -> Option<Span> {
        let position = self.spans.iter().rposition(|kept| kept.span.size() == size)?;
        self.bytes -= size;
        Some(self.spans.remove(position).span)
    }

    /// Keeps a block, and returns what has to go for it; that can be the block itself.
    #[must_use]
    fn give(&mut self, span: Span) -> Vec<Span> {
        if span.size() > self.limit {
            // It would only push everything else out.
            return vec![span];
        }
        self.bytes += span.size();
        self.spans.push(Kept { span, since: self.round });
        self.take_surplus()
    }

    /// Takes out what lies beyond the limits.
    #[must_use]
    fn take_surplus(&mut self) -> Vec<Span> {
        let mut surplus = 0;
        while self.bytes > self.limit || self.spans.len() - surplus > MOST_BLOCKS {
            self.bytes -= self.spans[surplus].span.size();
            surplus += 1;
        }
        self.take_first(surplus)
    }

    /// Takes out what has lain since before the round that ends now, and begins the next one.
    #[must_use]
    fn next_round(&mut self) -> Vec<Span> {
        let idle = self.spans.partition_point(|kept| kept.since < self.round);
        self.bytes -= self.spans[..idle].iter().map(|kept| kept.span.size()).sum::<usize>();
        self.round += 1;
        self.take_first(idle)
    }

    fn take_first(&mut self, count: usize) -> Vec<Span> {
        self.spans.drain(..count).map(|kept| kept.span).collect()
    }
}
