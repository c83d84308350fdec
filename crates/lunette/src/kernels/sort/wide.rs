//! One long row sorted by several threads: distributed over buckets, which are sorted each for itself.
//!
//! Splitters come from a sample, so the buckets are about equally long whatever the distribution. One thread gains too:
//! a bucket fits into the cache, and a quicksort of the whole would go through memory for its first levels.

#![expect(unsafe_code, reason = "threads write different parts of one memory through raw pointers")]

use std::mem::MaybeUninit;

use super::code::{Coding, Recode};
use super::key::{BUCKETS, Key, SLACK, sort_keys};
use super::rows::Place;
use crate::kernels::isa::{self, Isa, Task};
use crate::nest::threads;

/// From this length on a row is cut into buckets, and whoever works on as many keys at a time looks at the flags that stop
/// him before he does.
pub(super) const LONG: usize = 1 << 18;

/// So much spare memory does [`sort_long`] need beside the length, in keys.
pub(super) const LONG_SLACK: usize = BUCKETS * SLACK;

/// Samples for each splitter: the more, the more equal the buckets.
const OVERSAMPLE: usize = 64;

/// Elements are encoded in blocks that stay in the first cache.
const BLOCK: usize = 1024;

/// Elements that become keys on the way.
pub(super) struct Elements {
    pub(super) start: *const u8,
    pub(super) len: usize,
    pub(super) item: usize,
    pub(super) encode: Recode,
    pub(super) coding: Coding,
}

// SAFETY: the elements are only read.
unsafe impl Sync for Elements {}

impl Elements {
    /// Calls `work` with the keys of elements `from..to`, block by block.
    ///
    /// # Safety
    /// The elements may be read; their codes are `K`.
    pub(super) unsafe fn for_each_block<K: Key>(&self, from: usize, to: usize, mut work: impl FnMut(&[K])) {
        let mut block = [K::default(); BLOCK];
        for start in (from..to).step_by(BLOCK) {
            let len = BLOCK.min(to - start);
            // SAFETY: the caller's promise; the block has room for `len` keys.
            unsafe {
                let first = self.start.add(start * self.item);
                (self.encode)(first, block.as_mut_ptr().cast(), len, self.coding);
            }
            work(&block[..len]);
        }
    }

    /// Keys that cut the elements into about equal parts.
    ///
    /// # Safety
    /// As for [`Elements::for_each_block`].
    unsafe fn splitters<K: Key>(&self) -> [K; BUCKETS - 1] {
        let mut samples = [K::default(); BUCKETS * OVERSAMPLE];
        let step = self.len / samples.len();
        for (k, sample) in samples.iter_mut().enumerate() {
            // SAFETY: the caller's promise.
            unsafe {
                let element = self.start.add((k * step + step / 2) * self.item);
                (self.encode)(element, std::ptr::from_mut(sample).cast(), 1, self.coding);
            }
        }
        samples.sort_unstable();
        std::array::from_fn(|k| samples[(k + 1) * OVERSAMPLE])
    }
}

/// Writes the keys of `elements` to `keys`, sorted, and calls `done` for each part of them that has been.
///
/// # Safety
/// The elements may be read, and their codes are `K`; their number of keys may be written to `keys`, and
/// [`LONG_SLACK`] more to `spare`; no two of these have a byte in common.
pub(super) unsafe fn sort_long<K: Key>(
    elements: &Elements,
    keys: Place<K>,
    spare: Place<K>,
    done: impl Fn(Place<K>, usize, usize) + Sync,
) {
    let len = elements.len;
    let parts = threads::pieces(len * size_of::<K>());
    let bound = |part: usize| (len as u128 * part as u128 / parts as u128) as usize;
    // SAFETY: the caller's promise, here and for the parts below, which are those of the elements.
    let splitters = unsafe { elements.splitters::<K>() };
    let mut counts = vec![[0usize; BUCKETS]; parts];
    let slots = Place(counts.as_mut_ptr());
    each(parts > 1, parts, |part| {
        let mut below = [0; BUCKETS - 1];
        // SAFETY: as above; each part has its own slot.
        unsafe {
            elements.for_each_block(bound(part), bound(part + 1), |block| {
                isa::run(Count { block, splitters: &splitters, below: &mut below });
            });
            slots.at(part).write(differences(below, bound(part + 1) - bound(part)));
        }
    });
    let starts = lay_out(&mut counts);
    each(parts > 1, parts, |part| {
        let mut ends = counts[part].map(|start| keys.at(start));
        // SAFETY: the same parts were counted, with the same splitters, and no two of them share a place.
        unsafe {
            elements.for_each_block(bound(part), bound(part + 1), |block| {
                distribute(block, &splitters, &mut ends);
            });
        }
    });
    each(parts > 1, BUCKETS, |bucket| {
        let (start, end) = (starts[bucket], starts[bucket + 1]);
        // SAFETY: buckets are apart, and every one is full, because all keys were counted; of the spare memory each has
        // as much, and the slack.
        unsafe {
            let bucket_keys = std::slice::from_raw_parts_mut(keys.at(start), end - start);
            let spare = spare.at(start + bucket * SLACK).cast::<MaybeUninit<K>>();
            sort_keys(bucket_keys, std::slice::from_raw_parts_mut(spare, end - start + SLACK));
        }
        done(Place(keys.at(start)), start, end - start);
    });
}

/// Runs `piece` for every number below `count`, on several threads where that was found to pay.
fn each(parallel: bool, count: usize, piece: impl Fn(usize) + Sync) {
    if parallel { threads::share(count, piece) } else { (0..count).for_each(piece) }
}

/// How many keys each bucket gets, from how many are below each splitter.
fn differences(below: [usize; BUCKETS - 1], total: usize) -> [usize; BUCKETS] {
    let at = |k: usize| below.get(k).copied().unwrap_or(total);
    std::array::from_fn(|k| at(k) - if k == 0 { 0 } else { at(k - 1) })
}

/// Turns the counts of all parts into where each part's share of each bucket starts; the result is where the buckets
/// start, and the end.
fn lay_out(counts: &mut [[usize; BUCKETS]]) -> [usize; BUCKETS + 1] {
    let (mut starts, mut next) = ([0; BUCKETS + 1], 0);
    for bucket in 0..BUCKETS {
        starts[bucket] = next;
        for part in &mut *counts {
            (part[bucket], next) = (next, next + part[bucket]);
        }
    }
    starts[BUCKETS] = next;
    starts
}

/// Counts, for each splitter, the keys below it.
struct Count<'a, K> {
    block: &'a [K],
    splitters: &'a [K; BUCKETS - 1],
    below: &'a mut [usize; BUCKETS - 1],
}

impl<K: Key> Task for Count<'_, K> {
    type Output = ();

    #[inline(always)]
    fn run(self, _: Isa) {
        for (below, &splitter) in self.below.iter_mut().zip(self.splitters) {
            let count: u32 = self.block.iter().map(|&key| u32::from(key < splitter)).sum();
            *below += count as usize;
        }
    }
}

/// Appends each key to its bucket.
///
/// # Safety
/// As many keys as fall into a bucket may be written where `ends` say that it goes on.
unsafe fn distribute<K: Key>(block: &[K], splitters: &[K; BUCKETS - 1], ends: &mut [*mut K; BUCKETS]) {
    // SAFETY: the caller's promise.
    unsafe {
        if !K::distribute_vectors(block, splitters, ends) {
            distribute_plain(block, splitters, ends);
        }
    }
}

/// [`distribute`] without vectors.
///
/// # Safety
/// As for [`distribute`].
pub(super) unsafe fn distribute_plain<K: Key>(
    block: &[K],
    splitters: &[K; BUCKETS - 1],
    ends: &mut [*mut K; BUCKETS],
) {
    for &key in block {
        let bucket: usize = splitters.iter().map(|&splitter| usize::from(key >= splitter)).sum();
        let end = &mut ends[bucket];
        // SAFETY: the caller's promise.
        unsafe {
            end.write(key);
            *end = end.add(1);
        }
    }
}
