//! Freed memory is kept and handed out again: fresh pages cost more than most of what is done with them.
//!
//! Only large blocks take part. Their sizes are rounded up to classes, eight for each power of two, so that a freed
//! block fits the next request of about its size. What is kept is bounded in bytes and in number; the block that has
//! lain longest is the first to go back to the system.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::block::Span;

/// Blocks below this many bytes are the allocator's business: it does them well without help.
pub(super) const SMALLEST: usize = 64 << 10;

/// How many blocks are kept at most, so that looking for one stays cheap.
const MOST_BLOCKS: usize = 128;

static POOL: Mutex<Pool> = Mutex::new(Pool { spans: Vec::new(), bytes: 0, limit: 512 << 20 });

/// What is kept, the longest-lying first.
struct Pool {
    spans: Vec<Span>,
    bytes: usize,
    limit: usize,
}

/// Sets how many bytes of freed memory may be kept for reuse, over all tensors; 0 keeps none.
///
/// What is kept beyond the new limit goes back to the system at once.
///
/// ```
/// let before = lunette::buffer::recycling_limit();
/// lunette::buffer::set_recycling_limit(16 << 20);
/// assert_eq!(lunette::buffer::recycling_limit(), 16 << 20);
/// assert!(lunette::buffer::recycled_bytes() <= 16 << 20);
/// # lunette::buffer::set_recycling_limit(before);
/// ```
pub fn set_recycling_limit(bytes: usize) {
    let mut pool = pool();
    pool.limit = bytes;
    let surplus = pool.take_surplus();
    drop(pool);
    surplus.into_iter().for_each(Span::free);
}

/// How many bytes of freed memory may be kept for reuse.
pub fn recycling_limit() -> usize {
    pool().limit
}

/// How many bytes of freed memory are kept for reuse right now.
pub fn recycled_bytes() -> usize {
    pool().bytes
}

/// The size that a request for `bytes` is rounded up to; `bytes` itself below [`SMALLEST`] and near the address limit.
pub(super) fn class_size(bytes: usize) -> usize {
    if bytes < SMALLEST {
        return bytes;
    }
    // Eight classes between two powers of two: keep the highest bit and the three below it.
    let step = 1usize << (bytes.ilog2() - 3);
    bytes.checked_next_multiple_of(step).filter(|&size| size <= isize::MAX as usize).unwrap_or(bytes)
}

/// A kept block of exactly this size, if there is one: the one freed last, whose pages are likeliest in the cache.
pub(super) fn take(size: usize) -> Option<Span> {
    if size < SMALLEST {
        return None;
    }
    let mut pool = pool();
    let position = pool.spans.iter().rposition(|span| span.size() == size)?;
    pool.bytes -= size;
    Some(pool.spans.remove(position))
}

/// Keeps a block for reuse, or gives it back to the system.
pub(super) fn give(span: Span) {
    let mut pool = pool();
    if span.size() < SMALLEST || span.size() > pool.limit {
        drop(pool);
        return span.free();
    }
    pool.bytes += span.size();
    pool.spans.push(span);
    let surplus = pool.take_surplus();
    // Giving pages back is slow: not under the lock.
    drop(pool);
    surplus.into_iter().for_each(Span::free);
}

/// Gives everything back to the system: somebody needs memory that it does not have.
pub(super) fn purge() {
    let mut pool = pool();
    pool.bytes = 0;
    let spans = std::mem::take(&mut pool.spans);
    drop(pool);
    spans.into_iter().for_each(Span::free);
}

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Takes out what lies beyond the limits.
    fn take_surplus(&mut self) -> Vec<Span> {
        let mut surplus = 0;
        let mut bytes = self.bytes;
        while bytes > self.limit || self.spans.len() - surplus > MOST_BLOCKS {
            bytes -= self.spans[surplus].size();
            surplus += 1;
        }
        self.bytes = bytes;
        self.spans.drain(..surplus).collect()
    }
}
