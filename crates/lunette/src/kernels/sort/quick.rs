//! Quicksort and quickselect with vectors: partitions by compressing, short ranges by the network.

#![expect(unsafe_code, reason = "vector loads and stores through raw pointers")]

use super::key::Key;
use super::lanes::Lanes;
use super::network::{small_len, sort_small};
use super::wide::LONG;
use crate::nest::cancel;

/// So many partitions for each bit of the length, and the pivots were unlucky: another algorithm goes on.
const PATIENCE: u32 = 3;

/// What the functions of this file work on: `len` codes, and spare memory for as many and a vector more.
pub(super) struct Range<K> {
    pub(super) keys: *mut K,
    pub(super) len: usize,
    pub(super) spare: *mut K,
}

/// Sorts the codes of a range.
///
/// # Safety
/// Keys and spare memory may be read and written and have no byte in common; the machine has `Isa::Avx512`.
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
pub(super) unsafe fn sort<V: Lanes>(range: Range<V::Key>) {
    let patience = PATIENCE * (range.len.max(1).ilog2() + 1);
    // SAFETY: the caller's promise.
    unsafe { sort_range::<V>(range.keys, range.len, range.spare, patience) };
}

/// # Safety
/// As for [`sort`].
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
unsafe fn sort_range<V: Lanes>(mut keys: *mut V::Key, mut len: usize, spare: *mut V::Key, mut patience: u32) {
    // SAFETY: both parts of a partition lie in the range, and what is left of the spare memory suffices for either.
    unsafe {
        while len > small_len::<V>() {
            if len >= LONG {
                cancel::check();
            }
            if patience == 0 {
                return std::slice::from_raw_parts_mut(keys, len).sort_unstable();
            }
            patience -= 1;
            let (low, low_is_sorted) = split::<V>(keys, len, spare);
            if !low_is_sorted {
                sort_range::<V>(keys, low, spare, patience);
            }
            keys = keys.add(low);
            len -= low;
        }
        sort_small::<V>(keys, len);
    }
}

/// Rearranges a range so that code `nth` stands where sorting would put it, the smaller ones before it.
///
/// # Safety
/// As for [`sort`]; `nth` is less than the length.
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
pub(super) unsafe fn select<V: Lanes>(range: Range<V::Key>, mut nth: usize) {
    let Range { mut keys, mut len, spare } = range;
    let mut patience = PATIENCE * (len.max(1).ilog2() + 1);
    // SAFETY: as in `sort_range`; the part that is kept holds position `nth`.
    unsafe {
        while len > small_len::<V>() {
            if len >= LONG {
                cancel::check();
            }
            if patience == 0 {
                std::slice::from_raw_parts_mut(keys, len).select_nth_unstable(nth);
                return;
            }
            patience -= 1;
            let (low, low_is_sorted) = split::<V>(keys, len, spare);
            if nth >= low {
                (keys, len, nth) = (keys.add(low), len - low, nth - low);
            } else if low_is_sorted {
                return;
            } else {
                len = low;
            }
        }
        sort_small::<V>(keys, len);
    }
}

/// Splits a range into a lower part and a part that is not lower; the length of the first, and whether it is sorted.
/// Either the first part is sorted, or neither is empty.
///
/// # Safety
/// As for [`sort`]; the range is longer than the network's.
#[inline(always)]
unsafe fn split<V: Lanes>(keys: *mut V::Key, len: usize, spare: *mut V::Key) -> (usize, bool) {
    // SAFETY: the caller's promise; the samples lie in the range.
    unsafe {
        let mut samples = [V::Key::MAX; 16];
        for (k, sample) in samples.iter_mut().enumerate() {
            *sample = keys.add(len / 16 * k + len / 32).read();
        }
        sort_small::<V>(samples.as_mut_ptr(), 16);
        let pivot = samples[8];
        match partition::<V>(keys, len, spare, pivot) {
            // The pivot is the least code: take out all that are equal to it.
            0 => match pivot.next() {
                Some(next) => (partition::<V>(keys, len, spare, next), true),
                None => (len, true),
            },
            low => (low, false),
        }
    }
}

/// Moves the codes below `pivot` to the front; returns how many they are.
///
/// # Safety
/// As for [`sort`].
#[inline(always)]
unsafe fn partition<V: Lanes>(keys: *mut V::Key, len: usize, spare: *mut V::Key, pivot: V::Key) -> usize {
    let all = ((1u64 << V::LANES) - 1) as u32;
    let (mut at, mut low, mut high) = (0, 0, 0);
    // SAFETY: the lower codes are written where codes have been read already, because `low` never overtakes `at`; the
    // others go to the spare memory, which has a vector more than there are codes. The rest is the caller's promise.
    unsafe {
        let pivots = V::splat(pivot);
        while at + V::LANES <= len {
            let vector = V::load(keys.add(at));
            let lower = vector.below(pivots);
            vector.compress(lower).store(keys.add(low));
            vector.compress(!lower & all).store(spare.add(high));
            low += lower.count_ones() as usize;
            at += V::LANES;
            high = at - low;
        }
        let rest = len - at;
        let vector = V::load_first(keys.add(at), rest);
        let lower = vector.below(pivots) & ((1u32 << rest) - 1);
        let count = lower.count_ones() as usize;
        vector.compress(lower).store_first(keys.add(low), count);
        vector.compress(!lower & ((1u32 << rest) - 1)).store_first(spare.add(high), rest - count);
        low += count;
        spare.copy_to_nonoverlapping(keys.add(low), len - low);
    }
    low
}

/// Distributes a row of codes over buckets: those below the first splitter, those below the second, and so on. `ends`
/// say where the next code of each bucket goes.
///
/// # Safety
/// The codes may be read; as many as fall into a bucket may be written where it goes on; the machine has `Isa::Avx512`.
#[target_feature(enable = "avx2,bmi1,bmi2,fma,lzcnt,popcnt")]
#[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl,avx512vbmi,avx512vbmi2")]
pub(super) unsafe fn distribute<V: Lanes, const B: usize>(
    keys: *const V::Key,
    len: usize,
    splitters: &[V::Key],
    ends: &mut [*mut V::Key; B],
) {
    let mut at = 0;
    while at < len {
        let count = V::LANES.min(len - at);
        // SAFETY: the caller's promise: only what falls into a bucket is written to it.
        unsafe {
            let vector =
                if count == V::LANES { V::load(keys.add(at)) } else { V::load_first(keys.add(at), count) };
            let mut left = ((1u64 << count) - 1) as u32;
            for (end, &splitter) in ends.iter_mut().zip(splitters) {
                let lower = vector.below(V::splat(splitter)) & left;
                let found = lower.count_ones() as usize;
                vector.compress(lower).store_first(*end, found);
                *end = end.add(found);
                left &= !lower;
            }
            let last = &mut ends[B - 1];
            let found = left.count_ones() as usize;
            vector.compress(left).store_first(*last, found);
            *last = last.add(found);
        }
        at += count;
    }
}
