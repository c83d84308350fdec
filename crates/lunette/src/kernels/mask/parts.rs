//! A mask cut into parts, with the number of true elements before each: what lets parts be written at the same time.

#![expect(
    unsafe_code,
    reason = "mask values are read through raw pointers, because other handles may alias them"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use super::count::{Count, count_nest};
use crate::kernels::isa;
use crate::nest::{Nest, threads};

/// At most so many parts, each of which has a count: masks that broadcast may be longer than any memory, and so would be the
/// list of parts of some MiB each.
const MOST_PARTS: usize = 1 << 18;

/// The parts of a row-major nest whose operand 1 is a mask.
pub(super) struct Parts {
    /// The axis that is cut: the outermost, so that parts follow each other in row-major order.
    axis: usize,
    /// The number of true elements before each part, and at the end that of all.
    before: Vec<usize>,
}

impl Parts {
    /// Cuts where sharing pays for elements of `item` bytes, and counts.
    ///
    /// # Safety
    /// Every element that the nest reaches from `mask` may be read and is 0 or 1.
    pub(super) unsafe fn new(nest: &Nest<2>, mask: *const u8, item: usize) -> Self {
        let axis = nest.axes().len().saturating_sub(1);
        let turns = nest.axes().last().map_or(1, |axis| axis.size);
        let parts = threads::pieces(nest.len().saturating_mul(item + 1)).min(turns).min(MOST_PARTS);
        let mask_nest = nest.operand(1);
        if mask_nest.axes().last().is_some_and(|axis| axis.strides == [0]) {
            // Every turn has the same elements.
            // SAFETY: the caller's promise.
            let each = unsafe { count_nest(&mask_nest.part(axis, 0, turns), mask) };
            let turn = |k: usize| (turns as u128 * k as u128 / parts as u128) as usize;
            return Self { axis, before: (0..=parts).map(|k| each * turn(k)).collect() };
        }
        let counts: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
        let whole = Count { nest: &mask_nest, mask };
        threads::share(parts, |k| {
            let whole = &whole;
            let part = if parts == 1 { whole.nest.clone() } else { whole.nest.part(axis, k, parts) };
            let (part, times) = part.distinct();
            counts[k].store(times * isa::run(Count { nest: &part, ..*whole }), Ordering::Relaxed);
        });
        let mut before = vec![0];
        for count in counts {
            before.push(before.last().copied().unwrap_or(0) + count.into_inner());
        }
        Self { axis, before }
    }

    /// Runs `work` for every part that has true elements, shared by the threads.
    pub(super) fn share(&self, work: impl Fn(usize) + Sync) {
        threads::share(self.before.len() - 1, |k| {
            if self.before[k] < self.before[k + 1] {
                work(k);
            }
        });
    }

    /// The number of true elements.
    pub(super) fn total(&self) -> usize {
        self.before.last().copied().unwrap_or(0)
    }

    /// The number of true elements before part `k`.
    pub(super) fn before(&self, k: usize) -> usize {
        self.before[k]
    }

    /// Part `k` of the nest that the parts were made of.
    pub(super) fn part(&self, nest: &Nest<2>, k: usize) -> Nest<2> {
        match self.before.len() - 1 {
            1 => nest.clone(),
            parts => nest.part(self.axis, k, parts),
        }
    }
}
