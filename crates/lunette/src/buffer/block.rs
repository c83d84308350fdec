//! Large memory from the system's allocator, aligned for every kernel; small memory lies behind its header.
#![expect(unsafe_code, reason = "it calls the allocator")]

use std::alloc::{self, Layout};
use std::ptr::NonNull;

use super::{pages, recycle};
use crate::error::{ErrorKind, Result};

/// The alignment of all memory that this crate makes: a cache line, and the widest vector register.
///
/// ```
/// use lunette::buffer::ALIGNMENT;
/// use lunette::prelude::*;
/// let x = Tensor::<u8>::zeros(1000)?;
/// assert!(x.read()?.as_slice().unwrap().as_ptr().addr().is_multiple_of(ALIGNMENT));
/// # Ok::<(), lunette::Error>(())
/// ```
pub const ALIGNMENT: usize = 64;

/// What malloc aligns to without being asked. Asking for more takes four times as long, and loses calloc's zero
/// pages, so blocks are a little larger than wanted, and start at the first aligned address inside.
const MALLOC_ALIGNMENT: usize = 16;
const SLACK: usize = ALIGNMENT - MALLOC_ALIGNMENT;

/// Blocks start so much later, a multiple of the alignment. All large memory of malloc starts 16 bytes behind the start
/// of a page, and a copy from there to the next aligned address of another page is slow: processors compare the last
/// twelve bits of addresses and take a load for one of what was stored a moment ago. 256 KiB take 6.6 µs like that, and
/// 4.9 µs from here on.
const SHIFT: usize = 15 * ALIGNMENT;

/// What new memory holds.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Contents {
    Uninit,
    Zeroed,
}

/// Owned memory, recycled when dropped.
pub(super) struct Block {
    /// `None` only while being dropped.
    span: Option<Span>,
}

/// Memory as the allocator gave it; whoever holds it must free it.
pub(super) struct Span {
    base: NonNull<u8>,
    /// The bytes that can be used from the aligned start on.
    size: usize,
}

// SAFETY: a span is the only way to the memory it points at, like a box, and the allocator takes memory back on any
// thread.
unsafe impl Send for Span {}
// SAFETY: a shared span only tells its address and its size.
unsafe impl Sync for Span {}

impl Block {
    /// At least `bytes` bytes of memory; a recycled block where there is one.
    ///
    /// # Errors
    /// If the system refuses.
    pub(super) fn new(op: &'static str, bytes: usize, contents: Contents) -> Result<Self> {
        let size = recycle::class_size(bytes);
        if let Some(span) = recycle::take(size) {
            // Writing zeros to pages that are there is cheaper than touching new ones, which the system zeroes too.
            if contents == Contents::Zeroed {
                // SAFETY: the span has `size >= bytes` bytes from its start on, and nobody else knows it.
                unsafe { span.start().write_bytes(0, bytes) };
            }
            return Ok(Self { span: Some(span) });
        }
        let span = Span::alloc(size, contents).or_else(|| {
            recycle::purge();
            Span::alloc(bytes, contents)
        });
        match span {
            Some(span) => {
                pages::prefer_huge_pages(span.start(), span.size());
                Ok(Self { span: Some(span) })
            }
            None => Err(ErrorKind::OutOfMemory { op, bytes }.into()),
        }
    }

    /// The first byte, aligned to [`ALIGNMENT`].
    pub(super) fn start(&self) -> NonNull<u8> {
        self.span.as_ref().map_or(NonNull::dangling(), Span::start)
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        if let Some(span) = self.span.take() {
            recycle::give(span);
        }
    }
}

impl Span {
    pub(super) fn alloc(size: usize, contents: Contents) -> Option<Self> {
        let layout = Self::layout(size)?;
        // SAFETY: the layout has at least `SLACK` bytes, so it is not of size zero.
        let base = unsafe {
            match contents {
                Contents::Uninit => alloc::alloc(layout),
                Contents::Zeroed => alloc::alloc_zeroed(layout),
            }
        };
        NonNull::new(base).map(|base| Self { base, size })
    }

    fn layout(size: usize) -> Option<Layout> {
        Layout::from_size_align(size.checked_add(SLACK + SHIFT)?, MALLOC_ALIGNMENT).ok()
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The first byte, aligned to [`ALIGNMENT`].
    pub(super) fn start(&self) -> NonNull<u8> {
        let address = self.base.as_ptr().addr();
        let ahead = address.next_multiple_of(ALIGNMENT) - address;
        // SAFETY: `base` is aligned to `MALLOC_ALIGNMENT`, so the next aligned address is at most `SLACK` bytes on,
        // and the memory has `size + SLACK + SHIFT` bytes.
        unsafe { self.base.add(ahead + SHIFT) }
    }

    /// Gives the memory back to the system.
    pub(super) fn free(self) {
        if let Some(layout) = Self::layout(self.size) {
            // SAFETY: `alloc` got `base` for this very layout, and `self` was the only way to it.
            unsafe { alloc::dealloc(self.base.as_ptr(), layout) }
        }
    }
}
