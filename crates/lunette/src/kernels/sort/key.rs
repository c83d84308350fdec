//! Keys: codes that are plain unsigned integers, and the best way to sort a range of them on this machine.

#![expect(unsafe_code, reason = "the vector code works on raw pointers")]

use std::mem::MaybeUninit;

use super::code::Code;
#[cfg(target_arch = "x86_64")]
use super::lanes::{Lanes32, Lanes64};
#[cfg(target_arch = "x86_64")]
use super::quick;
use super::radix;
use crate::dtype::DType;
#[cfg(target_arch = "x86_64")]
use crate::kernels::isa::{Isa, isa};

/// So many codes more than it is asked for must spare memory have.
pub(super) const SLACK: usize = 16;

/// The number of buckets that a long range is cut into. More would be shorter, but cost more to fill than they save.
pub(super) const BUCKETS: usize = 8;

/// A code that is an unsigned integer.
pub(super) trait Key: Code {
    const BITS: u32;
    const MAX: Self;
    /// An unsigned dtype of the same size, for memory that holds keys.
    const DTYPE: DType;

    /// The key that is greater by `steps`.
    fn plus(self, steps: usize) -> Self;
    /// The next greater key.
    fn next(self) -> Option<Self>;
    /// `(self - low) >> shift`.
    fn above(self, low: Self, shift: u32) -> Self;
    fn leading_zeros(self) -> u32;
    fn to_u64(self) -> u64;

    /// Sorts with vectors; false where there are none.
    ///
    /// # Safety
    /// `spare` has [`SLACK`] keys more than `keys`.
    unsafe fn sort_vectors(_keys: &mut [Self], _spare: &mut [MaybeUninit<Self>]) -> bool {
        false
    }

    /// Selects with vectors; false where there are none.
    ///
    /// # Safety
    /// As for `sort_vectors`; `nth` is one of the positions.
    unsafe fn select_vectors(_keys: &mut [Self], _spare: &mut [MaybeUninit<Self>], _nth: usize) -> bool {
        false
    }

    /// Distributes with vectors; false where there are none.
    ///
    /// # Safety
    /// As many keys as fall into a bucket may be written where `ends` say that it goes on.
    unsafe fn distribute_vectors(
        _keys: &[Self],
        _splitters: &[Self; BUCKETS - 1],
        _ends: &mut [*mut Self; BUCKETS],
    ) -> bool {
        false
    }
}

macro_rules! keys {
    ($($K:ident $dtype:ident $($V:ident)?;)*) => { $(
        impl Key for $K {
            const BITS: u32 = Self::BITS;
            const MAX: Self = Self::MAX;
            const DTYPE: DType = DType::$dtype;

            #[inline(always)]
            fn plus(self, steps: usize) -> Self {
                self.wrapping_add(steps as Self)
            }
            #[inline(always)]
            fn next(self) -> Option<Self> {
                self.checked_add(1)
            }
            #[inline(always)]
            fn above(self, low: Self, shift: u32) -> Self {
                self.wrapping_sub(low) >> shift
            }
            #[inline(always)]
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                u64::from(self)
            }
            $( keys!(@vectors $V); )?
        }
    )* };
    (@vectors $V:ident) => {
        #[cfg(target_arch = "x86_64")]
        unsafe fn sort_vectors(keys: &mut [Self], spare: &mut [MaybeUninit<Self>]) -> bool {
            let has = isa() == Isa::Avx512;
            if has {
                let range = range(keys, spare);
                // SAFETY: both slices are borrowed alone, and the spare one is long enough.
                unsafe { quick::sort::<$V>(range) };
            }
            has
        }

        #[cfg(target_arch = "x86_64")]
        unsafe fn select_vectors(keys: &mut [Self], spare: &mut [MaybeUninit<Self>], nth: usize) -> bool {
            let has = isa() == Isa::Avx512;
            if has {
                let range = range(keys, spare);
                // SAFETY: as above, and the position is the caller's promise.
                unsafe { quick::select::<$V>(range, nth) };
            }
            has
        }

        #[cfg(target_arch = "x86_64")]
        unsafe fn distribute_vectors(
            keys: &[Self],
            splitters: &[Self; BUCKETS - 1],
            ends: &mut [*mut Self; BUCKETS],
        ) -> bool {
            let has = isa() == Isa::Avx512;
            if has {
                // SAFETY: the caller's promise.
                unsafe { quick::distribute::<$V, BUCKETS>(keys.as_ptr(), keys.len(), splitters, ends) };
            }
            has
        }
    };
}

keys! { u8 U8; u16 U16; u32 U32 Lanes32; u64 U64 Lanes64; }

#[cfg(target_arch = "x86_64")]
fn range<K>(keys: &mut [K], spare: &mut [MaybeUninit<K>]) -> quick::Range<K> {
    quick::Range { keys: keys.as_mut_ptr(), len: keys.len(), spare: spare.as_mut_ptr().cast() }
}

/// Sorts keys; `spare` has [`SLACK`] more than there are.
pub(super) fn sort_keys<K: Key>(keys: &mut [K], spare: &mut [MaybeUninit<K>]) {
    assert!(spare.len() >= keys.len() + SLACK);
    // SAFETY: the spare memory was just found to be long enough.
    if !unsafe { K::sort_vectors(keys, spare) } {
        radix::sort(keys, spare);
    }
}

/// Rearranges keys so that the one at `nth` stands where sorting would put it, the smaller ones before it.
pub(super) fn select_key<K: Key>(keys: &mut [K], spare: &mut [MaybeUninit<K>], nth: usize) {
    assert!(spare.len() >= keys.len() + SLACK && nth < keys.len());
    // SAFETY: just checked.
    if !unsafe { K::select_vectors(keys, spare, nth) } {
        keys.select_nth_unstable(nth);
    }
}
