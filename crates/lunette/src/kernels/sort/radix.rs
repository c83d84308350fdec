//! Radix sort of keys, for machines without vectors that compress and for narrow keys.
//!
//! The range of the keys is known after one look, so only bits that differ are sorted by. Of long keys only as many
//! bits as tell most of them apart: runs that agree in those are short, and sorted by themselves.

#![expect(unsafe_code, reason = "positions come from counts, and need no check for each key")]

use std::mem::MaybeUninit;

use super::key::Key;
use super::wide::LONG;
use crate::nest::cancel;

/// Below this length the standard library's sort is faster.
const SHORT: usize = 128;

/// Runs up to this length are sorted by insertion.
const SHORT_RUN: usize = 24;

/// The bits of a digit.
const DIGIT: u32 = 8;

/// The most digits that a sort goes by: more than tell 2³² keys apart.
const DIGITS: usize = 5;

/// So many bits more than numbering the keys takes, and few of them agree in all.
const MARGIN: u32 = 6;

type Counts = [[u32; 1 << DIGIT]; DIGITS];

/// Sorts keys; `spare` is at least as long.
pub(super) fn sort<K: Key>(keys: &mut [K], spare: &mut [MaybeUninit<K>]) {
    let len = keys.len();
    if len <= SHORT || len > u32::MAX as usize || spare.len() < len {
        return keys.sort_unstable();
    }
    let (low, high) = keys.iter().fold((K::MAX, K::default()), |(low, high), &k| (low.min(k), high.max(k)));
    if low == high || keys.is_sorted() {
        return;
    }
    let bits = K::BITS - high.above(low, 0).leading_zeros();
    if bits <= DIGIT {
        return sort_by_counts(keys, low);
    }
    let used = bits.min(len.ilog2() + 1 + MARGIN);
    let digits = Digits { low, count: used.div_ceil(DIGIT) as usize, first: bits - used };
    let mut counts: Counts = [[0; 1 << DIGIT]; DIGITS];
    for &key in &*keys {
        for (k, counts) in counts.iter_mut().enumerate().take(digits.count) {
            counts[digits.of(key, k)] += 1;
        }
    }
    let (mut from, mut to) = (keys.as_mut_ptr(), spare.as_mut_ptr().cast::<K>());
    for (k, counts) in counts.iter_mut().enumerate().take(digits.count) {
        if len >= LONG {
            cancel::check();
        }
        // SAFETY: both hold `len` keys, the first initialised; the counts are those of this digit.
        if unsafe { digits.pass(k, counts, from, to, len) } {
            std::mem::swap(&mut from, &mut to);
        }
    }
    if from != keys.as_mut_ptr() {
        // SAFETY: the last pass has written all of the spare memory.
        unsafe { keys.as_mut_ptr().copy_from_nonoverlapping(from, len) };
    }
    if digits.first > 0 {
        sort_runs(keys, spare, low, digits.first);
    }
}

/// Sorts keys of which none is above `low` by more than a digit: how often each comes says it all.
fn sort_by_counts<K: Key>(keys: &mut [K], low: K) {
    // Several lists, because keys that are equal often follow each other, and would wait for each other's count.
    let mut counts = [[0_u32; 1 << DIGIT]; 4];
    for some in keys.chunks(LONG) {
        cancel::check();
        for (at, key) in some.iter().enumerate() {
            counts[at % 4][key.above(low, 0).to_u64() as usize & ((1 << DIGIT) - 1)] += 1;
        }
    }
    let mut rest = keys;
    for digit in 0..1 << DIGIT {
        let count = counts.iter().map(|counts| counts[digit] as usize).sum();
        let (equal, greater) = rest.split_at_mut(count);
        equal.fill(low.plus(digit));
        rest = greater;
    }
}

/// Which bits the passes go by: those of `key - low` from `first` on.
struct Digits<K> {
    low: K,
    count: usize,
    first: u32,
}

impl<K: Key> Digits<K> {
    #[inline(always)]
    fn of(&self, key: K, k: usize) -> usize {
        // The last digit may have fewer bits than the others, and a shift past the end does not come up: `count`
        // digits start inside of the key.
        key.above(self.low, self.first + k as u32 * DIGIT).to_u64() as usize & ((1 << DIGIT) - 1)
    }

    /// Moves the keys to `to` in the order of digit `k`; false if all have the same one, and none was moved.
    ///
    /// # Safety
    /// `from` holds `len` keys, `to` has room for as many, and `counts` says how many have each digit.
    unsafe fn pass(
        &self,
        k: usize,
        counts: &mut [u32; 1 << DIGIT],
        from: *const K,
        to: *mut K,
        len: usize,
    ) -> bool {
        let mut start = 0;
        for count in &mut *counts {
            if *count as usize == len {
                return false;
            }
            (*count, start) = (start, start + *count);
        }
        for at in 0..len {
            // SAFETY: the keys of each digit go, one after the other, to as many places as were counted.
            unsafe {
                let key = from.add(at).read();
                let place = &mut counts[self.of(key, k)];
                to.add(*place as usize).write(key);
                *place += 1;
            }
        }
        true
    }
}

/// Sorts runs of keys that agree in all bits from `shift` on; they stand together already.
fn sort_runs<K: Key>(keys: &mut [K], spare: &mut [MaybeUninit<K>], low: K, shift: u32) {
    let same = |a: &K, b: &K| a.above(low, shift) == b.above(low, shift);
    for run in keys.chunk_by_mut(same).filter(|run| run.len() > 1) {
        if run.len() <= SHORT_RUN {
            insert(run);
        } else {
            sort(run, spare);
        }
    }
}

/// Insertion sort.
fn insert<K: Key>(run: &mut [K]) {
    for end in 1..run.len() {
        let key = run[end];
        let place = run[..end].iter().rposition(|&other| other <= key).map_or(0, |before| before + 1);
        run.copy_within(place..end, place + 1);
        run[place] = key;
    }
}
