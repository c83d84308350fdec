//! A mask cut into parts, with the number of true elements before each: what lets parts be written at the same time.

#![expect(
    unsafe_code,
    reason = "mask values are read through raw pointers, because other handles may alias them"
)]

use std::sync::atomic::{AtomicUsize, Ordering};

use super::count::Count;
use crate::kernels::isa;
use crate::nest::{Nest, threads};

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
        let parts = threads::pieces(nest.len().saturating_mul(item + 1)).min(turns);
        let counts: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
        let mask_nest = nest.operand(1);
        let whole = Count { nest: &mask_nest, mask };
        threads::share(parts, |k| {
            let whole = &whole;
            let part = if parts == 1 { whole.nest.clone() } else { whole.nest.part(axis, k, parts) };
            counts[k].store(isa::run(Count { nest: &part, ..*whole }), Ordering::Relaxed);
        });
        let mut before = vec![0];
        for count in counts {
            before.push(before.last().copied().unwrap_or(0) + count.into_inner());
        }
        Self { axis, before }
    }

    /// The number of parts.
    pub(super) fn len(&self) -> usize {
        self.before.len() - 1
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
        if self.len() == 1 { nest.clone() } else { nest.part(self.axis, k, self.len()) }
    }
}
