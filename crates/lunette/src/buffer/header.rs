//! Headers of buffers: what all handles of a buffer share, and for small memory the memory itself, in one allocation.
//!
//! # Who frees a header
//! 1. `handles` counts the handles that live. A handle is made from one that lives, so nobody meets a count of 0.
//! 2. Who drops a handle and finds a count of 1 has the last one: nobody is left to make others from. He frees, and needs
//!    not count down to 0. Everybody else counts down, and who finds that he took the last one after all frees.
//! 3. Counting down releases, and finding that one is the last acquires: what others did with the memory happens before
//!    it is freed.
//!
//! Rejected: `Arc`. It counts weak handles, too, which nobody has here; with them a buffer that only one handle ever knew
//! takes two locked instructions to free, and most results of small calls are such buffers.
#![expect(unsafe_code, reason = "it calls the allocator, and counts who may use what it gave")]

use std::alloc::{self, Layout, handle_alloc_error};
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::process::abort;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed};
use std::sync::atomic::{AtomicBool, AtomicUsize};

use super::block::{ALIGNMENT, Contents};
use super::memory::Owner;
use super::{Shared, Traits, recycle};

/// A handle to what is shared: a clone is another one.
pub(super) struct Header {
    counted: NonNull<Counted>,
}

struct Counted {
    handles: AtomicUsize,
    /// What the allocator gave.
    allocation: Layout,
    shared: Shared,
}

/// How far behind the header its memory starts at most, and so how much more than the memory is needed for it.
const SLACK: usize = ALIGNMENT - align_of::<Counted>();

// SAFETY: handles on several threads share a `Shared`, which is `Send` and `Sync`, and the count, which is atomic.
unsafe impl Send for Header {}
// SAFETY: as above.
unsafe impl Sync for Header {}

impl Header {
    /// The header of memory that lies elsewhere.
    #[inline]
    pub(super) fn of(owner: Owner, start: NonNull<u8>, len_bytes: usize, traits: Traits) -> Self {
        let layout = Layout::new::<Counted>();
        match Self::allocate(layout, Contents::Uninit) {
            // SAFETY: the allocation is new, and has room for a header; all of it is written.
            Some(place) => unsafe {
                (&raw mut (*place.as_ptr()).shared.owner).write(owner);
                Self::write(place, layout, (start, len_bytes), traits)
            },
            None => handle_alloc_error(layout),
        }
    }

    /// A header with so many bytes of memory behind it, aligned to [`ALIGNMENT`]; none if the system refuses.
    #[inline]
    pub(super) fn with_memory(bytes: usize, contents: Contents, traits: Traits) -> Option<Self> {
        let size = size_of::<Counted>().checked_add(SLACK)?.checked_add(bytes)?;
        let layout = Layout::from_size_align(size, align_of::<Counted>()).ok()?;
        let place = Self::allocate(layout, contents)?;
        // SAFETY: the allocation is new, and has room for a header, all of which is written, and behind it for `bytes`
        // bytes from the next aligned address on, which is at most `SLACK` further than the header's end, because that is
        // as aligned as a header.
        unsafe {
            let end = place.add(1).cast::<u8>();
            let ahead = end.addr().get().wrapping_neg() & (ALIGNMENT - 1);
            (&raw mut (*place.as_ptr()).shared.owner).write(Owner::Header);
            Some(Self::write(place, layout, (end.add(ahead), bytes), traits))
        }
    }

    #[inline]
    fn allocate(layout: Layout, contents: Contents) -> Option<NonNull<Counted>> {
        // SAFETY: a header is not of size zero.
        let allocate = || unsafe {
            NonNull::new(match contents {
                Contents::Uninit => alloc::alloc(layout),
                Contents::Zeroed => alloc::alloc_zeroed(layout),
            })
        };
        let place = allocate().or_else(|| {
            recycle::purge();
            allocate()
        });
        place.map(NonNull::cast)
    }

    /// Makes a header where it will stay, field by field: one that is made first and then moved takes twice as long. An
    /// owner that is nobody would be moved like any other, so the caller writes the owner.
    ///
    /// # Safety
    /// The place is new, and has room for a header, whose owner has been written; the allocator gave it for `allocation`.
    #[inline]
    unsafe fn write(
        place: NonNull<Counted>,
        allocation: Layout,
        (start, len_bytes): (NonNull<u8>, usize),
        traits: Traits,
    ) -> Self {
        let counted = place.as_ptr();
        // SAFETY: the caller's promise.
        unsafe {
            (&raw mut (*counted).handles).write(AtomicUsize::new(1));
            (&raw mut (*counted).allocation).write(allocation);
            let shared = &raw mut (*counted).shared;
            (&raw mut (*shared).gate).write(lunette_gate::Gate::new());
            (&raw mut (*shared).traits).write(traits);
            (&raw mut (*shared).exposed).write(AtomicBool::new(false));
            (&raw mut (*shared).len_bytes).write(len_bytes);
            (&raw mut (*shared).start).write(start);
        }
        Self { counted: place }
    }

    /// Whether this handle is the only one; what others did before they dropped theirs has happened.
    #[inline]
    pub(super) fn is_sole(&self) -> bool {
        self.handles().load(Acquire) == 1
    }

    /// Where the header lies.
    #[inline]
    pub(super) fn address(&self) -> usize {
        self.counted.addr().get()
    }

    /// What is shared, if this handle is the only one.
    pub(super) fn into_shared(self) -> Result<Shared, Self> {
        if !self.is_sole() {
            return Err(self);
        }
        let header = ManuallyDrop::new(self);
        // SAFETY: this was the only handle, and is not used again: what is shared moves out before its place is freed.
        unsafe {
            let Counted { allocation, shared, .. } = header.counted.read();
            alloc::dealloc(header.counted.as_ptr().cast(), allocation);
            Ok(shared)
        }
    }

    #[inline]
    fn handles(&self) -> &AtomicUsize {
        // SAFETY: a header lives for as long as a handle to it.
        unsafe { &(*self.counted.as_ptr()).handles }
    }

    /// Frees the header.
    ///
    /// # Safety
    /// This is the last handle, and it is not used again.
    #[inline(never)]
    unsafe fn free(&mut self) {
        let counted = self.counted.as_ptr();
        // SAFETY: the caller's promise; the allocator gave the place for this layout.
        unsafe {
            let allocation = (*counted).allocation;
            (&raw mut (*counted).shared).drop_in_place();
            alloc::dealloc(counted.cast(), allocation);
        }
    }
}

impl Deref for Header {
    type Target = Shared;

    #[inline]
    fn deref(&self) -> &Shared {
        // SAFETY: a header lives for as long as a handle to it. Nobody has a reference to it that is exclusive, and its
        // memory lies behind it.
        unsafe { &(*self.counted.as_ptr()).shared }
    }
}

impl Clone for Header {
    #[inline]
    fn clone(&self) -> Self {
        // Handles that are forgotten for ever could make the count come round to 0, and a living handle's memory freed.
        if self.handles().fetch_add(1, Relaxed) > isize::MAX as usize {
            abort();
        }
        Self { counted: self.counted }
    }
}

impl Drop for Header {
    #[inline]
    fn drop(&mut self) {
        // Rule 2.
        if self.is_sole() || self.handles().fetch_sub(1, AcqRel) == 1 {
            // SAFETY: this was the last handle.
            unsafe { self.free() };
        }
    }
}
