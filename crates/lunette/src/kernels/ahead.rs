//! Memory that is asked for before it is read.
//!
//! The machine does so by itself for whoever reads all the time. Where reading and computing take turns it has nothing to go
//! by meanwhile, and the memory waits: `where` of 16 million floats, written past the caches, takes 2.4 instead of 7.9 ms.

#![cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "the instruction takes a raw pointer"))]

use super::bypass::LINE;

/// So many bytes ahead elements are asked for that are read once, one after the other. The machine does so by itself, but
/// begins anew on every page, and not so far ahead: the product of a matrix of 128 MiB and a vector takes 1.7 ms, and 2.6 where
/// elements are asked for 512 bytes ahead.
pub(in crate::kernels) const AHEAD: usize = 4096;

/// Asks for the line at an address, which need not exist, to be brought into the cache.
#[inline(always)]
pub(in crate::kernels) fn fetch<T>(at: *const T) {
    // SAFETY: every machine of this kind has the instruction, which does nothing where there is no memory.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(at.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = at;
}

/// Asks for the lines of so many bytes from an address on, which need not exist.
#[inline(always)]
pub(in crate::kernels) fn fetch_lines(start: *const u8, bytes: usize) {
    for at in (0..bytes).step_by(LINE) {
        fetch(start.wrapping_add(at));
    }
}
