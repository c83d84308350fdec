//! Bools in memory that others can write at any time.
//!
//! Whoever has an address of the memory asks no gate, and may write anything: bytes that are neither 0 nor 1, and while
//! somebody reads. A byte of 2 is no `bool` for Rust, and a mask that has more true elements when it is copied than when
//! it was counted is written past its end. So such bools are never looked at where they lie. A lock or a guard that shows
//! them makes a copy of its own first, in which every byte that is not 0 is 1, and shows that; kernels and views find
//! bools as they are everywhere else (`buffer` invariant 2), and stay as quick as they are. Elements of other dtypes may be
//! any bytes; kernels to which it matters that an element is the same when it is read again ask `Source::may_change`.
#![expect(unsafe_code, reason = "it copies memory that others may write meanwhile")]

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use super::region::{Piece, Source};
use super::{Buffer, Fresh};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};

impl Buffer {
    /// Says that somebody outside of this library may write the memory from now on: its address was handed out.
    ///
    /// Each operation takes a copy of the bools it reads first, in which every byte but 0 is true, and they can be written by
    /// operations, but not through a write guard. Of other elements those operations take a copy that would go wrong if an
    /// element changed between two looks at it, such as sorting. Memory of others ([`from_foreign`](Self::from_foreign)) is
    /// exposed from the start. Operations that are at work are waited for.
    ///
    /// ```
    /// use lunette::prelude::*;
    /// let mask = tensor![true, false];
    /// mask.buffer().expose()?;
    /// // SAFETY: the memory has two bytes, and nobody else uses them now.
    /// unsafe { mask.as_ptr().write(255) }; // no bool of Rust's, but true
    /// assert_eq!(mask, tensor![true, false]);
    /// assert_eq!(mask.count_nonzero(..)?.item()?, 1);
    /// # Ok::<(), lunette::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the memory holds bools, and a guard on it lives.
    pub fn expose(&self) -> Result<()> {
        if self.is_exposed() {
            return Ok(());
        }
        // Operations that look at the elements where they lie must be done before anybody else can write them. Whoever
        // holds a guard is not waited for, and need not be: what its holder reads are elements, unless they are bools.
        let alone = self.lock("expose", Access::Write);
        if self.holds_bools()
            && let Err(error) = alone
        {
            return Err(error);
        }
        // Whoever enters the gate from now on sees it.
        self.shared.exposed.store(true, Relaxed);
        Ok(())
    }

    /// Whether somebody outside of this library may write the memory.
    ///
    /// ```
    /// use lunette::Buffer;
    /// let buffer = Buffer::from_vec(vec![true]);
    /// buffer.expose()?;
    /// assert!(buffer.is_exposed());
    /// # Ok::<(), lunette::Error>(())
    /// ```
    #[inline]
    pub fn is_exposed(&self) -> bool {
        self.shared.exposed.load(Relaxed)
    }

    /// Whether elements of this dtype must be copied before they are looked at.
    #[inline]
    pub(super) fn must_settle(&self, dtype: DType) -> bool {
        dtype == DType::Bool && self.is_exposed()
    }

    /// Refuses references that could be written through to bools that somebody else writes as well.
    ///
    /// # Errors
    /// If the elements are such bools.
    pub(super) fn check_ours_alone(&self, op: &'static str, dtype: DType) -> Result<()> {
        if !self.must_settle(dtype) {
            return Ok(());
        }
        let cure =
            "others can write this memory too: `store` writes it, and `copy` gives a tensor of its own";
        Err(ErrorKind::Unsupported { op, dtype, cure }.into())
    }

    /// A copy of bools, each 0 or 1.
    ///
    /// # Safety
    /// So many bytes can be read.
    ///
    /// # Errors
    /// If there is no memory for it.
    unsafe fn settled(op: &'static str, bools: *const u8, len: usize) -> Result<Self> {
        let mut fresh = Fresh::new(op, &[len], DType::Bool)?;
        let out = fresh.start();
        // SAFETY: the caller's promise; there is room for as many bytes in new memory. Each byte is read once, and
        // whatever it was then, a 0 or a 1 is written.
        unsafe {
            (0..len).for_each(|k| out.add(k).write(u8::from(bools.add(k).read() != 0)));
            Ok(fresh.assume_init())
        }
    }

    /// Makes every byte 0 or 1, where it is.
    pub(super) fn settle_in_place(&mut self) {
        debug_assert!(self.is_sole_owner(), "nobody else looks at the bools");
        let start = self.start();
        for k in 0..self.len_bytes() {
            // SAFETY: the byte lies in the buffer, whose only handle we have.
            unsafe { start.add(k).write(u8::from(start.add(k).read() != 0)) };
        }
    }
}

/// The copies that a lock or a guard has made, which live as long as it does.
#[derive(Default)]
pub(super) struct Settled(Mutex<Option<Box<Copied>>>);

/// A copy, and those that were made before it.
struct Copied {
    bools: Buffer,
    /// The address of what was copied.
    from: usize,
    before: Option<Box<Self>>,
}

/// Whether what was copied before can serve again.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Again {
    /// It can: whoever asks does not write the memory.
    Yes,
    /// Something may have been stored since.
    No,
}

impl Settled {
    /// The same bools in a copy.
    ///
    /// # Errors
    /// If there is no memory for it.
    #[cold]
    pub(super) fn source<'s>(
        &'s self,
        op: &'static str,
        source: Source<'s>,
        again: Again,
    ) -> Result<Source<'s>> {
        let Some((lowest, highest)) = source.layout.extent() else { return Ok(source) };
        // SAFETY: what a layout reaches can be read, and so can what lies between: it is memory of one buffer.
        let copy =
            unsafe { self.copy_of(op, source.base.wrapping_add(lowest), highest - lowest + 1, again)? };
        Ok(Source { base: copy.wrapping_sub(lowest), exposed: false, ..source })
    }

    /// The same bools in a copy.
    ///
    /// # Errors
    /// If there is no memory for it.
    #[cold]
    pub(super) fn piece<'s>(&'s self, op: &'static str, piece: Piece<'s>, again: Again) -> Result<Piece<'s>> {
        // SAFETY: a piece can be read; as many bools are there in the copy, which lives as long as `self`.
        unsafe { Ok(piece.moved_to(self.copy_of(op, piece.start(), piece.len(), again)?)) }
    }

    /// Where a copy of these bools starts, which stays there until `self` is dropped.
    ///
    /// # Safety
    /// So many bytes can be read.
    unsafe fn copy_of(
        &self,
        op: &'static str,
        start: *const u8,
        len: usize,
        again: Again,
    ) -> Result<*const u8> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if again == Again::Yes
            && let Some(found) = kept.as_ref().and_then(|copied| copied.find(start.addr(), len))
        {
            return Ok(found);
        }
        // SAFETY: the caller's promise.
        let bools = unsafe { Buffer::settled(op, start, len)? };
        let copy = bools.start().cast_const();
        let before = kept.take();
        *kept = Some(Box::new(Copied { bools, from: start.addr(), before }));
        Ok(copy)
    }
}

impl Copied {
    /// Where these bools lie in a copy that has them all.
    fn find(&self, address: usize, len: usize) -> Option<*const u8> {
        let mut next = Some(self);
        while let Some(copied) = next {
            let ahead = address.checked_sub(copied.from);
            if let Some(ahead) = ahead
                && ahead.checked_add(len).is_some_and(|end| end <= copied.bools.len_bytes())
            {
                return Some(copied.bools.start().cast_const().wrapping_add(ahead));
            }
            next = copied.before.as_deref();
        }
        None
    }
}
