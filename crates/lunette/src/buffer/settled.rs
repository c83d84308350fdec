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

use super::block::Contents;
use super::region::{Piece, Source};
use super::view::each_byte;
use super::{Buffer, Fresh};
use crate::dtype::DType;
use crate::error::{Access, ErrorKind, Result};
use crate::layout::Layout;

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
    /// What is wanted can be read.
    ///
    /// # Errors
    /// If there is no memory for it.
    unsafe fn settled(op: &'static str, wanted: &Wanted<'_>) -> Result<Self> {
        let Wanted { start, len, only } = *wanted;
        let contents = if only.is_some() { Contents::Zeroed } else { Contents::Uninit };
        let mut fresh = Fresh::with_contents(op, &[len], DType::Bool, contents)?;
        let out = fresh.start();
        // SAFETY: the caller's promise; there is room for as many bytes in new memory.
        let copy = |from: *const u8, k: usize, len: usize| unsafe { settle(from, out.add(k), len) };
        match only {
            None => copy(start, 0, len),
            Some(few) => each_byte(few.base, few.layout, |from| copy(from, from.addr() - start.addr(), 1)),
        }
        // SAFETY: all bytes were written, or were zeros, which are bools, before some of them were.
        Ok(unsafe { fresh.assume_init() })
    }

    /// Makes every byte 0 or 1, where it is.
    pub(super) fn settle_in_place(&mut self) {
        debug_assert!(self.is_sole_owner(), "nobody else looks at the bools");
        let start = self.start();
        // SAFETY: the bytes are all of the buffer, whose only handle we have.
        unsafe { settle(start, start, self.len_bytes()) };
    }
}

/// How many bytes are settled at once: some vectors of any machine.
const RUN: usize = 64;

/// Writes for each of `len` bytes whether it is not 0. Each is read before it is written, and whatever it was then, a 0 or a
/// 1 is written.
///
/// # Safety
/// So many bytes can be read at `from`, and written at `to`, which may be the same place.
pub(super) unsafe fn settle(from: *const u8, to: *mut u8, len: usize) {
    let runs = len / RUN;
    for k in 0..runs {
        // SAFETY: the run lies below `len`.
        unsafe {
            // In registers for a moment: that the two places could overlap otherwise keeps the loop from being vectors.
            let mut run = from.add(k * RUN).cast::<[u8; RUN]>().read();
            run.iter_mut().for_each(|byte| *byte = u8::from(*byte != 0));
            to.add(k * RUN).cast::<[u8; RUN]>().write(run);
        }
    }
    for k in runs * RUN..len {
        // SAFETY: `k` lies below `len`.
        unsafe { to.add(k).write(u8::from(from.add(k).read() != 0)) };
    }
}

/// The copies that a lock or a guard has made, which live as long as it does.
#[derive(Default)]
pub(super) struct Settled(Mutex<Vec<Copied>>);

/// A copy.
struct Copied {
    bools: Buffer,
    /// The address of what was copied.
    from: usize,
    /// Which of its bytes were copied, if not all.
    only: Option<Layout>,
}

/// What a copy is asked of: bytes side by side.
struct Wanted<'a> {
    start: *const u8,
    len: usize,
    /// Which of the bytes are looked at, if these are few.
    only: Option<Source<'a>>,
}

/// Where more than so many bytes lie between the first and the last for each that is looked at, the others are left out.
/// There is room for them all the same, so that the layout stays as it is; the system has no pages for what nobody writes.
const SPARSE: usize = 4;

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
        let (start, len) = (source.base.wrapping_add(lowest), highest - lowest + 1);
        let only = (len / SPARSE > source.layout.len()).then_some(source);
        // SAFETY: what a layout reaches can be read, and so can what lies between: it is memory of one buffer.
        let copy = unsafe { self.copy_of(op, &Wanted { start, len, only }, again)? };
        Ok(Source { base: copy.wrapping_sub(lowest), exposed: false, ..source })
    }

    /// The same bools in a copy.
    ///
    /// # Errors
    /// If there is no memory for it.
    #[cold]
    pub(super) fn piece<'s>(&'s self, op: &'static str, piece: Piece<'s>, again: Again) -> Result<Piece<'s>> {
        let wanted = Wanted { start: piece.start(), len: piece.len(), only: None };
        // SAFETY: a piece can be read; as many bools are there in the copy, which lives as long as `self`.
        unsafe { Ok(piece.moved_to(self.copy_of(op, &wanted, again)?)) }
    }

    /// Where a copy of these bools starts, which stays there until `self` is dropped.
    ///
    /// # Safety
    /// What is wanted can be read.
    unsafe fn copy_of(&self, op: &'static str, wanted: &Wanted<'_>, again: Again) -> Result<*const u8> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if again == Again::Yes
            && let Some(found) = kept.iter().rev().find_map(|copied| copied.find(wanted))
        {
            return Ok(found);
        }
        // SAFETY: the caller's promise.
        let bools = unsafe { Buffer::settled(op, wanted)? };
        let copy = bools.start().cast_const();
        let only = wanted.only.map(|few| few.layout.clone());
        kept.push(Copied { bools, from: wanted.start.addr(), only });
        Ok(copy)
    }
}

impl Copied {
    /// Where these bools lie in the copy, if it has them all.
    fn find(&self, wanted: &Wanted<'_>) -> Option<*const u8> {
        let ahead = wanted.start.addr().checked_sub(self.from)?;
        let is_inside = ahead.checked_add(wanted.len).is_some_and(|end| end <= self.bools.len_bytes());
        // Where some were left out, only who looks at the same ones finds them.
        let has_them = self.only.is_none()
            || (ahead == 0 && self.only.as_ref() == wanted.only.as_ref().map(|few| few.layout));
        (is_inside && has_them).then(|| self.bools.start().cast_const().wrapping_add(ahead))
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, Buffer, DType};
    use crate::layout::Layout;

    #[test]
    fn what_lies_between_a_few_bools_is_not_copied() {
        let buffer = Buffer::from_vec(vec![true; 100]);
        buffer.expose().unwrap();
        let lock = buffer.lock("test", Access::Read).unwrap();
        let source = |layout| lock.source("test", layout, DType::Bool).unwrap();
        // SAFETY: the bytes that are asked for lie between those that the layout reaches, in the copy.
        let byte = |layout, k: usize| unsafe { source(layout).base.add(k).read() };
        let [few, back, two] = [(3, 40, 10), (3, -40, 90), (2, 1, 50)]
            .map(|(size, stride, offset)| Layout::new(&[size], &[stride], offset).unwrap());
        assert_eq!([10, 11, 49, 50, 51, 90].map(|k| byte(&few, k)), [1, 0, 0, 1, 0, 1]);
        assert_eq!([10, 11, 49, 50, 51, 90].map(|k| byte(&back, k)), [1, 0, 0, 1, 0, 1]);
        assert_eq!(source(&few).base, source(&few).base, "made once");
        // The copies above have no more than their own elements.
        assert_eq!([50, 51].map(|k| byte(&two, k)), [1, 1]);
        let all = Layout::new(&[100], &[1], 0).unwrap();
        assert_eq!([0, 11, 99].map(|k| byte(&all, k)), [1, 1, 1]);
        let column = Layout::new(&[3], &[40], 11).unwrap();
        assert_eq!(source(&column).base, source(&all).base, "a copy of all serves everybody");
    }
}
