//! Results that go past the caches.
//!
//! A plain store reads the line that it writes to, and drives another one out of the cache. Where a result is too large to
//! be found in the cache later, it is written without: the sum of two tensors of 64 MiB takes 2.9 ms instead of 3.6. What
//! has to be computed is written to a small place in the first cache, and sent on piece by piece, so that the memory is read
//! while it is written: of pieces of 8 KiB only a third of the gain is left.

#![expect(unsafe_code, reason = "memory is written through raw pointers, by instructions of the machine")]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ops::Range;

use super::isa::{self, Isa, Task};
use crate::nest::{Nest, caches};

/// How many bytes are computed before they are sent on.
pub(in crate::kernels) const PIECE: usize = 1 << 10;

/// Shorter rows are plain: too many of their lines would be written in parts.
const SHORTEST_ROW: usize = 512;

/// A cache line.
pub(in crate::kernels) const LINE: usize = 64;

/// Whether rows of a destination can go past the caches, if all of it should: they lie side by side, and are so long that
/// few lines are written in parts.
#[inline]
pub(in crate::kernels) fn suits(size: usize, step: isize, item: usize) -> bool {
    step == 1 && size.saturating_mul(item) >= SHORTEST_ROW
}

/// Whether elements of this size, as many as the nest has turns, should go past the caches when they are written to `dst`
/// (operand 0), made of operands of those sizes: they are too many to be found in the caches again. Pieces of elements that lie
/// across lines would never end with one.
pub(in crate::kernels) fn pays<const N: usize>(
    nest: &Nest<N>,
    (dst, item): (*const u8, usize),
    operands: impl IntoIterator<Item = usize>,
) -> bool {
    let bytes = |item: usize| nest.len().saturating_mul(item);
    let read = || {
        let moving = operands.into_iter().enumerate().filter(|&(k, _)| nest.moves(k + 1));
        bytes(moving.map(|(_, item)| item).sum())
    };
    dst.addr().is_multiple_of(item) && caches::are_outgrown_by(bytes(item), read)
}

/// Memory that is written past the caches until this is dropped; then all of it is there, for other threads too. It stays on
/// its thread, whose stores the end of it waits for.
pub(in crate::kernels) struct Bypass(PhantomData<*const ()>);

impl Bypass {
    #[inline]
    pub(in crate::kernels) fn begin() -> Self {
        Self(PhantomData)
    }

    /// Copies bytes.
    ///
    /// # Safety
    /// So many bytes may be read at `src` and written at `dst`, and have none in common. Nobody reads or writes those of
    /// `dst` in another way before this is dropped, this thread included.
    #[inline]
    pub(in crate::kernels) unsafe fn copy(&self, dst: *mut u8, src: *const u8, len: usize) {
        isa::run(CopyLines { dst, src, len });
    }
}

impl Drop for Bypass {
    #[inline]
    fn drop(&mut self) {
        // Such stores are kept in no order with others. After the fence, whoever sees what this thread writes next, a
        // lock given back or a piece counted as done, sees them too.
        // SAFETY: every machine of this kind has the instruction.
        #[cfg(target_arch = "x86_64")]
        unsafe {
            std::arch::x86_64::_mm_sfence();
        }
    }
}

/// The pieces of a row of elements of this size that goes to `dst`, as positions. Where elements do not lie across lines, all
/// but the last end with one.
pub(in crate::kernels) fn pieces(dst: *const u8, item: usize, len: usize) -> Pieces {
    Pieces { next: 0, end: (PIECE - dst.addr() % LINE) / item, most: PIECE / item, len }
}

pub(in crate::kernels) struct Pieces {
    next: usize,
    end: usize,
    most: usize,
    len: usize,
}

impl Iterator for Pieces {
    type Item = Range<usize>;

    #[inline(always)]
    fn next(&mut self) -> Option<Range<usize>> {
        let piece = self.next..self.end.min(self.len);
        (self.next, self.end) = (piece.end, piece.end.saturating_add(self.most));
        if piece.is_empty() { None } else { Some(piece) }
    }
}

/// Where a piece is made.
#[repr(align(64))]
pub(in crate::kernels) struct Shelf(MaybeUninit<[u8; PIECE]>);

impl Shelf {
    pub(in crate::kernels) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    pub(in crate::kernels) fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }
}

/// Making one promises what [`Bypass::copy`] asks for.
struct CopyLines {
    dst: *mut u8,
    src: *const u8,
    len: usize,
}

impl Task for CopyLines {
    type Output = ();

    #[inline(always)]
    fn run(self, isa: Isa) {
        let Self { dst, src, len } = self;
        let head = (dst.addr().wrapping_neg() % LINE).min(len);
        let whole = (len - head) / LINE * LINE;
        // SAFETY: whoever made this promised the bytes; those of whole lines are aligned.
        unsafe {
            dst.copy_from_nonoverlapping(src, head);
            for at in (head..head + whole).step_by(LINE) {
                line(isa, dst.add(at), src.add(at));
            }
            let done = head + whole;
            dst.add(done).copy_from_nonoverlapping(src.add(done), len - done);
        }
    }
}

/// Copies a line.
///
/// # Safety
/// It may be read and written, `dst` is aligned to it, and the machine has `isa`.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
unsafe fn line(isa: Isa, dst: *mut u8, src: *const u8) {
    use std::arch::x86_64::{
        _mm_loadu_si128, _mm_stream_si128, _mm256_loadu_si256, _mm256_stream_si256, _mm512_loadu_si512,
        _mm512_stream_si512,
    };
    // SAFETY: the caller's promise.
    unsafe {
        match isa {
            Isa::Avx512 => _mm512_stream_si512(dst.cast(), _mm512_loadu_si512(src.cast())),
            Isa::Avx2 => {
                for at in [0, 32] {
                    _mm256_stream_si256(dst.add(at).cast(), _mm256_loadu_si256(src.add(at).cast()));
                }
            }
            Isa::Base => {
                for at in [0, 16, 32, 48] {
                    _mm_stream_si128(dst.add(at).cast(), _mm_loadu_si128(src.add(at).cast()));
                }
            }
        }
    }
}

/// # Safety
/// The line may be read and written.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
unsafe fn line(_: Isa, dst: *mut u8, src: *const u8) {
    // SAFETY: the caller's promise.
    unsafe { dst.copy_from_nonoverlapping(src, LINE) };
}

#[cfg(test)]
mod tests {
    use super::{Bypass, LINE, PIECE, pieces};

    #[test]
    fn bytes_arrive_whole_at_every_address() {
        let src: Vec<u8> = (0..1000u32).map(|k| (k * 7 % 251) as u8).collect();
        for ahead in 0..LINE {
            for len in [0, 1, 15, 63, 64, 65, 127, 128, 200, 640, 700] {
                let mut dst = vec![255u8; 1000];
                let start = dst.as_ptr().align_offset(LINE) + ahead;
                let bypass = Bypass::begin();
                // SAFETY: both have so many bytes from there on.
                unsafe { bypass.copy(dst[start..].as_mut_ptr(), src[3..].as_ptr(), len) };
                drop(bypass);
                let (before, rest) = dst.split_at(start);
                let (written, behind) = rest.split_at(len);
                assert!(written == &src[3..3 + len], "{len} bytes {ahead} behind a line");
                assert!(before.iter().chain(behind).all(|&byte| byte == 255), "{len} bytes, {ahead}");
            }
        }
    }

    #[test]
    fn pieces_are_all_of_a_row_and_end_at_lines() {
        let memory = [0u128; 8];
        let start = memory.as_ptr().cast::<u8>();
        for item in [1, 2, 4, 8, 16] {
            for (ahead, len) in
                (0..LINE / item).flat_map(|ahead| [0, 1, 63, 64, 1023, 5000].map(|len| (ahead, len)))
            {
                let dst = start.wrapping_add(ahead * item);
                let mut next = 0;
                for piece in pieces(dst, item, len) {
                    assert_eq!(piece.start, next);
                    assert!(piece.len() * item <= PIECE && !piece.is_empty());
                    let end = dst.wrapping_add(piece.end * item);
                    assert!(piece.end == len || end.addr().is_multiple_of(LINE), "{item} {ahead} {len}");
                    next = piece.end;
                }
                assert_eq!(next, len);
            }
        }
    }
}
